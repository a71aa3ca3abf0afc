/* access.c - states, derivatives, Jacobian and directional derivatives for whoever runs a model. */
#include "runtime/runtime_impl.h"

uint32_t rt_state_count(const Runtime *rt) { return rt->states.n; }

MdVar rt_state(const Runtime *rt, uint32_t i) { return rt->states.x[i]; }

void rt_states(const Runtime *rt, double *x) {
    for (uint32_t i = 0; i < rt->states.n; i++) x[i] = rt->ev.env.v[rt->states.x[i]];
}

void rt_derivatives(const Runtime *rt, double *dx) {
    for (uint32_t i = 0; i < rt->states.n; i++) dx[i] = rt_source_value(rt->ev.env.v, rt->states.dx[i]);
}

/* Everything with the values that stand in v now; what an evaluation may change is put back by the caller. */
static bool evaluate_all(Runtime *rt) {
    rt->ev.stamp++;
    rt->ev.asserts = RT_TENTATIVE;
    return rt_eval(rt, rt->code->ode) && rt_eval(rt, rt->code->output);
}

/* Differences of all results along a direction in which inputs or other known variables move. */
static bool along_differences(Runtime *rt, uint32_t n, const MdVar *known, const double *direction, double *up,
                              double *down) {
    double *v = rt->ev.env.v, h = INFINITY;
    for (uint32_t i = 0; i < n; i++)
        if (direction[i] != 0)
            h = fmin(h, 1e-6 * fmax(fabs(v[known[i]]), rt_nominal(rt, known[i])) / fabs(direction[i]));
    if (!isfinite(h)) h = 1;
    size_t bytes = rt->nvars * sizeof *v;
    memcpy(down, v, bytes);
    for (uint32_t i = 0; i < n; i++) v[known[i]] = down[known[i]] + h * direction[i];
    bool ok = evaluate_all(rt);
    memcpy(up, v, bytes);
    memcpy(v, down, bytes);
    for (uint32_t i = 0; i < n; i++) v[known[i]] = down[known[i]] - h * direction[i];
    ok = ok && evaluate_all(rt);
    for (uint32_t i = 0; i < rt->nvars; i++) up[i] = (up[i] - v[i]) / (2 * h);
    return ok;
}

/* By tangents of the code: f is `tangent`, or `response`. */
static bool along_tangents(Runtime *rt, CwFn f, uint32_t n, const MdVar *known, const double *direction,
                           double *result) {
    if (!f || !evaluate_all(rt)) return false;
    rt_systems_refresh(rt);
    for (uint32_t i = 0; i < n; i++) {
        RtSource s = rt_resolve(rt, known[i]);
        rt->ev.env.d[s.var] += s.sign * direction[i];
    }
    bool ok = rt_eval(rt, f);
    memcpy(result, rt->ev.env.d, rt->nvars * sizeof *result);
    memset(rt->ev.env.d, 0, rt->nvars * sizeof *result);
    return ok;
}

static bool is_state(const Runtime *rt, MdVar v) {
    for (uint32_t k = 0; k < rt->states.n; k++)
        if (rt->states.x[k] == v) return true;
    return false;
}

static bool is_continuous_input(const Runtime *rt, MdVar v) {
    const MdVariable *var = &rt->model->vars[v];
    return var->flags & MD_INPUT && var->base == MD_REAL && var->kind == MD_KIND_CONTINUOUS;
}

/* Do the tangents of the code begin at all that move? */
static bool may_move(const Runtime *rt, bool inputs_too, uint32_t n, const MdVar *known) {
    for (uint32_t i = 0; i < n; i++) {
        MdVar v = rt_resolve(rt, known[i]).var;
        if (!is_state(rt, v) && !(inputs_too && is_continuous_input(rt, v))) return false;
    }
    return true;
}

/* Do all that are asked for lie on the way from states to derivatives? */
static bool on_the_way(const Runtime *rt, uint32_t n, const MdVar *unknown) {
    for (uint32_t i = 0; i < n; i++) {
        RtSource s = rt_resolve(rt, unknown[i]);
        bool found = is_state(rt, s.var);
        for (uint32_t k = 0; k < rt->states.n && !found; k++) found = rt->states.dx[k].var == s.var;
        if (!found) return false;
    }
    return true;
}

bool rt_directional(Runtime *rt, uint32_t nknown, const MdVar *known, const double *direction, uint32_t nunknown,
                    const MdVar *unknown, double *result) {
    size_t bytes = rt->nvars * sizeof(double);
    double *kept = rt_zeros(rt->nvars), *up = rt_zeros(rt->nvars), *down = rt_zeros(rt->nvars);
    memcpy(kept, rt->ev.env.v, bytes);
    bool all = rt->model->response, ok = false;
    if (may_move(rt, all, nknown, known) && (all || on_the_way(rt, nunknown, unknown)))
        ok = along_tangents(rt, all ? rt->code->response : rt->code->tangent, nknown, known, direction, up);
    if (!ok) {
        memcpy(rt->ev.env.v, kept, bytes);
        ok = along_differences(rt, nknown, known, direction, up, down);
    }
    for (uint32_t i = 0; i < nunknown && ok; i++) {
        RtSource s = rt_resolve(rt, unknown[i]);
        result[i] = s.sign > 0 ? up[s.var] : -up[s.var];
    }
    memcpy(rt->ev.env.v, kept, bytes);
    base_realloc(kept, 0);
    base_realloc(up, 0);
    base_realloc(down, 0);
    return ok;
}

bool rt_jacobian_dense(Runtime *rt, double *matrix) {
    uint32_t n = rt->states.n;
    const RtJacobian *j = &rt->jacobian;
    memset(matrix, 0, (size_t)n * n * sizeof *matrix);
    if (!j->colptr) {
        MdVar *dx = base_realloc(NULL, (n + 1) * sizeof *dx);
        double one = 1;
        bool ok = true;
        for (uint32_t i = 0; i < n; i++) dx[i] = rt->model->states[i].dx;
        for (uint32_t c = 0; c < n && ok; c++)
            ok = rt_directional(rt, 1, &rt->states.x[c], &one, n, dx, matrix + (size_t)c * n);
        base_realloc(dx, 0);
        return ok;
    }
    double *kept = rt_zeros(rt->nvars), *y = rt_zeros(rt->states.nunknowns), *values = rt_zeros(j->nnz);
    memcpy(kept, rt->ev.env.v, rt->nvars * sizeof *kept);
    rt_get_states(rt, y);
    bool ok = rt_jacobian_values(rt, rt->ev.env.v[0], y, values) == 0;
    for (uint32_t c = 0; c < n && ok; c++)
        for (uint32_t p = j->colptr[c]; p < j->colptr[c + 1]; p++) matrix[(size_t)c * n + j->rowind[p]] = values[p];
    memcpy(rt->ev.env.v, kept, rt->nvars * sizeof *kept);
    base_realloc(kept, 0);
    base_realloc(y, 0);
    base_realloc(values, 0);
    return ok;
}
