/* structure_print.c - a diagnosis as text for people and as JSON for programs.
 *
 * Before: a finished DbgDiagnosis.  After: nothing has changed.
 */
#include "debug/debug_impl.h"

#include <string.h>

enum { MOST_LISTED = 40 }; /* lines of one list in the text form; JSON has all */

bool dbg_strategy_has(DbgStrategy strategy, DbgEditKind kind) {
    switch (strategy) {
    case DBG_STRATEGY_REMOVE: return kind == DBG_EDIT_REMOVE_VARIABLE || kind == DBG_EDIT_REMOVE_EQUATION;
    case DBG_STRATEGY_COUPLE: return kind == DBG_EDIT_COUPLE || kind == DBG_EDIT_REMOVE_EQUATION;
    case DBG_STRATEGY_ADD:
        return kind == DBG_EDIT_ADD_EQUATION || kind == DBG_EDIT_CONNECT || kind == DBG_EDIT_REMOVE_EQUATION;
    default: return true;
    }
}

static void add_names(const Dae *d, const DaeVar *vars, uint32_t n, Text *out) {
    for (uint32_t i = 0; i < n; i++) {
        if (i) base_text_add(out, ", ");
        dae_var_text(d, vars[i], out);
    }
}

/* The name of a variable without the instance it is declared in. */
static void add_local_name(const Dae *d, DaeVar v, Text *out) {
    base_text_add(out, base_str(d->ctx->names, d->names.at[d->vars.at[v].name].word));
}

/* The connector of the model itself that an open equation stands for. */
static void add_connector(const Dae *d, const DaeEquation *eq, Text *out) {
    for (uint32_t k = 0; k < d->shapes.at[eq->shape].nholes; k++) {
        DaeOperand o = dae_operands(d, eq)[k];
        if (dae_operand_is_const(o)) continue;
        DaeName top = d->vars.at[o].name;
        while (d->names.at[top].parent) top = d->names.at[top].parent;
        base_text_add(out, "what is connected to ");
        dae_name_text(d, top, out);
        return;
    }
}

void dbg_diagnosed_equation(const DbgDiagnosis *x, uint32_t equation, Text *out) {
    if (x->open[equation]) {
        add_connector(x->dae, &x->equations[equation], out);
        return;
    }
    dae_print_equation(x->dae, &x->equations[equation], out);
    while (out->n && strchr("\n; ", out->at[out->n - 1])) out->at[--out->n] = 0;
}

static void add_rest(const DbgEdit *e, Text *out) {
    if (e->left) base_text_printf(out, "; %u more edit%s needed then", e->left, e->left > 1 ? "s are" : " is");
}

static void add_times(const DbgEdit *e, const char *what, Text *out) {
    if (e->n > 1) base_text_printf(out, " (it stands for %u %s of the model)", e->n, what);
}

void dbg_edit_text(const DbgDiagnosis *x, const DbgEdit *e, bool rest, Text *out) {
    const Dae *d = x->dae;
    switch (e->kind) {
    case DBG_EDIT_REMOVE_EQUATION:
        base_text_printf(out, "remove \"%s\"", e->text);
        if (e->place.cls) base_text_printf(out, " in %s", e->place.cls);
        add_times(e, "equations", out);
        break;
    case DBG_EDIT_REMOVE_VARIABLE:
        base_text_add(out, "remove the variable ");
        if (e->place.cls) add_local_name(d, e->items[0], out);
        else base_text_add(out, e->text);
        if (e->place.cls) base_text_printf(out, " from %s", e->place.cls);
        add_times(e, "variables", out);
        break;
    case DBG_EDIT_CONNECT:
        base_text_printf(out, "give the input %s a value: connect it, or bind it where its component is declared",
                         e->text);
        break;
    case DBG_EDIT_ADD_EQUATION:
        base_text_printf(out, "add an equation for %s", e->text);
        if (e->place.cls) base_text_printf(out, " in %s", e->place.cls);
        if (e->n > 1) base_text_printf(out, " (it gives %u equations)", e->n);
        if (e->nothers) {
            base_text_add(out, "; it may contain ");
            add_names(d, e->others, e->nothers, out);
        }
        break;
    case DBG_EDIT_COUPLE:
        base_text_printf(out, "remove %s, and let \"", e->text);
        dbg_diagnosed_equation(x, e->equation, out);
        base_text_add(out, "\" contain one of ");
        add_names(d, e->others, e->nothers, out);
        break;
    }
    if (rest) add_rest(e, out);
}

static void add_line(const Dae *d, Span span, Text *out) {
    int line, column;
    if (!span.file) return;
    base_source_position(d->ctx->sources, span.file, span.start, &line, &column);
    base_text_printf(out, "   (%s:%d)", base_source(d->ctx->sources, span.file)->path, line);
}

static void print_part(const DbgDiagnosis *x, const char *name, const DbgPartList *p, bool list, Text *out) {
    base_text_printf(out, "%-17s %8u equations, %u variables\n", name, p->nequations, p->nvariables);
    if (!list) return;
    for (uint32_t i = 0; i < p->nequations && i < MOST_LISTED; i++) {
        base_text_add(out, "    ");
        dbg_diagnosed_equation(x, p->equations[i], out);
        add_line(x->dae, dae_span(x->dae, x->equations[p->equations[i]].origin), out);
        base_text_add(out, "\n");
    }
    if (p->nequations > MOST_LISTED) base_text_printf(out, "    ... and %u more\n", p->nequations - MOST_LISTED);
    base_text_add(out, "    variables ");
    add_names(x->dae, p->variables, p->nvariables < MOST_LISTED ? p->nvariables : MOST_LISTED, out);
    base_text_add(out, p->nvariables > MOST_LISTED ? ", ...\n" : "\n");
}

static void print_square(const DbgDiagnosis *x, Text *out) {
    base_text_printf(out, "model %s is square: %u equations, %u unknowns, each with its equation\n",
                     base_str(x->dae->ctx->names, x->dae->model), x->nequations, x->nunknowns);
    if (x->nalone) base_text_add(out, "\nparts that nothing connects with the rest\n");
    for (uint32_t i = 0; i < x->nalone; i++) {
        base_text_add(out, "  ");
        add_names(x->dae, x->alone[i].variables, x->alone[i].nvariables, out);
        base_text_add(out, ": ");
        dbg_diagnosed_equation(x, x->alone[i].equations[0], out);
        add_line(x->dae, dae_span(x->dae, x->equations[x->alone[i].equations[0]].origin), out);
        base_text_add(out, "\n");
    }
}

/* Numbers as in the list of edits, which leaves out what the strategy does not propose. */
static uint32_t number_of(const DbgDiagnosis *x, DbgStrategy strategy, uint32_t edit) {
    uint32_t n = 0;
    for (uint32_t i = 0; i <= edit; i++) n += dbg_strategy_has(strategy, x->edits[i].kind);
    return n;
}

static void print_sets(const DbgDiagnosis *x, DbgStrategy strategy, Text *out) {
    if (!x->nsets[strategy]) return;
    base_text_add(out, "\nedits that make the model square together, the likeliest first\n");
    for (uint32_t i = 0; i < x->nsets[strategy]; i++) {
        const DbgEditSet *set = &x->sets[strategy][i];
        base_text_add(out, "  ");
        for (uint32_t k = 0; k < set->n; k++)
            base_text_printf(out, "%s%u",
                             !k               ? ""
                             : k + 1 < set->n ? ", "
                                              : " and ",
                             number_of(x, strategy, set->edits[k]));
        for (uint32_t k = 0; k < set->n; k++) {
            base_text_add(out, k ? "; " : ": ");
            DbgEdit e = x->edits[set->edits[k]];
            e.nothers = e.kind == DBG_EDIT_COUPLE ? e.nothers : 0; /* the list above has them */
            dbg_edit_text(x, &e, false, out);
        }
        base_text_add(out, "\n");
    }
}

static void print_text(const DbgDiagnosis *x, DbgStrategy strategy, Text *out) {
    if (x->square) {
        print_square(x, out);
        return;
    }
    base_text_printf(out, "model %s is not square\n\n", base_str(x->dae->ctx->names, x->dae->model));
    base_text_printf(out, "flat model        %8u equations, %u unknowns\n", x->nequations, x->nunknowns);
    print_part(x, "over-determined", &x->over, x->excess > 0, out);
    print_part(x, "well-determined", &x->well, false, out);
    print_part(x, "under-determined", &x->under, x->missing > 0, out);
    if (x->ways)
        base_text_printf(
            out,
            "\n%u ways to take %u flat equation%s away; %u leave the rest connected, %u touch neither connections nor "
            "the only equation of a class, %u do both\n",
            x->ways, x->excess, x->excess > 1 ? "s" : "", x->ways_connected, x->ways_allowed, x->ways_both);
    base_text_add(out, "\nedits, the likeliest first\n");
    uint32_t said = 0;
    for (size_t i = 0; i < x->nedits; i++) {
        const DbgEdit *e = &x->edits[i];
        if (!dbg_strategy_has(strategy, e->kind) || said >= MOST_LISTED) continue;
        base_text_printf(out, "  %2u. ", ++said);
        dbg_edit_text(x, e, true, out);
        add_line(x->dae, e->place.span, out);
        base_text_add(out, "\n");
        if (e->against) base_text_printf(out, "      put behind: %s\n", e->against);
    }
    if (!said) base_text_add(out, "  no single edit of this kind helps\n");
    print_sets(x, strategy, out);
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static void json_string(Text *out, const char *s) { base_text_json(out, s, strlen(s)); }

static void json_names(const Dae *d, const DaeVar *vars, uint32_t n, Text *out) {
    base_text_char(out, '[');
    for (uint32_t i = 0; i < n; i++) {
        Text t = {0};
        dae_var_text(d, vars[i], &t);
        if (i) base_text_char(out, ',');
        json_string(out, base_text_str(&t));
        base_text_free(&t);
    }
    base_text_char(out, ']');
}

static void json_equations(const DbgDiagnosis *x, const uint32_t *equations, uint32_t n, Text *out) {
    base_text_char(out, '[');
    for (uint32_t i = 0; i < n; i++) {
        Text t = {0};
        dbg_diagnosed_equation(x, equations[i], &t);
        if (i) base_text_char(out, ',');
        json_string(out, base_text_str(&t));
        base_text_free(&t);
    }
    base_text_char(out, ']');
}

static void json_part(const DbgDiagnosis *x, const char *name, const DbgPartList *p, Text *out) {
    base_text_printf(out, "\"%s\":{\"equations\":", name);
    json_equations(x, p->equations, p->nequations, out);
    base_text_add(out, ",\"variables\":");
    json_names(x->dae, p->variables, p->nvariables, out);
    base_text_add(out, "},\n");
}

static void json_place(const Dae *d, const DbgPlace *p, Text *out) {
    int line, column;
    if (p->cls) {
        base_text_add(out, ",\"class\":");
        json_string(out, p->cls);
    }
    if (!p->span.file) return;
    base_source_position(d->ctx->sources, p->span.file, p->span.start, &line, &column);
    base_text_add(out, ",\"file\":");
    json_string(out, base_source(d->ctx->sources, p->span.file)->path);
    base_text_printf(out, ",\"line\":%d,\"column\":%d", line, column);
}

static void json_edit(const DbgDiagnosis *x, const DbgEdit *e, Text *out) {
    static const char *const kinds[] = {"connect", "add-equation", "remove-equation", "remove-variable", "couple"};
    Text t = {0};
    dbg_edit_text(x, e, true, &t);
    base_text_printf(out, "{\"kind\":\"%s\",\"text\":", kinds[e->kind]);
    json_string(out, e->text);
    base_text_add(out, ",\"say\":");
    json_string(out, base_text_str(&t));
    base_text_free(&t);
    json_place(x->dae, &e->place, out);
    base_text_printf(
        out, ",\"count\":%u,\"left\":%u,\"flexibility\":%u,\"associated\":%u,\"connection\":%s,\"disconnects\":%s",
        e->n, e->left, e->flexibility, e->place.associated, e->place.connection ? "true" : "false",
        e->disconnects ? "true" : "false");
    if (e->kind == DBG_EDIT_REMOVE_EQUATION) {
        base_text_add(out, ",\"equations\":");
        json_equations(x, e->items, e->n, out);
    } else if (e->kind == DBG_EDIT_REMOVE_VARIABLE) {
        base_text_add(out, ",\"variables\":");
        json_names(x->dae, e->items, e->n, out);
    }
    if (e->nothers) {
        base_text_add(out, ",\"may_contain\":");
        json_names(x->dae, e->others, e->nothers, out);
    }
    base_text_add(out, ",\"against\":");
    if (e->against) json_string(out, e->against);
    else base_text_add(out, "null");
    base_text_char(out, '}');
}

static void print_json(const DbgDiagnosis *x, DbgStrategy strategy, Text *out) {
    base_text_add(out, "{\"model\":");
    json_string(out, base_str(x->dae->ctx->names, x->dae->model));
    base_text_printf(out, ",\"equations\":%u,\"unknowns\":%u,\"excess\":%u,\"missing\":%u,\n", x->nequations,
                     x->nunknowns, x->excess, x->missing);
    json_part(x, "over", &x->over, out);
    json_part(x, "well", &x->well, out);
    json_part(x, "under", &x->under, out);
    base_text_add(out, "\"alone\":[");
    for (uint32_t i = 0; i < x->nalone; i++) {
        if (i) base_text_char(out, ',');
        json_names(x->dae, x->alone[i].variables, x->alone[i].nvariables, out);
    }
    base_text_add(out, "],\n");
    base_text_printf(out, "\"ways\":{\"all\":%u,\"connected\":%u,\"allowed\":%u,\"both\":%u},\n\"edits\":[", x->ways,
                     x->ways_connected, x->ways_allowed, x->ways_both);
    bool first = true;
    for (size_t i = 0; i < x->nedits; i++) {
        if (!dbg_strategy_has(strategy, x->edits[i].kind)) continue;
        base_text_add(out, first ? "\n  " : ",\n  ");
        first = false;
        json_edit(x, &x->edits[i], out);
    }
    base_text_add(out, "],\n\"sets\":[");
    for (uint32_t i = 0; i < x->nsets[strategy]; i++) {
        const DbgEditSet *set = &x->sets[strategy][i];
        for (uint32_t k = 0; k < set->n; k++)
            base_text_printf(out, "%s%u", k ? "," : i ? ",[" : "[", number_of(x, strategy, set->edits[k]) - 1);
        base_text_char(out, ']');
    }
    base_text_add(out, "]}\n");
}

void dbg_print_diagnosis(const DbgDiagnosis *x, DbgStrategy strategy, bool json, Text *out) {
    if (json) print_json(x, strategy, out);
    else print_text(x, strategy, out);
}
