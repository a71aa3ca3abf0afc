/* verb_run.c - verbs that check, translate and simulate. */
#include "script/script_impl.h"

#include <math.h>
#include <regex.h>
#include <string.h>
#include <unistd.h>

/* ---- without a run ----------------------------------------------------------------------------------------------- */

/* A class with modifiers in the word, as simulate(M(k = 3)) may have. */
static causeway_model *model_of(ScrCall *c) {
    const char *name = scr_text_of(c, 0);
    size_t n = name ? strlen(name) : 0;
    if (n > 1 && name[0] == '"' && name[n - 1] == '"') /* a String will do */
        c->at[0] = scr_name(c->s, name = base_strndup(&c->s->scratch, name + 1, n - 2));
    return name ? causeway_model_new(c->s->session, name) : NULL;
}

SCR_VERB(scr_v_checkModel) {
    causeway_model *m = model_of(c);
    const char *name = scr_text_of(c, 0);
    ScrValue *v = scr_string(c->s, "");
    if (m && causeway_model_check(m) == CAUSEWAY_OK && causeway_model_flatten(m) == CAUSEWAY_OK) {
        SesCounts n = ses_model_counts(m);
        v = scr_string(c->s, base_sprintf(&c->s->scratch,
                                          "Check of %s completed successfully.\nClass %s has %zu equation(s) and %zu "
                                          "variable(s).",
                                          name, name, n.equations, n.unknowns));
    }
    causeway_model_free(m);
    return v;
}

SCR_VERB(scr_v_instantiateModel) {
    causeway_model *m = model_of(c);
    size_t n;
    const char *text = m ? causeway_model_text(m, "flat", &n) : NULL;
    ScrValue *v = scr_string(c->s, text ? text : "");
    causeway_model_free(m);
    return v;
}

SCR_VERB(scr_v_translateModel) {
    causeway_model *m = model_of(c);
    bool ok = m && causeway_model_translate(m, NULL) == CAUSEWAY_OK;
    causeway_model_free(m);
    return scr_boolean(c->s, ok);
}

/* There is no executable: the model lives in this process.  The names are those that a peer would give. */
SCR_VERB(scr_v_buildModel) {
    causeway_model *m = model_of(c);
    bool ok = m && causeway_model_translate(m, NULL) == CAUSEWAY_OK;
    const char *name = scr_text_of(c, 0);
    const char *both[] = {ok ? name : "", ok ? base_sprintf(&c->s->scratch, "%s_init.xml", name) : ""};
    causeway_model_free(m);
    return scr_strings(c->s, both, 2);
}

SCR_VERB(scr_v_buildModelFMU) {
    causeway_model *m = model_of(c);
    const char *version = scr_text_of(c, 1), *kind = scr_text_of(c, 2), *prefix = scr_text_of(c, 3);
    causeway_fmu how;
    causeway_fmu_init(&how);
    if (version && version[0] == '3') how.version = 3;
    if (kind && *kind) how.model_exchange = strstr(kind, "me") != NULL, how.co_simulation = strstr(kind, "cs") != NULL;
    const char *path = base_sprintf(&c->s->scratch, "%s.fmu",
                                    prefix && *prefix && strcmp(prefix, "<default>") != 0 ? prefix : scr_text_of(c, 0));
    bool ok = m && causeway_model_export_fmu(m, path, &how) == CAUSEWAY_OK;
    char folder[4096];
    if (ok && !getcwd(folder, sizeof folder)) folder[0] = 0;
    ScrValue *v = scr_string(c->s, ok ? base_sprintf(&c->s->scratch, "%s/%s", folder, path) : "");
    causeway_model_free(m);
    return v;
}

/* ---- simulate ---------------------------------------------------------------------------------------------------- */

enum { CLASS, START, STOP, INTERVALS, TOLERANCE, METHOD, PREFIX, OPTIONS, FORMAT, FILTER, CFLAGS, SIMFLAGS };

typedef struct {
    double start, stop, tolerance, intervals;
    const char *method, *solver, *prefix, *format, *file;
    bool empty; /* nothing is written */
    ScrFlags flags;
    bool own_interval; /* the intervals are those of the model */
} Plan;

/* A solver that does what the one named does elsewhere; ours where we have it under this name. */
static const char *solver_of(const char *method) {
    static const struct {
        const char *theirs, *ours;
    } same[] = {{"dassl", NULL},    {"dasslwort", NULL},   {"cvode", "cvode"}, {"ida", "ida"},
                {"euler", "euler"}, {"rungekutta", "rk4"}, {"heun", "rk2"},    {"gbode", NULL},
                {"impeuler", NULL}, {"trapezoid", NULL}};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        if (strcmp(method, same[i].theirs) != 0) continue;
        for (size_t k = 0; same[i].ours; k++) {
            const char *name;
            if (causeway_solvers(k, &name, NULL) <= k) break;
            if (strcmp(name, same[i].ours) == 0) return same[i].ours;
        }
        return NULL;
    }
    const char *name;
    for (size_t k = 0; k < causeway_solvers(k, &name, NULL); k++)
        if (strcmp(name, method) == 0) return name;
    return NULL;
}

static double given(const ScrCall *c, uint32_t i, double otherwise) {
    double x = scr_number(c->at[i]);
    return isnan(x) ? otherwise : x;
}

static const char *text_or(const ScrCall *c, uint32_t i, const char *otherwise) {
    const char *t = scr_text_of(c, i);
    return t && *t && strcmp(t, "<default>") != 0 ? t : otherwise;
}

/* A class with modifiers is not a name for a file. */
static Plan plan_of(ScrCall *c, causeway_model *m) {
    causeway_experiment e = {.size = sizeof e};
    causeway_model_experiment(m, &e);
    const char *name = scr_text_of(c, CLASS);
    Plan p = {.start = given(c, START, isnan(e.start) ? 0 : e.start)};
    scr_read_flags(c->s, scr_text_of(c, SIMFLAGS), &p.flags);
    p.stop = given(c, STOP, isnan(e.stop) ? 1 : e.stop);
    p.tolerance = given(c, TOLERANCE, e.tolerance > 0 ? e.tolerance : 1e-6);
    p.own_interval = e.interval > 0 && !c->at[STOP] && !c->at[START] && !c->at[INTERVALS];
    double own = p.own_interval ? round((p.stop - p.start) / e.interval) : 500;
    p.intervals = given(c, INTERVALS, own);
    p.method = text_or(c, METHOD, "dassl");
    p.solver = solver_of(p.method);
    p.prefix = text_or(c, PREFIX, base_strndup(&c->s->scratch, name, strcspn(name, "( ")));
    p.format = text_or(c, FORMAT, "mat");
    p.file = base_sprintf(&c->s->kept, "%s_res.%s", p.prefix, p.format);
    if (p.flags.file) p.file = p.flags.file;
    p.empty = strcmp(p.format, "empty") == 0;
    return p;
}

/* a.b = v as a modifier of the class: a(b = v); of what is no parameter the start value is meant. */
static void put_modifier(const char *name, const char *value, bool start, Text *out) {
    int depth = 0;
    for (const char *p = name; *p; p++) {
        if (*p == '.') base_text_char(out, '('), depth++;
        else base_text_char(out, *p);
    }
    base_text_printf(out, start ? "(start = %s)" : " = %s", value);
    while (depth--) base_text_char(out, ')');
}

/* What cannot be set after translation becomes a modifier: the model with them, or m. */
static causeway_model *with_modifiers(ScrCall *c, causeway_model *m, Plan *p) {
    Text list = {0};
    ScrFlags *f = &p->flags;
    size_t kept = 0;
    for (size_t i = 0; i < f->names.n; i++) {
        causeway_variable v = {.size = sizeof v};
        int64_t number = causeway_find_variable(m, f->names.at[i]);
        bool known = number >= 0 && causeway_describe_variable(m, (size_t)number, &v) == CAUSEWAY_OK;
        bool parameter = known && v.kind <= CAUSEWAY_PARAMETER, word = !strchr(f->names.at[i], '(');
        if (known && word && !(v.settable && parameter)) {
            base_text_add(&list, list.n ? ", " : "");
            put_modifier(f->names.at[i], f->values.at[i], !parameter, &list);
        } else {
            f->names.at[kept] = word ? f->names.at[i] : base_sprintf(&c->s->scratch, "%s.start", f->names.at[i]);
            f->values.at[kept++] = f->values.at[i];
        }
    }
    f->names.n = f->values.n = kept;
    if (list.n) {
        const char *name = scr_text_of(c, CLASS);
        size_t n = strlen(name);
        const char *made = n && name[n - 1] == ')'
                               ? base_sprintf(&c->s->scratch, "%.*s, %s)", (int)n - 1, name, base_text_str(&list))
                               : base_sprintf(&c->s->scratch, "%s(%s)", name, base_text_str(&list));
        causeway_model_free(m);
        m = causeway_model_new(c->s->session, made);
    }
    base_text_free(&list);
    return m;
}

static void message(void *arg, const char *text) {
    Script *s = arg;
    scr_say(s, text);
    if (*text && text[strlen(text) - 1] != '\n') scr_say(s, "\n");
}

static bool go_on(void *arg, double time, double part) {
    (void)time;
    (void)part;
    return !scr_interrupted(arg);
}

/* What is recorded: variables whose whole name matches variableFilter, and parameters. */
static causeway_status record(ScrCall *c, causeway_model *m, causeway_run *r, const char *path) {
    const char *filter = text_or(c, FILTER, ".*");
    regex_t re;
    VecStr names = {0};
    if (strcmp(filter, ".*") == 0) return causeway_run_record(r, 0, NULL, path);
    if (regcomp(&re, base_sprintf(&c->s->scratch, "^(%s)$", filter), REG_EXTENDED | REG_NOSUB) != 0) {
        scr_error(c->s, "SCR0004", c->call->span, "not a regular expression: %s", filter);
        return CAUSEWAY_USAGE;
    }
    for (size_t i = 1; i < causeway_variable_count(m); i++) {
        causeway_variable v = {.size = sizeof v};
        causeway_describe_variable(m, i, &v);
        bool wanted = v.kind == CAUSEWAY_PARAMETER || regexec(&re, v.name, 0, NULL, 0) == 0;
        if (wanted && !v.hidden && v.type != CAUSEWAY_STRING) vec_push(&names, (char *)(uintptr_t)v.name);
    }
    regfree(&re);
    causeway_status code = causeway_run_record(r, names.n, (const char *const *)names.at, path);
    vec_free(&names);
    return code;
}

/* They win over the arguments of the call. */
static void apply_flags(const ScrFlags *f, causeway_run_options *o) {
    double step = o->interval;
    if (!isnan(f->start)) o->start = f->start;
    if (!isnan(f->stop)) o->stop = f->stop;
    if (!isnan(f->tolerance)) o->tolerance = f->tolerance;
    if (!isnan(f->step) && f->step > 0) step = f->step;
    o->interval = step;
    o->first_step = f->first_step;
    o->max_step = f->max_step;
    if (f->method) o->solver = solver_of(f->method);
}

static causeway_status run_it(ScrCall *c, causeway_model *m, causeway_run *r, const Plan *p, Text *messages) {
    causeway_run_options o;
    causeway_run_options_init(&o);
    o.start = p->start;
    o.stop = p->stop;
    o.tolerance = p->tolerance;
    o.interval = !p->own_interval && p->intervals > 0 && p->stop > p->start ? (p->stop - p->start) / p->intervals : NAN;
    o.solver = p->solver;
    apply_flags(&p->flags, &o);
    o.message = message;
    o.progress = go_on;
    o.arg = c->s;
    causeway_status code = causeway_run_configure(r, &o);
    for (size_t i = 0; i < p->flags.names.n && code == CAUSEWAY_OK; i++)
        code = causeway_run_set_text(r, p->flags.names.at[i], p->flags.values.at[i]);
    if (code == CAUSEWAY_OK && p->flags.inputs) code = causeway_run_set_input_file(r, p->flags.inputs);
    if (code == CAUSEWAY_OK && !p->empty) code = record(c, m, r, p->file);
    if (code == CAUSEWAY_OK) code = causeway_run_initialise(r);
    if (code == CAUSEWAY_OK)
        base_text_add(messages, "LOG_SUCCESS       | info    | The initialization finished successfully without "
                                "homotopy method.\n");
    if (code == CAUSEWAY_OK) code = causeway_run_to_end(r);
    if (code == CAUSEWAY_OK)
        base_text_add(messages, "LOG_SUCCESS       | info    | The simulation finished successfully.\n");
    for (size_t i = 0; i < causeway_run_diagnostic_count(r); i++) {
        const causeway_diagnostic *d = causeway_run_get_diagnostic(r, i);
        const char *text = causeway_format_diagnostic(c->s->session, d, CAUSEWAY_TEXT);
        if (d->severity == CAUSEWAY_ERROR) base_text_add(messages, text);
        base_text_add(&c->s->errors, text);
    }
    return code;
}

static const char *options_text(const ScrCall *c, const Plan *p) {
    Text t = {0};
    base_text_add(&t, "startTime = ");
    base_text_double(&t, p->start, true);
    base_text_add(&t, ", stopTime = ");
    base_text_double(&t, p->stop, true);
    base_text_printf(&t, ", numberOfIntervals = %.0f, tolerance = ", p->intervals);
    base_text_double(&t, p->tolerance, true);
    base_text_printf(&t,
                     ", method = '%s', fileNamePrefix = '%s', options = '%s', outputFormat = '%s', variableFilter = "
                     "'%s', cflags = '%s', simflags = '%s'",
                     p->method, p->prefix, text_or(c, OPTIONS, ""), p->format, text_or(c, FILTER, ".*"),
                     text_or(c, CFLAGS, ""), text_or(c, SIMFLAGS, ""));
    const char *made = base_strdup(&c->s->scratch, base_text_str(&t));
    base_text_free(&t);
    return made;
}

static ScrValue *outcome(Script *s, const char *file, const char *options, const char *messages, const double *times) {
    static const char *const fields[] = {"resultFile",     "simulationOptions", "messages",      "timeFrontend",
                                         "timeBackend",    "timeSimCode",       "timeTemplates", "timeCompile",
                                         "timeSimulation", "timeTotal"};
    enum { N = sizeof fields / sizeof *fields };
    ScrValue *r = scr_tuple(s, N);
    r->kind = SCR_RECORD;
    r->text = "SimulationResult";
    r->fields = base_copy(&s->scratch, fields, sizeof fields);
    r->items[0] = scr_string(s, file);
    r->items[1] = scr_string(s, options);
    r->items[2] = scr_string(s, messages);
    for (size_t i = 3; i < N; i++)
        r->items[i] = scr_real(s, i == N - 2 ? times[1] : i == N - 1 ? times[2] : i == 3 ? times[0] : 0);
    return r;
}

/* simulate, and linearize, which differs in what is made of the end of the run. */
SCR_VERB(scr_v_simulate) {
    Script *s = c->s;
    bool linear = strcmp(c->verb->name, "linearize") == 0;
    double began = base_seconds(), times[3] = {0};
    causeway_model *m = model_of(c);
    Text messages = {0};
    Plan p = {.file = ""};
    const char *options = "";
    causeway_status code = CAUSEWAY_INVALID;
    bool ready = m && causeway_model_translate(m, NULL) == CAUSEWAY_OK;
    if (ready) {
        p = plan_of(c, m);
        options = options_text(c, &p);
        m = with_modifiers(c, m, &p);
    }
    causeway_run *r = ready && m ? causeway_run_new(m) : NULL;
    times[0] = base_seconds() - began;
    if (r) {
        code = run_it(c, m, r, &p, &messages);
        if (linear && code == CAUSEWAY_OK && !scr_linearise(c, r, &messages)) code = CAUSEWAY_STOPPED;
        times[1] = base_seconds() - began - times[0];
    }
    if (r) causeway_run_free(r); /* closes the file */
    scr_free_flags(&p.flags);
    causeway_model_free(m);
    if (s->open) causeway_result_free(s->open), s->open = NULL;
    if (code == CAUSEWAY_OK) {
        s->result = p.file;
    } else {
        Text failed = {0};
        base_text_printf(&failed, r ? "Simulation execution failed for model: %s\n%s" : "Failed to build model: %s%s",
                         scr_text_of(c, CLASS), base_text_str(&messages));
        base_text_free(&messages);
        messages = failed;
    }
    times[2] = base_seconds() - began;
    ScrValue *v = outcome(s, code == CAUSEWAY_OK ? p.file : "", options, base_text_str(&messages), times);
    base_text_free(&messages);
    return v;
}
