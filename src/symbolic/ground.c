/* ground.c - equations that say what others say already, and what they leave open.
 *
 * In a circuit without ground the currents that enter its nodes add up to zero whatever they are: one of these sums
 * says nothing, and all potentials could be higher by the same amount.  In a ring of ideal gears whose ratios fit, one
 * gear too many is there: its equation says nothing, and the torque it carries is open.
 *
 * Before: aliases are gone, w->redundant lists equations that say nothing.  After: a sum of flows is replaced by "a
 * potential of its node is zero", an equation of a component by "its flow is zero"; it is said once, with names.
 */
#include "symbolic/symbolic_impl.h"

#include <string.h>

static DaeName connector_of(const Dae *d, DaeVar v) { return d->names.at[d->vars.at[v].name].parent; }

static DaeName component_of(const Dae *d, DaeVar flow) { return d->names.at[connector_of(d, flow)].parent; }

/* Does the flat equation add up flows, and nothing else? */
static bool adds_flows(const Dae *d, const DaeEquation *eq) {
    DaeShape s = d->shapes.at[eq->shape];
    for (uint32_t k = 0; k < s.nholes; k++) {
        DaeOperand o = dae_operands(d, eq)[k];
        if (dae_operand_is_const(o) || !(d->vars.at[o].flags & DAE_FLOW)) return false;
    }
    return !s.nout && s.nholes > 0;
}

/* The sum of flows that an equation in hand was in the flat model, or NULL. */
static const DaeEquation *flat_sum(const Dae *d, const DaeEquation *eq) {
    for (size_t i = 0; i < d->equations.n; i++)
        if (d->equations.at[i].origin == eq->origin && adds_flows(d, &d->equations.at[i])) return &d->equations.at[i];
    return NULL;
}

/* The one potential beside a flow; 0 when there are several, or none. */
static DaeVar potential_beside(const Dae *d, DaeVar flow) {
    DaeVar found = 0;
    for (DaeVar v = 1; v < d->vars.n; v++) {
        const DaeVariable *x = &d->vars.at[v];
        if (x->name == 0 || connector_of(d, v) != connector_of(d, flow) || x->base != DAE_REAL ||
            x->kind != DAE_KIND_CONTINUOUS || (x->flags & DAE_FLOW))
            continue;
        if (found) return 0;
        found = v;
    }
    return found;
}

static uint32_t find(uint32_t *set, uint32_t x) {
    while (set[x] != x) x = set[x] = set[set[x]];
    return x;
}

/* Components that flows connect with the first one of `sum`, as text. */
static char *circuit_text(SymWork *w, const DaeEquation *sum) {
    enum { MOST = 12 };
    const Dae *d = w->dae;
    uint32_t *set = base_realloc(NULL, d->names.n * sizeof *set), start = component_of(d, dae_operands(d, sum)[0]);
    for (uint32_t i = 0; i < d->names.n; i++) set[i] = i;
    for (size_t i = 0; i < d->equations.n; i++) {
        const DaeEquation *eq = &d->equations.at[i];
        for (uint32_t k = 1; adds_flows(d, eq) && k < d->shapes.at[eq->shape].nholes; k++)
            set[find(set, component_of(d, dae_operands(d, eq)[k]))] =
                find(set, component_of(d, dae_operands(d, eq)[0]));
    }
    Text t = {0};
    uint32_t n = 0;
    for (DaeName c = 1; c < d->names.n; c++) set[c] = find(set, c);
    uint8_t *seen = base_realloc(NULL, d->names.n);
    memset(seen, 0, d->names.n);
    for (DaeVar v = 1; v < d->vars.n; v++) {
        if (!(d->vars.at[v].flags & DAE_FLOW) || !d->vars.at[v].name) continue;
        DaeName c = component_of(d, v);
        if (!c || seen[c] || set[c] != set[start]) continue;
        seen[c] = 1;
        if (n == MOST) base_text_add(&t, ", ...");
        if (n++ >= MOST) continue;
        if (n > 1) base_text_add(&t, ", ");
        dae_name_text(d, c, &t);
    }
    char *text = base_strdup(&w->ctx->arena, base_text_str(&t));
    base_text_free(&t);
    base_realloc(seen, 0);
    base_realloc(set, 0);
    return text;
}

static bool is_voltage(const SymWork *w, DaeVar v) {
    const DaeAttrs *a = &w->dae->attrs.at[w->dae->vars.at[v].attrs];
    return a->unit && !strcmp(base_str(w->ctx->names, a->unit), "V");
}

static bool is_empty(const Dae *d, const DaeEquation *eq) {
    const DaePool *p = &d->pool;
    DaeShape s = d->shapes.at[eq->shape];
    return !s.nholes && !s.nout && dae_at(p, s.root)->op == DAE_EQUATE &&
           dae_arg(p, s.root, 0) == dae_arg(p, s.root, 1);
}

static bool says_nothing(const SymWork *w, const DaeEquation *eq) {
    if (is_empty(w->dae, eq)) return true;
    for (size_t i = 0; i < w->redundant.n; i++)
        if (w->redundant.at[i].operands == eq->operands && w->redundant.at[i].shape == eq->shape) return true;
    return false;
}

/* A sum of flows says nothing: what potential is taken to be zero. */
static bool fix_level(SymWork *w, size_t at, const DaeEquation *sum) {
    Dae *d = w->dae;
    DaeVar v = potential_beside(d, dae_operands(d, sum)[0]);
    if (!v) return false;
    DaeEquation level = sym_apply(w, sym_equate(w, v, dae_constant(d, 0.0), w->eqs.at[at].origin));
    if (!d->shapes.at[level.shape].nholes) return false;
    w->eqs.at[at] = level;
    bool voltage = is_voltage(w, v);
    Diag *diag = base_warning(w->ctx, "SYM0104", sym_span(d, d->vars.at[v].origin),
                              voltage ? "no ground in this circuit: %s; %s is taken to be zero"
                                      : "nothing fixes the level in this network of flows: %s; %s is taken to be zero",
                              circuit_text(w, sum), sym_var_text(w, v));
    base_hint(w->ctx, diag, voltage ? "connect a ground" : "connect something that fixes it");
    Text path = {0};
    dae_name_text(d, d->names.at[d->vars.at[v].name].parent, &path);
    base_instance(w->ctx, diag, base_text_str(&path));
    base_text_free(&path);
    return true;
}

/* An equation of a component says nothing: the component carries no flow. */
static bool fix_flow(SymWork *w, size_t at) {
    Dae *d = w->dae;
    DaeEquation eq = w->eqs.at[at];
    DaeName component = dae_instance(d, eq.origin);
    for (DaeVar v = 1; component && v < d->vars.n; v++) {
        if (!(d->vars.at[v].flags & DAE_FLOW) || component_of(d, v) != component) continue;
        DaeEquation none = sym_apply(w, sym_equate(w, v, dae_constant(d, 0.0), eq.origin));
        if (!d->shapes.at[none.shape].nholes) continue;
        Diag *diag = base_warning(w->ctx, "SYM0105", sym_span(d, eq.origin),
                                  "other equations say already what this one says, %s: %s, which nothing else "
                                  "determines, is taken to be zero",
                                  sym_eq_text(w, &eq), sym_var_text(w, v));
        base_hint(w->ctx, diag,
                  "the components form a closed loop with one constraint too many: remove one, or make it "
                  "elastic");
        w->eqs.at[at] = none;
        return true;
    }
    return false;
}

void sym_ground(SymWork *w) {
    for (size_t i = 0; i < w->eqs.n; i++) {
        if (!says_nothing(w, &w->eqs.at[i])) continue;
        const DaeEquation *sum = flat_sum(w->dae, &w->eqs.at[i]);
        if (sum) (void)fix_level(w, i, sum);
        else (void)fix_flow(w, i);
    }
}
