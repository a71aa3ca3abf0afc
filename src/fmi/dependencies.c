/* dependencies.c - what outputs, derivatives and initial values of a model rest on, and how.
 *
 * Before: sorted blocks.  After: for every variable the knowns that reach it (states and inputs while it runs; start
 * values, parameters and inputs when it begins), with the kind of the dependence: the weakest promise on any path.
 */
#include "fmi/fmi_impl.h"

#include <string.h>

enum { MOST_CELLS = 60000000 }; /* variables times knowns: beyond that nothing is said, which means: on all */

typedef struct {
    const FmiModel *m;
    const Dae *d;
    uint32_t nknown;
    uint8_t *cells; /* by variable, by known: FmiDependence */
    uint32_t *of;   /* by variable: its row in cells, UINT32_MAX: rests on nothing known */
    uint32_t nrows;
    bool initial;
    bool changed;
} Depend;

static uint8_t *row(Depend *x, DaeVar v) { return x->cells + (size_t)x->of[v] * x->nknown; }

static void begin_row(Depend *x, DaeVar v) {
    if (x->of[v] != UINT32_MAX) return;
    x->of[v] = x->nrows++;
    x->changed = true;
}

static void add(Depend *x, DaeVar to, DaeVar from, uint8_t kind) {
    if (x->of[from] == UINT32_MAX || to == from) return;
    begin_row(x, to);
    uint8_t *a = row(x, to);
    const uint8_t *b = row(x, from);
    for (uint32_t k = 0; k < x->nknown; k++) {
        if (!b[k]) continue;
        uint8_t kind_here = b[k] > kind ? b[k] : kind;
        if (kind_here <= a[k]) continue;
        a[k] = kind_here;
        x->changed = true;
    }
}

/* ---- one equation ------------------------------------------------------------------------------------------------ */

/* How a factor changes that stands before something. */
static uint8_t level(const Depend *x, DaeOperand o) {
    if (dae_operand_is_const(o)) return FMI_DEPENDS_CONSTANT;
    const DaeVariable *v = &x->d->vars.at[o];
    if (v->kind == DAE_KIND_CONSTANT) return FMI_DEPENDS_CONSTANT;
    if (v->kind == DAE_KIND_PARAMETER) return x->m->tunable[o] ? FMI_DEPENDS_TUNABLE : FMI_DEPENDS_FIXED;
    if (v->kind == DAE_KIND_DISCRETE || v->kind == DAE_KIND_PRE || v->base != DAE_REAL) return FMI_DEPENDS_DISCRETE;
    return FMI_DEPENDS;
}

static uint8_t worst(uint8_t a, uint8_t b) { return a > b ? a : b; }

/* Node by node: how[i] says how it follows hole `hole` (0: not at all), size[i] how a factor made of it changes. */
static uint8_t node_kind(const DaePool *p, DaeExpr e, const DaeWalk *w, const uint8_t *how, const uint8_t *size) {
    const DaeNode *n = dae_at(p, e);
    uint32_t a = n->nargs > 0 ? dae_walk_slot(w, dae_arg(p, e, 0)) : UINT32_MAX;
    uint32_t b = n->nargs > 1 ? dae_walk_slot(w, dae_arg(p, e, 1)) : UINT32_MAX;
    bool two = a != UINT32_MAX && b != UINT32_MAX;
    switch ((DaeOp)n->op) {
    case DAE_NEG: return a == UINT32_MAX ? FMI_DEPENDS : how[a];
    case DAE_ADD:
    case DAE_SUB:
        if (two) return worst(how[a], how[b]);
        break;
    case DAE_MUL:
        if (two && !(how[a] && how[b])) return how[a] ? worst(how[a], size[b]) : worst(how[b], size[a]);
        break;
    case DAE_DIV:
        if (two && !how[b]) return worst(how[a], size[b]);
        break;
    default: break;
    }
    return FMI_DEPENDS;
}

/* How the result of `y := expression` follows its hole. */
static uint8_t equation_kind(const Depend *x, const DaeEquation *eq, uint32_t hole) {
    const DaePool *p = &x->d->pool;
    const DaeShape *s = &x->d->shapes.at[eq->shape];
    const DaeNode *root = dae_at(p, s->root);
    if (x->initial || root->op != DAE_ASSIGN || s->nout != 1) return FMI_DEPENDS;
    DaeWalk w = {0};
    dae_walk(&w, p, dae_arg(p, s->root, 1));
    if (w.n > 60) {
        dae_walk_free(&w);
        return FMI_DEPENDS;
    }
    uint8_t how[64] = {0}, size[64] = {0};
    const DaeOperand *o = dae_operands(x->d, eq);
    for (uint32_t i = 0; i < w.n; i++) {
        const DaeNode *n = dae_at(p, w.at[i]);
        if (n->op == DAE_HOLE) {
            how[i] = n->id == hole ? FMI_DEPENDS_CONSTANT : 0;
            size[i] = level(x, o[n->id]);
            continue;
        }
        bool touched = false;
        size[i] = FMI_DEPENDS_CONSTANT;
        for (uint32_t k = 0; k < n->nargs; k++) {
            uint32_t slot = dae_walk_slot(&w, dae_arg(p, w.at[i], k));
            if (slot == UINT32_MAX) continue;
            touched |= how[slot] != 0;
            size[i] = worst(size[i], size[slot]);
        }
        how[i] = touched ? node_kind(p, w.at[i], &w, how, size) : 0;
    }
    uint8_t kind = w.n ? how[w.n - 1] : 0;
    dae_walk_free(&w);
    return kind ? kind : FMI_DEPENDS;
}

static void equation(Depend *x, const DaeEquation *eq) {
    const DaeOperand *o = dae_operands(x->d, eq);
    const DaeShape *s = &x->d->shapes.at[eq->shape];
    for (uint32_t k = s->nout; k < s->nholes; k++) {
        if (dae_operand_is_const(o[k]) || x->of[o[k]] == UINT32_MAX) continue;
        uint8_t kind = equation_kind(x, eq, k);
        for (uint32_t j = 0; j < s->nout; j++) add(x, o[j], o[k], kind);
    }
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

static void reads_of(Depend *x, const DaeEquation *eq, DaeVar to) {
    const DaeOperand *o = dae_operands(x->d, eq);
    for (uint32_t k = 0; k < x->d->shapes.at[eq->shape].nholes; k++)
        if (!dae_operand_is_const(o[k])) add(x, to, o[k], FMI_DEPENDS);
}

/* All unknowns of a system rest on all that it reads: the first one collects, the others take from it. */
static void system_of(Depend *x, const SymSystem *s) {
    if (!s->n) return;
    DaeVar first = s->unknowns[0];
    for (uint32_t k = 0; k < s->ninner; k++) reads_of(x, &s->inner[k], first);
    for (uint32_t k = 0; k < s->n; k++) reads_of(x, &s->residuals[k], first);
    for (uint32_t k = 1; k < s->n; k++) add(x, s->unknowns[k], first, FMI_DEPENDS);
    for (uint32_t k = 0; k < s->ninner; k++)
        for (uint32_t j = 0; j < x->d->shapes.at[s->inner[k].shape].nout; j++)
            add(x, dae_operands(x->d, &s->inner[k])[j], first, FMI_DEPENDS);
}

static void blocks_of(Depend *x, const SymBlocks *blocks) {
    for (size_t i = 0; i < blocks->n; i++) {
        const SymBlock *b = &blocks->at[i];
        if (b->system == UINT32_MAX) equation(x, &b->eq);
        else system_of(x, &x->m->sym->systems.at[b->system]);
    }
}

/* Relations keep their values between events; at events they follow what they compare. */
static void relations_of(Depend *x) {
    for (size_t i = 0; i < x->m->sym->relations.n; i++) {
        const SymRelation *r = &x->m->sym->relations.at[i];
        if (r->eq.shape < x->d->shapes.n) reads_of(x, &r->eq, r->var);
    }
}

static void pass(Depend *x) {
    x->changed = false;
    if (x->initial) blocks_of(x, &x->m->sym->parameters);
    blocks_of(x, x->initial ? &x->m->sym->initial : &x->m->sym->blocks);
    relations_of(x);
}

/* ---- the answer -------------------------------------------------------------------------------------------------- */

static bool is_known(const FmiVariable *f, bool initial) {
    if (f->reference != 2 * f->var && !(f->clock && f->causality == FMI_INPUT)) return false;
    if (f->causality == FMI_INPUT) return true;
    if (!initial) return f->state;
    return f->causality == FMI_PARAMETER || f->initial == FMI_EXACT;
}

void fmi_depend(FmiModel *m, bool initial, FmiDependences *out) {
    Depend x = {.m = m, .d = m->dae, .initial = initial};
    *out = (FmiDependences){0};
    size_t n = m->dae->vars.n, rows = 0;
    for (uint32_t i = 0; i < m->vars.n; i++)
        if (is_known(&m->vars.at[i], initial) && m->vars.at[i].variability != FMI_CONSTANT) x.nknown++;
    x.nknown += !initial; /* time, the last one */
    rows = n + 1;
    if (rows * (x.nknown + 1) > MOST_CELLS) return;
    x.cells = base_realloc(NULL, rows * x.nknown + 1);
    memset(x.cells, 0, rows * x.nknown + 1);
    x.of = base_realloc(NULL, rows * sizeof *x.of);
    memset(x.of, 0xFF, rows * sizeof *x.of);
    out->known = BASE_ARRAY(&m->arena, uint32_t, x.nknown + 1);
    for (uint32_t i = 0, k = 0; i < m->vars.n; i++) {
        const FmiVariable *f = &m->vars.at[i];
        if (!is_known(f, initial) || f->variability == FMI_CONSTANT) continue;
        out->known[k] = i + 1;
        begin_row(&x, f->reference / 2);
        row(&x, f->reference / 2)[k++] = FMI_DEPENDS_CONSTANT;
    }
    if (!initial) {
        begin_row(&x, 0);
        row(&x, 0)[x.nknown - 1] = FMI_DEPENDS_CONSTANT;
    }
    for (int k = 0; k < 6 && (k == 0 || x.changed); k++) pass(&x);
    out->nknown = x.nknown;
    out->of = x.of;
    out->cells = x.cells;
}

uint8_t fmi_depends(const FmiDependences *d, DaeVar var, uint32_t known) {
    uint32_t at = d->of[var];
    return at == UINT32_MAX ? 0 : d->cells[(size_t)at * d->nknown + known];
}

const char *fmi_depends_word(uint8_t kind) {
    static const char *const words[] = {"", "constant", "fixed", "tunable", "discrete", "dependent"};
    return words[kind];
}

void fmi_dependences_free(FmiDependences *d) {
    base_realloc(d->of, 0);
    base_realloc(d->cells, 0);
}
