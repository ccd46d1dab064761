# Secateur's commands. `make` builds, `make demo` shows, `make test` checks.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

SECATEUR := target/release/secateur
RUNTIME := target/secateur-runtime

.PHONY: all build setup binary runtime demo test test-real bench clean

all: build

build: runtime

# Installs missing packages; a few milliseconds when there are none.
setup:
	@scripts/setup.sh

# cargo knows best what is out of date, so it is always asked.
binary: setup
	cargo build --release

# The C library: first as bitcode, which depends on runtime/ and clang alone and
# guards itself with a stamp, then in our own form, which also depends on the
# binary that lowers it.
runtime: binary
	@runtime/build-libc.sh $(RUNTIME)
	@$(MAKE) $(RUNTIME)/libc.sir

$(RUNTIME)/libc.sir: $(RUNTIME)/stamp $(SECATEUR)
	$(SECATEUR) __build-runtime $(RUNTIME)
	@touch $@

# Made by the targets above, which `runtime` has run by the time these matter.
$(RUNTIME)/stamp $(SECATEUR): ;

# A correct program, and one with a bug that ordinary runs do not show.
demo: build
	@echo '== the most frequent words of a text'
	$(SECATEUR) exec examples/wordfreq.c -- -n 5 <examples/wordfreq.txt
	@echo
	@echo '== a write one past the end of an array'
	@# The finding makes the exit code non-zero, and no finding is a failed demo.
	if $(SECATEUR) exec examples/off_by_one.c -- Ada Grace Barbara; then \
		echo 'demo: the bug in examples/off_by_one.c was not found' >&2; exit 1; \
	fi

test: build
	cargo fmt --all --check
	cargo clippy --release --workspace --all-targets -- -D warnings
	@# Examples in the documentation of the crates, which nextest does not run.
	cargo test --release --workspace --doc --quiet
	cargo nextest run --release --workspace

# Whole programs from other projects; downloads their sources.
test-real: build
	scripts/test-real.sh

# Measures, and puts the table into README.md.
bench: build
	scripts/fill-results.py $(SECATEUR) README.md

clean:
	cargo clean
