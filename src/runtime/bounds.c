/* bounds.c - variables that leave the range between their min and max while the model is simulated (MLS 3.6, 4.9).
 *
 * Every row is looked at.  Variables that stand behind each other and have the same limits are one stretch: the look is
 * two comparisons a variable, without a table.  Where it leaves its limits a variable is noted with the first time and
 * with the value farthest outside; what was noted is said when the run ends, or ends the run at once (RT_LIMITS_STOP).
 */
#include "runtime/runtime_impl.h"

enum { MOST_NAMED = 5 };
static const double WHOLE = 9007199254740992; /* 2^53: beyond it whole numbers are not told apart */
static const double SLACK = 100; /* times the tolerance: what an integrator may be off without a fault of the model */

/* What may be outside without being worth a word: errors of integration, and rounding. */
static double slack(const Runtime *rt, MdVar v, double limit, double tolerance) {
    return SLACK * fmin(tolerance, RT_COARSEST) * fmax(rt_nominal(rt, v), fabs(limit)) + RT_NOISE * fabs(limit);
}

/* v, or the variable that it stands for, between low and high. */
static void add(Runtime *rt, MdVar v, double low, double high) {
    RtSource s = rt_resolve(rt, v);
    if (s.sign < 0) {
        double other = low;
        low = -high;
        high = -other;
    }
    RtStretch *last = rt->bounds.stretches.n ? &vec_last(&rt->bounds.stretches) : NULL;
    if (last && s.var == v && last->plain && last->first + last->n == v && last->low == low && last->high == high) {
        last->n++;
        return;
    }
    RtStretch stretch = {.first = s.var, .n = 1, .named = v, .sign = s.sign, .plain = s.var == v, low, high};
    vec_push(&rt->bounds.stretches, stretch);
}

void rt_bounds_init(Runtime *rt, double tolerance) {
    const MdModel *m = rt->model;
    vec_clear(&rt->bounds.stretches);
    vec_clear(&rt->bounds.found);
    rt->bounds.more = 0;
    for (uint32_t v = 1; v < rt->nvars; v++) {
        const MdVariable *var = &m->vars[v];
        const MdAttrs *a = &m->attrs[var->attrs];
        bool whole = var->base == MD_INTEGER;
        if (a->min == MD_NO_OPERAND && a->max == MD_NO_OPERAND && !whole) continue;
        if ((var->base != MD_REAL && var->base != MD_INTEGER) || var->flags & MD_HIDDEN) continue;
        if (var->kind <= MD_KIND_PARAMETER || var->kind >= MD_KIND_DERIVATIVE) continue;
        if (m->vars[rt_resolve(rt, v).var].kind <= MD_KIND_PARAMETER) continue;
        double low = rt_operand(rt, a->min, -INFINITY), high = rt_operand(rt, a->max, INFINITY);
        if (isfinite(low)) low -= slack(rt, v, low, tolerance);
        if (isfinite(high)) high += slack(rt, v, high, tolerance);
        if (whole) low = fmax(low, -WHOLE), high = fmin(high, WHOLE);
        if (low > -1e50 || high < 1e50) add(rt, v, low, high);
    }
}

static void note(Runtime *rt, MdVar v, double value, double beyond) {
    RtBounds *b = &rt->bounds;
    size_t i = 0;
    while (i < b->found.n && b->found.at[i].var != v) i++;
    if (i == b->found.n) {
        if (i == MOST_NAMED) {
            b->more++;
            return;
        }
        vec_push(&b->found, ((RtOutside){.var = v, .since = rt->ev.env.v[0], .beyond = -1}));
    }
    RtOutside *o = &b->found.at[i];
    if (beyond <= o->beyond) return;
    o->beyond = beyond;
    o->value = value;
    o->time = rt->ev.env.v[0];
}

bool rt_bounds_look(Runtime *rt) {
    const double *v = rt->ev.env.v;
    bool inside = true;
    for (size_t i = 0; i < rt->bounds.stretches.n; i++) {
        const RtStretch *s = &rt->bounds.stretches.at[i];
        unsigned outside = 0;
        for (uint32_t k = 0; k < s->n; k++)
            outside |= (unsigned)(v[s->first + k] < s->low) | (unsigned)(v[s->first + k] > s->high);
        if (!outside) continue;
        inside = false;
        for (uint32_t k = 0; k < s->n; k++) {
            double x = v[s->first + k], beyond = fmax(s->low - x, x - s->high);
            if (beyond > 0) note(rt, s->plain ? s->first + k : s->named, s->sign < 0 ? -x : x, beyond);
        }
    }
    return inside;
}

void rt_bounds_report(Runtime *rt, bool stopped) {
    const MdModel *m = rt->model;
    RtBounds *b = &rt->bounds;
    for (size_t i = 0; i < b->found.n; i++) {
        const RtOutside *o = &b->found.at[i];
        const MdVariable *var = &m->vars[o->var];
        const MdAttrs *a = &m->attrs[var->attrs];
        double low = rt_operand(rt, a->min, -INFINITY), high = rt_operand(rt, a->max, INFINITY);
        if (var->base == MD_INTEGER) low = fmax(low, -WHOLE), high = fmin(high, WHOLE);
        bool below = o->value < low;
        Text text = {0};
        base_text_printf(&text, "'%s' goes %s its %s of ", rt_var_name(rt, o->var), below ? "below" : "above",
                         below ? "min" : "max");
        rt_add_value(rt, o->var, below ? low : high, &text);
        base_text_printf(&text, " at time %.6g%s", o->since, stopped ? ", to " : "; farthest is ");
        rt_add_value(rt, o->var, o->value, &text);
        if (!stopped) base_text_printf(&text, " at time %.6g", o->time);
        bool huge = fabs(below ? low : high) == WHOLE;
        base_text_add(&text, huge ? ": whole numbers are exact up to there" : " (MLS 4.9)");
        Span span = rt_origin_span(rt, var->origin);
        Diag *d = stopped ? base_error(rt->ctx, "RT0046", span, "%s", base_text_str(&text))
                          : base_warning(rt->ctx, "RT0046", span, "%s", base_text_str(&text));
        base_text_free(&text);
        rt_add_component(rt, d, o->var);
        if (d && i + 1 == b->found.n)
            base_hint(rt->ctx, d,
                      "%sa model that cannot be there is wrong, or was not solved well enough: try a smaller "
                      "tolerance",
                      b->more ? "and so do others; " : "");
    }
    vec_clear(&b->found);
}

void rt_bounds_free(Runtime *rt) {
    vec_free(&rt->bounds.stretches);
    vec_free(&rt->bounds.found);
}
