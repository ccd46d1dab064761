# Secateur's commands. `make` builds, `make demo` shows, `make test` checks.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

SECATEUR := target/release/secateur
RUNTIME := target/secateur-runtime

.PHONY: all build setup binary runtime demo test test-real bench install uninstall clean

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

# The program, its runtime, manual pages and completions. DESTDIR is for those who make packages.
PREFIX ?= /usr/local
prefix := $(DESTDIR)$(PREFIX)
install: build
	install -D -m 755 $(SECATEUR) $(prefix)/bin/secateur
	rm -rf $(prefix)/lib/secateur
	mkdir -p $(prefix)/lib/secateur $(prefix)/share/man/man1
	cp -R $(RUNTIME)/include $(RUNTIME)/native $(RUNTIME)/libc.sir $(prefix)/lib/secateur/
	$(SECATEUR) man $(prefix)/share/man/man1
	mkdir -p $(prefix)/share/bash-completion/completions $(prefix)/share/zsh/site-functions
	mkdir -p $(prefix)/share/fish/vendor_completions.d
	$(SECATEUR) completions bash >$(prefix)/share/bash-completion/completions/secateur
	$(SECATEUR) completions zsh >$(prefix)/share/zsh/site-functions/_secateur
	$(SECATEUR) completions fish >$(prefix)/share/fish/vendor_completions.d/secateur.fish
	@echo "installed: $(prefix)/bin/secateur"

uninstall:
	rm -f $(prefix)/bin/secateur $(prefix)/share/man/man1/secateur.1 $(prefix)/share/man/man1/secateur-*.1
	rm -f $(prefix)/share/bash-completion/completions/secateur $(prefix)/share/zsh/site-functions/_secateur
	rm -f $(prefix)/share/fish/vendor_completions.d/secateur.fish
	rm -rf $(prefix)/lib/secateur

# A program whose bug ordinary input does not show: explored, tested, confirmed natively. Then one run in the machine.
DEMO := target/demo
demo: build
	@echo '== every path of examples/records.c, with up to 8 bytes of standard input'
	@# The exit status is 1 when a bug was found; anything else is a failed demo.
	@echo '$(SECATEUR) test -o $(DEMO) --force --sym-stdin 8 examples/records.c'
	@status=0; $(SECATEUR) test -o $(DEMO) --force --sym-stdin 8 examples/records.c || status=$$?; \
	if [ $$status -ne 1 ] || ! grep -q '"confirmed": true' $(DEMO)/summary.json; then \
		echo 'demo: the bug in examples/records.c was not found and confirmed' >&2; exit 1; \
	fi
	@echo
	@echo 'report:    $(DEMO)/report/index.html'
	@echo 'summary:   $(DEMO)/summary.json'
	@echo 'tests:     $(DEMO)/tests/'
	@echo 'the bug:  ' $(DEMO)/bugs/*/
	@echo
	@echo '== the most frequent words of a text, run once in the machine'
	$(SECATEUR) exec examples/wordfreq.c -- -n 5 <examples/wordfreq.txt

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
