/* cmd_jupyter.c - `causeway jupyter install`: the description of our kernel where notebooks look for it. */
#include "tools/tools.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder that holds the Python package: beside the program as installed, or the source tree's. */
static const char *package_folder(Context *ctx, const char *own) {
    const char *slash = strrchr(own, '/');
    const char *installed =
        base_sprintf(&ctx->arena, "%.*s/../lib/python3/dist-packages", slash ? (int)(slash - own) : 0, own);
    if (access(base_sprintf(&ctx->arena, "%s/causeway/jupyter.py", installed), R_OK) == 0) return installed;
#ifdef CAUSEWAY_SOURCE_DIR
    if (access(CAUSEWAY_SOURCE_DIR "/python/causeway/jupyter.py", R_OK) == 0) return CAUSEWAY_SOURCE_DIR "/python";
#endif
    return NULL;
}

/* $JUPYTER_DATA_DIR, $XDG_DATA_HOME/jupyter, ~/.local/share/jupyter; NULL: there is no home. */
static const char *data_folder(Context *ctx) {
    const char *data = getenv("JUPYTER_DATA_DIR"), *share = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data) return data;
    if (share && *share) return base_sprintf(&ctx->arena, "%s/jupyter", share);
    return home && *home ? base_sprintf(&ctx->arena, "%s/.local/share/jupyter", home) : NULL;
}

static void make_folders(char *path) {
    for (char *p = path + 1; *p; p++) {
        if (*p != '/') continue;
        *p = 0;
        mkdir(path, 0777);
        *p = '/';
    }
}

static ToolExit write_kernel(ToolRun *r, const char *python, const char *package, const char *library, char *path) {
    Text t = {0};
    base_text_add(&t, "{\n \"argv\": [");
    base_text_json(&t, python, strlen(python));
    base_text_add(&t,
                  ", \"-m\", \"causeway.jupyter\", \"-f\", \"{connection_file}\"],\n \"display_name\": \"Causeway\",\n"
                  " \"language\": \"modelica\",\n \"env\": {\"PYTHONPATH\": ");
    base_text_json(&t, package, strlen(package));
    if (library) {
        base_text_add(&t, ", \"CAUSEWAY_LIBRARY\": ");
        base_text_json(&t, library, strlen(library));
    }
    base_text_add(&t, "}\n}\n");
    make_folders(path);
    FILE *f = tool_open_output(r->ctx, path);
    bool ok = f != NULL;
    if (f) fwrite(t.at, 1, t.n, f);
    if (f) ok = tool_close_output(r->ctx, path, f);
    base_text_free(&t);
    return ok ? TOOL_DONE : TOOL_USAGE;
}

ToolExit tool_jupyter(ToolRun *r) {
    const VecStr *words = &r->options->words;
    char own[4096];
    ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
    own[n > 0 ? n : 0] = 0;
    const char *package = package_folder(r->ctx, own);
    const char *data = words->n > 1 ? words->at[1] : data_folder(r->ctx);
    if (strcmp(words->at[0], "install") != 0 || !data) {
        Diag *d = base_error(r->ctx, "TOOL0008", (Span){0}, "jupyter: %s",
                             data ? "the word behind it is install" : "there is no home to install into");
        base_hint(r->ctx, d, "causeway jupyter install [FOLDER]");
        return TOOL_USAGE;
    }
    if (!package) {
        base_error(r->ctx, "TOOL0008", (Span){0}, "the Python package is nowhere beside this program");
        return TOOL_USAGE;
    }
    const char *slash = strrchr(own, '/');
    const char *beside = base_sprintf(&r->ctx->arena, "%.*s/libcauseway.so", slash ? (int)(slash - own) : 0, own);
    const char *python = access("/usr/bin/python3", X_OK) == 0 ? "/usr/bin/python3" : "python3";
    char *path = base_sprintf(&r->ctx->arena, "%s/kernels/causeway/kernel.json", data);
    ToolExit code = write_kernel(r, python, package, access(beside, R_OK) == 0 ? beside : NULL, path);
    if (code == TOOL_DONE && !r->options->quiet)
        base_say(stdout, "%s\nthe kernel needs Debian's python3-ipykernel and python3-numpy\n", path);
    return code;
}
