/* translate.c - runs the road from the flat DAE to sorted, solved blocks.
 *
 * Before: a flat DAE from any front end.  After: a SymModel, or NULL and errors.  The equations of
 * the Dae are left as event extraction made them; variables get merged attributes, derivatives and
 * helper parameters are added to it.
 */
#include "symbolic/symbolic_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- variables --------------------------------------------------------------------------------------------------- */

static uint8_t first_role(const DaeVariable *v) {
    switch (v->kind) {
    case DAE_KIND_CONSTANT: return SYM_ROLE_PARAM;
    case DAE_KIND_PARAMETER: return v->flags & DAE_FIXED ? SYM_ROLE_PARAM : SYM_ROLE_PARAM | SYM_ROLE_LATE;
    case DAE_KIND_DISCRETE:
    case DAE_KIND_CONTINUOUS: return v->flags & DAE_INPUT || v->base == DAE_OBJECT ? 0 : SYM_ROLE_UNKNOWN;
    case DAE_KIND_DERIVATIVE: return SYM_ROLE_UNKNOWN;
    default: return 0;
    }
}

void sym_grow(SymWork *w) {
    for (size_t v = w->role.n; v < w->dae->vars.n; v++) {
        vec_push(&w->role, first_role(&w->dae->vars.at[v]));
        vec_push(&w->parent, (uint32_t)(2 * v));
    }
}

static void classify(SymWork *w) {
    sym_grow(w);
    SymModel *m = w->model;
    for (size_t i = 0; i < m->relations.n; i++) w->role.at[m->relations.at[i].var] = SYM_ROLE_FROZEN;
    for (size_t i = 0; i < m->samples.n; i++) {
        w->role.at[m->samples.at[i].var] = SYM_ROLE_FROZEN;
        w->role.at[m->samples.at[i].start_var] = SYM_ROLE_PARAM;
        w->role.at[m->samples.at[i].interval_var] = SYM_ROLE_PARAM;
    }
    for (size_t i = 0; i < w->eqs.n; i++) {
        const DaeEquation *eq = &w->eqs.at[i];
        uint32_t nout = w->dae->shapes.at[eq->shape].nout;
        for (uint32_t k = 0; k < nout; k++)
            if (!dae_operand_is_const(dae_operands(w->dae, eq)[k]))
                w->role.at[dae_operands(w->dae, eq)[k]] |= SYM_ROLE_OUT;
    }
    sym_mark_differentiated(w);
}

/* Statements that give nothing (an equalityConstraint without elements) are no equations. */
static void drop_empty(const Dae *d, DaeEquations *eqs) {
    size_t kept = 0;
    for (size_t i = 0; i < eqs->n; i++) {
        DaeShape s = d->shapes.at[eqs->at[i].shape];
        if (s.nout || dae_at(&d->pool, s.root)->op == DAE_EQUATE) eqs->at[kept++] = eqs->at[i];
    }
    eqs->n = kept;
}

/* y := expression as the equation y = expression; false when it is more than that. */
static bool assignment_to_equation(Dae *d, DaeEquation *eq) {
    DaeShape s = d->shapes.at[eq->shape];
    DaeExpr root = s.root;
    if (s.nout != 1) return false;
    while (dae_at(&d->pool, root)->op == DAE_SEQ && dae_at(&d->pool, root)->nargs == 1)
        root = dae_arg(&d->pool, root, 0);
    if (dae_at(&d->pool, root)->op != DAE_ASSIGN) return false;
    DaeExpr sides[2] = {dae_arg(&d->pool, root, 0), dae_arg(&d->pool, root, 1)};
    if (dae_at(&d->pool, sides[0])->op != DAE_HOLE || (sym_holes(d, sides[1]) & 1)) return false;
    DaeNode head = {.op = DAE_EQUATE, .base = DAE_VOID};
    eq->shape = dae_shape_id(d, dae_node(&d->pool, head, sides, 2), s.nholes, 0);
    return true;
}

/* Assignments alone in their algorithm are equations when their variable is continuous. */
static void assignments_to_equations(SymWork *w, DaeEquations *eqs) {
    for (size_t i = 0; i < eqs->n; i++) {
        DaeEquation *eq = &eqs->at[i];
        if (w->dae->shapes.at[eq->shape].nout != 1) continue;
        if (w->dae->vars.at[dae_operands(w->dae, eq)[0]].kind == DAE_KIND_CONTINUOUS)
            (void)assignment_to_equation(w->dae, eq);
    }
}

/* ---- parameters -------------------------------------------------------------------------------------------------- */

static void report_cycle(SymWork *w, const DaeEquation *eqs, const uint32_t *order, uint32_t from, uint32_t to) {
    const Dae *d = w->dae;
    Text t = {0};
    for (uint32_t i = from; i < to && i < from + 8; i++) {
        if (i > from) base_text_add(&t, ", ");
        dae_var_text(d, dae_operands(d, &eqs[order[i]])[0], &t);
    }
    Diag *diag = base_error(w->ctx, "SYM0201", sym_span(d, eqs[order[from]].origin),
                            "the values of these parameters depend on each other: %s%s", base_text_str(&t),
                            to - from > 8 ? ", ..." : "");
    base_text_free(&t);
    dae_about_origin(d, w->ctx, diag, eqs[order[from]].origin);
    for (uint32_t i = from; i < to && i < from + 8; i++)
        base_note(w->ctx, diag, sym_span(d, eqs[order[i]].origin), "%s", sym_eq_text(w, &eqs[order[i]]));
}

static bool reads_itself(const Dae *d, const DaeEquation *eq) {
    DaeExpr root = d->shapes.at[eq->shape].root;
    if (dae_at(&d->pool, root)->op != DAE_ASSIGN) return false;
    return sym_holes(d, dae_arg(&d->pool, root, 1)) & 1;
}

/* ---- parameters that depend on each other unless conditions are looked at: p = if b then q else 1 ---------------- */

static bool value_leaf(void *arg, const DaeNode *n, double *value) {
    return n->op == DAE_VAR && sym_operand_value(arg, n->id, value) && isfinite(*value);
}

/* What a condition was decided by is part of the structure: with another value the model is translated again. */
static void settle(SymWork *w, const DaePool *p, DaeExpr e) {
    DaeWalk walk = {0};
    dae_walk(&walk, p, e);
    for (uint32_t i = 0; i < walk.n; i++) {
        const DaeNode *n = dae_at(p, walk.at[i]);
        if (n->op == DAE_VAR && w->dae->vars.at[n->id].kind == DAE_KIND_PARAMETER) vec_push(&w->settled, n->id);
    }
    dae_walk_free(&walk);
}

/* The expression with the branches that hold; *chosen: some were chosen. */
static DaeExpr choose_branches(SymWork *w, DaePool *p, DaeExpr root, bool *chosen) {
    DaeWalk walk = {0};
    VecU32 made = {0}, args = {0};
    dae_walk(&walk, p, root);
    for (uint32_t i = 0; i < walk.n; i++) {
        DaeNode n = *dae_at(p, walk.at[i]);
        double holds = 0;
        vec_clear(&args);
        for (uint32_t k = 0; k < n.nargs; k++) {
            DaeExpr a = dae_arg(p, walk.at[i], k);
            vec_push(&args, a ? made.at[dae_walk_slot(&walk, a)] : 0);
        }
        bool known = n.op == DAE_IF && dae_run(w->dae, p, dae_arg(p, walk.at[i], 0), value_leaf, w, &holds);
        if (known) settle(w, p, dae_arg(p, walk.at[i], 0));
        *chosen |= known;
        vec_push(&made, known               ? args.at[holds != 0 ? 1 : 2]
                        : n.op <= DAE_COLON ? walk.at[i]
                                            : dae_node(p, n, args.at, n.nargs));
    }
    DaeExpr now = vec_last(&made);
    dae_walk_free(&walk);
    vec_free(&made);
    vec_free(&args);
    return now;
}

/* The bindings of a cycle with the branches that hold by the values of other parameters; false: there are none. */
static bool specialise_cycle(SymWork *w, const DaeEquation *eqs, const uint32_t *order, uint32_t n, DaeEquation *out) {
    bool chosen = false;
    DaePool scratch;
    dae_pool_init(&scratch);
    sym_forget_values(w); /* those in front of the cycle are known by now */
    for (uint32_t i = 0; i < n; i++) {
        const DaeEquation *eq = &eqs[order[i]];
        uint32_t nout = w->dae->shapes.at[eq->shape].nout;
        VecU32 outs = {0};
        for (uint32_t k = 0; k < nout; k++) vec_push(&outs, dae_operands(w->dae, eq)[k]);
        DaeExpr root = choose_branches(w, &scratch, dae_expand(&scratch, w->dae, eq), &chosen);
        out[i] = dae_shape(w->dae, &scratch, root, outs.at, nout, eq->origin);
        vec_free(&outs);
    }
    sym_forget_values(w);
    dae_pool_free(&scratch);
    return chosen;
}

/* Is a value known only when initialisation has found it: a parameter with fixed = false, or, where an external object
 * is made from it, a variable? */
static bool is_found_late(const SymWork *w, DaeOperand o) {
    return !dae_operand_is_const(o) && ((w->role.at[o] & SYM_ROLE_LATE) || !(w->role.at[o] & SYM_ROLE_PARAM));
}

/* A binding whose turn it is.  One that needs what initialisation finds becomes an initial equation. */
static void place_binding(SymWork *w, DaeEquation eq) {
    Dae *d = w->dae;
    uint32_t nout = d->shapes.at[eq.shape].nout;
    bool late = false;
    for (uint32_t k = nout; k < d->shapes.at[eq.shape].nholes; k++) late |= is_found_late(w, dae_operands(d, &eq)[k]);
    bool found = nout == 1 && (w->role.at[dae_operands(d, &eq)[0]] & SYM_ROLE_LATE);
    if (late) {
        for (uint32_t k = 0; k < nout; k++) w->role.at[dae_operands(d, &eq)[k]] |= SYM_ROLE_LATE;
        bool object = nout && d->vars.at[dae_operands(d, &eq)[0]].base == DAE_OBJECT;
        if (!object) (void)assignment_to_equation(d, &eq);
        vec_push(&w->initial, eq);
    } else if (found && assignment_to_equation(d, &eq)) {
        vec_push(&w->weak, eq);
    } else {
        SymBlock b = {.system = UINT32_MAX, .eq = eq};
        vec_push(&w->model->parameters, b);
    }
}

/* Bindings in the order of their dependence. */
static void sort_bindings(SymWork *w, const DaeEquation *eqs, uint32_t n, bool specialised) {
    Dae *d = w->dae;
    uint32_t *off = base_realloc(NULL, (3 * (size_t)n + 3) * sizeof *off), *cnt = off + n + 1, *order = cnt + n + 1;
    VecU32 owner = {0}, ends = {0};
    (void)vec_extend(&owner, d->vars.n);
    memset(owner.at, 0xFF, owner.n * sizeof *owner.at);
    for (uint32_t i = 0; i < n; i++) {
        const DaeEquation *eq = &eqs[i];
        off[i] = eq->operands;
        cnt[i] = d->shapes.at[eq->shape].nholes;
        for (uint32_t k = 0; k < d->shapes.at[eq->shape].nout; k++) owner.at[dae_operands(d, eq)[k]] = i;
    }
    sym_components(n, off, cnt, d->operands.at, owner.at, (uint32_t)owner.n, order, &ends);
    for (uint32_t c = 0, from = 0; c < ends.n; from = ends.at[c++]) {
        uint32_t size = ends.at[c] - from;
        if (size == 1 && !reads_itself(d, &eqs[order[from]])) {
            place_binding(w, eqs[order[from]]);
            continue;
        }
        DaeEquation *part = base_realloc(NULL, size * sizeof *part);
        if (!specialised && specialise_cycle(w, eqs, order + from, size, part)) sort_bindings(w, part, size, true);
        else report_cycle(w, eqs, order, from, ends.at[c]);
        base_realloc(part, 0);
    }
    base_realloc(off, 0);
    vec_free(&owner);
    vec_free(&ends);
}

static void settle_all(SymWork *w) {
    const Dae *d = w->dae;
    for (size_t i = 0; i < w->settled.n; i++) {
        DaeVariable *v = &d->vars.at[w->settled.at[i]];
        if (v->flags & DAE_STRUCTURAL) continue;
        v->flags |= DAE_STRUCTURAL;
        for (size_t k = 0; k < d->bindings.n; k++) {
            const DaeEquation *eq = &d->bindings.at[k];
            uint32_t nout = d->shapes.at[eq->shape].nout;
            bool own = false;
            for (uint32_t j = 0; j < nout; j++) own |= dae_operands(d, eq)[j] == w->settled.at[i];
            for (uint32_t j = nout; own && j < d->shapes.at[eq->shape].nholes; j++) {
                DaeOperand o = dae_operands(d, eq)[j];
                if (!dae_operand_is_const(o) && d->vars.at[o].kind == DAE_KIND_PARAMETER) vec_push(&w->settled, o);
            }
        }
    }
    vec_free(&w->settled);
}

static bool sort_parameters(SymWork *w) {
    size_t errors = base_error_count(w->ctx);
    sort_bindings(w, w->dae->bindings.at, (uint32_t)w->dae->bindings.n, false);
    settle_all(w);
    return base_error_count(w->ctx) == errors;
}

static bool constant_leaf(void *arg, const DaeNode *n, double *value) {
    SymWork *w = arg;
    if (n->op != DAE_HOLE) return false;
    DaeOperand o = w->evaluating[n->id];
    uint64_t c = o;
    if (!dae_operand_is_const(o) && !base_map_get(&w->constant_of, o, &c)) return false;
    *value = dae_constant_value(w->dae, (DaeOperand)c);
    return true;
}

/* May the user not change it?  Protected parameters with a value of their own count as such. */
static bool is_settled(const DaeVariable *v) {
    if (v->base != DAE_REAL && v->base != DAE_INTEGER && v->base != DAE_BOOLEAN && v->base != DAE_ENUM) return false;
    if (v->kind == DAE_KIND_CONSTANT) return true;
    return v->kind == DAE_KIND_PARAMETER && (v->flags & (DAE_STRUCTURAL | DAE_FINAL | DAE_PROTECTED));
}

typedef struct {
    SymWork *w;
    VEC(double) values; /* per hole of the equation that runs */
} Folding;

static bool folding_leaf(void *arg, const DaeNode *n, double *value) {
    return constant_leaf(((Folding *)arg)->w, n, value);
}

static bool folding_set(void *arg, uint32_t hole, double value) {
    Folding *f = arg;
    f->values.at[hole] = value;
    return true;
}

/* The same of all results of an equation.  *zeros: of those that are not, a value of zero is looked for: where a system
 * has turned out singular, capacitances that are zero make no states. */
static bool are_settled(const SymWork *w, const DaeEquation *eq, bool *zeros) {
    const Dae *d = w->dae;
    bool settled = true;
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nout; k++) {
        DaeVar v = dae_operands(d, eq)[k];
        bool open = w->opt.by_value && d->vars.at[v].base == DAE_REAL && sym_is_param(w, v);
        bool own = is_settled(&d->vars.at[v]);
        if (!own && !open) return false;
        settled &= own;
    }
    *zeros = !settled;
    return true;
}

/* Parameters that nobody can change and whose value is known become constants in the equations. */
static void fold_parameters(SymWork *w) {
    Dae *d = w->dae;
    if (w->opt.keep_aliases) return;
    Folding f = {.w = w};
    for (size_t i = 0; i < w->model->parameters.n; i++) {
        const DaeEquation *eq = &w->model->parameters.at[i].eq;
        DaeShape s = d->shapes.at[eq->shape];
        w->evaluating = dae_operands(d, eq);
        bool zeros = false;
        if (!s.nout || !sym_facts(w, eq->shape)->timeless || !are_settled(w, eq, &zeros)) continue;
        vec_clear(&f.values);
        for (uint32_t k = 0; k < s.nholes; k++) vec_push(&f.values, NAN);
        if (!dae_run_statement(d, s.root, folding_leaf, folding_set, &f)) continue;
        for (uint32_t k = 0; k < s.nout; k++) {
            if (!isfinite(f.values.at[k]) || (zeros && f.values.at[k] != 0)) continue;
            sym_set_constant(w, w->evaluating[k], dae_constant(d, f.values.at[k]));
            d->vars.at[w->evaluating[k]].flags |= zeros ? DAE_STRUCTURAL : DAE_FINAL;
        }
    }
    vec_free(&f.values);
}

/* Marks variables that stand beside derivatives: when they vanish, so may the derivatives. */
static void mark_beside_derivatives(SymWork *w, uint8_t *marks) {
    const Dae *d = w->dae;
    for (size_t i = 0; i < w->eqs.n; i++) {
        const DaeEquation *eq = &w->eqs.at[i];
        const DaeOperand *o = dae_operands(d, eq);
        DaeShape s = d->shapes.at[eq->shape];
        bool any = false;
        for (uint32_t k = 0; k < s.nholes && !s.nout; k++)
            any |= !dae_operand_is_const(o[k]) && d->vars.at[o[k]].kind == DAE_KIND_DERIVATIVE;
        for (uint32_t k = 0; k < s.nholes && any; k++)
            if (!dae_operand_is_const(o[k])) marks[o[k]] = 1;
    }
    for (size_t i = 0; i < w->eqs.n; i++) { /* results of a call have names of their own */
        const DaeEquation *eq = &w->eqs.at[i];
        const DaeOperand *o = dae_operands(d, eq);
        DaeShape s = d->shapes.at[eq->shape];
        if (s.nout || s.nholes != 2 || dae_operand_is_const(o[0]) || dae_operand_is_const(o[1])) continue;
        marks[o[0]] |= marks[o[1]];
        marks[o[1]] |= marks[o[0]];
    }
}

/* v, a result of equation `at`, is always `value`: the equation computes a hidden variable instead. */
static void take_result_out(SymWork *w, size_t at, uint32_t hole, double value) {
    Dae *d = w->dae;
    DaeEquation *eq = &w->eqs.at[at];
    DaeVar v = dae_operands(d, eq)[hole];
    DaeVariable copy = d->vars.at[v];
    copy.flags = (uint16_t)((copy.flags & ~(DAE_HAS_START | DAE_FIXED)) | DAE_HIDDEN);
    copy.start = DAE_NO_OPERAND;
    copy.derivative = copy.pre = copy.of = 0;
    DaeVar hidden = dae_add_var(d, &copy);
    sym_grow(w);
    w->role.at[hidden] = w->role.at[v];
    w->role.at[v] &= (uint8_t)~SYM_ROLE_OUT;
    d->operands.at[eq->operands + hole] = hidden;
    DaeEquation fixed = sym_equate(w, v, dae_constant(d, value), eq->origin);
    vec_push(&w->eqs, fixed);
}

/* Results of calls beside derivatives that vanish because of parameters nobody can change (the capacitances of a
 * transistor whose capacitance parameters are zero): then what is multiplied by them does not matter, and is no
 * state. */
static void fold_results(SymWork *w) {
    Dae *d = w->dae;
    if (w->opt.keep_aliases) return;
    uint8_t *beside = base_realloc(NULL, d->vars.n + 1);
    memset(beside, 0, d->vars.n + 1);
    mark_beside_derivatives(w, beside);
    Folding f = {.w = w};
    for (size_t i = 0, n = w->eqs.n; i < n; i++) {
        DaeEquation eq = w->eqs.at[i];
        DaeShape s = d->shapes.at[eq.shape];
        bool wanted = false;
        for (uint32_t k = 0; k < s.nout; k++) wanted |= beside[dae_operands(d, &eq)[k]];
        if (!wanted || !sym_facts(w, eq.shape)->timeless) continue;
        vec_clear(&f.values);
        for (uint32_t k = 0; k < s.nholes; k++) vec_push(&f.values, NAN);
        w->evaluating = dae_operands(d, &eq);
        if (!dae_run_partial(d, s.root, folding_leaf, folding_set, &f)) continue;
        for (uint32_t k = 0; k < s.nout; k++)
            if (f.values.at[k] == 0 && beside[dae_operands(d, &eq)[k]]) take_result_out(w, i, k, 0);
    }
    vec_free(&f.values);
    base_realloc(beside, 0);
}

/* ---- sorting ----------------------------------------------------------------------------------------------------- */

/* A multi-equation gives its outputs, or (w->implicit) some of its arguments are found from outputs
 * known otherwise. */
static bool add_group(SymWork *w, const DaeEquation *eq, uint32_t index, const uint32_t *owner, SymBlocks *out) {
    const Dae *d = w->dae;
    DaeShape s = d->shapes.at[eq->shape];
    VecU32 vars = {0};
    bool plain = true, ok = true;
    for (uint32_t k = 0; k < s.nholes; k++) {
        DaeOperand o = dae_operands(d, eq)[k];
        bool own = !dae_operand_is_const(o) && owner[o] == index;
        plain &= own == (k < s.nout);
        if (own) vec_push(&vars, o);
    }
    SymBlock b = {.system = UINT32_MAX, .eq = *eq};
    if (plain) vec_push(out, b);
    else ok = sym_tear(w, eq, 1, vars.at, (uint32_t)vars.n, out);
    vec_free(&vars);
    return ok;
}

static bool solve_single(SymWork *w, const DaeEquation *eq, uint32_t index, const uint32_t *owner, SymBlocks *out) {
    const Dae *d = w->dae;
    DaeShape s = d->shapes.at[eq->shape];
    SymBlock b = {.system = UINT32_MAX, .eq = *eq};
    if (s.nout) return add_group(w, eq, index, owner, out);
    uint32_t hole = 0;
    while (hole < s.nholes &&
           (dae_operand_is_const(dae_operands(d, eq)[hole]) || owner[dae_operands(d, eq)[hole]] != index))
        hole++;
    BASE_ASSERT(hole < s.nholes);
    DaeVar v = dae_operands(d, eq)[hole];
    bool real = sym_facts(w, eq->shape)->base == DAE_REAL;
    bool linear_unsafe =
        real && sym_occurs(w, eq->shape, hole) == ALG_LINEAR_PARAM && !sym_safe_to_solve(w, eq, hole, false);
    if (!linear_unsafe && sym_solve_eq(w, eq, hole, &b.eq)) {
        vec_push(out, b);
        return true;
    }
    return sym_tear(w, eq, 1, &v, 1, out);
}

static void order_equations(const Dae *d, const DaeEquations *eqs, const uint32_t *owner, uint32_t nvars,
                            uint32_t *order, VecU32 *ends) {
    uint32_t n = (uint32_t)eqs->n;
    uint32_t *off = base_realloc(NULL, (2 * (size_t)n + 2) * sizeof *off), *cnt = off + n + 1;
    for (uint32_t i = 0; i < n; i++) {
        off[i] = eqs->at[i].operands;
        cnt[i] = d->shapes.at[eqs->at[i].shape].nholes;
    }
    sym_components(n, off, cnt, d->operands.at, owner, nvars, order, ends);
    base_realloc(off, 0);
}

bool sym_sort(SymWork *w, const DaeEquations *eqs, const uint32_t *owner, SymBlocks *out) {
    Dae *d = w->dae;
    uint32_t n = (uint32_t)eqs->n, nvars = (uint32_t)d->vars.n;
    uint32_t *order = base_realloc(NULL, ((size_t)n + 1) * sizeof *order);
    VecU32 ends = {0}, vars = {0};
    DaeEquations part = {0};
    bool ok = true;
    order_equations(d, eqs, owner, nvars, order, &ends);
    vec_reserve(out, out->n + ends.n);
    for (size_t c = 0, from = 0; c < ends.n; from = ends.at[c++]) {
        if (ends.at[c] - from == 1) {
            ok &= solve_single(w, &eqs->at[order[from]], order[from], owner, out);
            continue;
        }
        if (base_cancelled(w->ctx)) break;
        vec_clear(&vars);
        vec_clear(&part);
        for (size_t i = from; i < ends.at[c]; i++) {
            const DaeEquation *eq = &eqs->at[order[i]];
            vec_push(&part, *eq);
            for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
                DaeOperand o = d->operands.at[eq->operands + k];
                if (!dae_operand_is_const(o) && o < nvars && owner[o] == order[i]) vec_push(&vars, o);
            }
        }
        ok &= sym_tear(w, part.at, (uint32_t)part.n, vars.at, (uint32_t)vars.n, out);
    }
    base_realloc(order, 0);
    vec_free(&ends);
    vec_free(&vars);
    vec_free(&part);
    return ok && !base_cancelled(w->ctx);
}

/* ---- what is needed when ----------------------------------------------------------------------------------------- */

static void need_operands(const Dae *d, const DaeEquation *eq, uint32_t from, uint8_t *needed) {
    uint32_t n = d->shapes.at[eq->shape].nholes;
    for (uint32_t k = from; k < n; k++) {
        DaeOperand o = d->operands.at[eq->operands + k];
        if (!dae_operand_is_const(o)) needed[o] = 1;
    }
}

typedef struct {
    bool needed, discrete;
    bool helped;         /* an output that translation made changes between events, when the others do */
    DaeVar tick;         /* of the clock that all outputs have, 0 when there is none; DAE_NO_OPERAND before the first */
    DaeVar clock;        /* tick of the first output that has one ... */
    DaeVar first, other; /* ... an output of that clock and one of another, or 0; rather such that have names */
} Outputs;

/* A discrete value that comes from a call or noEvent() of something continuous changes between
 * events too. */
static bool follows_continuously(SymWork *w, const DaeEquation *eq) {
    const Dae *d = w->dae;
    DaeShape s = d->shapes.at[eq->shape];
    if (sym_facts(w, eq->shape)->triggered) return false;
    for (uint32_t k = s.nout; k < s.nholes; k++) {
        DaeOperand o = d->operands.at[eq->operands + k];
        if (dae_operand_is_const(o) || (w->role.at[o] & (SYM_ROLE_PARAM | SYM_ROLE_FROZEN))) continue;
        if (d->vars.at[o].kind == DAE_KIND_CONTINUOUS || d->vars.at[o].kind == DAE_KIND_DERIVATIVE) return true;
    }
    return false;
}

static void look_at_output(const SymWork *w, DaeVar v, const uint8_t *needed, Outputs *o) {
    const Dae *d = w->dae;
    uint64_t partition;
    bool discrete = d->vars.at[v].kind == DAE_KIND_DISCRETE, mapped = false;
    o->needed |= needed[v];
    DaeVar tick = 0;
    if (d->partitions.n && (mapped = base_map_get(&d->partition_of, v, &partition)))
        tick = sym_representative(w, d->partitions.at[partition].tick);
    if (tick == v) tick = 0;             /* the tick itself */
    if (!mapped && v >= w->declared.n) { /* it belongs to what the others belong to */
        o->helped |= !discrete;
        return;
    }
    o->discrete &= discrete;
    if (!o->clock) o->clock = tick;
    DaeVar *known = tick == o->clock ? &o->first : &o->other;
    if (tick && (!*known || (d->vars.at[*known].flags & DAE_HIDDEN))) *known = v;
    o->tick = o->tick == DAE_NO_OPERAND || o->tick == tick ? tick : 0;
}

static Outputs outputs_of(const SymWork *w, const SymBlock *b, const uint8_t *needed) {
    const SymModel *m = w->model;
    const Dae *d = m->dae;
    Outputs o = {.discrete = true, .tick = DAE_NO_OPERAND};
    if (b->system == UINT32_MAX) {
        for (uint32_t k = 0; k < d->shapes.at[b->eq.shape].nout; k++)
            look_at_output(w, dae_operands(d, &b->eq)[k], needed, &o);
        return o;
    }
    const SymSystem *s = &m->systems.at[b->system];
    for (uint32_t i = 0; i < s->n; i++) look_at_output(w, s->unknowns[i], needed, &o);
    for (uint32_t i = 0; i < s->ninner; i++)
        for (uint32_t k = 0; k < d->shapes.at[s->inner[i].shape].nout; k++)
            look_at_output(w, dae_operands(d, &s->inner[i])[k], needed, &o);
    return o;
}

/* Equations of different clocks must be solvable one after the other (MLS 3.6, 16.7.4). */
static void report_clocks(SymWork *w, const Outputs *o) {
    Diag *diag =
        base_error(w->ctx, "SYM0502", sym_span(w->dae, w->dae->vars.at[o->first].origin),
                   "%s and %s belong to different clocks, but depend on each other at the same instant (MLS 16.7.4)",
                   sym_var_text(w, o->first), sym_var_text(w, o->other));
    base_note(w->ctx, diag, sym_span(w->dae, w->dae->vars.at[o->other].origin), "the other variable is declared here");
    base_hint(w->ctx, diag, "use previous() of one of them");
}

/* Backwards from derivatives, crossing functions and asserts.  What only discrete blocks read need
 * not be had between events. */
static void set_flags(SymWork *w) {
    SymModel *m = w->model;
    const Dae *d = m->dae;
    uint8_t *needed = base_realloc(NULL, d->vars.n + 1);
    memset(needed, 0, d->vars.n + 1);
    for (size_t i = 0; i < m->states.n; i++) needed[m->states.at[i].dx] = 1;
    for (size_t i = 0; i < m->relations.n; i++) {
        need_operands(d, &m->relations.at[i].eq, 0, needed);
        if (m->relations.at[i].kind == SYM_REL_TIME) need_operands(d, &m->relations.at[i].time, 1, needed);
    }
    for (size_t i = 0; i < m->actions.n; i++)
        if (dae_has_assert(&d->pool, d->shapes.at[m->actions.at[i].shape].root))
            need_operands(d, &m->actions.at[i], 0, needed);
    for (size_t i = m->blocks.n; i-- > 0;) {
        SymBlock *b = &m->blocks.at[i];
        Outputs o = outputs_of(w, b, needed);
        if (o.other && b->system != UINT32_MAX) report_clocks(w, &o);
        if (o.tick == DAE_NO_OPERAND) o.tick = 0;
        if (o.discrete && !o.tick && b->system == UINT32_MAX && d->vars.at[dae_operands(d, &b->eq)[0]].base != DAE_REAL)
            o.discrete = !follows_continuously(w, &b->eq);
        BASE_ASSERT(o.tick <= SYM_MOST_GUARD);
        b->guard = o.discrete ? o.tick & SYM_MOST_GUARD : 0;
        o.discrete &= b->guard || !o.helped;
        b->flags = o.discrete ? SYM_DISCRETE : o.needed ? SYM_NEEDED : SYM_OUTPUT;
        if (b->flags != SYM_NEEDED) continue;
        if (b->system == UINT32_MAX) {
            need_operands(d, &b->eq, d->shapes.at[b->eq.shape].nout, needed);
            continue;
        }
        const SymSystem *s = &m->systems.at[b->system];
        for (uint32_t k = 0; k < s->n; k++) need_operands(d, &s->residuals[k], 0, needed);
        for (uint32_t k = 0; k < s->ninner; k++) need_operands(d, &s->inner[k], 0, needed);
    }
    base_realloc(needed, 0);
}

static void list_discrete(SymWork *w) {
    const Dae *d = w->dae;
    for (DaeVar v = 1; v < d->vars.n; v++) {
        const DaeVariable *x = &d->vars.at[v];
        if (w->role.at[v] & SYM_ROLE_GONE) continue;
        bool has_pre = x->pre && !(w->role.at[x->pre] & SYM_ROLE_GONE);
        if ((x->kind == DAE_KIND_DISCRETE && (w->role.at[v] & SYM_ROLE_UNKNOWN)) || has_pre)
            vec_push(&w->model->discrete, v);
    }
}

/* ---- the road ---------------------------------------------------------------------------------------------------- */

static void copy_equations(DaeEquations *to, const DaeEquations *from) {
    vec_reserve(to, from->n);
    if (from->n) memcpy(to->at, from->at, from->n * sizeof *from->at);
    to->n = from->n;
}

static void free_work(SymWork *w) {
    vec_free(&w->eqs);
    vec_free(&w->initial);
    base_map_free(&w->past);
    base_map_free(&w->read_past);
    vec_free(&w->found);
    vec_free(&w->weak);
    vec_free(&w->redundant);
    vec_free(&w->role);
    vec_free(&w->declared);
    vec_free(&w->parent);
    base_map_free(&w->constant_of);
    vec_free(&w->is_constant);
    vec_free(&w->facts);
    vec_free(&w->occurrence);
    base_map_free(&w->coefficients);
    base_map_free(&w->linear);
    vec_free(&w->coefficient);
    vec_free(&w->tested);
    base_map_free(&w->inverses);
    vec_free(&w->checks);
    base_map_free(&w->coefficient_value);
    base_map_free(&w->value_inputs);
    base_map_free(&w->reads);
    base_map_free(&w->special_ids);
    vec_free(&w->specials);
    base_map_free(&w->elimination_ids);
    vec_free(&w->eliminations);
    vec_free(&w->loops);
    vec_free(&w->local);
    vec_free(&w->lifted);
    vec_free(&w->values.has);
    vec_free(&w->values.before);
    vec_free(&w->values.at);
}

static void count_scalars(SymModel *m) {
    uint32_t n = 0;
    for (size_t i = 0; i < m->blocks.n; i++) n += m->blocks.at[i].system == UINT32_MAX;
    m->counts.scalar_blocks = n;
    m->counts.shapes_out = (uint32_t)m->dae->shapes.n;
    m->counts.parameters = (uint32_t)m->parameters.n;
}

void sym_flat_equations(SymWork *w, DaeEquations *out) {
    copy_equations(out, &w->dae->equations);
    drop_empty(w->dae, out);
    assignments_to_equations(w, out);
    sym_separate_results(w->dae, out);
}

/* Index reduction found no way.  When the flat model itself is to blame, whoever knows more says so. */
static void explain_failure(SymWork *w, size_t mark) {
    if (!w->opt.unsolvable) return;
    SymFlat flat;
    sym_rows(w, &flat);
    w->opt.unsolvable(w->opt.unsolvable_arg, &flat, mark);
    sym_free_flat(&flat);
}

static bool take_events_out(SymModel *m) {
    sym_read_originals(m->dae);
    if (!sym_events(m)) return false;
    sym_show_events(m);
    return true;
}

/* Those that were taken out of what m's Dae is a copy of. */
static void take_events(SymModel *m, const SymModel *base) {
    for (size_t i = 0; i < base->relations.n; i++) vec_push(&m->relations, base->relations.at[i]);
    for (size_t i = 0; i < base->samples.n; i++) vec_push(&m->samples, base->samples.at[i]);
    sym_show_events(m);
}

/* Events out of the equations, equations and variables in hand, parameters sorted. */
static bool begin(SymWork *w) {
    SymModel *m = w->model;
    Dae *d = w->dae;
    if (w->opt.base) take_events(m, w->opt.base);
    else if (!take_events_out(m)) return false;
    sym_flat_equations(w, &w->eqs);
    copy_equations(&w->initial, &d->initial);
    copy_equations(&m->actions, &d->actions);
    classify(w);
    sym_inputs(w);
    for (size_t v = 0; v < w->role.n; v++)
        vec_push(&w->declared,
                 (uint8_t)(d->vars.at[v].kind | (w->role.at[v] & SYM_ROLE_UNKNOWN ? SYM_DECLARED_UNKNOWN : 0)));
    m->counts.equations = (uint32_t)w->eqs.n;
    return sort_parameters(w);
}

/* The simulation system, with loops of discrete variables broken. */
static bool sort_simulation(SymWork *w, uint32_t **owner, uint32_t *nowner) {
    SymModel *m = w->model;
    for (int round = 0; round < 100; round++) {
        w->collect_loops = round < 99;
        vec_clear(&w->loops);
        if (sym_sort(w, &w->eqs, *owner, &m->blocks)) break;
        if (!w->loops.n) return false;
        vec_clear(&m->blocks);
        vec_clear(&m->systems);
        if (!sym_break_loops(w, owner, nowner)) {
            w->collect_loops = false;
            return sym_sort(w, &w->eqs, *owner, &m->blocks);
        }
    }
    w->collect_loops = false;
    return true;
}

/* A phase is over whose tables were large. */
void sym_trim(const SymWork *w) {
    enum { LARGE = 10000 };
    if (w->dae->vars.n > LARGE) base_trim();
}

static bool translate(SymWork *w) {
    SymModel *m = w->model;
    Dae *d = w->dae;
    uint32_t *owner = NULL;
    if (!begin(w)) return false;
    fold_parameters(w);
    fold_results(w);
    if (base_cancelled(w->ctx)) return false;
    size_t errors = base_error_count(w->ctx);
    sym_alias(w);
    if (base_error_count(w->ctx) > errors) return false; /* starts that contradict each other */
    sym_semilinear(w);
    sym_ground(w);
    sym_read_own_before(w);
    dae_release_scratch(d);
    sym_trim(w);
    m->counts.equations_left = (uint32_t)w->eqs.n;
    sym_divert_results(w);
    for (size_t i = 0; i < w->found.n; i++) {
        SymBlock b = {.system = UINT32_MAX, .eq = w->found.at[i]};
        vec_push(&m->parameters, b);
    }
    size_t mark = base_diag_mark(w->ctx);
    bool ok = sym_reduce_index(w, &owner);
    if (!ok && !w->ctx->stopped) explain_failure(w, mark);
    uint32_t nowner = (uint32_t)d->vars.n;
    ok = ok && sort_simulation(w, &owner, &nowner);
    sym_trim(w);
    ok = ok && sym_initial(w, owner, nowner);
    base_realloc(owner, 0);
    vec_free(&w->eqs); /* sorted into blocks: what follows needs the room */
    vec_free(&w->initial);
    sym_trim(w);
    if (!ok) return false;
    sym_check_inverses(w);
    sym_place_relations(w);
    errors = base_error_count(w->ctx);
    set_flags(w);
    if (base_error_count(w->ctx) > errors) return false;
    list_discrete(w);
    return true;
}

static SymModel *new_model(Dae *d, const SymOptions *options, SymWork *w) {
    SymModel *m = BASE_NEW(d->arena, SymModel);
    m->dae = d;
    m->memo = alg_memo_new(d);
    m->counts.variables = (uint32_t)d->vars.n - 1;
    m->counts.shapes_in = (uint32_t)d->shapes.n;
    *w = (SymWork){.ctx = d->ctx, .dae = d, .memo = m->memo, .model = m};
    if (options) w->opt = *options;
    if (w->opt.max_growth <= 0) w->opt.max_growth = 1e6;
    return m;
}

void sym_free_tables(SymModel *m) {
    vec_free(&m->states);
    vec_free(&m->selections);
    vec_free(&m->aliases);
    vec_free(&m->parameters);
    vec_free(&m->initial);
    vec_free(&m->blocks);
    vec_free(&m->systems);
    vec_free(&m->relations);
    vec_free(&m->samples);
    vec_free(&m->actions);
    vec_free(&m->discrete);
    vec_free(&m->init_guess_fixed);
    vec_free(&m->initial_checks);
    vec_free(&m->initial_conflicts);
    vec_free(&m->tested);
    alg_memo_free(m->memo);
    m->memo = NULL;
}

SymModel *sym_translate_own(Dae *d, const SymOptions *options) {
    SymWork w;
    SymModel *m = new_model(d, options, &w);
    bool ok = translate(&w);
    sym_trim(&w);
    free_work(&w); /* before the pattern, which needs room of its own */
    if (ok && !base_cancelled(d->ctx)) {
        sym_derivative_units(d);
        sym_jacobian(m);
        count_scalars(m);
        return m;
    }
    sym_free_tables(m);
    return NULL;
}

SymModel *sym_translate(const Dae *flat, const SymOptions *options) {
    Dae *d = dae_copy(flat);
    SymModel *m = sym_translate_own(d, options);
    if (!m) dae_free(d);
    return m;
}

SymModel *sym_base(const Dae *flat) {
    SymWork w;
    SymModel *m = new_model(dae_copy(flat), NULL, &w);
    bool ok = take_events_out(m);
    free_work(&w);
    if (ok) return m;
    sym_free(m);
    return NULL;
}

SymFlat *sym_flat(const Dae *flat) {
    SymWork w;
    SymModel *m = new_model(dae_copy(flat), NULL, &w);
    SymFlat *f = NULL;
    if (begin(&w)) {
        w.zero_counts = w.implicit = true; /* as index reduction does when nothing else helps */
        f = BASE_NEW(m->dae->arena, SymFlat);
        sym_rows(&w, f);
        f->model = m;
    }
    free_work(&w);
    if (!f) sym_free(m);
    return f;
}

void sym_free(SymModel *m) {
    if (!m) return;
    sym_free_tables(m);
    dae_free(m->dae); /* and m with it */
}
