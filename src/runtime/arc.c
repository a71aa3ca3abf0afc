/* arc.c - a nonlinear system by continuation along a path that may turn back.
 *
 * From a point z0 the path F(z) = (1 - part)*F(z0) begins at part 0; where it comes to part 1 there is a solution.  A
 * branch of solutions that ends while the model runs (an air flow that reverses by its own buoyancy) bends back there,
 * and every method that only goes ahead ends at the bend.  The path goes on to another branch: it is followed by its
 * length, with z and part as unknowns (Keller 1977).  Which way is ahead the sign of a determinant says, also where
 * the equations have a kink.
 *
 * Unknowns are counted in parts of their nominal values, equations in parts of the largest entry of their row, and the
 * whole of the way, part 1, is as long as Newton's first step.
 */
#include "runtime/runtime_impl.h"

enum { ARC_LARGEST = 100, ARC_STEPS = 400, ARC_CORRECTIONS = 12 };
static const double ARC_SHORTEST = 1e-10, ARC_FIRST = 1e-2; /* steps, in parts of the way */
static const double ARC_NEAR = 1e-3;                        /* distance from the path, in parts of a step */
static const double ARC_LEAST_PART = 1e-2;                  /* of a correction */

typedef struct {
    Runtime *rt;
    RtSystem *s;
    size_t n;             /* unknowns; points and directions have part behind them */
    double *row;          /* scales of equations, from the first matrix */
    double *offset;       /* scaled residual where the path begins */
    double *at, *to;      /* the last point on the path, the one looked for */
    double *along;        /* direction of the path at `at`, of length 1 */
    double *turned;       /* ... and where it seems to lead */
    double *trial, *next; /* a point that is tried, and the correction there */
    double *step;         /* a correction */
    double *z, *r;        /* not scaled */
    double *matrix;       /* of unknowns, then bordered by part and a direction; its factors */
    double *unscaled;     /* the system's own */
    uint32_t *pivot;
    double way;  /* what the last member of a point is where part is 1 */
    double sign; /* of the determinant along the path */
} Arc;

static double length(const double *x, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += x[i] * x[i];
    return sqrt(sum);
}

static double farthest(const double *x, size_t n) {
    double most = 0;
    for (size_t i = 0; i < n; i++)
        if (!(fabs(x[i]) <= most)) most = fabs(x[i]);
    return most;
}

/* r := residual at x, not scaled. */
static bool evaluate(Arc *a, const double *x) {
    for (size_t i = 0; i < a->n; i++) a->z[i] = x[i] * a->s->scale[i];
    return rt_system_residual(a->rt, a->s, a->z, a->r);
}

/* The matrix at x, bordered below by `last`, and its factors; the residual there is in r.  Returns the sign of its
 * determinant, 0 when it is singular or has no value. */
static double factor(Arc *a, const double *x, const double *last) {
    size_t n = a->n, m = n + 1;
    if (!evaluate(a, x) || rt_system_matrix(a->rt, a->s, a->z, a->r) == -2) return 0;
    rt_linear_dense(&a->s->matrix, a->unscaled);
    a->s->matrix.factored = false;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) a->matrix[i + j * m] = a->unscaled[i + j * n] * a->row[i] * a->s->scale[j];
    for (size_t i = 0; i < n; i++) a->matrix[i + n * m] = a->offset[i] / a->way;
    for (size_t j = 0; j < m; j++) a->matrix[n + j * m] = last[j];
    if (!rt_finite(a->matrix, m * m) || rt_dense_factor(a->matrix, m, a->pivot) >= 0) return 0;
    double sign = 1;
    for (size_t k = 0; k < m; k++) sign *= (a->pivot[k] == k) == (a->matrix[k + k * m] > 0) ? 1 : -1;
    return sign;
}

/* direction := that of the path at x. */
static bool find_direction(Arc *a, const double *x, const double *last, double *direction) {
    size_t m = a->n + 1;
    double sign = factor(a, x, last);
    for (size_t i = 0; i < m; i++) direction[i] = i == a->n;
    if (sign == 0) return false;
    if (a->sign == 0) a->sign = sign;
    rt_dense_solve(a->matrix, m, a->pivot, direction);
    double size = sign * a->sign * length(direction, m);
    for (size_t i = 0; i < m; i++) direction[i] /= size;
    return rt_finite(direction, m);
}

/* correction := what the factors say of the residual in r, at x. */
static double correction_at(Arc *a, const double *x, double *correction) {
    size_t n = a->n;
    for (size_t i = 0; i < n; i++) correction[i] = (1 - x[n] / a->way) * a->offset[i] - a->r[i] * a->row[i];
    correction[n] = 0;
    rt_dense_solve(a->matrix, n + 1, a->pivot, correction);
    return farthest(correction, n + 1);
}

/* A part of the correction `step`, of that size, after which the next one is shorter.  Returns its size, or -1. */
static double damped(Arc *a, double size) {
    size_t m = a->n + 1;
    for (double part = 1; part > ARC_LEAST_PART; part *= 0.5) {
        for (size_t i = 0; i < m; i++) a->trial[i] = a->to[i] + part * a->step[i];
        if (!evaluate(a, a->trial)) continue;
        double after = correction_at(a, a->trial, a->next);
        if (!(after <= (1 - part / 4) * size)) continue;
        memcpy(a->to, a->trial, m * sizeof(double));
        return after;
    }
    return -1;
}

/* Brings `to` back to the path, across `last`, until it is nearer than `near`.  Returns the corrections, 0: in vain. */
static int correct(Arc *a, const double *last, double near) {
    size_t m = a->n + 1;
    for (int k = 1; k <= ARC_CORRECTIONS; k++) {
        if (factor(a, a->to, last) == 0) return 0;
        double size = correction_at(a, a->to, a->step), after = damped(a, size);
        if (after < 0) return size <= near ? k : 0; /* by rounding, no nearer */
        if (after > 1e-3 * near) continue;
        for (size_t i = 0; i < m; i++) a->to[i] += a->next[i];
        return k;
    }
    return 0;
}

static void predict(Arc *a, double h) {
    for (size_t i = 0; i <= a->n; i++) a->to[i] = a->at[i] + h * a->along[i];
}

/* A step of length h.  Where the path has a corner it leads on as it does behind the corner. */
static int advance(Arc *a, double h) {
    predict(a, h);
    int corrections = correct(a, a->along, ARC_NEAR * h);
    if (corrections) return corrections;
    predict(a, h);
    if (!find_direction(a, a->to, a->along, a->turned)) return 0;
    predict(a, h);
    return correct(a, a->turned, ARC_NEAR * h) ? ARC_CORRECTIONS : 0;
}

/* The step of length h would pass part 1: the solution before it, from there. */
static bool arrive(Arc *a) {
    predict(a, (a->way - a->at[a->n]) / a->along[a->n]);
    a->to[a->n] = a->way;
    for (size_t i = 0; i <= a->n; i++) a->turned[i] = i == a->n;
    return correct(a, a->turned, 1e-9) > 0;
}

/* ahead: 1 where part grows at first, -1 where it shrinks. */
static bool start_path(Arc *a, double ahead) {
    size_t n = a->n;
    RtSystem *s = a->s;
    for (size_t i = 0; i < n; i++) a->at[i] = s->z[i] / s->scale[i];
    a->at[n] = 0;
    if (!evaluate(a, a->at) || rt_system_matrix(a->rt, s, a->z, a->r) == -2) return false;
    rt_row_scales(s, a->row);
    for (size_t i = 0; i < n; i++) a->offset[i] = a->r[i] * a->row[i];
    for (size_t i = 0; i <= n; i++) a->turned[i] = i == n;
    a->way = 1;
    a->sign = 0;
    if (!find_direction(a, a->at, a->turned, a->along)) return false;
    double way = length(a->along, n) / fabs(a->along[n]);
    if (!isfinite(way) || !(way > 0)) return false;
    a->way = way;
    a->sign *= ahead;
    return find_direction(a, a->at, a->turned, a->along);
}

static bool follow_path(Arc *a, double ahead) {
    const double far = 1e8;
    size_t n = a->n, size = (n + 1) * sizeof(double);
    if (!start_path(a, ahead)) return false;
    double h = ARC_FIRST * a->way;
    for (int k = 0; k < ARC_STEPS && h > ARC_SHORTEST * a->way; k++) {
        if (a->at[n] + h * a->along[n] >= a->way && arrive(a)) return true;
        int corrections = advance(a, h);
        if (!corrections || a->to[n] >= a->way) { /* what lies behind part 1 is not wanted */
            h *= 0.25;
            continue;
        }
        memcpy(a->at, a->to, size);
        memcpy(a->turned, a->along, size);
        if (!find_direction(a, a->at, a->turned, a->along)) return false;
        if (farthest(a->at, n) > far) return false;
        if (corrections <= 3) h *= 2;
    }
    return false;
}

bool rt_arc_length(Runtime *rt, RtSystem *s) {
    size_t n = (size_t)s->cw->n, m = n + 1;
    if (n > ARC_LARGEST) return false;
    double *space = rt_zeros(11 * m + m * m + n * n);
    Arc a = {.rt = rt,
             .s = s,
             .n = n,
             .row = space,
             .offset = space + m,
             .at = space + 2 * m,
             .to = space + 3 * m,
             .along = space + 4 * m,
             .turned = space + 5 * m,
             .step = space + 6 * m,
             .z = space + 7 * m,
             .r = space + 8 * m,
             .trial = space + 9 * m,
             .next = space + 10 * m,
             .matrix = space + 11 * m,
             .unscaled = space + 11 * m + m * m,
             .pivot = base_realloc(NULL, m * sizeof(uint32_t))};
    bool found = follow_path(&a, 1) || follow_path(&a, -1); /* the path has two ends */
    for (size_t i = 0; i < n && found; i++) s->z[i] = a.to[i] * s->scale[i];
    base_realloc(a.pivot, 0);
    base_realloc(space, 0);
    return found;
}
