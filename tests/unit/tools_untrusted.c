/* What machine code inside a confined process can still do to the system: nothing but what was named. */
#include "tools/tools.h"
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static void write_text(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    CHECK(f && fputs(text, f) >= 0);
    if (f) fclose(f);
}

static bool opens(const char *path, int flags) {
    int fd = open(path, flags | O_CLOEXEC, 0600);
    if (fd >= 0) close(fd);
    return fd >= 0;
}

static void test_files(void) {
    CHECK(opens("untrusted_lib/Lib/package.mo", O_RDONLY)); /* what a model needs */
    CHECK(opens("untrusted_model.mo", O_RDONLY) && opens("untrusted_out.csv", O_WRONLY | O_TRUNC));
    CHECK(opens("/dev/null", O_WRONLY));
    CHECK(!opens("untrusted_secret.txt", O_RDONLY) && !opens("/etc/passwd", O_RDONLY));
    CHECK(!opens("untrusted_lib/Lib/link.txt", O_RDONLY)); /* leads out of the library */
    CHECK(!opens("/proc/self/environ", O_RDONLY) && !opens("/proc/self/mem", O_RDWR));
    CHECK(!opens("untrusted_lib/Lib/package.mo", O_WRONLY) && !opens("untrusted_model.mo", O_WRONLY | O_APPEND));
    CHECK(!opens("untrusted_new.txt", O_WRONLY | O_CREAT) && !opens(".", O_RDWR | O_TMPFILE));
    CHECK(unlink("untrusted_out.csv") != 0 && rename("untrusted_out.csv", "untrusted_x") != 0);
    CHECK(link("untrusted_out.csv", "untrusted_x") != 0 && symlink("/etc/passwd", "untrusted_x") != 0);
    CHECK(mkdir("untrusted_x", 0700) != 0 && chmod("untrusted_out.csv", 04777) != 0);
    CHECK(truncate("untrusted_secret.txt", 0) != 0 && chdir("/") != 0 && chroot("/") != 0);
}

static void test_processes(void) {
    char *const words[] = {"/bin/true", NULL}, *const none[] = {NULL};
    errno = 0;
    CHECK(fork() < 0 && errno == EPERM);
    CHECK(vfork() < 0);
    CHECK(execve(words[0], words, none) < 0 && system("true") != 0 && popen("true", "r") == NULL);
    CHECK(kill(getppid(), 0) != 0 && kill(getppid(), SIGTERM) != 0);
    CHECK(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) != 0);
    struct iovec here = {&errno, 1}, there = {&errno, 1};
    CHECK(process_vm_readv(getppid(), &here, 1, &there, 1, 0) < 0);
    CHECK(syscall(SYS_setns, 0, 0) != 0 && syscall(SYS_unshare, 0x10000000) != 0);
    CHECK(syscall(SYS_memfd_create, "x", 0) < 0 && syscall(SYS_bpf, 0, NULL, 0) != 0);
    CHECK(syscall(SYS_io_uring_setup, 1, NULL) != 0 && syscall(SYS_userfaultfd, 0) < 0);
    CHECK(syscall(SYS_keyctl, 0, 0) < 0 && syscall(SYS_mount, "a", "b", "c", 0, NULL) != 0);
}

static void test_network(void) {
    int families[] = {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK, AF_PACKET}, pair[2];
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        CHECK(socket(families[i], SOCK_STREAM, 0) < 0);
        CHECK(socket(families[i], SOCK_DGRAM, 0) < 0);
    }
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0);
}

static void test_limits(void) {
    struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
    CHECK(setrlimit(RLIMIT_DATA, &limit) != 0 && setrlimit(RLIMIT_FSIZE, &limit) != 0);
    CHECK(getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_cur == 0);
    CHECK(getenv("UNTRUSTED_SECRET") == NULL && getenv("HOME") != NULL);
    CHECK(fcntl(77, F_GETFD) < 0); /* what the caller had open */
}

static void *answer(void *arg) {
    *(int *)arg = opens("/etc/passwd", O_RDONLY) ? 1 : 42;
    return NULL;
}

/* What the program itself needs goes on: threads, which are confined too, and memory for code. */
static void test_work(void) {
    pthread_t thread;
    int x = 0;
    CHECK(pthread_create(&thread, NULL, answer, &x) == 0 && pthread_join(thread, NULL) == 0 && x == 42);
    void *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(code != MAP_FAILED && mprotect(code, 4096, PROT_READ | PROT_EXEC) == 0);
}

static void confined(void) {
    Context *ctx = base_context_new();
    ToolOptions o = {.untrusted = true, .output = "untrusted_out.csv", .memory = NAN, .timeout = NAN};
    vec_push(&o.libraries, (char *)"untrusted_lib");
    vec_push(&o.words, (char *)"untrusted_model.mo");
    tool_untrusted_limits(&o);
    CHECK(o.timeout > 0 && o.memory > 0 && o.no_cache);
    bool ok = tool_confine_files(ctx, &o, TOOL_CMD_SIMULATE) && tool_confine_calls(ctx, TOOL_CMD_SIMULATE);
    base_diag_flush(ctx, stderr);
    CHECK(ok);
    if (!ok) return;
    test_files();
    test_processes();
    test_network();
    test_limits();
    test_work();
}

/* In a process of its own, whose folder can be cleared behind it. */
static int test_confined(void) {
    mkdir("untrusted_lib", 0700);
    mkdir("untrusted_lib/Lib", 0700);
    write_text("untrusted_lib/Lib/package.mo", "package Lib end Lib;");
    write_text("untrusted_model.mo", "model M end M;");
    write_text("untrusted_secret.txt", "secret");
    CHECK(symlink("../../untrusted_secret.txt", "untrusted_lib/Lib/link.txt") == 0);
    setenv("UNTRUSTED_SECRET", "token", 1);
    CHECK(dup2(open("untrusted_secret.txt", O_RDONLY), 77) == 77);
    confined();
    return test_done();
}

int main(void) {
    static const char *const files[] = {"untrusted_lib/Lib/link.txt", "untrusted_lib/Lib/package.mo",
                                        "untrusted_out.csv", "untrusted_model.mo", "untrusted_secret.txt"};
    char folder[] = "/tmp/untrusted.XXXXXX";
    int status = 1;
    if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
    pid_t child = fork();
    if (child == 0) {
        status = test_confined();
        fflush(stdout);
        _exit(status);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) return 1;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) unlink(files[i]);
    rmdir("untrusted_lib/Lib");
    rmdir("untrusted_lib");
    rmdir(folder);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
