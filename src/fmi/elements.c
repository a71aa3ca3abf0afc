/* elements.c - which element of an array rests on which (FMI 3.0, fmi3GetVariableDependencies): what the description
 * tells of arrays as a whole, told of each element. */
#include "fmi/fmi_impl.h"

enum { MOST_ROWS = 10000 }; /* more are not told: the FMU would consist of them */

typedef struct {
    const FmiModel *m;
    Text text;
    size_t rows;
    bool some; /* there is an array at one end */
} Elements;

/* Rows for one unknown: value references and elements, counted from 1, of both; the kind as in the enumeration of
 * the standard. */
static void add_unknown(Elements *x, const FmiEntry *e, const FmiDependences *d, bool initial) {
    const FmiModel *m = x->m;
    for (uint32_t i = 0; i < e->n; i++)
        for (uint32_t k = 0; k < d->nknown && x->rows <= MOST_ROWS; k++) {
            uint8_t kind = fmi_depends(d, m->vars.at[e->first + i].reference / 2, k);
            if (!kind) continue;
            uint32_t var = d->known[k] ? d->known[k] - 1 : 0;
            const FmiEntry *on = d->known[k] ? &m->entries.at[m->entry_of[var]] : NULL;
            if (on && on->untold) continue;
            uint32_t element = on && var >= on->first && var < on->first + on->n ? var - on->first + 1 : 1;
            x->some |= e->rank || (on && on->rank);
            base_text_printf(&x->text, "{%u,%u,%u,%u,%d},", e->reference, i + 1, on ? on->reference : 0, element,
                             kind | (initial ? 8 : 0));
            x->rows++;
        }
}

static void add_list(Elements *x, const VecU32 *list, const FmiDependences *d, bool initial) {
    for (size_t i = 0; i < list->n && x->rows <= MOST_ROWS; i++) {
        const FmiEntry *e = &x->m->entries.at[x->m->entry_of[list->at[i] - 1]];
        if (e->first == list->at[i] - 1 && !e->untold) add_unknown(x, e, d, initial);
    }
}

void fmi_elements(FmiModel *m) {
    FmiDependences running, starting;
    Elements x = {.m = m};
    bool arrays = false;
    for (size_t i = 0; i < m->entries.n; i++) arrays |= m->entries.at[i].rank > 0;
    if (!arrays || m->sizes.n) return;
    fmi_depend(m, false, &running);
    fmi_depend(m, true, &starting);
    if (running.of && starting.of) {
        add_list(&x, &m->outputs, &running, false);
        add_list(&x, &m->derivatives, &running, false);
        add_list(&x, &m->unknowns, &starting, true);
    }
    if (x.some && x.rows <= MOST_ROWS) m->elements = base_strdup(&m->arena, base_text_str(&x.text));
    base_text_free(&x.text);
    fmi_dependences_free(&running);
    fmi_dependences_free(&starting);
}
