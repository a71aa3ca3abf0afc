/* clock.c - clocked operators while the model is flattened (MLS 3.6, ch. 16).
 *
 * Before: typed equations.  After: ordinary equations in which results of clocked operators are hidden variables, and
 * notes of what those operators were; flat_clock_finish makes discrete equations of them (clock_infer.c,
 * clock_ticks.c).  A clock is a hidden Boolean that is true when it ticks, so that arrays of clocks need nothing of
 * their own.
 */
#include "flatten/flatten_impl.h"

static FlatClocks *clocks(Flat *f) {
    if (!f->clocks) f->clocks = BASE_NEW(&f->arena, FlatClocks);
    return f->clocks;
}

void flat_clock_free(FlatClocks *c) {
    if (!c) return;
    vec_free(&c->ops);
    vec_free(&c->defs);
    vec_free(&c->ranges);
    vec_free(&c->outside);
    vec_free(&c->same);
    vec_free(&c->methods);
    vec_free(&c->vars);
    vec_free(&c->parent);
    vec_free(&c->clocked);
    vec_free(&c->clocks);
    base_map_free(&c->clock_of);
}

static DaeVar new_clock(Flat *f) {
    DaeVar v = flat_hidden(f, "clock", ++f->naux, DAE_BOOLEAN, DAE_KIND_DISCRETE);
    vec_push(&clocks(f)->vars, v);
    return v;
}

void flat_clock_declare(Flat *f, DaeVar first, uint64_t n) {
    for (uint64_t i = 0; i < n; i++) {
        vec_push(&clocks(f)->vars, first + (uint32_t)i);
        f->dae->vars.at[first + i].flags |= DAE_CLOCK;
    }
}

void flat_clock_same(Flat *f, DaeVar a, DaeVar b) { vec_push(&clocks(f)->same, ((FlatClockPair){a, b})); }

DaeVar flat_clock_parameter(Flat *f, DaeExpr e, Span span) {
    DaeVar p = flat_hidden(f, "interval", ++f->naux, DAE_REAL, DAE_KIND_PARAMETER);
    f->dae->vars.at[p].flags |= DAE_FIXED | DAE_FINAL;
    DaeExpr root = dae_op2(&f->pool, DAE_ASSIGN, flat_var_expr(f, p), e);
    dae_add_equation(f->dae, &f->dae->bindings, &f->pool, root, &p, 1, flat_origin(f, span));
    return p;
}

static DaeVar boolean_for(Flat *f, DaeExpr e, Span span) {
    if (dae_at(&f->pool, e)->op == DAE_VAR) return dae_at(&f->pool, e)->id;
    DaeVar v = flat_hidden(f, "when", ++f->nwhen, DAE_BOOLEAN, DAE_KIND_DISCRETE);
    flat_emit_always(f, dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, v), e), span);
    return v;
}

/* ---- constructors (16.3) ----------------------------------------------------------------------------------------- */

/* Clock(c, solverMethod): the clock c, for partitions that are solved by the method; the empty String means none. */
static void solver_clock(Flat *f, InstExpr *e, DaeVar v) {
    FlatClockOp op = {.kind = INST_B_CLOCK, .of_clock = true, .out = v, .resolution = 1, .span = e->span};
    op.in = flat_clock_var(f, e->args[0]);
    vec_push(&clocks(f)->ops, op);
    InstValue *m = e->nargs > 1 && e->args[1] ? flat_eval(f, e->args[1], INST_EVAL_REPORT | INST_EVAL_MARK) : NULL;
    if (!m || m->type.base != INST_STRING || !*base_str(f->ctx->names, m->str[0])) return;
    vec_push(&clocks(f)->methods, ((FlatClockMethod){v, m->str[0], e->args[1]->span}));
}

static bool event_clock(Flat *f, InstExpr *e, FlatClockDef *d) {
    DaeExpr a, b = dae_real(&f->pool, 0);
    if (!flat_scalar(f, e->args[0], &a)) return false;
    d->kind = FLAT_CLOCK_EVENT;
    d->condition = boolean_for(f, a, e->span);
    if (e->nargs > 1 && e->args[1] && !flat_scalar(f, e->args[1], &b)) return false;
    d->interval = flat_clock_parameter(f, dae_op1(&f->pool, DAE_TO_REAL, b), e->span);
    return true;
}

/* The interval is given anew at each tick, by a clocked variable. */
static bool variable_clock(Flat *f, InstExpr *e, FlatClockDef *d) {
    DaeExpr a;
    if (!flat_scalar(f, e->args[0], &a)) return false;
    if (dae_at(&f->pool, a)->op == DAE_TO_REAL) a = dae_arg(&f->pool, a, 0);
    if (dae_at(&f->pool, a)->op != DAE_VAR) {
        flat_error(f, "FLAT0133", e->args[0]->span,
                   "the interval of a clock must be a parameter expression or a clocked variable (MLS 16.3)");
        return false;
    }
    d->kind = FLAT_CLOCK_VARIABLE;
    d->condition = dae_at(&f->pool, a)->id;
    flat_clock_same(f, d->var, d->condition);
    return true;
}

/* The numbers of Clock(intervalCounter, resolution), as far as they are known during translation. */
static bool rational_clock(Flat *f, InstExpr *e, FlatClockDef *d) {
    d->kind = FLAT_CLOCK_RATIONAL;
    InstValue *n = flat_eval(f, e->args[0], INST_EVAL_SILENT | INST_EVAL_MARK);
    if (!n) return false;
    d->counter = (int64_t)n->num[0];
    if (d->counter >= 0) return true;
    flat_error(f, "FLAT0133", e->args[0]->span,
               "the interval of a clock must be positive, its counter is %lld (MLS 16.3)", (long long)d->counter);
    return false;
}

/* Clock(), Clock(interval), Clock(n, resolution), Clock(condition, start), Clock(c, method). */
static DaeVar constructor(Flat *f, InstExpr *e) {
    DaeVar v = new_clock(f);
    if (!e->nargs || !e->args[0]) return v;
    InstBase base = (InstBase)e->args[0]->type.base;
    FlatClockDef d = {.var = v, .resolution = 1, .span = e->span};
    if (base == INST_CLOCK) {
        solver_clock(f, e, v);
        return v;
    }
    if (base == INST_BOOLEAN) {
        if (event_clock(f, e, &d)) vec_push(&clocks(f)->defs, d);
        return v;
    }
    if (base == INST_REAL) d.resolution = 0;
    else if (e->nargs > 1 && e->args[1] && (!flat_integer(f, e->args[1], &d.resolution) || d.resolution < 1)) {
        flat_error(f, "FLAT0134", e->args[1]->span,
                   "the resolution of a clock must be known during translation and positive (MLS 16.3)");
        return v;
    }
    bool known = e->args[0]->variability <= INST_VAR_PARAMETER;
    if (!known && !variable_clock(f, e, &d)) return v;
    if (known && base == INST_INTEGER) {
        if (!rational_clock(f, e, &d) || d.counter == 0) /* zero: the interval is inferred */
            return v;
        d.interval = flat_clock_parameter(f, dae_real(&f->pool, (double)d.counter / (double)d.resolution), e->span);
    } else if (known) {
        DaeExpr a;
        d.kind = FLAT_CLOCK_REAL;
        InstValue *n = flat_eval(f, e->args[0], INST_EVAL_SILENT);
        if (n && !(n->num[0] > 0))
            flat_error(f, "FLAT0133", e->span, "the interval of a clock must be positive, it is %g s (MLS 16.3)",
                       n->num[0]);
        if (!flat_scalar(f, e->args[0], &a)) return v;
        d.interval = flat_clock_parameter(f, dae_op1(&f->pool, DAE_TO_REAL, a), e->span);
    }
    vec_push(&clocks(f)->defs, d);
    return v;
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

static void numbers(Flat *f, InstExpr *e, FlatClockOp *op) {
    op->k = 0;
    op->resolution = 1;
    if (e->builtin < INST_B_SUBSAMPLE || e->builtin > INST_B_BACKSAMPLE) return;
    if (e->nargs > 1 && e->args[1] && (!flat_integer(f, e->args[1], &op->k) || op->k < 0)) {
        flat_error(f, "FLAT0134", e->args[1]->span,
                   "this number of %s must be known during translation and not negative (MLS 16.5.2)",
                   inst_builtin_name((InstBuiltin)e->builtin));
        op->k = 0;
    }
    if (e->nargs > 2 && e->args[2] && (!flat_integer(f, e->args[2], &op->resolution) || op->resolution < 1)) {
        flat_error(f, "FLAT0134", e->args[2]->span,
                   "this number of %s must be known during translation and positive (MLS 16.5.2)",
                   inst_builtin_name((InstBuiltin)e->builtin));
        op->resolution = 1;
    }
}

/* The clock variable that an expression of type Clock means. */
DaeVar flat_clock_var(Flat *f, InstExpr *e) {
    if (e->kind == INST_E_BUILTIN && e->builtin == INST_B_CLOCK) return constructor(f, e);
    if (e->kind == INST_E_BUILTIN && e->builtin >= INST_B_SUBSAMPLE && e->builtin <= INST_B_BACKSAMPLE) {
        FlatClockOp op = {.kind = (InstBuiltin)e->builtin, .of_clock = true, .span = e->span};
        op.in = flat_clock_var(f, e->args[0]);
        op.out = new_clock(f);
        numbers(f, e, &op);
        vec_push(&clocks(f)->ops, op);
        return op.out;
    }
    if (e->kind == INST_E_IF && e->args[0]->variability <= INST_VAR_PARAMETER) {
        InstValue *c = flat_eval(f, e->args[0], INST_EVAL_REPORT | INST_EVAL_MARK);
        return c ? flat_clock_var(f, e->args[c->num[0] != 0 ? 1 : 2]) : new_clock(f);
    }
    FlatVal v;
    if (e->kind != INST_E_IF && e->kind != INST_E_BUILTIN) {
        if (!flat_value(f, e, &v)) return new_clock(f);
        if (v.n == 1 && dae_at(&f->pool, v.e[0])->op == DAE_VAR) return dae_at(&f->pool, v.e[0])->id;
    }
    flat_error(f, "FLAT0134", e->span, "which clock this is must be known during translation (MLS 16.3)");
    return new_clock(f);
}

void flat_clock_vars(Flat *f, InstExpr *e, VecU32 *out) {
    FlatVal v;
    if (!e->type.ndims) {
        vec_push(out, flat_clock_var(f, e));
        return;
    }
    if (!flat_value(f, e, &v)) return;
    for (uint32_t i = 0; i < v.n; i++) {
        if (dae_at(&f->pool, v.e[i])->op != DAE_VAR) {
            flat_error(f, "FLAT0134", e->span, "which clock this is must be known during translation (MLS 16.3)");
            return;
        }
        vec_push(out, dae_at(&f->pool, v.e[i])->id);
    }
}

void flat_clock_equate(Flat *f, InstExpr *a, InstExpr *b) {
    VecU32 left = {0}, right = {0};
    flat_clock_vars(f, a, &left);
    flat_clock_vars(f, b, &right);
    for (size_t i = 0; i < left.n && i < right.n; i++) flat_clock_same(f, left.at[i], right.at[i]);
    vec_free(&left);
    vec_free(&right);
}

static DaeVar variable_of(Flat *f, DaeExpr e, Span span) {
    if (dae_at(&f->pool, e)->op == DAE_VAR) return dae_at(&f->pool, e)->id;
    DaeBase base = (DaeBase)dae_at(&f->pool, e)->base;
    DaeVar v = flat_hidden(f, "expr", ++f->naux, base, base == DAE_REAL ? DAE_KIND_CONTINUOUS : DAE_KIND_DISCRETE);
    flat_emit_always(f, dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, v), e), span);
    return v;
}

/* The hidden variable with the result of an operator. */
static DaeVar operate(Flat *f, FlatClockOp op) {
    DaeBase base = (DaeBase)f->dae->vars.at[op.in].base;
    op.out = flat_hidden(f, "sampled", ++f->naux, base, DAE_KIND_DISCRETE);
    DaeVariable *o = &f->dae->vars.at[op.out];
    const DaeVariable *in = &f->dae->vars.at[op.in];
    o->attrs = in->attrs;
    if (op.kind != INST_B_SAMPLE_CLOCK) o->start = in->start;
    if (base != DAE_STRING) { /* its value before the first tick, whatever it is equal to */
        if (o->start == DAE_NO_OPERAND) o->start = dae_constant(f->dae, base == DAE_ENUM);
        f->dae->vars.at[op.out].flags |= DAE_HAS_START | DAE_FIXED;
    }
    vec_push(&clocks(f)->ops, op);
    if (op.kind == INST_B_PREVIOUS) flat_clock_same(f, op.out, op.in);
    return op.out;
}

static bool interval_or_first(Flat *f, InstExpr *e, FlatVal *out) {
    FlatClockOp op = {.kind = (InstBuiltin)e->builtin, .resolution = 1, .span = e->span};
    bool real = e->builtin == INST_B_INTERVAL;
    op.out = flat_hidden(f, real ? "interval" : "first", ++f->naux, real ? DAE_REAL : DAE_BOOLEAN, DAE_KIND_DISCRETE);
    if (e->nargs && e->args[0]) {
        FlatVal v;
        if (!flat_value(f, e->args[0], &v) || !v.n) return false;
        op.in = variable_of(f, v.e[0], e->span);
    } else {
        op.in = f->when_clock; /* of the clocked when around, or of the equation it stands in */
    }
    if (op.in) flat_clock_same(f, op.out, op.in);
    vec_push(&clocks(f)->ops, op);
    InstType t = {.base = real ? INST_REAL : INST_BOOLEAN};
    *out = flat_new_val(f, &t, 1);
    out->e[0] = flat_var_expr(f, op.out);
    return true;
}

/* What is known without a clock: hold and previous of a parameter expression are its value (16.4, 16.5.1). */
static bool is_known(const Flat *f, DaeExpr e) {
    const DaeNode *n = dae_at(&f->pool, e);
    if (n->op == DAE_VAR) return n->id != 0 && f->dae->vars.at[n->id].kind <= DAE_KIND_PARAMETER;
    for (uint32_t i = 0; i < n->nargs; i++)
        if (!is_known(f, dae_arg(&f->pool, e, i))) return false;
    return true;
}

/* The value of a clocked operator: a hidden variable, determined at the end. */
bool flat_clocked(Flat *f, InstExpr *e, FlatVal *out) {
    if (e->type.base == INST_CLOCK) {
        InstType t = {.base = INST_CLOCK};
        DaeVar v = flat_clock_var(f, e);
        *out = flat_new_val(f, &t, 1);
        out->e[0] = flat_var_expr(f, v);
        return true;
    }
    if (e->builtin == INST_B_INTERVAL || e->builtin == INST_B_FIRSTTICK) return interval_or_first(f, e, out);
    FlatVal u;
    DaeVar around = f->when_clock;
    uint32_t from = (uint32_t)f->dae->equations.n;
    bool converts = e->builtin != INST_B_PREVIOUS; /* its argument has a clock of its own, or none */
    if (converts) f->when_clock = 0;
    bool ok = flat_value(f, e->args[0], &u);
    f->when_clock = around;
    if (!ok) return false;
    DaeVar clock = e->builtin == INST_B_HOLD ? 0 : around;
    if (e->builtin == INST_B_SAMPLE_CLOCK && e->nargs > 1 && e->args[1]) clock = flat_clock_var(f, e->args[1]);
    *out = flat_new_val(f, &u.type, u.n);
    for (uint32_t i = 0; i < u.n; i++) {
        if ((e->builtin == INST_B_HOLD || e->builtin == INST_B_PREVIOUS) && is_known(f, u.e[i])) {
            out->e[i] = u.e[i];
            continue;
        }
        FlatClockOp op = {.kind = (InstBuiltin)e->builtin, .span = e->span};
        size_t before = f->dae->equations.n;
        op.in = variable_of(f, u.e[i], e->span);
        op.given = f->dae->equations.n > before ? (uint32_t)f->dae->equations.n : 0;
        numbers(f, e, &op);
        DaeVar v = operate(f, op);
        if (clock) flat_clock_same(f, v, clock);
        out->e[i] = flat_var_expr(f, v);
    }
    if (converts && around) vec_push(&clocks(f)->outside, ((FlatClockRange){from, (uint32_t)f->dae->equations.n, 0}));
    return true;
}

DaeVar flat_clock_previous(Flat *f, DaeVar v, Span span) {
    return operate(f, (FlatClockOp){.kind = INST_B_PREVIOUS, .in = v, .plain = true, .resolution = 1, .span = span});
}

DaeVar flat_clock_last(Flat *f, DaeVar v, Span span) {
    return operate(f, (FlatClockOp){.kind = INST_B_PREVIOUS, .in = v, .resolution = 1, .span = span});
}

DaeVar flat_clock_sample(Flat *f, DaeExpr e, Span span) {
    return operate(
        f, (FlatClockOp){.kind = INST_B_SAMPLE_CLOCK, .in = variable_of(f, e, span), .resolution = 1, .span = span});
}

DaeVar flat_clock_first(Flat *f, DaeVar v) {
    FlatClockOp op = {.kind = INST_B_FIRSTTICK, .in = v, .resolution = 1};
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
    for (InstEq *b = eq->branches[0].eqs; b; b = b->next) flat_equation(f, b);
    vec_push(&clocks(f)->ranges, ((FlatClockRange){from, (uint32_t)f->dae->equations.n, c}));
    f->when_clock = before;
}
