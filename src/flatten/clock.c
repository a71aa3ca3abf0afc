/* clock.c - clocked partitions become discrete equations (MLS 3.6, ch. 16).
 *
 * Before: equations in which results of clocked operators are hidden variables, and a list of what those operators
 * were.  After: ordinary discrete equations and one Boolean tick variable per clock.
 *
 * The idea: between ticks every clocked variable keeps its value, so equations among clocked variables may be
 * evaluated at any event without harm.  Only where a value crosses in time must the tick be asked:
 *     sample(u)            s := if tick then pre(u) else pre(s)    (the left limit of u)
 *     previous(x)          p := if tick then (if first tick then x.start else pre(x)) else pre(p)
 *     subSample(u) ...     s := if tick of s then u else pre(s)
 *     hold(u), noClock(u)  the value itself
 * Which variables share a clock is found by union-find: variables of one equation tick together (16.7).
 */
#include "flatten/flatten_impl.h"

typedef struct {
    InstBuiltin kind;
    DaeVar out, in;
    int64_t k, resolution;  /* factor, or shift k/resolution; 0: to be inferred */
    bool of_clock;          /* applied to a clock, not to a value */
    bool plain;             /* previous: the last value even where a state machine resets */
    uint32_t given;         /* 1 + the equation that gives `in` its value, where an expression was named; else 0 */
    Span span;
} Op;

typedef enum { PERIODIC, EVENT, DEFAULT } BaseKind;

typedef struct {
    DaeVar var;             /* clock variable it defines */
    BaseKind kind;
    DaeVar interval;        /* hidden parameter holding the interval in seconds */
    DaeVar condition;       /* event clock */
    double seconds;         /* interval as far as it is known during translation, else NaN */
    Span span;
} Def;

typedef struct {
    uint32_t from, to;      /* equations of a clocked when */
    DaeVar clock;
} Range;

typedef struct {
    DaeVar a, b;
} Pair;

/* What is known of one clock. */
typedef struct {
    uint32_t base;          /* index in defs, UINT32_MAX before */
    int64_t num, den;       /* interval = base interval * num / den */
    int64_t shift, over;    /* first tick at base interval * shift / over */
    DaeVar tick, interval;  /* hidden variables, 0 before */
    DaeVar first, ticked;   /* firstTick; has it ticked yet? */
    DaeVar now;             /* time of the last tick */
    Name method;            /* solver method, 0: none */
} Clock;

struct FlatClocks {
    VEC(Op) ops;
    VEC(Def) defs;
    VEC(Range) ranges;
    VEC(Pair) same;
    VEC(Pair) methods;      /* clock variable, Name of a solver method */
    VecU32 vars;            /* clock variables (Boolean) */
    VecU32 parent;          /* union-find over DaeVar, at the end */
    VEC(uint8_t) clocked;
    VEC(Clock) clocks;
    Map clock_of;           /* root variable -> clock */
};

static FlatClocks *clocks(Flat *f) {
    if (!f->clocks)
        f->clocks = BASE_NEW(&f->arena, FlatClocks);
    return f->clocks;
}

void flat_clock_free(FlatClocks *c) {
    if (!c)
        return;
    vec_free(&c->ops);
    vec_free(&c->defs);
    vec_free(&c->ranges);
    vec_free(&c->same);
    vec_free(&c->methods);
    vec_free(&c->vars);
    vec_free(&c->parent);
    vec_free(&c->clocked);
    vec_free(&c->clocks);
    base_map_free(&c->clock_of);
}

/* ---- while flattening: note what is clocked ------------------------------------------------------------- */

static DaeVar new_clock(Flat *f) {
    DaeVar v = flat_hidden(f, "clock", ++f->naux, DAE_BOOLEAN, DAE_KIND_DISCRETE);
    vec_push(&clocks(f)->vars, v);
    return v;
}

void flat_clock_declare(Flat *f, DaeVar first, uint64_t n) {
    for (uint64_t i = 0; i < n; i++)
        vec_push(&clocks(f)->vars, first + (uint32_t)i);
}

void flat_clock_same(Flat *f, DaeVar a, DaeVar b) {
    vec_push(&clocks(f)->same, ((Pair){a, b}));
}

/* A hidden parameter for an interval. */
static DaeVar parameter_for(Flat *f, DaeExpr e, Span span) {
    DaeVar p = flat_hidden(f, "interval", ++f->naux, DAE_REAL, DAE_KIND_PARAMETER);
    f->dae->vars.at[p].flags |= DAE_FIXED | DAE_FINAL;
    DaeExpr root = dae_op2(&f->pool, DAE_ASSIGN, flat_var_expr(f, p), e);
    dae_add_equation(f->dae, &f->dae->bindings, &f->pool, root, &p, 1, flat_origin(f, span));
    return p;
}

static DaeVar boolean_for(Flat *f, DaeExpr e, Span span) {
    if (dae_at(&f->pool, e)->op == DAE_VAR)
        return dae_at(&f->pool, e)->id;
    DaeVar v = flat_hidden(f, "when", ++f->nwhen, DAE_BOOLEAN, DAE_KIND_DISCRETE);
    flat_emit_always(f, dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, v), e), span);
    return v;
}

/* The interval of Clock(interval) or Clock(n, resolution) by the values that parameters have now; NaN when not known. */
static double seconds_of(Flat *f, InstExpr *e, bool second) {
    InstValue *n = flat_eval(f, e->args[0], INST_EVAL_SILENT), *d = second ? flat_eval(f, e->args[1], INST_EVAL_SILENT) : NULL;
    if (!n || (second && (!d || d->num[0] == 0)))
        return NAN;
    return n->num[0] / (d ? d->num[0] : 1);
}

/* Clock(), Clock(interval), Clock(n, resolution), Clock(condition, start), Clock(c, method) (16.3). */
static DaeVar constructor(Flat *f, InstExpr *e) {
    DaeVar v = new_clock(f);
    DaeExpr a, b;
    if (!e->nargs || !e->args[0])
        return v;
    InstBase base = (InstBase)e->args[0]->type.base;
    bool second = e->nargs > 1 && e->args[1];
    if (base == INST_CLOCK) {
        DaeVar c = flat_clock_var(f, e->args[0]);
        flat_clock_same(f, v, c);
        InstValue *m = second ? flat_eval(f, e->args[1], INST_EVAL_SILENT) : NULL;
        if (m && m->type.base == INST_STRING)
            vec_push(&clocks(f)->methods, ((Pair){v, m->str[0]}));
        return v;
    }
    if (!flat_scalar(f, e->args[0], &a))
        return v;
    Def d = {.var = v, .span = e->span};
    if (base == INST_BOOLEAN) {
        d.kind = EVENT;
        d.condition = boolean_for(f, a, e->span);
    } else {
        a = dae_op1(&f->pool, DAE_TO_REAL, a);
        if (second) {
            if (!flat_scalar(f, e->args[1], &b))
                return v;
            a = dae_op2(&f->pool, DAE_DIV, a, dae_op1(&f->pool, DAE_TO_REAL, b));
        }
        d.kind = PERIODIC;
        d.seconds = seconds_of(f, e, second);
        if (d.seconds <= 0)
            flat_error(f, "FLAT0133", e->span, "the interval of a clock must be positive, it is %g s (MLS 16.3)", d.seconds);
        d.interval = parameter_for(f, a, e->span);
    }
    vec_push(&clocks(f)->defs, d);
    return v;
}

static void numbers(Flat *f, InstExpr *e, Op *op) {
    op->k = 0;
    op->resolution = 1;
    if (e->builtin < INST_B_SUBSAMPLE || e->builtin > INST_B_BACKSAMPLE)
        return;
    int64_t least = e->builtin <= INST_B_SUPERSAMPLE; /* a shift may be none */
    if (e->nargs > 1 && e->args[1] && (!flat_integer(f, e->args[1], &op->k) || op->k < least))
        flat_error(f, "FLAT0134", e->args[1]->span, "this number of %s must be known during translation and %s (MLS 16.5.2)",
                   inst_builtin_name((InstBuiltin)e->builtin), least ? "positive" : "not negative");
    if (e->nargs > 2 && e->args[2] && (!flat_integer(f, e->args[2], &op->resolution) || op->resolution < 1)) {
        flat_error(f, "FLAT0134", e->args[2]->span, "this number of %s must be known during translation and positive (MLS 16.5.2)",
                   inst_builtin_name((InstBuiltin)e->builtin));
        op->resolution = 1;
    }
}

/* The clock variable that an expression of type Clock means. */
DaeVar flat_clock_var(Flat *f, InstExpr *e) {
    if (e->kind == INST_E_CREF) {
        VecU32 vars = {0};
        DaeVar v = flat_reference(f, e, &vars, NULL) && vars.n ? vars.at[0] : new_clock(f);
        vec_free(&vars);
        return v;
    }
    if (e->kind == INST_E_BUILTIN && e->builtin == INST_B_CLOCK)
        return constructor(f, e);
    if (e->kind == INST_E_BUILTIN && e->builtin >= INST_B_SUBSAMPLE && e->builtin <= INST_B_BACKSAMPLE) {
        Op op = {.kind = (InstBuiltin)e->builtin, .of_clock = true, .span = e->span};
        op.in = flat_clock_var(f, e->args[0]);
        op.out = new_clock(f);
        numbers(f, e, &op);
        vec_push(&clocks(f)->ops, op);
        return op.out;
    }
    if (e->kind == INST_E_IF) {
        DaeExpr c;
        double x;
        if (flat_scalar(f, e->args[0], &c) && dae_is_const(&f->pool, c, &x))
            return flat_clock_var(f, e->args[x != 0 ? 1 : 2]);
    }
    flat_unsupported(f, e->span, "this expression of type Clock is not translated");
    return new_clock(f);
}

static DaeVar variable_of(Flat *f, DaeExpr e, Span span) {
    if (dae_at(&f->pool, e)->op == DAE_VAR)
        return dae_at(&f->pool, e)->id;
    DaeBase base = (DaeBase)dae_at(&f->pool, e)->base;
    DaeVar v = flat_hidden(f, "expr", ++f->naux, base, base == DAE_REAL ? DAE_KIND_CONTINUOUS : DAE_KIND_DISCRETE);
    flat_emit_always(f, dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, v), e), span);
    return v;
}

/* The hidden variable with the result of an operator. */
static DaeVar operate(Flat *f, Op op) {
    DaeBase base = (DaeBase)f->dae->vars.at[op.in].base;
    op.out = flat_hidden(f, "sampled", ++f->naux, base, DAE_KIND_DISCRETE);
    DaeVariable *o = &f->dae->vars.at[op.out];
    const DaeVariable *in = &f->dae->vars.at[op.in];
    o->attrs = in->attrs;
    if (op.kind != INST_B_SAMPLE_CLOCK)
        o->start = in->start;
    if (base != DAE_STRING) { /* its value before the first tick, whatever it is equal to */
        if (o->start == DAE_NO_OPERAND)
            o->start = dae_constant(f->dae, base == DAE_ENUM);
        f->dae->vars.at[op.out].flags |= DAE_HAS_START | DAE_FIXED;
    }
    vec_push(&clocks(f)->ops, op);
    if (op.kind == INST_B_PREVIOUS)
        flat_clock_same(f, op.out, op.in);
    return op.out;
}

/* The value of a clocked operator: a hidden variable, determined at the end. */
bool flat_clocked(Flat *f, InstExpr *e, FlatVal *out) {
    FlatClocks *c = clocks(f);
    if (e->builtin == INST_B_INTERVAL || e->builtin == INST_B_FIRSTTICK) {
        Op op = {.kind = (InstBuiltin)e->builtin, .span = e->span};
        bool real = e->builtin == INST_B_INTERVAL;
        op.out = flat_hidden(f, real ? "interval" : "first", ++f->naux, real ? DAE_REAL : DAE_BOOLEAN, DAE_KIND_DISCRETE);
        if (e->nargs && e->args[0]) {
            DaeExpr u;
            FlatVal v;
            if (!flat_value(f, e->args[0], &v) || !v.n)
                return false;
            u = v.e[0];
            op.in = variable_of(f, u, e->span);
        } else {
            op.in = f->when_clock; /* of the clocked when around, or of the equation it stands in */
        }
        if (op.in)
            flat_clock_same(f, op.out, op.in);
        vec_push(&c->ops, op);
        InstType t = {.base = real ? INST_REAL : INST_BOOLEAN};
        *out = flat_new_val(f, &t, 1);
        out->e[0] = flat_var_expr(f, op.out);
        return true;
    }
    FlatVal u;
    if (!flat_value(f, e->args[0], &u))
        return false;
    DaeVar clock = 0;
    if (e->builtin == INST_B_SAMPLE_CLOCK && e->nargs > 1 && e->args[1])
        clock = flat_clock_var(f, e->args[1]);
    *out = flat_new_val(f, &u.type, u.n);
    for (uint32_t i = 0; i < u.n; i++) {
        Op op = {.kind = (InstBuiltin)e->builtin, .span = e->span};
        size_t before = f->dae->equations.n;
        op.in = variable_of(f, u.e[i], e->span);
        op.given = f->dae->equations.n > before ? (uint32_t)f->dae->equations.n : 0;
        numbers(f, e, &op);
        DaeVar v = operate(f, op);
        if (clock)
            flat_clock_same(f, v, clock);
        out->e[i] = flat_var_expr(f, v);
    }
    return true;
}

DaeVar flat_clock_previous(Flat *f, DaeVar v, Span span) {
    return operate(f, (Op){.kind = INST_B_PREVIOUS, .in = v, .plain = true, .resolution = 1, .span = span});
}

DaeVar flat_clock_last(Flat *f, DaeVar v, Span span) {
    return operate(f, (Op){.kind = INST_B_PREVIOUS, .in = v, .resolution = 1, .span = span});
}

DaeVar flat_clock_sample(Flat *f, DaeExpr e, Span span) {
    return operate(f, (Op){.kind = INST_B_SAMPLE_CLOCK, .in = variable_of(f, e, span), .resolution = 1, .span = span});
}

DaeVar flat_clock_first(Flat *f, DaeVar v) {
    Op op = {.kind = INST_B_FIRSTTICK, .in = v, .resolution = 1};
    op.out = flat_hidden(f, "first", ++f->naux, DAE_BOOLEAN, DAE_KIND_DISCRETE);
    flat_clock_same(f, op.out, v);
    vec_push(&clocks(f)->ops, op);
    return op.out;
}

/* when Clock then ...: its equations hold at the ticks of the clock. */
void flat_clock_when(Flat *f, InstEq *eq) {
    DaeVar c = flat_clock_var(f, eq->branches[0].cond);
    DaeVar before = f->when_clock;
    f->when_clock = c;
    uint32_t from = (uint32_t)f->dae->equations.n;
    for (InstEq *b = eq->branches[0].eqs; b; b = b->next)
        flat_equation(f, b);
    vec_push(&clocks(f)->ranges, ((Range){from, (uint32_t)f->dae->equations.n, c}));
    f->when_clock = before;
}

/* ---- at the end: who ticks with whom ------------------------------------------------------------------------- */

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
    if (a != b)
        c->parent.at[a > b ? a : b] = a < b ? a : b;
}

/* The variable an operand stands for: der and pre mean their variable; 0 for what is not an unknown. */
static DaeVar unknown_of(const Dae *d, DaeOperand o) {
    if (dae_operand_is_const(o) || o == 0)
        return 0;
    const DaeVariable *v = &d->vars.at[o];
    if (v->kind == DAE_KIND_DERIVATIVE || v->kind == DAE_KIND_PRE)
        return v->of;
    return v->kind <= DAE_KIND_PARAMETER || v->kind == DAE_KIND_TIME ? 0 : o;
}

static void seed(Flat *f) {
    FlatClocks *c = f->clocks;
    for (size_t i = 0; i < c->vars.n; i++)
        c->clocked.at[c->vars.at[i]] = 1;
    for (size_t i = 0; i < c->ops.n; i++) {
        const Op *op = &c->ops.at[i];
        if (op->kind != INST_B_HOLD)
            c->clocked.at[op->out] = 1;
        if (op->kind != INST_B_SAMPLE_CLOCK && op->in)
            c->clocked.at[op->in] = 1;
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
                DaeVar v = unknown_of(d, o[k]);
                if (!v)
                    continue;
                if (pass == 0)
                    start.at[v + 1]++;
                else
                    uses.at[start.at[v]++] = e;
            }
        }
        if (pass == 0) {
            for (size_t v = 0; v <= nv; v++)
                start.at[v + 1] += start.at[v];
            (void)vec_extend(&uses, start.at[nv + 1] + 1);
        }
    }
    /* start.at[v] is now the end of v's list, which begins where that of v - 1 ends */
    for (uint32_t v = 1; v < nv; v++)
        if (c->clocked.at[v])
            vec_push(&queue, v);
    for (size_t q = 0; q < queue.n; q++) {
        uint32_t v = queue.at[q];
        for (uint32_t i = start.at[v - 1]; i < start.at[v]; i++) {
            uint32_t e = uses.at[i];
            if (done.at[e])
                continue;
            done.at[e] = 1;
            const DaeOperand *o = dae_operands(d, &d->equations.at[e]);
            uint32_t n = d->shapes.at[d->equations.at[e].shape].nholes;
            for (uint32_t k = 0; k < n; k++) {
                DaeVar w = unknown_of(d, o[k]);
                if (!w)
                    continue;
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
    for (size_t r = 0; r < c->ranges.n; r++)
        for (uint32_t e = c->ranges.at[r].from; e < c->ranges.at[r].to; e++) {
            const DaeOperand *o = dae_operands(d, &d->equations.at[e]);
            uint32_t n = d->shapes.at[d->equations.at[e].shape].nholes;
            for (uint32_t k = 0; k < n; k++) {
                DaeVar v = unknown_of(d, o[k]);
                if (v) {
                    c->clocked.at[v] = 1;
                    unite(c, v, c->ranges.at[r].clock);
                }
            }
        }
}

/* ---- intervals --------------------------------------------------------------------------------------------------- */

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

static uint32_t clock_at(FlatClocks *c, DaeVar v) {
    uint32_t root = find(c, v);
    uint64_t at;
    if (base_map_get(&c->clock_of, root, &at))
        return (uint32_t)at;
    vec_push(&c->clocks, ((Clock){.base = UINT32_MAX, .num = 1, .den = 1, .over = 1}));
    base_map_put(&c->clock_of, root, c->clocks.n - 1);
    return (uint32_t)c->clocks.n - 1;
}

/* The clock of an operator's result from that of its argument, or back. */
static Clock derived(const Clock *from, const Op *op, bool back) {
    Clock to = *from;
    to.tick = to.interval = to.first = to.ticked = to.now = 0;
    int64_t k = op->k;
    bool finer = op->kind == INST_B_SUPERSAMPLE;
    if (op->kind == INST_B_SUBSAMPLE || finer) {
        if (finer != back)
            to.den *= k;
        else
            to.num *= k;
        reduce(&to.num, &to.den);
        return to;
    }
    int64_t sign = (op->kind == INST_B_SHIFTSAMPLE) != back ? 1 : -1; /* shift += k/resolution * own interval */
    int64_t a = sign * k * from->num, b = op->resolution * from->den;
    to.shift = from->shift * b + a * from->over;
    to.over = from->over * b;
    reduce(&to.shift, &to.over);
    return to;
}

static bool relates(const Op *op) {
    return op->kind >= INST_B_SUBSAMPLE && op->kind <= INST_B_BACKSAMPLE && op->k > 0;
}

static void propagate(Flat *f) {
    FlatClocks *c = f->clocks;
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < c->ops.n; i++) {
            const Op *op = &c->ops.at[i];
            if (!relates(op) && !(op->kind >= INST_B_SHIFTSAMPLE && op->kind <= INST_B_BACKSAMPLE))
                continue;
            uint32_t a = clock_at(c, op->in), b = clock_at(c, op->out);
            Clock *x = &c->clocks.at[a], *y = &c->clocks.at[b];
            if (x->base != UINT32_MAX && y->base == UINT32_MAX) {
                Name method = y->method;
                *y = derived(x, op, false);
                y->method = method ? method : x->method;
                changed = true;
            } else if (y->base != UINT32_MAX && x->base == UINT32_MAX) {
                Name method = x->method;
                *x = derived(y, op, true);
                x->method = method ? method : y->method;
                changed = true;
            }
        }
    }
}

static void resolve(Flat *f) {
    FlatClocks *c = f->clocks;
    for (size_t i = 0; i < c->methods.n; i++) {
        uint32_t k = clock_at(c, c->methods.at[i].a);
        c->clocks.at[k].method = c->methods.at[i].b;
    }
    for (uint32_t i = 0; i < c->defs.n; i++) {
        uint32_t k = clock_at(c, c->defs.at[i].var);
        if (c->clocks.at[k].base == UINT32_MAX)
            c->clocks.at[k].base = i;
    }
    for (size_t i = 0; i < c->ops.n; i++) { /* every clock is known by number from here on */
        clock_at(c, c->ops.at[i].out);
        if (c->ops.at[i].in && c->clocked.at[c->ops.at[i].in])
            clock_at(c, c->ops.at[i].in);
    }
    for (size_t i = 0; i < c->vars.n; i++)
        clock_at(c, c->vars.at[i]);
    propagate(f);
    for (size_t i = 0; i < c->clocks.n; i++) {
        if (c->clocks.at[i].base != UINT32_MAX)
            continue;
        Def d = {.kind = DEFAULT, .interval = parameter_for(f, dae_real(&f->pool, 1.0), (Span){0})}; /* Clock(1.0) */
        vec_push(&c->defs, d);
        c->clocks.at[i].base = (uint32_t)c->defs.n - 1;
        propagate(f);
    }
}

/* ---- do they agree? --------------------------------------------------------------------------------------------------- */

/* What clock a is by its own definition and what it is by way of another must be the same (16.7.4). */
static void compare_clocks(Flat *f, const Clock *a, const Clock *b, Span span) {
    const FlatClocks *c = f->clocks;
    const Def *x = &c->defs.at[a->base], *y = &c->defs.at[b->base];
    if (x->kind == DEFAULT || y->kind == DEFAULT || (a->base == b->base && a->num == b->num && a->den == b->den))
        return;
    double p = x->seconds * (double)a->num / (double)a->den, q = y->seconds * (double)b->num / (double)b->den;
    bool agree = x->kind == PERIODIC && y->kind == PERIODIC && !(fabs(p - q) > 1e-9 * fabs(p)); /* NaN: not known */
    if (agree)
        return;
    Diag *d;
    if (x->kind == PERIODIC && y->kind == PERIODIC)
        d = flat_error(f, "FLAT0132", span, "two clocks meet here that tick every %g s and every %g s (MLS 16.7.4)", p, q);
    else
        d = flat_error(f, "FLAT0132", span, "two different clocks meet here (MLS 16.7.4)");
    base_note(f->ctx, d, x->span, "one clock is made here");
    base_note(f->ctx, d, y->span, "the other clock is made here");
    base_hint(f->ctx, d, "values cross between clocks with subSample, superSample, shiftSample, backSample, or noClock");
}

static void check_clocks(Flat *f) {
    FlatClocks *c = f->clocks;
    for (uint32_t i = 0; i < c->defs.n; i++) {
        if (c->defs.at[i].kind == DEFAULT)
            continue;
        Clock own = {.base = i, .num = 1, .den = 1, .over = 1};
        compare_clocks(f, &c->clocks.at[clock_at(c, c->defs.at[i].var)], &own, c->defs.at[i].span);
    }
    for (size_t i = 0; i < c->ops.n; i++) {
        const Op *op = &c->ops.at[i];
        if (!relates(op))
            continue;
        Clock by = derived(&c->clocks.at[clock_at(c, op->in)], op, false);
        compare_clocks(f, &c->clocks.at[clock_at(c, op->out)], &by, op->span);
    }
}

/* ---- the equations of clocks ------------------------------------------------------------------------------------------ */

static DaeExpr previous(Flat *f, DaeVar v) {
    return flat_var_expr(f, dae_pre(f->dae, v));
}

static void assign(Flat *f, DaeVar v, DaeExpr value, Span span) {
    flat_emit(f, dae_op2(&f->pool, DAE_ASSIGN, flat_var_expr(f, v), value), &v, 1, span);
}

/* The start value of a variable as an expression. */
static DaeExpr start_of(Flat *f, DaeVar v) {
    const DaeVariable *var = &f->dae->vars.at[v];
    double x = 0;
    if (var->base == DAE_STRING)
        return dae_text(&f->pool, 0);
    if (var->start != DAE_NO_OPERAND) {
        if (!dae_operand_is_const(var->start))
            return flat_var_expr(f, var->start);
        x = dae_constant_value(f->dae, var->start);
    }
    switch (var->base) {
    case DAE_BOOLEAN: return dae_bool(&f->pool, x != 0);
    case DAE_INTEGER: return dae_int(&f->pool, (int64_t)x);
    case DAE_ENUM: return dae_enum(&f->pool, x >= 1 ? (int64_t)x : 1);
    default: return dae_real(&f->pool, x);
    }
}

/* Every factor-th tick of an event clock, counted from the shift. */
static DaeExpr counted(Flat *f, const Clock *k, DaeExpr base, Span span) {
    if (k->num == 1 && k->den == 1 && k->shift == 0)
        return base;
    DaeVar n = flat_hidden(f, "ticks", ++f->naux, DAE_INTEGER, DAE_KIND_DISCRETE);
    DaeExpr before = previous(f, n);
    assign(f, n, dae_op3(&f->pool, DAE_IF, base, dae_op2(&f->pool, DAE_ADD, before, dae_int(&f->pool, 1)), before), span);
    int64_t shift = k->shift / k->over;
    DaeNode mod = {.op = DAE_MOD, .base = DAE_INTEGER};
    mod.value.i = 1;
    DaeExpr args[2] = {dae_op2(&f->pool, DAE_SUB, before, dae_int(&f->pool, shift)), dae_int(&f->pool, k->num / k->den)};
    DaeExpr due = dae_op2(&f->pool, DAE_EQ, dae_node(&f->pool, mod, args, 2), dae_int(&f->pool, 0));
    DaeExpr begun = dae_op2(&f->pool, DAE_GE, before, dae_int(&f->pool, shift));
    return dae_op2(&f->pool, DAE_AND, base, dae_op2(&f->pool, DAE_AND, begun, due));
}

static DaeVar tick_of(Flat *f, uint32_t number) {
    FlatClocks *c = f->clocks;
    Clock *k = &c->clocks.at[number];
    if (k->tick)
        return k->tick;
    const Def d = c->defs.at[k->base];
    DaeVar tick = flat_hidden(f, "tick", number + 1, DAE_BOOLEAN, DAE_KIND_DISCRETE);
    k->tick = tick;
    DaePoolMark mark = dae_pool_mark(&f->pool); /* callers hold expressions of their own */
    DaeExpr when;
    if (d.kind == EVENT) {
        /* One iteration after the condition became true: what the tick changes may make it false again.  A condition that holds
         * from the beginning, other than its start value says, has an edge there (16.3). */
        DaeVar before = flat_hidden(f, "before", ++f->naux, DAE_BOOLEAN, DAE_KIND_DISCRETE);
        DaeExpr starting = dae_op(&f->pool, DAE_INITIAL, NULL, 0);
        assign(f, before, dae_op3(&f->pool, DAE_IF, starting, start_of(f, d.condition), previous(f, d.condition)), d.span);
        DaeExpr base = dae_op2(&f->pool, DAE_TRIGGER, previous(f, d.condition), previous(f, before));
        when = counted(f, &f->clocks->clocks.at[number], base, d.span);
    } else {
        DaeExpr t = flat_var_expr(f, d.interval);
        DaeExpr start = dae_op2(&f->pool, DAE_MUL, t, dae_real(&f->pool, (double)k->shift / (double)k->over));
        DaeExpr step = dae_op2(&f->pool, DAE_MUL, t, dae_real(&f->pool, (double)k->num / (double)k->den));
        when = dae_op2(&f->pool, DAE_SAMPLE, start, step);
    }
    flat_emit(f, dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, tick), when), NULL, 0, d.span);
    dae_pool_release(&f->pool, mark);
    return tick;
}

/* Becomes true at the first tick: pre() of it tells whether the clock ticked before. */
static DaeVar ticked_of(Flat *f, uint32_t number) {
    if (f->clocks->clocks.at[number].ticked)
        return f->clocks->clocks.at[number].ticked;
    DaeVar tick = tick_of(f, number);
    DaeVar ticked = flat_hidden(f, "ticked", number + 1, DAE_BOOLEAN, DAE_KIND_DISCRETE);
    f->clocks->clocks.at[number].ticked = ticked;
    DaePoolMark mark = dae_pool_mark(&f->pool);
    assign(f, ticked, dae_op2(&f->pool, DAE_OR, previous(f, ticked), flat_var_expr(f, tick)), (Span){0});
    dae_pool_release(&f->pool, mark);
    return ticked;
}

/* First tick: true from the first tick until the next. */
static DaeVar first_of(Flat *f, uint32_t number) {
    if (f->clocks->clocks.at[number].first)
        return f->clocks->clocks.at[number].first;
    DaeVar tick = tick_of(f, number), ticked = ticked_of(f, number);
    DaeVar first = flat_hidden(f, "firstTick", number + 1, DAE_BOOLEAN, DAE_KIND_DISCRETE);
    f->clocks->clocks.at[number].first = first;
    DaePoolMark mark = dae_pool_mark(&f->pool);
    DaeExpr t = flat_var_expr(f, tick);
    assign(f, first, dae_op3(&f->pool, DAE_IF, t, dae_op1(&f->pool, DAE_NOT, previous(f, ticked)), previous(f, first)), (Span){0});
    dae_pool_release(&f->pool, mark);
    return first;
}

/* previous(x) at a tick: the start value at the first (16.4), and where its state is reset (17.3.3). */
static DaeExpr last_value(Flat *f, uint32_t clock, DaeVar x, DaeVar reset) {
    DaeVar ticked = ticked_of(f, clock);
    DaeExpr again = previous(f, ticked);
    if (reset)
        again = dae_op2(&f->pool, DAE_AND, again, dae_op1(&f->pool, DAE_NOT, flat_var_expr(f, reset)));
    return dae_op3(&f->pool, DAE_IF, again, previous(f, x), start_of(f, x));
}

/* Interval: constant for periodic clocks, time since the last tick for event clocks. */
static DaeExpr interval_expr(Flat *f, uint32_t number) {
    FlatClocks *c = f->clocks;
    const Clock k = c->clocks.at[number];
    const Def d = c->defs.at[k.base];
    if (d.kind != EVENT)
        return dae_op2(&f->pool, DAE_MUL, flat_var_expr(f, d.interval), dae_real(&f->pool, (double)k.num / (double)k.den));
    if (!k.interval) {
        DaeVar tick = tick_of(f, number);
        DaeVar last = flat_hidden(f, "lastTick", number + 1, DAE_REAL, DAE_KIND_DISCRETE);
        DaeVar step = flat_hidden(f, "interval", ++f->naux, DAE_REAL, DAE_KIND_DISCRETE);
        DaePoolMark mark = dae_pool_mark(&f->pool);
        DaeExpr t = flat_var_expr(f, tick), now = dae_var(&f->pool, 0, DAE_REAL);
        assign(f, last, dae_op3(&f->pool, DAE_IF, t, now, previous(f, last)), d.span);
        assign(f, step, dae_op3(&f->pool, DAE_IF, t, dae_op2(&f->pool, DAE_SUB, now, previous(f, last)), previous(f, step)), d.span);
        dae_pool_release(&f->pool, mark);
        c->clocks.at[number].interval = step;
        return flat_var_expr(f, step);
    }
    return flat_var_expr(f, k.interval);
}

static void op_equation(Flat *f, const Op *op) {
    FlatClocks *c = f->clocks;
    uint32_t clock = clock_at(c, op->out);
    switch (op->kind) {
    case INST_B_HOLD: { /* before the first tick: the start value (16.5.1) */
        DaeVar ticked = ticked_of(f, clock_at(c, op->in));
        assign(f, op->out, dae_op3(&f->pool, DAE_IF, flat_var_expr(f, ticked), flat_var_expr(f, op->in), start_of(f, op->in)), op->span);
        return;
    }
    case INST_B_INTERVAL: {
        DaeExpr e = interval_expr(f, clock);
        flat_emit(f, dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, op->out), e), NULL, 0, op->span);
        return;
    }
    case INST_B_FIRSTTICK: {
        DaeVar first = first_of(f, clock);
        flat_emit(f, dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, op->out), flat_var_expr(f, first)), NULL, 0, op->span);
        return;
    }
    default: break;
    }
    DaeVar tick = tick_of(f, clock);
    DaeExpr value;
    if (op->kind == INST_B_PREVIOUS)
        value = last_value(f, clock, op->in, op->plain ? 0 : flat_machine_reset(f, op->in, NULL));
    else if (op->kind == INST_B_SAMPLE_CLOCK)
        value = previous(f, op->in); /* the left limit (16.5.1) */
    else { /* the argument's start value until its own clock has ticked; ticked_of emits, so expressions come after it */
        DaeVar ticked = ticked_of(f, clock_at(c, op->in));
        value = dae_op3(&f->pool, DAE_IF, flat_var_expr(f, ticked), flat_var_expr(f, op->in), start_of(f, op->in));
    }
    assign(f, op->out, dae_op3(&f->pool, DAE_IF, flat_var_expr(f, tick), value, previous(f, op->out)), op->span);
}

static bool is_method(const Flat *f, Name method) {
    static const char *const known[] = {"External", "ExplicitEuler", "ExplicitMidPoint2", "ExplicitRungeKutta4", "ImplicitEuler",
                                        "ImplicitTrapezoid"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(base_str(f->ctx->names, method), known[i]))
            return true;
    return false;
}

/* Time as the equations of a clock see it: that of its last tick. */
static DaeVar now_of(Flat *f, uint32_t number) {
    if (f->clocks->clocks.at[number].now)
        return f->clocks->clocks.at[number].now;
    DaeVar tick = tick_of(f, number);
    DaeVar now = flat_hidden(f, "now", number + 1, DAE_REAL, DAE_KIND_DISCRETE);
    f->dae->vars.at[now].flags |= DAE_CLOCKED | DAE_SAMPLED;
    f->clocks->clocks.at[number].now = now;
    DaePoolMark mark = dae_pool_mark(&f->pool);
    assign(f, now, dae_op3(&f->pool, DAE_IF, flat_var_expr(f, tick), dae_var(&f->pool, 0, DAE_REAL), previous(f, now)), (Span){0});
    dae_pool_release(&f->pool, mark);
    return now;
}

/* Clocked equations hold at ticks only: what reads time there reads the time of the tick. */
static void stop_time(Flat *f, size_t nv) {
    FlatClocks *c = f->clocks;
    Dae *d = f->dae;
    for (size_t e = 0, n = d->equations.n; e < n; e++) {
        const DaeEquation *eq = &d->equations.at[e];
        uint32_t nholes = d->shapes.at[eq->shape].nholes, first = eq->operands;
        DaeVar clocked = 0;
        bool reads = false;
        for (uint32_t k = 0; k < nholes; k++) {
            DaeOperand o = d->operands.at[first + k];
            DaeVar v = unknown_of(d, o);
            reads |= o == 0;
            if (v && v < nv && c->clocked.at[v])
                clocked = v;
        }
        if (!reads || !clocked)
            continue;
        DaeVar now = now_of(f, clock_at(c, clocked));
        for (uint32_t k = 0; k < nholes; k++)
            if (d->operands.at[first + k] == 0)
                d->operands.at[first + k] = now;
    }
}

/* ---- clocked partitions with derivatives (16.8) ------------------------------------------------------------------------- */

typedef struct {
    uint32_t clock;
    DaeVar reset;           /* of the state of a machine whose variables these are, or 0 */
    uint32_t partition;     /* in dae->partitions */
} Group;
typedef VEC(Group) Groups;

/* The variables and equations that tell a partition with der() when it makes which step. */
static void add_steps(Flat *f, uint32_t number, DaeVar reset, DaeVar active, DaePartition *s) {
    s->method = f->clocks->clocks.at[number].method;
    s->ticked = ticked_of(f, number);
    s->now = now_of(f, number);
    s->fresh = flat_hidden(f, "fresh", ++f->naux, DAE_BOOLEAN, DAE_KIND_DISCRETE);
    s->step = flat_hidden(f, "step", ++f->naux, DAE_REAL, DAE_KIND_DISCRETE);
    DaeExpr starts = dae_op1(&f->pool, DAE_NOT, previous(f, s->ticked));
    if (reset)
        starts = dae_op2(&f->pool, DAE_OR, starts, flat_var_expr(f, reset));
    assign(f, s->fresh, dae_op3(&f->pool, DAE_IF, flat_var_expr(f, s->tick), starts, previous(f, s->fresh)), (Span){0});
    DaeExpr stays = flat_var_expr(f, s->fresh); /* no step at the start, after a reset, and in a state that is not active */
    if (reset)
        stays = dae_op2(&f->pool, DAE_OR, stays, dae_op1(&f->pool, DAE_NOT, flat_var_expr(f, active)));
    DaeExpr h = dae_op3(&f->pool, DAE_IF, stays, dae_real(&f->pool, 0), interval_expr(f, number));
    assign(f, s->step, dae_op3(&f->pool, DAE_IF, flat_var_expr(f, s->tick), h, previous(f, s->step)), (Span){0});
    dae_pool_release(&f->pool, (DaePoolMark){1, 0});
}

/* The partition of v, made when its first variable is seen; those of one clock that are reset together when it has der(). */
static uint32_t partition_of(Flat *f, Groups *groups, DaeVar v, bool solved) {
    uint32_t number = clock_at(f->clocks, v);
    DaeVar active = 0, reset = solved ? flat_machine_reset(f, v, &active) : 0;
    for (size_t i = 0; i < groups->n; i++)
        if (groups->at[i].clock == number && groups->at[i].reset == reset)
            return groups->at[i].partition;
    DaePartition s = {.tick = tick_of(f, number)};
    if (solved)
        add_steps(f, number, reset, active, &s);
    vec_push(&f->dae->partitions, s);
    vec_push(groups, ((Group){number, reset, (uint32_t)f->dae->partitions.n - 1}));
    return vec_last(groups).partition;
}

/* A solver method is needed for der(), and must be one we know. */
static void check_method(Flat *f, DaeVar x) {
    Clock *k = &f->clocks->clocks.at[clock_at(f->clocks, x)];
    Span span = f->dae->origins.at[f->dae->vars.at[x].origin].span;
    if (!k->method) {
        flat_error(f, "FLAT0130", span, "der() of a clocked variable needs a clock with a solver method");
        k->method = base_name(f->ctx->names, "External");
    } else if (!is_method(f, k->method)) {
        base_warning(f->ctx, "FLAT0131", span, "solver method '%s' of a clock is not known: 'External' is used (MLS 16.8.2)",
                     base_str(f->ctx->names, k->method));
        k->method = base_name(f->ctx->names, "External");
    }
}

/* Does the equation that gives an argument its name read anything continuous? */
static bool reads_continuous(const Flat *f, uint32_t equation) {
    const DaeEquation *eq = &f->dae->equations.at[equation];
    const DaeOperand *o = dae_operands(f->dae, eq);
    for (uint32_t k = 1; k < f->dae->shapes.at[eq->shape].nholes; k++) {
        if (dae_operand_is_const(o[k]))
            continue;
        DaeKind kind = (DaeKind)f->dae->vars.at[o[k]].kind;
        if (kind == DAE_KIND_CONTINUOUS || kind == DAE_KIND_DERIVATIVE || kind == DAE_KIND_TIME)
            return true;
    }
    return false;
}

/* Inputs of partitions that stand for something continuous. */
static void mark_sampled(Flat *f) {
    const FlatClocks *c = f->clocks;
    for (size_t i = 0; i < c->ops.n; i++) {
        const Op *op = &c->ops.at[i];
        DaeVariable *out = &f->dae->vars.at[op->out];
        uint64_t at;
        if (op->of_clock || out->base != DAE_REAL)
            continue;
        DaeKind kind = (DaeKind)f->dae->vars.at[op->in].kind;
        bool continuous = false;
        if (op->kind == INST_B_SAMPLE_CLOCK)
            continuous = op->given ? reads_continuous(f, op->given - 1) : kind == DAE_KIND_CONTINUOUS || kind == DAE_KIND_TIME;
        else if ((op->kind >= INST_B_SUBSAMPLE && op->kind <= INST_B_BACKSAMPLE) || op->kind == INST_B_NOCLOCK)
            continuous = kind == DAE_KIND_CONTINUOUS && base_map_get(&f->dae->partition_of, op->in, &at) && f->dae->partitions.at[at].method;
        if (continuous)
            out->flags |= DAE_SAMPLED;
    }
}

/* Which variables tick together is noted in the Dae.  Partitions with der() keep their continuous equations, and it is noted by which
 * method they are solved. */
static void note_partitions(Flat *f, size_t nv) {
    FlatClocks *c = f->clocks;
    Map solved = {0};
    Groups groups = {0};
    uint64_t at;
    for (uint32_t v = 1; v < nv; v++)
        if (c->clocked.at[v] && f->dae->vars.at[v].derivative) {
            check_method(f, v);
            base_map_put(&solved, clock_at(c, v), 1);
        }
    for (uint32_t v = 1; v < nv; v++) {
        DaeKind kind = (DaeKind)f->dae->vars.at[v].kind;
        if (!c->clocked.at[v] || (kind != DAE_KIND_CONTINUOUS && kind != DAE_KIND_DISCRETE))
            continue;
        bool with_der = base_map_get(&solved, clock_at(c, v), &at);
        base_map_put(&f->dae->partition_of, v, partition_of(f, &groups, v, with_der));
    }
    mark_sampled(f);
    for (uint32_t v = 1; v < nv; v++) {
        if (!c->clocked.at[v])
            continue;
        f->dae->vars.at[v].flags |= DAE_CLOCKED;
        bool member = base_map_get(&f->dae->partition_of, v, &at);
        if (f->dae->vars.at[v].kind == DAE_KIND_CONTINUOUS && !(member && f->dae->partitions.at[at].method))
            f->dae->vars.at[v].kind = DAE_KIND_DISCRETE;
    }
    base_map_free(&solved);
    vec_free(&groups);
}

void flat_clock_finish(Flat *f) {
    FlatClocks *c = f->clocks;
    if (!c)
        return;
    f->name = 0;
    f->initial = false;
    size_t nv = f->dae->vars.n;
    (void)vec_extend(&c->parent, nv);
    (void)vec_extend(&c->clocked, nv + 1);
    for (uint32_t i = 0; i < nv; i++)
        c->parent.at[i] = i;
    for (size_t i = 0; i < c->same.n; i++) {
        unite(c, c->same.at[i].a, c->same.at[i].b);
        c->clocked.at[c->same.at[i].a] = c->clocked.at[c->same.at[i].b] = 1;
    }
    when_ranges(f);
    seed(f);
    spread(f);
    resolve(f);
    check_clocks(f);
    stop_time(f, nv);
    note_partitions(f, nv);
    for (size_t i = 0; i < c->vars.n; i++) {
        DaeVar tick = tick_of(f, clock_at(c, c->vars.at[i]));
        flat_emit(f, dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, c->vars.at[i]), flat_var_expr(f, tick)), NULL, 0, (Span){0});
        dae_pool_release(&f->pool, (DaePoolMark){1, 0});
    }
    for (size_t i = 0; i < c->ops.n; i++) {
        if (!c->ops.at[i].of_clock)
            op_equation(f, &c->ops.at[i]);
        dae_pool_release(&f->pool, (DaePoolMark){1, 0});
    }
}
