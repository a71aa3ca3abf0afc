/* sizes.c - nominal values of states that do not fit what the states are.
 *
 * Errors of a state are measured against tolerance * (|x| + nominal) (MLS 3.6, 4.9).  Where tolerance * nominal comes
 * near the largest value that the state ever has, its errors are not controlled, and nobody sees it in the result:
 * that is said when the run ends.  A state so small that it would be below the tolerance without a nominal value too
 * is left alone.  So it is with states without nominal value that are smaller than the least size that they are taken
 * to have, unless they are no more than rounding.  A nominal value of zero, or one that is not finite, counts as one;
 * that is said before the run.
 */
#include "runtime/runtime_impl.h"

static const double PART = 0.1; /* of the largest value: what is accepted as error beyond it makes the state a guess */

static MdVar holder(const Runtime *rt, MdVar v) {
    const MdModel *m = rt->model;
    while (m->vars[v].kind == MD_KIND_DERIVATIVE && m->attrs[m->vars[v].attrs].nominal == MD_NO_OPERAND &&
           m->vars[v].of)
        v = m->vars[v].of;
    return v;
}

static bool unusable(double nominal) { return nominal == 0 || !isfinite(nominal); }

static void report_unusable(Runtime *rt, MdVar v, double nominal, uint32_t others) {
    const char *name = rt_var_name(rt, v);
    Diag *d = base_warning(
        rt->ctx, "RT0047", rt_origin_span(rt, rt->model->vars[v].origin),
        "the nominal value of '%s' is %g, which says nothing of its size: it is taken as 1 (MLS 4.9)", name, nominal);
    rt_add_component(rt, d, v);
    if (d && others) base_note(rt->ctx, d, (Span){0}, "so it is with %u other state%s", others, others > 1 ? "s" : "");
    base_hint(rt->ctx, d, "give the size that '%s' usually has, or leave nominal out", name);
}

void rt_sizes_begin(Runtime *rt, const RtOptions *o) {
    RtSizes *s = &rt->sizes;
    MdVar first = 0;
    uint32_t bad = 0;
    s->tolerance = o->tolerance;
    vec_clear(&s->states);
    vec_clear(&s->small);
    for (uint32_t g = 0, from = 0; g < rt->states.nunsized; from = rt->states.unsized_end[g++])
        vec_push(&s->small, ((RtSmall){.from = from, .to = rt->states.unsized_end[g], .at = rt->states.unsized[from]}));
    for (uint32_t i = 0; i < rt->states.n; i++) {
        MdVar v = holder(rt, rt->states.x[i]);
        MdOperand nominal = rt->model->attrs[rt->model->vars[v].attrs].nominal;
        if (nominal == MD_NO_OPERAND || rt->model->vars[v].flags & MD_HIDDEN) continue;
        if (unusable(rt_operand(rt, nominal, 1))) {
            if (!bad++) first = v;
        } else if (o->tolerance * rt_nominal(rt, v) > 0) {
            vec_push(&s->states, ((RtSize){.state = rt->states.x[i], .named = v}));
        }
    }
    if (first)
        report_unusable(rt, first, rt_operand(rt, rt->model->attrs[rt->model->vars[first].attrs].nominal, 1), bad - 1);
}

/* Largest value below which a state without nominal value is a guess: integrator.c does not follow it. */
static const double LEAST = 1e-13;

/* A state at rest may show the rounding of what holds it there, but one that is told to start there does not. */
static bool is_rounding(const Runtime *rt, const RtSmall *s) {
    double start = rt_operand(rt, rt->model->vars[rt->states.x[s->at]].start, 0);
    return !(s->largest > RT_CANCELLED) && !(start != 0 && fabs(start) <= s->largest);
}

/* Groups of which a state has become large enough are not looked at again. */
static void look_at_small(Runtime *rt) {
    const double *v = rt->ev.env.v, enough = LEAST;
    for (size_t g = rt->sizes.small.n; g-- > 0;) {
        RtSmall *s = &rt->sizes.small.at[g];
        for (uint32_t k = s->from; k < s->to && s->largest < enough; k++) {
            double size = fabs(v[rt->states.x[rt->states.unsized[k]]]);
            if (size > s->largest) s->largest = size, s->at = rt->states.unsized[k];
        }
        if (s->largest >= enough) *s = vec_last(&rt->sizes.small), rt->sizes.small.n--;
    }
}

void rt_sizes_look(Runtime *rt) {
    const double *v = rt->ev.env.v;
    if (rt->sizes.small.n) look_at_small(rt);
    for (size_t i = 0; i < rt->sizes.states.n; i++) {
        RtSize *s = &rt->sizes.states.at[i];
        s->largest = fmax(s->largest, fabs(v[s->state]));
    }
}

static bool uncontrolled(const Runtime *rt, const RtSize *s) {
    double accepted = rt->sizes.tolerance * rt_nominal(rt, s->named);
    return accepted > PART * s->largest && s->largest * PART > rt->sizes.tolerance && isfinite(s->largest);
}

static void report_small(Runtime *rt) {
    const RtSmall *worst = NULL;
    uint32_t n = 0;
    for (size_t g = 0; g < rt->sizes.small.n; g++) {
        const RtSmall *s = &rt->sizes.small.at[g];
        if (is_rounding(rt, s) || rt->model->vars[rt->states.x[s->at]].flags & MD_HIDDEN) continue;
        if (!n++ || s->largest > worst->largest) worst = s;
    }
    if (n) {
        MdVar v = rt->states.x[worst->at];
        Text text = {0};
        base_text_printf(&text, "'%s' is never larger than ", rt_var_name(rt, v));
        rt_add_value(rt, v, worst->largest, &text);
        base_text_add(&text, ", and has no nominal value: errors up to ");
        rt_add_value(rt, v, rt->sizes.tolerance * SOL_LEAST_SIZE, &text);
        base_text_add(&text, " are accepted in it, which is much of it");
        Diag *d = base_warning(rt->ctx, "RT0047", rt_origin_span(rt, rt->model->vars[v].origin), "%s", text.at);
        base_text_free(&text);
        rt_add_component(rt, d, v);
        if (d && n > 1) base_note(rt->ctx, d, (Span){0}, "so it is with %u other state%s", n - 1, n > 2 ? "s" : "");
        base_hint(rt->ctx, d, "say how large it is where it is declared: nominal = %.0e", worst->largest);
    }
    vec_clear(&rt->sizes.small);
}

void rt_sizes_report(Runtime *rt) {
    report_small(rt);
    const RtSize *worst = NULL;
    uint32_t n = 0;
    for (size_t i = 0; i < rt->sizes.states.n; i++) {
        const RtSize *s = &rt->sizes.states.at[i];
        if (!uncontrolled(rt, s)) continue;
        if (!n++ || rt_nominal(rt, s->named) * worst->largest > rt_nominal(rt, worst->named) * s->largest) worst = s;
    }
    vec_clear(&rt->sizes.states);
    if (!n) return;
    double nominal = rt_nominal(rt, worst->named);
    Text text = {0};
    base_text_printf(&text, "'%s' is never larger than ", rt_var_name(rt, worst->named));
    rt_add_value(rt, worst->named, worst->largest, &text);
    base_text_printf(&text, ", but has nominal = %g: errors up to ", nominal);
    rt_add_value(rt, worst->named, rt->sizes.tolerance * nominal, &text);
    base_text_add(&text, " are accepted in it, so that its values mean nothing");
    Diag *d = base_warning(rt->ctx, "RT0047", rt_origin_span(rt, rt->model->vars[worst->named].origin), "%s",
                           base_text_str(&text));
    base_text_free(&text);
    rt_add_component(rt, d, worst->named);
    if (d && n > 1) base_note(rt->ctx, d, (Span){0}, "so it is with %u other state%s", n - 1, n > 2 ? "s" : "");
    double enough = PART * worst->largest / nominal;
    if (enough > RT_PROPOSED)
        base_hint(rt->ctx, d, "give as nominal the size that it has, or a tolerance below %.1g", enough);
    else base_hint(rt->ctx, d, "give as nominal the size that it has");
}

void rt_sizes_free(Runtime *rt) {
    vec_free(&rt->sizes.states);
    vec_free(&rt->sizes.small);
}
