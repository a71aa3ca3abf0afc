/* change.c - from one mode to the next.
 *
 * The equations of the new mode say what follows from the variables that it differentiates.  Those keep their values,
 * where the equations let them.  Where they do not (a clutch that locks two inertias, a switch between two capacitors),
 * the values jump so that what the equations conserve is conserved: the equations hold over a short time in which some
 * variables are impulses, that is, grow as the time gets shorter.  This is one step of the implicit Euler method; its
 * limit for a vanishing step is found by extrapolation (Richardson).  A relation between impulses is decided by them: a
 * diode behind an inductance whose current is cut off conducts, and the values do not jump at all.
 */
#include "modes/modes.h"

#include <math.h>
#include <string.h>

enum {
    MOST_CASCADE = 500, /* modes at one instant */
    LEVELS = 3,         /* step, half and quarter of it */
    MOST_SEARCH = 8,    /* conditions of which all combinations are tried */
    MOST_TRIES = 400,   /* modes that are tried at one instant */
};
static const double SAME = 1e-8; /* relative: a variable has kept its value */

void mode_read_bits(const ModePlan *p, const Runtime *rt, uint8_t *bits) {
    for (size_t k = 0; k < p->chosen.n; k++) bits[k] = rt_value(rt, p->conditions.at[p->chosen.at[k]].watch) != 0;
}

static double size_of(const Runtime *rt, DaeVar x, double value) { return fabs(value) + rt_nominal(rt, x); }

/* The first differentiated variable that has not the value it had; 0: all have. */
static DaeVar first_jump(const Mode *m, const double *values) {
    for (size_t i = 0; i < m->differential.n; i++) {
        DaeVar x = m->differential.at[i];
        double now = rt_value(m->model.rt, x);
        if (!(fabs(now - values[x]) <= SAME * size_of(m->model.rt, x, values[x]))) return x;
    }
    return 0;
}

/* ---- impulses ---------------------------------------------------------------------------------------------------- */

typedef struct {
    ModeRun *r;
    Mode *m;
    const Runtime *from;
    size_t n;             /* differentiated variables */
    double *x[LEVELS];    /* their values behind a step, by level */
    double *best, *guess; /* extrapolated: with the step before, with this one */
    double *truth, *last; /* of relations: with this step, with a shorter one */
} Leap;

static bool leap_once(Leap *l, double step, double *x) {
    Runtime *rt = l->m->leap.rt;
    double *v = rt_env(rt)->v;
    v[l->m->how.step] = step;
    for (size_t i = 0; i < l->n; i++) v[l->m->how.olds.at[i]] = l->r->values[l->m->differential.at[i]];
    if (rt_place(rt, l->from, l->r->values) != RT_OK) return false;
    for (size_t i = 0; i < l->n; i++) x[i] = rt_value(rt, l->m->differential.at[i]);
    return true;
}

/* The limit of a vanishing step from three steps; errors of the first and second power of it cancel. */
static bool extrapolate(Leap *l, double step) {
    for (int k = 0; k < LEVELS; k++, step /= 2)
        if (!leap_once(l, step, l->x[k])) return false;
    for (size_t i = 0; i < l->n; i++) l->guess[i] = l->x[0][i] / 3 - 2 * l->x[1][i] + 8 * l->x[2][i] / 3;
    return true;
}

/* Shorter and shorter steps, as long as the results come closer to each other.  The distance of the last two;
 * INFINITY: no limit was found.  *step: the one that was best. */
static double find_limit(Leap *l, double *step) {
    const Runtime *rt = l->m->leap.rt;
    double span = l->r->options.stop - l->r->options.start, best = INFINITY;
    bool any = false;
    for (double h = 1e-3 * (span > 0 ? span : 1); h > 1e-12 * (span > 0 ? span : 1); h /= 8) {
        if (!extrapolate(l, h)) continue;
        double distance = any ? 0 : INFINITY;
        for (size_t i = 0; i < l->n && any; i++) {
            DaeVar x = l->m->differential.at[i];
            distance = fmax(distance, fabs(l->guess[i] - l->best[i]) / size_of(rt, x, l->guess[i]));
        }
        if (any && distance > 4 * best && best < 1e-6) break;
        any = true;
        if (distance < best || !(best < INFINITY)) {
            best = distance;
            *step = h;
        }
        memcpy(l->best, l->guess, l->n * sizeof *l->best);
        if (distance < 1e-13) break;
    }
    if (best < 1e-6 && extrapolate(l, *step)) return best;
    return INFINITY;
}

/* Relations between impulses are decided by these: the crossing function grows as the step gets shorter.  true when
 * some have another value then; they are put into values. */
static bool decide_relations(Leap *l, double step, uint8_t *bits) {
    Runtime *rt = l->m->leap.rt;
    const MdModel *model = rt_model(rt);
    size_t n = model->nrelations;
    double *g = base_realloc(NULL, (3 * n + 1) * sizeof *g), *finer = g + n, *truth = finer + n;
    bool changed = false;
    if (leap_once(l, step, l->x[0]) && rt_crossings_here(rt, g) && leap_once(l, step / 8, l->x[0]) &&
        rt_crossings_here(rt, finer)) {
        rt_relations_here(rt, truth);
        double *v = rt_env(rt)->v;
        for (size_t i = 0; i < n; i++) {
            DaeVar var = model->relations[i].var;
            if (model->relations[i].kind != MD_REL_STATE || truth[i] == v[var]) continue;
            if (!(fabs(finer[i]) > 4 * fabs(g[i])) || !(fabs(finer[i]) > 1e-6)) continue;
            v[var] = l->r->values[var] = truth[i];
            changed = true;
        }
        if (changed) changed = rt_evaluate_here(rt);
        if (changed) mode_read_bits(l->r->plan, rt, bits);
    }
    base_realloc(g, 0);
    return changed && memcmp(bits, l->m->bits, l->r->plan->chosen.n) != 0;
}

static void tell_jumps(Leap *l) {
    ModeRun *r = l->r;
    for (size_t i = 0; i < l->n; i++) {
        DaeVar x = l->m->differential.at[i];
        if (fabs(l->guess[i] - r->values[x]) <= SAME * size_of(l->m->leap.rt, x, r->values[x])) continue;
        base_text_add(&r->jumps, "     ");
        dae_var_text(r->plan->base->dae, x, &r->jumps);
        base_text_printf(&r->jumps, " jumps from %.10g to %.10g\n", r->values[x], l->guess[i]);
    }
}

static void tell_impulses(ModeRun *r, const double *impulse) {
    const Dae *d = r->plan->base->dae;
    for (DaeVar v = 1; v < r->plan->nshared; v++) {
        bool shown = d->vars.at[v].kind == DAE_KIND_CONTINUOUS && !(d->vars.at[v].flags & DAE_HIDDEN);
        if (!shown || impulse[v] == 0) continue;
        base_text_add(&r->jumps, "     impulse of ");
        dae_var_text(d, v, &r->jumps);
        base_text_printf(&r->jumps, ": %.10g\n", impulse[v]);
    }
}

/* By variable: its impulse, or 0.  Impulses grow as the step gets shorter, and their product with it has a limit. */
static bool find_impulses(Leap *l, double step, double *impulse) {
    const Runtime *rt = l->m->leap.rt;
    size_t n = l->r->plan->nshared;
    double *at = base_realloc(NULL, LEVELS * n * sizeof *at), *finer = at + n, *finest = finer + n, h = step;
    bool known = true;
    for (int k = 0; k < LEVELS && known; k++, h /= 2) {
        known = leap_once(l, h, l->x[k]);
        for (DaeVar v = 1; v < n && known; v++) at[(size_t)k * n + v] = rt_value(rt, v);
    }
    impulse[0] = 0;
    for (DaeVar v = 1; v < n && known; v++) {
        double limit = step * (at[v] / 3 - finer[v] + 2 * finest[v] / 3); /* as in extrapolate */
        bool grows = fabs(finer[v]) > 1.5 * fabs(at[v]) && fabs(finest[v]) > 1.5 * fabs(finer[v]);
        impulse[v] = grows && fabs(limit) > 1e-9 ? limit : 0;
    }
    base_realloc(at, 0);
    return known;
}

/* What is to be known of a jump that is made. */
static void note_jump(Leap *l, double step) {
    ModeRun *r = l->r;
    const ModePlan *p = r->plan;
    if (!r->detail && !p->traces.n) return;
    if (r->detail) tell_jumps(l);
    double *impulse = base_realloc(NULL, p->nshared * sizeof *impulse);
    if (find_impulses(l, step, impulse)) {
        if (r->detail) tell_impulses(r, impulse);
        for (size_t i = 0; i < p->traces.n; i++) r->values[p->traces.at[i].impulse] += impulse[p->traces.at[i].x];
    }
    base_realloc(impulse, 0);
}

static bool moves_states(const Leap *l) {
    const Mode *m = l->m;
    for (size_t i = 0; i < l->n; i++) {
        DaeVar x = m->differential.at[i];
        bool bound = false;
        for (size_t k = 0; k < m->bound.n && !bound; k++) bound = m->bound.at[k] == x;
        double before = l->r->values[x];
        if (!bound && fabs(l->guess[i] - before) > SAME * size_of(m->leap.rt, x, before)) return true;
    }
    return false;
}

typedef enum { JUMPED, OTHER_MODE, UNDETERMINED } Jump;

/* Values that the mode begins with where they cannot stay as they are. */
static Jump jump(ModeRun *r, Mode *m, const Runtime *from, uint8_t *bits) {
    if (!mode_make_leap(r, m)) return UNDETERMINED;
    size_t n = m->differential.n;
    Leap l = {.r = r, .m = m, .from = from, .n = n};
    double *room = base_realloc(NULL, ((LEVELS + 2) * n + 1) * sizeof *room), step = 0;
    for (int k = 0; k < LEVELS; k++) l.x[k] = room + (size_t)k * n;
    l.best = room + LEVELS * n;
    l.guess = l.best + n;
    size_t mark = base_diag_mark(r->how.ctx);
    Jump done = find_limit(&l, &step) < INFINITY ? JUMPED : UNDETERMINED;
    if (done == JUMPED && decide_relations(&l, step, bits)) done = OTHER_MODE;
    if (done == JUMPED) note_jump(&l, step);
    if (done == JUMPED) r->moved |= moves_states(&l);
    if (done == JUMPED)
        for (size_t i = 0; i < n; i++) r->values[m->differential.at[i]] = l.guess[i];
    base_diag_rollback(r->how.ctx, mark);
    base_realloc(room, 0);
    return done;
}

/* ---- entering a mode --------------------------------------------------------------------------------------------- */

/* LOOSE: it holds, but its equations leave something open here: they may contradict each other in the next moment (two
 * ideal diodes at equal voltages, one of which is about to take over). */
typedef enum { HOLDS, LOOSE, LEFT, NO_VALUES, NO_EQUATIONS, FAILED } Entry;

static void put_absent(const Mode *m, double *values) {
    for (size_t i = 0; i < m->absent.n; i++) values[m->absent.at[i]] = 0;
}

/* A relation between values that are equal up to rounding is what the mode takes it for. */
static void suppose(const ModePlan *p, const Mode *m) {
    for (size_t k = 0; k < p->chosen.n; k++)
        rt_suppose(m->model.rt, p->conditions.at[p->chosen.at[k]].watch, m->bits[k]);
}

/* Tries a mode with r->values.  LEFT: it does not hold; bits say which one may. */
static Entry enter(ModeRun *r, Mode *m, const Runtime *from, uint8_t *bits, bool *jumped) {
    if (!m->ready) return NO_EQUATIONS;
    Runtime *rt = m->model.rt;
    size_t shared = r->plan->nshared * sizeof *r->values;
    put_absent(m, r->values);
    bool placed = rt_place(rt, from, r->values) == RT_OK;
    *jumped = !placed || first_jump(m, r->values);
    if (*jumped) {
        memcpy(r->before, r->values, shared);
        Jump how = jump(r, m, from, bits);
        if (how == OTHER_MODE) return LEFT;
        if (how == UNDETERMINED) return NO_VALUES;
        bool fits = rt_place(rt, from, r->values) == RT_OK && !first_jump(m, r->values);
        if (!fits) {
            memcpy(r->values, r->before, shared);
            return NO_VALUES;
        }
    }
    suppose(r->plan, m);
    if (rt_settle(rt) != RT_OK) return FAILED;
    if (!rt_left(rt)) return rt_is_undetermined(rt) ? LOOSE : HOLDS;
    mode_read_bits(r->plan, rt, bits);
    if (*jumped) r->stamp++; /* the mode held as long as the impulse lasted: others may be tried again behind it */
    (void)rt_instant(rt, r->values);
    mode_take_reinits(r, rt);
    return LEFT;
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

static Span condition_span(const ModeRun *r, const uint8_t *before, const uint8_t *after) {
    const ModePlan *p = r->plan;
    for (size_t k = 0; k < p->chosen.n; k++)
        if (!before[k] != !after[k]) return mode_condition_span(p, p->chosen.at[k]);
    return (Span){0};
}

static void note_modes(ModeRun *r, Diag *d, const uint8_t *before, const uint8_t *after) {
    const ModePlan *p = r->plan;
    Text t = {0};
    mode_text(p, before, SIZE_MAX, &t);
    base_note(r->how.ctx, d, (Span){0}, "the mode before: %s", base_text_str(&t));
    t.n = 0;
    mode_text(p, after, SIZE_MAX, &t);
    base_note(r->how.ctx, d, (Span){0}, "the mode after: %s", base_text_str(&t));
    for (size_t k = 0; k < p->chosen.n; k++) {
        if (!before[k] == !after[k]) continue;
        t.n = 0;
        mode_condition_text(p, p->chosen.at[k], &t);
        base_note(r->how.ctx, d, dae_span(p->base->dae, p->conditions.at[p->chosen.at[k]].origin),
                  "the condition %s became %s", base_text_str(&t), after[k] ? "true" : "false");
    }
    base_text_free(&t);
}

static void list_jumps(const Mode *m, const double *values, Text *out) {
    enum { MOST = 6 };
    int n = 0;
    for (size_t i = 0; i < m->differential.n; i++) {
        DaeVar x = m->differential.at[i];
        double now = rt_value(m->model.rt, x);
        if (fabs(now - values[x]) <= SAME * size_of(m->model.rt, x, values[x])) continue;
        if (n++ == MOST) break;
        base_text_printf(out, "%s%s", n > 1 ? ", " : "", rt_var_name(m->model.rt, x));
    }
}

static RtStatus report(ModeRun *r, Entry how, const Mode *to, const uint8_t *after, double time) {
    Context *ctx = r->how.ctx;
    const uint8_t *before = r->now->bits;
    Span span = condition_span(r, before, after);
    Text names = {0};
    Diag *d = NULL;
    if (how == NO_EQUATIONS) {
        d = base_error(ctx, "MODE0001", span,
                       "at time %.9g the model changes to a mode whose equations cannot be solved", time);
        if (to->why) base_note(ctx, d, to->why->span, "%s", to->why->text);
        for (const DiagNote *n = to->why ? to->why->notes : NULL; n; n = n->next)
            base_note(ctx, d, n->span, "%s", n->text);
        base_hint(ctx, d, "each branch must leave as many independent equations as there are unknowns");
    } else if (how == NO_VALUES) {
        list_jumps(to, r->values, &names);
        d = base_error(ctx, "MODE0002", span,
                       "at time %.9g the model changes to a mode whose equations do not say what becomes of %s", time,
                       names.n ? base_text_str(&names) : "its variables");
        base_hint(ctx, d, "write reinit() of them in a when-equation with this condition");
    } else if (how == LEFT) {
        d = base_error(ctx, "MODE0003", span, "at time %.9g modes follow each other without end", time);
        base_hint(ctx, d, "give the conditions a hysteresis, or let one of them hold until time has passed");
    }
    if (d) note_modes(r, d, before, after); /* else the run said itself why the event could not be finished */
    base_text_free(&names);
    return RT_STOPPED;
}

/* ---- the change -------------------------------------------------------------------------------------------------- */

/* Sums of jumps, in the mode that holds now. */
static void trace_jumps(const ModeRun *r, const Mode *next) {
    const ModePlan *p = r->plan;
    double *v = rt_env(next->model.rt)->v;
    for (size_t i = 0; i < p->traces.n; i++) {
        const ModeTrace *t = &p->traces.at[i];
        v[t->jump] = r->first[t->jump] + rt_value(next->model.rt, t->x) - r->first[t->x];
    }
}

static void finish(ModeRun *r, Mode *next, const Runtime *from) {
    double time = rt_time(from);
    trace_jumps(r, next);
    const char *impulses = r->jumps.n ? base_strndup(&r->how.ctx->arena, r->jumps.at, r->jumps.n) : NULL;
    if (!next->entered) next->first = time;
    next->last = time;
    next->entered++;
    r->nchanges += next != r->now;
    if (r->changes.n < MODE_MOST_CHANGES)
        vec_push(&r->changes, ((ModeChange){time, r->now->number, next->number, impulses, r->moved}));
    r->now = next;
}

/* ---- the search for a mode --------------------------------------------------------------------------------------- */

/* Modes at one instant that have been tried do not hold.  Others are tried with the values that the instant began with.
 */
typedef struct {
    ModeRun *r;
    const Runtime *from;
    uint8_t *bits, *found;
    bool jumped;
    int tries; /* that are left */
} Search;

/* Tries s->bits, and those that they lead to. */
static Mode *try_mode(Search *s) {
    ModeRun *r = s->r;
    size_t all = r->plan->chosen.n, mark = base_diag_mark(r->how.ctx);
    memcpy(s->found, s->bits, all);
    while (s->tries-- > 0) {
        Mode *m = mode_get(r, s->found, false);
        if (m->tried == r->stamp) return NULL;
        m->tried = r->stamp;
        Entry how = enter(r, m, s->from, s->found, &s->jumped);
        if (how == HOLDS) return m;
        memcpy(r->values, r->first, r->plan->nshared * sizeof *r->values);
        base_diag_rollback(r->how.ctx, mark);
        if (how != LEFT) return NULL;
    }
    return NULL;
}

/* Every combination of some conditions. */
static Mode *try_combinations(Search *s, const uint8_t *around, const uint8_t *of) {
    size_t all = s->r->plan->chosen.n, n = 0, place[MOST_SEARCH];
    for (size_t k = 0; k < all; k++) {
        if (!of[k]) continue;
        if (n == MOST_SEARCH) return NULL;
        place[n++] = k;
    }
    Mode *m = NULL;
    for (uint32_t choice = 0; choice < 1u << n && !m; choice++) {
        memcpy(s->bits, around, all);
        for (size_t k = 0; k < n; k++) s->bits[place[k]] = choice >> k & 1;
        m = try_mode(s);
    }
    return m;
}

/* One condition the other way, then two. */
static Mode *try_neighbours(Search *s, const uint8_t *around) {
    size_t all = s->r->plan->chosen.n;
    Mode *m = NULL;
    for (size_t i = 0; i < all && !m; i++) {
        memcpy(s->bits, around, all);
        s->bits[i] = !s->bits[i];
        m = try_mode(s);
    }
    for (size_t i = 0; i < all && !m; i++)
        for (size_t k = i + 1; k < all && !m; k++) {
            memcpy(s->bits, around, all);
            s->bits[i] = !s->bits[i];
            s->bits[k] = !s->bits[k];
            m = try_mode(s);
        }
    return m;
}

static Mode *search(ModeRun *r, const Runtime *from, const uint8_t *asked, const uint8_t *changed) {
    size_t all = r->plan->chosen.n;
    uint8_t *room = base_realloc(NULL, 2 * all + 1);
    Search s = {.r = r, .from = from, .bits = room, .found = room + all, .tries = MOST_TRIES};
    memcpy(r->values, r->first, r->plan->nshared * sizeof *r->values);
    Mode *m = try_combinations(&s, r->now->bits, changed);
    if (!m) m = try_neighbours(&s, asked);
    base_realloc(room, 0);
    return m;
}

/* Values of the mode that holds have jumped with something that is given: a voltage that is switched at a capacitor, a
 * speed at an inertia.  No impulse was found by which they do: they are as the equations have them. */
static RtStatus stay(ModeRun *r) {
    Runtime *rt = r->now->model.rt;
    memcpy(r->values, r->first, r->plan->nshared * sizeof *r->values);
    r->now->resigned = true;
    bool ok = rt_place(rt, rt, r->values) == RT_OK && rt_settle(rt) == RT_OK;
    r->now->resigned = false;
    return ok ? RT_OK : RT_STOPPED;
}

/* No other mode holds: the one that leaves something open does, with the values in r->before. */
static Entry enter_again(ModeRun *r, Mode *m, const Runtime *from, uint8_t *bits) {
    bool jumped;
    memcpy(r->values, r->before, r->plan->nshared * sizeof *r->values);
    Entry how = enter(r, m, from, bits, &jumped);
    return how == LOOSE ? HOLDS : how;
}

RtStatus mode_change(ModeRun *r) {
    const ModePlan *p = r->plan;
    const Runtime *from = r->now->model.rt;
    size_t all = p->chosen.n, mark = base_diag_mark(r->how.ctx);
    uint8_t *bits = base_realloc(NULL, 3 * all + 1), *changed = bits + all, *asked = changed + all;
    memset(changed, 0, all);
    (void)rt_instant(from, r->values);
    mode_take_reinits(r, from);
    r->stamp++;
    r->jumps.n = 0;
    r->moved = false;
    memcpy(r->first, r->values, p->nshared * sizeof *r->values);
    mode_read_bits(p, from, bits);
    memcpy(asked, bits, all);
    bool same = memcmp(bits, r->now->bits, all) == 0;
    RtStatus status = RT_OK;
    Mode *next = NULL;
    Entry how = LEFT;
    bool jumped = false;
    for (int k = 0; how == LEFT && k < MOST_CASCADE; k++) {
        for (size_t i = 0; i < all; i++) changed[i] |= bits[i] != r->now->bits[i];
        next = mode_get(r, bits, false);
        bool again = next->tried == r->stamp; /* with the same values */
        next->tried = r->stamp;
        if (again) break;
        how = enter(r, next, from, bits, &jumped);
    }
    bool grows = how == FAILED && rt_needs_modes(next->model.rt);                  /* the mode is too coarse */
    if (how == LOOSE && (next == r->now || rt_is_undetermined(from))) how = HOLDS; /* nothing new */
    if (how != HOLDS && !grows && !(same && next == r->now)) {
        r->stamp++;
        memcpy(r->before, r->values, p->nshared * sizeof *r->values);
        Mode *found = search(r, from, asked, changed);
        if (found) base_diag_rollback(r->how.ctx, mark); /* what was said of modes that do not hold */
        if (found) next = found, how = HOLDS;
        else if (how == LOOSE) how = enter_again(r, next, from, bits);
    }
    if (how == HOLDS) finish(r, next, from);
    else if (same && !grows) status = stay(r);
    else status = report(r, how, next, next->bits, rt_time(from));
    base_realloc(bits, 0);
    return status;
}
