/* objects.c - the external functions of Causeway.FMI: an FMU as an external object.
 *
 * To the equations an FMU is a function of time, states, inputs and the number of events it has seen.  What they ask in
 * initialisation is answered in initialisation mode, so that loops over initial values close.  An event is asked for
 * several times while relations settle: the answer is kept, and where inputs changed meanwhile the state before it is
 * taken back first (if the FMU can).  Co-simulation is couple.c.
 */
#include "exchange/objects_impl.h"

#include <math.h>
#include <string.h>

static const double call_limit = 120; /* seconds that a call may last */

static _Thread_local CwEnv *current;

static void enter(CwEnv *e) { current = e; }

CwEnv *xch_env(void) { return current; }

/* Does not return: the evaluation is abandoned. */
void xch_object_fail(const XchObject *o, const char *why) {
    const char *path = o && o->fmu ? o->fmu->path : "the FMU";
    size_t n = strlen(why) + strlen(path) + 16;
    char *text = current->call->memory(current, n);
    snprintf(text, n, "%s: %s", path, why);
    current->call->error(current, text, 0);
}

void xch_object_need(const XchObject *o, bool ok) {
    if (!ok) xch_object_fail(o, xch_why(o->unit));
}

/* ---- life -------------------------------------------------------------------------------------------------------- */

static void dispose(XchObject *o) {
    if (!o) return;
    xch_drop(o->unit, o->before), xch_drop(o->unit, o->behind);
    base_realloc(o->kept, 0);
    if (o->phase == XCH_RUNNING && xch_status(o->unit) == XCH_DONE) xch_terminate(o->unit);
    xch_unit_free(o->unit);
    xch_host_free(o->host);
    if (o->home) xch_home_leave(o->home, o);
    base_realloc(o->values, 0), vec_free(&o->words);
    xch_plan_free(o->plan);
    xch_close(o->fmu);
    base_realloc(o->x, 0), base_realloc(o->u, 0), base_realloc(o->told, 0);
    base_realloc(o->answer, 0), base_realloc(o->inputs, 0), base_realloc(o->counts, 0);
    base_realloc(o->left, 0);
    base_realloc(o->indicators, 0), base_realloc(o->held, 0), base_realloc(o->watched, 0);
    base_realloc(o->slopes, 0), base_realloc(o->old_slopes, 0), base_realloc(o->rates, 0), base_realloc(o->largest, 0),
        base_realloc(o->last, 0);
    base_realloc(o->previous, 0), base_realloc(o->lines, 0), base_realloc(o->old_lines, 0), base_realloc(o->middle, 0);
    xch_schedule_free(o->schedule);
    base_map_free(&o->texts);
    base_context_free(o->ctx);
    base_realloc(o, 0);
}

static double *zeros(size_t n) {
    double *x = base_realloc(NULL, (n + 1) * sizeof *x);
    memset(x, 0, (n + 1) * sizeof *x);
    return x;
}

/* What the Context of an FMU has to say, as scratch of the evaluation. */
static const char *said(XchObject *o) {
    Text t = {0};
    base_diag_take(o->ctx, &t);
    const char *text = base_text_str(&t);
    char *copy = current->call->memory(current, strlen(text) + 1);
    strcpy(copy, text);
    base_text_free(&t);
    return copy;
}

size_t xch_count_values(const XchModel *m, const VecU32 *vars) {
    size_t n = 0;
    for (size_t i = 0; i < vars->n; i++) n += m->variables.at[vars->at[i]].nvalues;
    return n;
}

/* What is behind a key: " NUMBER=VALUE" of each structural parameter that has another value, " NUMBER~" of each tunable
 * one that is an input. */
static bool take_sizes(XchObject *o, const char *key) {
    for (const char *s = strchr(key, ' '); s; s = strchr(s + 1, ' ')) {
        unsigned var;
        double value;
        char mark;
        if (sscanf(s, " %u%c", &var, &mark) == 2 && mark == '~' &&
            (var >= o->fmu->model->variables.n || !xch_move(o->fmu->model, var)))
            return false;
        if (sscanf(s, " %u=%lf", &var, &value) != 2) continue;
        if (var >= o->fmu->model->variables.n || !xch_resize(o->fmu->model, var, value)) return false;
    }
    return true;
}

static bool is_same(XchObject *o, const char *key) {
    char here[32];
    const Source *s = base_source(o->ctx->sources, o->fmu->source);
    snprintf(here, sizeof here, "%016llx", (unsigned long long)base_hash(s->text, s->n, 0));
    if (strncmp(here, key, 16) == 0 && take_sizes(o, key)) return true;
    base_error(o->ctx, "XCH0002", (Span){0}, "%s is another FMU than the one that was imported; import it again",
               o->fmu->path);
    return false;
}

bool xch_settle_in(XchObject *o, XchHost *host) {
    o->unit = xch_unit_new(host, o->fmu, o->plan->kind, o->fmu->model->name, false);
    if (xch_status(o->unit) == XCH_DONE && xch_configure_sizes(o->unit, o->fmu->model)) return true;
    base_error(o->ctx, "XCH0008", (Span){0}, "%s cannot be instantiated: %s", o->fmu->path, xch_why(o->unit));
    return false;
}

static bool open_unit(XchObject *o, bool in_process) {
    const XchFmu *one = o->fmu;
    o->host = xch_host_new(&one, 1, !in_process, call_limit);
    if (o->host) return xch_settle_in(o, o->host);
    base_error(o->ctx, "XCH0008", (Span){0}, "no process can be started for %s", o->fmu->path);
    return false;
}

/* " NUMBER!" behind a key: a value that others read; without any: all that are outputs. */
static void watch(XchObject *o, const char *key) {
    const XchModel *m = o->fmu->model;
    bool any = false;
    for (const char *s = strchr(key, ' '); s; s = strchr(s + 1, ' ')) {
        unsigned var;
        char mark;
        if (sscanf(s, " %u%c", &var, &mark) == 2 && mark == '!' && var < m->variables.n) o->watched[var] = any = true;
    }
    for (size_t i = 0; !any && i < m->outputs.n; i++) {
        const XchVariable *v = &m->variables.at[m->outputs.at[i].variable];
        o->watched[m->outputs.at[i].variable] =
            v->variability == XCH_CONTINUOUS && (v->type == XCH_FLOAT64 || v->type == XCH_FLOAT32);
    }
}

/* Room for what co-simulation remembers of steps. */
static void make_memory(XchObject *o, const char *key) {
    const XchModel *m = o->fmu->model;
    size_t n = o->plan->nevent;
    o->watched = base_realloc(NULL, m->variables.n + 1);
    memset(o->watched, 0, m->variables.n + 1);
    size_t nu = xch_count_values(m, &o->plan->inputs);
    o->slopes = zeros(n), o->old_slopes = zeros(n), o->largest = zeros(n), o->last = zeros(n);
    for (size_t i = 0; i < n; i++) o->slopes[i] = o->old_slopes[i] = NAN;
    o->rates = zeros(n);
    for (size_t i = 0; i < n; i++) o->rates[i] = NAN;
    o->previous = zeros(nu), o->lines = zeros(nu), o->old_lines = zeros(nu), o->middle = zeros(nu);
    for (size_t i = 0; i < nu; i++) o->lines[i] = o->old_lines[i] = NAN;
    watch(o, key);
    o->share = m->cs.variable_step && !(m->cs.fixed_step > 0) ? 0.5 : 1;
}

/* An object that could not be made: its evaluation ends. */
static void give_up(XchObject *o) {
    const char *why = said(o);
    dispose(o);
    xch_object_fail(NULL, why);
}

static void *object_new(const char *path, const char *key, int kind, int in_process, double tolerance,
                        double coupling) {
    XchObject *o = base_realloc(NULL, sizeof *o);
    *o = (XchObject){.ctx = base_context_new(),
                     .time = NAN,
                     .tolerance = tolerance > 0 ? tolerance : NAN,
                     .may_look = kind & XCH_AHEAD,
                     .smooth = kind & XCH_SMOOTH,
                     .coupling = coupling};
    bool lodger = kind & XCH_LODGER;
    kind &= ~(XCH_AHEAD | XCH_SMOOTH | XCH_LODGER);
    o->fmu = xch_open(o->ctx, path);
    if (!o->fmu || !is_same(o, key)) give_up(o);
    const XchModel *m = o->fmu->model;
    o->plan = xch_plan(m, kind);
    if (!lodger && !open_unit(o, in_process != 0)) give_up(o);
    size_t nu = xch_count_values(m, &o->plan->inputs), nx = o->plan->nstates, n = o->plan->nevent;
    o->x = zeros(nx), o->left = zeros(nx), o->u = zeros(nu), o->inputs = zeros(nu), o->held = zeros(nu);
    o->answer = zeros(n), o->kept = zeros(n), o->indicators = zeros(m->nindicators + 1);
    o->counts = zeros(m->variables.n);
    o->told = base_realloc(NULL, m->variables.n + 1);
    memset(o->told, 0, m->variables.n + 1);
    o->schedule = xch_schedule_new(m);
    for (size_t i = 0; i < o->plan->inputs.n; i++)
        o->discrete = o->discrete || m->variables.at[o->plan->inputs.at[i]].variability == XCH_DISCRETE;
    if (kind == XCH_CS) make_memory(o, key);
    if (kind == XCH_CS && !lodger) o->follow = xch_follow(o);
    return o;
}

static void object_free(void *object) { dispose(object); }

/* Parameters: only what differs, for what an FMU computes from its own start values it may not take from outside. */
static void prepare(XchObject *o, const double *values, char *const *texts) {
    const XchModel *m = o->fmu->model;
    for (size_t i = 0, at = 0; i < o->plan->parameters.n; i++) {
        const XchVariable *v = &m->variables.at[o->plan->parameters.at[i]];
        if (v->resized || memcmp(values + at, v->starts, v->nvalues * sizeof *values) != 0)
            xch_object_need(o, xch_set(o->unit, 1, &o->plan->parameters.at[i], values + at));
        at += v->nvalues;
    }
    for (size_t i = 0; i < o->plan->texts.n; i++) {
        const XchVariable *v = &m->variables.at[o->plan->texts.at[i]];
        if (strcmp(texts[i], v->start ? v->start : "") != 0)
            xch_object_need(o, xch_set_text(o->unit, o->plan->texts.at[i], texts[i]));
    }
}

static int object_prepare(void *object, const double *values, const char **texts) {
    prepare(object, values, (char *const *)texts);
    return 0;
}

/* Where many share processes these are made when all that live there are known: at the first use of one of them. */
static int object_prepare_in(void *object, void *home, const double *values, const char **texts) {
    XchObject *o = object;
    size_t n = xch_count_values(o->fmu->model, &o->plan->parameters);
    o->values = zeros(n);
    memcpy(o->values, values, n * sizeof *values);
    for (size_t i = 0; i < o->plan->texts.n; i++) vec_push(&o->words, base_strdup(&o->ctx->arena, texts[i]));
    xch_home_take(home, o);
    o->home = home;
    return 0;
}

static void move_in(XchObject *o) {
    if (o->unit) return;
    if (!o->home || !xch_home_enter(o->home, o)) xch_object_fail(o, said(o));
    if (o->plan->kind == XCH_CS) o->follow = xch_follow(o);
    prepare(o, o->values, o->words.at);
}

/* ---- telling the FMU where we are -------------------------------------------------------------------------------- */

/* Place of an input in u, by value. */
static size_t input_place(const XchObject *o, uint32_t var) {
    size_t at = 0;
    for (size_t i = 0; i < o->plan->inputs.n && o->plan->inputs.at[i] != var; i++)
        at += o->fmu->model->variables.at[o->plan->inputs.at[i]].nvalues;
    return at;
}

/* Inputs of a group that the FMU does not have yet. */
void xch_collect_news(XchObject *o, const XchGroup *g, const double *u, bool discrete, XchNews *news) {
    for (size_t i = 0; i < g->inputs.n; i++) {
        uint32_t var = g->inputs.at[i], n = o->fmu->model->variables.at[var].nvalues;
        double *last = o->u + input_place(o, var);
        if (o->fmu->model->variables.at[var].type == XCH_CLOCK) { /* the number of ticks: another one is a tick */
            if (discrete && o->phase == XCH_RUNNING && *last != *u) {
                xch_schedule_ask(o->schedule, var);
                *last = *u;
            }
            u += n;
            continue;
        }
        bool may = discrete || o->fmu->model->variables.at[var].variability == XCH_CONTINUOUS;
        if (may && (!o->told[var] || memcmp(last, u, n * sizeof *u) != 0)) {
            vec_push(&news->vars, var);
            for (uint32_t k = 0; k < n; k++) vec_push(&news->values, u[k]);
            memcpy(last, u, n * sizeof *u);
            o->told[var] = true;
        }
        u += n;
    }
}

void xch_drop_news(XchNews *n) {
    vec_free(&n->vars);
    vec_free(&n->values);
}

/* The FMU may have changed, or refused what it was told. */
static void forget(XchObject *o) {
    o->time = NAN;
    memset(o->told, 0, o->fmu->model->variables.n);
}

/* The same of inputs alone. */
void xch_forget_inputs(XchObject *o) { memset(o->told, 0, o->fmu->model->variables.n); }

/* ---- initialisation ---------------------------------------------------------------------------------------------- */

static bool is_given(const XchVariable *v) { return v->initial == XCH_EXACT && v->starts; }

bool xch_initialising(XchObject *o, const XchGroup *g, double t, const double *x, const double *u) {
    const XchModel *m = o->fmu->model;
    XchNews news = {0};
    move_in(o);
    for (size_t i = 0; o->plan->nstates && i < m->states.n; i++) { /* start values that were changed */
        const XchVariable *v = &m->variables.at[m->states.at[i]];
        if (!is_given(v) ||
            (!v->resized && memcmp(x + o->plan->element[m->states.at[i]], v->starts, v->nvalues * sizeof *x) == 0))
            continue;
        vec_push(&news.vars, m->states.at[i]);
        for (uint32_t k = 0; k < v->nvalues; k++) vec_push(&news.values, x[o->plan->element[m->states.at[i]] + k]);
    }
    xch_collect_news(o, g, u, true, &news);
    bool ok = true;
    if (o->phase == XCH_MADE) {
        ok = xch_enter_initialisation(o->unit, t, NAN, o->tolerance);
        o->phase = XCH_INITIALISING;
    }
    if (ok && news.vars.n) ok = xch_set(o->unit, (uint32_t)news.vars.n, news.vars.at, news.values.at);
    xch_drop_news(&news);
    return ok;
}

static bool initial_values(XchObject *o, int group, double *y) {
    const XchModel *m = o->fmu->model;
    const XchGroup *g = &o->plan->groups.at[group];
    if (group == XCH_INDICATORS) { /* not to be asked for yet */
        for (uint32_t i = 0; i < g->n; i++) y[i] = 1;
        return true;
    }
    if (group != XCH_DERIVATIVES) return xch_get(o->unit, (uint32_t)g->vars.n, g->vars.at, y);
    for (size_t i = 0; i < m->derivatives.n; i++) {
        if (!xch_get(o->unit, 1, &m->derivatives.at[i].variable, y)) return false;
        y += m->variables.at[m->derivatives.at[i].variable].nvalues;
    }
    return true;
}

/* {next event, end, states, discrete values}, before the first event. */
static void object_beginning(void *object, double t, const double *x, const double *u, double *y, int n) {
    XchObject *o = object;
    const XchModel *m = o->fmu->model;
    const XchGroup *g = &o->plan->groups.at[XCH_EVENT];
    if (o->phase == XCH_RUNNING) { /* initial equations looked at once more: what followed from them stands */
        memcpy(y, o->answer, (size_t)n * sizeof *y);
        return;
    }
    y[0] = XCH_NEVER, y[1] = 0;
    if (o->plan->kind == XCH_CS) y[n - 1] = XCH_NEVER;
    xch_object_need(o, xch_initialising(o, g, t, x, u));
    double *to = y + 2;
    for (size_t i = 0; o->plan->nstates && i < m->states.n; i++) {
        xch_object_need(o, xch_get(o->unit, 1, &m->states.at[i], to));
        to += m->variables.at[m->states.at[i]].nvalues;
    }
    xch_object_need(o, xch_get(o->unit, (uint32_t)g->vars.n, g->vars.at, to));
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

/* Ticks of output clocks, of which the FMU tells in an event, become their numbers. */
void xch_count_ticks(XchObject *o, double *got, bool ticked) {
    const XchGroup *g = &o->plan->groups.at[XCH_EVENT];
    for (size_t i = 0; i < g->vars.n; i++) {
        const XchVariable *v = &o->fmu->model->variables.at[g->vars.at[i]];
        if (v->type == XCH_CLOCK) {
            if (ticked) o->counts[g->vars.at[i]] += *got != 0;
            *got = o->counts[g->vars.at[i]];
        }
        got += v->nvalues;
    }
}

/* Behind initialisation: when clocks tick first; those that were asked to. */
bool xch_begin_clocks(XchObject *o, const XchGroup *g, double t, const double *u) {
    XchNews none = {0};
    if (!o->schedule) return true;
    bool ok = xch_schedule_begin(o->schedule, o->unit, t);
    xch_collect_news(o, g, u, true, &none);
    xch_drop_news(&none);
    return ok;
}

/* An event in which the clocks that are due tick; x: states behind it, NULL for co-simulation.  A clock that the FMU
 * sets to now ticks in one more. */
bool xch_event_with_clocks(XchObject *o, double t, const XchPoint *at, double *x, XchEvent *e) {
    if (!o->schedule) return x ? xch_event(o->unit, at, x, e) : xch_step_event(o->unit, at, e);
    double end = t + 1e-12 * fmax(1, fabs(t));
    bool ok = true, again = true, terminate = false;
    for (int k = 0; ok && again && k < 100; k++) {
        XchNews set = {0};
        XchPoint p = *at;
        for (uint32_t c; (c = xch_schedule_take(o->schedule, t)) != XCH_NONE;) {
            vec_push(&set.vars, c);
            vec_push(&set.values, 1);
        }
        for (uint32_t i = 0, from = 0; k == 0 && i < at->nset; i++) { /* clocks first: they make inputs settable */
            vec_push(&set.vars, at->set[i]);
            for (uint32_t j = 0; j < o->fmu->model->variables.at[at->set[i]].nvalues; j++)
                vec_push(&set.values, at->set_values[from++]);
        }
        p.nset = (uint32_t)set.vars.n, p.set = set.vars.at, p.set_values = set.values.at;
        if (k > 0) p.x = x, e->first = false;
        xch_schedule_watch(o->schedule, &p);
        ok = x ? xch_event(o->unit, &p, x, e) : xch_step_event(o->unit, &p, e);
        xch_drop_news(&set);
        if (!ok) break;
        xch_count_ticks(o, at->got, true);
        xch_schedule_heed(o->schedule, t);
        terminate = terminate || e->terminate;
        again = xch_schedule_next(o->schedule) <= end && !terminate;
    }
    e->terminate = terminate;
    e->next = fmin(e->next, xch_schedule_next(o->schedule));
    return ok;
}

/* Does the indicator of wanted events show at t that one is?  Not at the instant itself, which may be that of the event
 * before: there it would be taken for how things are behind that. */
static bool demands(const XchObject *o, double t) { return o->wanted && t > o->asked; }

static bool handle_event(XchObject *o, double t, const double *x, const double *u) {
    const XchModel *m = o->fmu->model;
    const XchGroup *g = &o->plan->groups.at[XCH_EVENT];
    XchNews news = {0};
    bool first = o->phase == XCH_INITIALISING, ok = true;
    forget(o);
    xch_collect_news(o, g, u, true, &news);
    if (first) {
        if (news.vars.n) ok = xch_set(o->unit, (uint32_t)news.vars.n, news.vars.at, news.values.at);
        ok = ok && xch_exit_initialisation(o->unit);
        o->phase = XCH_RUNNING;
        ok = ok && xch_begin_clocks(o, g, t, u);
    }
    XchEvent e = {.first = first};
    XchPoint p = {.time = first ? NAN : t,
                  .x = first ? NULL : x,
                  .nget = (uint32_t)g->vars.n,
                  .get = g->vars.at,
                  .got = o->answer + 2 + m->nstates};
    if (!first) p.nset = (uint32_t)news.vars.n, p.set = news.vars.at, p.set_values = news.values.at;
    ok = ok && xch_event_with_clocks(o, t, &p, o->answer + 2, &e);
    xch_drop_news(&news);
    forget(o);
    o->answer[0] = e.next < XCH_NEVER ? e.next : XCH_NEVER;
    o->ended = o->ended || e.terminate;
    o->answer[1] = o->ended;
    if (demands(o, t)) o->negative = !o->negative;
    o->wanted = false;
    return ok;
}

static void object_event(void *object, int mode, double t, const double *x, const double *u, double *y, int n) {
    XchObject *o = object;
    size_t bytes = xch_count_values(o->fmu->model, &o->plan->inputs) * sizeof *u;
    bool again = o->answered && o->mode == mode && o->at == t;
    bool can = o->fmu->model->me.get_set_state && o->discrete; /* not at every event: states may be large */
    if (!again || memcmp(o->inputs, u, bytes) != 0) {
        if (again && o->before) xch_object_need(o, xch_restore(o->unit, o->before));
        else if (!again && can && o->phase == XCH_RUNNING) xch_object_need(o, xch_save(o->unit, &o->before));
        if (o->phase == XCH_MADE) xch_object_need(o, xch_initialising(o, &o->plan->groups.at[XCH_EVENT], t, x, u));
        xch_object_need(o, handle_event(o, t, x, u));
        o->answered = true, o->mode = mode, o->at = t;
        memcpy(o->inputs, u, bytes);
        if (o->plan->nstates) memcpy(o->left, x, o->fmu->model->nstates * sizeof *x);
    }
    memcpy(y, o->answer, (size_t)n * sizeof *y);
}

/* ---- continuous time --------------------------------------------------------------------------------------------- */

static void object_values(void *object, int group, int mode, double t, const double *x, const double *u, double *y) {
    XchObject *o = object;
    const XchModel *m = o->fmu->model;
    const XchGroup *g = &o->plan->groups.at[group];
    if (o->phase != XCH_RUNNING) {
        xch_object_need(o, xch_initialising(o, g, t, x, u) && initial_values(o, group, y));
        return;
    }
    if (group == XCH_INDICATORS && o->answered && o->mode == mode && o->at == t) { /* of the FMU before that event */
        memcpy(y, o->indicators, g->n * sizeof *y);
        return;
    }
    /* whoever compares what would have come without the event must not be told what comes behind it */
    if (o->answered && o->mode == mode && t > o->at) xch_object_fail(o, "it has passed this event");
    /* until the states are set anew: what is asked for behind the event belongs to those that it has given */
    bool behind = o->answered && o->mode < mode && o->at == t && o->plan->nstates;
    if (behind && memcmp(o->left, x, m->nstates * sizeof *x) == 0) x = o->answer + 2;
    XchNews news = {0};
    bool moved = memcmp(o->x, x, m->nstates * sizeof *x) != 0 || !(o->time == t);
    xch_collect_news(o, g, u, false, &news);
    XchPoint p = {.time = o->time == t && !news.vars.n ? NAN : t, /* said again, some compute only then */
                  .x = moved ? x : NULL,
                  .nset = (uint32_t)news.vars.n,
                  .set = news.vars.at,
                  .set_values = news.values.at};
    if (group == XCH_DERIVATIVES) p.dx = y;
    else if (group == XCH_INDICATORS) p.z = y;
    else p.nget = (uint32_t)g->vars.n, p.get = g->vars.at, p.got = y;
    bool ok = xch_evaluate(o->unit, &p);
    xch_drop_news(&news);
    if (group == XCH_INDICATORS) {
        y[g->n - 1] = o->negative != demands(o, t) ? -1 : 1;
        memcpy(o->indicators, y, g->n * sizeof *y);
    }
    if (ok) o->time = t, memcpy(o->x, x, m->nstates * sizeof *x);
    else forget(o);
    xch_object_need(o, ok);
}

/* ---- derivatives ------------------------------------------------------------------------------------------------- */

/* Values of a group at another point; t + h*dt, x + h*dx, u + h*du. */
typedef struct {
    size_t nx, nu;
    int mode;
    double t, dt;
    const double *x, *u, *dx, *du;
} Ray;

static void values_at(void *object, int group, const Ray *r, double h, double *work, double *y) {
    double *x = work, *u = work + r->nx;
    for (size_t i = 0; i < r->nx; i++) x[i] = r->x[i] + h * r->dx[i];
    for (size_t i = 0; i < r->nu; i++) u[i] = r->u[i] + h * r->du[i];
    object_values(object, group, r->mode, r->t + h * r->dt, x, u, y);
}

/* A step along a ray that moves nothing by more than a third root of the precision. */
static double step_along(const Ray *r) {
    double steepest = fabs(r->dt) / fmax(1, fabs(r->t));
    for (size_t i = 0; i < r->nx; i++) steepest = fmax(steepest, fabs(r->dx[i]) / fmax(1, fabs(r->x[i])));
    for (size_t i = 0; i < r->nu; i++) steepest = fmax(steepest, fabs(r->du[i]) / fmax(1, fabs(r->u[i])));
    return steepest > 0 ? 6e-6 / steepest : 0;
}

static void difference(void *object, int group, const Ray *r, double *y, size_t n) {
    double h = step_along(r);
    memset(y, 0, n * sizeof *y);
    if (h == 0) return;
    double *work = current->call->memory(current, (r->nx + r->nu + n + 1) * sizeof *work), *back = work + r->nx + r->nu;
    values_at(object, group, r, h, work, y);
    values_at(object, group, r, -h, work, back);
    for (size_t i = 0; i < n; i++) y[i] = (y[i] - back[i]) / (2 * h);
}

/* By the FMU's own directional derivatives; false: it has none here. */
static bool direction(XchObject *o, int group, const Ray *r, double *y, size_t n) {
    const XchModel *m = o->fmu->model;
    const XchGroup *g = &o->plan->groups.at[group];
    bool told = group == XCH_DERIVATIVES || group >= XCH_OUTPUT_GROUPS;
    if (!told || o->differences || !m->me.directional || o->phase != XCH_RUNNING || r->dt != 0) return false;
    size_t nderivatives = group == XCH_DERIVATIVES ? m->derivatives.n : g->vars.n, nknown = 0;
    uint32_t *unknown = current->call->memory(current, (nderivatives + 1) * sizeof *unknown),
             *known = current->call->memory(current, (m->states.n + g->inputs.n + 1) * sizeof *known);
    double *seed = current->call->memory(current, (r->nx + r->nu + 1) * sizeof *seed), *to = seed;
    for (size_t i = 0; i < nderivatives; i++)
        unknown[i] = group == XCH_DERIVATIVES ? m->derivatives.at[i].variable : g->vars.at[i];
    for (size_t i = 0; i < m->states.n; i++) known[nknown++] = m->states.at[i];
    for (size_t i = 0; i < g->inputs.n; i++) known[nknown++] = g->inputs.at[i];
    memcpy(to, r->dx, m->nstates * sizeof *to);
    memcpy(to + m->nstates, r->du, (xch_count_values(m, &g->inputs)) * sizeof *to);
    object_values(o, group, r->mode, r->t, r->x, r->u, y); /* takes the FMU there */
    memset(y, 0, n * sizeof *y);
    bool ok = xch_directional(o->unit, (uint32_t)nderivatives, unknown, (uint32_t)nknown, known, seed, y);
    if (!ok) o->differences = true, forget(o);
    return ok;
}

static void object_direction(void *object, int group, int mode, double t, const double *x, int nx, const double *u,
                             int nu, double dt, const double *dx, const double *du, double *y, int n) {
    Ray r = {.nx = (size_t)nx, .nu = (size_t)nu, .mode = mode, .t = t, .dt = dt, .x = x, .u = u, .dx = dx, .du = du};
    if (!direction(object, group, &r, y, (size_t)n)) difference(object, group, &r, y, (size_t)n);
}

static int object_accepted(void *object, double t, const double *x, const double *u) {
    XchObject *o = object;
    /* at the instant of an event no step has been made since */
    if (o->phase != XCH_RUNNING || o->ended || (o->answered && o->at == t)) return 1;
    const XchModel *m = o->fmu->model;
    XchNews news = {0};
    XchEvent e = {0};
    xch_collect_news(o, &o->plan->groups.at[XCH_EVENT], u, false, &news);
    XchPoint p = {.time = t, .x = x, .nset = (uint32_t)news.vars.n, .set = news.vars.at, .set_values = news.values.at};
    bool ok = xch_evaluate(o->unit, &p) && xch_accept(o->unit, &e);
    xch_drop_news(&news);
    if (ok) o->time = t, memcpy(o->x, x, m->nstates * sizeof *x);
    if (!o->wanted && (e.needed || e.terminate)) o->wanted = true, o->asked = t;
    o->ended = o->ended || e.terminate;
    xch_object_need(o, ok);
    return 1;
}

/* ---- scheduled execution ----------------------------------------------------------------------------------------- */

/* Partitions of the clocks that are due run, by priority; in the next call those that became due meanwhile. */
static void object_activate(void *object, int mode, double t, const double *u, double *y, int n) {
    XchObject *o = object;
    const XchGroup *g = &o->plan->groups.at[XCH_EVENT];
    XchNews news = {0};
    bool ok = true;
    (void)mode;
    if (o->phase == XCH_MADE) xch_object_need(o, xch_initialising(o, g, t, NULL, u));
    if (o->phase == XCH_INITIALISING) {
        ok = xch_exit_initialisation(o->unit);
        o->phase = XCH_RUNNING;
        ok = ok && xch_begin_clocks(o, g, t, u);
    }
    xch_collect_news(o, g, u, true, &news);
    if (ok && news.vars.n) ok = xch_set(o->unit, (uint32_t)news.vars.n, news.vars.at, news.values.at);
    xch_drop_news(&news);
    ok = ok && (!o->schedule || xch_schedule_run(o->schedule, o->unit, t, o->counts));
    ok = ok && (!g->vars.n || xch_get(o->unit, (uint32_t)g->vars.n, g->vars.at, o->answer + 2));
    xch_object_need(o, ok);
    xch_count_ticks(o, o->answer + 2, false);
    double next = o->schedule ? xch_schedule_next(o->schedule) : INFINITY;
    o->answer[0] = next < XCH_NEVER ? next : XCH_NEVER, o->answer[1] = 0;
    memcpy(y, o->answer, (size_t)n * sizeof *y);
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

static int object_tell(void *object, const char **texts) {
    XchObject *o = object;
    move_in(o);
    for (size_t i = 0; i < o->plan->text_inputs.n; i++) {
        uint32_t var = o->plan->text_inputs.at[i];
        uint64_t hash = base_hash(texts[i], strlen(texts[i]), 0), last;
        if (base_map_get(&o->texts, var, &last) && last == hash) continue;
        base_map_put(&o->texts, var, hash);
        bool now = o->phase != XCH_RUNNING || o->plan->kind == XCH_SE;
        xch_object_need(o, now ? xch_set_text(o->unit, var, texts[i]) : xch_set_text_later(o->unit, var, texts[i]));
    }
    return 0;
}

static const char *object_text(void *object, int variable) {
    enum { ROOM = 1 << 16 };
    XchObject *o = object;
    const XchVariable *v = &o->fmu->model->variables.at[variable];
    if (o->phase == XCH_MADE) return v->start ? v->start : "";
    char *text = current->call->memory(current, ROOM);
    xch_object_need(o, xch_get_text(o->unit, (uint32_t)variable, text, ROOM));
    return text;
}

void *xch_symbol(const char *name, void **entered) {
    static const struct {
        const char *name;
        void *address;
    } functions[] = {{"causeway_fmu_new", (void *)object_new},
                     {"causeway_fmu_free", (void *)object_free},
                     {"causeway_fmu_prepare", (void *)object_prepare},
                     {"causeway_fmu_prepare_in", (void *)object_prepare_in},
                     {"causeway_fmu_home", (void *)xch_home_new},
                     {"causeway_fmu_home_free", (void *)xch_home_free},
                     {"causeway_fmu_beginning", (void *)object_beginning},
                     {"causeway_fmu_event", (void *)object_event},
                     {"causeway_fmu_values", (void *)object_values},
                     {"causeway_fmu_accepted", (void *)object_accepted},
                     {"causeway_fmu_step", (void *)xch_object_step},
                     {"causeway_fmu_step_direction", (void *)xch_object_step_direction},
                     {"causeway_fmu_direction", (void *)object_direction},
                     {"causeway_fmu_activate", (void *)object_activate},
                     {"causeway_fmu_tell", (void *)object_tell},
                     {"causeway_fmu_text", (void *)object_text}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(functions[i].name, name)) {
            *entered = (void *)enter;
            return functions[i].address;
        }
    return NULL;
}
