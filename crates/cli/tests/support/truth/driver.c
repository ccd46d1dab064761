/* Runs the program it is linked with on many inputs, isolated from each other by
 * processes, and tells what each one did: how it ended, which bug the sanitizers saw
 * on which line, and which basic blocks it went through.
 *
 *     driver BYTES alone|together|stdin /PROGRAM.c < inputs > report
 *
 * stdin has BYTES bytes an input; inputs of the program are taken from them in
 * the order of its calls, or are its standard input. `together` runs several
 * inputs in one process, as long as each returns from `main`: ten times faster,
 * because AddressSanitizer makes a fork slow, and right for programs without
 * variables that live longer than `main`. The report has a line an input,
 *
 *     exit STATUS HASH | bug KIND LINE HASH | assume | short | hang | signal N
 *
 * then `block ID LINE:COLUMN` for each block and `edge FROM TO` for each step
 * within a function that some counted input (exit, bug) took. HASH stands for
 * the whole sequence of blocks. Blocks come from clang (-fsanitize-coverage),
 * bugs from its sanitizers: nothing here shares code with Secateur. */

#define _GNU_SOURCE
#pragma clang diagnostic ignored "-Wframe-address"
#include "driver.h"
#include <fcntl.h>
#include <sanitizer/common_interface_defs.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unwind.h>

enum { MAX_BLOCKS = 1024, MAX_FRAMES = 512, MAX_PCS = 48, SECONDS = 20, BATCH = 256 };

/* What a child leaves for its parent. */
static struct record {
	enum end end;
	int status; /* what `main` returned, after RETURNED */
	char kind[40];
	unsigned line; /* 0: to be found from the stack */
	int pcs;
	uintptr_t pc[MAX_PCS];
	uint64_t hash;
	uint8_t edge[MAX_BLOCKS * MAX_BLOCKS / 8]; /* a bit for each pair, as many as there are blocks */
} *record;

const uint8_t *truth_input;
size_t truth_input_size, truth_input_used;

/* --- how a path ends --- */

static jmp_buf next_input;

void truth_finish(enum end end)
{
	record->end = end;
	if (end == ASSUME)
		longjmp(next_input, 1);
	_exit(0);
}

static _Unwind_Reason_Code frame(struct _Unwind_Context *context, void *unused)
{
	(void)unused;
	if (record->pcs < MAX_PCS)
		record->pc[record->pcs++] = _Unwind_GetIP(context);
	return _URC_NO_REASON;
}

void truth_bug(const char *kind, unsigned line)
{
	snprintf(record->kind, sizeof record->kind, "%s", kind);
	record->line = line;
	if (!line)
		_Unwind_Backtrace(frame, 0);
	truth_finish(BUG);
}

void truth_add_pc(uintptr_t pc)
{
	record->pc[record->pcs++] = pc;
}

/* --- blocks --- */

static uint32_t blocks;
static const uintptr_t *block_table; /* pairs of address and flags; bit 0: a function's entry */
int truth_paused;
static struct { uintptr_t frame; uint32_t block; } stack[MAX_FRAMES];
static int depth;

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop)
{
	for (uint32_t *guard = start; guard < stop; guard++)
		*guard = ++blocks;
	if (blocks >= MAX_BLOCKS)
		abort();
}

void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop)
{
	(void)stop;
	block_table = start;
}

static void step(uint32_t from, uint32_t to)
{
	uint32_t at = from * (blocks + 1) + to;
	record->edge[at / 8] |= 1u << at % 8;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
	if (truth_paused || !record)
		return;
	uint32_t block = *guard;
	uintptr_t frame = (uintptr_t)__builtin_frame_address(1);
	record->hash = (record->hash ^ block) * 0x100000001b3u;
	if (block_table[2 * (block - 1) + 1] & 1) {
		/* Frames above are gone: the stack grows downwards. */
		while (depth && stack[depth - 1].frame <= frame)
			depth--;
		if (depth == MAX_FRAMES)
			_exit(99);
		stack[depth++].frame = frame;
		step(0, block);
	} else {
		while (depth && stack[depth - 1].frame != frame)
			depth--;
		if (!depth)
			_exit(98);
		step(stack[depth - 1].block, block);
	}
	stack[depth - 1].block = block;
}

/* --- the loop over the inputs --- */

static uint8_t edges[MAX_BLOCKS * MAX_BLOCKS / 8];

static size_t edge_bytes(void)
{
	return ((size_t)blocks + 1) * (blocks + 1) / 8 + 1;
}

/* How the path of the program's source ends. */
static const char *program;

/* The line of the innermost frame that is in the program, which is not this file. */
static unsigned program_line(void)
{
	for (int i = 0; i < record->pcs; i++) {
		char text[4096], *colon;
		__sanitizer_symbolize_pc((void *)record->pc[i], "%s:%l", text, sizeof text);
		colon = strrchr(text, ':');
		if (colon && colon - text > 2 && !strncmp(colon - 2, ".c", 2) && !strstr(text, "/driver.c") &&
			strstr(text, program))
			return (unsigned)atoi(colon + 1);
	}
	return 0;
}

/* Symbolizing is slow, and most bugs have been seen before. */
static unsigned cached_line(void)
{
	static struct { int pcs; uintptr_t pc[MAX_PCS]; unsigned line; } seen[256];
	static int count;
	if (record->line)
		return record->line;
	for (int i = 0; i < count; i++)
		if (seen[i].pcs == record->pcs && !memcmp(seen[i].pc, record->pc, sizeof *record->pc * record->pcs))
			return seen[i].line;
	unsigned line = program_line();
	if (count < 256) {
		seen[count].pcs = record->pcs;
		memcpy(seen[count].pc, record->pc, sizeof record->pc);
		seen[count++].line = line;
	}
	return line;
}

/* `status` is that of the child, if the input was its last. */
static void tell(int status)
{
	if (record->end == ASSUME || record->end == SHORT) {
		puts(record->end == ASSUME ? "assume" : "short");
		return;
	}
	if (record->end == RUNNING && WIFSIGNALED(status)) {
		if (WTERMSIG(status) == SIGALRM)
			puts("hang");
		else
			printf("signal %d\n", WTERMSIG(status));
		return;
	}
	if (record->end == BUG)
		printf("bug %s %u %016lx\n", record->kind, cached_line(), record->hash);
	else
		printf("exit %d %016lx\n", record->end == RETURNED ? record->status : WEXITSTATUS(status), record->hash);
	for (size_t i = 0; i < edge_bytes(); i++)
		edges[i] |= record->edge[i];
}

static void tell_blocks(void)
{
	for (uint32_t b = 0; b < blocks; b++) {
		char text[64];
		/* The symbolizer takes addresses for return addresses, and looks before them. */
		__sanitizer_symbolize_pc((void *)(block_table[2 * b] + 1), "%l:%c", text, sizeof text);
		printf("block %u %s\n", b + 1, text);
	}
	for (size_t i = 0; i < edge_bytes() * 8; i++)
		if (edges[i / 8] >> i % 8 & 1)
			printf("edge %zu %zu\n", i / (blocks + 1), i % (blocks + 1));
}

/* What the program and the sanitizers print is not part of the report, nor does the program see the inputs.
 * (Not `freopen`: it would move the position in the file of inputs, which parent and child share.) */
static void quiet(void)
{
	int null = open("/dev/null", O_RDWR);
	for (int stream = 0; stream < 3; stream++)
		if (null < 0 || dup2(null, stream) < 0)
			_exit(95);
}

/* Whether the input is the program's standard input. */
static int on_stdin;

static void give_stdin(void)
{
	int file = memfd_create("stdin", 0);
	if (file < 0 || write(file, truth_input, truth_input_size) != (ssize_t)truth_input_size ||
		lseek(file, 0, SEEK_SET) != 0 || dup2(file, 0) < 0)
		_exit(92);
	truth_input_used = truth_input_size;
}

extern int main(int argc, char **argv);

/* In the child: the inputs one after the other, until one does not come back. */
static _Noreturn void run(struct record *records, size_t count, int argc, char **argv)
{
	quiet();
	for (size_t i = 0; i < count; i++, truth_input += truth_input_size) {
		record = &records[i];
		record->end = RUNNING;
		truth_input_used = truth_paused = depth = 0;
		if (on_stdin)
			give_stdin();
		alarm(SECONDS);
		if (!setjmp(next_input)) {
			record->status = main(argc, argv) & 255;
			record->end = RETURNED;
		}
	}
	_exit(0);
}

/* Starts a child for up to `count` inputs and returns how many it has run. */
static size_t batch(struct record *records, size_t count, int argc, char **argv)
{
	for (size_t i = 0; i < count; i++) {
		memset(&records[i], 0, offsetof(struct record, edge) + edge_bytes());
		records[i].hash = 0xcbf29ce484222325u;
	}
	fflush(stdout);
	pid_t child = fork();
	if (child == 0)
		run(records, count, argc, argv);
	int status;
	size_t done = 0;
	if (child < 0 || waitpid(child, &status, 0) != child)
		_exit(94);
	while (done < count && records[done].end != WAITING) {
		record = &records[done++];
		tell(status);
	}
	return done ? done : (_exit(93), 0);
}

/* All inputs. Not by `fread`: the program's own stream has to be as it is in the beginning. */
static size_t read_all(uint8_t *to, size_t size)
{
	size_t used = 0;
	for (ssize_t got; (got = read(0, to + used, size - used)) != 0; used += (size_t)got)
		if (got < 0)
			_exit(91);
	return used;
}

/* Runs before the program's own `main`, which is called from here, and never returns. */
__attribute__((constructor)) static void drive(int argc, char **argv)
{
	size_t size = argc == 4 ? (size_t)atoi(argv[1]) : 0, most = argc == 4 && !strcmp(argv[2], "together") ? BATCH : 1;
	uint8_t *bytes = malloc((size_t)64 << 20);
	struct record *records = mmap(0, BATCH * sizeof *records, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (!bytes || records == MAP_FAILED || size == 0) {
		fputs("usage: driver BYTES alone|together|stdin /PROGRAM.c < inputs > report\n", stderr);
		_exit(2);
	}
	program = argv[3];
	on_stdin = !strcmp(argv[2], "stdin");
	size_t left = read_all(bytes, (size_t)64 << 20) / size;
	truth_input_size = size;
	truth_input = bytes;
	while (left) {
		size_t done = batch(records, left < most ? left : most, 1, argv);
		truth_input += done * size;
		left -= done;
	}
	tell_blocks();
	fflush(stdout);
	_exit(0);
}
