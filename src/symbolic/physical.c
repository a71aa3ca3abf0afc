/* physical.c - structural singularities in the words of physics.
 *
 * Where connectors carry potentials and flows, one mistake has a pattern that needs no counting of equations:
 * potentials are prescribed twice (ideal sources in parallel, a rigid loop), and the flows between them are not
 * determined; or flows are (sources of current in series), and what lies between them has no potential.  Networks
 * whose level nothing fixes are the subject of ground.c.
 */
#include "symbolic/symbolic_impl.h"

#include <string.h>

enum { MOST_NAMED = 6, MANY_PARTS = 60 }; /* names in a message; constraints of a loop in space */

static DaeName top_of(const Dae *d, DaeName n) {
    while (d->names.at[n].parent) n = d->names.at[n].parent;
    return n;
}

static bool is_unknown(const Dae *d, DaeOperand o) {
    return !dae_operand_is_const(o) && d->vars.at[o].kind >= DAE_KIND_DISCRETE && d->vars.at[o].kind != DAE_KIND_TIME;
}

static uint32_t count_unknowns(const Dae *d, const DaeEquation *eq) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) n += is_unknown(d, dae_operands(d, eq)[k]);
    return n;
}

/* Connectors with a flow: by the name of the connector. */
static void find_connectors(const Dae *d, Map *physical) {
    for (size_t i = 1; i < d->vars.n; i++)
        if (d->vars.at[i].flags & DAE_FLOW) base_map_put(physical, d->names.at[d->vars.at[i].name].parent, 1);
}

static bool is_potential(const Dae *d, const Map *physical, DaeVar v) {
    const DaeVariable *x = &d->vars.at[v];
    return !(x->flags & DAE_FLOW) && x->kind == DAE_KIND_CONTINUOUS &&
           base_map_get(physical, d->names.at[x->name].parent, NULL);
}

/* "a.v, b.v and c.v": variables, or the components of the model that they lie in, each once. */
static uint32_t put_names(const Dae *d, const VecU32 *vars, size_t from, bool components, Text *out) {
    uint32_t said = 0;
    Map seen = {0};
    for (size_t i = from; i < vars->n; i++) {
        DaeName name = components ? top_of(d, d->vars.at[vars->at[i]].name) : d->vars.at[vars->at[i]].name;
        if (base_map_get(&seen, name, NULL)) continue;
        base_map_put(&seen, name, 1);
        if (said == MOST_NAMED) {
            base_text_add(out, ", ...");
            break;
        }
        if (said++) base_text_add(out, ", ");
        dae_name_text(d, name, out);
    }
    base_map_free(&seen);
    return said;
}

static void blame(const Dae *d, Diag *diag, DaeVar v) {
    Text t = {0};
    dae_name_text(d, d->names.at[d->vars.at[v].name].parent, &t);
    base_instance(d->ctx, diag, base_text_str(&t));
    base_text_free(&t);
}

/* The connector with which nothing is connected, where that is why this equation, with its place, says that a flow is
 * zero; 0: another equation. */
static DaeName open_end(const Dae *d, const DaeEquation *eq) {
    if (count_unknowns(d, eq) != 1) return 0;
    uint32_t k = 0;
    while (!is_unknown(d, dae_operands(d, eq)[k])) k++;
    const DaeVariable *flow = &d->vars.at[dae_operands(d, eq)[k]];
    if (!(flow->flags & DAE_FLOW)) return 0;
    Span at = dae_span(d, eq->origin);
    DaeName n = d->names.at[flow->name].parent;
    while (n && at.end - at.start != strlen(base_str(d->ctx->names, d->names.at[n].word))) n = d->names.at[n].parent;
    return n;
}

uint32_t sym_put_open_ends(const Dae *d, const DaeEquation *const *over, uint32_t nover, Text *out) {
    uint32_t said = 0;
    Map seen = {0};
    for (uint32_t i = 0; i < nover && said < MOST_NAMED; i++) {
        DaeName n = open_end(d, over[i]);
        if (!n || base_map_get(&seen, n, NULL)) continue;
        base_map_put(&seen, n, 1);
        if (said++) base_text_add(out, ", ");
        dae_name_text(d, n, out);
    }
    base_map_free(&seen);
    return said;
}

/* open: flows, or potentials, that nothing determines, because of the others there are too many equations. */
static void report_repeated(const Dae *d, const VecU32 *open, bool flows, const DaeEquation *const *over,
                            uint32_t nover) {
    Text components = {0}, names = {0};
    uint32_t n = put_names(d, open, 0, true, &components), noted = 0;
    put_names(d, open, 0, false, &names);
    Text ends = {0};
    uint32_t nends = flows ? 0 : sym_put_open_ends(d, over, nover, &ends);
    Span at = dae_span(d, d->vars.at[open->at[0]].origin);
    Diag *diag = nends
                     ? base_error(d->ctx, "SYM0404", at,
                                  "%s %s not connected: nothing flows there, though the flow is prescribed, and the "
                                  "potentials %s are not determined",
                                  base_text_str(&ends), nends == 1 ? "is" : "are", base_text_str(&names))
                     : base_error(d->ctx, "SYM0404", at,
                                  "%s prescribe%s the same %s twice: these values repeat or contradict each other, and "
                                  "the %s %s are not determined",
                                  base_text_str(&components), n == 1 ? "s" : "", flows ? "potentials" : "flows",
                                  flows ? "flows" : "potentials", base_text_str(&names));
    blame(d, diag, open->at[0]);
    for (uint32_t i = 0; i < nover && noted < 3; i++) {
        if (count_unknowns(d, over[i]) != 1) continue;
        Text eq = {0};
        dae_print_equation(d, over[i], &eq);
        while (eq.n && strchr("; \n", eq.at[eq.n - 1])) eq.at[--eq.n] = 0;
        base_note(d->ctx, diag, dae_span(d, over[i]->origin), "prescribed: %s", base_text_str(&eq));
        base_text_free(&eq);
        noted++;
    }
    if (nends)
        base_hint(d->ctx, diag, "connect %s with what takes the flow, or leave the component out",
                  base_text_str(&ends));
    base_text_free(&ends);
    if (!nends)
        base_hint(d->ctx, diag, "%s",
                  !flows ? "ideal sources of a flow in series: leave one out, or put something beside one of them that "
                           "takes the "
                           "difference (a resistor, a capacitor)"
                  : nover < MANY_PARTS
                      ? "ideal sources in parallel or rigid parts in a loop: leave one out, or put something between "
                        "them that "
                        "yields (a resistor, a spring)"
                      : "rigid parts form a loop whose constraints repeat each other: a planar loop of "
                        "Modelica.Mechanics.MultiBody takes one RevolutePlanarLoopConstraint in place of a Revolute; "
                        "else use "
                        "a joint with more freedom");
    base_text_free(&components);
    base_text_free(&names);
}

/* Does an equation speak about potentials (flows: about flows)? */
static bool speaks_of(const Dae *d, const Map *physical, bool flows, const DaeEquation *const *over, uint32_t nover) {
    for (uint32_t i = 0; i < nover; i++)
        for (uint32_t k = 0; k < d->shapes.at[over[i]->shape].nholes; k++) {
            DaeOperand o = dae_operands(d, over[i])[k];
            if (is_unknown(d, o) && (flows ? (d->vars.at[o].flags & DAE_FLOW) != 0 : is_potential(d, physical, o)))
                return true;
        }
    return false;
}

bool sym_report_physical(const Dae *d, const DaeVar *under, uint32_t nunder, const DaeEquation *const *over,
                         uint32_t nover) {
    if (!nunder || !nover) return false;
    Map physical = {0};
    VecU32 flows = {0}, potentials = {0};
    find_connectors(d, &physical);
    for (uint32_t i = 0; i < nunder; i++) {
        if (d->vars.at[under[i]].flags & DAE_FLOW) vec_push(&flows, under[i]);
        else if (is_potential(d, &physical, under[i])) vec_push(&potentials, under[i]);
    }
    bool across = speaks_of(d, &physical, false, over, nover), through = speaks_of(d, &physical, true, over, nover);
    bool twice = across && flows.n, series = !across && through && !flows.n && potentials.n;
    if (twice) report_repeated(d, &flows, true, over, nover);
    else if (series) report_repeated(d, &potentials, false, over, nover);
    base_map_free(&physical);
    vec_free(&flows);
    vec_free(&potentials);
    return twice || series;
}
