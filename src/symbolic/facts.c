/* facts.c - facts about shapes and variables that the graph passes ask for, each found out once.
 *
 * Before: SymWork with dae and memo.  After: unchanged but for caches and new helper shapes.  The
 * symbolic work itself is done by solve.c through the memo; here it is only turned into bits that
 * depend on the operands.
 */
#include "symbolic/symbolic_impl.h"

#include <math.h>
#include <string.h>

enum { KNOWN_BASE = 1, KNOWN_TIMELESS = 2 };

/* Visits every node below e, some twice, when they are few.  1: all visited; 0: visit stopped; -1: too many. */
static int walk_few(const Dae *d, DaeExpr e, bool (*visit)(void *arg, const DaeNode *n), void *arg) {
    enum { FEW = 48 };
    DaeExpr stack[FEW];
    uint32_t n = 0, visits = 0;
    stack[n++] = e;
    while (n) {
        DaeExpr x = stack[--n];
        if (!x) continue;
        const DaeNode *node = dae_at(&d->pool, x);
        if (++visits > FEW || n + node->nargs > FEW) return -1;
        if (!visit(arg, node)) return 0;
        for (uint32_t i = 0; i < node->nargs; i++) stack[n++] = dae_arg(&d->pool, x, i);
    }
    return 1;
}

/* Visits every node below e at least once.  visit returns false to stop; a second visit must change nothing. */
static bool walk(const Dae *d, DaeExpr e, bool (*visit)(void *arg, const DaeNode *n), void *arg) {
    VecU32 stack = {0};
    Map seen = {0};
    int few = walk_few(d, e, visit, arg);
    if (few >= 0) return few;
    bool go_on = true;
    vec_push(&stack, e);
    while (stack.n && go_on) {
        DaeExpr x = vec_pop(&stack);
        uint64_t unused;
        if (!x || base_map_get(&seen, x, &unused)) continue;
        base_map_put(&seen, x, 1);
        const DaeNode *n = dae_at(&d->pool, x);
        go_on = visit(arg, n);
        for (uint32_t i = 0; i < n->nargs; i++) vec_push(&stack, dae_arg(&d->pool, x, i));
    }
    vec_free(&stack);
    base_map_free(&seen);
    return go_on;
}

static bool add_hole(void *arg, const DaeNode *n) {
    if (n->op == DAE_HOLE) *(uint64_t *)arg |= 1ull << (n->id < 63 ? n->id : 63);
    return true;
}

uint64_t sym_holes(const Dae *d, DaeExpr e) {
    uint64_t mask = 0;
    walk(d, e, add_hole, &mask);
    return mask;
}

static bool is_timeless(void *arg, const DaeNode *n) {
    const Dae *d = arg;
    switch (n->op) {
    case DAE_INITIAL:
    case DAE_TERMINAL:
    case DAE_TRIGGER:
    case DAE_SAMPLE:
    case DAE_DELAY:
    case DAE_SPATIAL:
    case DAE_HOMOTOPY: /* not the same all through initialisation */
    case DAE_APPLY:
    case DAE_PARTIAL: return false;
    case DAE_CALL: return d->functions.at[n->id].pure;
    default: return true;
    }
}

static bool is_untriggered(void *arg, const DaeNode *n) {
    (void)arg;
    return n->op != DAE_TRIGGER && n->op != DAE_SAMPLE;
}

const SymFacts *sym_facts(SymWork *w, uint32_t shape) {
    while (w->facts.n <= shape) {
        SymFacts none = {.occurrence = SYM_NONE, .coefficient = SYM_NONE};
        vec_push(&w->facts, none);
    }
    SymFacts *f = &w->facts.at[shape];
    if (f->known) return f;
    const DaeShape *s = &w->dae->shapes.at[shape];
    const DaeNode *root = dae_at(&w->dae->pool, s->root);
    f->base = DAE_VOID;
    if (root->op == DAE_EQUATE) f->base = dae_at(&w->dae->pool, dae_arg(&w->dae->pool, s->root, 0))->base;
    f->timeless = walk(w->dae, s->root, is_timeless, w->dae);
    f->triggered = !walk(w->dae, s->root, is_untriggered, NULL);
    f->occurrence = (uint32_t)w->occurrence.n;
    memset(vec_extend(&w->occurrence, s->nholes), 255, s->nholes);
    f->known = KNOWN_BASE | KNOWN_TIMELESS;
    return f;
}

AlgOccurrence sym_occurs(SymWork *w, uint32_t shape, uint32_t hole) {
    uint32_t at = sym_facts(w, shape)->occurrence + hole;
    if (w->occurrence.at[at] == 255) w->occurrence.at[at] = (uint8_t)alg_occurrence(w->memo, shape, hole);
    return (AlgOccurrence)w->occurrence.at[at];
}

/* ---- linearity through derivative functions ---------------------------------------------------------------------- */

uint32_t sym_value_inputs(SymWork *w, uint32_t g) {
    const Dae *d = w->dae;
    uint64_t known;
    if (base_map_get(&w->value_inputs, g, &known)) return (uint32_t)known;
    uint32_t found = SYM_NONE;
    for (size_t f = 1; f < d->functions.n && found == SYM_NONE; f++)
        for (uint32_t k = 0; k < d->functions.at[f].nderivatives; k++) {
            const DaeDerivative *der = &d->functions.at[f].derivatives[k];
            if (der->function == g && der->order == 1) found = d->functions.at[f].ninputs;
        }
    const char *name = base_str(d->ctx->names, d->functions.at[g].name);
    size_t n = strlen(name);
    if (found == SYM_NONE && n > 2 && strcmp(name + n - 2, "$d") == 0) {
        for (size_t f = 1; f < d->functions.n; f++) {
            const char *other = base_str(d->ctx->names, d->functions.at[f].name);
            if (strlen(other) == n - 2 && strncmp(other, name, n - 2) == 0) found = d->functions.at[f].ninputs;
        }
    }
    base_map_put(&w->value_inputs, g, found);
    return found;
}

enum { FREE, LINEAR, OTHER };

/* Degree in the holes of mask of a call: derivative functions are linear in their derivative
 * inputs. */
static int call_degree(SymWork *w, const DaeNode *n, const int *args) {
    uint32_t values = sym_value_inputs(w, n->id);
    int degree = FREE;
    for (uint32_t k = 0; k < n->nargs; k++) {
        if (args[k] == FREE) continue;
        if (values == SYM_NONE || k < values || args[k] != LINEAR) return OTHER;
        degree = LINEAR;
    }
    return degree;
}

static int node_degree(SymWork *w, const DaeNode *n, const uint8_t *masked, const int *args) {
    int sum = 0, most = 0;
    for (uint32_t k = 0; k < n->nargs; k++) {
        sum += args[k];
        if (args[k] > most) most = args[k];
    }
    switch (n->op) {
    case DAE_HOLE: return masked[n->id] ? LINEAR : FREE;
    case DAE_EQUATE:
    case DAE_ADD:
    case DAE_SUB:
    case DAE_NEG:
    case DAE_ARRAY:
    case DAE_SUM: return most;
    case DAE_MUL: return sum < OTHER ? sum : OTHER;
    case DAE_DIV: return args[1] ? OTHER : args[0];
    case DAE_IF: return args[0] ? OTHER : most;
    case DAE_SMOOTH: return most;
    case DAE_ASSIGN_CALL: return args[0];
    case DAE_INDEX: return sum > args[0] ? OTHER : args[0];
    case DAE_CALL: return call_degree(w, n, args);
    default: return most ? OTHER : FREE;
    }
}

/* Linear in the masked holes (a byte per hole), also where solve.c cannot write the coefficients
 * down: calls of derivative functions, shapes with very many holes. */
bool sym_linear_by_degree(SymWork *w, uint32_t shape, const uint8_t *masked) {
    const DaePool *p = &w->dae->pool;
    DaeWalk walk = {0};
    VEC(int) degree = {0}, args = {0};
    dae_walk(&walk, p, w->dae->shapes.at[shape].root);
    for (uint32_t i = 0; i < walk.n; i++) {
        const DaeNode *n = dae_at(p, walk.at[i]);
        vec_clear(&args);
        vec_reserve(&args, n->nargs + 1);
        for (uint32_t k = 0; k < n->nargs; k++) {
            DaeExpr a = dae_arg(p, walk.at[i], k);
            vec_push(&args, a ? degree.at[dae_walk_slot(&walk, a)] : FREE);
        }
        vec_push(&degree, node_degree(w, n, masked, args.at));
    }
    bool linear = vec_last(&degree) <= LINEAR;
    dae_walk_free(&walk);
    vec_free(&degree);
    vec_free(&args);
    return linear;
}

/* ---- linearity --------------------------------------------------------------------------------------------------- */

/* Cached in w->linear as 1 + index in a table of masks; the mask itself stands in w->coefficients.
 */
bool sym_is_linear(SymWork *w, uint32_t shape, uint64_t mask, uint64_t *coefficients) {
    uint64_t key = base_mix(shape + 1, mask), answer = 0;
    if (w->dae->shapes.at[shape].nholes > 63) return false;
    if (!base_map_get(&w->linear, key, &answer)) {
        uint32_t n = w->dae->shapes.at[shape].nholes;
        DaeExpr *coeff = base_realloc(NULL, (n + 1) * sizeof *coeff), rest = 0;
        memset(coeff, 0, (n + 1) * sizeof *coeff);
        bool scalar = w->dae->shapes.at[shape].nout == 0;
        answer = scalar && alg_linear(w->memo, shape, mask, coeff, &rest);
        uint64_t holes = 0;
        uint8_t masked[64];
        for (uint32_t k = 0; k < 64; k++) masked[k] = mask >> k & 1;
        if (!answer && sym_linear_by_degree(w, shape, masked)) {
            /* the coefficients may read everything else */
            answer = 1;
            holes = ~mask;
        }
        for (uint32_t k = 0; answer && k < n; k++)
            if (coeff[k]) holes |= sym_holes(w->dae, coeff[k]);
        base_map_put(&w->linear, key, answer);
        base_map_put(&w->coefficients, key, holes);
        base_realloc(coeff, 0);
    }
    if (answer && coefficients) (void)base_map_get(&w->coefficients, key, coefficients);
    return answer;
}

bool sym_is_param(const SymWork *w, DaeOperand o) {
    if (dae_operand_is_const(o)) return true;
    return (w->role.at[o] & (SYM_ROLE_PARAM | SYM_ROLE_LATE)) == SYM_ROLE_PARAM;
}

typedef struct {
    SymWork *w;
    const DaeOperand *ops;
} Operands;

static bool operand_leaf(void *arg, const DaeNode *n, double *value) {
    const Operands *x = arg;
    return n->op == DAE_HOLE && sym_operand_value(x->w, x->ops[n->id], value);
}

/* Long sums have more holes than a mask: what the analysis of the shape says of each is enough for one of them. */
static DaeExpr wide_coefficient(SymWork *w, uint32_t shape, uint32_t hole, SymFactor *c) {
    AlgOccurrence occurs = sym_occurs(w, shape, hole);
    c->state = occurs == ALG_LINEAR || occurs == ALG_LINEAR_PARAM ? 2 : 1;
    if (c->state == 1) return 0;
    DaeExpr e = alg_shape_info(w->memo, shape)->partial[hole];
    c->holes = sym_holes(w->dae, e);
    return e;
}

static DaeExpr narrow_coefficient(SymWork *w, uint32_t shape, uint32_t hole, SymFactor *c) {
    DaeExpr coeff[64] = {0}, rest;
    c->state = sym_is_linear(w, shape, 1ull << hole, &c->holes) ? 2 : 1;
    return c->state == 2 && alg_linear(w->memo, shape, 1ull << hole, coeff, &rest) ? coeff[hole] : 0;
}

static SymFactor look_at_coefficient(SymWork *w, uint32_t shape, uint32_t hole) {
    const DaePool *p = &w->dae->pool;
    SymFactor c = {0};
    bool wide = w->dae->shapes.at[shape].nholes > 63;
    c.expr = c.leaf = wide ? wide_coefficient(w, shape, hole, &c) : narrow_coefficient(w, shape, hole, &c);
    if (!c.expr) return c;
    const DaeNode *root = dae_at(p, c.expr);
    c.sign = root->nargs == 0 ? 1 : 0;
    if (root->op == DAE_NEG) {
        c.leaf = dae_arg(p, c.expr, 0);
        c.sign = dae_at(p, c.leaf)->nargs == 0 ? -1 : 0;
    }
    return c;
}

/* A parameter or a constant, or its negative: its value is at hand, and only whether it was listed must be known. */
static double simple_coefficient(SymWork *w, const DaeEquation *eq, uint32_t hole, const SymFactor *c) {
    Operands leaves = {w, dae_operands(w->dae, eq)};
    double x;
    if (!dae_value(&w->dae->pool, c->leaf, operand_leaf, &leaves, &x)) return NAN;
    uint32_t place = eq->operands + hole;
    while (w->tested.n <= place / 32) vec_push(&w->tested, 0);
    if (!(w->tested.at[place / 32] >> place % 32 & 1)) {
        w->tested.at[place / 32] |= 1u << place % 32;
        vec_push(&w->model->tested, ((SymTested){*eq, c->expr, x == 0.0}));
    }
    return c->sign * x;
}

/* key stands for the shape, the hole and the parameters that the coefficient reads. */
static double known_coefficient(SymWork *w, const DaeEquation *eq, uint64_t key, const SymFactor *c) {
    Operands leaves = {w, dae_operands(w->dae, eq)};
    double x = NAN;
    uint64_t bits;
    if (base_map_get(&w->coefficient_value, key, &bits)) {
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    if (c->expr && dae_value(&w->dae->pool, c->expr, operand_leaf, &leaves, &x))
        vec_push(&w->model->tested, ((SymTested){*eq, c->expr, x == 0.0}));
    else x = NAN;
    memcpy(&bits, &x, sizeof bits);
    base_map_put(&w->coefficient_value, key, bits);
    return x;
}

typedef struct {
    const SymWork *w;
    const DaeOperand *ops;
    uint64_t key; /* of the parameters that were met */
} Read;

static bool reads_parameter(void *arg, const DaeNode *n) {
    Read *r = arg;
    if (n->op != DAE_HOLE) return true;
    r->key = base_mix(r->key, r->ops[n->id]);
    return sym_is_param(r->w, r->ops[n->id]);
}

/* Are all holes that the coefficient reads parameters?  *key tells apart which. */
static bool reads_parameters(const SymWork *w, const SymFactor *c, const DaeOperand *ops, uint64_t *key) {
    if (c->holes >> 63) {
        Read r = {w, ops, *key};
        bool all = c->expr && walk(w->dae, c->expr, reads_parameter, &r);
        *key = r.key;
        return all;
    }
    for (uint64_t left = c->holes; left; left &= left - 1) {
        uint32_t k = (uint32_t)__builtin_ctzll(left);
        if (!sym_is_param(w, ops[k])) return false;
        *key = base_mix(*key, ops[k]);
    }
    return true;
}

/* Its entry in w->coefficient: a shape has some once a coefficient is asked for (conditions of thousands of Booleans
 * never are). */
static uint32_t place_of_factor(SymWork *w, uint32_t shape, uint32_t hole) {
    (void)sym_facts(w, shape);
    SymFacts *f = &w->facts.at[shape];
    if (f->coefficient == SYM_NONE) {
        f->coefficient = (uint32_t)w->coefficient.n;
        (void)vec_extend(&w->coefficient, w->dae->shapes.at[shape].nholes);
    }
    return f->coefficient + hole;
}

/* Is the coefficient of the hole made of parameters only?  *value gets what it is with the values
 * they have, NaN when that is not known at translation. */
static bool parameter_coefficient(SymWork *w, const DaeEquation *eq, uint32_t hole, double *value) {
    *value = NAN;
    uint32_t at = place_of_factor(w, eq->shape, hole);
    if (!w->coefficient.at[at].state) {
        SymFactor found = look_at_coefficient(w, eq->shape, hole);
        w->coefficient.at[at] = found;
    }
    SymFactor *c = &w->coefficient.at[at];
    uint64_t key = base_mix(eq->shape + 1, hole);
    if (c->state == 1 || !reads_parameters(w, c, dae_operands(w->dae, eq), &key)) return false;
    if (c->last != key) {
        c->last_value = c->sign ? simple_coefficient(w, eq, hole, c) : known_coefficient(w, eq, key, c);
        c->last = key;
    }
    *value = c->last_value;
    return true;
}

bool sym_coefficient(SymWork *w, const DaeEquation *eq, uint32_t hole, double *value) {
    return parameter_coefficient(w, eq, hole, value) && !isnan(*value);
}

/* With the parameters as they are the hole has no influence. */
static bool known_to_vanish(SymWork *w, const DaeEquation *eq, uint32_t hole) {
    double value;
    return sym_occurs(w, eq->shape, hole) == ALG_LINEAR_PARAM && parameter_coefficient(w, eq, hole, &value) &&
           value == 0.0;
}

bool sym_safe_to_solve(SymWork *w, const DaeEquation *eq, uint32_t hole, bool strict) {
    double value;
    switch (sym_occurs(w, eq->shape, hole)) {
    case ALG_LINEAR: return true;
    case ALG_LINEAR_PARAM:
        return parameter_coefficient(w, eq, hole, &value) && (strict ? fabs(value) > 0.0 : value != 0.0);
    default: return false;
    }
}

bool sym_solve_eq(SymWork *w, const DaeEquation *eq, uint32_t hole, DaeEquation *out) {
    const uint32_t *map = NULL;
    uint32_t shape = alg_solved_shape(w->memo, eq->shape, hole, &map);
    if (shape == UINT32_MAX) return false;
    uint32_t n = w->dae->shapes.at[shape].nholes;
    bool same = true;
    for (uint32_t k = 0; k < n && same; k++) same = map[k] == k;
    *out = (DaeEquation){shape, eq->operands, eq->origin};
    if (!same) { /* else it shares its operands with the equation */
        vec_reserve(&w->dae->operands, w->dae->operands.n + n);
        out->operands = (uint32_t)w->dae->operands.n;
        for (uint32_t k = 0; k < n; k++) vec_push(&w->dae->operands, w->dae->operands.at[eq->operands + map[k]]);
    }
    sym_note_inverse(w, eq, hole, out);
    return true;
}

uint32_t sym_hole_of(const Dae *d, const DaeEquation *eq, DaeVar v) {
    uint32_t n = d->shapes.at[eq->shape].nholes;
    for (uint32_t k = 0; k < n; k++)
        if (d->operands.at[eq->operands + k] == v) return k;
    return SYM_NONE;
}

static DaeEquation two_operands(SymWork *w, DaeOp op, DaeVar lhs, DaeOperand rhs, uint32_t origin) {
    Dae *d = w->dae;
    uint8_t base = d->vars.at[lhs].base;
    uint32_t *shape = &w->pair_shape[op == DAE_ASSIGN][base];
    if (!*shape) {
        DaeExpr sides[2] = {dae_hole(&d->pool, 0, base), dae_hole(&d->pool, 1, base)};
        DaeNode head = {.op = (uint16_t)op, .base = DAE_VOID};
        *shape = 1 + dae_shape_id(d, dae_node(&d->pool, head, sides, 2), 2, op == DAE_ASSIGN ? 1 : 0);
    }
    DaeEquation eq = {*shape - 1, (uint32_t)d->operands.n, origin};
    vec_push(&d->operands, lhs);
    vec_push(&d->operands, rhs);
    return eq;
}

DaeEquation sym_equate(SymWork *w, DaeVar lhs, DaeOperand rhs, uint32_t origin) {
    return two_operands(w, DAE_EQUATE, lhs, rhs, origin);
}

DaeEquation sym_assign(SymWork *w, DaeVar lhs, DaeOperand rhs, uint32_t origin) {
    return two_operands(w, DAE_ASSIGN, lhs, rhs, origin);
}

/* Does the hole count as occurring?  At first arguments that a derivative annotation leaves out do not; when nothing
 * else helps (w->zero_counts) what the bodies of functions read does. */
static bool counts(SymWork *w, uint32_t shape, uint32_t hole) {
    if (sym_occurs(w, shape, hole) != ALG_ABSENT && !w->zero_counts) return true;
    if (!w->zero_counts) return false;
    uint64_t reads = ~0ull;
    if (!base_map_get(&w->reads, shape, &reads)) {
        const AlgShapeInfo *info = alg_shape_info(w->memo, shape);
        if (info->lhs && info->rhs) reads = sym_holes(w->dae, info->lhs) | sym_holes(w->dae, info->rhs);
        base_map_put(&w->reads, shape, reads);
    }
    return reads >> (hole < 63 ? hole : 63) & 1;
}

/* A continuous unknown whose derivative is asked for instead: index reduction will differentiate what contains it. */
static bool is_only_differentiated(const SymWork *w, DaeVar v) {
    uint8_t role = w->role.at[v], kind = w->dae->vars.at[v].kind;
    return (kind == DAE_KIND_CONTINUOUS || kind == DAE_KIND_DERIVATIVE) && (role & SYM_ROLE_DIFFERENTIATED) &&
           (role & SYM_ROLE_UNKNOWN) && !(role & SYM_ROLE_STATE);
}

/* Which unknowns may the scalar equation be solved for?  Not one whose coefficient is zero with the
 * parameters as they are (unless nothing else helps: w->zero_counts).  A Real equation gives Reals
 * (while simulating continuous ones when there are any, unless it comes from a when: that gives its
 * discrete Real), an equation of another type only what stands alone on a side (MLS 3.6, 8.3.1 and
 * appendix B.1). */
static void add_equate_row(SymWork *w, const DaeEquation *eq, const uint8_t *unknown, bool mixed, SymGraph *g) {
    const Dae *d = w->dae;
    uint32_t n = d->shapes.at[eq->shape].nholes;
    uint8_t base = sym_facts(w, eq->shape)->base;
    size_t before = g->col.n;
    bool waits = false;
    for (int discrete = !mixed && sym_facts(w, eq->shape)->triggered; discrete < 2 && !waits; discrete++) {
        for (uint32_t k = 0; k < n; k++) {
            DaeOperand o = d->operands.at[eq->operands + k];
            if (dae_operand_is_const(o)) continue;
            if (!unknown[o]) {
                waits |= is_only_differentiated(w, o);
                continue;
            }
            const DaeVariable *v = &d->vars.at[o];
            if ((base == DAE_REAL) != (v->base == DAE_REAL)) continue;
            bool stepwise = !mixed && v->kind != DAE_KIND_CONTINUOUS && v->kind != DAE_KIND_DERIVATIVE;
            if (base == DAE_REAL && stepwise != (discrete == 1)) continue;
            if (base == DAE_REAL && !counts(w, eq->shape, k)) continue; /* an argument that is not read */
            const uint32_t *map;
            if (base != DAE_REAL && alg_solved_shape(w->memo, eq->shape, k, &map) == UINT32_MAX) continue;
            if (base == DAE_REAL && !w->zero_counts && known_to_vanish(w, eq, k)) continue;
            sym_graph_edge(g, o);
        }
        if (g->col.n > before) break;
    }
    sym_graph_close_row(g);
}

uint32_t sym_add_rows(SymWork *w, const DaeEquation *eq, const uint8_t *unknown, bool mixed, SymGraph *g) {
    uint32_t nout = w->dae->shapes.at[eq->shape].nout;
    if (nout == 0) {
        add_equate_row(w, eq, unknown, mixed, g);
        return 1;
    }
    bool implicit = w->implicit && !sym_facts(w, eq->shape)->triggered;
    uint32_t n = implicit ? w->dae->shapes.at[eq->shape].nholes : nout;
    for (uint32_t k = 0; k < nout; k++) {
        DaeOperand own = w->dae->operands.at[eq->operands + k];
        bool real = w->dae->vars.at[own].base == DAE_REAL && w->dae->vars.at[own].kind != DAE_KIND_DISCRETE;
        if (unknown[own]) sym_graph_edge(g, own);
        for (uint32_t j = nout; real && j < n; j++) {
            DaeOperand o = w->dae->operands.at[eq->operands + j];
            if (dae_operand_is_const(o) || !unknown[o] || w->dae->vars.at[o].base != DAE_REAL) continue;
            if (w->dae->vars.at[o].kind != DAE_KIND_DISCRETE) sym_graph_edge(g, o);
        }
        sym_graph_close_row(g);
    }
    return nout;
}

static bool parameter_leaf(void *arg, const DaeNode *n, double *value) {
    const SymWork *w = arg;
    return n->op == DAE_HOLE && sym_operand_value((SymWork *)w, w->evaluating[n->id], value);
}

/* Where the number of v is kept, or NULL. */
static double *place_of(const SymValues *x, DaeVar v) {
    if (v / 64 >= x->has.n) return NULL;
    uint64_t has = x->has.at[v / 64], bit = 1ull << v % 64;
    if (!(has & bit)) return NULL;
    return &x->at.at[x->before.at[v / 64] + (uint32_t)__builtin_popcountll(has & (bit - 1))];
}

static void note_places(const Dae *d, const DaeEquation *eq, SymValues *x) {
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nout; k++) {
        DaeVar v = dae_operands(d, eq)[k];
        x->has.at[v / 64] |= 1ull << v % 64;
    }
}

/* Room for what the bindings of parameters give. */
static void make_places(SymWork *w) {
    const Dae *d = w->dae;
    SymValues *x = &w->values;
    (void)vec_extend(&x->has, d->vars.n / 64 + 1);
    for (size_t i = 0; i < w->model->parameters.n; i++) {
        const DaeEquation *eq = &w->model->parameters.at[i].eq;
        note_places(d, eq, x);
    }
    for (size_t i = 0; i < w->found.n && w->opt.by_value; i++) note_places(d, &w->found.at[i], x);
    uint32_t n = 0;
    for (size_t i = 0; i < x->has.n; i++) {
        vec_push(&x->before, n);
        n += (uint32_t)__builtin_popcountll(x->has.at[i]);
    }
    vec_reserve(&x->at, n + 1);
    for (uint32_t i = 0; i < n; i++) vec_push(&x->at, NAN);
}

static bool set_parameter(void *arg, uint32_t hole, double value) {
    SymWork *w = arg;
    *place_of(&w->values, w->evaluating[hole]) = value;
    return true;
}

static void find_value(SymWork *w, const DaeEquation *eq) {
    DaeShape s = w->dae->shapes.at[eq->shape];
    w->evaluating = dae_operands(w->dae, eq);
    if (s.nout) (void)dae_run_statement(w->dae, s.root, parameter_leaf, set_parameter, w);
}

/* Values of parameters as they stand in the model, by_value those of what was found to be one too: made when first
 * asked for. */
static void find_values(SymWork *w) {
    make_places(w);
    for (size_t i = 0; i < w->model->parameters.n; i++) find_value(w, &w->model->parameters.at[i].eq);
    for (size_t i = 0; i < w->found.n && w->opt.by_value; i++) find_value(w, &w->found.at[i]);
}

void sym_forget_values(SymWork *w) {
    vec_clear(&w->values.has);
    vec_clear(&w->values.before);
    vec_clear(&w->values.at);
}

bool sym_operand_value(SymWork *w, DaeOperand o, double *value) {
    if (dae_operand_is_const(o)) {
        *value = dae_constant_value(w->dae, o);
        return true;
    }
    if (!w->values.has.n) find_values(w);
    const double *at = place_of(&w->values, o);
    if (!at || isnan(*at)) return false;
    *value = *at;
    return true;
}
