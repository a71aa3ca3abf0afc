/* instance.c - what the functions of FMI 2.0 and 3.0 share: an instance, its state machine, its values.
 *
 * A value reference is twice the number of a variable, plus one where the variable stands for the negative of it; those
 * beyond twice the number of variables are copies of those below (one variable told under two names).
 */

typedef enum {
    FM_INSTANTIATED,
    FM_INITIALISING,
    FM_CONFIGURING, /* 3.0 */
    FM_EVENTS,
    FM_CONTINUOUS,
    FM_STEPPING, /* co-simulation between steps */
    FM_TERMINATED,
    FM_BROKEN
} FmPhase;

typedef struct {
    FmRun *run;
    FmStepper *stepper;
    FmPhase phase;
    int cosimulation, event_mode, early_return, logging;
    int stale; /* something was set since the last evaluation */
    int begun; /* initialisation has been computed for the values set so far */
    int tuned; /* a parameter was changed: dependent ones are to be computed */
    double start_time, stop_time, tolerance;
    char *name, *resources;
    void *environment;
    void (*logger2)(void *, const char *, int, const char *, const char *, ...);
    void (*logger3)(void *, int, const char *, const char *);
    /* time, set requested, get allowed, step finished, early return possible; out: early return asked for, when */
    void (*intermediate3)(void *, double, _Bool, _Bool, _Bool, _Bool, _Bool *, double *);
    int scheduled;
    void (*clock_update)(void *), (*lock)(void), (*unlock)(void);
} FmInstance;

static char *fm_copy(const char *text) {
    size_t n = strlen(text ? text : "") + 1;
    char *copy = (char *)malloc(n);
    if (copy) memcpy(copy, text ? text : "", n);
    return copy;
}

/* The text as its own format: importers written in other languages do not see further arguments. */
static void fm_log2(FmInstance *m, int status, const char *category, const char *text) {
    char format[2048];
    size_t n = 0;
    for (; *text && n + 3 < sizeof format; text++) {
        if (*text == '%') format[n++] = '%';
        format[n++] = *text;
    }
    format[n] = 0;
    m->logger2(m->environment, m->name, status, category, format);
}

/* level: 0 message, 1 warning, 2 error.  Status codes of 2.0 and 3.0 agree in these. */
static void fm_log(void *arg, int level, const char *text) {
    FmInstance *m = (FmInstance *)arg;
    static const char *const categories[] = {"logEvents", "logStatusWarning", "logStatusError"};
    int status = level == 0 ? 0 : level == 1 ? 1 : 3;
    if (level < 2 && !m->logging) return;
    if (m->logger2) fm_log2(m, status, categories[level], text);
    if (m->logger3) m->logger3(m->environment, status, categories[level], text);
}

static void fm_log_failure(FmInstance *m) { fm_log(m, 2, m->run->message); }

static void fm_instance_free(FmInstance *m) {
    if (!m) return;
    fm_free(m->run);
    fm_stepper_free(m->stepper);
    free(m->name);
    free(m->resources);
    free(m);
}

/* *why: what is missing, where something is. */
static FmInstance *fm_instance_new(const char *name, const char *resources, int cosimulation, const char **why) {
    FmInstance *m = (FmInstance *)fm_get(1, sizeof *m);
    if (!m) return 0;
    m->name = fm_copy(name);
    m->resources = fm_copy(resources);
    m->cosimulation = cosimulation;
    m->stale = 1;
    m->stop_time = HUGE_VAL;
    m->run = fm_new(m->resources);
    m->stepper = cosimulation ? fm_stepper_new() : 0;
    *why = m->run ? fm_bind_externals(m->run) : "memory is exhausted";
    if (*why || !m->run || !m->name || !m->resources || (cosimulation && !m->stepper)) {
        fm_instance_free(m);
        return 0;
    }
    m->run->log = fm_log;
    m->run->log_arg = m;
    if (cosimulation) {
        m->stepper->p.fixed = fm_model.fixed_step;
        m->stepper->p.tolerance = fm_model.tolerance;
    }
    return m;
}

static int fm_known(unsigned vr) { return vr / (2u * (unsigned)fm_model.nvars) < FM_COPIES; }

static unsigned fm_original(unsigned vr) { return vr % (2u * (unsigned)fm_model.nvars); }

static int fm_variable(unsigned vr) { return (int)(fm_original(vr) / 2); }

static FmSource fm_reference(unsigned vr, int boolean) {
    FmSource s;
    s.var = fm_variable(vr);
    s.sign = vr % 2 ? boolean ? 0 : -1 : 1;
    return s;
}

/* Values agree with all that was set.  0: failed. */
static int fm_refresh(FmInstance *m) {
    int ok = 1;
    if (m->phase == FM_INSTANTIATED || m->phase == FM_CONFIGURING) return 1;
    if (m->phase == FM_INITIALISING) {
        if (m->begun) return 1;
        ok = fm_initialise(m->run, m->start_time) && (!fm_select(m->run, 1) || fm_evaluate(m->run, 1));
        m->begun = ok;
        m->stale = 0;
    } else if (m->stale || m->run->behind) {
        if (m->tuned) ok = fm_parameters(m->run);
        m->tuned = 0;
        ok = ok && fm_evaluate(m->run, 1);
        m->stale = !ok;
    }
    if (!ok) fm_log_failure(m);
    return ok;
}

/* Before values are set in this phase: what kind of variable may be? */
static void fm_changed(FmInstance *m, int var) {
    int kind = fm_model.kinds[var];
    m->stale = 1;
    if (m->phase == FM_INSTANTIATED || m->phase == FM_CONFIGURING || m->phase == FM_INITIALISING) m->begun = 0;
    else if (kind == FM_PARAMETER) m->tuned = 1;
}

static void fm_set_number(FmInstance *m, FmSource s, double value) {
    FmRun *run = m->run;
    double x = s.sign > 0 ? value : s.sign < 0 ? -value : 1 - value;
    if (m->phase == FM_STEPPING && fm_model.kinds[s.var] == FM_INPUT) {
        m->stepper->p.hold = 1;
        if (run->v[s.var] == x) return;
    }
    run->v[s.var] = x;
    if (fm_model.kinds[s.var] == FM_PARAMETER) run->given[s.var] = 1;
    else if (m->phase == FM_INSTANTIATED || m->phase == FM_CONFIGURING || m->phase == FM_INITIALISING) {
        int at = fm_model.start_of[s.var];
        run->start[s.var] = x;
        run->start_given[s.var] = 1;
        if (at >= 0 && fm_model.starts[at].put & 2) run->given[s.var] = 1; /* no equation determines it any more */
    }
    fm_changed(m, s.var);
}

/* May this variable be set now?  Parameters always, inputs and states, start values before the run. */
static int fm_settable(const FmInstance *m, int var) {
    int kind = fm_model.kinds[var];
    if (kind == FM_PARAMETER || kind == FM_INPUT || kind == FM_STATE) return 1;
    return kind != FM_CONSTANT &&
           (m->phase == FM_INSTANTIATED || m->phase == FM_INITIALISING || m->phase == FM_CONFIGURING);
}

static int fm_set_text(FmInstance *m, int var, const char *text) {
    fm_put_text(m->run, var, text);
    m->run->given[var] = 1;
    fm_changed(m, var);
    return m->run->kept[var] != 0;
}

/* ---- saved states ------------------------------------------------------------------------------------------------ */

typedef struct {
    size_t n;
    char *at;
} FmSaved;

static FmMotion *fm_motion(FmRun *run, int var) {
    int i;
    FmMotion *m;
    for (i = 0; i < run->nmotions; i++)
        if (run->motions[i].var == var) return &run->motions[i];
    if (run->nmotions == run->room_motions) {
        int room = 2 * run->room_motions + 8;
        FmMotion *larger = (FmMotion *)realloc(run->motions, (size_t)room * sizeof *larger);
        if (!larger) return 0;
        run->motions = larger;
        run->room_motions = room;
    }
    m = &run->motions[run->nmotions++];
    memset(m, 0, sizeof *m);
    m->var = var;
    return m;
}

/* Those that were told for the next step. */
static int fm_pass_motions(FmRun *run, FmBytes *b) {
    int n = run->nmotions, i, ok = fm_pass(b, &n, sizeof n) && n >= 0 && n <= fm_model.nvars;
    if (b->reading) run->nmotions = 0;
    for (i = 0; ok && i < n; i++) {
        FmMotion one, *m = &one;
        memset(&one, 0, sizeof one);
        if (!b->reading) m = &run->motions[i];
        ok = fm_pass(b, m, sizeof *m) && m->var > 0 && m->var < fm_model.nvars;
        if (ok && b->reading) {
            m = fm_motion(run, one.var);
            if (m) *m = one;
            else ok = 0;
        }
    }
    return ok;
}

/* The instance's own part, beside that of its run. */
static int fm_instance_state(FmInstance *m, FmBytes *b) {
    int phase = (int)m->phase, ok;
    ok = fm_pass(b, &phase, sizeof phase) && fm_pass(b, &m->stale, sizeof m->stale) &&
         fm_pass(b, &m->begun, sizeof m->begun);
    ok = ok && fm_pass(b, &m->tuned, sizeof m->tuned) && fm_pass(b, &m->start_time, 3 * sizeof(double));
    if (b->reading && ok) m->phase = (FmPhase)phase;
    ok = ok && fm_pass_motions(m->run, b);
    if (ok && m->stepper) {
        FmStepper *s = m->stepper;
        ok = fm_pass(b, &s->p, sizeof s->p) && fm_pass(b, s->phi[0], s->kept * sizeof(double)) &&
             fm_pass(b, s->pivot, 3 * (size_t)s->n * sizeof(int));
        if (ok && b->reading && s->sparse && s->p.m_age >= 0 && s->p.j_age >= 0)
            ok = fm_factor_matrix(s, s->p.c); /* as they were */
    }
    return ok && fm_state(m->run, b);
}

static int fm_save(FmInstance *m, FmSaved **saved) {
    FmBytes count = {0, 0, 0, 0}, b = {0, 0, 0, 0};
    FmSaved *s = *saved ? *saved : (FmSaved *)fm_get(1, sizeof *s);
    if (!s) return 0;
    fm_instance_state(m, &count);
    if (s->n != count.n) {
        char *room = (char *)realloc(s->at, count.n);
        if (!room) {
            if (!*saved) free(s);
            return 0;
        }
        s->at = room;
    }
    s->n = count.n;
    b.at = s->at;
    b.room = s->n;
    fm_instance_state(m, &b);
    *saved = s;
    return 1;
}

static int fm_restore(FmInstance *m, const FmSaved *s) {
    FmBytes b = {0, 0, 0, 1};
    b.at = s->at;
    b.room = s->n;
    return fm_instance_state(m, &b);
}

static void fm_forget(FmSaved *s) {
    if (s) free(s->at);
    free(s);
}

static int fm_unpack(const void *bytes, size_t n, FmSaved **saved) {
    FmSaved *s = (FmSaved *)fm_get(1, sizeof *s);
    if (s) s->at = (char *)malloc(n ? n : 1);
    if (!s || !s->at) {
        free(s);
        return 0;
    }
    s->n = n;
    memcpy(s->at, bytes, n);
    *saved = s;
    return 1;
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

/* Clocks tick for an instant. */
static void fm_silence_clocks(FmRun *run) {
    int i;
    for (i = 0; i < fm_model.nclocks; i++) {
        const FmClock *c = &fm_model.clocks[i];
        if (c->told) run->v[c->var] = 0;
        if (c->told && c->pre) run->v[c->pre] = 0;
    }
}

/* What is sampled at a tick are inputs as they have been set: without the clocks first, then with them. */
static int fm_before_ticks(FmInstance *m) {
    int i, any = 0, ok = 1;
    for (i = 0; i < fm_model.nclocks; i++) {
        const FmClock *c = &fm_model.clocks[i];
        m->run->wanted[i] &= 5;
        if (!c->told || m->run->v[c->var] == 0) continue;
        m->run->wanted[i] |= 2;
        m->run->v[c->var] = 0;
        any = 1;
    }
    if (any && m->stale) ok = fm_event_iteration(m->run, 0);
    for (i = 0; any && i < fm_model.nclocks; i++)
        if (m->run->wanted[i] & 2) m->run->v[fm_model.clocks[i].var] = 1;
    return ok;
}

/* The importer integrates: relations that chatter, at the point that it has come to. */
static void fm_guard_importer(FmInstance *m) {
    FmRun *run = m->run;
    size_t bytes = (size_t)fm_model.nvars * sizeof *run->v;
    double tolerance = m->tolerance > 0 ? m->tolerance : fm_model.tolerance;
    memcpy(run->saved, run->v, bytes);
    if (!m->stale || fm_evaluate(run, 1)) fm_guard_events(run, tolerance, m->stop_time, run->v[0] - m->start_time);
    memcpy(run->v, run->saved, bytes);
}

/* The whole event iteration at the present time; *moved: states have other values. */
static int fm_new_states(FmInstance *m, int *moved) {
    int i, n = fm_model.nstates, ok = !m->tuned || fm_parameters(m->run);
    m->tuned = 0;
    for (i = 0; i < n; i++) m->run->saved[i] = m->run->v[fm_model.x[i]];
    fm_forget_systems(m->run);
    if (ok && !m->stepper && fm_model.nindicators) fm_guard_importer(m);
    ok = ok && fm_before_ticks(m) && fm_event_iteration(m->run, 0);
    fm_silence_clocks(m->run);
    if (!ok || !fm_evaluate(m->run, 1)) {
        fm_log_failure(m);
        return 0;
    }
    fm_accept_systems(m->run);
    if (fm_select(m->run, 1) && !fm_evaluate(m->run, 1)) {
        fm_log_failure(m);
        return 0;
    }
    for (*moved = 0, i = 0; i < n; i++) *moved |= m->run->saved[i] != m->run->v[fm_model.x[i]];
    if (m->stepper) m->stepper->p.fresh = 1;
    m->stale = 0;
    return 1;
}

/* May a step begin at `now`?  Behind the present time nothing can; ahead of it the importer has lost count: the step
 * goes on from here. */
static int fm_step_from(FmInstance *m, double now, double step) {
    double gap = now - m->run->v[0], small = 1e-9 * (fabs(now) + step);
    if (gap > small)
        fm_log(m, 1, "the communication point lies ahead of the end of the last step, which is gone on from");
    return gap >= -small;
}

/* Before a step of co-simulation: inputs may have jumped, relations see them now. */
static int fm_inputs_changed(FmInstance *m) {
    if (!m->stale) return 1;
    if ((m->tuned && !fm_parameters(m->run)) || !fm_handle_event(m->run, m->stepper)) {
        fm_log_failure(m);
        return 0;
    }
    m->stale = m->tuned = 0;
    return 1;
}

/* ---- inputs that move, outputs that do --------------------------------------------------------------------------- */

/* How an input moves in the next step: its derivative of this order, from 1.  0: it is no such input. */
static int fm_tell_motion(FmInstance *m, FmSource s, int order, double value) {
    FmMotion *motion;
    if (fm_model.kinds[s.var] != FM_INPUT || !m->stepper || order < 1 || order > FM_MOST_ORDERS) return 0;
    motion = fm_motion(m->run, s.var);
    if (!motion) return 0;
    motion->d[order - 1] = s.sign < 0 ? -value : value;
    m->stepper->p.hold = 1;
    return 1;
}

/* The step begins: inputs move from where they are. */
static void fm_begin_motions(FmInstance *m, double step) {
    int i;
    for (i = 0; i < m->run->nmotions; i++) m->run->motions[i].value = m->run->v[m->run->motions[i].var];
    m->run->motion_start = m->run->v[0];
    m->stepper->p.step = step;
}

/* All variables at a time near the present one, states moving as they do now. */
static int fm_shift(FmRun *run, const double *before, double h) {
    int i;
    memcpy(run->v, before, (size_t)fm_model.nvars * sizeof *before);
    run->v[0] += h;
    for (i = 0; i < fm_model.nstates; i++) {
        FmSource dx = fm_model.dx[i];
        run->v[fm_model.x[i]] += h * (dx.sign < 0 ? -before[dx.var] : before[dx.var]);
    }
    return fm_evaluate(run, 1);
}

/* How fast these move with time, inputs held, by differences over a small part of the last step. */
static int fm_rates(FmInstance *m, const FmSource *of, size_t n, double *out) {
    FmRun *run = m->run;
    size_t i, bytes = (size_t)fm_model.nvars * sizeof(double);
    double h = 1e-4 * (m->stepper && m->stepper->p.step > 0 ? m->stepper->p.step : 1), least = 1e-9 * fabs(run->v[0]);
    double *before, span = 0;
    int side;
    if (!fm_refresh(m)) return 0;
    before = (double *)malloc(bytes);
    if (!before) return 0;
    memcpy(before, run->v, bytes);
    if (h < least) h = least;
    for (i = 0; i < n; i++) out[i] = 0;
    for (side = 1; side >= -1; side -= 2) {
        if (!fm_shift(run, before, side * h)) memcpy(run->v, before, bytes); /* one side is enough */
        else span += h;
        for (i = 0; i < n; i++) out[i] += side * fm_source(run, of[i]);
    }
    memcpy(run->v, before, bytes);
    for (i = 0; i < n && span > 0; i++) out[i] /= span;
    free(before);
    return fm_evaluate(run, 1) && span > 0;
}

/* ---- derivatives ------------------------------------------------------------------------------------------------- */

/* By central differences; one-sided where the model cannot be evaluated on the other side. */
static int fm_differences(FmRun *run, const unsigned *unknowns, size_t nu, const unsigned *knowns, size_t nk,
                          const double *seed, double *out) {
    size_t i, bytes = (size_t)fm_model.nvars * sizeof(double);
    double size = 0, h, *before = (double *)malloc(bytes);
    int side, sides = 0, ok;
    if (!before) return 0;
    memcpy(before, run->v, bytes);
    for (i = 0; i < nk; i++) {
        double x = fabs(seed[i]) / (1 + fabs(before[fm_variable(knowns[i])]));
        if (x > size) size = x;
    }
    h = size > 0 ? 1e-6 / size : 1;
    for (i = 0; i < nu; i++) out[i] = 0;
    for (side = 1; side >= -1; side -= 2) {
        memcpy(run->v, before, bytes);
        for (i = 0; i < nk; i++) run->v[fm_variable(knowns[i])] += side * h * (knowns[i] % 2 ? -1 : 1) * seed[i];
        if (!fm_evaluate(run, 1)) continue;
        for (i = 0; i < nu; i++) out[i] += side * fm_source(run, fm_reference(unknowns[i], 0)) / h;
        sides += side == 1 ? 1 : 2;
    }
    memcpy(run->v, before, bytes);
    ok = fm_evaluate(run, 1);
    for (i = 0; i < nu; i++)
        out[i] =
            sides == 3 ? out[i] / 2 : out[i] - (sides == 1 ? 1 : -1) * fm_source(run, fm_reference(unknowns[i], 0)) / h;
    free(before);
    return ok && sides > 0;
}

/* d(unknowns)/d(knowns) * seed, exact where all knowns are states and inputs and functions can be differentiated
 * there, else by differences. */
static int fm_directional(FmInstance *m, const unsigned *unknowns, size_t nu, const unsigned *knowns, size_t nk,
                          const double *seed, double *out) {
    FmRun *run = m->run;
    size_t i;
    int exact = 1;
    if (!fm_refresh(m)) return 0;
    for (i = 0; i < nk; i++) {
        int kind = fm_model.kinds[fm_variable(knowns[i])];
        exact = exact && (kind == FM_STATE || kind == FM_INPUT);
    }
    if (exact) {
        int ok;
        for (i = 0; i < nk; i++) run->d[fm_variable(knowns[i])] += (knowns[i] % 2 ? -1 : 1) * seed[i];
        ok = fm_eval(run, cw_code.response);
        for (i = 0; ok && i < nu; i++) out[i] = (unknowns[i] % 2 ? -1 : 1) * run->d[fm_variable(unknowns[i])];
        for (i = 0; i < nk; i++) run->d[fm_variable(knowns[i])] = 0;
        if (!ok) memset(run->d, 0, (size_t)fm_model.nvars * sizeof *run->d);
        fm_eval(run, cw_code.response);
        if (ok) return 1;
    }
    return fm_differences(run, unknowns, nu, knowns, nk, seed, out);
}
