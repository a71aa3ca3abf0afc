/* report.c - messages for a flat model whose equations and unknowns do not fit: what is over- and under-determined, and
 * which edits of the source would mend it.
 *
 * Before: a diagnosis.  After: errors with the codes SYM0401, SYM0402 and their notes.
 */
#include "debug/debug_impl.h"

enum { MOST_NAMED = 12 }; /* equations or variables listed in one message */

static void cut(Text *t) {
    enum { LONGEST = 200 };
    if (t->n <= LONGEST) return;
    t->n = LONGEST;
    base_text_add(t, " ...");
}

/* Libraries of others are not edited; their inputs are given values outside. */
static bool is_users(const DbgEdit *e) { return !e->place.foreign || e->kind == DBG_EDIT_CONNECT; }

static void note_edits(Diag *diag, const DbgDiagnosis *x, bool removing, const DbgEdit **best) {
    enum { MOST_EDITS = 6 };
    uint32_t said = 0;
    *best = NULL;
    for (size_t i = 0; i < x->nedits && said < MOST_EDITS; i++) {
        const DbgEdit *e = &x->edits[i];
        if ((e->kind == DBG_EDIT_REMOVE_EQUATION) != removing || !is_users(e)) continue;
        if (e->against && *best) continue; /* there is something better */
        if (*best && (*best)->kind == DBG_EDIT_CONNECT && e->kind != DBG_EDIT_CONNECT) break;
        if (!*best) *best = e;
        Text t = {0};
        dbg_edit_text(x, e, true, &t);
        base_note(x->dae->ctx, diag, e->place.span, "edit %u: %s", ++said, base_text_str(&t));
        base_text_free(&t);
    }
}

static void note_equations(Diag *diag, const DbgDiagnosis *x, const DbgPartList *p) {
    uint32_t listed = 0, last = UINT32_MAX;
    for (uint32_t i = 0; i < p->nequations && listed < MOST_NAMED; i++) {
        if (p->equations[i] == last) continue;
        last = p->equations[i];
        listed++;
        Text t = {0};
        dbg_diagnosed_equation(x, last, &t);
        cut(&t);
        base_note(x->dae->ctx, diag, dae_span(x->dae, x->equations[last].origin), "%s%s",
                  x->open[last] ? "" : "equation: ", base_text_str(&t));
        base_text_free(&t);
    }
    if (p->nequations > listed)
        base_note(x->dae->ctx, diag, (Span){0, 0, 0}, "... and %u more equations", p->nequations - listed);
}

static void note_variables(Diag *diag, const DbgDiagnosis *x, const DbgPartList *p) {
    Text t = {0};
    uint32_t named = p->nvariables < MOST_NAMED ? p->nvariables : MOST_NAMED;
    for (uint32_t i = 0; i < named; i++) {
        if (i) base_text_add(&t, ", ");
        dae_var_text(x->dae, p->variables[i], &t);
    }
    if (named)
        base_note(x->dae->ctx, diag, (Span){0, 0, 0}, "variables: %s%s", base_text_str(&t),
                  p->nvariables > named ? ", ..." : "");
    base_text_free(&t);
}

/* The first edit is where the caret stands. */
static const DbgEdit *first_edit(const DbgDiagnosis *x, bool removing) {
    for (size_t i = 0; i < x->nedits; i++)
        if ((x->edits[i].kind == DBG_EDIT_REMOVE_EQUATION) == removing && is_users(&x->edits[i])) return &x->edits[i];
    return NULL;
}

/* The best edit, or those of the best set that belong to this message. */
static void hint_edit(Diag *diag, const DbgDiagnosis *x, const DbgEdit *best, const char *otherwise) {
    Text t = {0};
    const DbgEditSet *set = x->nsets[DBG_STRATEGY_ALL] ? x->sets[DBG_STRATEGY_ALL] : NULL;
    uint32_t said = 0;
    for (uint32_t i = 0; best && set && i < set->n; i++) {
        const DbgEdit *e = &x->edits[set->edits[i]];
        if ((e->kind == DBG_EDIT_REMOVE_EQUATION) != (best->kind == DBG_EDIT_REMOVE_EQUATION)) continue;
        if (!is_users(e)) break;
        if (said++) base_text_add(&t, "; and ");
        dbg_edit_text(x, e, false, &t);
    }
    if (best && !said) dbg_edit_text(x, best, true, &t);
    base_hint(x->dae->ctx, diag, "%s", best ? base_text_str(&t) : otherwise);
    base_text_free(&t);
}

/* Connectors that nothing is connected with are the first thing to look at; false: there are none among these. */
static bool hint_open_ends(Diag *diag, const DbgDiagnosis *x) {
    VEC(const DaeEquation *) over = {0};
    Text ends = {0};
    for (uint32_t i = 0; i < x->over.nequations; i++) vec_push(&over, &x->equations[x->over.equations[i]]);
    bool any = sym_put_open_ends(x->dae, over.at, (uint32_t)over.n, &ends);
    if (any) base_hint(x->dae->ctx, diag, "not connected, so that nothing flows there: %s", base_text_str(&ends));
    vec_free(&over);
    base_text_free(&ends);
    return any;
}

/* An Integer without an equation of its own that stands in one of these: they are equations of Reals, of which it
 * cannot be the unknown (MLS 3.6, 8.4).  0: there is none. */
static DaeVar integer_among_reals(const DbgDiagnosis *x) {
    for (uint32_t i = 0; i < x->over.nequations; i++) {
        const DaeEquation *eq = &x->equations[x->over.equations[i]];
        for (uint32_t k = 0; k < x->dae->shapes.at[eq->shape].nholes; k++) {
            DaeOperand o = dae_operands(x->dae, eq)[k];
            if (dae_operand_is_const(o) || x->dae->vars.at[o].base != DAE_INTEGER) continue;
            for (uint32_t n = 0; n < x->under.nvariables; n++)
                if (x->under.variables[n] == o) return o;
        }
    }
    return 0;
}

static bool hint_integer(Diag *diag, const DbgDiagnosis *x) {
    DaeVar v = integer_among_reals(x);
    if (!v) return false;
    Text t = {0};
    dae_var_text(x->dae, v, &t);
    base_hint(x->dae->ctx, diag,
              "%s is an Integer, which an equation of Reals does not determine: give it integer(...) of the other "
              "side, or declare it as Real",
              base_text_str(&t));
    base_text_free(&t);
    return true;
}

static void report_flat_over(const DbgDiagnosis *x) {
    const DbgEdit *best = first_edit(x, true);
    uint32_t origin = x->equations[best ? best->items[0] : x->over.equations[0]].origin;
    Diag *diag =
        base_error(x->dae->ctx, "SYM0401", best ? best->place.span : dae_span(x->dae, origin),
                   "the model is over-determined: %u equations for %u variables; %u of these equations must go",
                   x->over.nequations, x->over.nvariables, x->excess);
    dae_about_origin(x->dae, x->dae->ctx, diag, origin);
    note_edits(diag, x, true, &best);
    note_equations(diag, x, &x->over);
    note_variables(diag, x, &x->over);
    if (!hint_integer(diag, x) && !hint_open_ends(diag, x))
        hint_edit(diag, x, best, "remove some of these equations, or give them another unknown");
}

/* The other signal of an equation between two, as connections give it; 0: it is another equation. */
static DaeVar connected_with(const Dae *d, const DaeEquation *eq, DaeVar v) {
    const DaeOperand *o = dae_operands(d, eq);
    const DaeShape *s = &d->shapes.at[eq->shape];
    if (s->nholes != 2 || s->nout || dae_operand_is_const(o[0]) || dae_operand_is_const(o[1])) return 0;
    for (uint32_t i = 0; i < 2; i++)
        if (dae_at(&d->pool, dae_arg(&d->pool, s->root, i))->op != DAE_HOLE) return 0;
    DaeVar other = o[0] == v ? o[1] : o[1] == v ? o[0] : 0; /* 0 is the time, no signal */
    return d->vars.at[other].flags & (MD_SIGNAL_IN | MD_SIGNAL_OUT) ? other : 0;
}

/* Is an output, or what is no signal, equated with this input of a component, directly or through other inputs? */
static bool is_driven(const DbgDiagnosis *x, DaeVar v, DaeVar from, int depth) {
    for (uint32_t i = 0; i < x->under.nequations; i++) {
        DaeVar other = connected_with(x->dae, &x->equations[x->under.equations[i]], v);
        if (!other || other == from) continue;
        if (x->dae->vars.at[other].flags & MD_SIGNAL_OUT) return true;
        if (depth < 20 && is_driven(x, other, v, depth + 1)) return true;
    }
    return false;
}

/* Inputs of components that are connected with each other alone; false: there are none. */
static bool hint_undriven(Diag *diag, const DbgDiagnosis *x) {
    enum { MOST = 6 };
    Text t = {0};
    size_t found = 0;
    for (uint32_t i = 0; i < x->under.nvariables; i++) {
        DaeVar v = x->under.variables[i];
        if (!(x->dae->vars.at[v].flags & MD_SIGNAL_IN) || is_driven(x, v, 0, 0)) continue;
        if (found++ >= MOST) continue;
        base_text_add(&t, found > 1 ? ", " : "");
        dae_name_text(x->dae, x->dae->vars.at[v].name, &t);
    }
    if (found)
        base_hint(x->dae->ctx, diag, "no output drives %s%s%s; connect a source with %s",
                  found > 1 ? "the inputs " : "", base_text_str(&t), found > MOST ? ", ..." : "",
                  found > 1 ? "one of them" : "it");
    base_text_free(&t);
    return found > 0;
}

static void report_flat_under(const DbgDiagnosis *x) {
    const DbgEdit *best = first_edit(x, false);
    DaeVar v = x->under.nvariables ? x->under.variables[0] : 0;
    Diag *diag =
        base_error(x->dae->ctx, "SYM0402",
                   best && best->place.span.file ? best->place.span : dae_span(x->dae, x->dae->vars.at[v].origin),
                   "the model is under-determined: %u variables have only %u equations; %u more needed",
                   x->under.nvariables, x->under.nequations, x->missing);
    DaeVar about = best && best->kind == DBG_EDIT_CONNECT ? best->variable : v;
    Text path = {0};
    dae_name_text(x->dae, x->dae->names.at[x->dae->vars.at[about].name].parent, &path);
    if (!best || best->place.foreign || best->kind == DBG_EDIT_CONNECT)
        base_instance(x->dae->ctx, diag, base_text_str(&path));
    base_text_free(&path);
    note_variables(diag, x, &x->under);
    note_edits(diag, x, false, &best);
    if (!best || best->kind != DBG_EDIT_CONNECT) note_equations(diag, x, &x->under);
    if (!hint_undriven(diag, x))
        hint_edit(diag, x, best, "add an equation for one of these variables, or remove a variable");
}

static bool report_lists(const DbgDiagnosis *x) {
    VEC(const DaeEquation *) over = {0};
    for (uint32_t i = 0; i < x->over.nequations; i++) vec_push(&over, &x->equations[x->over.equations[i]]);
    bool told = sym_report_physical(x->dae, x->under.variables, x->under.nvariables, over.at, (uint32_t)over.n);
    vec_free(&over);
    return told;
}

void dbg_report_structure(const DbgDiagnosis *x) {
    if (x->excess && x->missing && report_lists(x)) return;
    if (x->excess) report_flat_over(x);
    if (x->missing) report_flat_under(x);
}

void dbg_unsolvable(void *source, const SymFlat *flat, size_t mark) {
    DbgDiagnosis *x = dbg_structure(flat, &(DbgOptions){.source = source});
    if (x->square) return;
    base_diag_rollback(flat->dae->ctx, mark);
    dbg_report_structure(x);
}

DbgDiagnosis *dbg_check_structure(const Dae *flat, const DbgOptions *options) {
    SymFlat *f = sym_flat(flat);
    if (!f) return NULL;
    DbgDiagnosis *x = dbg_structure(f, options);
    x->flat = f;
    if (!x->square) dbg_report_structure(x);
    return x;
}

void dbg_free_diagnosis(DbgDiagnosis *x) {
    if (x) sym_free_flat(x->flat);
}
