/* diagnose.c - naming equations, variables and numbers when something fails.
 *
 * Works on v as the failed evaluation left it; changes no values.
 */
#include "runtime/runtime_impl.h"

#include <stdlib.h>

Span rt_origin_span(const Runtime *rt, uint32_t origin) { return dae_span(rt->dae, origin); }

const char *rt_var_name(const Runtime *rt, DaeVar v) {
    Text text = {0};
    dae_var_text(rt->dae, v, &text);
    char *name = base_strdup((Arena *)&rt->arena, base_text_str(&text));
    base_text_free(&text);
    return name;
}

static void add_instance(Runtime *rt, Diag *d, uint32_t origin) {
    if (!d || !dae_instance(rt->dae, origin)) return;
    Text text = {0};
    dae_name_text(rt->dae, dae_instance(rt->dae, origin), &text);
    base_instance(rt->ctx, d, base_strdup(&rt->ctx->arena, base_text_str(&text)));
    base_text_free(&text);
}

enum { MAX_NAMED = 8 }; /* equations named in one message */

static const SymSystem *symbolic_system(const Runtime *rt, uint32_t number) {
    return number < rt->sym->systems.n ? &rt->sym->systems.at[number] : NULL;
}

/* ---- systems ----------------------------------------------------------------------------------------------------- */

typedef struct {
    double size;
    int row;
} Worst;

static int by_size(const void *a, const void *b) {
    const Worst *x = a, *y = b;
    if (x->size != y->size) return x->size < y->size ? 1 : -1;
    return x->row - y->row;
}

/* What a change of all unknowns by their nominal values makes of each residual, by the last matrix; 1 where that is not
 * known. */
static void residual_scales(const RtSystem *s, double *scale) {
    const RtLinear *m = &s->matrix;
    int n = m->n;
    for (int i = 0; i < n; i++) scale[i] = 0;
    for (int j = 0; j < n; j++) {
        size_t first = m->sparse ? (size_t)m->colptr[j] : (size_t)j * (size_t)n;
        size_t last = m->sparse ? (size_t)m->colptr[j + 1] : first + (size_t)n;
        for (size_t p = first; p < last; p++)
            scale[m->sparse ? m->rowind[p] : (int)(p - first)] += fabs(m->values[p]) * s->scale[j];
    }
    for (int i = 0; i < n; i++)
        if (!(scale[i] > 0 && isfinite(scale[i]))) scale[i] = 1;
}

/* Notes with the equations of a system whose residuals are worst. */
static void note_residuals(Runtime *rt, Diag *d, uint32_t number) {
    const SymSystem *sym = symbolic_system(rt, number);
    const RtSystem *s = &rt->systems[number];
    if (!sym || !s->ready || (int)sym->n != s->cw->n) return;
    int n = s->cw->n;
    Worst *worst = base_realloc(NULL, (size_t)n * sizeof *worst);
    double *scale = base_realloc(NULL, (size_t)n * sizeof *scale);
    residual_scales(s, scale);
    for (int i = 0; i < n; i++) worst[i] = (Worst){isfinite(s->r[i]) ? fabs(s->r[i]) / scale[i] : INFINITY, i};
    base_realloc(scale, 0);
    qsort(worst, (size_t)n, sizeof *worst, by_size);
    Text text = {0};
    for (int i = 0; i < n && i < 5; i++) {
        const DaeEquation *eq = &sym->residuals[worst[i].row];
        text.n = 0;
        base_text_printf(&text, "residual %.4g in ", s->r[worst[i].row]);
        gen_equation_text(rt->gen, eq, rt->env.v, 0, &text);
        base_note(rt->ctx, d, rt_origin_span(rt, eq->origin), "%s", base_text_str(&text));
    }
    base_text_free(&text);
    base_realloc(worst, 0);
}

/* Notes with variables of a system that the search for a solution carried beyond their limits: which one leaves its
 * domain often says which equation or start value is wrong. */
static void note_beyond_limits(Runtime *rt, Diag *d, uint32_t number) {
    enum { MOST = 3 };
    const RtSystem *s = &rt->systems[number];
    uint32_t n = s->ready ? (uint32_t)s->cw->n : 0, named = 0;
    for (uint32_t i = 0; i < n + s->ninner && named < MOST; i++) {
        DaeVar v = i < n ? (DaeVar)s->cw->vars[i] : s->inner[i - n];
        const DaeVariable *var = &rt->dae->vars.at[v];
        const DaeAttrs *a = &rt->dae->attrs.at[var->attrs];
        double x = rt->env.v[v], low = rt_operand(rt, a->min, -INFINITY), high = rt_operand(rt, a->max, INFINITY);
        if ((!(x < low) && !(x > high)) || var->flags & DAE_HIDDEN) continue;
        base_note(rt->ctx, d, rt_origin_span(rt, var->origin), "'%s' has come to %.6g, %s its %s of %.6g",
                  rt_var_name(rt, v), x, x < low ? "below" : "above", x < low ? "min" : "max", x < low ? low : high);
        named++;
    }
}

static void note_equation(Runtime *rt, Diag *d, const char *words, const DaeEquation *eq) {
    Text text = {0};
    base_text_add(&text, words);
    gen_equation_text(rt->gen, eq, rt->env.v, 0, &text);
    base_note(rt->ctx, d, rt_origin_span(rt, eq->origin), "%s", base_text_str(&text));
    base_text_free(&text);
}

static void mark_operands(const Runtime *rt, const DaeEquation *eq, uint8_t *marks) {
    const DaeOperand *o = dae_operands(rt->dae, eq);
    for (uint32_t k = 0; k < rt->dae->shapes.at[eq->shape].nholes; k++)
        if (!dae_operand_is_const(o[k])) marks[o[k]] = 1;
}

static bool computes_marked(const Runtime *rt, const DaeEquation *eq, const uint8_t *marks) {
    const DaeOperand *o = dae_operands(rt->dae, eq);
    for (uint32_t k = 0; k < rt->dae->shapes.at[eq->shape].nout; k++)
        if (marks[o[k]]) return true;
    return false;
}

void rt_note_dependent(Runtime *rt, Diag *d, uint32_t system) {
    const SymSystem *sym = symbolic_system(rt, system);
    const RtSystem *s = &rt->systems[system];
    if (!d || !sym || !s->ready || (int)sym->n != s->cw->n) return;
    int n = s->cw->n, shown = 0;
    double *y = base_realloc(NULL, (size_t)n * sizeof *y), largest = 0;
    uint8_t *marks = base_realloc(NULL, rt->nvars);
    memset(marks, 0, rt->nvars);
    bool found = rt_linear_dependent_rows(&s->matrix, s->scale, y);
    for (int i = 0; found && i < n; i++) largest = fmax(largest, fabs(y[i]));
    for (int i = 0; found && i < n && shown < MAX_NAMED; i++) {
        if (fabs(y[i]) < 1e-3 * largest) continue;
        note_equation(rt, d, shown++ ? "and this one: " : "these equations depend on each other: ", &sym->residuals[i]);
        mark_operands(rt, &sym->residuals[i], marks);
    }
    for (uint32_t i = sym->ninner; found && i-- > 0 && shown < MAX_NAMED;) { /* put into them by tearing */
        if (!computes_marked(rt, &sym->inner[i], marks)) continue;
        note_equation(rt, d, "and this one: ", &sym->inner[i]);
        mark_operands(rt, &sym->inner[i], marks);
        shown++;
    }
    base_realloc(marks, 0);
    base_realloc(y, 0);
}

void rt_describe_system(Runtime *rt, const RtSystem *s, const double *residual, const char *what) {
    uint32_t number = (uint32_t)(s - rt->systems);
    const SymSystem *sym = symbolic_system(rt, number);
    int worst = 0;
    for (int i = 1; i < s->cw->n; i++)
        if (!(fabs(residual[i]) <= fabs(residual[worst]))) worst = i;
    uint32_t origin = sym && (int)sym->n == s->cw->n ? sym->residuals[worst].origin : 0;
    rt_fail(rt, RT_FAIL_SYSTEM, origin, "%s for '%s'%s (a system of %u equations, %d after tearing)", what,
            rt_var_name(rt, (DaeVar)s->cw->vars[0]), s->cw->n > 1 ? " and others" : "",
            sym ? sym->full_size : (unsigned)s->cw->n, s->cw->n);
    rt->failure.system = number;
}

void rt_describe_singular(Runtime *rt, RtSystem *s, int column) {
    rt_describe_system(rt, s, s->r,
                       "the equations contradict each other or do not determine the solution: "
                       "singular linear system");
    rt->failure.singular = true;
    if (column >= 0 && column < s->cw->n)
        base_text_printf(&rt->failure.text, "; the column of '%s' depends on those before it",
                         rt_var_name(rt, (DaeVar)s->cw->vars[column]));
}

/* ---- values that are not finite ---------------------------------------------------------------------------------- */

DaeVar rt_shown_nonfinite(const Runtime *rt) {
    for (uint32_t i = 1; i < rt->nvars; i++) {
        const DaeVariable *var = &rt->dae->vars.at[i];
        bool number = var->base == DAE_REAL || var->base == DAE_INTEGER;
        if (number && !isfinite(rt->env.v[i]) && !(var->flags & DAE_HIDDEN) && var->kind != DAE_KIND_PRE) return i;
    }
    return 0;
}

void rt_find_nonfinite(Runtime *rt, GenWhere where, uint32_t system) {
    GenCulprit c;
    if (!gen_locate(rt->gen, where, system, rt->env.v, &c) &&
        !gen_locate(rt->gen, GEN_IN_PARAMETERS, UINT32_MAX, rt->env.v, &c)) {
        DaeVar var = rt_shown_nonfinite(rt); /* given so, or made so by translation */
        if (var)
            rt_fail(rt, RT_FAIL_NUMBER, rt->dae->vars.at[var].origin, "'%s' is not a finite number, but %g",
                    rt_var_name(rt, var), rt->env.v[var]);
        else rt_fail(rt, RT_FAIL_NUMBER, 0, "a value is not finite");
        return;
    }
    Text text = {0};
    if (gen_reason_text(rt->gen, &c.eq, rt->env.v, &text)) base_text_add(&text, ": ");
    gen_equation_text(rt->gen, &c.eq, rt->env.v, rt->dae->shapes.at[c.eq.shape].nout, &text);
    rt_fail(rt, RT_FAIL_NUMBER, c.eq.origin, "'%s' is not a finite number: %s", rt_var_name(rt, c.var),
            base_text_str(&text));
    base_text_free(&text);
}

/* ---- reports ----------------------------------------------------------------------------------------------------- */

/* Where the function stands that an evaluation failed in. */
static Span function_span(const Runtime *rt, const char *name) {
    for (size_t i = 0; name && i < rt->dae->functions.n; i++)
        if (strcmp(base_str(rt->ctx->names, rt->dae->functions.at[i].name), name) == 0)
            return rt->dae->functions.at[i].span;
    return (Span){0};
}

Diag *rt_report_failure(Runtime *rt, const char *code, const char *doing, GenWhere where) {
    RtFailure *f = &rt->failure;
    if (rt->crashed) {
        Diag *d = base_error(rt->ctx, "RT0079", (Span){0}, "%s at time %.9g: the external function %s crashed (%s)",
                             doing, rt->env.v[0], rt->crashed, rt->crash_word);
        base_hint(rt->ctx, d, "this is a fault of the code behind that function; the result so far is kept");
        return d;
    }
    if (f->kind == RT_FAIL_NUMBER && !f->text.n) rt_find_nonfinite(rt, where, UINT32_MAX);
    const char *kind = f->kind == RT_FAIL_ASSERT ? "assertion failed: " : "";
    Span span = f->origin ? rt_origin_span(rt, f->origin) : function_span(rt, f->function);
    Diag *d = base_error(rt->ctx, code, span, "%s at time %.9g: %s%s", doing, f->time, kind, base_text_str(&f->text));
    if (!d) return NULL;
    add_instance(rt, d, f->origin);
    if (f->kind == RT_FAIL_SYSTEM && f->system != UINT32_MAX) {
        if (f->singular) rt_note_dependent(rt, d, f->system);
        else note_residuals(rt, d, f->system), note_beyond_limits(rt, d, f->system);
        base_hint(rt->ctx, d, "%s",
                  where == GEN_IN_INITIAL ? "give start values near the solution to the variables named above"
                                          : "look for a division by zero, a discontinuity or an unphysical value near "
                                            "this time");
    }
    return d;
}
