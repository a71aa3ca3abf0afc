/* check_flat.c - is a flat model determined, and has it as many equations as unknowns? */
#include "flatten/flatten.h"
#include "session/session_impl.h"

#include <string.h>

bool ses_is_open(const Dae *d) {
    bool clock = false; /* an input that runs on a clock of its user */
    for (size_t i = 1; i < d->vars.n && !clock; i++)
        clock = d->vars.at[i].flags & DAE_INPUT && d->vars.at[i].flags & DAE_CLOCKED;
    return clock || d->open_choice;
}

causeway_status ses_check_balance(Context *ctx, const Dae *d) {
    size_t equations = dae_count_equations(d), unknowns = dae_count_unknowns(d);
    if (equations == unknowns) return CAUSEWAY_OK;
    Diag *e = base_error(ctx, "TOOL0014", (Span){0}, "%s has %zu equations for %zu unknowns",
                         base_str(ctx->names, d->model), equations, unknowns);
    base_hint(ctx, e, "causeway explain --diagnose names %s",
              equations < unknowns ? "the variables that nothing determines" : "the equations that are too many");
    return CAUSEWAY_INVALID;
}

static Span declared_at(const Dae *d, size_t i) {
    uint32_t origin = d->vars.at[i].origin;
    return dae_span(d, origin);
}

/* A parameter without a value takes its start value, with a message (MLS 8.6). */
void ses_warn_parameters(Context *ctx, const Dae *d) {
    enum { MOST_NAMED = 5 };
    uint8_t *bound = base_realloc(NULL, d->vars.n);
    memset(bound, 0, d->vars.n);
    for (size_t i = 0; i < d->bindings.n; i++) {
        const DaeEquation *e = &d->bindings.at[i];
        uint32_t nout = d->shapes.at[e->shape].nout;
        const DaeOperand *o = dae_operands(d, e);
        /* flattening binds to start values that are no numbers; the same number is a value that somebody gave */
        bool start = nout == 1 && d->shapes.at[e->shape].nholes == 2 && o[1] == d->vars.at[o[0]].start &&
                     !dae_operand_is_const(o[1]);
        for (uint32_t k = 0; !start && k < (nout ? nout : 1); k++)
            if (!dae_operand_is_const(o[k])) bound[o[k]] = 1;
    }
    Diag *w = NULL;
    size_t found = 0;
    for (size_t i = 1; i < d->vars.n; i++) {
        const DaeVariable *v = &d->vars.at[i];
        bool number = v->base < DAE_STRING || v->base == DAE_ENUM;
        if (v->kind != DAE_KIND_PARAMETER || bound[i] || !(v->flags & DAE_FIXED) || v->flags & DAE_HIDDEN || !number)
            continue;
        if (found++ >= MOST_NAMED) continue;
        Text name = {0};
        dae_var_text(d, (DaeVar)i, &name);
        if (w) base_note(ctx, w, declared_at(d, i), "neither has %s", base_text_str(&name));
        else {
            w = base_warning(ctx, "TOOL0019", declared_at(d, i), "parameter %s has no value; its start value is used",
                             base_text_str(&name));
            dae_about_variable(d, ctx, w, (DaeVar)i);
        }
        base_text_free(&name);
    }
    if (found > MOST_NAMED) base_note(ctx, w, (Span){0}, "nor have %zu others", found - MOST_NAMED);
    if (w) base_hint(ctx, w, "give it a value in the model, or with -p NAME=VALUE");
    base_realloc(bound, 0);
}

/* By variable: it, its derivative or its previous value occurs in an equation. */
static uint8_t *find_occurring(const Dae *d) {
    uint8_t *occurs = base_realloc(NULL, d->vars.n);
    memset(occurs, 0, d->vars.n);
    for (size_t i = 0; i < d->equations.n; i++) {
        const DaeEquation *e = &d->equations.at[i];
        const DaeOperand *operands = dae_operands(d, e);
        for (uint32_t k = 0; k < d->shapes.at[e->shape].nholes; k++) {
            if (operands[k] == DAE_NO_OPERAND || dae_operand_is_const(operands[k])) continue;
            DaeVar v = operands[k];
            for (occurs[v] = 1; d->vars.at[v].of && !occurs[d->vars.at[v].of]; occurs[v] = 1) v = d->vars.at[v].of;
        }
    }
    return occurs;
}

/* Names of connectors with flow variables: of a part, what determines their other variables lies outside. */
static void find_physical(const Dae *d, Map *names) {
    for (size_t i = 1; i < d->vars.n; i++)
        if (d->vars.at[i].flags & DAE_FLOW) base_map_put(names, d->names.at[d->vars.at[i].name].parent, 1);
}

static bool is_undetermined(const Dae *d, const uint8_t *occurs, size_t i) {
    const DaeVariable *v = &d->vars.at[i];
    bool unknown = v->kind == DAE_KIND_CONTINUOUS || v->kind == DAE_KIND_DISCRETE;
    return !occurs[i] && unknown && v->base < DAE_STRING && !(v->flags & (DAE_INPUT | DAE_HIDDEN | DAE_CLOCKED));
}

bool ses_check_determined(Context *ctx, const Dae *d, bool part) {
    enum { MOST_NAMED = 5 };
    uint8_t *occurs = find_occurring(d);
    Diag *e = NULL;
    size_t found = 0;
    Map physical = {0};
    if (part) find_physical(d, &physical);
    for (size_t i = 1; i < d->vars.n; i++) {
        if (!is_undetermined(d, occurs, i) || base_map_get(&physical, d->names.at[d->vars.at[i].name].parent, NULL))
            continue;
        if (found++ >= MOST_NAMED) continue;
        Text name = {0};
        dae_var_text(d, (DaeVar)i, &name);
        if (e) base_note(ctx, e, declared_at(d, i), "neither is %s", base_text_str(&name));
        else
            e = base_error(ctx, "TOOL0016", declared_at(d, i), "nothing determines %s: it occurs in no equation",
                           base_text_str(&name));
        base_text_free(&name);
    }
    if (found > MOST_NAMED) base_note(ctx, e, (Span){0}, "nor are %zu others", found - MOST_NAMED);
    if (e) base_hint(ctx, e, "give it an equation or a binding, or declare it as parameter or input");
    base_map_free(&physical);
    base_realloc(occurs, 0);
    return !e;
}

bool ses_is_balanced(const Dae *d) { return dae_count_equations(d) == dae_count_unknowns(d); }

SesCounts ses_counts(const Dae *d) {
    return (SesCounts){dae_count_equations(d), dae_count_unknowns(d), ses_is_open(d)};
}

DbgDiagnosis *ses_check_structure(SesModel *m) {
    DbgOptions options = {.open_connectors = true, .source = ses_source_map(m->ctx, m->front, m->dae, &m->source)};
    return dbg_check_structure(m->dae, &options);
}

static causeway_status check_flat(SesModel *m) {
    bool open = ses_is_open(m->dae), balanced = ses_is_balanced(m->dae);
    if (!open && !ses_check_determined(m->ctx, m->dae, true)) return CAUSEWAY_INVALID;
    ses_warn_parameters(m->ctx, m->dae);
    InstClass *model = ses_front_model(m->front);
    if (model && !flat_check_balance(model, m->dae, balanced))
        return CAUSEWAY_INVALID; /* the class at fault is named: enough */
    DbgDiagnosis *x = open ? NULL : ses_check_structure(m);
    bool square = !x || x->square;
    dbg_free_diagnosis(x);
    if (!balanced && !open) /* the counts alone say less than what the structure shows */
        return base_error_count(m->ctx) ? CAUSEWAY_INVALID : ses_check_balance(m->ctx, m->dae);
    if (!square) return CAUSEWAY_UNTRANSLATABLE;
    return base_error_count(m->ctx) ? ses_model_error(m->ctx) : CAUSEWAY_OK;
}

causeway_status ses_check_flat(SesModel *m) {
    causeway_status code = check_flat(m);
    ses_blame(m);
    return code;
}
