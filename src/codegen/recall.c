/* recall.c - functions that remember results.
 *
 * Functions of media ask each other for the same values: density and temperature of a state each begin with the same
 * iteration, the tangents of all columns of a Jacobian with the same properties, the evaluation at the end of a step
 * with those of the corrector before.  A function of numbers alone, and heavy enough, keeps the arguments and results
 * of some calls in CwEnv.memo:
 *
 *     at + (number by the arguments' bits)*(inputs + results):   [ arguments | results ]
 *
 * What is found there is bit for bit what the function would compute.  A call in which an assertion failed, or that is
 * left by an error, is not kept.  An FMU has no such memory: there nothing is found.
 */
#include "codegen/codegen_impl.h"

enum {
    MOST_INPUTS = 8,
    HEAVY = 150,     /* operations; to look takes some ten */
    LOOP = 5,        /* times that a loop runs, when nobody knows */
    ELEMENTARY = 15, /* operations of exp */
    UNKNOWN = -1,
    AT_WORK = -2,
    NO_FUNCTION = -3 /* its results do not follow from its arguments alone */
};

static int weight_of(Gen *g, uint32_t id);

/* Operations of one node without its arguments, or NO_FUNCTION. */
static int node_weight(Gen *g, const DaeNode *n) {
    if (n->op >= DAE_FIRST_ELEMENTARY && n->op < DAE_AFTER_ELEMENTARY) return ELEMENTARY;
    switch ((DaeOp)n->op) {
    case DAE_VAR:
    case DAE_HOLE:
    case DAE_HOMOTOPY:
    case DAE_INITIAL:
    case DAE_TERMINAL:
    case DAE_TRIGGER:
    case DAE_SAMPLE:
    case DAE_DELAY:
    case DAE_SPATIAL:
    case DAE_TERMINATE:
    case DAE_REINIT:
    case DAE_LINEAR:
    case DAE_SOLVE: return NO_FUNCTION;
    case DAE_POW: return ELEMENTARY;
    case DAE_CALL:
    case DAE_PARTIAL: return weight_of(g, n->id);
    case DAE_CONST:
    case DAE_LOCAL: return 0;
    default: return 1;
    }
}

/* How often what stands in this loop is done; 1: it is none. */
static int loop_turns(const DaePool *p, DaeExpr x) {
    const DaeNode *n = dae_at(p, x);
    if (n->op == DAE_WHILE || n->op == DAE_COMPREHENSION || n->op == DAE_REDUCE) return LOOP;
    if (n->op != DAE_FOR) return 1;
    DaeExpr range = dae_arg(p, x, 1), first, last;
    if (dae_at(p, range)->op != DAE_RANGE) return LOOP;
    first = dae_arg(p, range, 0), last = dae_arg(p, range, 2);
    if (dae_at(p, first)->op != DAE_CONST || dae_at(p, last)->op != DAE_CONST) return LOOP;
    if (dae_at(p, first)->base != DAE_INTEGER || dae_at(p, last)->base != DAE_INTEGER) return LOOP;
    int64_t turns = dae_at(p, last)->value.i - dae_at(p, first)->value.i + 1;
    return turns < 1 ? 1 : turns < HEAVY ? (int)turns : HEAVY;
}

/* Adds the operations of an expression or statement to *sum; false: it reads or does more than that. */
static bool add_weight(Gen *g, DaeExpr x, int *sum) {
    const DaePool *p = &g->dae->pool;
    DaeWalk w = {0};
    int own = 0, times = 1;
    bool ok = true;
    if (!x) return true;
    dae_walk(&w, p, x);
    for (uint32_t i = 0; i < w.n && ok; i++) {
        const DaeNode *n = dae_at(p, w.at[i]);
        int weight = node_weight(g, n), turns = loop_turns(p, w.at[i]);
        ok = weight >= 0;
        if (ok && own < HEAVY) own += weight;
        if (turns > times) times = turns;
    }
    dae_walk_free(&w);
    *sum += times * own;
    return ok;
}

static int weight_of(Gen *g, uint32_t id) {
    while (g->weights.n < g->dae->functions.n) vec_push(&g->weights, UNKNOWN);
    int known = g->weights.at[id];
    if (known != UNKNOWN) return known == AT_WORK ? HEAVY : known; /* it calls itself */
    const DaeFunction *f = &g->dae->functions.at[id];
    int sum = 0;
    g->weights.at[id] = AT_WORK;
    bool ok = f->pure && !f->external && add_weight(g, f->body, &sum);
    for (uint32_t k = f->ninputs; ok && k < f->nlocals; k++) {
        const DaeLocal *l = &f->locals[k];
        ok = l->base != DAE_OBJECT && add_weight(g, l->init, &sum);
        for (int i = 0; ok && i < l->rank && l->dims; i++) ok = add_weight(g, l->dims[i], &sum);
    }
    return g->weights.at[id] = !ok ? NO_FUNCTION : sum < HEAVY ? sum : HEAVY;
}

bool gen_remembers(Gen *g, uint32_t id) {
    const DaeFunction *f = &g->dae->functions.at[id];
    if (!f->ninputs || f->ninputs > MOST_INPUTS || !f->noutputs) return false;
    for (uint32_t k = 0; k < f->ninputs + f->noutputs; k++) {
        const DaeLocal *l = &f->locals[k];
        if (l->rank || l->function_type || l->base == DAE_STRING || l->base == DAE_OBJECT) return false;
    }
    return weight_of(g, id) >= HEAVY;
}

void gen_recall(Gen *g, const DaeFunction *f, Text *out) {
    uint32_t n = f->ninputs, m = f->noutputs;
    base_text_printf(out, "const double *known;\ndouble *memo = cw_recall(e,%d,%u,%u,(double[]){", g->memory, n, m);
    for (uint32_t k = 0; k < n; k++) base_text_printf(out, "%sx%u", k ? "," : "", k);
    base_text_add(out, "},&known);\nif (known) {\n");
    for (uint32_t k = 1; k < m; k++) base_text_printf(out, "if (y%u) *y%u = known[%u];\n", k, k, k);
    base_text_add(out, "return known[0];\n}\nunsigned complaints = e->complaints;\n");
    g->memory += CW_REMEMBERED * (int)(n + m);
}

void gen_remember(const DaeFunction *f, Text *out) {
    uint32_t n = f->ninputs, m = f->noutputs;
    base_text_add(out, "if (memo && complaints == e->complaints) {\n");
    for (uint32_t k = 0; k < n; k++) base_text_printf(out, "memo[%u] = x%u;\n", k, k);
    base_text_printf(out, "memo[%u] = result;\n", n);
    for (uint32_t k = 1; k < m; k++) base_text_printf(out, "memo[%u] = x%u;\n", n + k, n + k);
    base_text_add(out, "}\n");
}
