//! What names of the C library and of the machine's own functions tell.
//!
//! The lists are made so that a missing name costs precision and never soundness: a function that is
//! not listed is assumed to return, to jump nowhere, to call anything, and to be able to fail.
//! The exceptions are [`FEEDERS`], [`LENDERS`] and [`EXCLUDE`], which must be complete: see there.

/// Functions outside the module that never return to their caller.
const NEVER_RETURN: &[&str] = &[
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "abort",
    "__assert_fail",
    "__secateur_assert_fail",
    "klee_assert_fail",
    "reach_error",
    "__VERIFIER_error",
    "__secateur_silent_exit",
    "__secateur_report_error",
    "__secateur_fixed_object",
];

/// Functions that stand for an error, as Test-Comp has it, even where the program defines them.
pub const ERRORS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// Whether a function outside the module may come back to its caller.
pub fn returns(name: &str) -> bool {
    !NEVER_RETURN.contains(&name) && !jumps(name)
}

/// Whether a function outside the module goes back to a `setjmp`.
pub fn jumps(name: &str) -> bool {
    name.ends_with("longjmp")
}

/// Whether a call of a function outside the module may be returned to again by a `longjmp`.
pub fn marks(name: &str) -> bool {
    name.ends_with("setjmp")
}

/// Functions outside the module that cannot do anything wrong, whatever their arguments are.
const HARMLESS: &[&str] = &[
    "malloc",
    "calloc",
    "__secateur_assume",
    "__secateur_silent_exit",
    "__secateur_is_symbolic",
    "__secateur_get_value",
    "__secateur_print_value",
    "__secateur_set_forking",
    "__secateur_wants_results",
];

/// Whether a call of a function outside the module can be wrong.
pub fn is_harmless(name: &str) -> bool {
    HARMLESS.contains(&name)
}

/// Functions outside the module that can be wrong only where memory that they are given is.
const BY_ARGUMENTS: &[&str] = &[
    "free",
    "memcpy",
    "memmove",
    "mempcpy",
    "memset",
    "memcmp",
    "bcmp",
    "memchr",
    "strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "strcpy",
    "stpcpy",
    "strcat",
    "strchr",
    "index",
    "strchrnul",
    "__strchrnul",
    "strrchr",
    "rindex",
];

/// Whether proofs about the arguments of a call of a function outside the module show that it cannot be wrong.
pub fn is_proved_by_arguments(name: &str) -> bool {
    BY_ARGUMENTS.contains(&name)
}

/// Whether a function outside the module does nothing but give memory and look at, or change, the memory that it is given.
pub fn only_computes(name: &str) -> bool {
    matches!(name, "malloc" | "calloc") || is_proved_by_arguments(name)
}

/// The arguments of a function outside the module whose memory it reads; `None`: it may read all that it can get at.
pub fn reads(name: &str) -> Option<&'static [usize]> {
    Some(match name {
        "malloc" | "calloc" | "free" | "memset" => &[],
        "__secateur_assume" | "__secateur_silent_exit" | "__secateur_set_forking" => &[],
        "realloc" => &[0],
        "memcpy" | "memmove" | "mempcpy" | "strcpy" | "stpcpy" => &[1],
        "strcat" | "memcmp" | "bcmp" | "strcmp" | "strncmp" => &[0, 1],
        name if is_proved_by_arguments(name) => &[0],
        SYMBOLIC => &[2],
        _ => return None,
    })
}

/// How a function of the library prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Printer {
    Character,
    CharacterTo,
    Text,
    TextTo,
    Format,
    FormatTo,
    Flush,
}

/// What a function of the library prints, if it only prints.
pub fn printer(name: &str) -> Option<Printer> {
    Some(match name {
        "putchar" => Printer::Character,
        "putc" | "fputc" => Printer::CharacterTo,
        "puts" => Printer::Text,
        "fputs" => Printer::TextTo,
        "printf" => Printer::Format,
        "fprintf" => Printer::FormatTo,
        "fflush" => Printer::Flush,
        _ => return None,
    })
}

/// The library's streams that programs print to.
pub const STREAMS_FOR_OUTPUT: [&str; 2] = ["stdout", "stderr"];

/// Functions that neither tell nor change how much was printed, beside those of [`BY_ARGUMENTS`], [`HARMLESS`] and
/// [`NEVER_RETURN`] and those of harnesses.
const SEE_NO_OUTPUT: &[&str] = &[
    "realloc",
    "reallocarray",
    "aligned_alloc",
    "posix_memalign",
    "malloc_usable_size",
    "strdup",
    "strndup",
    "strncpy",
    "stpncpy",
    "strncat",
    "strlcpy",
    "strlcat",
    "strstr",
    "strpbrk",
    "strspn",
    "strcspn",
    "strtok",
    "strtok_r",
    "strsep",
    "strcasecmp",
    "strncasecmp",
    "strcoll",
    "memrchr",
    "memccpy",
    "memmem",
    "bzero",
    "bcopy",
    "strerror",
    "atoi",
    "atol",
    "atoll",
    "atof",
    "strtol",
    "strtoul",
    "strtoll",
    "strtoull",
    "strtod",
    "strtof",
    "strtoimax",
    "strtoumax",
    "sprintf",
    "snprintf",
    "vsnprintf",
    "vsprintf",
    "sscanf",
    "vsscanf",
    "isalnum",
    "isalpha",
    "isascii",
    "isblank",
    "iscntrl",
    "isdigit",
    "isgraph",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
    "toascii",
    "tolower",
    "toupper",
    "__isspace",
    "abs",
    "labs",
    "llabs",
    "div",
    "ldiv",
    "lldiv",
    "rand",
    "srand",
    "qsort",
    "bsearch",
    "getenv",
    "time",
    "clock",
    "getchar",
    "getc",
    "fgetc",
    "fgets",
    "gets",
    "fread",
    "ungetc",
    "feof",
    "scanf",
    "fscanf",
    "getline",
    "getdelim",
    "read",
    "open",
    "fopen",
    "__errno_location",
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
    "__isoc99_scanf",
    "__isoc99_sscanf",
    "__isoc99_fscanf",
    "fabs",
    "floor",
    "ceil",
    "sqrt",
    "pow",
    "exp",
    "log",
    "log10",
    "sin",
    "cos",
    "tan",
    "fmod",
    "trunc",
    "round",
];

/// Whether a function of the library, or of the machine, neither tells nor changes how much was printed.
pub fn sees_no_output(name: &str) -> bool {
    let of_harnesses = ["__secateur_", "secateur_", "klee_", "__VERIFIER_", "__Crest", "crest_"];
    let is_call = name != "__secateur_syscall" && name != "__secateur_signal_call";
    SEE_NO_OUTPUT.contains(&name)
        || is_harmless(name)
        || is_proved_by_arguments(name)
        || !returns(name) && !jumps(name)
        || is_call && of_harnesses.iter().any(|prefix| name.starts_with(prefix))
}

/// Functions of the machine after which a path may count as if it had never been. All of them must be here.
const EXCLUDE: [&str; 2] = ["__secateur_assume", "__secateur_silent_exit"];

/// Whether a call of a function outside the module may take back what its path did.
pub fn excludes(name: &str) -> bool {
    EXCLUDE.contains(&name)
}

/// The machine's function that makes memory symbolic: `(object, size, name)`. It fails only where the
/// object does.
pub const SYMBOLIC: &str = "__secateur_symbolic";

/// Functions of the library that end the program after calling what was registered for that.
pub const EXIT: &str = "exit";

/// Functions of the library that end the program at once.
pub const QUIT: [&str; 2] = ["_Exit", "_exit"];

/// Functions that give the library a buffer or a stream of the program's, which it may use until the very end. Every
/// such function must be here: without one, what `exit` does with streams is taken for the library's own business.
pub const LENDERS: [&str; 9] = [
    "setvbuf",
    "setbuf",
    "setbuffer",
    "fopencookie",
    "fmemopen",
    "open_memstream",
    "open_wmemstream",
    "syscall",
    "__secateur_syscall",
];

/// Functions of the library whose calls through pointers are operations of a `FILE`. Only the library
/// fills those in: a stream with the program's own operations (`fopencookie`) has the library's in front of them.
const STREAMS: &[&str] = &[
    "vfprintf",
    "vfwprintf",
    "__fclose_ca",
    "fclose",
    "fread",
    "fwrite",
    "__fwritex",
    "__fseeko_unlocked",
    "__fseeko",
    "fseek",
    "rewind",
    "__ftello_unlocked",
    "__ftello",
    "ftell",
    "__overflow",
    "__uflow",
    "__toread",
    "__towrite",
    "fflush",
    "__stdio_exit",
    "freopen",
];

/// Whom a call through a pointer in library code may reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Site {
    /// The library's own functions only.
    Stream,
    /// What is registered for the end of the program.
    Exit,
    /// What is registered for signals.
    Signal,
    /// What is registered for the end of a thread.
    Thread,
    /// Destructors.
    Fini,
    /// Any function that the program gave away.
    Open,
}

/// What kind of calls through pointers a function of the library makes.
pub fn site(function: &str) -> Site {
    match function {
        "__funcs_on_exit" | "__funcs_on_quick_exit" | "call" => Site::Exit,
        "deliver_pending" | "call_handler" => Site::Signal,
        "__pthread_exit" | "__pthread_tsd_run_dtors" => Site::Thread,
        "__libc_exit_fini" => Site::Fini,
        name if STREAMS.contains(&name) => Site::Stream,
        _ => Site::Open,
    }
}

/// Functions through which a program registers functions: the kind of calls that they are for, and which argument
/// is the function. `None`: it travels in a structure. Every function of the library that can register must be
/// here; the library's sources were searched for what writes the lists that the sites read.
pub const FEEDERS: &[(&str, Site, Option<usize>)] = &[
    ("atexit", Site::Exit, Some(0)),
    ("__cxa_atexit", Site::Exit, Some(0)),
    ("at_quick_exit", Site::Exit, Some(0)),
    ("on_exit", Site::Exit, Some(0)),
    ("signal", Site::Signal, Some(1)),
    ("bsd_signal", Site::Signal, Some(1)),
    ("sysv_signal", Site::Signal, Some(1)),
    ("__sysv_signal", Site::Signal, Some(1)),
    ("sigset", Site::Signal, Some(1)),
    ("sigaction", Site::Signal, None),
    ("__sigaction", Site::Signal, None),
    ("__libc_sigaction", Site::Signal, None),
    ("sigvec", Site::Signal, None),
    ("siginterrupt", Site::Signal, None),
    ("timer_create", Site::Signal, None),
    ("syscall", Site::Signal, None),
    ("__secateur_syscall", Site::Signal, None),
    ("__secateur_signal_call", Site::Signal, None),
    ("pthread_key_create", Site::Thread, None),
    ("__pthread_key_create", Site::Thread, None),
    ("tss_create", Site::Thread, None),
    ("_pthread_cleanup_push", Site::Thread, None),
    ("__do_cleanup_push", Site::Thread, None),
    ("__secateur_at_fini", Site::Fini, Some(0)),
];

/// Arguments of library functions that are called during the call and never handed back: a function that is
/// used only as one of these is not called by the program's own pointers.
pub const CALLBACKS: &[(&str, usize)] = &[
    ("qsort", 3),
    ("qsort_r", 3),
    ("bsearch", 4),
    ("lfind", 4),
    ("lsearch", 4),
    ("tsearch", 2),
    ("tfind", 2),
    ("tdelete", 2),
    ("twalk", 1),
    ("tdestroy", 1),
    ("scandir", 2),
    ("scandir", 3),
    ("ftw", 1),
    ("nftw", 1),
    ("atexit", 0),
    ("at_quick_exit", 0),
];
