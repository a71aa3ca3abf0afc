/* doubt.c - tangents against differences, where functions have derivatives that a library gives.
 *
 * A library may name a function as derivative of another that is not (MLS 3.6, 12.7.1).  With a wrong matrix the
 * corrector fails, or takes for a solution what is none: steps become short and results wrong.  So behind a step that
 * was refused the next matrix is compared with one difference along all unknowns.  Where these disagree it is compared
 * entry by entry, and where one is wrong beyond doubt, all later matrices are made of differences.
 */
#include "runtime/runtime_impl.h"

enum {
    PATIENCE = 8, /* matrices that were right after all, before the first pause; behind each more it is doubled ... */
    LONGEST_PAUSE = 6 /* ... so often at most */
};
static const double WRONG = 0.1; /* relative: less only costs iterations */

/* ---- differences ------------------------------------------------------------------------------------------------- */

typedef struct {
    Runtime *rt;
    const RtJacobian *j;
    double t;
    const double *y;
    double *moved, *h, *zero; /* n each: the unknowns elsewhere, how far a step is, zeros; ... */
    double *off; /* ... how much a row must be off by one entry, to be blamed on it; negative: it is not off */
} Around;

/* Rows where the unknowns of a colour are moved by so many steps. */
static bool rows_beside(Around *a, uint32_t colour, double steps, double *out) {
    const RtJacobian *j = a->j;
    for (uint32_t k = j->first[colour]; k < j->first[colour + 1]; k++)
        a->moved[j->order[k]] += steps * a->h[j->order[k]];
    bool ok = rt_jacobian_rows(a->rt, a->t, a->moved, a->zero, out);
    for (uint32_t k = j->first[colour]; k < j->first[colour + 1]; k++) a->moved[j->order[k]] = a->y[j->order[k]];
    return ok;
}

/* An entry that is in the pattern only for the solvers' sake: its row is another column's of this colour. */
static bool is_filled(const RtJacobian *j, uint32_t column, uint32_t p) {
    return j->no_diagonal && j->no_diagonal[column] && j->rowind[p] == column;
}

/* rows: five times n, which is given back with free_around. */
static double *look_around(Around *a, Runtime *rt, const RtJacobian *j, double t, const double *y) {
    uint32_t n = rt->states.nunknowns;
    double *all = base_realloc(NULL, 9 * (size_t)n * sizeof *all + sizeof *all);
    *a = (Around){rt, j, t, y, all, all + n, all + 2 * (size_t)n, all + 3 * (size_t)n};
    memcpy(a->moved, y, n * sizeof *y);
    memset(a->zero, 0, n * sizeof *y);
    for (uint32_t i = 0; i < n; i++) {
        volatile double beside = y[i] + RT_COMPARED * fmax(fabs(y[i]), rt->states.scale[i]);
        a->h[i] = beside - y[i];
    }
    return all + 4 * (size_t)n;
}

static void free_around(Around *a) { base_realloc(a->moved, 0); }

bool rt_doubt_differences(Runtime *rt, const RtJacobian *j, double t, const double *y, double *values) {
    Around a;
    double *base = look_around(&a, rt, j, t, y), *up = base + rt->states.nunknowns;
    bool ok = rt_jacobian_rows(rt, t, y, a.zero, base);
    for (uint32_t colour = 0; ok && colour < j->ncolours; colour++) {
        double side = 1;
        ok = rows_beside(&a, colour, side, up);
        if (!ok) ok = rows_beside(&a, colour, side = -1, up);
        for (uint32_t k = j->first[colour]; ok && k < j->first[colour + 1]; k++) {
            uint32_t c = j->order[k];
            for (uint32_t p = j->colptr[c]; p < j->colptr[c + 1]; p++)
                values[p] = is_filled(j, c, p) ? 0 : (up[j->rowind[p]] - base[j->rowind[p]]) / (side * a.h[c]);
        }
    }
    free_around(&a);
    return ok;
}

/* ---- comparing --------------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t row, column;
    double formula, difference;
    double weight; /* how much it matters; 0: none was found */
} Entry;

/* Is a tangent wrong beyond doubt?  Not where both sides or two widths disagree: kinks, bends and rounding. */
static bool is_wrong(double tangent, double h, const double at[5], double *difference) {
    double d = (at[3] - at[1]) / (2 * h), wide = (at[4] - at[0]) / (8 * h);
    double right = (at[3] - at[2]) / h, left = (at[2] - at[1]) / h, error = fabs(d - tangent);
    double noise = RT_NOISE * (fabs(at[1]) + fabs(at[3])) / fabs(h);
    *difference = d;
    return error > WRONG * (fabs(d) + fabs(tangent)) + noise && fabs(wide - d) < 0.2 * error &&
           fabs(right - left) < 0.4 * error;
}

static void compare_column(const Around *a, uint32_t c, const double *rows, const double *values, Entry *worst) {
    const RtJacobian *j = a->j;
    size_t n = a->rt->states.nunknowns;
    for (uint32_t p = j->colptr[c]; p < j->colptr[c + 1]; p++) {
        uint32_t row = j->rowind[p];
        double at[5], difference;
        for (int k = 0; k < 5; k++) at[k] = rows[(size_t)k * n + row];
        if (is_filled(j, c, p) || a->off[row] < 0 || !is_wrong(values[p], a->h[c], at, &difference)) continue;
        double by = fabs((difference - values[p]) * a->h[c]), weight = by / fabs(a->h[row]);
        if (by > a->off[row] && weight > worst->weight) *worst = (Entry){row, c, values[p], difference, weight};
    }
}

static void tell(Runtime *rt, double t, const Entry *e) {
    MdVar x = rt->states.x[e->column];
    Text text = {0};
    if (e->row < rt->states.n) base_text_printf(&text, "d(der(%s))", rt_var_name(rt, rt->states.x[e->row]));
    else base_text_add(&text, "the derivative of an equation");
    Diag *d = base_warning(rt->ctx, "RT0099", rt_origin_span(rt, rt->model->vars[x].origin),
                           "at time %.6g %s by %s is %.6g by formula, %.6g by differences: the corrector of the "
                           "integrator uses differences from there on",
                           t, base_text_str(&text), rt_var_name(rt, x), e->formula, e->difference);
    rt_add_component(rt, d, x);
    base_hint(rt->ctx, d,
              "a function is named as the derivative of another, which it is not: a check of the Jacobian says which");
    base_text_free(&text);
}

/* base, up: rows where the unknowns are, and where all have moved.  Does the matrix say otherwise? */
static bool looks_wrong(Around *a, const double *base, const double *up, double *along, double *size,
                        const double *values) {
    const RtJacobian *j = a->j;
    uint32_t n = a->rt->states.nunknowns;
    bool any = false;
    memset(along, 0, n * sizeof *along);
    memset(size, 0, n * sizeof *size);
    for (uint32_t c = 0; c < n; c++)
        for (uint32_t p = j->colptr[c]; p < j->colptr[c + 1]; p++) {
            double change = values[p] * (a->moved[c] - a->y[c]);
            along[j->rowind[p]] += change;
            size[j->rowind[p]] += fabs(change);
        }
    for (uint32_t i = 0; i < n; i++) {
        double change = up[i] - base[i], noise = RT_NOISE * (fabs(up[i]) + fabs(base[i]));
        double most = WRONG * (size[i] + fabs(change)) + noise;
        bool off = !(fabs(change - along[i]) <= most);
        a->off[i] = off ? most : -1;
        any |= off;
    }
    return any;
}

static bool differs_along_all(Around *a, double *rows, const double *values) {
    uint32_t n = a->rt->states.nunknowns;
    double *base = rows + 2 * (size_t)n, *up = rows + 3 * (size_t)n;
    if (!rt_jacobian_rows(a->rt, a->t, a->y, a->zero, base)) return false;
    for (uint32_t i = 0; i < n; i++) a->moved[i] += i % 3 == 1 ? -a->h[i] : a->h[i];
    bool differs =
        rt_jacobian_rows(a->rt, a->t, a->moved, a->zero, up) && looks_wrong(a, base, up, rows, rows + n, values);
    memcpy(a->moved, a->y, n * sizeof *a->y);
    return differs;
}

/* One difference a column: enough where all is well. */
static bool colour_looks_wrong(const Around *a, uint32_t colour, const double *rows, const double *values) {
    const RtJacobian *j = a->j;
    const double *base = rows + 2 * (size_t)a->rt->states.nunknowns, *up = rows + 3 * (size_t)a->rt->states.nunknowns;
    for (uint32_t k = j->first[colour]; k < j->first[colour + 1]; k++) {
        uint32_t c = j->order[k];
        for (uint32_t p = j->colptr[c]; p < j->colptr[c + 1]; p++) {
            double d = (up[j->rowind[p]] - base[j->rowind[p]]) / a->h[c];
            if (!is_filled(j, c, p) && !(fabs(d - values[p]) <= WRONG * (fabs(d) + fabs(values[p])))) return true;
        }
    }
    return false;
}

static Entry worst_entry(Around *a, double *rows, const double *values) {
    static const double steps[] = {-4, -1, 0, 1, 4};
    const RtJacobian *j = a->j;
    Entry worst = {0};
    for (uint32_t colour = 0; colour < j->ncolours; colour++) {
        bool ok = rows_beside(a, colour, steps[3], rows + 3 * (size_t)a->rt->states.nunknowns) &&
                  colour_looks_wrong(a, colour, rows, values);
        for (size_t k = 0; ok && k < 5; k++)
            if (k < 2 || k > 3) ok = rows_beside(a, colour, steps[k], rows + k * a->rt->states.nunknowns);
        for (uint32_t k = j->first[colour]; ok && k < j->first[colour + 1]; k++)
            compare_column(a, j->order[k], rows, values, &worst);
    }
    return worst;
}

void rt_doubt_compare(Runtime *rt, const RtJacobian *j, double t, const double *y, const double *values) {
    RtDoubt *b = &rt->doubt;
    if (!rt->model->derivatives || !b->due || b->wait-- > 0) return;
    b->wait = 0;
    b->due = false;
    Around a;
    double *rows = look_around(&a, rt, j, t, y);
    if (differs_along_all(&a, rows, values)) {
        Entry worst = worst_entry(&a, rows, values);
        b->sure = worst.weight > 0;
        if (b->sure) tell(rt, t, &worst);
        if (b->right < PATIENCE + LONGEST_PAUSE) b->right++;
        b->wait = b->right > PATIENCE ? 1 << (b->right - PATIENCE) : 0;
    }
    free_around(&a);
}
