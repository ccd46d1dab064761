#!/usr/bin/env bash
# A C compiler that also leaves bitcode: each command runs musl-gcc as given,
# and where that makes X.o from one C file, clang makes X.bc beside it, from the
# same file with the same macros and header folders. The programs of the native
# build and of the virtual machine thus come from the same lines of code.
#
# SECATEUR_INCLUDE names the folder of the virtual machine's C headers.

set -euo pipefail

"${SECATEUR_REAL_CC:-musl-gcc}" "$@"

object='' source='' compiles=no flags=()
while (($#)); do
  case $1 in
    -c) compiles=yes ;;
    -o) object=$2 && shift ;;
    # Dependency files are written by the native compiler already.
    -MT | -MF | -MQ) shift ;;
    -M*) ;;
    -I | -D | -U | -include) flags+=("$1" "$2") && shift ;;
    -I* | -D* | -U* | -std=*) flags+=("$1") ;;
    # Optimisation, warnings and the like: the virtual machine has its own.
    -*) ;;
    *.c) source=$1 ;;
  esac
  shift
done
[[ $compiles == yes && -n $source ]] || exit 0
if [[ -z $object ]]; then
  object=${source##*/}
  object=${object%.c}.o
fi

# The same as in crates/front/src/clang.rs, so that a file compiled here is
# what `secateur exec file.c` would have made of it.
exec "${SECATEUR_CLANG:-clang-19}" --target=x86_64-linux-musl -O0 -g -Xclang -disable-O0-optnone \
  -fno-discard-value-names -fno-stack-protector -fmath-errno -nostdlibinc -emit-llvm -c -w \
  "${flags[@]}" -isystem "$SECATEUR_INCLUDE" -o "${object%.o}.bc" "$source"
