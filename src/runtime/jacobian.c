/* jacobian.c - d(der x)/dx by tangents and colours.
 *
 * Columns of one colour share no row, so one tangent pass gives them all.  Work per pass beyond the
 * pass itself is proportional to the entries it gives.
 */
#include "runtime/runtime_impl.h"

enum { FULL_BELOW = 1500 /* states: a full matrix by tangents beats differences */ };

static uint32_t *zeroed(size_t n) {
    uint32_t *p = base_realloc(NULL, (n + 1) * sizeof *p);
    memset(p, 0, (n + 1) * sizeof *p);
    return p;
}

/* The pattern with the diagonal entries of all states in it: implicit methods need them. */
static void copy_pattern(RtJacobian *j, const MdPattern *m, uint32_t nstates) {
    uint32_t n = j->n, most = m->colptr[n] + nstates, k = 0;
    j->colptr = zeroed(n + 1);
    j->rowind = zeroed(most);
    j->no_diagonal = base_realloc(NULL, n + 1);
    for (uint32_t c = 0; c < n; c++) {
        bool diagonal = c >= nstates;
        uint32_t first = k;
        j->colptr[c] = k;
        for (uint32_t p = m->colptr[c]; p < m->colptr[c + 1]; p++) {
            j->rowind[k++] = m->rowind[p];
            diagonal |= m->rowind[p] == c;
        }
        if (!diagonal) j->rowind[k++] = c;
        j->no_diagonal[c] = !diagonal;
        for (uint32_t a = first + 1; a < k; a++) { /* ascending rows; columns are short or already sorted */
            uint32_t row = j->rowind[a], b = a;
            for (; b > first && j->rowind[b - 1] > row; b--) j->rowind[b] = j->rowind[b - 1];
            j->rowind[b] = row;
        }
    }
    j->colptr[n] = j->nnz = k;
}

/* Without pattern every column is a colour of its own. */
static void full_pattern(RtJacobian *j) {
    uint32_t n = j->n;
    j->colptr = zeroed(n + 1);
    j->rowind = zeroed((size_t)n * n);
    for (uint32_t c = 0; c < n; c++) {
        j->colptr[c] = c * n;
        for (uint32_t r = 0; r < n; r++) j->rowind[c * n + r] = r;
    }
    j->colptr[n] = j->nnz = n * n;
}

static void sort_by_colour(RtJacobian *j, const uint32_t *colour, uint32_t ncolours) {
    uint32_t n = j->n;
    j->ncolours = ncolours;
    j->order = zeroed(n);
    j->first = zeroed(ncolours + 1);
    for (uint32_t c = 0; c < n; c++) j->first[(colour ? colour[c] : c) + 1]++;
    for (uint32_t k = 0; k < ncolours; k++) j->first[k + 1] += j->first[k];
    uint32_t *at = zeroed(ncolours);
    memcpy(at, j->first, ncolours * sizeof *at);
    for (uint32_t c = 0; c < n; c++) j->order[at[colour ? colour[c] : c]++] = c;
    base_realloc(at, 0);
}

bool rt_jacobian_build(const Runtime *rt, RtJacobian *j, uint32_t n, const MdPattern *p) {
    j->n = n;
    if (p->colptr && p->colour) {
        copy_pattern(j, p, rt->states.n);
        sort_by_colour(j, p->colour, p->ncolours);
    } else if (n <= FULL_BELOW) {
        full_pattern(j);
        sort_by_colour(j, NULL, n);
    } else {
        return false;
    }
    return true;
}

void rt_jacobian_init(Runtime *rt) {
    uint32_t n = rt->states.n;
    rt->jacobian.n = n;
    if (rt->code->tangent && n) (void)rt_jacobian_build(rt, &rt->jacobian, n, &rt->model->jacobian);
}

void rt_jacobian_release(RtJacobian *j) {
    base_realloc(j->colptr, 0);
    base_realloc(j->rowind, 0);
    base_realloc(j->no_diagonal, 0);
    base_realloc(j->order, 0);
    base_realloc(j->first, 0);
    *j = (RtJacobian){0};
}

void rt_jacobian_free(Runtime *rt) { rt_jacobian_release(&rt->jacobian); }

/* Tangent of row i: of a derivative, or of a residual of a kept system. */
static double row_tangent(const Runtime *rt, uint32_t i) {
    return i < rt->states.n ? rt_source_value(rt->ev.env.d, rt->states.dx[i]) : rt->form.dr[i - rt->states.n];
}

static bool one_colour(Runtime *rt, const RtJacobian *j, uint32_t colour, double *values) {
    double *d = rt->ev.env.d;
    for (uint32_t k = j->first[colour]; k < j->first[colour + 1]; k++) d[rt->states.x[j->order[k]]] = 1;
    bool ok = rt_eval(rt, rt->code->tangent);
    for (uint32_t k = j->first[colour]; ok && k < j->first[colour + 1]; k++) {
        uint32_t c = j->order[k];
        for (uint32_t p = j->colptr[c]; p < j->colptr[c + 1]; p++) values[p] = row_tangent(rt, j->rowind[p]);
        if (!j->no_diagonal || !j->no_diagonal[c]) continue;
        for (uint32_t p = j->colptr[c]; p < j->colptr[c + 1]; p++) /* that row is another column's of this colour */
            if (j->rowind[p] == c) values[p] = 0;
    }
    for (uint32_t k = j->first[colour]; k < j->first[colour + 1]; k++) d[rt->states.x[j->order[k]]] = 0;
    return ok;
}

bool rt_jacobian_rows(Runtime *rt, double t, const double *y, double *zero, double *out) {
    if (rt->states.nunknowns == rt->states.n) return rt_rhs(rt, t, y, out) == 0;
    bool ok = rt_form_residual(rt, t, y, zero, out) == 0;
    for (uint32_t i = 0; i < rt->states.n; i++) out[i] = -out[i];
    rt->form.active = true;
    return ok;
}

/* Tangents that are no numbers though the equations have values, as inf/inf of 1/(1 + exp(u)) for large u: these
 * columns by differences. */
static void undefined_columns(Runtime *rt, const RtJacobian *j, double t, const double *y, double *values) {
    uint32_t n = rt->states.nunknowns;
    double *base = base_realloc(NULL, 4 * (size_t)n * sizeof *base), *moved = base + n, *at = moved + n, *zero = at + n;
    memcpy(moved, y, n * sizeof *moved);
    memset(zero, 0, n * sizeof *zero);
    bool known = rt_jacobian_rows(rt, t, y, zero, base);
    for (uint32_t c = 0; known && c < n; c++) {
        bool undefined = false;
        for (uint32_t p = j->colptr[c]; p < j->colptr[c + 1]; p++) undefined |= isnan(values[p]) != 0;
        if (!undefined) continue;
        double h = RT_DIFFERENCE * fmax(fabs(y[c]), rt->states.scale[c]);
        moved[c] = y[c] + h;
        bool ok = rt_jacobian_rows(rt, t, moved, zero, at);
        for (uint32_t p = j->colptr[c]; ok && p < j->colptr[c + 1]; p++)
            values[p] = (at[j->rowind[p]] - base[j->rowind[p]]) / (moved[c] - y[c]);
        moved[c] = y[c];
    }
    base_realloc(base, 0);
}

static bool any_undefined(const double *values, uint32_t n) {
    if (rt_finite(values, n)) return false;
    for (uint32_t p = 0; p < n; p++)
        if (isnan(values[p])) return true;
    return false;
}

static int all_colours(Runtime *rt, const RtJacobian *j, double t, const double *y, double *values) {
    rt_put_states(rt, t, y);
    rt->ev.stamp++;
    rt->stats.jacobians++;
    rt->ev.asserts = RT_TENTATIVE;
    bool rows = j->n == rt->states.nunknowns; /* of the form that is integrated: these can be evaluated elsewhere */
    if (rows && rt->doubt.sure) return !rt_doubt_differences(rt, j, t, y, values);
    if (!rt_eval(rt, rt->code->ode)) return 1;
    rt_systems_refresh(rt);
    bool ok = true;
    for (uint32_t c = 0; c < j->ncolours && ok; c++) ok = one_colour(rt, j, c, values);
    memset(rt->ev.env.d, 0, rt->nvars * sizeof(double)); /* systems need tangents of their inputs to be zero */
    if (!ok) return 1;
    if (rows && any_undefined(values, j->nnz)) undefined_columns(rt, j, t, y, values);
    /* sqrt(max(0, x)) has no derivative at 0 although the model goes on there: the matrix only helps the corrector,
     * which finds its way without the entry */
    for (uint32_t p = 0; p < j->nnz; p++)
        if (!(fabs(values[p]) < RT_STEEPEST)) values[p] = 0;
    if (rows) rt_doubt_compare(rt, j, t, y, values);
    return rows && rt->doubt.sure && !rt_doubt_differences(rt, j, t, y, values);
}

int rt_jacobian_values(Runtime *rt, double t, const double *y, double *values) {
    return all_colours(rt, &rt->jacobian, t, y, values);
}

int rt_form_jacobian(Runtime *rt, double t, const double *y, double *values) {
    rt->form.active = true;
    int failed = all_colours(rt, &rt->form.jacobian, t, y, values);
    rt->form.active = false;
    return failed;
}
