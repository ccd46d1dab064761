
/* Added to musl's header by Secateur. The virtual machine knows how to jump,
 * but not which signals are blocked (that is kept in the program's memory), so
 * saving and restoring that set is done around the plain setjmp. */
#ifndef _SECATEUR_SETJMP_MASKS_H
#define _SECATEUR_SETJMP_MASKS_H
#if defined(_POSIX_SOURCE) || defined(_POSIX_C_SOURCE) \
 || defined(_XOPEN_SOURCE) || defined(_GNU_SOURCE) \
 || defined(_BSD_SOURCE)
#ifdef __cplusplus
extern "C" {
#endif
void __secateur_save_mask(sigjmp_buf, int);
int __secateur_restore_mask(sigjmp_buf, int);
#ifdef __cplusplus
}
#endif
#define sigsetjmp(env, save) \
	(__secateur_save_mask((env), (save)), __secateur_restore_mask((env), setjmp(env)))
#endif
#endif
