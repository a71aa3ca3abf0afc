/* inputs.c - inputs at the top of a model: which are known from outside, and derivatives of them that are needed.
 *
 * Nobody can differentiate what comes from outside.  Where equations contain the derivative of an input, or index
 * reduction needs it, it is an input of its own, named der(u), and so on for der(der(u)).
 */
#include "symbolic/symbolic_impl.h"

#include "units/units.h"

#include <string.h>

/* An input of the model with a declaration equation of its own (input Real u = 1) is not known from
 * outside. */
static void bind_inputs(SymWork *w) {
    Dae *d = w->dae;
    for (size_t i = 0; i < w->eqs.n; i++) {
        const DaeEquation *eq = &w->eqs.at[i];
        DaeShape s = d->shapes.at[eq->shape];
        if (s.nout || s.nholes == 0) continue;
        const DaeNode *lhs = dae_at(&d->pool, dae_arg(&d->pool, s.root, 0));
        if (lhs->op != DAE_HOLE) continue;
        DaeOperand input = dae_operands(d, eq)[lhs->id];
        if (dae_operand_is_const(input) || !(d->vars.at[input].flags & DAE_INPUT)) continue;
        bool unknown = false;
        for (uint32_t k = 0; k < s.nholes; k++) {
            DaeOperand o = dae_operands(d, eq)[k];
            unknown |= !dae_operand_is_const(o) && (w->role.at[o] & SYM_ROLE_UNKNOWN);
        }
        if (unknown) continue;
        d->vars.at[input].flags &= (uint16_t)~DAE_INPUT;
        w->role.at[input] = SYM_ROLE_UNKNOWN;
    }
}

Name sym_unit_by_second(const Dae *d, Name unit) {
    Text t = {0};
    if (unit) unit_by_second(base_str(d->ctx->names, unit), &t);
    Name by_second = t.n ? base_name(d->ctx->names, base_text_str(&t)) : 0;
    base_text_free(&t);
    return by_second;
}

void sym_derivative_units(Dae *d) {
    Map known = {0}; /* unit of a variable -> attributes of its derivative */
    for (DaeVar v = 1; v < d->vars.n; v++) {
        DaeVariable *x = &d->vars.at[v];
        Name unit = x->kind == DAE_KIND_DERIVATIVE && !x->attrs ? d->attrs.at[d->vars.at[x->of].attrs].unit : 0;
        uint64_t attrs;
        if (!unit) continue;
        if (!base_map_get(&known, unit, &attrs)) {
            DaeAttrs a = d->attrs.at[0];
            a.unit = sym_unit_by_second(d, unit);
            attrs = dae_attrs(d, &a);
            base_map_put(&known, unit, attrs);
        }
        d->vars.at[v].attrs = (uint32_t)attrs;
    }
    base_map_free(&known);
}

/* der(v) of an input is known from outside as v is: a variable of its own with that name. */
static void open_derivative(SymWork *w, DaeVar v) {
    Dae *d = w->dae;
    DaeVar der = d->vars.at[v].derivative;
    DaeVariable *x = &d->vars.at[der];
    if (x->kind != DAE_KIND_DERIVATIVE) return;
    Text name = {0}, comment = {0};
    dae_var_text(d, der, &name);
    base_text_add(&comment, "derivative of the input ");
    dae_var_text(d, v, &comment);
    DaeAttrs attrs = {.comment = base_name(d->ctx->names, base_text_str(&comment)),
                      .unit = sym_unit_by_second(d, d->attrs.at[d->vars.at[v].attrs].unit),
                      .min = DAE_NO_OPERAND,
                      .max = DAE_NO_OPERAND,
                      .nominal = DAE_NO_OPERAND};
    DaeName own = dae_name(d, 0, base_name(d->ctx->names, base_text_str(&name)), NULL, 0);
    uint32_t shared = dae_attrs(d, &attrs);
    x = &d->vars.at[der];
    x->name = own;
    x->attrs = shared;
    x->kind = DAE_KIND_CONTINUOUS;
    x->flags |= DAE_INPUT;
    if (der < w->role.n) w->role.at[der] = 0;
    base_text_free(&name);
    base_text_free(&comment);
}

static bool is_open(const Dae *d, DaeVar v) {
    const DaeVariable *x = &d->vars.at[v];
    return x->flags & DAE_INPUT && x->kind == DAE_KIND_CONTINUOUS && !(x->flags & DAE_CLOCKED);
}

DaeVar sym_der(SymWork *w, DaeVar v) {
    DaeVar der = dae_der(w->dae, v);
    if (is_open(w->dae, v)) open_derivative(w, v);
    sym_grow(w);
    return der;
}

void sym_inputs(SymWork *w) {
    bind_inputs(w);
    for (DaeVar v = 1; v < w->dae->vars.n; v++) /* derivatives come behind what they are derivatives of */
        for (DaeVar u = v; is_open(w->dae, u) && w->dae->vars.at[u].derivative; u = w->dae->vars.at[u].derivative)
            open_derivative(w, u);
}

/* Which variables equations read. */
static void mark_read(const Dae *d, const DaeEquations *eqs, uint8_t *read) {
    for (size_t i = 0; i < eqs->n; i++)
        for (uint32_t k = 0; k < d->shapes.at[eqs->at[i].shape].nholes; k++) {
            DaeOperand o = dae_operands(d, &eqs->at[i])[k];
            if (o != DAE_NO_OPERAND && !dae_operand_is_const(o)) read[o] = 1;
        }
}

/* ... and those that others stand for. */
static void mark_aliased(const SymWork *w, uint8_t *read) {
    for (DaeVar v = 1; v < w->parent.n; v++)
        if (w->parent.at[v] >> 1 != v) read[sym_representative(w, v)] = 1;
}

/* The highest derivative of an input that somebody reads stays, with those below it. */
static void drop_unread(SymWork *w, DaeVar v, const uint8_t *read) {
    Dae *d = w->dae;
    DaeVar kept = v;
    for (DaeVar x = d->vars.at[v].derivative; x; x = d->vars.at[x].derivative)
        if (read[x]) kept = x;
    for (DaeVar x = d->vars.at[kept].derivative; x; x = d->vars.at[x].derivative) {
        d->vars.at[x].flags = DAE_HIDDEN; /* a try needed it that was given up */
        w->role.at[x] = SYM_ROLE_GONE;
    }
    d->vars.at[kept].derivative = 0;
}

static void tell(SymWork *w, DaeVar v) {
    Dae *d = w->dae;
    Text names = {0};
    for (DaeVar x = d->vars.at[v].derivative; x; x = d->vars.at[x].derivative)
        base_text_printf(&names, "%s%s", names.n ? ", " : "", sym_var_text(w, x));
    bool several = strchr(base_text_str(&names), ',');
    Diag *diag = base_warning(w->ctx, "SYM0306", sym_span(d, d->vars.at[v].origin),
                              "the model needs the derivative%s of its input %s: %s %s too", several ? "s" : "",
                              sym_var_text(w, v), base_text_str(&names), several ? "are inputs" : "is an input");
    base_hint(w->ctx, diag, "a table of %s gives its slope; without one a derivative is zero unless it is given",
              sym_var_text(w, v));
    base_text_free(&names);
}

void sym_tell_inputs(SymWork *w) {
    Dae *d = w->dae;
    uint8_t *read = NULL;
    for (DaeVar v = 1; v < d->vars.n; v++) {
        if (!is_open(d, v) || d->vars.at[v].of || !d->vars.at[v].derivative) continue;
        if (!read) {
            read = base_realloc(NULL, d->vars.n);
            memset(read, 0, d->vars.n);
            mark_read(d, &w->eqs, read);
            mark_read(d, &w->initial, read);
            mark_aliased(w, read);
        }
        drop_unread(w, v, read);
        if (d->vars.at[v].derivative) tell(w, v);
    }
    base_realloc(read, 0);
}
