/* cases.c - which models of a library are tested, and what their results are compared with.
 *
 * References are found below one folder, stored in either of two ways:
 *   NAME/creation.txt beside NAME/NAME.csv   as the Modelica Association stores them: modelName=..., StartTime=...,
 *                                            StopTime=..., Interval=..., Tolerance=...; comparisonSignals.txt, a name a
 *                                            line, says what is compared
 *   Library.Package.Model.csv (or .mat)      a result under the full name of its model; its columns are compared
 * Models with an experiment annotation and no reference must run, no more.
 */
#include "session/session_impl.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    Context *ctx;
    SesCases *to;
    Map seen;       /* Name of a model -> its number + 1 */
    regex_t filter; /* when has_filter */
    bool has_filter;
} Finder;

static bool is_wanted(const Finder *f, const char *model) {
    size_t n = strlen(f->to->library);
    bool ours = strncmp(model, f->to->library, n) == 0 && (model[n] == 0 || model[n] == '.');
    return ours && (!f->has_filter || regexec(&f->filter, model, 0, NULL, 0) == 0);
}

/* The case of a model, new when it is seen for the first time; NULL when it is not wanted. */
static SesCase *add_case(Finder *f, const char *model) {
    Context *ctx = f->ctx;
    uint64_t number;
    Name name = base_name(ctx->names, model);
    if (!is_wanted(f, model)) return NULL;
    if (base_map_get(&f->seen, name, &number)) return &f->to->cases.at[number - 1];
    vec_push(&f->to->cases, ((SesCase){.model = base_str(ctx->names, name)}));
    base_map_put(&f->seen, name, f->to->cases.n);
    return &vec_last(&f->to->cases);
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
    Arena *a = &f->ctx->arena;
    const char *slash = strrchr(folder, '/'), *own = slash ? slash + 1 : folder, *best = NULL, *signals = NULL;
    for (size_t i = 0; i < names->n; i++) {
        const char *name = names->at[i];
        bool named = strncmp(name, own, strlen(own)) == 0 && strcmp(name + strlen(own), ".csv") == 0;
        if (is_result(name) && (!best || named)) best = name;
        if (strcmp(name, "comparisonSignals.txt") == 0) signals = base_sprintf(a, "%s/%s", folder, name);
    }
    Settings s = read_settings(a, base_sprintf(a, "%s/creation.txt", folder));
    SesCase *c = best && s.model ? add_case(f, s.model) : NULL;
    if (!c) return;
    c->reference = base_sprintf(a, "%s/%s", folder, best);
    c->signals = signals;
    c->start = s.start, c->stop = s.stop, c->interval = s.interval, c->tolerance = s.tolerance;
}

static void find_references(Finder *f, const char *folder, int depth) {
    Arena *a = &f->ctx->arena;
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
        SesCase *c = add_case(f, base_strndup(a, names.at[i], strlen(names.at[i]) - 4));
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
        syn_annotation(syn->annotation, f->ctx->names, "experiment")) {
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

static void add_folder(Finder *f, const char *path) {
    char whole[PATH_MAX];
    if (realpath(path, whole)) vec_push(&f->to->folders, base_strdup(&f->ctx->arena, whole));
}

/* Runs find the library by name: the folder in which it lies goes in front of the others. */
static bool place_library(Finder *f, const SesRequest *asked, LibClass *cls, const char *word) {
    LibClass *top = lib_top(cls);
    const char *path = top->folder ? top->folder : top->path;
    bool by_path = strchr(word, '/') || ses_is_file(asked, word);
    char whole[PATH_MAX];
    if (by_path && path && realpath(path, whole)) {
        char *slash = strrchr(whole, '/');
        const char *name = base_str(f->ctx->names, top->name), *own = slash + 1;
        if (!top->folder && (strncmp(own, name, strlen(name)) != 0 || strcmp(own + strlen(name), ".mo") != 0)) {
            Diag *d = base_error(f->ctx, "TOOL0030", (Span){0}, "the file of %s has another name: %s", name, own);
            base_hint(f->ctx, d, "a library is found by the name of its file (MLS 3.6, 13.4): %s.mo", name);
            return false;
        }
        size_t n = strlen(name);
        bool found = !top->folder || (strncmp(own, name, n) == 0 && (own[n] == 0 || own[n] == ' '));
        if (found) *(slash == whole ? slash + 1 : slash) = 0; /* else, as that of a clone: it is named itself */
        vec_push(&f->to->folders, base_strdup(&f->ctx->arena, whole));
    }
    for (size_t i = 0; i < asked->libraries.n; i++) add_folder(f, asked->libraries.at[i]);
    return true;
}

static bool compile_filter(Finder *f, const char *filter) {
    if (!filter) return true;
    int wrong = regcomp(&f->filter, filter, REG_EXTENDED | REG_NOSUB);
    f->has_filter = wrong == 0;
    if (!wrong) return true;
    char why[200];
    regerror(wrong, &f->filter, why, sizeof why);
    base_error(f->ctx, "TOOL0008", (Span){0}, "--filter: %s", why);
    return false;
}

static int by_model(const void *a, const void *b) {
    return strcmp(((const SesCase *)a)->model, ((const SesCase *)b)->model);
}

static causeway_status find_all(Finder *f, const SesRequest *asked, LibTree *lib, const char *word,
                                const char *references) {
    causeway_status code = CAUSEWAY_USAGE;
    LibClass *cls = ses_find_class(f->ctx, asked, lib, word, &code);
    if (!cls) return code;
    if (!place_library(f, asked, cls, word)) return CAUSEWAY_USAGE;
    Text name = {0};
    lib_full_name(cls, &name);
    f->to->library = base_strdup(&f->ctx->arena, base_text_str(&name));
    base_text_free(&name);
    char whole[PATH_MAX];
    if (references && !realpath(references, whole)) {
        base_error(f->ctx, "TOOL0005", (Span){0}, "cannot read %s: %s", references, strerror(errno));
        return CAUSEWAY_USAGE;
    }
    if (references) find_references(f, whole, 0);
    find_examples(f, lib, cls, 0);
    if (f->to->cases.n) return CAUSEWAY_OK;
    Diag *d = base_error(f->ctx, "TOOL0031", (Span){0}, "%s has no model to test", f->to->library);
    base_hint(f->ctx, d, "tests are models with an experiment annotation or with a result below --reference");
    return CAUSEWAY_USAGE;
}

/* A class tree of its own: what is read to find examples is not kept. */
causeway_status ses_find_cases(Context *ctx, const SesRequest *asked, const char *word, const char *references,
                               const char *filter, SesCases *out) {
    Finder f = {.ctx = ctx, .to = out};
    causeway_status code = CAUSEWAY_USAGE;
    if (!compile_filter(&f, filter)) return CAUSEWAY_USAGE;
    LibTree *lib = ses_open_libraries(ctx, asked, &code);
    if (lib) code = find_all(&f, asked, lib, word, references);
    lib_free(lib);
    base_map_free(&f.seen);
    if (f.has_filter) regfree(&f.filter);
    if (code == CAUSEWAY_OK) qsort(out->cases.at, out->cases.n, sizeof *out->cases.at, by_model);
    return code;
}

void ses_free_cases(SesCases *c) {
    vec_free(&c->cases);
    vec_free(&c->folders);
}

/* ---- judging ----------------------------------------------------------------------------------------------------- */

/* What is compared: the names in the file of signals, or all of the reference. */
static void wanted_names(Context *ctx, const SesCase *c, ResResult *reference, VecStr *names) {
    size_t n;
    const char *const *all = res_names(reference, &n);
    FILE *f = c->signals ? fopen(c->signals, "r") : NULL;
    char *line = NULL;
    size_t room = 0;
    for (ssize_t length; f && (length = getline(&line, &room, f)) > 0;) {
        while (length > 0 && strchr(" \t\r\n", line[length - 1])) line[--length] = 0;
        const char *name = line + strspn(line, " \t");
        if (*name && strcmp(name, "time") != 0 && strcmp(name, "Time") != 0)
            vec_push(names, base_strdup(&ctx->arena, name));
    }
    free(line); /* of getline, not ours */
    if (f) fclose(f);
    for (size_t i = 1; !f && i < n; i++) vec_push(names, base_strdup(&ctx->arena, all[i]));
}

static bool fits_in_time(SesJudgement *c, ResResult *result, ResResult *reference) {
    size_t n = res_rows(result), m = res_rows(reference);
    const double *t = res_time(result), *tr = res_time(reference);
    if (!n || !m) {
        base_text_printf(&c->why, "the %s has no rows", n ? "reference" : "result");
        return false;
    }
    double span = fmax(tr[m - 1] - tr[0], 1e-300);
    for (size_t i = 1; i < n; i++)
        if (t[i] - t[i - 1] < -1e-9 * span) {
            base_text_add(&c->why, "time runs backwards");
            return false;
        }
    if (t[n - 1] >= tr[m - 1] - ana_tube_width * span) return true;
    base_text_printf(&c->why, "stops at %g of %g", t[n - 1], tr[m - 1]);
    return false;
}

static int by_outside(const void *a, const void *b) {
    double x = ((const SesDiffering *)a)->outside, y = ((const SesDiffering *)b)->outside;
    return x < y ? 1 : x > y ? -1 : strcmp(((const SesDiffering *)a)->name, ((const SesDiffering *)b)->name);
}

static bool judge_signals(ResResult *result, ResResult *reference, const VecStr *names, SesJudgement *out) {
    const char *missing = NULL;
    size_t nmissing = 0;
    for (size_t i = 0; i < names->n; i++) {
        const double *y = res_column(result, names->at[i]), *yr = res_column(reference, names->at[i]);
        if (!yr) continue;
        out->compared++;
        if (!y && !missing) missing = names->at[i];
        nmissing += !y;
        if (!y) continue;
        AnaCurve a = {res_time(result), y, res_rows(result)};
        AnaCurve b = {res_time(reference), yr, res_rows(reference)};
        double outside = ana_tube_outside(&a, &b, ana_tube_width, NULL);
        if (outside > ana_tube_share) vec_push(&out->differing, ((SesDiffering){names->at[i], outside}));
    }
    out->different = out->differing.n + nmissing;
    if (out->differing.n) qsort(out->differing.at, out->differing.n, sizeof *out->differing.at, by_outside);
    if (nmissing) base_text_printf(&out->why, "missing %zu of %zu signals, e.g. %s", nmissing, out->compared, missing);
    else if (out->differing.n)
        base_text_printf(&out->why, "%zu of %zu signals differ, worst %s (%.1f%% of points)", out->differing.n,
                         out->compared, out->differing.at[0].name, 100 * out->differing.at[0].outside);
    else base_text_printf(&out->why, "%zu signals", out->compared);
    return !out->different;
}

bool ses_judge(Context *ctx, const SesCase *c, ResResult *result, ResResult *reference, SesJudgement *out) {
    VecStr names = {0};
    wanted_names(ctx, c, reference, &names);
    bool same = fits_in_time(out, result, reference) && judge_signals(result, reference, &names, out);
    vec_free(&names);
    return same;
}
