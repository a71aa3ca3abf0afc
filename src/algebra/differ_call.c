/* differ_call.c - derivatives of function calls, of function bodies and of statements.
 *
 * The tangent of a call f(x) in the direction t is the call of a function of the inputs of f followed by
 * the tangents of its Real inputs, whose outputs are the tangents of the Real outputs of f (MLS 3.6, 12.7.1).
 * That function is, in this order of preference:
 *   - the one that an annotation names, when inputs it leaves out do not move;
 *   - one made here by differentiating the body, statement by statement, forward;
 *   - one made here that takes a central difference quotient (external functions, and calls with function values that
 *   have
 *     moving arguments bound to them: mostly iterations, whose steps say nothing about their result), for Jacobians;
 *     for derivatives
 *     in time only where AlgMemo.quotients allows it.
 */
#include <string.h>

#include "algebra/algebra_impl.h"

static bool moves(const DaeLocal *l) { return l->base == DAE_REAL && !l->function_type; }

static uint32_t tangent_function(AlgDiffer *s, uint32_t function);

static Name name_with(Dae *d, Name name, const char *prefix, const char *suffix) {
    Text t = {0};
    base_text_printf(&t, "%s%s%s", prefix, base_str(d->ctx->names, name), suffix);
    Name made = base_intern(d->ctx->names, t.at, t.n);
    base_text_free(&t);
    return made;
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

/* Number of result k among the Real results. */
static uint32_t real_result(const DaeFunction *f, uint32_t k) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < k; i++) n += moves(&f->locals[f->ninputs + i]);
    return n;
}

/* The annotated derivative of order 1 that fits: 0 when there is none.  skip (per input) is set.  In Jacobians it fits
 * only when some input moves whose tangent it takes: where only inputs with noDerivative move, it would say that the
 * result does not depend on them, which only the derivative in time says (they are then functions of the others). */
static uint32_t annotated(const Dae *d, uint32_t function, const DaeExpr *tangents, bool time, const uint8_t **skip) {
    const DaeFunction *f = &d->functions.at[function];
    for (uint32_t i = 0; i < f->nderivatives; i++) {
        const DaeDerivative *v = &f->derivatives[i];
        if (v->order != 1 || !v->function) continue;
        bool fits = true, taken = time;
        uint32_t inputs = f->ninputs;
        for (uint32_t k = 0; k < f->ninputs; k++) {
            uint8_t left_out = v->skip ? v->skip[k] : 0;
            fits = fits && !(left_out == DAE_SKIP_ZERO && tangents[k]);
            inputs += moves(&f->locals[k]) && !left_out;
            taken = taken || (tangents[k] && !left_out);
        }
        if (fits && taken && d->functions.at[v->function].ninputs == inputs) {
            *skip = v->skip;
            return v->function;
        }
    }
    return 0;
}

/* The function is itself a derivative, and an annotation (its own, or that of the function it belongs to) names the
 * derivative of the next order: a function of the same arguments and of the derivatives of the last of them (MLS 3.6,
 * 12.7.1).  That the arguments are derivatives of each other is taken from where the call comes from, so this is for
 * derivatives in time only. */
static uint32_t annotated_next_order(const Dae *d, uint32_t function) {
    const DaeFunction *own = &d->functions.at[function];
    for (uint32_t i = 0; i < own->nderivatives; i++)
        if (own->derivatives[i].order > 1 && own->derivatives[i].function) return own->derivatives[i].function;
    for (uint32_t g = 1; g < d->functions.n; g++) {
        const DaeFunction *f = &d->functions.at[g];
        bool first = false;
        for (uint32_t i = 0; i < f->nderivatives; i++)
            first = first || (f->derivatives[i].order == 1 && f->derivatives[i].function == function);
        for (uint32_t i = 0; first && i < f->nderivatives; i++)
            if (f->derivatives[i].order == 2 && f->derivatives[i].function) return f->derivatives[i].function;
    }
    return 0;
}

static DaeExpr tangent_or_zero(DaePool *p, DaeExpr t, DaeExpr of) { return t ? t : alg_zero_like(p, of); }

/* Arguments of the derivative of the next order; false when the numbers do not fit. */
static bool next_order_arguments(AlgDiffer *s, DaeExpr e, const DaeExpr *tangents, uint32_t made, VecU32 *args) {
    uint32_t nargs = dae_at(s->pool, e)->nargs, wanted = s->d->functions.at[made].ninputs;
    if (wanted <= nargs || wanted - nargs > nargs) return false;
    for (uint32_t k = 0; k < nargs; k++) vec_push(args, dae_arg(s->pool, e, k));
    for (uint32_t k = nargs - (wanted - nargs); k < nargs; k++)
        vec_push(args, tangent_or_zero(s->pool, tangents[k], dae_arg(s->pool, e, k)));
    return true;
}

/* ---- calls with function values ---------------------------------------------------------------------------------- */

static bool is_partial(const AlgDiffer *s, DaeExpr e, uint32_t k) {
    DaeExpr a = dae_arg(s->pool, e, k);
    return a && dae_at(s->pool, a)->op == DAE_PARTIAL;
}

/* A function of everything the call depends on, values bound to function values included, that makes the call: its name
 * says which function values with which bound inputs are meant.  inputs: values in the order of its inputs. */
static uint32_t bare_function(AlgDiffer *s, DaeExpr e, VecU32 *inputs) {
    Dae *d = s->d;
    DaePool *p = s->pool;
    DaeNode n = *dae_at(p, e);
    const DaeFunction f = d->functions.at[n.id];
    VEC(DaeLocal) locals = {0};
    VecU32 args = {0}, list = {0};
    Text name = {0};
    base_text_printf(&name, "%s$bare", base_str(d->ctx->names, f.name));
    for (uint32_t k = 0; k < n.nargs; k++) {
        DaeExpr a = dae_arg(p, e, k);
        if (!is_partial(s, e, k)) {
            DaeLocal v = {.name = f.locals[k].name,
                          .base = f.locals[k].base,
                          .rank = f.locals[k].rank,
                          .enum_type = f.locals[k].enum_type};
            vec_push(&args, dae_local(p, (uint32_t)locals.n, v.base, v.rank));
            vec_push(&locals, v);
            vec_push(inputs, a);
            continue;
        }
        DaeNode partial = *dae_at(p, a);
        const DaeFunction *g = &d->functions.at[partial.id];
        VecU32 bound = {0};
        base_text_printf(&name, "$%s", base_str(d->ctx->names, g->name));
        for (uint32_t i = 0; i + 1 < partial.nargs; i += 2) {
            double number = 0;
            DaeExpr value = dae_arg(p, a, i + 1);
            (void)dae_is_const(p, dae_arg(p, a, i), &number);
            const DaeLocal *of = &g->locals[(uint32_t)number];
            DaeLocal v = {.name = of->name, .base = of->base, .rank = of->rank, .enum_type = of->enum_type};
            base_text_printf(&name, "$%u", (uint32_t)number);
            vec_push(&bound, dae_arg(p, a, i));
            vec_push(&bound, dae_local(p, (uint32_t)locals.n, v.base, v.rank));
            vec_push(&locals, v);
            vec_push(inputs, value);
        }
        vec_push(&args, dae_with_args(p, partial, bound.at, (uint32_t)bound.n));
        vec_free(&bound);
    }
    DaeFunction made = {.name = base_intern(d->ctx->names, base_text_str(&name), name.n),
                        .pure = f.pure,
                        .span = f.span,
                        .smooth_order = -1};
    base_text_free(&name);
    uint32_t known = dae_find_function(d, made.name);
    for (size_t i = 0; i < locals.n; i++)
        if (locals.at[i].rank) locals.at[i].dims = BASE_ARRAY(d->arena, DaeExpr, locals.at[i].rank);
    made.ninputs = (uint32_t)locals.n;
    made.noutputs = f.noutputs;
    vec_push(&list, dae_call(d, p, n.id, 0, args.at, (uint32_t)args.n));
    bool scalar = true;
    for (uint32_t i = 0; i < f.noutputs; i++) {
        DaeLocal v = f.locals[f.ninputs + i];
        scalar &= v.rank == 0;
        v.init = 0;
        vec_push(&list, dae_local(p, (uint32_t)locals.n, v.base, v.rank));
        vec_push(&locals, v);
    }
    made.nlocals = (uint32_t)locals.n;
    made.locals = base_copy(d->arena, locals.at, locals.n * sizeof *locals.at);
    DaeExpr call = dae_op(p, DAE_ASSIGN_CALL, list.at, (uint32_t)list.n);
    made.body = dae_op(p, DAE_SEQ, &call, 1);
    if (!known && scalar) known = dae_add_function(d, &made);
    vec_free(&locals);
    vec_free(&args);
    vec_free(&list);
    return scalar ? known : 0;
}

/* Forms of difference quotients.  Jacobians look at two points close by, so that kinks spoil little.  A derivative in
 * time may be differentiated again, which multiplies its noise: it looks at four points that are farther away, and so
 * does what is taken of it. */
typedef enum { NO_QUOTIENT, FOR_JACOBIAN, IN_TIME, OF_QUOTIENT, OF_THAT } QuotientForm;

static void make_quotient(AlgDiffer *s, uint32_t function, uint32_t made, QuotientForm form);
static uint32_t usable_tangent(AlgDiffer *s, uint32_t function, uint32_t made);

/* The difference quotient of such a call, and its arguments. */
static uint32_t bare_derivative(AlgDiffer *s, DaeExpr e, VecU32 *args) {
    Dae *d = s->d;
    VecU32 inputs = {0};
    uint32_t bare = bare_function(s, e, &inputs);
    uint64_t made = 0;
    if (bare && !base_map_get(&s->memo->tangent_functions, bare, &made)) {
        made = dae_add_function(d, &(DaeFunction){.name = name_with(d, d->functions.at[bare].name, "", "$d")});
        base_map_put(&s->memo->tangent_functions, bare, made);
        make_quotient(s, bare, (uint32_t)made, FOR_JACOBIAN);
    }
    made = made ? usable_tangent(s, bare, (uint32_t)made) : 0;
    for (size_t i = 0; i < inputs.n; i++) vec_push(args, inputs.at[i]);
    for (size_t i = 0; i < inputs.n && made; i++)
        if (moves(&d->functions.at[bare].locals[i]))
            vec_push(args, tangent_or_zero(s->pool, alg_differentiate(s, inputs.at[i]), inputs.at[i]));
    vec_free(&inputs);
    return (uint32_t)made;
}

/* The function whose results are the tangents of those of call e, and its arguments; 0 after a failure. */
static uint32_t derivative_call(AlgDiffer *s, DaeExpr e, const DaeExpr *tangents, VecU32 *args) {
    DaePool *p = s->pool;
    uint32_t function = dae_at(p, e)->id, made;
    const uint8_t *skip = NULL;
    if (dae_at(p, e)->nargs != s->d->functions.at[function].ninputs) return 0;
    if (s->time && (made = annotated_next_order(s->d, function)) && next_order_arguments(s, e, tangents, made, args))
        return made;
    for (uint32_t k = 0; k < dae_at(p, e)->nargs; k++)
        if (is_partial(s, e, k)) return bare_derivative(s, e, args);
    made = annotated(s->d, function, tangents, s->time, &skip);
    if (!made) made = tangent_function(s, function);
    if (!made) return 0;
    const DaeFunction *f = &s->d->functions.at[function];
    for (uint32_t k = 0; k < f->ninputs; k++) vec_push(args, dae_arg(p, e, k));
    for (uint32_t k = 0; k < f->ninputs; k++)
        if (moves(&f->locals[k]) && !(skip && skip[k]))
            vec_push(args, tangent_or_zero(p, tangents[k], dae_arg(p, e, k)));
    return made;
}

DaeExpr alg_differentiate_call(AlgDiffer *s, DaeExpr e, const DaeExpr *tangents) {
    DaeNode n = *dae_at(s->pool, e);
    if (n.base != DAE_REAL) return 0;
    VecU32 args = {0};
    uint32_t made = derivative_call(s, e, tangents, &args);
    DaeExpr result = 0;
    if (made)
        result = dae_call(s->d, s->pool, made, real_result(&s->d->functions.at[n.id], (uint32_t)n.value.i), args.at,
                          (uint32_t)args.n);
    else (void)alg_differ_fail(s, NULL);
    vec_free(&args);
    return result;
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static void put(VecU32 *list, DaeExpr statement) { vec_push(list, statement); }

static DaeExpr sequence(DaePool *p, const VecU32 *list) { return dae_op(p, DAE_SEQ, list->at, (uint32_t)list->n); }

/* The variable that holds the tangent of a target; 0 when the target has none (not Real). */
static DaeExpr tangent_target(AlgDiffer *s, DaeExpr target) {
    DaePool *p = s->pool;
    DaeNode n = *dae_at(p, target);
    if (n.base != DAE_REAL) return 0;
    if (n.op == DAE_HOLE || n.op == DAE_LOCAL) return s->leaf(s->arg, p, target);
    VecU32 args = {0};
    bool all = n.op == DAE_INDEX || n.op == DAE_ARRAY;
    for (uint32_t i = 0; i < n.nargs && all; i++) {
        DaeExpr a = dae_arg(p, target, i);
        DaeExpr t = n.op == DAE_INDEX && i > 0 ? a : tangent_target(s, a);
        all = t != 0;
        vec_push(&args, t);
    }
    DaeExpr made = all ? dae_with_args(p, n, args.at, n.nargs) : 0;
    vec_free(&args);
    return made;
}

static void assign_tangent(AlgDiffer *s, DaeExpr e, VecU32 *out) {
    DaePool *p = s->pool;
    DaeExpr target = dae_arg(p, e, 0), value = dae_arg(p, e, 1);
    DaeExpr to = tangent_target(s, target);
    if (to) {
        DaeExpr t = alg_differentiate(s, value);
        put(out, dae_op2(p, DAE_ASSIGN, to, tangent_or_zero(p, t, value)));
    }
    put(out, e);
}

/* (a, b) := f(x): first the tangents, from the old values, then the call itself. */
static void call_tangent(AlgDiffer *s, DaeExpr e, VecU32 *out) {
    DaePool *p = s->pool;
    DaeExpr call = dae_arg(p, e, 0);
    DaeNode n = *dae_at(p, call);
    VecU32 tangents = {0}, args = {0}, targets = {0};
    bool any = false;
    for (uint32_t k = 0; k < n.nargs && n.op == DAE_CALL; k++) {
        DaeExpr t = alg_differentiate(s, dae_arg(p, call, k));
        any = any || t;
        vec_push(&tangents, t);
    }
    uint32_t made = any && !s->failed ? derivative_call(s, call, tangents.at, &args) : 0;
    if (any && !made) (void)alg_differ_fail(s, NULL);
    if (made) {
        const DaeFunction *f = &s->d->functions.at[n.id];
        DaeExpr derivative = dae_call(s->d, p, made, 0, args.at, (uint32_t)args.n);
        vec_push(&targets, derivative);
        for (uint32_t k = 0; k < f->noutputs && k + 1 < dae_at(p, e)->nargs; k++) {
            DaeExpr target = dae_arg(p, e, k + 1);
            if (moves(&f->locals[f->ninputs + k])) put(&targets, target ? tangent_target(s, target) : 0);
        }
        put(out, dae_op(p, DAE_ASSIGN_CALL, targets.at, (uint32_t)targets.n));
    }
    put(out, e);
    for (uint32_t k = 1; k < dae_at(p, e)->nargs && !any; k++) { /* nothing moves */
        DaeExpr target = dae_arg(p, e, k), to = target ? tangent_target(s, target) : 0;
        if (to) put(out, dae_op2(p, DAE_ASSIGN, to, alg_zero_like(p, target)));
    }
    vec_free(&tangents);
    vec_free(&args);
    vec_free(&targets);
}

/* a*x = b: a*dx = db - da*x. */
static void linear_tangent(AlgDiffer *s, DaeExpr e, VecU32 *out) {
    DaePool *p = s->pool;
    DaeNode head = *dae_at(p, e);
    uint32_t n = (uint32_t)head.value.i;
    VecU32 args = {0};
    for (uint32_t k = 0; k < head.nargs; k++) vec_push(&args, dae_arg(p, e, k));
    for (uint32_t i = 0; i < n && !s->failed; i++) {
        DaeExpr right = alg_differentiate(s, args.at[n + n * n + i]);
        if (!right) right = dae_real(p, 0);
        for (uint32_t j = 0; j < n && !s->failed; j++) {
            DaeExpr entry = alg_differentiate(s, args.at[n + i * n + j]);
            if (entry) right = dae_op2(p, DAE_SUB, right, dae_op2(p, DAE_MUL, entry, args.at[j]));
        }
        args.at[n + n * n + i] = right;
    }
    for (uint32_t j = 0; j < n && !s->failed; j++) args.at[j] = tangent_target(s, args.at[j]);
    if (!s->failed) put(out, dae_node(p, head, args.at, (uint32_t)args.n));
    vec_free(&args);
}

/* Statements of functions nest as deep as their source; the parsers bound that depth. */
static void statement_tangent(AlgDiffer *s, DaeExpr e, VecU32 *out) {
    DaePool *p = s->pool;
    DaeNode n = *dae_at(p, e);
    switch ((DaeOp)n.op) {
    case DAE_SEQ:
        for (uint32_t i = 0; i < n.nargs && !s->failed; i++) statement_tangent(s, dae_arg(p, e, i), out);
        break;
    case DAE_ASSIGN: assign_tangent(s, e, out); break;
    case DAE_ASSIGN_CALL: call_tangent(s, e, out); break;
    case DAE_LINEAR: linear_tangent(s, e, out); break;
    case DAE_IF_STMT: {
        DaeExpr then = alg_differentiate_statement(s, dae_arg(p, e, 1)), other = dae_arg(p, e, 2);
        other = other && !s->failed ? alg_differentiate_statement(s, other) : 0;
        if (!s->failed) put(out, dae_op3(p, DAE_IF_STMT, dae_arg(p, e, 0), then, other));
        break;
    }
    case DAE_FOR: {
        DaeExpr body = alg_differentiate_statement(s, dae_arg(p, e, 2));
        if (!s->failed) put(out, dae_op3(p, DAE_FOR, dae_arg(p, e, 0), dae_arg(p, e, 1), body));
        break;
    }
    case DAE_WHILE: {
        DaeExpr body = alg_differentiate_statement(s, dae_arg(p, e, 1));
        if (!s->failed) put(out, dae_op2(p, DAE_WHILE, dae_arg(p, e, 0), body));
        break;
    }
    case DAE_BREAK:
    case DAE_RETURN: put(out, e); break;
    default: break; /* asserts and effects belong to the value, not to the derivative */
    }
}

DaeExpr alg_differentiate_statement(AlgDiffer *s, DaeExpr statement) {
    VecU32 list = {0};
    statement_tangent(s, statement, &list);
    DaeExpr made = s->failed ? 0 : sequence(s->pool, &list);
    vec_free(&list);
    return made;
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

/* Where the variables of a function go in its tangent function, and where their tangents are:
 *   inputs | tangents of inputs | tangents of outputs | outputs | locals | tangents of locals | iterators */
typedef struct {
    const DaeFunction *f;
    uint32_t *place;   /* per old local */
    uint32_t *tangent; /* per old local; UINT32_MAX: none */
    uint32_t n;        /* variables of the new function */
    uint32_t ninputs, noutputs;
} Layout;

static void lay_out(Arena *arena, const DaeFunction *f, Layout *l) {
    memset(l, 0, sizeof *l);
    l->f = f;
    l->place = BASE_ARRAY(arena, uint32_t, f->nlocals + 1);
    l->tangent = BASE_ARRAY(arena, uint32_t, f->nlocals + 1);
    memset(l->tangent, 0xFF, (f->nlocals + 1) * sizeof *l->tangent);
    uint32_t outputs_end = f->ninputs + f->noutputs;
    for (uint32_t i = 0; i < f->ninputs; i++) l->place[i] = l->n++;
    for (uint32_t i = 0; i < f->ninputs; i++)
        if (moves(&f->locals[i])) l->tangent[i] = l->n++;
    l->ninputs = l->n;
    for (uint32_t i = f->ninputs; i < outputs_end; i++)
        if (moves(&f->locals[i])) l->tangent[i] = l->n++;
    l->noutputs = l->n - l->ninputs;
    for (uint32_t i = f->ninputs; i < f->nlocals; i++) l->place[i] = l->n++;
    for (uint32_t i = outputs_end; i < f->nlocals; i++)
        if (moves(&f->locals[i])) l->tangent[i] = l->n++;
}

/* Old LOCALs -> new LOCALs. */
static DaeExpr move_local(void *arg, DaePool *to, const DaePool *from, DaeExpr e) {
    const Layout *l = arg;
    DaeNode n = *dae_at(from, e);
    if (n.op == DAE_LOCAL) n.id = n.id < l->f->nlocals ? l->place[n.id] : n.id - l->f->nlocals + l->n;
    return dae_node(to, n, NULL, 0);
}

/* Tangent of a LOCAL that is numbered as in the new function. */
static DaeExpr local_leaf(void *arg, DaePool *p, DaeExpr e) {
    const Layout *l = arg;
    DaeNode n = *dae_at(p, e);
    for (uint32_t i = 0; n.op == DAE_LOCAL && i < l->f->nlocals; i++)
        if (l->place[i] == n.id && l->tangent[i] != UINT32_MAX) return dae_local(p, l->tangent[i], DAE_REAL, n.rank);
    return 0;
}

static const DaeExpr *move_dims(Dae *d, const DaeLocal *of, Layout *l) {
    if (!of->rank || !of->dims) return NULL;
    DaeExpr *dims = BASE_ARRAY(d->arena, DaeExpr, of->rank);
    for (uint8_t i = 0; i < of->rank; i++)
        dims[i] = of->dims[i] ? dae_map(&d->pool, &d->pool, of->dims[i], move_local, l) : 0;
    return dims;
}

/* Zero in the declared sizes, or 0 when they are not declared. */
static DaeExpr declared_zero(DaePool *p, const DaeLocal *l) {
    VecU32 args = {0};
    vec_push(&args, dae_real(p, 0));
    for (uint8_t i = 0; i < l->rank; i++) {
        DaeExpr dim = l->dims ? l->dims[i] : 0;
        vec_push(&args, dim);
    }
    bool known = true;
    for (size_t i = 1; i < args.n; i++) known = known && args.at[i];
    DaeExpr e = !known ? 0 : l->rank ? dae_op(p, DAE_FILL, args.at, (uint32_t)args.n) : args.at[0];
    vec_free(&args);
    return e;
}

/* The variables of the new function: moved ones, and tangents that start at the tangent of the start value. */
static void make_locals(AlgDiffer *s, Layout *l, DaeLocal *locals) {
    Dae *d = s->d;
    for (uint32_t i = 0; i < l->f->nlocals && !s->failed; i++) {
        DaeLocal v = l->f->locals[i];
        v.dims = move_dims(d, &v, l);
        v.init = v.init ? dae_map(&d->pool, &d->pool, v.init, move_local, l) : 0;
        v.role = i < l->f->ninputs ? 0 : 2;
        v.record = 0;
        locals[l->place[i]] = v;
        if (l->tangent[i] == UINT32_MAX) continue;
        DaeLocal t = v;
        t.name = name_with(d, v.name, "$d_", "");
        t.made = true;
        t.role = i < l->f->ninputs ? 0 : i < l->f->ninputs + l->f->noutputs ? 1 : 2;
        t.init = 0;
        if (t.role != 0) {
            DaeExpr start = v.init ? alg_differentiate(s, v.init) : 0;
            t.init = start ? start : v.init ? alg_zero_like(&d->pool, v.init) : declared_zero(&d->pool, &t);
        }
        locals[l->tangent[i]] = t;
    }
}

/* Fills in function `made` as the derivative of the body of `function`; *quotient: as in AlgDiffer. */
static bool differentiate_body(AlgDiffer *outer, uint32_t function, uint32_t made, uint32_t *quotient) {
    Dae *d = outer->d;
    DaeFunction f = d->functions.at[function];
    Layout l;
    lay_out(d->arena, &f, &l);
    AlgDiffer s = *outer;
    s.leaf = local_leaf;
    s.arg = &l;
    /* The signature first: the body may call the function itself. */
    DaeFunction g = {.name = d->functions.at[made].name,
                     .made = true,
                     .nlocals = l.n,
                     .ninputs = l.ninputs,
                     .noutputs = l.noutputs,
                     .pure = f.pure,
                     .span = f.span,
                     .smooth_order = f.smooth_order > 0 ? f.smooth_order - 1 : -1,
                     .locals = BASE_ARRAY(d->arena, DaeLocal, l.n)};
    for (uint32_t i = 0; i < f.nlocals; i++) {
        g.locals[l.place[i]] = f.locals[i];
        if (l.tangent[i] != UINT32_MAX) g.locals[l.tangent[i]] = f.locals[i];
    }
    d->functions.at[made] = g;
    make_locals(&s, &l, g.locals);
    DaeExpr body = dae_map(&d->pool, &d->pool, f.body, move_local, &l);
    g.body = s.failed ? 0 : alg_differentiate_statement(&s, body);
    if (s.failed) return false;
    d->functions.at[made] = g;
    *quotient = s.quotient;
    return true;
}

/* ---- difference quotients ---------------------------------------------------------------------------------------- */

/* How large t is in units of x; elements of an array are of one kind. */
static DaeExpr relative_size(DaePool *p, DaeExpr x, DaeExpr t, double smallest) {
    bool array = dae_at(p, x)->rank != 0;
    DaeExpr top = dae_op1(p, DAE_ABS, t), bottom = dae_op1(p, DAE_ABS, x);
    if (array) top = dae_op1(p, DAE_SUM, top), bottom = dae_op1(p, DAE_SUM, bottom);
    return dae_op2(p, DAE_DIV, top, dae_op2(p, DAE_ADD, bottom, dae_real(p, smallest)));
}

static const struct {
    double step;       /* of the inputs' size ... */
    double smallest;   /* ... which is at least that */
    uint32_t points;   /* on each side */
    QuotientForm next; /* form of what is taken of it */
} quotients[] = {[FOR_JACOBIAN] = {1e-6, 1e-3, 1, OF_QUOTIENT},
                 [IN_TIME] = {1e-3, 1e-2, 2, OF_QUOTIENT},
                 [OF_QUOTIENT] = {1e-3, 1e-2, 2, OF_THAT},
                 [OF_THAT] = {1e-2, 1e-2, 2, OF_THAT}};

/* Variables: inputs | their tangents | tangents of outputs | outputs ahead | behind | twice as far ahead | ... behind |
 * step */
static void quotient_locals(Dae *d, const DaeFunction *f, Layout *l, DaeFunction *g) {
    static const char *const prefixes[] = {"$b_", "$aa_", "$bb_"};
    uint32_t step = l->n + 3 * f->noutputs;
    g->nlocals = step + 1;
    g->locals = BASE_ARRAY(d->arena, DaeLocal, g->nlocals);
    for (uint32_t i = 0; i < f->ninputs + f->noutputs; i++) {
        DaeLocal v = f->locals[i];
        v.dims = move_dims(d, &v, l);
        v.init = 0;
        v.record = 0;
        v.role = i < f->ninputs ? 0 : 2;
        g->locals[l->place[i]] = v;
        for (uint32_t k = 0; k < 3 && i >= f->ninputs; k++) {
            v.name = name_with(d, f->locals[i].name, prefixes[k], "");
            v.made = true;
            g->locals[l->n + k * f->noutputs + i - f->ninputs] = v;
        }
        if (l->tangent[i] == UINT32_MAX) continue;
        v.name = name_with(d, f->locals[i].name, "$d_", "");
        v.made = true;
        v.role = i < f->ninputs ? 0 : 1;
        g->locals[l->tangent[i]] = v;
    }
    g->locals[step] = (DaeLocal){.name = base_name(d->ctx->names, "$h"), .base = DAE_REAL, .role = 2, .made = true};
}

/* (targets) := f(x + steps*h*t) */
static DaeExpr shifted_call(Dae *d, uint32_t function, const DaeFunction *g, const Layout *l, int steps,
                            uint32_t first_output) {
    DaePool *p = &d->pool;
    const DaeFunction *f = l->f;
    DaeExpr h = dae_op2(p, DAE_MUL, dae_real(p, steps), dae_local(p, g->nlocals - 1, DAE_REAL, 0));
    VecU32 args = {0}, list = {0};
    for (uint32_t i = 0; i < f->ninputs; i++) {
        DaeExpr x = dae_local(p, l->place[i], f->locals[i].base, f->locals[i].rank);
        if (l->tangent[i] != UINT32_MAX)
            x = dae_op2(p, DAE_ADD, x,
                        dae_op2(p, DAE_MUL, h, dae_local(p, l->tangent[i], DAE_REAL, f->locals[i].rank)));
        vec_push(&args, x);
    }
    DaeExpr call = dae_call(d, p, function, 0, args.at, (uint32_t)args.n);
    vec_push(&list, call);
    for (uint32_t i = 0; i < f->noutputs; i++) {
        DaeExpr target = dae_local(p, first_output + i, f->locals[f->ninputs + i].base, f->locals[f->ninputs + i].rank);
        vec_push(&list, target);
    }
    DaeExpr e = dae_op(p, DAE_ASSIGN_CALL, list.at, (uint32_t)list.n);
    vec_free(&args);
    vec_free(&list);
    return e;
}

/* Value of output i ahead minus that behind, `steps` away. */
static DaeExpr difference(DaePool *p, const Layout *l, uint32_t i, int steps) {
    const DaeFunction *f = l->f;
    uint8_t rank = f->locals[f->ninputs + i].rank;
    uint32_t ahead = steps == 1 ? l->place[f->ninputs + i] : l->n + f->noutputs + i;
    uint32_t behind = steps == 1 ? l->n + i : l->n + 2 * f->noutputs + i;
    return dae_op2(p, DAE_SUB, dae_local(p, ahead, DAE_REAL, rank), dae_local(p, behind, DAE_REAL, rank));
}

/* Fills in `made` as the central difference quotient of `function` along the tangents. */
static void make_quotient(AlgDiffer *s, uint32_t function, uint32_t made, QuotientForm form) {
    Dae *d = s->d;
    DaePool *p = &d->pool;
    DaeFunction f = d->functions.at[function];
    f.nlocals = f.ninputs + f.noutputs;
    Layout l;
    lay_out(d->arena, &f, &l);
    DaeFunction g = {.name = d->functions.at[made].name,
                     .made = true,
                     .ninputs = l.ninputs,
                     .noutputs = l.noutputs,
                     .pure = f.pure,
                     .span = f.span,
                     .smooth_order = -1};
    quotient_locals(d, &f, &l, &g);
    DaeExpr h = dae_local(p, g.nlocals - 1, DAE_REAL, 0), size = dae_real(p, 0);
    for (uint32_t i = 0; i < f.ninputs; i++)
        if (l.tangent[i] != UINT32_MAX)
            size = dae_op2(p, DAE_ADD, size,
                           relative_size(p, dae_local(p, l.place[i], DAE_REAL, f.locals[i].rank),
                                         dae_local(p, l.tangent[i], DAE_REAL, f.locals[i].rank),
                                         quotients[form].smallest));
    VecU32 list = {0};
    put(&list, dae_op2(p, DAE_ASSIGN, h, size));
    DaeExpr positive = dae_op2(p, DAE_GT, h, dae_real(p, 0));
    bool wide = quotients[form].points == 2;
    DaeExpr step =
        dae_op3(p, DAE_IF, positive, dae_op2(p, DAE_DIV, dae_real(p, quotients[form].step), h), dae_real(p, 1));
    put(&list, dae_op2(p, DAE_ASSIGN, h, step));
    put(&list, shifted_call(d, function, &g, &l, 1, l.place[f.ninputs]));
    put(&list, shifted_call(d, function, &g, &l, -1, l.n));
    if (wide) {
        put(&list, shifted_call(d, function, &g, &l, 2, l.n + f.noutputs));
        put(&list, shifted_call(d, function, &g, &l, -2, l.n + 2 * f.noutputs));
    }
    for (uint32_t i = 0; i < f.noutputs; i++) {
        const DaeLocal *out = &f.locals[f.ninputs + i];
        if (l.tangent[f.ninputs + i] == UINT32_MAX) continue;
        DaeExpr change = difference(p, &l, i, 1);
        if (wide) /* (8*(f(h) - f(-h)) - (f(2*h) - f(-2*h)))/12 */
            change = dae_op2(p, DAE_DIV,
                             dae_op2(p, DAE_SUB, dae_op2(p, DAE_MUL, dae_real(p, 8), change), difference(p, &l, i, 2)),
                             dae_real(p, 6));
        DaeExpr slope = dae_op2(p, DAE_DIV, change, dae_op2(p, DAE_MUL, dae_real(p, 2), h));
        put(&list, dae_op2(p, DAE_ASSIGN, dae_local(p, l.tangent[f.ninputs + i], DAE_REAL, out->rank), slope));
    }
    g.body = sequence(p, &list);
    vec_free(&list);
    d->functions.at[made] = g;
    uint64_t of = function;
    (void)base_map_get(&s->memo->inexact_functions, function, &of);
    base_map_put(&s->memo->quotient_functions, made, form);
    base_map_put(&s->memo->inexact_functions, made, of);
}

/* ---- which one --------------------------------------------------------------------------------------------------- */

static QuotientForm quotient_form(const AlgMemo *m, uint32_t function) {
    uint64_t form = NO_QUOTIENT;
    (void)base_map_get(&m->quotient_functions, function, &form);
    return (QuotientForm)form;
}

uint32_t alg_quotient_of(const AlgMemo *m, uint32_t function) {
    uint64_t of = 0;
    if (m && quotient_form(m, function) != NO_QUOTIENT) (void)base_map_get(&m->inexact_functions, function, &of);
    return (uint32_t)of;
}

const char *alg_user_name(const Dae *d, uint32_t function) {
    const char *name = base_str(d->ctx->names, d->functions.at[function].name);
    return base_sprintf(d->arena, "%.*s", (int)strcspn(name, "$"), name);
}

/* Why the quotient `made` of `function` is no derivative in time; NULL: it may be one. */
static const char *refusal(AlgDiffer *s, uint32_t function, uint32_t made) {
    AlgMemo *m = s->memo;
    const char *name = alg_user_name(s->d, s->quotient);
    if (!s->d->functions.at[function].pure) return base_sprintf(&m->arena, "the function %s is impure", name);
    if (quotient_form(m, made) == OF_THAT)
        return base_sprintf(
            &m->arena,
            "the function %s has no derivative annotation, and it would have to be differentiated more than twice",
            name);
    return m->quotients ? NULL : base_sprintf(&m->arena, "the function %s has no derivative annotation", name);
}

/* The tangent function to be used for `function`, when `made` is the one for Jacobians; 0 when there is none. */
static uint32_t usable_tangent(AlgDiffer *s, uint32_t function, uint32_t made) {
    AlgMemo *m = s->memo;
    uint64_t of, in_time = made;
    if (!base_map_get(&m->inexact_functions, made, &of)) return made;
    s->quotient = (uint32_t)of;
    if (!s->time || !quotient_form(m, made)) return made;
    const char *why = refusal(s, function, made);
    if (why) return (void)alg_differ_fail(s, why), 0;
    if (quotient_form(m, made) == FOR_JACOBIAN && !base_map_get(&m->time_functions, made, &in_time)) {
        in_time = dae_add_function(
            s->d, &(DaeFunction){.name = name_with(s->d, s->d->functions.at[function].name, "", "$t")});
        base_map_put(&m->time_functions, made, in_time);
        make_quotient(s, function, (uint32_t)in_time, IN_TIME);
    }
    return (uint32_t)in_time;
}

/* Makes the tangent function of `function` in `made`. */
static void make_tangent(AlgDiffer *s, uint32_t function, uint32_t made) {
    AlgMemo *m = s->memo;
    /* The body is differentiated for Jacobians: what has no derivative in it falls back to quotients. */
    AlgDiffer inner = *s;
    inner.time = false;
    inner.failed = false;
    inner.quotient = 0;
    QuotientForm form = quotient_form(m, function);
    const DaeFunction *f = &s->d->functions.at[function];
    bool body = !form && f->body && !f->external && differentiate_body(&inner, function, made, &inner.quotient);
    if (!body) make_quotient(&inner, function, made, form ? quotients[form].next : FOR_JACOBIAN);
    else if (inner.quotient) base_map_put(&m->inexact_functions, made, inner.quotient);
}

/* The function made for `function`, on first use; 0 when none will do. */
static uint32_t tangent_function(AlgDiffer *s, uint32_t function) {
    AlgMemo *m = s->memo;
    Dae *d = s->d;
    uint64_t known;
    if (!base_map_get(&m->tangent_functions, function, &known)) {
        const DaeFunction *f = &d->functions.at[function];
        bool usable = f->nlocals >= f->ninputs + f->noutputs && (f->body || f->external);
        for (uint32_t i = 0; usable && i < f->ninputs; i++) usable = !f->locals[i].function_type;
        known = usable ? dae_add_function(d, &(DaeFunction){.name = name_with(d, f->name, "", "$d")}) : 0;
        base_map_put(&m->tangent_functions, function, known);
        if (known) make_tangent(s, function, (uint32_t)known);
    }
    return known ? usable_tangent(s, function, (uint32_t)known) : 0;
}
