/* test_cases.c - which models of a library are tested, and what their results are compared with.
 *
 * References are found below one folder, stored in either of two ways:
 *   NAME/creation.txt beside NAME/NAME.csv   as the Modelica Association stores them: modelName=..., StartTime=...,
 *                                            StopTime=..., Interval=..., Tolerance=...; comparisonSignals.txt, a name a
 *                                            line, says what is compared
 *   Library.Package.Model.csv (or .mat)      a result under the full name of its model; its columns are compared
 * Models with an experiment annotation and no reference must run, no more.
 */
#include "tools/tools_impl.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const tool_test_words[TEST_KINDS] = {
    [TEST_VERIFIED] = "verified", [TEST_RAN] = "ran",         [TEST_DIFFERS] = "differs",
    [TEST_SIMULATE] = "simulate", [TEST_INITIAL] = "initial", [TEST_TRANSLATE] = "translate",
    [TEST_INVALID] = "invalid",   [TEST_TIMEOUT] = "timeout", [TEST_CRASH] = "crash",
    [TEST_RESULT] = "result",     [TEST_USAGE] = "usage",
};

typedef struct {
    TestRun *t;
    Map seen;       /* Name of a model -> its number + 1 */
    regex_t filter; /* when has_filter */
    bool has_filter;
} Finder;

static bool is_wanted(const Finder *f, const char *model) {
    size_t n = strlen(f->t->library);
    bool ours = strncmp(model, f->t->library, n) == 0 && (model[n] == 0 || model[n] == '.');
    return ours && (!f->has_filter || regexec(&f->filter, model, 0, NULL, 0) == 0);
}

/* The case of a model, new when it is seen for the first time; NULL when it is not wanted. */
static TestCase *add_case(Finder *f, const char *model) {
    Context *ctx = f->t->run->ctx;
    uint64_t number;
    Name name = base_name(ctx->names, model);
    if (!is_wanted(f, model)) return NULL;
    if (base_map_get(&f->seen, name, &number)) return &f->t->cases.at[number - 1];
    vec_push(&f->t->cases, ((TestCase){.model = base_str(ctx->names, name), .before = -1, .verdict = TEST_USAGE}));
    base_map_put(&f->seen, name, f->t->cases.n);
    return &vec_last(&f->t->cases);
}

/* ---- references -------------------------------------------------------------------------------------------------- */

/* Value behind `name =` in a line, up to a blank, a quote or a comment; NULL when the line says something else. */
static char *setting(Arena *a, const char *line, const char *name) {
    line += strspn(line, " \t");
    size_t n = strlen(name);
    if (strncmp(line, name, n) != 0) return NULL;
    line += n;
    line += strspn(line, " \t");
    if (*line++ != '=') return NULL;
    line += strspn(line, " \t\"");
    size_t length = strcspn(line, "\"/ \t\r\n");
    return length ? base_strndup(a, line, length) : NULL;
}

typedef struct {
    char *model, *start, *stop, *interval, *tolerance;
} Settings;

static Settings read_settings(Arena *a, const char *path) {
    Settings s = {0};
    const struct {
        const char *name;
        char **to;
    } fields[] = {{"modelName", &s.model},
                  {"StartTime", &s.start},
                  {"StopTime", &s.stop},
                  {"Interval", &s.interval},
                  {"Tolerance", &s.tolerance}};
    FILE *f = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    while (f && getline(&line, &room, f) > 0)
        for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
            char *value = setting(a, line, fields[i].name);
            if (value) *fields[i].to = value;
        }
    free(line); /* of getline, not ours */
    if (f) fclose(f);
    if (s.interval && !(strtod(s.interval, NULL) > 0)) s.interval = NULL;
    return s;
}

static bool is_result(const char *name) { return res_format_of(name) != NULL; }

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void list_folder(Arena *a, const char *folder, VecStr *names) {
    DIR *dir = opendir(folder);
    if (!dir) return;
    for (struct dirent *e; (e = readdir(dir));)
        if (e->d_name[0] != '.') vec_push(names, base_strdup(a, e->d_name));
    closedir(dir);
    if (names->n) qsort(names->at, names->n, sizeof *names->at, by_text);
}

/* A folder with creation.txt: the result that bears the folder's name, else the first one. */
static void add_association_case(Finder *f, const char *folder, const VecStr *names) {
    Arena *a = &f->t->run->ctx->arena;
    const char *slash = strrchr(folder, '/'), *own = slash ? slash + 1 : folder, *best = NULL, *signals = NULL;
    for (size_t i = 0; i < names->n; i++) {
        const char *name = names->at[i];
        bool named = strncmp(name, own, strlen(own)) == 0 && strcmp(name + strlen(own), ".csv") == 0;
        if (is_result(name) && (!best || named)) best = name;
        if (strcmp(name, "comparisonSignals.txt") == 0) signals = base_sprintf(a, "%s/%s", folder, name);
    }
    Settings s = read_settings(a, base_sprintf(a, "%s/creation.txt", folder));
    TestCase *c = best && s.model ? add_case(f, s.model) : NULL;
    if (!c) return;
    c->reference = base_sprintf(a, "%s/%s", folder, best);
    c->signals = signals;
    c->start = s.start, c->stop = s.stop, c->interval = s.interval, c->tolerance = s.tolerance;
}

static void find_references(Finder *f, const char *folder, int depth) {
    Arena *a = &f->t->run->ctx->arena;
    VecStr names = {0};
    list_folder(a, folder, &names);
    bool association = false;
    for (size_t i = 0; i < names.n; i++) association |= strcmp(names.at[i], "creation.txt") == 0;
    if (association) add_association_case(f, folder, &names);
    for (size_t i = 0; i < names.n; i++) {
        char *path = base_sprintf(a, "%s/%s", folder, names.at[i]);
        struct stat st;
        if (stat(path, &st) != 0) continue;
        if (S_ISDIR(st.st_mode) && depth < 64) find_references(f, path, depth + 1);
        if (!S_ISREG(st.st_mode) || association || !is_result(names.at[i])) continue;
        TestCase *c = add_case(f, base_strndup(a, names.at[i], strlen(names.at[i]) - 4));
        if (c) c->reference = path;
    }
    vec_free(&names);
}

/* ---- examples ---------------------------------------------------------------------------------------------------- */

static void find_examples(Finder *f, LibTree *lib, LibClass *cls, int depth) {
    SynClass *syn = lib_syn(cls);
    if (!syn || depth > 100) return;
    uint32_t prefixes = syn->prefixes | (cls->element ? cls->element->prefixes : 0);
    bool model = syn->restriction == SYN_MODEL || syn->restriction == SYN_BLOCK || syn->restriction == SYN_CLASS;
    if (model && !(prefixes & (SYN_PARTIAL_CLASS | SYN_REPLACEABLE)) &&
        syn_annotation(syn->annotation, f->t->run->ctx->names, "experiment")) {
        Text name = {0};
        lib_full_name(cls, &name);
        add_case(f, base_text_str(&name));
        base_text_free(&name);
    }
    LibClass **children;
    size_t n = lib_children(lib, cls, &children);
    for (size_t i = 0; i < n; i++) find_examples(f, lib, children[i], depth + 1);
}

/* ---- the library ------------------------------------------------------------------------------------------------- */

static void add_folder(TestRun *t, const char *path) {
    char whole[PATH_MAX];
    if (realpath(path, whole)) vec_push(&t->folders, base_strdup(&t->run->ctx->arena, whole));
}

/* Runs find the library by name: the folder in which it lies goes in front of the others. */
static bool place_library(TestRun *t, LibClass *cls, const char *word) {
    Arena *a = &t->run->ctx->arena;
    LibClass *top = lib_top(cls);
    const char *path = top->folder ? top->folder : top->path;
    bool by_path = strchr(word, '/') || ses_is_file(&t->run->asked, word);
    char whole[PATH_MAX];
    if (by_path && path && realpath(path, whole)) {
        char *slash = strrchr(whole, '/');
        const char *name = base_str(t->run->ctx->names, top->name), *own = slash + 1;
        if (!top->folder && (strncmp(own, name, strlen(name)) != 0 || strcmp(own + strlen(name), ".mo") != 0)) {
            Diag *d = base_error(t->run->ctx, "TOOL0030", (Span){0}, "the file of %s has another name: %s", name, own);
            base_hint(t->run->ctx, d, "a library is found by the name of its file (MLS 3.6, 13.4): %s.mo", name);
            return false;
        }
        vec_push(&t->folders, base_strndup(a, whole, slash == whole ? 1 : (size_t)(slash - whole)));
    }
    for (size_t i = 0; i < t->run->options->libraries.n; i++) add_folder(t, t->run->options->libraries.at[i]);
    return true;
}

static bool compile_filter(Finder *f) {
    const char *filter = f->t->run->options->filter;
    if (!filter) return true;
    int wrong = regcomp(&f->filter, filter, REG_EXTENDED | REG_NOSUB);
    f->has_filter = wrong == 0;
    if (!wrong) return true;
    char why[200];
    regerror(wrong, &f->filter, why, sizeof why);
    base_error(f->t->run->ctx, "TOOL0008", (Span){0}, "--filter: %s", why);
    return false;
}

static int by_model(const void *a, const void *b) {
    return strcmp(((const TestCase *)a)->model, ((const TestCase *)b)->model);
}

/* A class tree of its own: what is read to find examples is not kept. */
static ToolExit find_cases(Finder *f, LibTree **made) {
    TestRun *t = f->t;
    ToolExit code = TOOL_USAGE;
    const char *word = t->run->options->words.at[0], *reference = t->run->options->reference;
    LibTree *lib = *made = ses_open_libraries(t->run->ctx, &t->run->asked, &code);
    LibClass *cls = lib ? ses_find_class(t->run->ctx, &t->run->asked, lib, word, &code) : NULL;
    if (!cls) return code;
    if (!place_library(t, cls, word)) return TOOL_USAGE;
    Text name = {0};
    lib_full_name(cls, &name);
    t->library = base_strdup(&t->run->ctx->arena, base_text_str(&name));
    base_text_free(&name);
    char whole[PATH_MAX];
    if (reference && !realpath(reference, whole)) {
        base_error(t->run->ctx, "TOOL0005", (Span){0}, "cannot read %s: %s", reference, strerror(errno));
        return TOOL_USAGE;
    }
    if (reference) find_references(f, whole, 0);
    find_examples(f, lib, cls, 0);
    return TOOL_DONE;
}

ToolExit tool_test_cases(TestRun *t) {
    Finder f = {.t = t};
    if (!compile_filter(&f)) return TOOL_USAGE;
    LibTree *lib = NULL;
    ToolExit code = find_cases(&f, &lib);
    lib_free(lib);
    base_map_free(&f.seen);
    if (f.has_filter) regfree(&f.filter);
    if (code == TOOL_DONE && !t->cases.n) {
        Diag *d = base_error(t->run->ctx, "TOOL0031", (Span){0}, "%s has no model to test", t->library);
        base_hint(t->run->ctx, d, "tests are models with an experiment annotation or with a result below --reference");
        return TOOL_USAGE;
    }
    if (code == TOOL_DONE) qsort(t->cases.at, t->cases.n, sizeof *t->cases.at, by_model);
    return code;
}
