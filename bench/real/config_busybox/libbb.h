/* Of busybox's library, what its code for DHCP packets and options uses: its configuration, and functions that udhcp.c
   defines. Messages go nowhere, and an error that ends the program goes back to the harness. */
#ifndef LIBBB_H
#define LIBBB_H
#define _GNU_SOURCE 1
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#define ENABLE_UDHCPC 1
#define ENABLE_UDHCPD 1
#define ENABLE_UDHCPC6 0
#define ENABLE_FEATURE_UDHCP_RFC3397 1
#define ENABLE_FEATURE_UDHCP_8021Q 1
#define ENABLE_FEATURE_UDHCPC6_RFC3646 0
#define ENABLE_FEATURE_UDHCPC6_RFC4704 0
#define ENABLE_FEATURE_UDHCPC6_RFC4833 0
#define ENABLE_FEATURE_UDHCPC6_RFC5970 0
#define CONFIG_UDHCPC_SLACK_FOR_BUGGY_SERVERS 80
#define IF_UDHCPC6(...)
#define IF_NOT_UDHCPC6(...) __VA_ARGS__
#define IF_FEATURE_UDHCP_PORT(...)
#define FAST_FUNC
#define NOINLINE
#define ALIGN1
#define ALIGN2
#define ALIGNED(n) __attribute__((aligned(n)))
#define PACKED __attribute__((packed))
#define BB_BIG_ENDIAN 0
#define PUSH_AND_SET_FUNCTION_VISIBILITY_TO_HIDDEN
#define POP_SAVED_FUNCTION_VISIBILITY
#define move_to_unaligned32(to, value) do { uint32_t moved = (value); memcpy((to), &moved, 4); } while (0)
#define move_from_unaligned16(to, from) memcpy(&(to), (from), 2)
#define move_from_unaligned32(to, from) memcpy(&(to), (from), 4)

#define bb_error_msg(...) ((void)0)
#define bb_info_msg(...) ((void)0)
#define bb_perror_msg(...) ((void)0)
#define bb_simple_error_msg(...) ((void)0)
#define bb_simple_info_msg(...) ((void)0)
#define bb_error_msg_and_die(...) leave()
#define bb_simple_error_msg_and_die(...) leave()

typedef struct {
    union { struct sockaddr_in sin; } u;
} len_and_sockaddr;

_Noreturn void leave(void);
void *xmalloc(size_t size);
void *xzalloc(size_t size);
void *xrealloc(void *old, size_t size);
char *xstrdup(const char *text);
ssize_t safe_read(int fd, void *to, size_t size);
ssize_t safe_write(int fd, const void *from, size_t size);
int index_in_strings(const char *strings, const char *key);
unsigned bb_strtou(const char *text, char **end, int base);
uint32_t bb_strtou32(const char *text, char **end, int base);
int32_t bb_strtoi32(const char *text, char **end, int base);
char *trim(char *text);
char *last_char_is(const char *text, int last);
char *hex2bin(char *to, const char *text, int most);
char *bin2hex(char *to, const char *from, int count);
len_and_sockaddr *host_and_af2sockaddr(const char *host, int port, sa_family_t family);
uint16_t inet_cksum(const void *from, int count);
int setsockopt_reuseaddr(int fd);
int setsockopt_bindtodevice(int fd, const char *name);
/* What is released is no longer kept for the end of a run. */
void released(void *block);
#define free(block) released(block)
#endif
