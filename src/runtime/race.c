/* race.c - backward differentiation or Runge-Kutta on the DAE form: which one a run begins with, and which one it goes
 * on with.
 *
 * Backward differentiation (ida.c) is the better method for most models.  Where much oscillates and little is damped,
 * its higher orders are unstable and its steps may be far shorter than the tolerance asks for; an L-stable Runge-Kutta
 * method (esdirk.c) goes in long steps there, unless fast oscillations are so large that they must be followed.  So,
 * where the choice is left to us:
 *
 *   - A model whose fastest modes at the start are oscillations, of which the run sees many, begins with ESDIRK, any
 *   other with IDA.
 *   - When ESDIRK has made FIRST_TRIAL steps since the last event, and enough work is left, IDA goes the same way once
 *   more from that
 *     event on, unseen.  When it has done so for clearly less work it takes over where it arrives; otherwise ESDIRK
 *     goes on as if
 *     nothing had been, and the next trial, over LONGEST steps at most, comes after eight times as many steps.
 *
 *   - CVODE, which small models begin with, suffers as IDA does.  When it has made MANY_STEPS without an event, very
 *   many are left and the fastest modes oscillate, ESDIRK goes the way of these steps once more, unseen, on the DAE
 *   form that was not worth while before.  When that was far less work, it takes over.
 *
 * On shorter ways the other way round trials would say little: small errors of IDA's that oscillate fast keep ESDIRK's
 * steps short for a long time. Work is counted in evaluations, never in seconds: a run is the same each time.
 */
#include "runtime/runtime_impl.h"

enum {
    FIRST_TRIAL = 60,
    LONGEST = 100,      /* steps that a trial repeats at most */
    WORTH = 3000,       /* work that must be left */
    MANY_STEPS = 2000,  /* of CVODE, as long as a trial is ... */
    VERY_MANY = 100000, /* ... and those that must be left */
    ROUNDS = 4,         /* of the search for the fastest modes, two products each */
    MANY_SWINGS = 200   /* radians: a run that sees less of the fastest oscillation does not suffer from it */
};
static const double CLEARLY = 1.3;
static const double BY_FAR = 4; /* CVODE's steps are cheaper than they are counted here */
static const double OSCILLATING =
    -0.9; /* cosine between a vector of the fastest modes and what the Jacobian, twice, makes of it */
static const double OF_STEP = 2; /* vector operations of a step, in evaluations */

/* ---- what the Jacobian says -------------------------------------------------------------------------------------- */

/* to := J from, at the point in v. */
static bool product(Runtime *rt, const double *from, double *to) {
    double *d = rt->ev.env.d;
    for (uint32_t i = 0; i < rt->states.n; i++) d[rt->states.x[i]] = from[i];
    bool ok = rt_eval(rt, rt->code->tangent);
    for (uint32_t i = 0; i < rt->states.n; i++) to[i] = rt_source_value(d, rt->states.dx[i]);
    memset(d, 0, rt->nvars * sizeof *d);
    return ok;
}

static double length(const double *v, uint32_t n) {
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += v[i] * v[i];
    return sqrt(sum);
}

/* Powers of J*J lead to its fastest modes: -w*w for oscillations of frequency w, a*a for decay with rate a. */
bool rt_oscillates(Runtime *rt, double span) {
    uint32_t n = rt->states.n;
    double *v = base_realloc(NULL, 3 * ((size_t)n + 1) * sizeof *v), *w = v + n + 1, *u = w + n + 1, cosine = 0,
           square = 0;
    uint64_t seed = 1;
    for (uint32_t i = 0; i < n; i++) {
        seed = base_mix(seed, i);
        v[i] = (double)(seed >> 11) / 9007199254740992.0 - 0.5;
    }
    rt->ev.stamp++;
    rt->ev.asserts = RT_TENTATIVE;
    bool ok = rt->code->tangent && rt_eval(rt, rt->code->ode);
    if (ok) rt_systems_refresh(rt);
    for (int k = 0; k < ROUNDS && ok; k++) {
        double size = length(v, n), dot = 0;
        for (uint32_t i = 0; i < n && size > 0; i++) v[i] /= size;
        ok = product(rt, v, w) && product(rt, w, u);
        square = length(u, n);
        for (uint32_t i = 0; i < n; i++) dot += u[i] * v[i];
        cosine = square > 0 ? dot / square : 0;
        ok = ok && isfinite(cosine) && isfinite(square);
        memcpy(v, u, n * sizeof *v);
    }
    base_realloc(v, 0);
    rt->ev.failure.kind = RT_FAIL_NONE;
    rt->ev.failure.text.n = 0;
    return ok && cosine < OSCILLATING && sqrt(square) * span > MANY_SWINGS;
}

/* ---- what the run says ------------------------------------------------------------------------------------------- */

/* Evaluations with their solutions; Jacobians by tangents, with factors. */
static double work(const Runtime *rt) {
    const RtJacobian *j = rt->form.kept ? &rt->form.jacobian : &rt->jacobian;
    return (double)rt->stats.rhs + (double)rt->stats.jacobians * (3 + 1.5 * j->ncolours);
}

static uint64_t events(const Runtime *rt) {
    return rt->stats.state_events + rt->stats.time_events + rt->stats.restarts;
}

static void mark(RtRace *c, const RtIntegrator *it) {
    c->steps = c->rt->stats.steps;
    c->events = events(c->rt);
    c->time = it->t1;
    c->work = work(c->rt);
    memcpy(c->y, it->y, c->rt->states.nunknowns * sizeof *c->y);
}

void rt_race_init(RtRace *c, Runtime *rt, const RtOptions *o, const RtIntegrator *it) {
    *c = (RtRace){.rt = rt, .o = o, .next = FIRST_TRIAL, .on = true};
    c->y = base_realloc(NULL, (rt->states.nunknowns + 1) * sizeof *c->y);
    mark(c, it);
}

void rt_race_free(RtRace *c) {
    base_realloc(c->y, 0);
    *c = (RtRace){.name = c->name};
}

/* v := values at the end of the last step. */
static void put_back(Runtime *rt, const RtIntegrator *it) {
    rt->ev.failure.kind = RT_FAIL_NONE;
    rt->ev.failure.text.n = 0;
    rt_put_states(rt, it->t1, it->y);
    rt->ev.stamp++;
    rt->ev.asserts = RT_TENTATIVE;
    (void)rt_eval(rt, rt->code->ode);
}

/* Another one from the mark to where `it` stands, or NULL, when that is too much work for it. */
static RtIntegrator *try_other(RtRace *c, const RtIntegrator *it, RtIntegrator *other, double most) {
    Runtime *rt = c->rt;
    double begun = work(rt), of_steps = 0;
    while (other->t1 < it->t1) {
        of_steps += OF_STEP;
        if (work(rt) - begun + of_steps > most || other->step(other, it->t1) < 0) {
            other->free(other);
            return NULL;
        }
    }
    return other;
}

static void change(RtRace *c, RtIntegrator *old, const RtIntegrator *new) {
    Text name = {0};
    base_text_printf(&name, "%s, from %.6g s on after %s", new->name, new->t1, old->name);
    c->name = base_strdup(&c->rt->arena, base_text_str(&name));
    base_text_free(&name);
    old->count(old);
    old->free(old);
    rt_race_free(c);
}

/* ESDIRK at the mark, on the DAE form; NULL where the model has none. */
static RtIntegrator *esdirk_at_mark(RtRace *c) {
    Runtime *rt = c->rt;
    if (rt->model->nselections || rt->history.delays.n || rt->history.spatials.n || !rt_form_init(rt)) return NULL;
    double *y = base_realloc(NULL, (rt->states.nunknowns + 1) * sizeof *y);
    rt_get_states(rt, y);
    memcpy(y, c->y, rt->states.n * sizeof *y);
    rt_put_states(rt, c->time, y);
    base_realloc(y, 0);
    return rt_esdirk_new(rt, c->o, 0);
}

/* After a step of CVODE. */
static RtIntegrator *leave_cvode(RtRace *c, RtIntegrator *it) {
    Runtime *rt = c->rt;
    uint64_t steps = rt->stats.steps - c->steps;
    if (steps < MANY_STEPS) return it;
    double left = rt->span.stop - it->t1, done = work(rt) - c->work + OF_STEP * (double)steps;
    bool long_way = left * (double)steps > VERY_MANY * (it->t1 - c->time);
    RtIntegrator *other = NULL;
    if (rt->stats.steps >= c->next && long_way && rt_oscillates(rt, left)) {
        c->next = 8 * rt->stats.steps;
        RtIntegrator *begun = esdirk_at_mark(c);
        if (begun) other = try_other(c, it, begun, done / BY_FAR);
        if (begun && !other) rt_form_drop(rt);
        put_back(rt, other ? other : it);
    }
    if (!other) {
        mark(c, it);
        return it;
    }
    const RtOptions *o = c->o;
    change(c, it, other);
    const char *name = c->name;
    rt_race_init(c, rt, o, other);
    c->name = name;
    return other;
}

RtIntegrator *rt_race(RtRace *c, RtIntegrator *it) {
    if (!c->on) return it;
    Runtime *rt = c->rt;
    const RtStats *s = &rt->stats;
    if (events(rt) != c->events) mark(c, it);
    if (it->kind == RT_CVODE) return leave_cvode(c, it);
    uint64_t steps = s->steps - c->steps;
    if (steps < FIRST_TRIAL) return it;
    if (s->steps < c->next) {
        if (steps >= LONGEST) mark(c, it);
        return it;
    }
    double done = work(rt) - c->work + OF_STEP * (double)steps;
    if (!((rt->span.stop - it->t1) * done > WORTH * (it->t1 - c->time))) return it;
    c->next = 8 * s->steps;
    rt_put_states(rt, c->time, c->y);
    RtIntegrator *other = try_other(c, it, rt_ida_new(rt, c->o), done / CLEARLY);
    put_back(rt, other ? other : it);
    if (!other) {
        mark(c, it);
        return it;
    }
    change(c, it, other);
    return other;
}
