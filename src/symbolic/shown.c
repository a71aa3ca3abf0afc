/* shown.c - hidden variables in messages: a relation is shown as it was written, not by the number of its event.
 *
 * Before: a model whose events have been taken out of the equations (events.c).  After: the printer of its Dae asks
 * here.
 */
#include "symbolic/symbolic_impl.h"

/* Relations are numbered as their variables are. */
const SymRelation *sym_relation_of(const SymModel *m, DaeVar v) {
    size_t low = 0, high = m->relations.n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (m->relations.at[middle].var < v) low = middle + 1;
        else high = middle;
    }
    return low < m->relations.n && m->relations.at[low].var == v ? &m->relations.at[low] : NULL;
}

const SymSample *sym_sample_of(const SymModel *m, DaeVar v) {
    for (size_t i = 0; i < m->samples.n && m->samples.at[i].var <= v; i++)
        if (m->samples.at[i].var == v) return &m->samples.at[i];
    return NULL;
}

static bool show(const void *arg, DaeVar v, int priority, Text *out) {
    const SymModel *m = arg;
    const SymRelation *r = sym_relation_of(m, v);
    if (r && r->kind == SYM_REL_FLOOR) {
        base_text_add(out, "floor(");
        dae_print_argument(m->dae, &r->eq, 0, 0, out);
        base_text_char(out, ')');
        return true;
    }
    if (r) {
        int own = dae_ops[r->op].infix;
        base_text_add(out, own < priority ? "(" : "");
        dae_print_argument(m->dae, &r->eq, 0, own + 1, out);
        base_text_printf(out, " %s ", dae_ops[r->op].name);
        dae_print_argument(m->dae, &r->eq, 1, own + 1, out);
        base_text_add(out, own < priority ? ")" : "");
        return true;
    }
    const SymSample *s = sym_sample_of(m, v);
    if (!s) return false;
    base_text_add(out, "sample(");
    dae_print_argument(m->dae, &s->start, 1, 0, out);
    base_text_add(out, ", ");
    dae_print_argument(m->dae, &s->interval, 1, 0, out);
    base_text_char(out, ')');
    return true;
}

void sym_show_events(SymModel *m) {
    m->dae->shown.print = show;
    m->dae->shown.arg = m;
}
