/* clock_ticks.c - the equations of clocks and clocked operators (MLS 3.6, ch. 16).
 *
 * Before: clocks have been inferred (clock_infer.c).  After: ordinary discrete equations and one Boolean tick variable
 * per clock; which variables tick together is noted in the Dae.
 *
 * Between ticks every clocked variable keeps its value.  Where a value crosses in time the tick is asked:
 *     sample(u)            s := if tick then pre(u) else pre(s)    (the left limit of u)
 *     previous(x)          p := if tick then (if ticked before then pre(x) else x.start) else pre(p)
 *     subSample(u) ...     s := if tick of s then u else pre(s)
 *     hold(u)              the value itself, after the first tick
 */
#include "flatten/flatten_impl.h"

static DaeExpr previous(Flat *f, DaeVar v) { return flat_var_expr(f, dae_pre(f->dae, v)); }

static void assign(Flat *f, DaeVar v, DaeExpr value, Span span) {
    flat_emit(f, dae_op2(&f->pool, DAE_ASSIGN, flat_var_expr(f, v), value), &v, 1, span);
}

/* The start value of a variable as an expression. */
static DaeExpr start_of(Flat *f, DaeVar v) {
    const DaeVariable *var = &f->dae->vars.at[v];
    double x = 0;
    if (var->base == DAE_STRING && var->start == DAE_NO_OPERAND) return dae_text(&f->pool, 0);
    if (var->start != DAE_NO_OPERAND) {
        if (!dae_operand_is_const(var->start)) return flat_var_expr(f, var->start);
        x = dae_constant_value(f->dae, var->start);
    }
    switch (var->base) {
    case DAE_BOOLEAN: return dae_bool(&f->pool, x != 0);
    case DAE_INTEGER: return dae_int(&f->pool, (int64_t)x);
    case DAE_ENUM: return dae_enum(&f->pool, x >= 1 ? (int64_t)x : 1);
    default: return dae_real(&f->pool, x);
    }
}

/* When the simulation started: clocks tick there first (16.3). */
static DaeVar start_time(Flat *f) {
    FlatClocks *c = f->clocks;
    if (c->start) return c->start;
    c->start = flat_hidden(f, "startTime", 1, DAE_REAL, DAE_KIND_PARAMETER);
    f->dae->vars.at[c->start].flags &= (uint16_t)~DAE_FIXED;
    DaePoolMark mark = dae_pool_mark(&f->pool);
    DaeExpr root = dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, c->start), dae_var(&f->pool, 0, DAE_REAL));
    dae_add_equation(f->dae, &f->dae->initial, &f->pool, root, NULL, 0, flat_origin(f, (Span){0}));
    dae_pool_release(&f->pool, mark);
    return c->start;
}

/* Of the ticks of `base`: one in `every`, after the first `skip`. */
static DaeExpr counted(Flat *f, DaeExpr base, int64_t every, int64_t skip, Span span) {
    if (every == 1 && skip == 0) return base;
    DaeVar n = flat_hidden(f, "ticks", ++f->naux, DAE_INTEGER, DAE_KIND_DISCRETE);
    DaeExpr before = previous(f, n);
    assign(f, n, dae_op3(&f->pool, DAE_IF, base, dae_op2(&f->pool, DAE_ADD, before, dae_int(&f->pool, 1)), before),
           span);
    DaeNode mod = {.op = DAE_MOD, .base = DAE_INTEGER};
    mod.value.i = 1;
    DaeExpr args[2] = {dae_op2(&f->pool, DAE_SUB, before, dae_int(&f->pool, skip)), dae_int(&f->pool, every)};
    DaeExpr due = dae_op2(&f->pool, DAE_EQ, dae_node(&f->pool, mod, args, 2), dae_int(&f->pool, 0));
    DaeExpr begun = dae_op2(&f->pool, DAE_GE, before, dae_int(&f->pool, skip));
    return dae_op2(&f->pool, DAE_AND, base, dae_op2(&f->pool, DAE_AND, begun, due));
}

/* One iteration after the condition became true: what the tick changes may make it false again.  A condition that holds
 * from the beginning, other than its start value says, has an edge there (16.3). */
static DaeExpr event_tick(Flat *f, const FlatClockDef *d) {
    DaeVar before = flat_hidden(f, "before", ++f->naux, DAE_BOOLEAN, DAE_KIND_DISCRETE);
    DaeExpr starting = dae_op(&f->pool, DAE_INITIAL, NULL, 0);
    assign(f, before, dae_op3(&f->pool, DAE_IF, starting, start_of(f, d->condition), previous(f, d->condition)),
           d->span);
    return dae_op2(&f->pool, DAE_TRIGGER, previous(f, d->condition), previous(f, before));
}

static DaeVar ticked_of(Flat *f, uint32_t number);

/* So many parts an interval must be split into for all clocks that come from definition number `def`. */
static int64_t parts_of(const FlatClocks *c, uint32_t def) {
    int64_t parts = 1;
    for (size_t i = 0; i < c->clocks.n; i++) {
        const FlatClock *k = &c->clocks.at[i];
        int64_t need[2] = {k->den, k->over};
        for (int j = 0; j < 2 && k->base == def; j++) {
            int64_t a = parts, b = need[j];
            while (b) {
                int64_t t = a % b;
                a = b;
                b = t;
            }
            parts = parts / a * need[j];
        }
    }
    return parts;
}

/* The length of the interval that begins at a tick of a clock with variable interval (16.3): an intervalCounter is read
 * as it is computed there, a Real interval as it was before. */
static DaeExpr next_interval(Flat *f, const FlatClockDef *d, DaeVar ticked) {
    if (d->resolution)
        return dae_op2(&f->pool, DAE_DIV, dae_op1(&f->pool, DAE_TO_REAL, flat_var_expr(f, d->condition)),
                       dae_real(&f->pool, (double)d->resolution));
    return dae_op3(&f->pool, DAE_IF, previous(f, ticked), previous(f, d->condition), start_of(f, d->condition));
}

/* assert(positive) at each tick (16.3) */
static void need_positive(Flat *f, DaeVar tick, DaeExpr positive, Span span) {
    DaeExpr text = dae_text(&f->pool, base_name(f->ctx->names, "the interval of this clock must be positive"));
    DaeExpr stmt = dae_op3(&f->pool, DAE_ASSERT, positive, text, dae_int(&f->pool, DAE_ASSERT_ERROR));
    stmt = dae_op3(&f->pool, DAE_IF_STMT, dae_op2(&f->pool, DAE_TRIGGER, flat_var_expr(f, tick), previous(f, tick)),
                   stmt, 0);
    dae_add_equation(f->dae, &f->dae->actions, &f->pool, stmt, NULL, 0, flat_origin(f, span));
}

/* A clock that splits each interval of a clock with variable interval into parts; it ticks when time reaches `next`,
 * which is set at each tick. */
static DaeVar fine_tick(Flat *f, uint32_t number) {
    FlatClocks *c = f->clocks;
    if (c->defs.at[number].fine) return c->defs.at[number].fine;
    const FlatClockDef d = c->defs.at[number];
    int64_t split = parts_of(c, number);
    DaeVar fine = flat_hidden(f, "fine", ++f->naux, DAE_BOOLEAN, DAE_KIND_DISCRETE);
    DaeVar next = flat_hidden(f, "next", ++f->naux, DAE_REAL, DAE_KIND_DISCRETE);
    DaeVar part = flat_hidden(f, "part", ++f->naux, DAE_INTEGER, DAE_KIND_DISCRETE);
    DaeVar length = flat_hidden(f, "length", ++f->naux, DAE_REAL, DAE_KIND_DISCRETE);
    DaeVar begun = flat_hidden(f, "begun", ++f->naux, DAE_BOOLEAN, DAE_KIND_DISCRETE);
    c->defs.at[number].fine = fine;
    c->defs.at[number].split = split;
    DaeExpr starting = dae_op(&f->pool, DAE_INITIAL, NULL, 0), now = dae_var(&f->pool, 0, DAE_REAL);
    DaeExpr reached = dae_op2(&f->pool, DAE_GE, now, previous(f, next));
    assign(f, fine, dae_op3(&f->pool, DAE_IF, starting, dae_bool(&f->pool, false), reached), d.span);
    DaeExpr ticks = flat_var_expr(f, fine);
    assign(f, begun, dae_op2(&f->pool, DAE_OR, previous(f, begun), ticks), d.span);
    DaeNode mod = {.op = DAE_MOD, .base = DAE_INTEGER, .value.i = 1};
    DaeExpr more[2] = {dae_op2(&f->pool, DAE_ADD, previous(f, part), dae_int(&f->pool, 1)), dae_int(&f->pool, split)};
    assign(f, part, dae_op3(&f->pool, DAE_IF, ticks, dae_node(&f->pool, mod, more, 2), previous(f, part)), d.span);
    DaeExpr first =
        dae_op2(&f->pool, DAE_AND, ticks, dae_op2(&f->pool, DAE_EQ, previous(f, part), dae_int(&f->pool, 0)));
    assign(f, length, dae_op3(&f->pool, DAE_IF, first, next_interval(f, &d, begun), previous(f, length)), d.span);
    DaeExpr positive =
        dae_no_event(&f->pool, dae_op2(&f->pool, DAE_GT, flat_var_expr(f, length), dae_real(&f->pool, 0)));
    need_positive(f, fine, positive, d.span);
    DaeExpr step = dae_op2(&f->pool, DAE_DIV, flat_var_expr(f, length), dae_real(&f->pool, (double)split));
    step = dae_op3(&f->pool, DAE_IF, positive, step, dae_real(&f->pool, 1)); /* the run ends anyway */
    DaeExpr again = dae_op3(&f->pool, DAE_IF, ticks, dae_op2(&f->pool, DAE_ADD, now, step), previous(f, next));
    assign(f, next, dae_op3(&f->pool, DAE_IF, starting, now, again), d.span);
    return fine;
}

/* A clock that is told when to tick.  It does at the instant its variable becomes true. */
static DaeExpr told_tick(Flat *f, uint32_t number, DaeVar tick, const FlatClockDef *d) {
    const FlatClock k = f->clocks->clocks.at[number];
    DaeClock told = {.var = d->condition, .tick = tick};
    if (d->kind != FLAT_CLOCK_INPUT) {
        told.var = flat_hidden(f, "activate", number + 1, DAE_BOOLEAN, DAE_KIND_DISCRETE);
        f->dae->vars.at[told.var].flags |= DAE_INPUT | DAE_CLOCK;
    }
    if (d->kind == FLAT_CLOCK_EVENT) {
        told.due = flat_hidden(f, "due", number + 1, DAE_BOOLEAN, DAE_KIND_DISCRETE);
        assign(f, told.due, counted(f, event_tick(f, d), k.num / k.den, k.shift / k.over, d->span), d->span);
    } else if (d->kind != FLAT_CLOCK_INPUT) {
        DaeExpr t = flat_var_expr(f, d->interval);
        double step = (double)k.num / (double)k.den, shift = (double)k.shift / (double)k.over;
        told.interval = flat_clock_parameter(f, dae_op2(&f->pool, DAE_MUL, t, dae_real(&f->pool, step)), d->span);
        told.shift = flat_clock_parameter(f, dae_op2(&f->pool, DAE_MUL, t, dae_real(&f->pool, shift)), d->span);
    }
    vec_push(&f->dae->clocks, told);
    DaeExpr now = dae_op2(&f->pool, DAE_TRIGGER, flat_var_expr(f, told.var), previous(f, told.var));
    return d->kind == FLAT_CLOCK_INPUT ? counted(f, now, k.num / k.den, k.shift / k.over, d->span) : now;
}

/* Does nobody tick the clock but the model?  Of scheduled ones that is an event clock that is an output. */
static bool ticks_itself(Flat *f, uint32_t number, const FlatClockDef *d) {
    FlatClocks *c = f->clocks;
    if (d->kind == FLAT_CLOCK_INPUT) return false;
    if (!f->ctx->scheduled || d->kind == FLAT_CLOCK_VARIABLE) return true;
    for (size_t i = 0; d->kind == FLAT_CLOCK_EVENT && i < c->vars.n; i++)
        if (f->dae->vars.at[c->vars.at[i]].flags & DAE_OUTPUT && flat_clock_at(c, c->vars.at[i]) == number) return true;
    return false;
}

static DaeVar tick_of(Flat *f, uint32_t number) {
    FlatClocks *c = f->clocks;
    if (c->clocks.at[number].tick) return c->clocks.at[number].tick;
    const FlatClock k = c->clocks.at[number];
    const FlatClockDef d = c->defs.at[k.base];
    DaeVar tick = flat_hidden(f, "tick", number + 1, DAE_BOOLEAN, DAE_KIND_DISCRETE);
    c->clocks.at[number].tick = tick;
    DaePoolMark mark = dae_pool_mark(&f->pool); /* callers hold expressions of their own */
    DaeExpr when;
    if (!ticks_itself(f, number, &d)) {
        when = told_tick(f, number, tick, &d);
    } else if (d.kind == FLAT_CLOCK_EVENT) {
        when = counted(f, event_tick(f, &d), k.num / k.den, k.shift / k.over, d.span);
    } else if (d.kind == FLAT_CLOCK_VARIABLE) {
        DaeVar fine = fine_tick(f, k.base);
        if (f->ctx->scheduled) vec_push(&f->dae->clocks, ((DaeClock){.var = tick, .tick = tick}));
        int64_t split = c->defs.at[k.base].split;
        when = counted(f, flat_var_expr(f, fine), k.num * (split / k.den), k.shift * (split / k.over), d.span);
    } else {
        DaeExpr t = flat_var_expr(f, d.interval);
        DaeExpr shift = dae_op2(&f->pool, DAE_MUL, t, dae_real(&f->pool, (double)k.shift / (double)k.over));
        DaeExpr step = dae_op2(&f->pool, DAE_MUL, t, dae_real(&f->pool, (double)k.num / (double)k.den));
        when = dae_op2(&f->pool, DAE_SAMPLE, dae_op2(&f->pool, DAE_ADD, flat_var_expr(f, start_time(f)), shift), step);
    }
    flat_emit(f, dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, tick), when), NULL, 0, d.span);
    dae_pool_release(&f->pool, mark);
    return tick;
}

/* Becomes true at the first tick: pre() of it tells whether the clock ticked before. */
static DaeVar ticked_of(Flat *f, uint32_t number) {
    if (f->clocks->clocks.at[number].ticked) return f->clocks->clocks.at[number].ticked;
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
    if (f->clocks->clocks.at[number].first) return f->clocks->clocks.at[number].first;
    DaeVar tick = tick_of(f, number), ticked = ticked_of(f, number);
    DaeVar first = flat_hidden(f, "firstTick", number + 1, DAE_BOOLEAN, DAE_KIND_DISCRETE);
    f->clocks->clocks.at[number].first = first;
    DaePoolMark mark = dae_pool_mark(&f->pool);
    DaeExpr t = flat_var_expr(f, tick);
    assign(f, first, dae_op3(&f->pool, DAE_IF, t, dae_op1(&f->pool, DAE_NOT, previous(f, ticked)), previous(f, first)),
           (Span){0});
    dae_pool_release(&f->pool, mark);
    return first;
}

/* previous(x) at a tick: the start value at the first (16.4), and where its state is reset (17.3.3). */
static DaeExpr last_value(Flat *f, uint32_t clock, DaeVar x, DaeVar reset) {
    DaeVar ticked = ticked_of(f, clock);
    DaeExpr again = previous(f, ticked);
    if (reset) again = dae_op2(&f->pool, DAE_AND, again, dae_op1(&f->pool, DAE_NOT, flat_var_expr(f, reset)));
    return dae_op3(&f->pool, DAE_IF, again, previous(f, x), start_of(f, x));
}

/* The time since the last tick; at the first tick what the clock says about it (16.10). */
static DaeVar measured_interval(Flat *f, uint32_t number, DaeExpr first) {
    DaeVar tick = tick_of(f, number), ticked = ticked_of(f, number);
    Span span = f->clocks->defs.at[f->clocks->clocks.at[number].base].span;
    DaeVar last = flat_hidden(f, "lastTick", number + 1, DAE_REAL, DAE_KIND_DISCRETE);
    DaeVar step = flat_hidden(f, "interval", ++f->naux, DAE_REAL, DAE_KIND_DISCRETE);
    DaeExpr t = flat_var_expr(f, tick), now = dae_var(&f->pool, 0, DAE_REAL);
    assign(f, last, dae_op3(&f->pool, DAE_IF, t, now, previous(f, last)), span);
    DaeExpr since =
        dae_op3(&f->pool, DAE_IF, previous(f, ticked), dae_op2(&f->pool, DAE_SUB, now, previous(f, last)), first);
    assign(f, step, dae_op3(&f->pool, DAE_IF, t, since, previous(f, step)), span);
    return step;
}

/* Interval: constant for periodic clocks, else the time since the last tick. */
static DaeExpr interval_expr(Flat *f, uint32_t number) {
    FlatClocks *c = f->clocks;
    const FlatClock k = c->clocks.at[number];
    const FlatClockDef d = c->defs.at[k.base];
    double ratio = (double)k.num / (double)k.den;
    bool measured = d.kind == FLAT_CLOCK_EVENT || d.kind == FLAT_CLOCK_VARIABLE || d.kind == FLAT_CLOCK_INPUT;
    if (!measured) return dae_op2(&f->pool, DAE_MUL, flat_var_expr(f, d.interval), dae_real(&f->pool, ratio));
    if (!k.interval) {
        (void)ticked_of(f, number);
        DaePoolMark mark = dae_pool_mark(&f->pool);
        DaeExpr first;
        if (d.kind != FLAT_CLOCK_VARIABLE) first = flat_var_expr(f, d.interval);
        else
            first = dae_op2(&f->pool, DAE_MUL, dae_op1(&f->pool, DAE_TO_REAL, start_of(f, d.condition)),
                            dae_real(&f->pool, ratio / (d.resolution ? (double)d.resolution : 1)));
        c->clocks.at[number].interval = measured_interval(f, number, first);
        dae_pool_release(&f->pool, mark);
    }
    return flat_var_expr(f, c->clocks.at[number].interval);
}

/* The left limit of what is sampled (16.5.1).  Periodic clocks tick in the first iteration of an event, where that is
 * its pre value; event clocks one iteration after the edge of their condition, where it was. */
static DaeExpr left_limit(Flat *f, const FlatClockOp *op, uint32_t clock) {
    const FlatClockDef d = f->clocks->defs.at[f->clocks->clocks.at[clock].base];
    if (d.kind != FLAT_CLOCK_EVENT || !op->in || f->ctx->scheduled) return previous(f, op->in);
    DaeVar left = flat_hidden(f, "left", ++f->naux, (DaeBase)f->dae->vars.at[op->in].base, DAE_KIND_DISCRETE);
    f->dae->vars.at[left].attrs = f->dae->vars.at[op->in].attrs;
    DaePoolMark mark = dae_pool_mark(&f->pool);
    DaeExpr edge =
        dae_op2(&f->pool, DAE_AND, flat_var_expr(f, d.condition), dae_op1(&f->pool, DAE_NOT, previous(f, d.condition)));
    DaeExpr later = dae_op3(&f->pool, DAE_IF, edge, previous(f, op->in), previous(f, left));
    assign(f, left, dae_op3(&f->pool, DAE_IF, dae_op(&f->pool, DAE_INITIAL, NULL, 0), flat_var_expr(f, op->in), later),
           op->span);
    dae_pool_release(&f->pool, mark);
    return previous(f, left);
}

static void op_equation(Flat *f, const FlatClockOp *op) {
    FlatClocks *c = f->clocks;
    uint32_t clock = op->kind == INST_B_HOLD ? 0 : flat_clock_at(c, op->out);
    switch (op->kind) {
    case INST_B_HOLD: { /* before the first tick: the start value (16.5.1) */
        DaeVar ticked = ticked_of(f, flat_clock_at(c, op->in));
        assign(f, op->out,
               dae_op3(&f->pool, DAE_IF, flat_var_expr(f, ticked), flat_var_expr(f, op->in), start_of(f, op->in)),
               op->span);
        return;
    }
    case INST_B_INTERVAL: {
        DaeExpr e = interval_expr(f, clock);
        flat_emit(f, dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, op->out), e), NULL, 0, op->span);
        return;
    }
    case INST_B_FIRSTTICK: {
        DaeVar first = first_of(f, clock);
        flat_emit(f, dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, op->out), flat_var_expr(f, first)), NULL, 0,
                  op->span);
        return;
    }
    default: break;
    }
    DaeVar tick = tick_of(f, clock);
    DaeExpr value;
    if (op->kind == INST_B_PREVIOUS)
        value = last_value(f, clock, op->in, op->plain ? 0 : flat_machine_reset(f, op->in, NULL));
    else if (op->kind == INST_B_SAMPLE_CLOCK) value = left_limit(f, op, clock);
    /* the argument's start value until its own clock has ticked; ticked_of emits, so expressions come after it */
    else {
        DaeVar ticked = ticked_of(f, flat_clock_at(c, op->in));
        value = dae_op3(&f->pool, DAE_IF, flat_var_expr(f, ticked), flat_var_expr(f, op->in), start_of(f, op->in));
    }
    assign(f, op->out, dae_op3(&f->pool, DAE_IF, flat_var_expr(f, tick), value, previous(f, op->out)), op->span);
}

/* Time as the equations of a clock see it: that of its last tick. */
static DaeVar now_of(Flat *f, uint32_t number) {
    if (f->clocks->clocks.at[number].now) return f->clocks->clocks.at[number].now;
    DaeVar tick = tick_of(f, number);
    DaeVar now = flat_hidden(f, "now", number + 1, DAE_REAL, DAE_KIND_DISCRETE);
    f->dae->vars.at[now].flags |= DAE_CLOCKED | DAE_SAMPLED;
    f->clocks->clocks.at[number].now = now;
    DaePoolMark mark = dae_pool_mark(&f->pool);
    assign(f, now, dae_op3(&f->pool, DAE_IF, flat_var_expr(f, tick), dae_var(&f->pool, 0, DAE_REAL), previous(f, now)),
           (Span){0});
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
            DaeVar v = flat_clock_unknown(d, o);
            reads |= o == 0;
            if (v && v < nv && c->clocked.at[v]) clocked = v;
        }
        if (!reads || !clocked) continue;
        DaeVar now = now_of(f, flat_clock_at(c, clocked));
        for (uint32_t k = 0; k < nholes; k++)
            if (d->operands.at[first + k] == 0) d->operands.at[first + k] = now;
    }
}

/* ---- clocked partitions with derivatives (16.8) ------------------------------------------------------------------ */

typedef struct {
    uint32_t clock;
    DaeVar reset;       /* of the state of a machine whose variables these are, or 0 */
    uint32_t partition; /* in dae->partitions */
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
    if (reset) starts = dae_op2(&f->pool, DAE_OR, starts, flat_var_expr(f, reset));
    assign(f, s->fresh, dae_op3(&f->pool, DAE_IF, flat_var_expr(f, s->tick), starts, previous(f, s->fresh)), (Span){0});
    /* no step at the start, after a reset, and in a state that is not active */
    DaeExpr stays = flat_var_expr(f, s->fresh);
    if (reset) stays = dae_op2(&f->pool, DAE_OR, stays, dae_op1(&f->pool, DAE_NOT, flat_var_expr(f, active)));
    DaeExpr h = dae_op3(&f->pool, DAE_IF, stays, dae_real(&f->pool, 0), interval_expr(f, number));
    assign(f, s->step, dae_op3(&f->pool, DAE_IF, flat_var_expr(f, s->tick), h, previous(f, s->step)), (Span){0});
    dae_pool_release(&f->pool, (DaePoolMark){1, 0});
}

/* The partition of v, made when its first variable is seen; those of one clock that are reset together when it has
 * der(). */
static uint32_t partition_of(Flat *f, Groups *groups, DaeVar v, bool solved) {
    uint32_t number = flat_clock_at(f->clocks, v);
    DaeVar active = 0, reset = solved ? flat_machine_reset(f, v, &active) : 0;
    for (size_t i = 0; i < groups->n; i++)
        if (groups->at[i].clock == number && groups->at[i].reset == reset) return groups->at[i].partition;
    DaePartition s = {.tick = tick_of(f, number)};
    if (solved) add_steps(f, number, reset, active, &s);
    vec_push(&f->dae->partitions, s);
    Group made = {number, reset, (uint32_t)f->dae->partitions.n - 1};
    vec_push(groups, made);
    return vec_last(groups).partition;
}

/* Does the equation that gives an argument its name read anything continuous? */
static bool reads_continuous(const Flat *f, uint32_t equation) {
    const DaeEquation *eq = &f->dae->equations.at[equation];
    const DaeOperand *o = dae_operands(f->dae, eq);
    for (uint32_t k = 1; k < f->dae->shapes.at[eq->shape].nholes; k++) {
        if (dae_operand_is_const(o[k])) continue;
        DaeKind kind = (DaeKind)f->dae->vars.at[o[k]].kind;
        if (kind == DAE_KIND_CONTINUOUS || kind == DAE_KIND_DERIVATIVE || kind == DAE_KIND_TIME) return true;
    }
    return false;
}

/* Inputs of partitions that stand for something continuous. */
static void mark_sampled(Flat *f) {
    const FlatClocks *c = f->clocks;
    for (size_t i = 0; i < c->ops.n; i++) {
        const FlatClockOp *op = &c->ops.at[i];
        DaeVariable *out = &f->dae->vars.at[op->out];
        uint64_t at;
        if (op->of_clock || out->base != DAE_REAL) continue;
        DaeKind kind = (DaeKind)f->dae->vars.at[op->in].kind;
        bool continuous = false;
        if (op->kind == INST_B_SAMPLE_CLOCK)
            continuous =
                op->given ? reads_continuous(f, op->given - 1) : kind == DAE_KIND_CONTINUOUS || kind == DAE_KIND_TIME;
        else if ((op->kind >= INST_B_SUBSAMPLE && op->kind <= INST_B_BACKSAMPLE) || op->kind == INST_B_NOCLOCK)
            continuous = kind == DAE_KIND_CONTINUOUS && base_map_get(&f->dae->partition_of, op->in, &at) &&
                         f->dae->partitions.at[at].method;
        if (continuous) out->flags |= DAE_SAMPLED;
    }
}

/* The attribute fixed is true for variables to which previous is applied, else false (16.9); libraries say so where it
 * is true. */
static void check_fixed(Flat *f, DaeVar v, const Map *states) {
    DaeVariable *x = &f->dae->vars.at[v];
    uint64_t at;
    if (!(x->flags & DAE_FIXED) || x->kind <= DAE_KIND_PARAMETER || base_map_get(states, v, &at)) return;
    Text name = {0};
    dae_var_text(f->dae, v, &name);
    flat_tolerate(
        f, "FLAT0138", dae_span(f->dae, x->origin),
        "fixed = true cannot be applied to %s, a clocked variable to which previous is not applied (MLS 16.9)",
        base_text_str(&name));
    base_text_free(&name);
    x->flags &= (uint16_t)~DAE_FIXED; /* its value before the first tick is never asked for */
}

static void check_initial(Flat *f) {
    const FlatClocks *c = f->clocks;
    const Dae *d = f->dae;
    uint64_t at;
    for (size_t e = 0; e < d->initial.n; e++) {
        const DaeEquation *eq = &d->initial.at[e];
        for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
            DaeVar v = flat_clock_unknown(d, dae_operands(d, eq)[k]);
            if (!v || v >= c->parent.n || !c->clocked.at[v] || !base_map_get(&d->partition_of, v, &at) ||
                d->partitions.at[at].method)
                continue;
            Text name = {0};
            dae_var_text(d, v, &name);
            flat_error(f, "FLAT0138", dae_span(d, eq->origin),
                       "the clocked variable %s cannot be used in an initial equation (MLS 16.9)",
                       base_text_str(&name));
            base_text_free(&name);
            break;
        }
    }
}

/* What a clocked when gives is not discrete for that in a partition with der(): only what a Boolean when or an operator
 * gives is. */
static void make_continuous(Flat *f, size_t nv) {
    const FlatClocks *c = f->clocks;
    Dae *d = f->dae;
    Map given = {0};
    uint64_t at;
    for (size_t e = 0; e < d->equations.n; e++)
        for (uint32_t k = 0; k < d->shapes.at[d->equations.at[e].shape].nout; k++)
            base_map_put(&given, dae_operands(d, &d->equations.at[e])[k], 1);
    for (size_t i = 0; i < c->ops.n; i++) base_map_put(&given, c->ops.at[i].out, 1);
    for (uint32_t v = 1; v < nv; v++) {
        DaeVariable *x = &d->vars.at[v];
        if (x->kind != DAE_KIND_DISCRETE || x->base != DAE_REAL || base_map_get(&given, v, &at)) continue;
        if (base_map_get(&d->partition_of, v, &at) && d->partitions.at[at].method) x->kind = DAE_KIND_CONTINUOUS;
    }
    base_map_free(&given);
}

/* Which variables tick together is noted in the Dae.  Partitions with der() keep their continuous equations, and it is
 * noted by which method they are solved. */
static void note_partitions(Flat *f, size_t nv) {
    FlatClocks *c = f->clocks;
    Groups groups = {0};
    uint64_t at;
    Map is_clock = {0};
    for (size_t i = 0; i < c->vars.n; i++) base_map_put(&is_clock, c->vars.at[i], 1);
    for (uint32_t v = 1; v < nv; v++) {
        DaeKind kind = (DaeKind)f->dae->vars.at[v].kind;
        if (c->clocked.at[v] && !base_map_get(&is_clock, v, &at) &&
            (kind == DAE_KIND_CONTINUOUS || kind == DAE_KIND_DISCRETE))
            base_map_put(&f->dae->partition_of, v,
                         partition_of(f, &groups, v, c->clocks.at[flat_clock_at(c, v)].continuous));
    }
    make_continuous(f, nv);
    mark_sampled(f);
    Map states = {0}; /* and what translation made */
    for (size_t i = 0; i < c->ops.n; i++) {
        if (c->ops.at[i].kind == INST_B_PREVIOUS) base_map_put(&states, c->ops.at[i].in, 1);
        base_map_put(&states, c->ops.at[i].out, 1);
    }
    for (uint32_t v = 1; v < nv; v++) {
        if (!c->clocked.at[v]) continue;
        f->dae->vars.at[v].flags |= DAE_CLOCKED;
        bool member = base_map_get(&f->dae->partition_of, v, &at);
        if (member && f->dae->partitions.at[at].method) continue;
        check_fixed(f, v, &states);
        if (f->dae->vars.at[v].kind == DAE_KIND_CONTINUOUS) f->dae->vars.at[v].kind = DAE_KIND_DISCRETE;
    }
    check_initial(f);
    base_map_free(&states);
    base_map_free(&is_clock);
    vec_free(&groups);
}

/* Clocks that nothing but other clocks asks for do not tick; used: by clock, afterwards. */
static void find_used(Flat *f, size_t nv, uint8_t *used) {
    FlatClocks *c = f->clocks;
    uint8_t *is_clock = base_realloc(NULL, nv + 1);
    memset(is_clock, 0, nv + 1);
    for (size_t i = 0; i < c->vars.n; i++) is_clock[c->vars.at[i]] = 1;
    for (uint32_t v = 1; v < nv; v++)
        if (c->clocked.at[v] && !is_clock[v]) used[flat_clock_at(c, v)] = 1;
    for (size_t i = 0; i < c->ranges.n; i++) used[flat_clock_at(c, c->ranges.at[i].clock)] = 1;
    base_realloc(is_clock, 0);
}

static void clock_variables(Flat *f, size_t nv) {
    FlatClocks *c = f->clocks;
    uint8_t *used = base_realloc(NULL, c->clocks.n + 1);
    memset(used, 0, c->clocks.n + 1);
    find_used(f, nv, used);
    for (size_t i = 0; i < c->vars.n; i++) {
        uint32_t clock = flat_clock_at(c, c->vars.at[i]);
        const FlatClockDef *d = &c->defs.at[c->clocks.at[clock].base];
        if (d->kind == FLAT_CLOCK_INPUT && d->var == c->vars.at[i]) { /* it is not computed, and may be used outside */
            (void)tick_of(f, clock);
            continue;
        }
        DaeVar tick = used[clock] ? tick_of(f, clock) : 0;
        DaeExpr ticks = tick ? flat_var_expr(f, tick) : dae_bool(&f->pool, false);
        flat_emit(f, dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, c->vars.at[i]), ticks), NULL, 0, (Span){0});
        dae_pool_release(&f->pool, (DaePoolMark){1, 0});
    }
    base_realloc(used, 0);
}

void flat_clock_finish(Flat *f) {
    FlatClocks *c = f->clocks;
    if (!c) return;
    f->name = 0;
    f->initial = false;
    size_t nv = f->dae->vars.n, errors = base_error_count(f->ctx);
    flat_clock_infer(f);
    if (base_error_count(f->ctx) > errors) /* what follows relies on clocks that agree */
        return;
    stop_time(f, nv);
    note_partitions(f, nv);
    clock_variables(f, nv);
    for (size_t i = 0; i < c->ops.n; i++) {
        if (!c->ops.at[i].of_clock) op_equation(f, &c->ops.at[i]);
        dae_pool_release(&f->pool, (DaePoolMark){1, 0});
    }
}
