/* access.c - states, derivatives and Jacobian for whoever runs a model. */
#include "runtime/runtime_impl.h"

uint32_t rt_state_count(const Runtime *rt) { return rt->states.n; }

MdVar rt_state(const Runtime *rt, uint32_t i) { return rt->states.x[i]; }

void rt_states(const Runtime *rt, double *x) {
    for (uint32_t i = 0; i < rt->states.n; i++) x[i] = rt->ev.env.v[rt->states.x[i]];
}

void rt_derivatives(const Runtime *rt, double *dx) {
    for (uint32_t i = 0; i < rt->states.n; i++) dx[i] = rt_source_value(rt->ev.env.v, rt->states.dx[i]);
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
    Runtime *e = rt_aside(rt);
    if (!e) return false;
    double *kept = rt_zeros(e->nvars), *y = rt_zeros(e->states.nunknowns), *values = rt_zeros(j->nnz);
    memcpy(kept, e->ev.env.v, e->nvars * sizeof *kept);
    rt_get_states(e, y);
    bool ok = rt_jacobian_values(e, e->ev.env.v[0], y, values) == 0;
    for (uint32_t c = 0; c < n && ok; c++)
        for (uint32_t p = j->colptr[c]; p < j->colptr[c + 1]; p++) matrix[(size_t)c * n + j->rowind[p]] = values[p];
    memcpy(e->ev.env.v, kept, e->nvars * sizeof *kept);
    base_realloc(kept, 0);
    base_realloc(y, 0);
    base_realloc(values, 0);
    return ok;
}
