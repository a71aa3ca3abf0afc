/* external_tcc.c - external code compiled by the compiler inside, for machines that have no other.
 *
 * Before: a recipe whose text lies in a file.  After: the same shared object that cc would make.  Nothing is asked of
 * the machine but its C library: the headers of C and POSIX that sources include are ours (c_headers.txt), and are
 * written beside the source.  What they do not have is looked for in /usr/include.
 */
#include "compile/compile_impl.h"
#include <sys/stat.h>

/* Writes a section of c_headers.txt as FOLDER/NAME; a name may have one folder before it. */
static bool write_header(const char *folder, const char *name, size_t length, const char *text, size_t n) {
    char path[COMP_PATH];
    int written = snprintf(path, sizeof path, "%s/%.*s", folder, (int)length, name);
    if (written < 0 || (size_t)written >= sizeof path) return false;
    char *slash = strchr(path + strlen(folder) + 1, '/');
    if (slash) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
    return base_write_file(path, text, n);
}

/* Sections begin with a line "== NAME". */
static bool write_headers(const char *folder) {
    static const char mark[] = "== ";
    bool ok = mkdir(folder, 0700) == 0;
    for (const char *at = comp_c_headers_text(); ok && *at;) {
        const char *name = at + strlen(mark), *text = strchr(name, '\n') + 1, *next = strstr(text, "\n== ");
        size_t n = next ? (size_t)(next + 1 - text) : strlen(text);
        ok = write_header(folder, name, (size_t)(text - 1 - name), text, n);
        at = text + n;
    }
    return ok;
}

static void push(VecStr *list, const char *a, const char *b) {
    size_t n = strlen(a) + strlen(b) + 1;
    char *s = base_realloc(NULL, n);
    snprintf(s, n, "%s%s", a, b);
    vec_push(list, s);
}

static void free_all(VecStr *list) {
    for (size_t i = 0; i < list->n; i++) base_realloc(list->at[i], 0);
    vec_free(list);
}

static bool wants_realpath(const CompRecipe *r) {
    static const char name[] = "/ModelicaInternal.c";
    for (size_t i = 0; i < r->sources.n; i++) {
        size_t n = strlen(r->sources.at[i]);
        if (n >= strlen(name) && !strcmp(r->sources.at[i] + n - strlen(name), name)) return true;
    }
    return false;
}

/* A file that defines what sources are told and includes one of them; libtcc would keep definitions of its own for what
 * it compiles later. */
static bool add_source(const char *folder, const char *source, const char *defines, size_t number, VecStr *files) {
    char path[COMP_PATH];
    Text text = {0};
    base_text_printf(&text, "%s#include \"%s\"\n", defines, source);
    snprintf(path, sizeof path, "%s/unit%zu.c", folder, number);
    bool ok = base_write_file(path, text.at, text.n);
    base_text_free(&text);
    push(files, path, "");
    return ok;
}

static bool add_sources(const CompRecipe *r, const char *folder, const char *headers, const char *source,
                        VecStr *files) {
    Text defines = {0};
    base_text_add(&defines, "#define HAVE_ZLIB 1\n#define HAVE_UNISTD_H 1\n");
    base_text_add(&defines, "#define DUMMY_FUNCTION_USERTAB 1\n");
    if (r->alone) base_text_add(&defines, "#define CW_ALONE 1\n");
    if (wants_realpath(r)) base_text_add(&defines, "#define CW_REALPATH 1\n#define realpath cw_realpath\n");
    char support[COMP_PATH + 32];
    snprintf(support, sizeof support, "%s/causeway_support.c", headers);
    push(files, support, "");
    bool ok = add_source(folder, source, base_text_str(&defines), 0, files);
    for (size_t i = 0; ok && i < r->sources.n; i++)
        ok = add_source(folder, r->sources.at[i], base_text_str(&defines), i + 1, files);
    base_text_free(&defines);
    return ok;
}

bool comp_tcc_recipe(const CompRecipe *r, const char *folder, const char *source, const char *object, Text *why) {
    char headers[COMP_PATH];
    VecStr files = {0}, folders = {0};
    snprintf(headers, sizeof headers, "%s/include", folder);
    bool ok = write_headers(headers) && add_sources(r, folder, headers, source, &files);
    if (!ok) base_text_add(why, "temporary files cannot be written");
    for (size_t i = 0; i < r->folders.n; i++) push(&folders, r->folders.at[i] + strlen("-I"), "");
    push(&folders, folder, "");
    push(&folders, headers, "");
    push(&folders, "/usr/include/x86_64-linux-gnu", "");
    push(&folders, "/usr/include", "");
    for (size_t i = 0; i < r->objects.n; i++) push(&files, r->objects.at[i], "");
    ok = ok && comp_tcc_shared(&files, &folders, object, why);
    free_all(&files), free_all(&folders);
    return ok;
}
