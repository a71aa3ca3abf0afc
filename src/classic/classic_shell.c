/* classic_shell.c - the commands of classic Dymola, one line at a time.
 *
 * A line that begins a model starts its entry; lines are collected until the model's end, then it is read and
 * instantiated at once.  After an error the session goes on with the model it had.
 */
#include "classic/classic_impl.h"

#include "library/library.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_FILES = 20 };

struct Classic {
    Context *ctx;
    ClassicHost host;
    FILE *out, *err;
    Arena arena;             /* declarations */
    Map types;               /* Name -> ClsDecl */
    VEC(ClsDecl *) declared; /* to free */
    ClsFunctions functions;
    ClsModel *model;
    Text entry;            /* model being entered */
    int entry_depth;       /* open models */
    bool entering, wanted; /* wanted: after `enter model` */
    bool in_comment;
    const char *file;     /* being read */
    uint32_t line, depth; /* line in it; nesting of files */
    bool library_read, failed, stopped, log_derivatives;
    ClsListing listing;
    bool eliminate, evaluate;
    ClsExperiment experiment;
    const GenTarget *target;
    const char *language; /* modelica, c, or the target's name */
    const char *outfile;
    const char *result; /* of the last simulation */
    double *values;     /* by variable, after simulate */
};

/* ---- messages ---------------------------------------------------------------------------------------------------- */

static const char *str(const Classic *c, Name n) { return base_str(c->ctx->names, n); }

static void complain(Classic *c, const char *text, const char *hint) {
    Diag *d = base_error(c->ctx, "CLS0040", (Span){0}, "%s, line %u: %s", c->file, c->line, text);
    if (hint) base_hint(c->ctx, d, "%s", hint);
}

static void report(Classic *c) {
    if (base_error_count(c->ctx)) c->failed = true;
    fflush(c->out);
    base_diag_flush(c->ctx, c->err);
    base_diag_clear(c->ctx);
    fflush(c->err);
}

static void put(Classic *c, Text *t) {
    if (t->n) fwrite(t->at, 1, t->n, c->out);
    base_text_free(t);
}

static bool need_model(Classic *c) {
    if (c->model) return true;
    complain(c, "no model has been entered", "type a model, or read one: @file");
    return false;
}

/* ---- entering models --------------------------------------------------------------------------------------------- */

static void read_library(Classic *c);

static const ClsDecl *find_type(void *arg, Name name) {
    Classic *c = arg;
    uint64_t d;
    if (base_map_get(&c->types, name, &d)) return (const ClsDecl *)(uintptr_t)d;
    if (!c->library_read) {
        read_library(c);
        if (base_map_get(&c->types, name, &d)) return (const ClsDecl *)(uintptr_t)d;
    }
    return NULL;
}

static void keep(Classic *c, ClsDecl *d, bool over) {
    uint64_t old;
    vec_push(&c->declared, d);
    if (over || !base_map_get(&c->types, d->name, &old)) base_map_put(&c->types, d->name, (uint64_t)(uintptr_t)d);
}

static void drop_model(Classic *c) {
    if (c->model) cls_free_model(c->model);
    c->model = NULL;
    base_realloc(c->values, 0);
    c->values = NULL;
}

static void instantiate(Classic *c, const ClsDecl *d) {
    ClsTypes types = {c, find_type};
    ClsModel *m = cls_instantiate(c->ctx, d, &types);
    if (!m) return;
    drop_model(c);
    c->model = m;
    m->functions = &c->functions;
    m->eliminate = c->eliminate;
    m->evaluate = c->evaluate;
}

/* All models of a text; the last `model` becomes the session's. */
static void enter_text(Classic *c, const char *path, const char *text, size_t n, bool library) {
    SourceId source = base_source_string(c->ctx->sources, path, text, n);
    ClsParser p = {.ctx = c->ctx, .arena = &c->arena};
    ClsDecl *last = NULL;
    bool ok = cls_lex(c->ctx, source, 0, (uint32_t)n, &p.tokens);
    while (ok && cls_peek(&p)->kind != CLS_END) {
        if (cls_peek(&p)->kind == CLS_SEPARATOR) {
            p.at++;
            continue;
        }
        ClsDecl *d = cls_parse_model(&p, NULL);
        ok = d != NULL;
        if (ok) keep(c, d, !library);
        if (ok && !d->type) last = d;
    }
    vec_free(&p.tokens);
    if (ok && last && !library) instantiate(c, last);
}

static char *read_whole(Classic *c, const char *path, size_t *n) {
    Text t = {0};
    bool ok = base_read_file(path, SIZE_MAX, &t);
    *n = t.n;
    char *text = ok ? base_strndup(&c->arena, base_text_str(&t), t.n) : NULL;
    base_text_free(&t);
    return text;
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void read_library(Classic *c) {
    c->library_read = true;
    const char *shipped = lib_shipped(&c->arena),
               *place = shipped ? base_sprintf(&c->arena, "%s/classic", shipped) : NULL;
    DIR *folder = place ? opendir(place) : NULL;
    if (!folder) return;
    VEC(char *) files = {0};
    for (struct dirent *e; (e = readdir(folder));) {
        size_t n = strlen(e->d_name);
        if (n > 4 && strcmp(e->d_name + n - 4, ".dym") == 0)
            vec_push(&files, base_sprintf(&c->arena, "%s/%s", place, e->d_name));
    }
    closedir(folder);
    if (files.n) qsort(files.at, files.n, sizeof *files.at, by_text);
    for (size_t i = 0; i < files.n; i++) {
        size_t n;
        char *text = read_whole(c, files.at[i], &n);
        if (text) enter_text(c, files.at[i], text, n, true);
    }
    vec_free(&files);
}

/* Counts `model` and `end` at the beginning of statements. */
static void count_models(Classic *c, const char *s) {
    bool begin = true;
    while (*s) {
        if (c->in_comment || *s == '{') {
            const char *end = strchr(s, '}');
            c->in_comment = !end;
            if (!end) return;
            s = end + 1;
        } else if (*s == '!' || *s == '#') {
            return;
        } else if (isspace((unsigned char)*s)) {
            s++;
        } else if (*s == ';') {
            begin = true;
            s++;
        } else {
            size_t n = strcspn(s, " \t\r\n;{!#");
            if (begin && n == 5 && memcmp(s, "model", 5) == 0) c->entry_depth++;
            if (begin && n == 3 && memcmp(s, "end", 3) == 0) c->entry_depth--;
            begin = false;
            s += n;
        }
    }
}

static void begin_entry(Classic *c) {
    base_text_free(&c->entry);
    c->entering = true;
    c->wanted = false;
    c->entry_depth = 0;
    c->in_comment = false;
    /* lines before, so that messages count as the file does */
    for (uint32_t k = 1; k < c->line; k++) base_text_char(&c->entry, '\n');
}

static void add_entry(Classic *c, const char *line) {
    base_text_add(&c->entry, line);
    base_text_char(&c->entry, '\n');
    count_models(c, line);
    if (c->entry_depth > 0) return;
    c->entering = false;
    Text text = c->entry;
    c->entry = (Text){0};
    enter_text(c, c->file, base_text_str(&text), text.n, false);
    base_text_free(&text);
    report(c);
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

typedef VEC(char *) Words;

static void do_enter(Classic *c, Words *w) {
    if (w->n > 1 && strcasecmp(w->at[1], "model") != 0)
        complain(c, "`enter model` is expected", "or type the model: it begins with `model`");
    else c->wanted = true;
}

static void do_output_equations(Classic *c) {
    Text t = {0};
    cls_refresh(c->model);
    cls_list_equations(c->model, &c->model->active, 0, c->model->partitioned, &t);
    put(c, &t);
}

static void singular(Classic *c) {
    ClsModel *m = c->model;
    Text t = {0};
    base_text_add(&t, "- The problem is singular.\n");
    if (m->unassigned.n) base_text_add(&t, "- Unassigned variables:\n");
    for (size_t i = 0; i < m->unassigned.n; i++) {
        base_text_add(&t, "  ");
        cls_var_text(m, m->unassigned.at[i], 0, &t);
        base_text_char(&t, '\n');
    }
    if (m->constraints.n) base_text_add(&t, "- Additional constraint equations:\n");
    for (size_t i = 0; i < m->constraints.n; i++) {
        ClsEquations one = {0};
        Text line = {0};
        vec_push(&one, m->active.at[m->constraints.at[i]]);
        cls_list_equations(m, &one, 0, false, &line);
        base_text_printf(&t, "  %s", base_text_str(&line));
        base_text_free(&line);
        vec_free(&one);
    }
    put(c, &t);
}

static bool partition(Classic *c) {
    if (cls_partition(c->model)) return true;
    singular(c);
    return false;
}

typedef struct {
    const ClsModel *m;
    bool any;
} StateSearch;

static void note_state(void *arg, uint32_t var) {
    StateSearch *s = arg;
    s->any |= cls_is_state(s->m, var);
}

/* The report is the paper's; where to look and what to do go to the messages. */
static void explain_singular(Classic *c) {
    const ClsModel *m = c->model;
    StateSearch states = {m, m->constraints.n && m->unassigned.n};
    for (size_t i = 0; i < m->constraints.n; i++) {
        cls_each_var(&m->pool, m->active.at[m->constraints.at[i]].lhs, note_state, &states);
        cls_each_var(&m->pool, m->active.at[m->constraints.at[i]].rhs, note_state, &states);
    }
    Span at = m->constraints.n ? m->active.at[m->constraints.at[0]].span : m->decl->span;
    Diag *d = base_warning(c->ctx, "CLS0042", at,
                           m->constraints.n ? "this equation has no variable left to give"
                                            : "there are more variables than equations");
    if (states.any)
        base_hint(c->ctx, d,
                  "it may constrain states: `differentiate` and choose states, or change roles: variable "
                  "known|unknown|state NAME");
    else
        base_hint(c->ctx, d,
                  m->constraints.n ? "take an equation out, or make a known variable unknown: variable unknown NAME"
                                   : "add an equation, or give a variable a value: variable known NAME");
}

static void do_partition(Classic *c, Words *w) {
    (void)w;
    if (need_model(c) && !partition(c)) explain_singular(c);
}

static void refuse_singular(Classic *c) {
    complain(c, "the equations are singular and cannot be solved",
             "`differentiate`, or change roles: variable known|unknown|state NAME");
}

static void output_model(Classic *c);

static void do_output(Classic *c, Words *w) {
    const char *what = w->n > 1 ? w->at[1] : "";
    if (!need_model(c)) return;
    Text t = {0};
    if (strcasecmp(what, "equations") == 0) {
        do_output_equations(c);
    } else if (strcasecmp(what, "solved") == 0) {
        if (!partition(c)) {
            refuse_singular(c);
            return;
        }
        cls_list_solved(c->model, &c->listing, &t);
    } else if (strcasecmp(what, "reduced") == 0) {
        if (!partition(c)) refuse_singular(c);
        else cls_list_reduced(c->model, &t);
    } else if (strcasecmp(what, "systems") == 0) {
        if (!partition(c)) refuse_singular(c);
        else cls_list_systems(c->model, &t);
    } else if (strcasecmp(what, "connections") == 0) {
        cls_list_effects(c->model, &t);
    } else if (strcasecmp(what, "model") == 0) {
        output_model(c);
    } else {
        complain(c, "`output` wants equations, solved equations, reduced equations, systems, connections or model",
                 "help output");
    }
    put(c, &t);
}

static void do_set(Classic *c, Words *w) {
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"Eliminate", &c->eliminate},       {"SolveLinearSyst", &c->listing.solve_linear},
                 {"MatrixExpr", &c->listing.matrix}, {"SubExpr", &c->listing.sub_expr},
                 {"EvaluateExpr", &c->evaluate},     {"LogDeriv", &c->log_derivatives}};
    enum { N = sizeof flags / sizeof *flags };
    const char *name = w->n > 1 ? w->at[1] : "";
    bool on = w->n > 2 && strcasecmp(w->at[2], "on") == 0, off = w->n > 2 && strcasecmp(w->at[2], "off") == 0;
    size_t i = 0;
    while (i < N && strcasecmp(flags[i].name, name) != 0) i++;
    if (i == N || (!on && !off)) {
        complain(c, "`set` wants an option and on or off",
                 "options: Eliminate SolveLinearSyst MatrixExpr SubExpr EvaluateExpr LogDeriv");
        return;
    }
    *flags[i].flag = on;
    if (!c->model) return;
    c->model->eliminate = c->eliminate;
    c->model->evaluate = c->evaluate;
    if (flags[i].flag == &c->eliminate || flags[i].flag == &c->evaluate) cls_changed(c->model);
}

static uint32_t variable(Classic *c, const char *name) {
    uint32_t v = cls_find_var(c->model, name);
    if (v != CLS_NONE && v) return v;
    VEC(const char *) names = {0};
    ClsModel *m = c->model;
    for (uint32_t i = 1; i < m->vars.n && i < 5000; i++) {
        Text t = {0};
        cls_full_text(m, i, &t);
        vec_push(&names, base_strdup(&c->ctx->arena, base_text_str(&t)));
        base_text_free(&t);
    }
    const char *near = base_nearest(name, names.at, names.n);
    complain(c, base_sprintf(&c->ctx->arena, "the model has no variable '%s'", name),
             near ? base_sprintf(&c->ctx->arena, "did you mean '%s'?", near) : "`list` shows the variables");
    vec_free(&names);
    return CLS_NONE;
}

static void do_variable(Classic *c, Words *w) {
    static const struct {
        const char *name;
        ClsRole role;
    } roles[] = {{"unknown", CLS_UNKNOWN}, {"known", CLS_KNOWN}, {"state", CLS_STATE}};
    if (!need_model(c)) return;
    size_t r = 0;
    while (r < 3 && (w->n < 2 || strcasecmp(roles[r].name, w->at[1]) != 0)) r++;
    if (r == 3 || w->n < 3) {
        complain(c, "`variable` wants known, unknown or state, and names of variables", "variable unknown R2.R");
        return;
    }
    for (size_t i = 2; i < w->n; i++) {
        uint32_t v = variable(c, w->at[i]);
        if (v == CLS_NONE) continue;
        /* before `differentiate`: it makes the equations for a derivative that does not occur yet */
        if (roles[r].role == CLS_STATE) cls_der(c->model, v);
        c->model->vars.at[v].role = (uint8_t)roles[r].role;
        c->model->vars.at[v].chosen = true;
    }
    cls_changed(c->model);
}

static void do_differentiate(Classic *c, Words *w) {
    (void)w;
    if (!need_model(c)) return;
    uint32_t first;
    if (!cls_differentiate(c->model, &first)) return;
    Text t = {0};
    if (c->log_derivatives) cls_list_equations(c->model, &c->model->equations, first, false, &t);
    put(c, &t);
}

static bool value_of(const char *s, double *x) {
    char *end;
    if (strcasecmp(s, "true") == 0 || strcasecmp(s, "false") == 0) {
        *x = (*s | 32) == 't';
        return true;
    }
    *x = strtod(s, &end);
    return end != s && *end == 0;
}

/* NAME = VALUE pairs from word `from` on; "a=1", "a = 1" and "a =1" alike. */
static void each_pair(Classic *c, Words *w, size_t from,
                      void (*apply)(Classic *c, const char *name, const char *value)) {
    Text t = {0};
    for (size_t i = from; i < w->n; i++) base_text_printf(&t, "%s ", w->at[i]);
    char *s = base_strdup(&c->ctx->arena, base_text_str(&t));
    base_text_free(&t);
    while (*(s += strspn(s, " ,"))) {
        char *name = s, *equals = strchr(s, '=');
        if (!equals) {
            complain(c, base_sprintf(&c->ctx->arena, "NAME = VALUE is expected, not '%s'", name),
                     "initial x = 1; experiment stopTime = 10");
            return;
        }
        char *end = equals;
        while (end > name && end[-1] == ' ') end--;
        char *value = equals + 1 + strspn(equals + 1, " ");
        size_t n = strcspn(value, " ,");
        s = value + n + (value[n] != 0);
        *end = 0;
        value[n] = 0;
        apply(c, name, value);
    }
}

static void set_initial(Classic *c, const char *name, const char *value) {
    double x;
    uint32_t v = variable(c, name);
    if (v == CLS_NONE) return;
    if (!value_of(value, &x)) {
        complain(c, base_sprintf(&c->ctx->arena, "'%s' is no number", value), "write a number, True or False");
        return;
    }
    ClsVar *var = &c->model->vars.at[v];
    var->value = x;
    var->text = base_name(c->ctx->names, value);
    var->has_value = var->set = true;
}

static void do_initial(Classic *c, Words *w) {
    if (need_model(c)) each_pair(c, w, 1, set_initial);
}

static void set_experiment(Classic *c, const char *name, const char *value) {
    const struct {
        const char *name;
        double *number;
    } numbers[] = {{"startTime", &c->experiment.start},
                   {"stopTime", &c->experiment.stop},
                   {"tolerance", &c->experiment.tolerance},
                   {"interval", &c->experiment.interval}};
    for (size_t i = 0; i < 4; i++)
        if (strcasecmp(numbers[i].name, name) == 0) {
            if (!value_of(value, numbers[i].number))
                complain(c, base_sprintf(&c->ctx->arena, "'%s' is no number", value), "write a number");
            return;
        }
    if (strcasecmp(name, "solver") == 0 || strcasecmp(name, "algorithm") == 0)
        c->experiment.solver = base_strdup(&c->arena, value);
    else
        complain(c, base_sprintf(&c->ctx->arena, "there is no experiment setting '%s'", name),
                 "startTime stopTime tolerance interval solver");
}

static void do_experiment(Classic *c, Words *w) { each_pair(c, w, 1, set_experiment); }

static void do_simulate(Classic *c, Words *w) {
    if (!need_model(c)) return;
    const char *path = w->n > 1 ? w->at[1] : base_sprintf(&c->ctx->arena, "%s.mat", str(c, c->model->decl->name));
    base_realloc(c->values, 0);
    c->values = base_realloc(NULL, c->model->vars.n * sizeof *c->values);
    if (cls_simulate(c->model, &c->experiment, path, c->values, c->out)) {
        c->result = base_strdup(&c->arena, path);
        return;
    }
    base_realloc(c->values, 0);
    c->values = NULL;
}

/* Words behind the command as the result calls them: C.deru is der(C.u) there. */
static char **result_names(Classic *c, const Words *w) {
    char **names = BASE_ARRAY(&c->ctx->arena, char *, w->n);
    for (size_t i = 1; i < w->n; i++) {
        uint32_t v = c->model ? cls_find_var(c->model, w->at[i]) : CLS_NONE;
        Text t = {0};
        if (v != CLS_NONE) cls_result_name(c->model, v, &t);
        names[i - 1] = v == CLS_NONE ? w->at[i] : base_strdup(&c->ctx->arena, base_text_str(&t));
        base_text_free(&t);
    }
    return names;
}

static void do_plot(Classic *c, Words *w) {
    if (!c->result) complain(c, "there is no result yet", "`simulate` makes one");
    else if (w->n < 2) complain(c, "`plot` wants names of variables", "`list` shows them");
    else if (c->host.plot) {
        fflush(c->out);
        if (!c->host.plot(c->host.arg, c->result, result_names(c, w), w->n - 1)) c->failed = true;
    }
}

static void do_compare(Classic *c, Words *w) {
    if (!c->result) complain(c, "there is no result yet", "`simulate` makes one");
    else if (w->n != 2) complain(c, "`compare` wants the file of a reference result", "compare FILE.csv");
    else if (c->host.compare) {
        fflush(c->out);
        if (!c->host.compare(c->host.arg, c->result, w->at[1])) c->failed = true;
    }
}

static void list_models(Classic *c) {
    if (!c->library_read) read_library(c);
    for (size_t i = 0; i < c->declared.n; i++)
        fprintf(c->out, "%-16s %s\n", str(c, c->declared.at[i]->name),
                c->declared.at[i]->help ? c->declared.at[i]->help : "");
}

static void do_list(Classic *c, Words *w) {
    static const char *const roles[] = {"unknown", "known", "state"};
    if (w->n > 1 && strcasecmp(w->at[1], "models") == 0) {
        list_models(c);
        return;
    }
    if (!need_model(c)) return;
    for (uint32_t v = 1; v < c->model->vars.n; v++) {
        const ClsVar *x = &c->model->vars.at[v];
        Text t = {0};
        cls_full_text(c->model, v, &t);
        bool asked = w->n == 1;
        for (size_t i = 1; i < w->n; i++) asked |= strcmp(w->at[i], base_text_str(&t)) == 0;
        if (asked) {
            fprintf(c->out, "%-20s %-8s", base_text_str(&t), roles[x->role]);
            double value = c->values && !isnan(c->values[v]) ? c->values[v] : x->value;
            if (x->has_value || (c->values && !isnan(c->values[v]))) fprintf(c->out, " %.10g", value);
            fputc('\n', c->out);
        }
        base_text_free(&t);
    }
}

static void do_language(Classic *c, Words *w) {
    const char *name = w->n > 1 ? w->at[1] : "";
    if (strcasecmp(name, "dsblock") == 0 && w->n > 2 && strcasecmp(w->at[2], "dae") == 0) name = "dsblock_dae";
    if (strcasecmp(name, "modelica") == 0) {
        c->target = NULL;
        c->language = "modelica";
        return;
    }
    Text names = {0};
    for (size_t i = 0; i < gen_target_count; i++) {
        base_text_printf(&names, "%s ", gen_targets[i].name);
        if (strcasecmp(gen_targets[i].name, name) != 0) continue;
        c->target = &gen_targets[i];
        c->language = c->target->name;
        base_text_free(&names);
        return;
    }
    complain(c, base_sprintf(&c->ctx->arena, "there is no language '%s'", name),
             base_sprintf(&c->ctx->arena, "%smodelica", base_text_str(&names)));
    base_text_free(&names);
}

static void do_outfile(Classic *c, Words *w) {
    if (w->n != 2) complain(c, "`outfile` wants the name of a file", "outfile circuit.csl");
    else c->outfile = base_strdup(&c->arena, w->at[1]);
}

static void output_model(Classic *c) {
    Text t = {0};
    const char *why = NULL;
    bool ok = true;
    if (c->target) {
        if (!partition(c)) {
            refuse_singular(c);
            return;
        }
        Arena arena = {0};
        GenProgram *p = cls_program(c->model, c->listing.solve_linear, c->target->residuals, &arena);
        p->stop = c->experiment.stop;
        ok = c->target->write(p, &t, &why);
        base_free_arena(&arena);
    } else {
        cls_modelica_text(c->model, &c->experiment, &t);
    }
    if (!ok) {
        complain(c,
                 base_sprintf(&c->ctx->arena, "language %s: %s", c->language, why ? why : "the model cannot be said"),
                 "choose another: language c");
        base_text_free(&t);
        return;
    }
    if (!c->outfile) {
        put(c, &t);
        return;
    }
    FILE *f = fopen(c->outfile, "wb");
    bool written = f && fwrite(base_text_str(&t), 1, t.n, f) == t.n;
    if (f && fclose(f) != 0) written = false;
    if (!written)
        complain(c, base_sprintf(&c->ctx->arena, "cannot write %s: %s", c->outfile, strerror(errno)),
                 "choose another file: outfile NAME");
    base_text_free(&t);
}

static void keep_function(Classic *c, ClsFunction f) {
    for (size_t i = 0; i < c->functions.n; i++)
        if (strcmp(c->functions.at[i].name, f.name) == 0) {
            c->functions.at[i] = f;
            return;
        }
    vec_push(&c->functions, f);
}

/* function NAME FILE.mo, or the qualified name of a function in a library */
static void modelica_function(Classic *c, Words *w) {
    const char *file = w->n > 2 ? w->at[2] : NULL, *text = NULL;
    size_t n;
    if (file && !(text = read_whole(c, file, &n))) {
        complain(c, base_sprintf(&c->ctx->arena, "cannot read %s: %s", file, strerror(errno)), "function NAME FILE.mo");
        return;
    }
    ClsFunction f;
    const char *why;
    if (cls_modelica_function(c->ctx, &c->arena, base_strdup(&c->arena, w->at[1]), file, text, &f, &why))
        keep_function(c, f);
    else if (why) complain(c, why, "name a function of scalar arguments and results: function NAME FILE.mo");
}

/* function NAME N FILE.c; procedure NAME N M FILE.c */
static void do_function(Classic *c, Words *w) {
    bool procedure = strcasecmp(w->at[0], "procedure") == 0;
    size_t need = procedure ? 5 : 4, n;
    size_t length = w->n == 3 ? strlen(w->at[2]) : 0;
    if ((w->n == 2 && strchr(w->at[1], '.')) || (length > 3 && strcmp(w->at[2] + length - 3, ".mo") == 0)) {
        modelica_function(c, w);
        return;
    }
    long nin = w->n == need ? strtol(w->at[2], NULL, 10) : -1,
         nout = procedure && w->n == need ? strtol(w->at[3], NULL, 10) : 1;
    if (nin < 0 || nin > 60 || nout < 1 || nout > 60) {
        complain(c,
                 procedure
                     ? "`procedure` wants a name, the numbers of arguments and results, and a C file; or a name and a "
                       "Modelica file"
                     : "`function` wants a name, the number of arguments and a C file; or a name and a Modelica file",
                 "help function");
        return;
    }
    char *text = read_whole(c, w->at[need - 1], &n);
    if (!text) {
        complain(c, base_sprintf(&c->ctx->arena, "cannot read %s: %s", w->at[need - 1], strerror(errno)),
                 "function NAME N FILE.c");
        return;
    }
    keep_function(c, (ClsFunction){.name = base_strdup(&c->arena, w->at[1]),
                                   .nin = (uint32_t)nin,
                                   .nout = (uint32_t)nout,
                                   .function = !procedure,
                                   .text = text});
}

static void do_stop(Classic *c, Words *w) {
    (void)w;
    c->stopped = true;
}

static void do_help(Classic *c, Words *w);

static const struct {
    const char *name;
    void (*run)(Classic *c, Words *w);
    const char *usage, *help;
} commands[] = {
    {"enter", do_enter, "enter model", "read a model: the lines that follow, up to its end"},
    {"output", do_output, "output equations | solved equations | reduced equations | systems | connections | model",
     "list equations (grouped by submodel, with [ ] after partition), sorted and solved; sizes of the systems; what "
     "was connected in which order; write the model"},
    {"partition", do_partition, "partition", "find which variable each equation gives, and the order of computation"},
    {"differentiate", do_differentiate, "differentiate",
     "add derivatives of equations that constrain states; then choose states"},
    {"variable", do_variable, "variable known|unknown|state NAME...",
     "change the role of variables (also of derivatives: C.deru)"},
    {"set", do_set, "set Eliminate|SolveLinearSyst|MatrixExpr|SubExpr|EvaluateExpr|LogDeriv on|off",
     "change how equations are treated and listed"},
    {"initial", do_initial, "initial NAME = VALUE",
     "start value of a state, value of a known variable, guess of an unknown"},
    {"experiment", do_experiment,
     "experiment stopTime = T [startTime = T] [tolerance = T] [interval = T] [solver = NAME]", "settings of simulate"},
    {"simulate", do_simulate, "simulate [FILE]", "compute the trajectory (FILE.mat or FILE.csv)"},
    {"plot", do_plot, "plot NAME... [FILE.svg|FILE.png|FILE.pdf]",
     "draw variables of the last result in the terminal, or into a file"},
    {"compare", do_compare, "compare FILE", "compare the last result with a reference"},
    {"list", do_list, "list [NAME...] | list models", "variables with role and last value; model types known"},
    {"language", do_language, "language acsl|c|desire|dsblock|dsblock dae|matlab|modelica|simnon|simulink",
     "choose what `output model` writes"},
    {"function", do_function, "function NAME FILE.mo | function NAME N FILE.c",
     "a function written in Modelica, or in C with N arguments: double NAME(double, ...)"},
    {"procedure", do_function, "procedure NAME FILE.mo | procedure NAME N M FILE.c",
     "a function with several results in Modelica, or in C with N arguments and M results: void NAME(double, ..., "
     "double *, ...)"},
    {"outfile", do_outfile, "outfile FILE", "where `output model` writes"},
    {"help", do_help, "help [COMMAND | MODEL TYPE]", "this list, or about one command or model type"},
    {"stop", do_stop, "stop", "end the session"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void help_type(Classic *c, const ClsDecl *d) {
    fprintf(c->out, "model type %s%s%s\n", str(c, d->name), d->help ? ": " : "", d->help ? d->help : "");
    for (size_t i = 0; i < d->vars.n; i++)
        if (d->vars.at[i].kind == CLS_PARAMETER)
            fprintf(c->out, "  parameter %s%s%s\n", str(c, d->vars.at[i].name), d->vars.at[i].text ? " = " : "",
                    d->vars.at[i].text ? str(c, d->vars.at[i].text) : "");
    for (size_t i = 0; i < d->cuts.n; i++)
        if (!d->cuts.at[i].node)
            fprintf(c->out, "  cut %s%s\n", str(c, d->cuts.at[i].name), i == d->main_cut ? " (main)" : "");
    for (size_t i = 0; i < d->paths.n; i++)
        fprintf(c->out, "  path %s%s\n", str(c, d->paths.at[i].name), i == d->main_path ? " (main)" : "");
}

static void do_help(Classic *c, Words *w) {
    for (size_t i = 0; i < COMMANDS; i++) {
        if (w->n == 1) fprintf(c->out, "%-14s %s\n", commands[i].name, commands[i].help);
        else if (strcasecmp(commands[i].name, w->at[1]) == 0) {
            fprintf(c->out, "%s\n  %s\n", commands[i].usage, commands[i].help);
            return;
        }
    }
    if (w->n == 1) {
        fprintf(c->out, "%-14s %s\n", "@FILE", "take input from a file");
        return;
    }
    const ClsDecl *d = find_type(c, base_name(c->ctx->names, w->at[1]));
    if (d) help_type(c, d);
    else
        complain(c, base_sprintf(&c->ctx->arena, "there is neither a command nor a model type '%s'", w->at[1]),
                 "help; list models");
}

static void refuse(Classic *c, const char *word) {
    const char *names[COMMANDS];
    for (size_t i = 0; i < COMMANDS; i++) names[i] = commands[i].name;
    const char *near = base_nearest(word, names, COMMANDS);
    complain(c, base_sprintf(&c->ctx->arena, "there is no command '%s'", word),
             near ? base_sprintf(&c->ctx->arena, "did you mean '%s'?", near) : "help lists the commands");
}

static void run_command(Classic *c, const char *line) {
    char *copy = base_strdup(&c->ctx->arena, line), *save = NULL;
    copy[strcspn(copy, "!{#")] = 0;
    Words words = {0};
    for (char *s = strtok_r(copy, " \t\r\n,", &save); s; s = strtok_r(NULL, " \t\r\n,", &save)) vec_push(&words, s);
    size_t i = 0;
    while (words.n && i < COMMANDS && strcasecmp(commands[i].name, words.at[0]) != 0) i++;
    if (words.n && i == COMMANDS) refuse(c, words.at[0]);
    else if (words.n) commands[i].run(c, &words);
    vec_free(&words);
    report(c);
}

static bool begins_with_model(const char *s) { return strncmp(s, "model", 5) == 0 && isspace((unsigned char)s[5]); }

bool cls_line(Classic *c, const char *line) {
    if (!c->depth) c->line++;
    const char *s = line + strspn(line, " \t\r");
    if (*s == '@' && !(c->entering && c->entry_depth > 0)) {
        char *path = base_strdup(&c->ctx->arena, s + 1);
        path[strcspn(path, " \t\r\n")] = 0;
        if (!cls_file(c, path)) {
            complain(c, base_sprintf(&c->ctx->arena, "cannot read %s: %s", path, strerror(errno)),
                     "name a file of commands and models: @FILE");
            report(c);
        }
        return !c->stopped;
    }
    if (c->entering) {
        add_entry(c, line);
    } else if (c->in_comment || *s == '{') { /* comment over several lines between commands */
        c->in_comment = !strchr(s, '}');
    } else if (begins_with_model(s)) {
        begin_entry(c);
        add_entry(c, line);
    } else if (*s && *s != '!' && *s != '#') {
        run_command(c, s);
    }
    return !c->stopped;
}

bool cls_file(Classic *c, const char *path) {
    size_t n;
    if (c->depth >= MAX_FILES) {
        errno = ELOOP;
        return false;
    }
    char *text = read_whole(c, path, &n);
    if (!text) return false;
    const char *was = c->file;
    uint32_t line = c->line;
    c->file = base_strdup(&c->arena, path);
    c->line = 0;
    c->depth++;
    for (char *s = text; *s && !c->stopped;) {
        size_t length = strcspn(s, "\n");
        bool last = !s[length];
        s[length] = 0;
        c->line++;
        cls_line(c, s);
        s += length + !last;
    }
    if (c->entering && c->entry_depth > 0) { /* a model does not go on behind its file */
        add_entry(c, "");
        complain(c, "the file ends inside a model", "each `model` needs its `end`");
        c->entering = false;
        report(c);
    }
    c->file = was;
    c->line = line;
    c->depth--;
    return true;
}

const char *cls_prompt(const Classic *c) { return c->entering ? "  " : "> "; }
bool cls_failed(const Classic *c) { return c->failed; }

static void offer(Classic *c, const char *prefix, const char *word, VecStr *out) {
    if (strncasecmp(prefix, word, strlen(prefix)) == 0) vec_push(out, base_strdup(&c->ctx->arena, word));
}

const char **cls_complete(Classic *c, const char *prefix) {
    static const char *const words[] = {
        "equations", "solved", "reduced",   "systems",         "connections", "model",    "models",       "known",
        "unknown",   "state",  "Eliminate", "SolveLinearSyst", "MatrixExpr",  "SubExpr",  "EvaluateExpr", "LogDeriv",
        "on",        "off",    "startTime", "stopTime",        "tolerance",   "interval", "solver",       "modelica"};
    VecStr found = {0};
    for (size_t i = 0; i < COMMANDS; i++) offer(c, prefix, commands[i].name, &found);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) offer(c, prefix, words[i], &found);
    for (size_t i = 0; i < gen_target_count; i++) offer(c, prefix, gen_targets[i].name, &found);
    for (uint32_t v = 1; c->model && v < c->model->vars.n && v < 10000; v++) {
        Text t = {0};
        cls_full_text(c->model, v, &t);
        offer(c, prefix, base_text_str(&t), &found);
        base_text_free(&t);
    }
    vec_push(&found, NULL);
    const char **list = base_copy(&c->ctx->arena, found.at, found.n * sizeof *found.at);
    vec_free(&found);
    return list;
}

Classic *cls_new(Context *ctx, const ClassicHost *host, FILE *out, FILE *err) {
    Classic *c = base_realloc(NULL, sizeof *c);
    *c = (Classic){.ctx = ctx, .host = *host, .out = out, .err = err, .language = "modelica", .file = "input"};
    c->listing = (ClsListing){.solve_linear = true, .sub_expr = true};
    c->experiment.stop = 1;
    c->experiment.watch = host->watch;
    return c;
}

void cls_free(Classic *c) {
    drop_model(c);
    for (size_t i = 0; i < c->declared.n; i++) cls_free_decl(c->declared.at[i]);
    vec_free(&c->declared);
    vec_free(&c->functions);
    base_map_free(&c->types);
    base_text_free(&c->entry);
    base_free_arena(&c->arena);
    base_realloc(c, 0);
}
