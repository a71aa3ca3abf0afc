/* cc.c - a text compiled by the system's C compiler into a shared object, which is loaded.
 *
 * The compiler is $CC or cc; it is started directly, without a shell.
 */
#include "compile/compile_impl.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <dirent.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The environment with TMPDIR in the folder of `output`: a compiler that is ended leaves its own temporary files
 * there. */
static char **environment(const char *output) {
    size_t n = 0, kept = 0;
    while (environ[n]) n++;
    const char *slash = strrchr(output, '/');
    size_t length = slash ? (size_t)(slash - output) : 1;
    char **own = base_realloc(NULL, (n + 2) * sizeof *own);
    char *folder = base_realloc(NULL, length + 8);
    snprintf(folder, length + 8, "TMPDIR=%.*s", (int)length, slash ? output : ".");
    own[kept++] = folder;
    for (size_t i = 0; i < n; i++)
        if (strncmp(environ[i], "TMPDIR=", 7) != 0) own[kept++] = environ[i];
    own[kept] = NULL;
    return own;
}

int comp_run(char *const *argv, const char *output, atomic_int *group) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t pid;
    int status;
    posix_spawnattr_init(&attributes);
    sigset_t none; /* the compiler may be interrupted, also where we wait for it with signals blocked */
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, group ? 0 : getpgrp());
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    char **own = environment(output);
    int failed = posix_spawnp(&pid, argv[0], &actions, &attributes, argv, own);
    base_realloc(own[0], 0);
    base_realloc(own, 0);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (failed) return -1;
    if (group) atomic_store(group, (int)pid);
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

void comp_hold_signals(sigset_t *old) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &set, old);
}

void comp_let_signals(const sigset_t *old) { pthread_sigmask(SIG_SETMASK, old, NULL); }

/* Where temporary folders may lie: the place that was asked for, or one that every system has. */
static const char *temporary_place(int i) {
    const char *const places[] = {getenv("TMPDIR"), "/tmp", "/var/tmp"};
    const char *place = i < 3 ? places[i] : NULL;
    return i == 0 && (!place || !*place || strlen(place) > COMP_FOLDER - 64) ? "" : place;
}

/* Is there room for something in a fresh folder?  A disk that is full lets folders be made. */
static bool has_room(const char *folder) {
    static const char some[4096];
    char path[COMP_PATH];
    snprintf(path, sizeof path, "%s/room", folder);
    bool ok = base_write_file(path, some, sizeof some);
    unlink(path);
    return ok;
}

bool comp_temporary(char *path) {
    int why = ENOENT;
    for (int i = 0; temporary_place(i); i++) {
        snprintf(path, COMP_FOLDER, "%s/causeway.%ld.XXXXXX", temporary_place(i), (long)getpid());
        if (*temporary_place(i) && mkdtemp(path)) {
            if (has_room(path)) return true;
            why = errno;
            rmdir(path);
        } else if (*temporary_place(i)) {
            why = errno;
        }
    }
    errno = why;
    *path = 0;
    return false;
}

void comp_remove_temporary(void) {
    char start[64], path[COMP_PATH];
    snprintf(start, sizeof start, "causeway.%ld.", (long)getpid());
    for (int i = 0; temporary_place(i); i++) {
        DIR *dir = *temporary_place(i) ? opendir(temporary_place(i)) : NULL;
        for (struct dirent *f; dir && (f = readdir(dir));) {
            if (strncmp(f->d_name, start, strlen(start)) != 0) continue;
            snprintf(path, sizeof path, "%s/%.100s", temporary_place(i), f->d_name);
            comp_remove_folder(path);
        }
        if (dir) closedir(dir);
    }
}

/* Removes what a folder holds; folders in it down to so many levels. */
static void remove_inside(int fd, int depth) {
    DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
    if (!dir) return;
    for (struct dirent *f; (f = readdir(dir));) {
        if (!strcmp(f->d_name, ".") || !strcmp(f->d_name, "..") || unlinkat(dirfd(dir), f->d_name, 0) == 0) continue;
        if (depth > 0)
            remove_inside(openat(dirfd(dir), f->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), depth - 1);
        unlinkat(dirfd(dir), f->d_name, AT_REMOVEDIR);
    }
    closedir(dir);
}

void comp_remove_folder(const char *path) {
    remove_inside(open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), 8);
    rmdir(path);
}

CompUnit *comp_load(const char *path, Text *why) {
    void *handle = base_load(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        base_text_add(why, dlerror());
        return NULL;
    }
    CompUnit *u = base_realloc(NULL, sizeof *u);
    *u = (CompUnit){.shared = handle};
    return u;
}

void comp_whole_text(const char *text, Text *out) {
    base_text_add(out, "#define CW_CODE\n#define CW_HELPER static\n");
    base_text_add(out, gen_abi_text());
    base_text_add(out, gen_helpers_text());
    base_text_add(out, "#line 1 \"model.c\"\n");
    base_text_add(out, text);
}

CompUnit *comp_cc(Context *ctx, const char *text, const char *flags, const char *keep) {
    Text all = {0}, why = {0};
    char folder[COMP_FOLDER], source[COMP_PATH], object[COMP_PATH], log[COMP_PATH];
    CompUnit *u = NULL;
    sigset_t old;
    comp_hold_signals(&old);
    if (!comp_temporary(folder)) {
        comp_let_signals(&old);
        base_error(ctx, "COMP0003", (Span){0}, "cannot make a folder for temporary files: %s", strerror(errno));
        return NULL;
    }
    snprintf(source, sizeof source, "%s/model.c", folder);
    snprintf(object, sizeof object, "%s/model.so", folder);
    snprintf(log, sizeof log, "%s/log", folder);
    comp_whole_text(text, &all);
    const char *cc = getenv("CC");
    char *argv[] = {(char *)(cc && *cc ? cc : "cc"),
                    (char *)(flags ? flags : "-O2"),
                    "-w",
                    "-shared",
                    "-fPIC",
                    "-ffp-contract=off",
                    "-o",
                    object,
                    source,
                    "-lm",
                    NULL};
    int status = base_write_file(source, all.at, all.n) ? comp_run(argv, log, NULL) : -2;
    if (status == 0 && keep) comp_cache_keep(object, keep);
    if (status == 0) u = comp_load(object, &why);
    else if (status > 0) (void)base_read_file(log, 4000, &why);
    else base_text_add(&why, status == -1 ? "the compiler could not be started" : strerror(errno));
    if (!u)
        base_error(ctx, "COMP0002", (Span){0}, "generated code does not compile (%s): %s", argv[0],
                   base_text_str(&why));
    comp_remove_folder(folder);
    comp_let_signals(&old);
    base_text_free(&all);
    base_text_free(&why);
    return u;
}

/* Files into a folder; names of those that are compiled are added to argv. */
static bool write_sources(const CompSources *files, const char *folder, Arena *arena, VecStr *argv) {
    bool ok = true;
    for (size_t i = 0; ok && i < files->n; i++) {
        char *path = base_sprintf(arena, "%s/%s", folder, files->at[i].name);
        for (char *s = path + strlen(folder) + 1; (s = strchr(s, '/')); *s++ = '/') {
            *s = 0;
            mkdir(path, 0700);
        }
        ok = base_write_file(path, files->at[i].text, files->at[i].n);
        if (files->at[i].unit) vec_push(argv, path);
    }
    return ok;
}

int comp_foreign(const char *compiler, const CompSources *files, Text *binary, Text *why) {
    char folder[COMP_FOLDER], object[COMP_PATH], log[COMP_PATH];
    Arena arena = {0};
    VecStr argv = {0};
    sigset_t old;
    comp_hold_signals(&old);
    int status = comp_temporary(folder) ? 0 : 1;
    if (status) base_text_add(why, strerror(errno));
    snprintf(object, sizeof object, "%s/model.so", folder);
    snprintf(log, sizeof log, "%s/log", folder);
    const char *fixed[] = {compiler, "-std=gnu99", "-O2",  "-w", "-shared", "-fPIC", "-ffp-contract=off",
                           "-s",     "-I",         folder, "-o", object};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) vec_push(&argv, (char *)fixed[i]);
    bool written = !status && write_sources(files, folder, &arena, &argv);
    vec_push(&argv, (char *)"-lm");
    vec_push(&argv, NULL);
    if (!status) status = written ? comp_run(argv.at, log, NULL) : 1;
    if (status > 0) (void)base_read_file(log, 4000, why);
    if (status == 0) (void)base_read_file(object, SIZE_MAX, binary);
    if (*folder) comp_remove_folder(folder);
    comp_let_signals(&old);
    vec_free(&argv);
    base_free_arena(&arena);
    return status;
}
