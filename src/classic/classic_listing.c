/* classic_listing.c - equations as the papers print them: grouped by submodel, the unknown in brackets, sorted and
 * solved. */
#include "algebra/algebra.h"
#include "classic/classic_impl.h"

#include <string.h>

const GenDialect cls_dialect = {
    .power = "**",
    .condition = GEN_IF_WORDS,
    .relations = {" < ", " <= ", " > ", " >= ", " = ", " <> "},
    .logic = {" and ", " or ", "not ", "True", "False"},
    .functions =
        {
#define ELEMENTARY(op, name, arity, args, rule, c, domain, derivative, inverse, classic) {DAE_##op, classic},
            DAE_ELEMENTARY(ELEMENTARY)
#undef ELEMENTARY
#define OF_SCALARS(op, name, arity, args, rule, base, rank, c, classic) {DAE_##op, classic},
                DAE_OF_SCALARS(OF_SCALARS)
#undef OF_SCALARS
        },
};

typedef struct {
    const ClsModel *m;
    uint32_t group, bracket;
} Place;

static void name_text(void *arg, uint32_t var, Text *out) {
    const Place *n = arg;
    if (var == n->bracket) base_text_char(out, '[');
    cls_var_text(n->m, var, n->group, out);
    if (var == n->bracket) base_text_char(out, ']');
}

static void expr_text(const ClsModel *m, const DaePool *p, DaeExpr e, uint32_t group, uint32_t bracket, Text *out) {
    Place n = {m, group, bracket};
    gen_dialect_expr(&cls_dialect, m->ctx->names, p, e, name_text, &n, out);
}

void cls_expr_text(const ClsModel *m, DaeExpr e, uint32_t group, uint32_t bracket, Text *out) {
    expr_text(m, &m->pool, e, group, bracket, out);
}

void cls_equation_text(const ClsModel *m, const ClsEquation *e, uint32_t bracket, Text *out) {
    if (e->kind == CLS_PROCEDURE) {
        for (uint32_t k = 0; k < dae_at(&m->pool, e->condition)->nargs; k++) {
            if (k) base_text_add(out, ", ");
            cls_expr_text(m, dae_arg(&m->pool, e->condition, k), e->group, CLS_NONE, out);
        }
    } else if (e->kind == CLS_WHEN && m->vars.at[dae_at(&m->pool, e->lhs)->id].kind != CLS_NEXT) {
        base_text_add(out, "init(");
        cls_expr_text(m, e->lhs, e->group, bracket, out);
        base_text_char(out, ')');
    } else {
        cls_expr_text(m, e->lhs, e->group, bracket, out);
    }
    base_text_add(out, " = ");
    cls_expr_text(m, e->rhs, e->group, bracket, out);
}

/* A line with the group in the first column when it is another one than before. */
static void begin(const ClsModel *m, uint32_t group, uint32_t *last, Text *out) {
    size_t from = out->n;
    if (group != *last) cls_instance_text(m, group, out);
    do base_text_char(out, ' ');
    while (out->n < from + 9);
    *last = group;
}

static void list_one(const ClsModel *m, const ClsEquation *e, uint32_t bracket, uint32_t *group, Text *out) {
    if (e->kind == CLS_PROCEDURE && dae_at(&m->pool, e->rhs)->value.i) return; /* one line for all results */
    begin(m, e->group, group, out);
    if (e->kind == CLS_WHEN) {
        base_text_add(out, "when ");
        cls_expr_text(m, e->condition, e->group, CLS_NONE, out);
        base_text_add(out, " then ");
    }
    cls_equation_text(m, e, bracket, out);
    if (e->kind == CLS_WHEN) base_text_add(out, " endwhen");
    base_text_char(out, '\n');
}

void cls_list_equations(ClsModel *m, const ClsEquations *e, uint32_t first, bool brackets, Text *out) {
    uint32_t group = CLS_NONE;
    for (size_t i = first; i < e->n; i++) list_one(m, &e->at[i], brackets ? e->at[i].var : CLS_NONE, &group, out);
}

/* ---- sorted and solved ------------------------------------------------------------------------------------------- */

typedef struct {
    const ClsModel *m;
    DaePool *p;
} Zeros;

static DaeExpr zero_leaf(void *arg, uint32_t var) {
    const Zeros *z = arg;
    return z->m->zero.at[var] ? dae_real(z->p, 0) : 0;
}

DaeExpr cls_explicit(ClsModel *m, const ClsEquation *e, DaePool *p) {
    bool copy = p != &m->pool;
    DaeExpr r = copy ? cls_copy(p, &m->pool, e->rhs) : e->rhs;
    if (e->kind == CLS_PROCEDURE) return r;
    DaeExpr l = copy ? cls_copy(p, &m->pool, e->lhs) : e->lhs;
    if (m->evaluate) {
        Zeros z = {m, p};
        const DaeNode *left = dae_at(p, l);
        if (!(left->op == DAE_VAR && left->id == e->var)) l = cls_substitute(p, l, true, zero_leaf, &z);
        r = cls_substitute(p, r, true, zero_leaf, &z);
    }
    const ClsVar *v = &m->vars.at[e->var];
    return alg_solve_as_written(p, l, r, e->var, v->set && v->value < 0); /* the guess chooses the root */
}

static void mark(void *arg, uint32_t var) { ((uint8_t *)arg)[var] = 1; }

/* Blocks that outputs, state derivatives, discrete variables or when-clauses depend on. */
static uint8_t *find_needed(ClsModel *m) {
    uint8_t *needed = base_realloc(NULL, m->blocks.n + 1), *wanted = base_realloc(NULL, m->vars.n);
    memset(wanted, 0, m->vars.n);
    memset(needed, 0, m->blocks.n + 1);
    bool any = false;
    for (uint32_t v = 1; v < m->vars.n; v++) {
        const ClsVar *x = &m->vars.at[v];
        wanted[v] = x->kind == CLS_NEXT || (x->kind == CLS_OUTPUT && x->instance == 0) ||
                    (x->kind == CLS_DERIVATIVE && m->vars.at[x->of].role != CLS_UNKNOWN);
        any |= wanted[v] && m->owner.at[v] != CLS_NONE;
    }
    for (size_t i = 0; i < m->active.n; i++)
        if (m->active.at[i].kind == CLS_WHEN) {
            cls_each_var(&m->pool, m->active.at[i].rhs, mark, wanted);
            cls_each_var(&m->pool, m->active.at[i].condition, mark, wanted);
        }
    for (size_t b = m->blocks.n; b--;) {
        const ClsBlock *k = &m->blocks.at[b];
        needed[b] = !any;
        for (uint32_t i = 0; i < k->n; i++) needed[b] |= wanted[m->active.at[m->order.at[k->first + i]].var];
        for (uint32_t i = 0; i < k->n && needed[b]; i++) {
            uint32_t e = m->order.at[k->first + i];
            for (uint32_t j = m->start.at[e]; j < m->start.at[e + 1]; j++) {
                uint32_t v = m->incidence.at[j] & ~CLS_ORDER_ONLY;
                if (!m->zero.at[v]) wanted[v] = 1;
            }
        }
        if (k->n == 1 && m->active.at[m->order.at[k->first]].zero) needed[b] = 0;
    }
    base_realloc(wanted, 0);
    return needed;
}

static void list_matrix(ClsModel *m, const ClsLinear *s, Text *out) {
    for (uint32_t r = 0; r < s->n; r++) {
        for (uint32_t c = 0; c < s->n; c++) {
            DaeExpr e = s->a[r * s->n + c];
            if (!e) continue;
            base_text_printf(out, "         A(%u,%u) = ", r + 1, c + 1);
            cls_expr_text(m, e, 0, CLS_NONE, out);
            base_text_char(out, '\n');
        }
        if (!s->b[r]) continue;
        base_text_printf(out, "         b(%u) = ", r + 1);
        cls_expr_text(m, s->b[r], 0, CLS_NONE, out);
        base_text_char(out, '\n');
    }
}

static void list_solution(ClsModel *m, const ClsBlock *k, const ClsLinear *s, bool sub_expr, uint32_t *q, Text *out) {
    DaePool *p = &m->pool;
    DaeExpr den = s->denominator;
    base_text_add(out, "SOLVED SYSTEM OF EQUATIONS\n");
    double x;
    if (sub_expr && !dae_is_const(p, den, &x)) {
        Text name = {0};
        base_text_printf(&name, "Q%u", ++*q);
        base_text_printf(out, "         %s = ", base_text_str(&name));
        cls_expr_text(m, den, 0, CLS_NONE, out);
        base_text_char(out, '\n');
        den = dae_text(p, base_name(m->ctx->names, base_text_str(&name)));
        base_text_free(&name);
    }
    for (uint32_t i = 0; i < k->n; i++) {
        base_text_add(out, "         ");
        cls_var_text(m, m->active.at[m->order.at[k->first + i]].var, 0, out);
        base_text_add(out, " = ");
        cls_expr_text(m, dae_op2(p, DAE_DIV, s->numerator[i], den), 0, CLS_NONE, out);
        base_text_char(out, '\n');
    }
}

static void list_system(ClsModel *m, const ClsBlock *k, const ClsListing *o, uint32_t *q, Text *out) {
    base_text_printf(out, "SYSTEM OF %u SIMULTANEOUS EQUATIONS\nUNKNOWN VARIABLES\n", k->n);
    for (uint32_t i = 0; i < k->n; i++) {
        base_text_add(out, "         ");
        cls_var_text(m, m->active.at[m->order.at[k->first + i]].var, 0, out);
        base_text_char(out, '\n');
    }
    base_text_add(out, "EQUATIONS\n");
    uint32_t group = CLS_NONE;
    for (uint32_t i = 0; i < k->n; i++) {
        const ClsEquation *e = &m->active.at[m->order.at[k->first + i]];
        list_one(m, e, e->var, &group, out);
    }
    Arena arena = {0};
    ClsLinear s;
    if (cls_linear(m, k, o->solve_linear, &arena, &s)) {
        if (s.denominator && o->solve_linear) list_solution(m, k, &s, o->sub_expr, q, out);
        else if (o->matrix || o->solve_linear) list_matrix(m, &s, out);
    }
    base_free_arena(&arena);
    base_text_add(out, "END OF SYSTEM OF SIMULTANEOUS EQUATIONS\n");
}

void cls_list_solved(ClsModel *m, const ClsListing *o, Text *out) {
    uint32_t group = CLS_NONE, q = 100;
    uint8_t *needed = m->evaluate ? find_needed(m) : NULL;
    DaePool scratch; /* solved equations are printed and forgotten: what is small stays in the cache */
    dae_pool_init(&scratch);
    DaePoolMark empty = dae_pool_mark(&scratch);
    base_text_add(out, "SORTED AND SOLVED EQUATIONS\n");
    for (size_t b = 0; b < m->blocks.n; b++) {
        const ClsBlock *k = &m->blocks.at[b];
        const ClsEquation *e = &m->active.at[m->order.at[k->first]];
        if (needed && !needed[b]) continue;
        dae_pool_release(&scratch, empty);
        DaeExpr value = k->n == 1 ? cls_explicit(m, e, &scratch) : 0;
        if (!value) {
            list_system(m, k, o, &q, out);
            group = CLS_NONE;
        } else if (e->kind == CLS_PROCEDURE) {
            list_one(m, e, CLS_NONE, &group, out);
        } else {
            begin(m, e->group, &group, out);
            cls_var_text(m, e->var, e->group, out);
            base_text_add(out, " = ");
            expr_text(m, &scratch, value, e->group, CLS_NONE, out);
            base_text_char(out, '\n');
        }
    }
    dae_pool_free(&scratch);
    for (size_t i = 0; i < m->active.n; i++)
        if (m->active.at[i].kind == CLS_WHEN) list_one(m, &m->active.at[i], CLS_NONE, &group, out);
    base_text_add(out, "END OF SORTED AND SOLVED EQUATIONS\n");
    if (needed) base_realloc(needed, 0);
}

/* ---- everything put into everything ------------------------------------------------------------------------------ */

typedef struct {
    ClsModel *m;
    DaeExpr *value; /* by variable, 0: not known */
} Values;

static DaeExpr value_leaf(void *arg, uint32_t var) { return ((Values *)arg)->value[var]; }

void cls_list_reduced(ClsModel *m, Text *out) {
    Arena arena = {0};
    Values v = {m, BASE_ARRAY(&arena, DaeExpr, m->vars.n)};
    for (size_t b = 0; b < m->blocks.n; b++) {
        const ClsBlock *k = &m->blocks.at[b];
        const ClsEquation *e = &m->active.at[m->order.at[k->first]];
        DaeExpr value = k->n == 1 && e->kind == CLS_EQUATION ? cls_explicit(m, e, &m->pool) : 0;
        ClsLinear s = {0};
        if (value) v.value[e->var] = cls_substitute(&m->pool, value, true, value_leaf, &v);
        else if (cls_linear(m, k, true, &arena, &s) && s.denominator)
            for (uint32_t i = 0; i < k->n; i++) {
                DaeExpr x = dae_op2(&m->pool, DAE_DIV, s.numerator[i], s.denominator);
                v.value[m->active.at[m->order.at[k->first + i]].var] =
                    cls_substitute(&m->pool, x, true, value_leaf, &v);
            }
    }
    for (uint32_t i = 1; i < m->vars.n; i++) {
        const ClsVar *x = &m->vars.at[i];
        bool wanted = (x->kind == CLS_OUTPUT && x->instance == 0) ||
                      (x->kind == CLS_DERIVATIVE && m->vars.at[x->of].role != CLS_UNKNOWN);
        if (!wanted || !v.value[i]) continue;
        cls_var_text(m, i, CLS_NONE, out);
        base_text_add(out, " = ");
        cls_expr_text(m, v.value[i], CLS_NONE, CLS_NONE, out);
        base_text_char(out, '\n');
    }
    base_free_arena(&arena);
}

/* How many systems of each size, the largest last; single equations that have to be iterated count as systems of
 * one. */
void cls_list_systems(ClsModel *m, Text *out) {
    Arena arena = {0};
    uint32_t *count = BASE_ARRAY(&arena, uint32_t, m->active.n + 2), systems = 0, largest = 0;
    DaePool scratch;
    dae_pool_init(&scratch);
    for (size_t b = 0; b < m->blocks.n; b++) {
        const ClsBlock *k = &m->blocks.at[b];
        if (k->n == 1 && cls_explicit(m, &m->active.at[m->order.at[k->first]], &scratch)) continue;
        count[k->n]++;
        systems++;
        if (k->n > largest) largest = k->n;
    }
    dae_pool_free(&scratch);
    base_text_printf(out, "%zu equation%s", m->equations.n, m->equations.n == 1 ? "" : "s");
    if (m->active.n != m->equations.n) base_text_printf(out, ", %zu after elimination", m->active.n);
    base_text_printf(out, "\n%u system%s of simultaneous equations\n", systems, systems == 1 ? "" : "s");
    for (uint32_t n = 1; n <= largest; n++)
        if (count[n]) base_text_printf(out, "  %u of %u equation%s\n", count[n], n, n == 1 ? "" : "s");
    base_free_arena(&arena);
}
