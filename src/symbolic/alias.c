/* alias.c - eliminates variables that are equal to others, to constants or to parameter
 * expressions.
 *
 * Before: w->eqs holds the simulation equations after event extraction, w->role the first
 * classification. After: equations a = b, a = -b, a + b = 0, a = constant, a = expression of
 * parameters are gone; every equation names representatives only; attributes of a class are merged
 * into its representative; model->aliases tells where each eliminated variable is found, w->found
 * computes those that are constant.  When x is an alias of y then der(x) is one of der(y) and
 * pre(x) one of pre(y).
 *
 * The classes are a union-find forest whose links carry a sign.  Putting a sign, a literal or a
 * doubled operand into a shape gives another shape, made once per (shape, substitution) and
 * remembered.
 */
#include "symbolic/symbolic_impl.h"

#include <math.h>
#include <string.h>

/* ---- the forest -------------------------------------------------------------------------------------------------- */

/* Root of v's class as 2*root + (1 when v is its negative).  Halves the path on the way. */
static uint32_t find(SymWork *w, DaeVar v) {
    uint32_t *parent = w->parent.at, at = 2 * v;
    while (parent[at >> 1] >> 1 != at >> 1) {
        uint32_t p = parent[at >> 1];
        parent[at >> 1] = parent[p >> 1] ^ (p & 1);
        at = parent[at >> 1] ^ (at & 1);
    }
    return at;
}

void sym_set_constant(SymWork *w, DaeVar root, DaeOperand value) {
    while (w->is_constant.n <= root / 32) vec_push(&w->is_constant, 0);
    w->is_constant.at[root / 32] |= 1u << root % 32;
    base_map_put(&w->constant_of, root, value);
}

bool sym_constant_of(const SymWork *w, DaeVar root, DaeOperand *value) {
    uint64_t found;
    if (root / 32 >= w->is_constant.n || !(w->is_constant.at[root / 32] >> root % 32 & 1)) return false;
    if (!base_map_get(&w->constant_of, root, &found)) return false;
    *value = (DaeOperand)found;
    return true;
}

static void set_constant(SymWork *w, DaeVar root, double value);

/* The pre value of a variable that goes serves its representative (2*it + sign), which has none yet. */
static bool adopt_pre(SymWork *w, uint32_t rep, DaeVar pre) {
    Dae *d = w->dae;
    DaeVariable *r = &d->vars.at[rep >> 1], *p = &d->vars.at[pre];
    if ((rep & 1) || r->pre || (w->role.at[pre] & SYM_ROLE_GONE)) return false;
    r->pre = pre;
    p->of = rep >> 1;
    p->name = r->name;
    p->origin = r->origin;
    return true;
}

/* What initial equations say of the class of root v (find_past): they give values to pre() of variables that are equal
 * to it, of such as are its negatives, or to the variable itself, of which pre() is asked elsewhere. */
enum { PAST = 1, PAST_OF_NEGATIVE = 2, ANY_PAST = 3, SET_AT_START = 4 };

static uint32_t said_of(const SymWork *w, DaeVar v, uint32_t negative) {
    uint64_t said = 0;
    if (!w->past.n || !base_map_get(&w->past, v, &said)) return 0;
    return (uint32_t)(negative ? (said & PAST) << 1 | (said & PAST_OF_NEGATIVE) >> 1 | (said & SET_AT_START) : said);
}

static bool has_past(const SymWork *w, DaeVar v) { return said_of(w, v, 0) & ANY_PAST; }

static void say(SymWork *w, DaeVar v, uint32_t what) { base_map_put(&w->past, v, said_of(w, v, 0) | what); }

/* pre(v) is an unknown of its own at the start, and an initial equation of a discrete variable gives it a value. */
static void find_past(SymWork *w) {
    const Dae *d = w->dae;
    for (size_t i = 0; i < w->initial.n; i++) {
        const DaeEquation *eq = &w->initial.at[i];
        for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
            DaeOperand o = dae_operands(d, eq)[k];
            if (o == DAE_NO_OPERAND || dae_operand_is_const(o)) continue;
            const DaeVariable *x = &d->vars.at[o];
            DaeVar v = x->kind == DAE_KIND_PRE ? x->of : 0;
            if (v && d->vars.at[v].base != DAE_REAL) say(w, v, PAST);
            if (x->kind == DAE_KIND_DISCRETE && x->base != DAE_REAL && x->pre) say(w, o, SET_AT_START);
        }
    }
}

/* Of which discrete variables with a fixed start does an equation ask what they were before? */
static void find_read_past(SymWork *w) {
    const Dae *d = w->dae;
    for (size_t i = 0; i < w->eqs.n; i++) {
        const DaeOperand *o = dae_operands(d, &w->eqs.at[i]);
        for (uint32_t k = 0; k < d->shapes.at[w->eqs.at[i].shape].nholes; k++) {
            if (o[k] == DAE_NO_OPERAND || dae_operand_is_const(o[k]) || d->vars.at[o[k]].kind != DAE_KIND_PRE) continue;
            DaeVar v = d->vars.at[o[k]].of;
            if (d->vars.at[v].flags & DAE_FIXED) base_map_put(&w->read_past, v, 1);
        }
    }
}

/* Makes root `child` (times sign) a child of `rep`, and their derivatives and pre values with them.
 */
static void link_roots(SymWork *w, DaeVar child, DaeVar rep, uint32_t negative) {
    VecU32 todo = {0};
    vec_push(&todo, child);
    vec_push(&todo, 2 * rep + negative);
    while (todo.n) {
        uint32_t to = vec_pop(&todo);
        DaeVar from = vec_pop(&todo);
        uint32_t a = find(w, from), b = find(w, to >> 1) ^ (to & 1);
        from = a >> 1;
        b ^= a & 1;
        if (from == b >> 1) continue;
        if (said_of(w, from, 0)) say(w, b >> 1, said_of(w, from, b & 1));
        w->parent.at[from] = b;
        w->role.at[from] |= SYM_ROLE_GONE;
        w->role.at[b >> 1] |= w->role.at[from] & SYM_ROLE_OUT;
        DaeVariable v = w->dae->vars.at[from];
        bool fixed_rep = w->role.at[b >> 1] & SYM_ROLE_PARAM;
        uint32_t der_root = v.derivative ? find(w, v.derivative) : 0;
        if (v.derivative && fixed_rep) {
            set_constant(w, der_root >> 1, 0.0);
        } else if (v.derivative && b >> 1 == 0) { /* of time */
            set_constant(w, der_root >> 1, (der_root ^ b) & 1 ? -1.0 : 1.0);
        } else if (v.derivative) {
            DaeVar der = sym_der(w, b >> 1);
            w->role.at[b >> 1] |= w->role.at[from] & SYM_ROLE_DIFFERENTIATED;
            vec_push(&todo, v.derivative);
            vec_push(&todo, 2 * der + (b & 1));
        }
        if (v.pre && !fixed_rep && adopt_pre(w, b, v.pre)) continue;
        if (v.pre) {
            DaeVar pre = fixed_rep ? b >> 1 : dae_pre(w->dae, b >> 1);
            sym_grow(w);
            vec_push(&todo, v.pre);
            vec_push(&todo, 2 * pre + (b & 1));
        }
    }
    vec_free(&todo);
}

/* The class of root has a constant value; its derivatives vanish, its pre values are the same. */
static void set_constant(SymWork *w, DaeVar root, double value) {
    sym_set_constant(w, root, dae_constant(w->dae, value));
    w->role.at[root] |= SYM_ROLE_GONE;
    while (w->dae->vars.at[root].derivative) {
        if (w->dae->vars.at[root].pre)
            sym_set_constant(w, find(w, w->dae->vars.at[root].pre) >> 1, dae_constant(w->dae, value));
        root = find(w, w->dae->vars.at[root].derivative) >> 1;
        value = 0.0;
        sym_set_constant(w, root, dae_constant(w->dae, value));
        w->role.at[root] |= SYM_ROLE_GONE;
    }
    if (w->dae->vars.at[root].pre) {
        DaeVar pre = find(w, w->dae->vars.at[root].pre) >> 1;
        sym_set_constant(w, pre, dae_constant(w->dae, value));
        w->role.at[pre] |= SYM_ROLE_GONE;
    }
}

/* ---- substitution into shapes ------------------------------------------------------------------------------------ */

/* What is put in for a hole: itself, its negative, the small literal code - LITERAL, or the
 * variable of an earlier hole code - SAME_AS (with NEGATED_COPY: its negative). */
enum { KEEP, NEGATE, SAME_AS, LITERAL = 0x50000000, LITERAL_RANGE = 0x0FFF };
static const uint32_t NEGATED_COPY = 0x80000000;

typedef struct {
    SymWork *w;
    const uint32_t *code;
} Substitution;

static DaeExpr negate(DaePool *p, DaeExpr x) {
    return dae_op1(p, dae_at(p, x)->base == DAE_BOOLEAN ? DAE_NOT : DAE_NEG, x);
}

static DaeExpr literal(DaePool *p, uint8_t base, int value) {
    switch (base) {
    case DAE_BOOLEAN: return dae_bool(p, value != 0);
    case DAE_INTEGER: return dae_int(p, value);
    case DAE_ENUM: return dae_enum(p, value);
    default: return dae_real(p, value);
    }
}

static DaeExpr substitute_leaf(void *arg, DaePool *to, const DaePool *from, DaeExpr leaf) {
    const Substitution *s = arg;
    DaeNode n = *dae_at(from, leaf);
    if (n.op != DAE_HOLE) return dae_node(to, n, NULL, 0);
    uint32_t code = s->code[n.id];
    if (code == KEEP) return dae_var(to, n.id, n.base);
    if (code == NEGATE) return negate(to, dae_var(to, n.id, n.base));
    if (code >= LITERAL - LITERAL_RANGE && code <= LITERAL + LITERAL_RANGE)
        return literal(to, n.base, (int)code - LITERAL);
    DaeExpr other = dae_var(to, (code & ~NEGATED_COPY) - SAME_AS, n.base);
    /* The other hole may stand for the negative itself: its own code says so. */
    return code & NEGATED_COPY ? negate(to, other) : other;
}

static uint32_t make_special(SymWork *w, uint32_t shape, const uint32_t *code) {
    Dae *d = w->dae;
    DaeShape s = d->shapes.at[shape];
    DaePool p;
    dae_pool_init(&p);
    Substitution sub = {w, code};
    DaeExpr root = dae_map(&p, &d->pool, s.root, substitute_leaf, &sub);
    if (s.nout == 0) root = alg_simplify(&p, root);
    DaeVar *outs = base_realloc(NULL, (s.nout + 1) * sizeof *outs);
    for (uint32_t k = 0; k < s.nout; k++) outs[k] = k;
    DaeEquation eq = dae_shape(d, &p, root, outs, s.nout, 0);
    base_realloc(outs, 0);
    SymSpecial special = {.shape = eq.shape, .from = shape, .nfrom = s.nholes, .n = d->shapes.at[eq.shape].nholes};
    special.source = base_copy(d->arena, d->operands.at + eq.operands, special.n * sizeof(uint32_t));
    special.code = base_copy(d->arena, code, s.nholes * sizeof *code);
    d->operands.n = eq.operands;
    vec_push(&w->specials, special);
    dae_pool_free(&p);
    return (uint32_t)w->specials.n - 1;
}

static const SymSpecial *find_special(SymWork *w, uint32_t shape, const uint32_t *code, uint32_t n) {
    uint64_t key = base_hash(code, n * sizeof *code, shape + 1), at;
    while (base_map_get(&w->special_ids, key, &at)) {
        const SymSpecial *s = &w->specials.at[at];
        if (s->from == shape && memcmp(s->code, code, n * sizeof *code) == 0) return s;
        key++;
    }
    at = make_special(w, shape, code);
    base_map_put(&w->special_ids, key, at);
    return &w->specials.at[at];
}

/* Reals that simplify a shape, and all values of the other types, become part of it. */
static uint32_t constant_code(SymWork *w, DaeOperand o, uint8_t base) {
    double value = dae_constant_value(w->dae, o);
    if (base == DAE_REAL ? value == 0.0 || value == 1.0 || value == -1.0
                         : value == floor(value) && fabs(value) < LITERAL_RANGE)
        return (uint32_t)(LITERAL + (int)value);
    return KEEP;
}

typedef struct {
    Map first;       /* operand -> first hole that has it */
    uint32_t filled; /* holes entered */
} Seen;

/* The first hole before k with the same operand, or k.  In wide equations (the flows of a common ground) a map is
 * asked. */
static uint32_t earlier_hole(Seen *seen, const uint32_t *ops, uint32_t k) {
    enum { NARROW = 32 };
    if (k < NARROW) {
        uint32_t j = 0;
        while (j < k && ops[j] != ops[k]) j++;
        return j;
    }
    uint64_t first;
    for (; seen->filled < k; seen->filled++)
        if (!base_map_get(&seen->first, ops[seen->filled], NULL))
            base_map_put(&seen->first, ops[seen->filled], seen->filled);
    return base_map_get(&seen->first, ops[k], &first) ? (uint32_t)first : k;
}

/* The same where the first `nout` operands are what a multi-equation computes: what it reads is not one with that. */
static uint32_t earlier_input(Seen *seen, const SymWork *w, const uint32_t *ops, uint32_t k, uint32_t nout) {
    uint32_t j = earlier_hole(seen, ops, k);
    if (j >= nout || j == k || !sym_is_solved_for(w->dae, ops[k])) return j;
    for (j = k < nout ? k : nout; j < k && ops[j] != ops[k];) j++;
    return j;
}

/* force: look for doubled operands and literals even where no operand is eliminated. */
static DaeEquation apply(SymWork *w, DaeEquation eq, bool force) {
    Dae *d = w->dae;
    uint32_t n = d->shapes.at[eq.shape].nholes, nout = d->shapes.at[eq.shape].nout;
    uint32_t small_ops[16];
    uint32_t small_code[16];
    uint32_t *ops = n <= 16 ? small_ops : base_realloc(NULL, n * sizeof *ops);
    uint32_t *code = n <= 16 ? small_code : base_realloc(NULL, n * sizeof *code);
    bool changed = false, special = false;
    Seen seen = {0};
    for (uint32_t k = 0; k < n; k++) {
        DaeOperand o = d->operands.at[eq.operands + k], c;
        code[k] = KEEP;
        ops[k] = o;
        if (dae_operand_is_const(o)) {
            if (force) special |= (code[k] = constant_code(w, o, DAE_REAL)) != KEEP;
            continue;
        }
        uint32_t at = find(w, o);
        if (k >= nout && sym_constant_of(w, at >> 1, &c)) {
            double value = dae_constant_value(d, c);
            bool boolean = d->vars.at[o].base == DAE_BOOLEAN;
            if (at & 1) c = dae_constant(d, boolean ? 1.0 - value : -value);
            ops[k] = c;
            code[k] = constant_code(w, c, d->vars.at[o].base);
            changed = true;
        } else if (at != 2 * o) {
            ops[k] = at >> 1;
            code[k] = at & 1 ? NEGATE : KEEP;
            changed = true;
        }
        if (!(changed || force) || dae_operand_is_const(ops[k])) {
            special |= code[k] != KEEP;
            continue;
        }
        uint32_t j = earlier_input(&seen, w, ops, k, nout);
        if (j < k) code[k] = (SAME_AS + j) | (code[k] == NEGATE ? NEGATED_COPY : 0);
        special |= code[k] != KEEP;
    }
    if (changed && !special) {
        eq.operands = (uint32_t)d->operands.n;
        for (uint32_t k = 0; k < n; k++) vec_push(&d->operands, ops[k]);
    } else if (special) {
        const SymSpecial *s = find_special(w, eq.shape, code, n);
        eq.shape = s->shape;
        eq.operands = (uint32_t)d->operands.n;
        for (uint32_t k = 0; k < s->n; k++)
            vec_push(&d->operands, dae_operand_is_const(s->source[k]) ? s->source[k] : ops[s->source[k]]);
    }
    base_map_free(&seen.first);
    if (ops != small_ops) base_realloc(ops, 0);
    if (code != small_code) base_realloc(code, 0);
    return eq;
}

DaeEquation sym_apply(SymWork *w, DaeEquation eq) { return apply(w, eq, false); }
DaeEquation sym_normalise(SymWork *w, DaeEquation eq) { return apply(w, eq, true); }

/* ---- what an equation says --------------------------------------------------------------------------------------- */

/* For shapes of one or two holes: residual = c[0]*h0 + c[1]*h1 + rest with literal numbers. */
typedef struct {
    enum { UNKNOWN_FORM, NO_FORM, LITERAL_FORM, BOOLEAN_FORM } form;
    double c[2], rest;
} Form;

typedef struct {
    SymWork *w;
    VEC(Form) forms; /* by shape */
    VEC(uint8_t) removed;
    Map definitions; /* shape and operands of x = expression without x -> its operands */
    Map settled;     /* root of a class -> 1 + equation of `by` that says that it is constant */
    DaeEquations by;
    bool aliases_only;
} Pass;

static bool two_sided_form(const Dae *d, uint32_t shape, Form *f) {
    const DaePool *p = &d->pool;
    DaeExpr root = d->shapes.at[shape].root;
    DaeExpr side[2] = {dae_arg(p, root, 0), dae_arg(p, root, 1)};
    bool negative = false;
    int holes = 0;
    for (int i = 0; i < 2; i++) {
        const DaeNode *n = dae_at(p, side[i]);
        if (n->op == DAE_NOT || (n->op == DAE_NEG && n->base == DAE_INTEGER)) {
            negative = !negative;
            side[i] = dae_arg(p, side[i], 0);
            n = dae_at(p, side[i]);
        }
        if (n->op == DAE_HOLE) holes++;
        else if (!dae_is_const(p, side[i], &f->rest)) return false;
    }
    if (holes == 1) f->rest = negative ? f->rest : -f->rest;
    f->c[0] = 1.0;
    f->c[1] = negative ? 1.0 : -1.0;
    f->form = BOOLEAN_FORM;
    /* A Boolean `not constant` has no such form: the flat text has folded it.  x = x says nothing, x = not x is never
     * true. */
    return (holes == 2 && d->shapes.at[shape].nholes == 2) || (holes == 1 && !negative);
}

static const Form *form_of(Pass *p, uint32_t shape) {
    SymWork *w = p->w;
    const Dae *d = w->dae;
    while (p->forms.n <= shape) {
        Form none = {UNKNOWN_FORM, {0, 0}, 0};
        vec_push(&p->forms, none);
    }
    Form f = p->forms.at[shape];
    if (f.form != UNKNOWN_FORM) return &p->forms.at[shape];
    f.form = NO_FORM;
    uint32_t n = d->shapes.at[shape].nholes;
    if (n >= 1 && n <= 2 && d->shapes.at[shape].nout == 0) {
        if (sym_facts(w, shape)->base == DAE_REAL) {
            DaeExpr coeff[2] = {0, 0}, rest = 0;
            if (alg_linear(w->memo, shape, n == 1 ? 1 : 3, coeff, &rest) && coeff[0] &&
                dae_is_const(&d->pool, coeff[0], &f.c[0]) && (!rest || dae_is_const(&d->pool, rest, &f.rest)) &&
                f.c[0] != 0 && (n == 1 || (coeff[1] && dae_is_const(&d->pool, coeff[1], &f.c[1]) && f.c[1] != 0)))
                f.form = LITERAL_FORM;
        } else if (!two_sided_form(d, shape, &f)) {
            f.form = NO_FORM;
        }
    }
    p->forms.at[shape] = f;
    return &p->forms.at[shape];
}

/* ---- choosing representatives ------------------------------------------------------------------------------------ */

static bool is_known(const SymWork *w, DaeVar v) { return !(w->role.at[v] & SYM_ROLE_UNKNOWN); }

static DaeStateSelect state_select(const Dae *d, DaeVar v) {
    return (DaeStateSelect)d->attrs.at[d->vars.at[v].attrs].state_select;
}

/* How much v deserves to represent its class. */
static int rank(const SymWork *w, DaeVar v) {
    const DaeVariable *x = &w->dae->vars.at[v];
    int r = 0;
    if (is_known(w, v)) r += 1 << 12;
    if (x->kind == DAE_KIND_DERIVATIVE) r += 1 << 11;
    if (x->kind == DAE_KIND_DISCRETE) r += 1 << 10;
    if (w->role.at[v] & SYM_ROLE_DIFFERENTIATED) r += 1 << 9;
    if (x->flags & DAE_OUTPUT) r += 1 << 8;
    if (state_select(w->dae, v) == DAE_SS_ALWAYS) r += 1 << 7;
    if (state_select(w->dae, v) == DAE_SS_PREFER) r += 1 << 6;
    if (x->flags & DAE_FIXED) r += 1 << 5;
    if (x->flags & DAE_HAS_START) r += 1 << 4;
    if (!(x->flags & DAE_HIDDEN)) r += 1 << 3;
    if (!(x->flags & DAE_PROTECTED)) r += 1 << 2;
    return r;
}

/* A variable that must not disappear into der(x): it has a wish or a duty of its own. */
static bool is_demanding(const SymWork *w, DaeVar v) {
    return (w->role.at[v] & (SYM_ROLE_DIFFERENTIATED | SYM_ROLE_OUT)) ||
           w->dae->vars.at[v].kind != DAE_KIND_CONTINUOUS || (w->dae->vars.at[v].flags & (DAE_FIXED | DAE_OUTPUT)) ||
           state_select(w->dae, v) >= DAE_SS_PREFER;
}

/* May root c go, represented by r (negative: by -r)? */
static bool may_go(const SymWork *w, DaeVar c, DaeVar r, uint32_t negative) {
    const DaeVariable *x = &w->dae->vars.at[c], *y = &w->dae->vars.at[r];
    if (is_known(w, c) || x->base != y->base || (is_known(w, r) && has_past(w, c))) return false;
    if (x->kind == DAE_KIND_DERIVATIVE) return false;
    if (y->kind == DAE_KIND_DERIVATIVE && is_demanding(w, c)) return false;
    if ((w->role.at[c] & SYM_ROLE_OUT) && (negative || is_known(w, r))) return false;
    /* an output of the model that is no state keeps an equation of its own */
    if ((x->flags & DAE_OUTPUT) && !(w->role.at[c] & SYM_ROLE_DIFFERENTIATED)) return false;
    if ((y->flags & DAE_OUTPUT) && !(w->role.at[r] & SYM_ROLE_DIFFERENTIATED) &&
        (w->role.at[c] & SYM_ROLE_DIFFERENTIATED))
        return false;
    if (y->kind == DAE_KIND_DISCRETE && (w->role.at[c] & SYM_ROLE_DIFFERENTIATED)) return false;
    if (x->kind == DAE_KIND_DISCRETE && y->kind == DAE_KIND_CONTINUOUS) return false;
    if (y->kind == DAE_KIND_PRE && x->pre) return false; /* there is no pre(pre(y)) */
    /* at the start both pre(b) and pre(not b) may be false: each is an unknown of its own, with its own condition; and
     * a latch may be set there although the one that reads it says that it was not */
    uint32_t said[2] = {said_of(w, c, negative), said_of(w, r, 0)};
    if (x->base == DAE_BOOLEAN && ((said[0] | said[1]) & ANY_PAST) == ANY_PAST) return false;
    for (int i = 0; i < 2; i++)
        if ((said[i] & SET_AT_START) && !(said[i] & ANY_PAST) && (said[1 - i] & ANY_PAST)) return false;
    if (negative && x->base != DAE_REAL && x->base != DAE_INTEGER && x->base != DAE_BOOLEAN) return false;
    return true;
}

/* a = b, or a = -b: true when the equation has done its duty. */
static bool unite(SymWork *w, DaeVar a, DaeVar b, uint32_t negative) {
    uint32_t fa = find(w, a), fb = find(w, b);
    negative ^= (fa ^ fb) & 1;
    a = fa >> 1;
    b = fb >> 1;
    if (a == b) return false;
    if (rank(w, a) > rank(w, b) || (rank(w, a) == rank(w, b) && a < b)) {
        DaeVar t = a;
        a = b;
        b = t;
    }
    if (!may_go(w, a, b, negative)) {
        DaeVar t = a;
        a = b;
        b = t;
        if (!may_go(w, a, b, negative)) return false;
    }
    link_roots(w, a, b, negative);
    w->model->counts.alias_removed++;
    return true;
}

/* ---- passes over the equations ----------------------------------------------------------------------------------- */

static bool may_be_constant(const SymWork *w, DaeVar v) {
    const DaeVariable *x = &w->dae->vars.at[v];
    return !is_known(w, v) && x->kind != DAE_KIND_DERIVATIVE && !(w->role.at[v] & SYM_ROLE_OUT) && !has_past(w, v);
}

/* The only unknown of eq, or SYM_NONE when there is another number of them. */
static uint32_t only_unknown(SymWork *w, const DaeEquation *eq, bool *rest_is_param) {
    const DaeOperand *ops = dae_operands(w->dae, eq);
    uint32_t n = w->dae->shapes.at[eq->shape].nholes, unknown = SYM_NONE;
    *rest_is_param = true;
    for (uint32_t k = 0; k < n; k++) {
        if (dae_operand_is_const(ops[k])) continue;
        if (!is_known(w, ops[k])) {
            if (unknown != SYM_NONE) return SYM_NONE;
            unknown = k;
        } else if (!sym_is_param(w, ops[k])) {
            *rest_is_param = false;
        }
    }
    return unknown;
}

/* v is found among the parameters from now on: its start value means nothing any more. */
static void settle_kind(Dae *d, DaeVar v) {
    DaeVariable *x = &d->vars.at[v];
    x->kind = DAE_KIND_PARAMETER;
    x->flags = (uint16_t)((x->flags & ~DAE_HAS_START) | DAE_FINAL | DAE_FIXED);
    x->start = DAE_NO_OPERAND;
}

/* v has turned out to be computed once, before the simulation. */
static void make_parameter(SymWork *w, DaeVar v) {
    DaeVariable x = w->dae->vars.at[v];
    if (x.derivative) set_constant(w, find(w, x.derivative) >> 1, 0.0);
    w->role.at[v] = (uint8_t)((w->role.at[v] & ~(SYM_ROLE_UNKNOWN | SYM_ROLE_OUT)) | SYM_ROLE_PARAM);
    if (x.pre) link_roots(w, x.pre, v, 0);
    settle_kind(w->dae, v);
    w->model->counts.constants_found++;
}

/* v, which has a start value in force, is known from parameters alone: both must agree (MLS 3.6, 8.6).  by: the
 * equation that gives it, or NULL. */
static void check_fixed(SymWork *w, DaeVar v, DaeOperand start, const DaeEquation *by) {
    SymModel *m = w->model;
    DaeEquation check =
        sym_equate(w, v, start == DAE_NO_OPERAND ? dae_constant(w->dae, 0.0) : start, w->dae->vars.at[v].origin);
    if (by) {
        SymConflict c = {(uint32_t)m->initial_checks.n, *by};
        vec_push(&m->initial_conflicts, c);
    }
    vec_push(&m->initial_checks, check);
}

static bool has_fixed_start(const SymWork *w, DaeVar v) {
    const DaeVariable *x = &w->dae->vars.at[v];
    return x->kind == DAE_KIND_CONTINUOUS && (x->flags & DAE_FIXED);
}

/* x = expression of parameters: computed once, before the simulation. */
static bool take_parameter_expression(SymWork *w, const DaeEquation *eq, uint32_t hole) {
    DaeVar v = dae_operands(w->dae, eq)[hole];
    DaeEquation solved;
    if (!may_be_constant(w, v) || !sym_facts(w, eq->shape)->timeless) return false;
    if (sym_facts(w, eq->shape)->base == DAE_REAL && !sym_safe_to_solve(w, eq, hole, false)) return false;
    if (!sym_solve_eq(w, eq, hole, &solved)) return false;
    vec_push(&w->found, solved);
    DaeOperand start = w->dae->vars.at[v].start;
    bool fixed = has_fixed_start(w, v);
    make_parameter(w, v);
    if (fixed) check_fixed(w, v, start, eq);
    return true;
}

/* A call or algorithm that reads parameters only. */
static bool take_parameter_group(SymWork *w, const DaeEquation *eq) {
    DaeShape s = w->dae->shapes.at[eq->shape];
    for (uint32_t k = s.nout; k < s.nholes; k++)
        if (!sym_is_param(w, dae_operands(w->dae, eq)[k])) return false;
    if (!sym_facts(w, eq->shape)->timeless) return false;
    for (uint32_t k = 0; k < s.nout; k++) {
        DaeOperand o = dae_operands(w->dae, eq)[k];
        if (dae_operand_is_const(o) || is_known(w, o) || w->dae->vars.at[o].kind == DAE_KIND_DERIVATIVE) return false;
    }
    vec_push(&w->found, *eq);
    for (uint32_t k = 0; k < s.nout; k++) make_parameter(w, dae_operands(w->dae, eq)[k]);
    return true;
}

/* eq says so. */
static bool take_constant(Pass *p, const DaeEquation *eq, DaeVar v, double value) {
    SymWork *w = p->w;
    if (!may_be_constant(w, v) || !isfinite(value)) return false;
    set_constant(w, find(w, v) >> 1, value);
    vec_push(&p->by, *eq);
    base_map_put(&p->settled, find(w, v) >> 1, p->by.n);
    w->model->counts.constants_found++;
    return true;
}

/* x = expression: the hole of x when it stands alone on the left and nowhere else, else SYM_NONE. */
static uint32_t defined_hole(const Dae *d, uint32_t shape) {
    const DaePool *p = &d->pool;
    DaeExpr root = d->shapes.at[shape].root;
    const DaeNode *left = dae_at(p, dae_arg(p, root, 0));
    if (dae_at(p, root)->op != DAE_EQUATE || left->op != DAE_HOLE || left->base != DAE_REAL || left->id >= 63)
        return SYM_NONE;
    return sym_holes(d, dae_arg(p, root, 1)) >> left->id & 1 ? SYM_NONE : left->id;
}

static bool may_be_state(const SymWork *w, DaeVar v) {
    return (w->role.at[v] & SYM_ROLE_DIFFERENTIATED) || state_select(w->dae, v) >= DAE_SS_PREFER;
}

/* Two variables that equal the same expression equal each other (a relative angle that is declared twice): as two
 * equations they would be two constraints, of which only one means anything. */
static bool take_equal_definition(Pass *p, const DaeEquation *eq) {
    SymWork *w = p->w;
    Dae *d = w->dae;
    uint32_t n = d->shapes.at[eq->shape].nholes, hole = n < 3 ? SYM_NONE : defined_hole(d, eq->shape);
    if (hole == SYM_NONE || !sym_facts(w, eq->shape)->timeless) return false;
    const DaeOperand *ops = dae_operands(d, eq);
    if (dae_operand_is_const(ops[hole]) || d->vars.at[ops[hole]].kind != DAE_KIND_CONTINUOUS) return false;
    uint64_t key = base_mix(eq->shape + 1, hole), at;
    for (uint32_t k = 0; k < n; k++)
        if (k != hole) key = base_mix(key, ops[k]);
    if (!base_map_get(&p->definitions, key, &at)) {
        base_map_put(&p->definitions, key, eq->operands);
        return false;
    }
    const DaeOperand *other = d->operands.at + at; /* of the same shape but for a hash that is equal by chance */
    for (uint32_t k = 0; k < n; k++)
        if (k != hole && (at + n > d->operands.n || other[k] != ops[k])) return false;
    DaeOperand x = other[hole];
    if (dae_operand_is_const(x) || d->vars.at[x].kind != DAE_KIND_CONTINUOUS ||
        find(w, x) >> 1 == find(w, ops[hole]) >> 1)
        return false;
    if (!may_be_state(w, x) || !may_be_state(w, ops[hole])) return false;
    return unite(w, ops[hole], x, 0);
}

typedef struct {
    SymWork *w;
    const DaeOperand *ops;
} ConstantLeaf;

static bool constant_leaf(void *arg, const DaeNode *n, double *value) {
    const ConstantLeaf *x = arg;
    if (n->op != DAE_HOLE) return false;
    DaeOperand o = x->ops[n->id];
    uint32_t at = dae_operand_is_const(o) ? 0 : find(x->w, o);
    if (!dae_operand_is_const(o) && !sym_constant_of(x->w, at >> 1, &o)) return false;
    *value = dae_constant_value(x->w->dae, o) * (at & 1 ? -1 : 1);
    return true;
}

/* The value of a where eq says a = expression of constants: as it is written, rounded like the same expression
 * elsewhere. */
static bool written_value(SymWork *w, const DaeEquation *eq, DaeOperand a, double *value) {
    const DaePool *pool = &w->dae->pool;
    DaeExpr root = w->dae->shapes.at[eq->shape].root;
    ConstantLeaf leaf = {w, dae_operands(w->dae, eq)};
    for (uint32_t side = 0; side < 2; side++) {
        const DaeNode *n = dae_at(pool, dae_arg(pool, root, side));
        if (n->op == DAE_HOLE && leaf.ops[n->id] == a)
            return dae_value(pool, dae_arg(pool, root, 1 - side), constant_leaf, &leaf, value);
    }
    return false;
}

/* Uses eq up when it says something simple. */
static bool consume(Pass *p, const DaeEquation *eq) {
    SymWork *w = p->w;
    const DaeShape *shape = &w->dae->shapes.at[eq->shape];
    if (shape->nout) return !p->aliases_only && take_parameter_group(w, eq);
    if (!shape->nholes) return false; /* nothing is left to be said: diagnosed as an equation too many */
    const Form *f = form_of(p, eq->shape);
    DaeOperand a = dae_operands(w->dae, eq)[0];
    DaeOperand b = shape->nholes == 2 ? dae_operands(w->dae, eq)[1] : DAE_NO_OPERAND;
    if (f->form == LITERAL_FORM || f->form == BOOLEAN_FORM) {
        double c0 = f->c[0], c1 = f->c[1], rest = f->rest;
        if (dae_operand_is_const(a) && shape->nholes == 2) {
            DaeOperand t = a;
            a = b;
            b = t;
            c0 = f->c[1];
            c1 = f->c[0];
        }
        if (dae_operand_is_const(a)) return false;
        if (shape->nholes == 1 || dae_operand_is_const(b)) {
            if (p->aliases_only) return false;
            double value = b == DAE_NO_OPERAND ? 0.0 : dae_constant_value(w->dae, b);
            if (f->form == BOOLEAN_FORM && b != DAE_NO_OPERAND && w->dae->vars.at[a].base == DAE_BOOLEAN)
                return take_constant(p, eq, a, c1 < 0 ? value : 1.0 - value);
            double solved = -(c1 * value + rest) / c0;
            (void)(f->form == LITERAL_FORM && written_value(w, eq, a, &solved));
            return take_constant(p, eq, a, solved);
        }
        if (rest == 0.0 && fabs(c0) == fabs(c1) && unite(w, a, b, c0 == c1)) return true;
    }
    if (p->aliases_only) return false;
    bool rest_is_param;
    uint32_t hole = only_unknown(w, eq, &rest_is_param);
    if (hole != SYM_NONE && rest_is_param && take_parameter_expression(w, eq, hole)) return true;
    return take_equal_definition(p, eq);
}

/* A relation between parameters is decided before the simulation: it is one of them, and no event. */
static bool take_parameter_relation(SymWork *w, const SymRelation *r) {
    Dae *d = w->dae;
    DaeEquation eq = sym_apply(w, r->eq);
    for (uint32_t k = 0; k < d->shapes.at[eq.shape].nholes; k++)
        if (!sym_is_param(w, dae_operands(d, &eq)[k])) return false;
    if (!sym_facts(w, eq.shape)->timeless) return false;
    DaePool p;
    dae_pool_init(&p);
    DaeExpr e = dae_expand(&p, d, &eq);
    DaeExpr sides[2] = {dae_var(&p, r->var, DAE_BOOLEAN),
                        dae_op2(&p, (DaeOp)r->op, dae_arg(&p, e, 0), dae_arg(&p, e, 1))};
    DaeNode head = {.op = DAE_ASSIGN, .base = DAE_VOID};
    DaeVar var = r->var;
    vec_push(&w->found, dae_shape(d, &p, dae_node(&p, head, sides, 2), &var, 1, eq.origin));
    dae_pool_free(&p);
    make_parameter(w, var);
    w->role.at[var] &= (uint8_t)~SYM_ROLE_FROZEN;
    return true;
}

/* A relation between numbers that have turned out to be constant never changes: what depends on it is decided. */
static bool settle_relations(Pass *p) {
    SymWork *w = p->w;
    const DaePool *pool = &w->dae->pool;
    bool any = false;
    /* where the equations are those of one of several modes, relations are the same in all of them */
    for (size_t i = 0; !w->opt.base && i < w->model->relations.n; i++) {
        const SymRelation *r = &w->model->relations.at[i];
        if (r->kind != SYM_REL_STATE || (w->role.at[r->var] & (SYM_ROLE_GONE | SYM_ROLE_PARAM))) continue;
        DaeExpr root = w->dae->shapes.at[r->eq.shape].root;
        ConstantLeaf leaf = {w, dae_operands(w->dae, &r->eq)};
        double a, b;
        if (!dae_value(pool, dae_arg(pool, root, 0), constant_leaf, &leaf, &a) ||
            !dae_value(pool, dae_arg(pool, root, 1), constant_leaf, &leaf, &b)) {
            any |= take_parameter_relation(w, r);
            continue;
        }
        bool holds = r->op == DAE_LT ? a < b : r->op == DAE_LE ? a <= b : r->op == DAE_GT ? a > b : a >= b;
        set_constant(w, r->var, holds);
        any = true;
    }
    return any;
}

/* Too many operands to be an alias: putting in what is known is better done once, when all aliases are. */
static bool is_wide(const SymWork *w, const DaeEquation *eq) {
    enum { WIDE = 64 };
    return w->dae->shapes.at[eq->shape].nholes > WIDE;
}

/* First plain aliases, as the user wrote them; then what constants bring to light.  Passes go
 * forwards and backwards in turn, so that chains of constants in either order take one pass. */
static void run_passes(Pass *p) {
    SymWork *w = p->w;
    bool again = true;
    for (int pass = 0; pass < 10 && again; pass++) {
        p->aliases_only = pass == 0;
        base_map_clear(&p->definitions);
        again = pass == 0;
        for (size_t i = 0; i < w->eqs.n; i++) {
            size_t at = pass & 1 ? w->eqs.n - 1 - i : i;
            if (p->removed.at[at] || (pass == 0 && is_wide(w, &w->eqs.at[at]))) continue;
            size_t operands = w->dae->operands.n;
            DaeEquation eq = sym_apply(w, w->eqs.at[at]);
            if (consume(p, &eq)) p->removed.at[at] = again = true;
            /* more aliases will come: what has been put in until now need not be kept */
            if (pass == 0) w->dae->operands.n = operands;
            else w->eqs.at[at] = eq;
        }
        if (pass > 0 && settle_relations(p)) again = true;
        if (pass > 0 && !again && sym_hidden_constraints(w, p->removed.at)) again = true;
        if (pass == 0)
            w->model->counts.equations_after_alias = w->model->counts.equations - w->model->counts.alias_removed;
    }
    size_t kept = 0; /* a last pass that found nothing has put in all there is */
    for (size_t i = 0; i < w->eqs.n; i++)
        if (!p->removed.at[i]) w->eqs.at[kept++] = again ? sym_apply(w, w->eqs.at[i]) : w->eqs.at[i];
    w->eqs.n = kept;
}

/* ---- attributes -------------------------------------------------------------------------------------------------- */

/* o times sign: of a parameter by way of another, hidden one. */
static DaeOperand signed_operand(SymWork *w, DaeOperand o, uint32_t negative, bool boolean) {
    if (!negative || o == DAE_NO_OPERAND) return o;
    Dae *d = w->dae;
    if (dae_operand_is_const(o)) {
        double value = dae_constant_value(d, o);
        return dae_constant(d, boolean ? 1.0 - value : -value);
    }
    DaeVariable v = d->vars.at[o];
    v.kind = DAE_KIND_PARAMETER;
    v.flags = (uint16_t)((v.flags & ~DAE_HAS_START) | DAE_HIDDEN | DAE_FINAL);
    v.start = DAE_NO_OPERAND;
    v.derivative = v.pre = v.of = 0;
    DaeVar copy = dae_add_var(d, &v);
    sym_grow(w);
    w->role.at[copy] = SYM_ROLE_PARAM;
    DaePool p;
    dae_pool_init(&p);
    DaeExpr sides[2] = {dae_var(&p, copy, v.base), negate(&p, dae_var(&p, o, v.base))};
    DaeNode head = {.op = DAE_ASSIGN, .base = DAE_VOID};
    vec_push(&w->found, dae_shape(d, &p, dae_node(&p, head, sides, 2), &copy, 1, v.origin));
    dae_pool_free(&p);
    return copy;
}

static int depth_of(const Dae *d, DaeVar v) {
    int depth = 0;
    for (DaeName n = d->vars.at[v].name; n; n = d->names.at[n].parent) depth++;
    return depth;
}

/* Was the start value of a set nearer to the top than that of b (MLS 3.6, 8.6.2)? */
static bool more_confident(const Dae *d, DaeVar a, DaeVar b) {
    int depth[2] = {depth_of(d, a), depth_of(d, b)}, level[2];
    for (int i = 0; i < 2; i++) {
        uint16_t given = d->attrs.at[d->vars.at[i ? b : a].attrs].confidence;
        level[i] = given ? given : depth[i];
    }
    return level[0] != level[1] ? level[0] < level[1] : depth[0] < depth[1];
}

static const char *value_text(const SymWork *w, DaeVar v, double value) {
    Text t = {0};
    dae_value_text(w->dae, v, value, 6, &t);
    const char *text = base_strdup(&w->ctx->arena, base_text_str(&t));
    base_text_free(&t);
    return text;
}

static void merge_start(SymWork *w, DaeVar gone, DaeVar rep, uint32_t negative) {
    Dae *d = w->dae;
    DaeVariable *x = &d->vars.at[gone], *r = &d->vars.at[rep];
    if (is_known(w, rep) && !(w->role.at[rep] & SYM_ROLE_FROZEN)) return;
    bool x_fixed = x->flags & DAE_FIXED, r_fixed = r->flags & DAE_FIXED;
    bool x_has = x->flags & DAE_HAS_START, r_has = r->flags & DAE_HAS_START;
    if (!x_fixed && !x_has) return;
    /* the start of a discrete variable is its value before the first event (MLS 3.6, 8.6): that of one may be read by
     * nobody */
    if (x_fixed && r_fixed && x->kind == DAE_KIND_DISCRETE) {
        if (!base_map_get(&w->read_past, gone, NULL)) return;
        r_fixed = base_map_get(&w->read_past, rep, NULL);
    }
    if (x_fixed && r_fixed) {
        double a, b;
        DaeOperand s = x->start;
        bool equal = s == r->start && !negative, known = false;
        if (!equal && s != DAE_NO_OPERAND && r->start != DAE_NO_OPERAND && dae_operand_is_const(s) &&
            dae_operand_is_const(r->start)) {
            a = dae_constant_value(d, s);
            b = dae_constant_value(d, r->start);
            equal = (!negative ? a : x->base == DAE_BOOLEAN ? 1 - a : -a) == b;
            known = true;
        }
        if (equal) return;
        if (known) {
            Diag *diag = base_error(w->ctx, "SYM0101", sym_span(d, x->origin),
                                    "%s is fixed to %s at the start and %s to %s, but %s", sym_var_text(w, gone),
                                    value_text(w, gone, a), sym_var_text(w, rep), value_text(w, rep, b),
                                    !negative                ? "they are equal"
                                    : x->base == DAE_BOOLEAN ? "one is the negation of the other"
                                                             : "one is minus the other");
            dae_about_variable(d, w->ctx, diag, gone);
            base_note(w->ctx, diag, sym_span(d, r->origin), "declared here");
            base_hint(w->ctx, diag, "give both the same value, or remove fixed = true from one of them");
            return;
        }
        Diag *diag = base_warning(w->ctx, "SYM0101", sym_span(d, x->origin),
                                  "the equal variables %s and %s both have fixed start values; that of %s is used",
                                  sym_var_text(w, gone), sym_var_text(w, rep), sym_var_text(w, rep));
        dae_about_variable(d, w->ctx, diag, gone);
        base_note(w->ctx, diag, sym_span(d, r->origin), "declared here");
        base_hint(w->ctx, diag, "remove fixed = true from one of them");
        return;
    }
    if (r_fixed) return;
    if (!x_fixed && r_has && !more_confident(d, gone, rep)) return;
    DaeOperand start = signed_operand(w, x->start, negative, x->base == DAE_BOOLEAN);
    x = &d->vars.at[gone];
    r = &d->vars.at[rep];
    r->start = start;
    r->flags |= x->flags & (DAE_FIXED | DAE_HAS_START);
    uint16_t given = d->attrs.at[x->attrs].confidence;
    DaeAttrs attrs = d->attrs.at[r->attrs];
    attrs.confidence = given ? given : (uint16_t)depth_of(d, gone);
    r->attrs = dae_attrs(d, &attrs);
}

/* One of the equal variables that may be a state is enough. */
static DaeStateSelect merge_select(SymWork *w, DaeVar gone, DaeVar rep, DaeStateSelect a, DaeStateSelect b) {
    static const int level[] = {
        [DAE_SS_NEVER] = 0, [DAE_SS_AVOID] = 1, [DAE_SS_DEFAULT] = 2, [DAE_SS_PREFER] = 3, [DAE_SS_ALWAYS] = 4};
    if ((a == DAE_SS_ALWAYS && b == DAE_SS_NEVER) || (a == DAE_SS_NEVER && b == DAE_SS_ALWAYS))
        dae_about_variable(w->dae, w->ctx,
                           base_warning(w->ctx, "SYM0102", sym_span(w->dae, w->dae->vars.at[gone].origin),
                                        "the equal variables %s and %s have contradicting stateSelect; always is used",
                                        sym_var_text(w, gone), sym_var_text(w, rep)),
                           gone);
    return level[a] > level[b] ? a : b;
}

static DaeOperand tighter(const Dae *d, DaeOperand a, DaeOperand b, bool upper) {
    if (a == DAE_NO_OPERAND) return b;
    if (b == DAE_NO_OPERAND || !dae_operand_is_const(a) || !dae_operand_is_const(b)) return a;
    double x = dae_constant_value(d, a), y = dae_constant_value(d, b);
    return (x < y) == upper ? a : b;
}

static void merge_attributes(SymWork *w, DaeVar gone, DaeVar rep, uint32_t negative) {
    Dae *d = w->dae;
    merge_start(w, gone, rep, negative);
    if (d->vars.at[gone].attrs == d->vars.at[rep].attrs || is_known(w, rep)) return;
    DaeAttrs x = d->attrs.at[d->vars.at[gone].attrs], r = d->attrs.at[d->vars.at[rep].attrs];
    bool numeric = d->vars.at[gone].base == DAE_REAL || d->vars.at[gone].base == DAE_INTEGER;
    if (numeric) {
        DaeOperand lo = negative ? x.max : x.min, hi = negative ? x.min : x.max;
        bool constant_bounds =
            (lo == DAE_NO_OPERAND || dae_operand_is_const(lo)) && (hi == DAE_NO_OPERAND || dae_operand_is_const(hi));
        if (!negative || constant_bounds) {
            r.min = tighter(d, r.min, signed_operand(w, lo, negative, false), false);
            r.max = tighter(d, r.max, signed_operand(w, hi, negative, false), true);
        }
        if (r.nominal == DAE_NO_OPERAND) r.nominal = x.nominal;
        r.state_select =
            (uint16_t)merge_select(w, gone, rep, (DaeStateSelect)x.state_select, (DaeStateSelect)r.state_select);
    }
    d->vars.at[rep].attrs = dae_attrs(d, &r);
}

/* Writes down where eliminated variables are found and moves their attributes. */
static void record(Pass *p) {
    SymWork *w = p->w;
    Dae *d = w->dae;
    size_t n = d->vars.n;
    for (DaeVar v = 1; v < n; v++) {
        if (!(w->role.at[v] & SYM_ROLE_GONE)) continue;
        uint32_t at = find(w, v);
        uint64_t by = 0;
        DaeOperand c;
        if (has_fixed_start(w, v) && (sym_constant_of(w, at >> 1, &c) || (w->role.at[at >> 1] & SYM_ROLE_PARAM))) {
            (void)base_map_get(&p->settled, at >> 1, &by);
            check_fixed(w, v, d->vars.at[v].start, by ? &p->by.at[by - 1] : NULL);
        }
        if (sym_constant_of(w, at >> 1, &c)) {
            double value = dae_constant_value(d, c);
            if (at & 1) value = d->vars.at[v].base == DAE_BOOLEAN ? 1.0 - value : -value;
            vec_push(&w->found, sym_assign(w, v, dae_constant(d, value), d->vars.at[v].origin));
            if (d->vars.at[v].kind == DAE_KIND_CONTINUOUS || d->vars.at[v].kind == DAE_KIND_DISCRETE) settle_kind(d, v);
            w->role.at[v] = SYM_ROLE_PARAM | SYM_ROLE_GONE;
        } else {
            SymAlias alias = {v, at >> 1, at & 1 ? -1 : 1};
            vec_push(&w->model->aliases, alias);
            merge_attributes(w, v, at >> 1, at & 1);
            w->role.at[v] = SYM_ROLE_GONE;
        }
    }
}

/* pre(x) = value, where x has turned out to be constant: nothing asks what it was before the start. */
static bool past_of_constant(SymWork *w, const DaeEquation *eq) {
    const Dae *d = w->dae;
    bool past = false;
    if (d->shapes.at[eq->shape].nout) return false;
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
        DaeOperand o = dae_operands(d, eq)[k], c;
        if (dae_operand_is_const(o) || d->vars.at[o].kind <= DAE_KIND_PARAMETER) continue;
        if (d->vars.at[o].kind != DAE_KIND_PRE || !sym_constant_of(w, find(w, o) >> 1, &c)) return false;
        past = true;
    }
    return past;
}

void sym_alias(SymWork *w) {
    Pass p = {.w = w};
    (void)vec_extend(&p.removed, w->eqs.n);
    w->model->counts.equations_after_alias = (uint32_t)w->eqs.n;
    find_past(w);
    find_read_past(w);
    if (!w->opt.keep_aliases) run_passes(&p);
    size_t kept = 0;
    for (size_t i = 0; i < w->initial.n; i++)
        if (!past_of_constant(w, &w->initial.at[i])) w->initial.at[kept++] = sym_apply(w, w->initial.at[i]);
    w->initial.n = kept;
    SymModel *m = w->model;
    for (size_t i = 0; i < m->actions.n; i++) m->actions.at[i] = sym_apply(w, m->actions.at[i]);
    kept = 0;
    for (size_t i = 0; i < m->relations.n; i++) {
        SymRelation r = m->relations.at[i];
        if (w->role.at[r.var] & SYM_ROLE_PARAM) continue;
        r.eq = sym_apply(w, r.eq);
        if (r.kind == SYM_REL_TIME) r.time = sym_apply(w, r.time);
        m->relations.at[kept++] = r;
    }
    if (kept < m->relations.n) sym_forget_values(w);
    m->relations.n = kept;
    record(&p);
    vec_free(&p.removed);
    vec_free(&p.forms);
    vec_free(&p.by);
    base_map_free(&p.definitions);
    base_map_free(&p.settled);
}
