/* starts.c - sizes as they are asked for, and what arrays begin with that have other sizes than described.
 *
 * A description has start values for the sizes that it tells.  Elements beyond these are known to the FMU alone: where
 * they do not follow from others it is asked, in a process of its own.
 */
#include "exchange/exchange_impl.h"

#include <math.h>
#include <string.h>

static const double LIMIT = 10; /* seconds that a call may last */

bool xch_configure_sizes(XchUnit *u, const XchModel *m) {
    VecU32 vars = {0};
    VEC(double) values = {0};
    for (uint32_t i = 0; i < m->variables.n; i++)
        if (m->variables.at[i].causality == XCH_STRUCTURAL && m->variables.at[i].resized) {
            vec_push(&vars, i);
            vec_push(&values, m->variables.at[i].starts[0]);
        }
    bool ok = !vars.n || xch_configure(u, (uint32_t)vars.n, vars.at, values.at);
    vec_free(&vars), vec_free(&values);
    return ok;
}

/* Start values of an array that do not follow from those that were described. */
static bool is_open(const XchVariable *v) {
    if (!v->resized || !v->ndimensions || !v->starts || v->nstarts != v->nvalues) return false;
    for (uint32_t k = 1; k < v->nstarts; k++)
        if (v->starts[k] != v->starts[0]) return true;
    return false;
}

static void ask(XchUnit *u, XchModel *m) {
    if (xch_status(u) != XCH_DONE || !xch_configure_sizes(u, m)) return;
    if (!xch_enter_initialisation(u, 0, NAN, NAN)) return;
    for (uint32_t i = 0; i < m->variables.n; i++) {
        XchVariable *v = &m->variables.at[i];
        if (!is_open(v)) continue;
        double *values = BASE_ARRAY(&m->arena, double, v->nvalues + 1);
        if (xch_get(u, 1, &i, values)) v->starts = values;
    }
}

void xch_learn_starts(const XchFmu *f) {
    XchModel *m = f->model;
    bool any = false;
    for (uint32_t i = 0; i < m->variables.n; i++) any = any || is_open(&m->variables.at[i]);
    XchHost *h = any ? xch_host_new(&f, 1, true, LIMIT) : NULL;
    if (!h) return;
    XchUnit *u = xch_unit_new(h, f, m->cs.there ? XCH_CS : m->me.there ? XCH_ME : XCH_SE, m->name, false);
    ask(u, m);
    xch_unit_free(u);
    xch_host_free(h);
}
