/* terminals.c - terminalsAndIcons.xml of FMI 3.0: connectors on the icon, with their variables. */
#include "fmi/fmi_impl.h"

#include <math.h>
#include <string.h>

static void widen(GfxBox *b, GfxPoint p) {
    b->x1 = fmin(b->x1, p.x), b->x2 = fmax(b->x2, p.x);
    b->y1 = fmin(b->y1, p.y), b->y2 = fmax(b->y2, p.y);
}

GfxBox fmi_cover(const GfxPicture *p, size_t at, size_t *end) {
    GfxBox b = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    int depth = 0;
    for (; at < p->items.n; at++) {
        const GfxItem *i = &p->items.at[at];
        depth += (i->kind == GFX_BEGIN) - (i->kind == GFX_END);
        for (uint32_t k = 0; i->kind == GFX_SHAPE && k < i->nsteps; k++) { /* curves lie between their control points */
            const GfxStep *s = &i->steps[k];
            int n = s->op == 'C' ? 3 : s->op == 'Q' ? 2 : s->op == 'Z' ? 0 : 1;
            for (int point = 0; point < n; point++) widen(&b, s->p[point]);
        }
        if (!depth) break;
    }
    *end = at;
    return b;
}

/* The part of a variable's name behind that of a connector: "" for the connector itself; NULL: it is not of it. */
static const char *member_of(const char *variable, const char *connector) {
    size_t n = strlen(connector);
    if (strncmp(variable, connector, n) != 0) return NULL;
    return variable[n] == 0 || variable[n] == '[' ? variable + n : variable[n] == '.' ? variable + n + 1 : NULL;
}

static void corners(Text *t, const GfxBox *b) {
    fmi_number(t, "x1", b->x1);
    fmi_number(t, "y1", b->y1);
    fmi_number(t, "x2", b->x2);
    fmi_number(t, "y2", b->y2);
}

/* What flows counts as flowing into the component, by the convention of Modelica (MLS 3.6, 9.2). */
static const char *kind_word(const FmiModel *m, const FmiVariable *f) {
    return m->dae->vars.at[f->var].flags & DAE_FLOW ? "inflow" : "signal";
}

/* A connector with its variables, parameters left out; nothing where it has none. */
static bool terminal(const FmiModel *m, const GfxItem *i, const GfxBox *box, Text *t) {
    bool any = false;
    for (size_t k = 0; k < m->vars.n; k++) {
        const FmiVariable *f = &m->vars.at[k];
        const FmiEntry *e = &m->entries.at[m->entry_of[k]];
        if ((e->rank && e->first != k) || e->untold || f->causality == FMI_PARAMETER) continue;
        const char *name = e->rank ? e->name : f->name, *member = member_of(name, i->name);
        if (!member) continue;
        if (!any) {
            base_text_add(t, "    <Terminal");
            fmi_attribute(t, "name", i->name);
            base_text_add(t, " matchingRule=\"plug\"");
            if (i->class_name) fmi_attribute(t, "terminalKind", i->class_name);
            if (i->comment && *i->comment) fmi_attribute(t, "description", i->comment);
            base_text_add(t, ">\n");
        }
        any = true;
        base_text_add(t, "      <TerminalMemberVariable");
        fmi_attribute(t, "variableName", name);
        fmi_attribute(t, "memberName", *member ? member : i->name);
        fmi_attribute(t, "variableKind", kind_word(m, f));
        base_text_add(t, "/>\n");
    }
    if (!any) return false;
    if (box->x2 > box->x1 && box->y2 > box->y1 && i->class_name) {
        base_text_add(t, "      <TerminalGraphicalRepresentation");
        corners(t, box);
        fmi_attribute(t, "iconBaseName", i->class_name);
        base_text_add(t, "/>\n");
    }
    base_text_add(t, "    </Terminal>\n");
    return true;
}

void fmi_terminals(const FmiModel *m, const GfxPicture *p, Text *t) {
    Text all = {0};
    for (size_t i = 0, end; i < p->items.n; i++) {
        if (p->items.at[i].kind != GFX_BEGIN) continue;
        GfxBox box = fmi_cover(p, i, &end);
        (void)terminal(m, &p->items.at[i], &box, &all);
        i = end;
    }
    base_text_add(t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiTerminalsAndIcons fmiVersion=\"3.0\">\n"
                     "  <GraphicalRepresentation>\n    <CoordinateSystem");
    corners(t, &p->extent);
    base_text_add(t, " suggestedScalingFactorTo_mm=\"0.1\"/>\n    <Icon");
    corners(t, &p->bounds);
    base_text_add(t, "/>\n  </GraphicalRepresentation>\n");
    if (all.n) base_text_printf(t, "  <Terminals>\n%s  </Terminals>\n", base_text_str(&all));
    base_text_add(t, "</fmiTerminalsAndIcons>\n");
    base_text_free(&all);
}
