/* hand-written stand-in for configure's output (x86-64 Linux, no OpenSSL, no libsmi) */
#define HAVE_FCNTL_H 1
#define HAVE_GETSERVENT 1
