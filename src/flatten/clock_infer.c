/* clock_infer.c - clock partitions and inference of clocks (MLS 3.6, 16.7 and 16.8.3).
 *
 * Before: equations with hidden variables for results of clocked operators, and notes of these operators (clock.c).
 * After: it is known which variables are clocked, which tick together, at what multiple of which base interval with
 * what shift, and by which method a partition with derivatives is solved; contradictions are reported.
 *
 * Variables of one equation tick together (union-find).  Sub-clock conversions relate clocks of one base-clock
 * partition by factors and shifts, which are spread from the clocks that a constructor gives.
 */
#include "flatten/flatten_impl.h"

/* ---- who ticks with whom (16.7.3, 16.7.4) ------------------------------------------------------------------------ */

static uint32_t find(FlatClocks *c, uint32_t v) {
    while (c->parent.at[v] != v) {
        c->parent.at[v] = c->parent.at[c->parent.at[v]];
        v = c->parent.at[v];
    }
    return v;
}

static void unite(FlatClocks *c, uint32_t a, uint32_t b) {
    a = find(c, a);
    b = find(c, b);
    if (a != b) c->parent.at[a > b ? a : b] = a < b ? a : b;
}

DaeVar flat_clock_unknown(const Dae *d, DaeOperand o) {
    if (dae_operand_is_const(o) || o == 0) return 0;
    const DaeVariable *v = &d->vars.at[o];
    if (v->kind == DAE_KIND_DERIVATIVE || v->kind == DAE_KIND_PRE) return v->of;
    return v->kind <= DAE_KIND_PARAMETER || v->kind == DAE_KIND_TIME ? 0 : o;
}

/* Which operators make their argument or result clocked (16.7.3); interval and firstTick do not. */
static void seed(Flat *f) {
    FlatClocks *c = f->clocks;
    for (size_t i = 0; i < c->vars.n; i++) c->clocked.at[c->vars.at[i]] = 1;
    for (size_t i = 0; i < c->ops.n; i++) {
        const FlatClockOp *op = &c->ops.at[i];
        if (op->kind == INST_B_INTERVAL || op->kind == INST_B_FIRSTTICK) continue;
        if (op->kind != INST_B_HOLD) c->clocked.at[op->out] = 1;
        if (op->kind != INST_B_SAMPLE_CLOCK && op->in) c->clocked.at[op->in] = 1;
    }
}

/* Everything in an equation with a clocked variable is clocked, and ticks together. */
static void spread(Flat *f) {
    FlatClocks *c = f->clocks;
    Dae *d = f->dae;
    size_t nv = d->vars.n;
    VecU32 start = {0}, uses = {0}, queue = {0};
    VEC(uint8_t) done = {0};
    (void)vec_extend(&start, nv + 2);
    (void)vec_extend(&done, d->equations.n + 1);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t e = 0; e < d->equations.n; e++) {
            const DaeOperand *o = dae_operands(d, &d->equations.at[e]);
            uint32_t n = d->shapes.at[d->equations.at[e].shape].nholes;
            for (uint32_t k = 0; k < n; k++) {
                DaeVar v = flat_clock_unknown(d, o[k]);
                if (!v) continue;
                if (pass == 0) start.at[v + 1]++;
                else uses.at[start.at[v]++] = e;
            }
        }
        if (pass == 0) {
            for (size_t v = 0; v <= nv; v++) start.at[v + 1] += start.at[v];
            (void)vec_extend(&uses, start.at[nv + 1] + 1);
        }
    }
    /* start.at[v] is now the end of v's list, which begins where that of v - 1 ends */
    for (uint32_t v = 1; v < nv; v++)
        if (c->clocked.at[v]) vec_push(&queue, v);
    for (size_t q = 0; q < queue.n; q++) {
        uint32_t v = queue.at[q];
        for (uint32_t i = start.at[v - 1]; i < start.at[v]; i++) {
            uint32_t e = uses.at[i];
            if (done.at[e]) continue;
            done.at[e] = 1;
            const DaeOperand *o = dae_operands(d, &d->equations.at[e]);
            uint32_t n = d->shapes.at[d->equations.at[e].shape].nholes;
            for (uint32_t k = 0; k < n; k++) {
                DaeVar w = flat_clock_unknown(d, o[k]);
                if (!w) continue;
                unite(c, v, w);
                if (!c->clocked.at[w]) {
                    c->clocked.at[w] = 1;
                    vec_push(&queue, w);
                }
            }
        }
    }
    vec_free(&start);
    vec_free(&uses);
    vec_free(&queue);
    vec_free(&done);
}

static void when_ranges(Flat *f) {
    FlatClocks *c = f->clocks;
    Dae *d = f->dae;
    VEC(uint8_t) outside = {0};
    (void)vec_extend(&outside, d->equations.n + 1);
    for (size_t r = 0; r < c->outside.n; r++)
        for (uint32_t e = c->outside.at[r].from; e < c->outside.at[r].to; e++) outside.at[e] = 1;
    for (size_t r = 0; r < c->ranges.n; r++)
        for (uint32_t e = c->ranges.at[r].from; e < c->ranges.at[r].to; e++) {
            const DaeOperand *o = dae_operands(d, &d->equations.at[e]);
            uint32_t n = outside.at[e] ? 0 : d->shapes.at[d->equations.at[e].shape].nholes;
            for (uint32_t k = 0; k < n; k++) {
                DaeVar v = flat_clock_unknown(d, o[k]);
                if (v) {
                    c->clocked.at[v] = 1;
                    unite(c, v, c->ranges.at[r].clock);
                }
            }
        }
    vec_free(&outside);
}

/* Variables that tick with a clocked one are clocked; true when some are new. */
static bool same_pairs(Flat *f) {
    FlatClocks *c = f->clocks;
    bool any = false;
    for (size_t i = 0; i < c->same.n; i++) unite(c, c->same.at[i].a, c->same.at[i].b);
    for (bool changed = true; changed; any |= changed) {
        changed = false;
        for (size_t i = 0; i < c->same.n; i++) {
            uint8_t *a = &c->clocked.at[c->same.at[i].a], *b = &c->clocked.at[c->same.at[i].b];
            changed |= *a != *b;
            *a = *b = *a | *b;
        }
    }
    return any;
}

/* ---- rational numbers -------------------------------------------------------------------------------------------- */

static int64_t gcd(int64_t a, int64_t b) {
    while (b) {
        int64_t t = a % b;
        a = b;
        b = t;
    }
    return a < 0 ? -a : a;
}

static void reduce(int64_t *a, int64_t *b) {
    int64_t g = gcd(*a, *b);
    if (g > 1) {
        *a /= g;
        *b /= g;
    }
}

/* *a/(*b) times n/d, or false when that does not fit into 63 bits (16.7.5). */
static bool multiply(int64_t *a, int64_t *b, int64_t n, int64_t d) {
    reduce(a, &d);
    reduce(&n, b);
    return !__builtin_mul_overflow(*a, n, a) && !__builtin_mul_overflow(*b, d, b);
}

/* *a/(*b) plus n/d */
static bool add(int64_t *a, int64_t *b, int64_t n, int64_t d) {
    int64_t x, y;
    if (__builtin_mul_overflow(*a, d, &x) || __builtin_mul_overflow(n, *b, &y) || __builtin_add_overflow(x, y, a) ||
        __builtin_mul_overflow(*b, d, b))
        return false;
    reduce(a, b);
    return true;
}

/* ---- intervals (16.7.5) ------------------------------------------------------------------------------------------ */

uint32_t flat_clock_at(FlatClocks *c, DaeVar v) {
    uint32_t root = find(c, v);
    uint64_t at;
    if (base_map_get(&c->clock_of, root, &at)) return (uint32_t)at;
    uint32_t number = (uint32_t)c->clocks.n;
    vec_push(&c->clocks, ((FlatClock){.base = UINT32_MAX, .group = number, .num = 1, .den = 1, .over = 1}));
    base_map_put(&c->clock_of, root, number);
    return number;
}

static uint32_t group_of(FlatClocks *c, uint32_t clock) {
    while (c->clocks.at[clock].group != clock)
        clock = c->clocks.at[clock].group = c->clocks.at[c->clocks.at[clock].group].group;
    return clock;
}

/* Does the operator relate clocks of one base partition? */
static bool joins(const FlatClockOp *op) {
    return op->kind == INST_B_CLOCK || op->kind == INST_B_NOCLOCK ||
           (op->kind >= INST_B_SUBSAMPLE && op->kind <= INST_B_BACKSAMPLE);
}

/* ... by a number that is known? */
static bool relates(const FlatClockOp *op) {
    if (op->kind == INST_B_SUBSAMPLE || op->kind == INST_B_SUPERSAMPLE) return op->k > 0;
    return joins(op) && op->kind != INST_B_NOCLOCK;
}

static void too_large(Flat *f, Span span) {
    flat_error(f, "FLAT0134", span, "the factors of this clock do not fit into 63 bits (MLS 16.7.5)");
}

/* The clock of an operator's result from that of its argument, or back. */
static FlatClock derived(Flat *f, const FlatClock *from, const FlatClockOp *op, bool back) {
    FlatClock to = {.base = from->base, .num = from->num, .den = from->den, .shift = from->shift, .over = from->over};
    bool ok = true;
    if (op->kind == INST_B_SUBSAMPLE || op->kind == INST_B_SUPERSAMPLE) {
        int64_t k = op->k ? op->k : 1;
        bool finer = (op->kind == INST_B_SUPERSAMPLE) != back;
        ok = multiply(&to.num, &to.den, finer ? 1 : k, finer ? k : 1);
    } else if (op->kind == INST_B_SHIFTSAMPLE || op->kind == INST_B_BACKSAMPLE) {
        int64_t n = from->num, d = from->den;
        ok = multiply(&n, &d, op->k, op->resolution); /* k/resolution of the own interval */
        ok = ok && add(&to.shift, &to.over, (op->kind == INST_B_SHIFTSAMPLE) != back ? n : -n, d);
    }
    if (!ok) too_large(f, op->span);
    return to;
}

static void take(FlatClock *to, FlatClock what) {
    to->base = what.base;
    to->num = what.num;
    to->den = what.den;
    to->shift = what.shift;
    to->over = what.over;
}

/* Spreads what is known; guess: factors to be inferred count as 1. */
static void propagate(Flat *f, bool guess) {
    FlatClocks *c = f->clocks;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < c->ops.n; i++) {
            const FlatClockOp *op = &c->ops.at[i];
            if (!relates(op) && !(guess && joins(op))) continue;
            uint32_t a = flat_clock_at(c, op->in), b = flat_clock_at(c, op->out);
            FlatClock *x = &c->clocks.at[a], *y = &c->clocks.at[b];
            if ((x->base == UINT32_MAX) == (y->base == UINT32_MAX)) continue;
            changed = true;
            if (y->base == UINT32_MAX) take(y, derived(f, x, op, false));
            else take(x, derived(f, y, op, true));
            if (guess) { /* as little as possible is guessed */
                propagate(f, false);
            }
        }
    }
}

/* Is a variable of the clock given from outside the model?  Then the model is a part of others, which give the
 * clock. */
static bool has_input(Flat *f, uint32_t group) {
    FlatClocks *c = f->clocks;
    for (DaeVar v = 1; v < c->parent.n; v++)
        if (c->clocked.at[v] && (f->dae->vars.at[v].flags & DAE_INPUT) && group_of(c, flat_clock_at(c, v)) == group)
            return true;
    return false;
}

/* A partition without any clock: the fastest of its sub-clocks is Clock(1.0) (16.3). */
static void add_default(Flat *f, uint32_t clock) {
    FlatClocks *c = f->clocks;
    uint32_t group = group_of(c, clock);
    FlatClockDef d = {.kind = FLAT_CLOCK_DEFAULT, .resolution = 1};
    c->clocks.at[clock].base = (uint32_t)c->defs.n;
    vec_push(&c->defs, d);
    propagate(f, false);
    propagate(f, true);
    double fastest = 1;
    for (uint32_t i = 0; i < c->clocks.n; i++)
        if (group_of(c, i) == group) fastest = fmin(fastest, (double)c->clocks.at[i].num / (double)c->clocks.at[i].den);
    DaeVar interval = flat_clock_parameter(f, dae_real(&f->pool, 1 / fastest), (Span){0});
    c->defs.at[c->clocks.at[clock].base].interval = interval;
    if (has_input(f, group)) return;
    for (size_t i = 0; i < c->ops.n; i++) {
        const FlatClockOp *op = &c->ops.at[i];
        if (op->kind == INST_B_HOLD || !op->span.file || group_of(c, flat_clock_at(c, op->out)) != group) continue;
        base_warning(f->ctx, "FLAT0135", op->span,
                     "no clock is given for this partition: Clock(1.0) is used (MLS 16.3)");
        return;
    }
}

/* Clocks of which nothing is known but that they are inputs tick when they are told to. */
static void add_inputs(Flat *f) {
    FlatClocks *c = f->clocks;
    for (size_t i = 0; i < c->vars.n; i++) {
        DaeVar v = c->vars.at[i];
        uint32_t clock = flat_clock_at(c, v);
        if (!(f->dae->vars.at[v].flags & DAE_INPUT) || c->clocks.at[clock].base != UINT32_MAX) continue;
        FlatClockDef d = {.var = v, .kind = FLAT_CLOCK_INPUT, .condition = v, .resolution = 1};
        d.interval = flat_clock_parameter(f, dae_real(&f->pool, 0), (Span){0});
        c->clocks.at[clock].base = (uint32_t)c->defs.n;
        vec_push(&c->defs, d);
        propagate(f, false);
        propagate(f, true);
    }
}

/* Every clock gets a base; those without one the default. */
static void resolve(Flat *f) {
    FlatClocks *c = f->clocks;
    for (uint32_t v = 1; v < c->parent.n; v++)
        if (c->clocked.at[v]) (void)flat_clock_at(c, v);
    for (size_t i = 0; i < c->ops.n; i++)
        if (joins(&c->ops.at[i])) {
            uint32_t a = group_of(c, flat_clock_at(c, c->ops.at[i].in)),
                     b = group_of(c, flat_clock_at(c, c->ops.at[i].out));
            c->clocks.at[a > b ? a : b].group = a < b ? a : b;
        }
    for (uint32_t i = 0; i < c->defs.n; i++) {
        FlatClock *k = &c->clocks.at[flat_clock_at(c, c->defs.at[i].var)];
        if (k->base == UINT32_MAX) k->base = i;
    }
    propagate(f, false);
    propagate(f, true);
    add_inputs(f);
    for (uint32_t i = 0; i < c->clocks.n; i++)
        if (c->clocks.at[i].base == UINT32_MAX) add_default(f, i);
}

/* ---- do they agree? ---------------------------------------------------------------------------------------------- */

static const char *kind_text(const FlatClockDef *d) {
    switch (d->kind) {
    case FLAT_CLOCK_RATIONAL: return "a rational interval clock";
    case FLAT_CLOCK_EVENT: return "an event clock";
    default: return "a Real interval clock";
    }
}

/* One base partition has rational clocks, or one clock of another kind (16.3). */
static void check_kinds(Flat *f) {
    FlatClocks *c = f->clocks;
    Map first = {0};
    for (uint32_t i = 0; i < c->defs.n; i++) {
        if (c->defs.at[i].kind == FLAT_CLOCK_DEFAULT) continue;
        uint32_t group = group_of(c, flat_clock_at(c, c->defs.at[i].var));
        uint64_t at;
        if (!base_map_get(&first, group, &at)) {
            base_map_put(&first, group, i);
            continue;
        }
        const FlatClockDef *x = &c->defs.at[at], *y = &c->defs.at[i];
        if (x->kind == FLAT_CLOCK_RATIONAL && y->kind == FLAT_CLOCK_RATIONAL) continue;
        Diag *d = flat_error(f, "FLAT0132", y->span,
                             "%s and %s meet in one partition; only rational interval clocks may (MLS 16.3)",
                             kind_text(x), x->kind == y->kind ? "another one" : kind_text(y));
        base_note(f->ctx, d, x->span, "the other clock is made here");
        base_hint(f->ctx, d,
                  x->kind == y->kind ? "declare one clock variable and use it for both"
                                     : "cross between the two with hold and sample");
    }
    base_map_free(&first);
}

typedef struct {
    int64_t num, den;
    bool known;
} Seconds;

static Seconds seconds(const FlatClockDef *d, int64_t n, int64_t over) {
    Seconds s = {n, over, d->kind == FLAT_CLOCK_RATIONAL};
    if (s.known) s.known = multiply(&s.num, &s.den, d->counter, d->resolution);
    reduce(&s.num, &s.den);
    return s;
}

/* What clock a is by one way and what it is by another must be the same (16.7.5). */
static void compare_clocks(Flat *f, const FlatClock *a, const FlatClock *b, Span span) {
    const FlatClocks *c = f->clocks;
    const FlatClockDef *x = &c->defs.at[a->base], *y = &c->defs.at[b->base];
    Diag *d;
    if (a->base == b->base) {
        if (a->num == b->num && a->den == b->den && a->shift == b->shift && a->over == b->over) return;
        if (a->num != b->num || a->den != b->den)
            d = flat_error(f, "FLAT0132", span,
                           "two clocks meet here that tick every %g and every %g intervals of the clock they come from "
                           "(MLS 16.7.5)",
                           (double)a->num / (double)a->den, (double)b->num / (double)b->den);
        else
            d = flat_error(
                f, "FLAT0132", span,
                "two clocks meet here that begin %g and %g intervals after the clock they come from (MLS 16.7.5)",
                (double)a->shift / (double)a->over, (double)b->shift / (double)b->over);
        if (x->span.file) base_note(f->ctx, d, x->span, "that clock is made here");
    } else {
        Seconds p = seconds(x, a->num, a->den), q = seconds(y, b->num, b->den);
        Seconds s = seconds(x, a->shift, a->over), t = seconds(y, b->shift, b->over);
        if (!p.known || !q.known) return; /* of different kinds: reported */
        if (p.num == q.num && p.den == q.den && s.num == t.num && s.den == t.den) return;
        bool interval = p.num != q.num || p.den != q.den;
        d = flat_error(f, "FLAT0132", span,
                       interval ? "two clocks meet here that tick every %g s and every %g s (MLS 16.7.5)"
                                : "two clocks meet here that begin after %g s and after %g s (MLS 16.7.5)",
                       interval ? (double)p.num / (double)p.den : (double)s.num / (double)s.den,
                       interval ? (double)q.num / (double)q.den : (double)t.num / (double)t.den);
        base_note(f->ctx, d, x->span, "one clock is made here");
        base_note(f->ctx, d, y->span, "the other clock is made here");
    }
    base_hint(f->ctx, d,
              "values cross between clocks with subSample, superSample, shiftSample, backSample, or noClock");
}

/* subSample(u) and superSample(u): the factor between the clocks must be whole. */
static void check_inferred(Flat *f, const FlatClockOp *op) {
    FlatClocks *c = f->clocks;
    const FlatClock *in = &c->clocks.at[flat_clock_at(c, op->in)], *out = &c->clocks.at[flat_clock_at(c, op->out)];
    const FlatClock *slow = op->kind == INST_B_SUBSAMPLE ? out : in, *fast = slow == in ? out : in;
    int64_t n = slow->num, d = slow->den;
    if (!multiply(&n, &d, fast->den, fast->num)) return;
    if (slow->base != fast->base) {
        const FlatClockDef *x = &c->defs.at[slow->base], *y = &c->defs.at[fast->base];
        if (x->kind != FLAT_CLOCK_RATIONAL || y->kind != FLAT_CLOCK_RATIONAL ||
            !multiply(&n, &d, x->counter, x->resolution) || !multiply(&n, &d, y->resolution, y->counter))
            return;
    }
    reduce(&n, &d);
    if (d == 1 && n >= 1) return;
    Diag *diag = flat_error(f, "FLAT0132", op->span,
                            "the factor of %s would have to be %lld/%lld; it must be a positive Integer (MLS 16.7.5)",
                            inst_builtin_name(op->kind), (long long)n, (long long)d);
    base_note(f->ctx, diag, c->defs.at[in->base].span, "the clock of its argument is made here");
    base_note(f->ctx, diag, c->defs.at[out->base].span, "the clock of its result is made here");
}

/* Ticks of an event clock cannot be split, and no clock begins before the simulation (16.5.2). */
static void check_base(Flat *f, const FlatClockOp *op) {
    const FlatClocks *c = f->clocks;
    const FlatClock *k = &c->clocks.at[flat_clock_at(f->clocks, op->out)];
    const FlatClockDef *d = &c->defs.at[k->base];
    if (k->shift < 0) {
        flat_error(f, "FLAT0134", op->span,
                   "%s gives a clock that would tick before the clock it is derived from (MLS 16.5.2)",
                   inst_builtin_name(op->kind));
        return;
    }
    bool whole = k->num % k->den == 0 && k->shift % k->over == 0;
    if ((d->kind != FLAT_CLOCK_EVENT && d->kind != FLAT_CLOCK_INPUT) || whole) return;
    Diag *diag =
        flat_error(f, "FLAT0134", op->span, "%s would have to divide the interval of an event clock (MLS 16.5.2)",
                   inst_builtin_name(op->kind));
    base_note(f->ctx, diag, d->span, "the event clock is made here");
}

static void check_clocks(Flat *f) {
    FlatClocks *c = f->clocks;
    check_kinds(f);
    for (uint32_t i = 0; i < c->defs.n; i++) {
        if (c->defs.at[i].kind == FLAT_CLOCK_DEFAULT) continue;
        FlatClock own = {.base = i, .num = 1, .den = 1, .over = 1};
        compare_clocks(f, &c->clocks.at[flat_clock_at(c, c->defs.at[i].var)], &own, c->defs.at[i].span);
    }
    for (size_t i = 0; i < c->ops.n; i++) {
        const FlatClockOp *op = &c->ops.at[i];
        if (!joins(op)) continue;
        size_t errors = base_error_count(f->ctx);
        if (op->kind != INST_B_NOCLOCK && op->kind != INST_B_CLOCK) check_base(f, op);
        if (base_error_count(f->ctx) > errors) continue;
        if (relates(op)) {
            FlatClock by = derived(f, &c->clocks.at[flat_clock_at(c, op->in)], op, false);
            compare_clocks(f, &c->clocks.at[flat_clock_at(c, op->out)], &by, op->span);
        } else if (op->kind != INST_B_NOCLOCK) {
            check_inferred(f, op);
        }
    }
}

/* ---- where clocked and continuous time meet ---------------------------------------------------------------------- */

/* What a clock operator reads or gives: clocked whatever the equations say. */
static bool is_clocked_by_operator(const FlatClocks *c, DaeVar v) {
    for (size_t i = 0; i < c->ops.n; i++)
        if (c->ops.at[i].kind != INST_B_HOLD &&
            (c->ops.at[i].out == v || (c->ops.at[i].in == v && c->ops.at[i].kind != INST_B_SAMPLE_CLOCK)))
            return true;
    return false;
}

/* An equation that holds what is sampled and something clocked: there a hold was forgotten. */
static bool missing_hold(Flat *f, const FlatClockOp *op) {
    const FlatClocks *c = f->clocks;
    const Dae *d = f->dae;
    for (size_t e = 0; e < d->equations.n; e++) {
        const DaeOperand *o = dae_operands(d, &d->equations.at[e]);
        DaeVar clocked = 0;
        bool sampled = false;
        for (uint32_t k = 0; k < d->shapes.at[d->equations.at[e].shape].nholes; k++) {
            DaeVar v = flat_clock_unknown(d, o[k]);
            sampled |= v && v == op->in;
            if (v && v != op->in && !clocked && !(d->vars.at[v].flags & DAE_HIDDEN) && is_clocked_by_operator(c, v))
                clocked = v;
        }
        if (!sampled || !clocked) continue;
        Text a = {0}, b = {0};
        dae_var_text(d, op->in, &a);
        dae_var_text(d, clocked, &b);
        Diag *diag =
            flat_error(f, "FLAT0136", dae_span(d, d->equations.at[e].origin),
                       "'%s' is of continuous time and '%s' is clocked: they cannot stand in one equation (MLS "
                       "16.7.3)",
                       base_text_str(&a), base_text_str(&b));
        base_note(f->ctx, diag, op->span, "'%s' is sampled here", base_text_str(&a));
        base_hint(f->ctx, diag, "write hold(%s)", base_text_str(&b));
        base_text_free(&a);
        base_text_free(&b);
        return true;
    }
    return false;
}

static void check_borders(Flat *f) {
    FlatClocks *c = f->clocks;
    Diag *d;
    for (size_t i = 0; i < c->ops.n; i++) {
        const FlatClockOp *op = &c->ops.at[i];
        if (op->kind == INST_B_SAMPLE_CLOCK && op->in && c->clocked.at[op->in]) {
            if (missing_hold(f, op)) continue;
            d = flat_error(f, "FLAT0136", op->span,
                           "the argument of sample is clocked; it must be of continuous time (MLS 16.5.1)");
            base_hint(f->ctx, d,
                      "values cross between clocks with subSample, superSample, shiftSample, backSample, or noClock");
        }
        if (op->kind == INST_B_HOLD && c->clocked.at[op->out]) {
            d = flat_error(
                f, "FLAT0136", op->span,
                "the result of hold is of continuous time, but it stands in a clocked equation (MLS 16.7.3)");
            base_hint(f->ctx, d, "use the variable without hold, or sample(hold(...)) for its value before the tick");
        }
        if ((op->kind == INST_B_INTERVAL || op->kind == INST_B_FIRSTTICK) && !c->clocked.at[op->out])
            flat_error(f, "FLAT0136", op->span,
                       "%s stands in an equation of continuous time; it belongs to a clock (MLS 16.10)",
                       inst_builtin_name(op->kind));
    }
    for (size_t i = 0; i < c->defs.n; i++)
        if (c->defs.at[i].kind == FLAT_CLOCK_EVENT && c->clocked.at[c->defs.at[i].condition])
            flat_error(f, "FLAT0136", c->defs.at[i].span,
                       "the condition of this clock is clocked; it must be of continuous time (MLS 16.3)");
}

/* ---- solver methods (16.8) --------------------------------------------------------------------------------------- */

static const char *continuous_operator(const Dae *d, uint32_t shape, DaeWalk *walk) {
    dae_walk(walk, &d->pool, d->shapes.at[shape].root);
    for (uint32_t i = 0; i < walk->n; i++) switch (dae_at(&d->pool, walk->at[i])->op) {
        case DAE_DELAY: return "delay()";
        case DAE_SPATIAL: return "spatialDistribution()";
        case DAE_TRIGGER: return "a when-clause with a Boolean condition";
        case DAE_INITIAL: return "initial()";
        case DAE_TERMINAL: return "terminal()";
        case DAE_SAMPLE: return "sample(start, interval)";
        default: break;
        }
    return NULL;
}

/* What makes a partition a discretised continuous-time one (16.8.1). */
static void find_continuous(Flat *f) {
    FlatClocks *c = f->clocks;
    const Dae *d = f->dae;
    DaeWalk walk = {0};
    for (size_t e = 0; e < d->equations.n; e++) {
        const DaeEquation *eq = &d->equations.at[e];
        uint32_t n = d->shapes.at[eq->shape].nholes;
        DaeVar clocked = 0;
        const char *why = NULL;
        for (uint32_t k = 0; k < n; k++) {
            DaeOperand o = d->operands.at[eq->operands + k];
            DaeVar v = flat_clock_unknown(d, o);
            if (v && c->clocked.at[v]) clocked = v;
            if (dae_operand_is_const(o)) continue;
            switch (d->vars.at[o].kind) {
            case DAE_KIND_DERIVATIVE: why = "der()"; break;
            case DAE_KIND_PRE: why = "pre()"; break;
            case DAE_KIND_TIME: why = "time"; break;
            default: break;
            }
        }
        if (!clocked) continue;
        if (!why) why = continuous_operator(d, eq->shape, &walk);
        FlatClock *k = &c->clocks.at[flat_clock_at(c, clocked)];
        if (!why || k->continuous) continue;
        k->continuous = true;
        k->why = why;
        k->continuous_span = dae_span(d, eq->origin);
    }
    dae_walk_free(&walk);
}

static bool is_method(const Flat *f, Name method) {
    static const char *const known[] = {"External",      "ExplicitEuler",    "ExplicitMidPoint2", "ExplicitRungeKutta4",
                                        "ImplicitEuler", "ImplicitTrapezoid"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(base_str(f->ctx->names, method), known[i])) return true;
    return false;
}

static void two_methods(Flat *f, Span span, Name a, Span at, Name b, Span bt) {
    Diag *d = flat_error(f, "FLAT0137", span, "two solver methods meet in this partition: '%s' and '%s' (MLS 16.8.3)",
                         base_str(f->ctx->names, a), base_str(f->ctx->names, b));
    base_note(f->ctx, d, at, "one is given here");
    base_note(f->ctx, d, bt, "the other is given here");
}

/* Methods that are given for a partition. */
static void given_methods(Flat *f) {
    FlatClocks *c = f->clocks;
    for (size_t i = 0; i < c->methods.n; i++) {
        FlatClockMethod m = c->methods.at[i];
        FlatClock *k = &c->clocks.at[flat_clock_at(c, m.clock)];
        if (!is_method(f, m.method)) {
            base_warning(f->ctx, "FLAT0131", m.span,
                         "solver method '%s' of a clock is not known: 'External' is used (MLS 16.8.2)",
                         base_str(f->ctx->names, m.method));
            m.method = base_name(f->ctx->names, "External");
        }
        if (k->method && k->method != m.method && k->continuous)
            two_methods(f, k->continuous_span, k->method, k->method_span, m.method, m.span);
        k->method = m.method;
        k->method_span = m.span;
    }
}

/* Partitions without a method take that of partitions they are connected to by sub-clock conversions, directly or
 * through others that have none (16.8.3). */
static void infer_methods(Flat *f) {
    FlatClocks *c = f->clocks;
    uint32_t n = (uint32_t)c->clocks.n;
    VecU32 region = {0};                                        /* of partitions without a method: union-find */
    FlatClock *found = BASE_ARRAY(&f->arena, FlatClock, n + 1); /* by region: the method around it */
    for (uint32_t i = 0; i < n; i++) vec_push(&region, i);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < c->ops.n; i++) {
            const FlatClockOp *op = &c->ops.at[i];
            if (!joins(op) || op->kind == INST_B_CLOCK) continue;
            uint32_t a = flat_clock_at(c, op->in), b = flat_clock_at(c, op->out);
            const FlatClock *x = &c->clocks.at[a], *y = &c->clocks.at[b];
            uint32_t p = a, q = b;
            while (region.at[p] != p) p = region.at[p];
            while (region.at[q] != q) q = region.at[q];
            if (pass == 0 && !x->method && !y->method) region.at[p > q ? p : q] = p < q ? p : q;
            if (pass == 0 || !x->method == !y->method) continue;
            const FlatClock *from = x->method ? x : y;
            FlatClock *to = &found[x->method ? q : p];
            if (to->method && to->method != from->method) {
                to->why = base_str(f->ctx->names, from->method); /* another one */
                to->continuous_span = from->method_span;
                continue;
            }
            to->method = from->method;
            to->method_span = from->method_span;
        }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t p = i;
        FlatClock *k = &c->clocks.at[i];
        while (region.at[p] != p) p = region.at[p];
        if (k->method || !k->continuous || !found[p].method) continue;
        k->method = found[p].method;
        k->method_span = found[p].method_span;
        if (found[p].why)
            two_methods(f, k->continuous_span, k->method, k->method_span, base_name(f->ctx->names, found[p].why),
                        found[p].continuous_span);
    }
    vec_free(&region);
}

static void check_methods(Flat *f) {
    FlatClocks *c = f->clocks;
    for (uint32_t i = 0; i < c->clocks.n; i++) {
        FlatClock *k = &c->clocks.at[i];
        if (!k->continuous || k->method) /* has one, or needs none */
            continue;
        k->method = base_name(f->ctx->names, "External");
        Diag *d = flat_error(f, "FLAT0130", k->continuous_span,
                             "%s in a clocked partition needs a clock with a solver method (MLS 16.8.3)", k->why);
        if (!strcmp(k->why, "time")) base_hint(f->ctx, d, "write sample(time)");
        else if (!strcmp(k->why, "pre()")) base_hint(f->ctx, d, "write previous");
        else base_hint(f->ctx, d, "make the clock with Clock(c, solverMethod = \"ExplicitEuler\")");
    }
}

void flat_clock_infer(Flat *f) {
    FlatClocks *c = f->clocks;
    size_t nv = f->dae->vars.n;
    (void)vec_extend(&c->parent, nv);
    (void)vec_extend(&c->clocked, nv + 1);
    for (uint32_t i = 0; i < nv; i++) c->parent.at[i] = i;
    seed(f);
    when_ranges(f);
    (void)same_pairs(f);
    do spread(f);
    while (same_pairs(f));
    size_t errors = base_error_count(f->ctx);
    check_borders(f);
    if (base_error_count(f->ctx) > errors) return; /* what is clocked is not certain */
    resolve(f);
    check_clocks(f);
    find_continuous(f);
    given_methods(f);
    infer_methods(f);
    check_methods(f);
}
