/* untrusted.c - `--untrusted`: the process gives up what a hostile model could use, before it reads a byte of it.
 *
 * The system enforces it (Linux): Landlock confines files to the libraries, words of the command line and the named
 * outputs, and forbids the network; a filter of system calls (seccomp) leaves no way to start programs, open sockets,
 * trace or signal other processes; limits of time, memory and file size hold.  External functions are not run, nothing
 * is kept in the cache, cc is not called.  Where the system lacks one of these the command is refused.  What is
 * promised stands in docs/security.md.
 *
 *     options --> environment --> files named, opened by path --> Landlock --> limits --> seccomp --> the command
 */
#include "tools/tools.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SECONDS = 600, MIB = 4096, FILES = 1024, FILE_GIB = 16 }; /* unless other limits are given */

static bool refuse(Context *ctx, const char *what, const char *why) {
    Diag *d = base_error(ctx, "TOOL0042", (Span){0}, "--untrusted cannot be kept here: %s: %s", what, why);
    base_hint(ctx, d, "use a newer system (Linux 6.2 with Landlock and seccomp), or a container of its own");
    return false;
}

/* ---- limits and environment -------------------------------------------------------------------------------------- */

static void bound(int what, rlim_t most) {
    struct rlimit limit;
    if (getrlimit((__rlimit_resource_t)what, &limit) != 0) return;
    if (limit.rlim_max > most) limit.rlim_max = most;
    if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
    setrlimit((__rlimit_resource_t)what, &limit);
}

/* Secrets are often kept there. */
static void forget_environment(void) {
    static const char *const kept[] = {"PATH",
                                       "HOME",
                                       "LANG",
                                       "LC_ALL",
                                       "TERM",
                                       "NO_COLOR",
                                       "TZ",
                                       "PWD",
                                       "MODELICAPATH",
                                       "XDG_DATA_HOME",
                                       "CAUSEWAY_FAIL_ALLOCATION"};
    enum { KEPT = sizeof kept / sizeof *kept };
    char *values[KEPT];
    for (int i = 0; i < KEPT; i++) {
        const char *value = getenv(kept[i]);
        values[i] = value ? strdup(value) : NULL;
    }
    clearenv();
    for (int i = 0; i < KEPT; i++) {
        if (values[i]) setenv(kept[i], values[i], 1);
        free(values[i]);
    }
}

void tool_untrusted_limits(ToolOptions *o) {
    if (!tool_given(o->timeout) || !(o->timeout > 0)) o->timeout = SECONDS;
    if (!tool_given(o->memory)) o->memory = MIB;
    o->no_cache = true;
    o->compile = "tcc";
    bound(RLIMIT_CORE, 0);
    bound(RLIMIT_NOFILE, FILES);
    bound(RLIMIT_FSIZE, (rlim_t)FILE_GIB << 30);
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static const uint64_t READ = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
/* bits that older headers do not name */
static const uint64_t TRUNCATE = 1 << 14, IOCTL_DEV = 1 << 15;

/* Allows access to what lies at path, and below it; nothing when there is no such thing. */
static bool allow(int rules, const char *path, uint64_t access) {
    int fd = path ? open(path, O_PATH | O_CLOEXEC) : -1;
    if (fd < 0) return true;
    struct stat st;
    bool folder = fstat(fd, &st) == 0 && S_ISDIR(st.st_mode);
    if (!folder) access &= ~(uint64_t)LANDLOCK_ACCESS_FS_READ_DIR;
    struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = fd};
    bool ok = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    close(fd);
    return ok;
}

/* A file of the user: itself, and the library when it is the head of one. */
static bool allow_word(int rules, Arena *a, const char *word) {
    const char *slash = strrchr(word, '/');
    bool head = strcmp(slash ? slash + 1 : word, "package.mo") == 0;
    const char *folder = slash ? base_strndup(a, word, (size_t)(slash - word)) : ".";
    return allow(rules, head ? folder : word, READ);
}

static bool allow_reading(int rules, const ToolOptions *o, Arena *a) {
    bool ok = true;
    for (size_t i = 0; i < o->libraries.n; i++) ok &= allow(rules, o->libraries.at[i], READ);
    for (size_t i = 0; i < o->words.n; i++) ok &= allow_word(rules, a, o->words.at[i]);
    for (const char *path = getenv("MODELICAPATH"); path && *path;) {
        size_t n = strcspn(path, ":");
        if (n) ok &= allow(rules, base_strndup(a, path, n), READ);
        path += n + (path[n] == ':');
    }
    const char *const places[] = {lib_store(a), lib_shipped(a), lib_openmodelica(a), o->signals};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) ok &= allow(rules, places[i], READ);
    return ok && allow(rules, "/dev/null", LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
}

/* The file is made now: afterwards nothing can be. */
static bool allow_output(Context *ctx, int rules, const char *path, uint64_t handled) {
    if (!path || strcmp(path, "-") == 0 || strncmp(path, "/dev/", 5) == 0) return true;
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    struct stat st;
    bool plain = fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    if (!plain)
        base_error(ctx, "TOOL0006", (Span){0}, "cannot write %s: %s", path, fd < 0 ? strerror(errno) : "no plain file");
    if (fd >= 0) close(fd);
    uint64_t access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | TRUNCATE;
    return plain && (allow(rules, path, access & handled) || refuse(ctx, path, strerror(errno)));
}

/* An FMU is made in memory, from what the session names. */
static bool allow_fmu(int rules, Arena *a) {
    const char *folders[SES_FMU_FOLDERS];
    size_t n = ses_fmu_needs(a, folders);
    bool ok = n > 0;
    for (size_t i = 0; i < n; i++) ok &= allow(rules, folders[i], READ);
    return ok;
}

static bool confine_files(Context *ctx, const ToolOptions *o, uint64_t command) {
    struct {
        uint64_t files, net, scoped;
    } attr = {0};
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 3) return refuse(ctx, "confinement of files (Landlock)", version < 0 ? strerror(errno) : "too old");
    attr.files = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1; /* all of the first version */
    attr.files |= LANDLOCK_ACCESS_FS_REFER | TRUNCATE;
    if (version >= 4) attr.net = 3; /* bind and connect */
    if (version >= 5) attr.files |= IOCTL_DEV;
    if (version >= 6) attr.scoped = 3; /* abstract sockets and signals */
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    int rules = (int)syscall(SYS_landlock_create_ruleset, &attr, size, 0);
    if (rules < 0) return refuse(ctx, "confinement of files (Landlock)", strerror(errno));
    /* a study keeps what is done in its journal */
    bool sweeps = command & TOOL_CMD_SWEEP;
    const char *journal = sweeps && o->output ? base_sprintf(&ctx->arena, "%s.journal", o->output) : NULL;
    const char *const outputs[] = {o->output, o->stats, o->svg, journal};
    bool ok = allow_reading(rules, o, &ctx->arena) || refuse(ctx, "rules for files", strerror(errno));
    if (ok && command & TOOL_CMD_FMU)
        ok = allow_fmu(rules, &ctx->arena) || refuse(ctx, "an archive", "libzip is not there");
    for (size_t i = 0; ok && i < sizeof outputs / sizeof *outputs; i++)
        ok = allow_output(ctx, rules, outputs[i], attr.files);
    if (ok && syscall(SYS_landlock_restrict_self, rules, 0) != 0)
        ok = refuse(ctx, "confinement of files (Landlock)", strerror(errno));
    close(rules);
    return ok;
}

/* ---- system calls ------------------------------------------------------------------------------------------------ */

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

/* Calls that a translation and a run need, whatever their arguments; all others fail with EPERM. */
static const int allowed[] = {
#ifdef SYS_open
    SYS_open,
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_readlink,
    SYS_poll,
    SYS_select,
    SYS_pipe,
    SYS_dup2,
    SYS_getdents,
    SYS_time,
    SYS_alarm,
    SYS_arch_prctl,
#endif
    SYS_read,
    SYS_write,
    SYS_readv,
    SYS_writev,
    SYS_pread64,
    SYS_pwrite64,
    SYS_openat,
    SYS_close,
    SYS_fstat,
    SYS_newfstatat,
    SYS_statx,
    SYS_statfs,
    SYS_fstatfs,
    SYS_lseek,
    SYS_mmap,
    SYS_mprotect,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_faccessat,
    SYS_faccessat2,
    SYS_pipe2,
    SYS_dup,
    SYS_dup3,
    SYS_fcntl,
    SYS_ftruncate,
    SYS_fallocate,
    SYS_fsync,
    SYS_fdatasync,
    SYS_getdents64,
    SYS_getcwd,
    SYS_readlinkat,
    SYS_getpid,
    SYS_gettid,
    SYS_getppid,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_getrlimit,
    SYS_getrusage,
    SYS_times,
    SYS_sysinfo,
    SYS_uname,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_nanosleep,
    SYS_clock_nanosleep,
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_gettimeofday,
    SYS_futex,
    SYS_set_robust_list,
    SYS_set_tid_address,
#ifdef SYS_rseq
    SYS_rseq,
#endif
    SYS_membarrier,
    SYS_restart_syscall,
    SYS_exit,
    SYS_exit_group,
    SYS_ppoll,
    SYS_pselect6,
    SYS_signalfd4,
    SYS_eventfd2,
    SYS_getrandom,
};

#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define GIVE(what) BPF_STMT(BPF_RET | BPF_K, what)
#define IS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), yes, no)
#define HAS(bits, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (uint32_t)(bits), yes, no)
/* the lower half of an argument: both machines are little-endian */
#define ARGUMENT(i) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, args[i]))

bool tool_confine_calls(Context *ctx, uint64_t command) {
#ifndef MACHINE
    (void)command;
    return refuse(ctx, "a filter of system calls", "not known for this processor");
#else
    enum { NO = SECCOMP_RET_ERRNO | EPERM, NONE = SECCOMP_RET_ERRNO | ENOSYS, YES = SECCOMP_RET_ALLOW };
    const struct sock_filter special[] = {
        LOAD(arch),
        IS(MACHINE, 1, 0),
        GIVE(SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
#ifdef __x86_64__
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        GIVE(NO), /* the other numbering of this machine */
#endif
        IS(SYS_clone3, 0, 1),
        GIVE(NONE), /* clone is used then */
        IS(SYS_clone, 0, 4),
        ARGUMENT(0),
        HAS(CLONE_THREAD, 0, 1),
        GIVE(YES),
        GIVE(NO), /* threads, no processes */
        IS(SYS_tgkill, 0, 4),
        ARGUMENT(0),
        IS(getpid(), 0, 1),
        GIVE(YES),
        GIVE(NO),
        IS(SYS_prctl, 0, 4),
        ARGUMENT(0),
        IS(PR_SET_NAME, 0, 1),
        GIVE(YES),
        GIVE(NO),
        IS(SYS_ioctl, 0, 5),
        ARGUMENT(1),
        IS(TIOCGWINSZ, 1, 0),
        IS(0x5401 /* TCGETS */, 0, 1),
        GIVE(YES),
        GIVE(NO),
        /* limits of this process are read, not set */
        IS(SYS_prlimit64, 0, 6),
        ARGUMENT(0),
        IS(0, 0, 3),
        ARGUMENT(2),
        IS(0, 0, 1),
        GIVE(YES),
        GIVE(NO),
    };
    enum { SPECIAL = sizeof special / sizeof *special, ALLOWED = sizeof allowed / sizeof *allowed };
    struct sock_filter filter[SPECIAL + 2 * ALLOWED + 3];
    memcpy(filter, special, sizeof special);
    size_t n = SPECIAL;
    for (size_t i = 0; i < ALLOWED; i++) {
        filter[n++] = (struct sock_filter)IS(allowed[i], 0, 1);
        filter[n++] = (struct sock_filter)GIVE(YES);
    }
    if (command & TOOL_CMD_FMU) { /* the library inside is made in memory that looks like a file */
        filter[n++] = (struct sock_filter)IS(SYS_memfd_create, 0, 1);
        filter[n++] = (struct sock_filter)GIVE(YES);
    }
    filter[n++] = (struct sock_filter)GIVE(NO);
    struct sock_fprog program = {(unsigned short)n, filter};
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0) return true;
    return refuse(ctx, "a filter of system calls (seccomp)", strerror(errno));
#endif
}

bool tool_confine_files(Context *ctx, const ToolOptions *o, uint64_t command) {
    bool makes_file = command & (TOOL_CMD_SIMULATE | TOOL_CMD_SWEEP | TOOL_CMD_FMU) && !o->dump;
    if (makes_file && !o->output) {
        Diag *d = base_error(ctx, "TOOL0042", (Span){0}, "--untrusted wants to know where the result goes");
        base_hint(ctx, d, "name it with -o FILE: nothing else can be written");
        return false;
    }
    ctx->confined = ctx->untrusted = true;
    forget_environment();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return refuse(ctx, "giving up new rights", strerror(errno));
    prctl(PR_SET_DUMPABLE, 0);
    syscall(SYS_close_range, 3, ~0U, 0); /* what the caller had open */
    return confine_files(ctx, o, command);
}
