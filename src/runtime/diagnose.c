/* diagnose.c - naming equations, variables and numbers when something fails.
 *
 * Works on v as the failed evaluation left it; changes no values.
 */
#include "runtime/runtime_impl.h"

#include <stdlib.h>

Span rt_origin_span(const Runtime *rt, uint32_t origin) { return md_span(rt->model, origin); }

void rt_var_text(const Runtime *rt, MdVar v, Text *out) {
    const MdVariable *x = &rt->model->vars[v];
    if (x->kind == MD_KIND_DERIVATIVE || x->kind == MD_KIND_PRE) {
        base_text_add(out, x->kind == MD_KIND_PRE ? "pre(" : "der(");
        rt_var_text(rt, x->of, out);
        base_text_char(out, ')');
    } else if (!(x->flags & MD_HIDDEN) || !rt->explain.variable || !rt->explain.variable(rt->explain.arg, v, out)) {
        md_var_text(rt->model, v, out);
    }
}

const char *rt_var_name(const Runtime *rt, MdVar v) {
    Text text = {0};
    rt_var_text(rt, v, &text);
    char *name = base_strdup((Arena *)&rt->arena, base_text_str(&text));
    base_text_free(&text);
    return name;
}

void rt_add_instance(Runtime *rt, Diag *d, uint32_t origin) {
    if (!d || origin >= rt->model->norigins || !rt->model->origins[origin].instance) return;
    Text text = {0};
    md_name_text(md_names(rt->model), rt->model->origins[origin].instance, NULL, &text);
    base_instance(rt->ctx, d, base_strdup(&rt->ctx->arena, base_text_str(&text)));
    base_text_free(&text);
}

void rt_add_component(Runtime *rt, Diag *d, MdVar v) {
    const char *name = rt_var_name(rt, v), *last = NULL;
    int depth = 0;
    for (const char *p = name; *p; p++) {
        depth += (*p == '[') - (*p == ']');
        if (*p == '.' && !depth) last = p;
    }
    if (d && last) base_instance(rt->ctx, d, base_strndup(&rt->ctx->arena, name, (size_t)(last - name)));
}

enum { MAX_NAMED = 8 }; /* equations named in one message */

static const MdSystem *described(const Runtime *rt, uint32_t number) {
    return number < rt->model->nsystems ? &rt->model->systems[number] : NULL;
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
    const SolMatrix *m = &s->sol.matrix;
    int n = m->n;
    for (int i = 0; i < n; i++) scale[i] = 0;
    for (int j = 0; j < n; j++) {
        size_t first = m->sparse ? (size_t)m->colptr[j] : (size_t)j * (size_t)n;
        size_t last = m->sparse ? (size_t)m->colptr[j + 1] : first + (size_t)n;
        for (size_t p = first; p < last; p++)
            scale[m->sparse ? m->rowind[p] : (int)(p - first)] += fabs(m->values[p]) * s->sol.scale[j];
    }
    for (int i = 0; i < n; i++)
        if (!(scale[i] > 0 && isfinite(scale[i]))) scale[i] = 1;
}

/* Notes with the equations of a system whose residuals are worst. */
static void note_residuals(Runtime *rt, Diag *d, uint32_t number) {
    const MdSystem *sym = described(rt, number);
    const RtSystem *s = &rt->ev.systems[number];
    if (!sym || !s->ready || (int)sym->n != s->cw->n) return;
    int n = s->cw->n;
    Worst *worst = base_realloc(NULL, (size_t)n * sizeof *worst);
    double *scale = base_realloc(NULL, (size_t)n * sizeof *scale);
    residual_scales(s, scale);
    for (int i = 0; i < n; i++) worst[i] = (Worst){isfinite(s->sol.r[i]) ? fabs(s->sol.r[i]) / scale[i] : INFINITY, i};
    base_realloc(scale, 0);
    qsort(worst, (size_t)n, sizeof *worst, by_size);
    Text text = {0};
    for (int i = 0; i < n && i < 5; i++) {
        uint32_t row = (uint32_t)worst[i].row;
        text.n = 0;
        base_text_printf(&text, "residual %.4g in ", s->sol.r[row]);
        if (rt->explain.residual) rt->explain.residual(rt->explain.arg, number, row, rt->ev.env.v, &text);
        else base_text_add(&text, "this equation");
        base_note(rt->ctx, d, rt_origin_span(rt, sym->origins[row]), "%s", base_text_str(&text));
    }
    base_text_free(&text);
    base_realloc(worst, 0);
}

/* Notes with variables of a system that the search for a solution carried beyond their limits: which one leaves its
 * domain often says which equation or start value is wrong. */
static void note_beyond_limits(Runtime *rt, Diag *d, uint32_t number) {
    enum { MOST = 3 };
    const RtSystem *s = &rt->ev.systems[number];
    uint32_t n = s->ready ? (uint32_t)s->cw->n : 0, named = 0;
    Text text = {0};
    for (uint32_t i = 0; i < n + s->ninner && named < MOST; i++) {
        MdVar v = i < n ? (MdVar)s->cw->vars[i] : s->inner[i - n];
        const MdVariable *var = &rt->model->vars[v];
        const MdAttrs *a = &rt->model->attrs[var->attrs];
        double x = rt->ev.env.v[v], low = rt_operand(rt, a->min, -INFINITY), high = rt_operand(rt, a->max, INFINITY);
        if ((!(x < low) && !(x > high)) || var->flags & MD_HIDDEN) continue;
        text.n = 0;
        base_text_printf(&text, "'%s' has come to ", rt_var_name(rt, v));
        rt_add_value(rt, v, x, &text);
        base_text_printf(&text, ", %s its %s of ", x < low ? "below" : "above", x < low ? "min" : "max");
        rt_add_value(rt, v, x < low ? low : high, &text);
        base_note(rt->ctx, d, rt_origin_span(rt, var->origin), "%s", base_text_str(&text));
        named++;
    }
    base_text_free(&text);
}

void rt_note_dependent(Runtime *rt, Diag *d, uint32_t system) {
    const MdSystem *sym = described(rt, system);
    const RtSystem *s = &rt->ev.systems[system];
    if (!d || !sym || !s->ready || (int)sym->n != s->cw->n) return;
    int n = s->cw->n, shown = 0;
    double *y = base_realloc(NULL, (size_t)n * sizeof *y), largest = 0;
    bool found = rt_linear_dependent_rows(&s->sol.matrix, s->sol.scale, y);
    for (int i = 0; found && i < n; i++) largest = fmax(largest, fabs(y[i]));
    if (found && rt->explain.dependent) rt->explain.dependent(rt->explain.arg, rt->ctx, d, system, y, rt->ev.env.v);
    for (int i = 0; found && !rt->explain.dependent && i < n && shown < MAX_NAMED; i++)
        if (fabs(y[i]) >= 1e-3 * largest)
            base_note(rt->ctx, d, rt_origin_span(rt, sym->origins[i]), "%s",
                      shown++ ? "and this one" : "these equations depend on each other");
    base_realloc(y, 0);
}

void rt_describe_system(Runtime *rt, const RtSystem *s, const double *residual, const char *what) {
    uint32_t number = (uint32_t)(s - rt->ev.systems);
    const MdSystem *sym = described(rt, number);
    int worst = 0;
    for (int i = 1; i < s->cw->n; i++)
        if (!(fabs(residual[i]) <= fabs(residual[worst]))) worst = i;
    uint32_t origin = sym && (int)sym->n == s->cw->n ? sym->origins[worst] : 0;
    rt_fail(rt, RT_FAIL_SYSTEM, origin, "%s for '%s'%s (a system of %u equations, %d after tearing)", what,
            rt_var_name(rt, (MdVar)s->cw->vars[0]), s->cw->n > 1 ? " and others" : "",
            sym ? sym->full_size : (unsigned)s->cw->n, s->cw->n);
    rt->ev.failure.system = number;
}

void rt_describe_singular(Runtime *rt, RtSystem *s, int column) {
    rt_describe_system(rt, s, s->sol.r,
                       "the equations contradict each other or do not determine the solution: "
                       "singular linear system");
    rt->ev.failure.singular = true;
    if (column >= 0 && column < s->cw->n)
        base_text_printf(&rt->ev.failure.text, "; the column of '%s' depends on those before it",
                         rt_var_name(rt, (MdVar)s->cw->vars[column]));
}

/* ---- values that are not finite ---------------------------------------------------------------------------------- */

MdVar rt_shown_nonfinite(const Runtime *rt) {
    for (uint32_t i = 1; i < rt->nvars; i++) {
        const MdVariable *var = &rt->model->vars[i];
        bool number = var->base != MD_STRING && var->base != MD_OBJECT;
        if (number && !isfinite(rt->ev.env.v[i]) && !(var->flags & MD_HIDDEN) && var->kind != MD_KIND_PRE) return i;
    }
    return 0;
}

bool rt_has_culprit(const Runtime *rt) {
    return rt->explain.has_culprit && rt->explain.has_culprit(rt->explain.arg, rt->ev.env.v);
}

void rt_find_nonfinite(Runtime *rt, RtWhere where, uint32_t system) {
    const RtExplain *x = &rt->explain;
    Text why = {0};
    MdVar var = 0;
    uint32_t origin = 0;
    bool found = x->culprit && (x->culprit(x->arg, where, system, rt->ev.env.v, &var, &origin, &why) ||
                                x->culprit(x->arg, RT_IN_PARAMETERS, UINT32_MAX, rt->ev.env.v, &var, &origin, &why));
    if (!found) {
        var = rt_shown_nonfinite(rt); /* given so, or made so by translation */
        if (var)
            rt_fail(rt, RT_FAIL_NUMBER, rt->model->vars[var].origin, "'%s' is not a finite number, but %g",
                    rt_var_name(rt, var), rt->ev.env.v[var]);
        else rt_fail(rt, RT_FAIL_NUMBER, 0, "a value is not finite");
        return;
    }
    rt_fail(rt, RT_FAIL_NUMBER, origin, "'%s' is not a finite number: %s", rt_var_name(rt, var), base_text_str(&why));
    base_text_free(&why);
}

/* ---- reports ----------------------------------------------------------------------------------------------------- */

/* Where the function stands that an evaluation failed in. */
static Span function_span(const Runtime *rt, const char *name) {
    const MdModel *m = rt->model;
    for (uint32_t i = 0; name && i < m->nfunctions; i++)
        if (strcmp(base_str(m->words, m->functions[i].name), name) == 0) return m->functions[i].span;
    return (Span){0};
}

/* The external object that was being made: the first that is not there. */
static MdVar unmade_object(const Runtime *rt) {
    for (uint32_t i = 1; i < rt->nvars; i++)
        if (rt->model->vars[i].base == MD_OBJECT && rt_resolve(rt, i).var == i && !rt->ev.env.o[i]) return i;
    return 0;
}

static bool is_constructor(const char *function) {
    const char *dot = function ? strrchr(function, '.') : NULL;
    return dot && strcmp(dot, ".constructor") == 0;
}

static Diag *report_exhausted(Runtime *rt, const char *doing) {
    const char *name = rt->ev.env.place;
    Diag *d = base_error(rt->ctx, "RT0077", function_span(rt, name),
                         "%s at time %.9g: %s%s wants %.6g MiB of memory more, and there is not so much", doing,
                         rt->ev.env.v[0], name ? "the function " : "an evaluation", name ? name : "",
                         (double)rt->verdict.bytes / (1 << 20));
    if (d)
        base_hint(rt->ctx, d, "look at the sizes of its arrays, or raise the memory limit; the result so far is kept");
    return d;
}

Diag *rt_report_failure(Runtime *rt, const char *code, const char *doing, RtWhere where) {
    RtFailure *f = &rt->ev.failure;
    if (rt->verdict.over == RT_CRASHED) {
        Diag *d = base_error(rt->ctx, "RT0079", (Span){0}, "%s at time %.9g: the external function %s crashed (%s)",
                             doing, rt->ev.env.v[0], rt->verdict.what, rt->verdict.how);
        base_hint(rt->ctx, d, "this is a fault of the code behind that function; the result so far is kept");
        return d;
    }
    if (rt->verdict.over == RT_ENDLESS) return rt_report_endless(rt, rt->verdict.what, rt->ev.env.v[0]);
    if (rt->verdict.over == RT_EXHAUSTED) return report_exhausted(rt, doing);
    if (f->kind == RT_FAIL_NUMBER && !f->text.n) rt_find_nonfinite(rt, where, UINT32_MAX);
    const char *kind = f->kind == RT_FAIL_ASSERT ? "assertion failed: " : "";
    MdVar object = !f->origin && is_constructor(f->function) ? unmade_object(rt) : 0;
    if (object) f->origin = rt->model->vars[object].origin;
    Span span = f->origin ? rt_origin_span(rt, f->origin) : function_span(rt, f->function);
    Diag *d = base_error(rt->ctx, code, span, "%s at time %.9g: %s%s", doing, f->time, kind, base_text_str(&f->text));
    if (!d) return NULL;
    if (object) {
        rt_add_component(rt, d, object);
        base_hint(
            rt->ctx, d,
            "look at what is given to this component; a relative name of a file is looked for where the program runs");
    }
    if (!object) rt_add_instance(rt, d, f->origin);
    if (f->kind == RT_FAIL_SYSTEM && f->system != UINT32_MAX) {
        if (f->singular) rt_note_dependent(rt, d, f->system);
        else note_residuals(rt, d, f->system), note_beyond_limits(rt, d, f->system);
        base_hint(rt->ctx, d, "%s",
                  where == RT_IN_INITIAL ? "give start values near the solution to the variables named above"
                                         : "look for a division by zero, a discontinuity or an unphysical value near "
                                           "this time");
    }
    return d;
}
