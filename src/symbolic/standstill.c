/* standstill.c - what does not change at the start, put into the initial system.
 *
 * Before: equations of the initial system.  After: derivatives that conditions make zero, and what follows to be zero
 * from these, are put into the equations around them, and what they multiply is gone from there.  Where no temperature
 * and no pressure changes no mass does, whatever the densities are: flows in and out are equal, and known before these
 * are looked for.  Only zeros of the text count: start values may be changed before a run.
 */
#include "symbolic/symbolic_impl.h"

#include <string.h>

/* A shape with zeros put in for some of its holes. */
typedef struct {
    uint32_t from, shape;
    uint8_t *zero; /* by hole of `from` */
    uint32_t n;    /* holes of shape */
    uint32_t *source;
} Special;

typedef struct {
    SymWork *w;
    DaeEquations *eqs;
    uint8_t *zero; /* by variable; NULL: of none it is known yet */
    Map ids;       /* hash of shape and zeros -> special */
    VEC(Special) specials;
    DaeWalk walk;
} Standstill;

/* A derivative function is linear in derivatives (MLS 3.6, 12.7.1): where all of them are zero, so is its value. */
static bool call_vanishes(const Standstill *s, const DaePool *p, const DaeNode *call, const DaeExpr *args) {
    uint32_t values = call->rank == 0 && call->base == DAE_REAL ? sym_value_inputs(s->w, call->id) : SYM_NONE;
    if (values == SYM_NONE || values >= call->nargs) return false;
    for (uint32_t k = values; k < call->nargs; k++)
        if (!dae_is_real(p, args[k], 0.0)) return false;
    return true;
}

/* The root of a shape over variables, which are the numbers of its holes. */
static DaeExpr put_zeros(Standstill *s, DaePool *to, DaeExpr root, const uint8_t *zero) {
    const DaePool *from = &s->w->dae->pool;
    VecU32 made = {0}, args = {0};
    dae_walk(&s->walk, from, root);
    for (uint32_t i = 0; i < s->walk.n; i++) {
        DaeExpr e = s->walk.at[i], r;
        DaeNode n = *dae_at(from, e);
        vec_clear(&args);
        for (uint32_t k = 0; k < n.nargs; k++) {
            DaeExpr a = dae_arg(from, e, k);
            vec_push(&args, a ? made.at[dae_walk_slot(&s->walk, a)] : 0);
        }
        if (n.op == DAE_HOLE) r = zero[n.id] ? dae_real(to, 0.0) : dae_var(to, n.id, n.base);
        else if (n.nargs == 0) r = dae_node(to, n, NULL, 0);
        else if (n.op == DAE_CALL && call_vanishes(s, to, &n, args.at)) r = dae_real(to, 0.0);
        else r = dae_with_args(to, n, args.at, n.nargs);
        vec_push(&made, r);
    }
    DaeExpr result = made.at[s->walk.n - 1];
    vec_free(&made);
    vec_free(&args);
    return result;
}

static uint64_t make_special(Standstill *s, uint32_t shape, const uint8_t *zero) {
    Dae *d = s->w->dae;
    DaePool p;
    dae_pool_init(&p);
    DaeExpr root = alg_simplify(&p, put_zeros(s, &p, d->shapes.at[shape].root, zero));
    DaeEquation eq = dae_shape(d, &p, root, NULL, 0, 0);
    Special made = {.from = shape, .shape = eq.shape, .n = d->shapes.at[eq.shape].nholes};
    made.source = base_copy(d->arena, d->operands.at + eq.operands, made.n * sizeof *made.source);
    made.zero = base_copy(d->arena, zero, d->shapes.at[shape].nholes);
    d->operands.n = eq.operands;
    dae_pool_free(&p);
    vec_push(&s->specials, made);
    return s->specials.n - 1;
}

static const Special *find_special(Standstill *s, uint32_t shape, const uint8_t *zero) {
    uint32_t n = s->w->dae->shapes.at[shape].nholes;
    uint64_t key = base_hash(zero, n, shape + 1), at;
    for (; base_map_get(&s->ids, key, &at); key++) {
        const Special *known = &s->specials.at[at];
        if (known->from == shape && memcmp(known->zero, zero, n) == 0) return known;
    }
    at = make_special(s, shape, zero);
    base_map_put(&s->ids, key, at);
    return &s->specials.at[at];
}

static bool is_zero(const Standstill *s, DaeOperand o) {
    return dae_operand_is_const(o) ? dae_constant_value(s->w->dae, o) == 0.0 : s->zero && s->zero[o];
}

/* v = 0: which v it says that of, or 0. */
static DaeVar said_zero(const Standstill *s, const DaeEquation *eq) {
    const Dae *d = s->w->dae;
    const DaePool *p = &d->pool;
    DaeExpr root = d->shapes.at[eq->shape].root;
    if (d->shapes.at[eq->shape].nout || dae_at(p, root)->op != DAE_EQUATE) return 0;
    for (uint32_t side = 0; side < 2; side++) {
        DaeExpr e = dae_arg(p, root, side), other = dae_arg(p, root, !side);
        if (dae_at(p, e)->op == DAE_NEG) e = dae_arg(p, e, 0);
        const DaeNode *n = dae_at(p, e), *value = dae_at(p, other);
        if (n->op != DAE_HOLE || n->base != DAE_REAL || dae_operand_is_const(dae_operands(d, eq)[n->id])) continue;
        bool zero = dae_is_real(p, other, 0.0);
        if (value->op == DAE_HOLE && value->id != n->id) zero = is_zero(s, dae_operands(d, eq)[value->id]);
        if (zero) return dae_operands(d, eq)[n->id];
    }
    return 0;
}

/* Zeros put into an equation; true: it says now that a variable is zero of which that was not known. */
static bool look(Standstill *s, uint32_t at) {
    enum { MOST = 64 };
    Dae *d = s->w->dae;
    DaeEquation eq = s->eqs->at[at];
    uint32_t n = d->shapes.at[eq.shape].nholes;
    uint8_t zero[MOST];
    bool any = false;
    if (n > MOST || d->shapes.at[eq.shape].nout || dae_at(&d->pool, d->shapes.at[eq.shape].root)->op != DAE_EQUATE)
        return false;
    for (uint32_t k = 0; k < n; k++) {
        zero[k] = is_zero(s, d->operands.at[eq.operands + k]);
        any |= zero[k] && !dae_operand_is_const(d->operands.at[eq.operands + k]);
    }
    if (!any || said_zero(s, &eq)) return false;
    const Special *found = find_special(s, eq.shape, zero);
    DaeEquation made = {found->shape, (uint32_t)d->operands.n, eq.origin};
    for (uint32_t k = 0; k < found->n; k++) {
        DaeOperand o = found->source[k];
        if (!dae_operand_is_const(o)) o = d->operands.at[eq.operands + o];
        vec_push(&d->operands, o);
    }
    s->eqs->at[at] = made;
    DaeVar v = said_zero(s, &made);
    if (!v || s->zero[v]) return false;
    s->zero[v] = 1;
    return true;
}

/* Derivatives that equations from `first` on say to be zero. */
static void find_zeros(Standstill *s, const DaeEquations *eqs, uint32_t first, VecU32 *out) {
    const Dae *d = s->w->dae;
    for (uint32_t i = first; i < eqs->n; i++) {
        DaeVar v = said_zero(s, &eqs->at[i]);
        if (!v || d->vars.at[v].kind != DAE_KIND_DERIVATIVE || d->vars.at[v].flags & DAE_FIXED) continue;
        vec_push(out, v);
    }
}

bool sym_stand_still(SymWork *w, const DaeEquations *eqs, uint32_t first, DaeEquations *out) {
    enum { MOST_ROUNDS = 20 };
    size_t n = w->dae->vars.n;
    Standstill s = {.w = w, .eqs = out};
    VecU32 zeros = {0};
    find_zeros(&s, eqs, first, &zeros);
    if (zeros.n == 0) return false;
    s.zero = base_realloc(NULL, n + 1);
    memset(s.zero, 0, n + 1);
    for (size_t i = 0; i < zeros.n; i++) s.zero[zeros.at[i]] = 1;
    for (size_t i = 0; i < eqs->n; i++) vec_push(out, eqs->at[i]);
    bool more = true;
    for (int round = 0; round < MOST_ROUNDS && more; round++) {
        more = false;
        for (uint32_t i = 0; i < out->n; i++) more |= look(&s, i);
    }
    vec_free(&zeros);
    base_realloc(s.zero, 0);
    base_map_free(&s.ids);
    vec_free(&s.specials);
    dae_walk_free(&s.walk);
    return true;
}
