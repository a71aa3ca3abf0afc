/* cmd_studio.c - `causeway studio`: the environment in a browser. */
#include "tools/tools_impl.h"

#include "server/server.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

enum { MOST_MESSAGE = 16 << 20, MOST_FILES = 500 };

static bool is_folder(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static char *kept(ToolRun *r, const char *text) { return base_strdup(&r->ctx->arena, text); }

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Texts that lie in a folder which is no library. */
static void add_files(ToolRun *r, const char *folder, VecStr *files) {
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && files->n < MOST_FILES && (e = readdir(dir));) {
        size_t n = strlen(e->d_name);
        if (e->d_name[0] == '.' || n < 4 || strcmp(e->d_name + n - 3, ".mo") != 0) continue;
        vec_push(files, base_sprintf(&r->ctx->arena, "%s/%s", folder, e->d_name));
    }
    if (dir) closedir(dir);
    if (files->n) qsort(files->at, files->n, sizeof *files->at, by_name);
}

static bool is_package(ToolRun *r, const char *folder) {
    return access(base_sprintf(&r->ctx->arena, "%s/package.mo", folder), F_OK) == 0;
}

/* What the words of the command line mean: folders, files, one class. */
static ToolExit read_words(ToolRun *r, SrvStudio *studio, const char **file) {
    SrvOptions *o = &studio->server;
    char real[PATH_MAX];
    *file = NULL;
    for (size_t i = 0; i < r->options->words.n; i++) {
        const char *word = r->options->words.at[i];
        size_t n = strlen(word);
        bool text = n > 3 && strcmp(word + n - 3, ".mo") == 0;
        if (!text && !is_folder(word) && !strchr(word, '/')) {
            studio->model = word;
            continue;
        }
        if (!realpath(word, real)) {
            base_error(r->ctx, "TOOL0070", (Span){0}, "cannot open %s: %s", word, strerror(errno));
            return TOOL_USAGE;
        }
        if (is_folder(real)) {
            vec_push(&o->folders, kept(r, real));
            if (!is_package(r, real)) add_files(r, real, &o->files);
            continue;
        }
        *file = kept(r, real);
        vec_push(&o->files, kept(r, real));
        *strrchr(real, '/') = 0;
        vec_push(&o->folders, kept(r, *real ? real : "/"));
    }
    return TOOL_DONE;
}

/* The last class of a file is what it is about. */
static const char *main_class(ToolRun *r, const char *file) {
    causeway_session *s = causeway_session_new(NULL);
    const char *name = NULL;
    if (s && causeway_load_file(s, file, &name) == CAUSEWAY_OK && name) name = kept(r, name);
    causeway_session_free(s);
    return name;
}

static void open_browser(const char *address) {
    char *const words[] = {(char *)"xdg-open", (char *)(uintptr_t)address, NULL};
    posix_spawn_file_actions_t quiet;
    pid_t child;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnp(&child, words[0], &quiet, NULL, words, environ);
    posix_spawn_file_actions_destroy(&quiet);
}

static void remove_runs(const char *folder) {
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (e->d_name[0] != '.') unlinkat(dirfd(dir), e->d_name, 0);
    if (dir) closedir(dir);
    rmdir(folder);
}

static ToolExit serve(ToolRun *r, SrvStudio *studio) {
    const char *tmp = getenv("TMPDIR");
    char *runs = base_sprintf(&r->ctx->arena, "%s/causeway-runs-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    double port = tool_given(r->options->port) ? r->options->port : 0;
    if (!(port >= 0 && port <= 65535 && port == (unsigned)port)) {
        base_error(r->ctx, "TOOL0004", (Span){0}, "--port: a port is a number from 1 to 65535, or 0 for any");
        return TOOL_USAGE;
    }
    if (!mkdtemp(runs)) {
        base_error(r->ctx, "TOOL0006", (Span){0}, "cannot make the folder %s: %s", runs, strerror(errno));
        return TOOL_USAGE;
    }
    studio->server.runs = runs;
    if (!srv_studio_open(studio, (unsigned)port)) {
        base_error(r->ctx, "TOOL0050", (Span){0}, "cannot wait for connections at port %.0f: %s", port,
                   strerror(errno));
        rmdir(runs);
        return TOOL_USAGE;
    }
    char address[120];
    snprintf(address, sizeof address, "http://127.0.0.1:%u/?token=%s", studio->port, studio->token);
    printf("%s\n", address);
    fflush(stdout);
    fputs("the studio runs until Ctrl-C; open the address in a browser\n", stderr);
    if (!r->options->no_browser) open_browser(address);
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigprocmask(SIG_BLOCK, &ends, NULL);
    srv_studio_serve(studio);
    remove_runs(runs);
    return TOOL_DONE;
}

ToolExit tool_studio(ToolRun *r) {
    SrvStudio studio = {.server = {.libraries = r->options->libraries, .most = MOST_MESSAGE}};
    const char *file;
    studio.assets = tool_studio_assets(&studio.nassets);
    studio.web = r->options->web;
    ToolExit code = read_words(r, &studio, &file);
    if (code == TOOL_DONE && !r->options->words.n) {
        char here[PATH_MAX];
        const char *home = getenv("HOME");
        bool wide = !getcwd(here, sizeof here) || strcmp(here, "/") == 0 || (home && strcmp(here, home) == 0);
        if (!wide) vec_push(&studio.server.folders, kept(r, here));
        if (!wide && !is_package(r, here)) add_files(r, here, &studio.server.files);
    }
    if (code == TOOL_DONE && r->options->app) studio.model = r->options->app, studio.app = true;
    if (code == TOOL_DONE && file && !studio.model) studio.model = main_class(r, file);
    if (code == TOOL_DONE) code = serve(r, &studio);
    vec_free(&studio.server.files);
    vec_free(&studio.server.folders);
    return code;
}
