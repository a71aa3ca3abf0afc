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
#ifndef SOL_CARRIED
#include "solve/solve.h"
#endif

enum { SOL_ARC_LARGEST = 100, SOL_ARC_STEPS = 400, SOL_ARC_CORRECTIONS = 12 };
static const double SOL_ARC_SHORTEST = 1e-10, SOL_ARC_FIRST = 1e-2; /* steps, in parts of the way */
static const double SOL_ARC_NEAR = 1e-3;                            /* distance from the path, in parts of a step */
static const double SOL_ARC_LEAST_PART = 1e-2;                      /* of a correction */

typedef struct SolArc {
    SolSystem *s;
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
    int *pivot;
    double way;  /* what the last member of a point is where part is 1 */
    double sign; /* of the determinant along the path */
} SolArc;

static double sol_arc_size(const double *x, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += x[i] * x[i];
    return sqrt(sum);
}

static double sol_arc_farthest(const double *x, size_t n) {
    double most = 0;
    for (size_t i = 0; i < n; i++)
        if (!(fabs(x[i]) <= most)) most = fabs(x[i]);
    return most;
}

static int sol_arc_finite(const double *x, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += x[i] * 0;
    return sum == 0;
}

/* r := residual at x, not scaled. */
static int sol_arc_evaluate(SolArc *a, const double *x) {
    for (size_t i = 0; i < a->n; i++) a->z[i] = x[i] * a->s->scale[i];
    return sol_residual(a->s, a->z, a->r);
}

/* The matrix at x, bordered below by `last`, and its factors; the residual there is in r.  Returns the sign of its
 * determinant, 0 when it is singular or has no value. */
static double sol_arc_factor(SolArc *a, const double *x, const double *last) {
    size_t n = a->n, m = n + 1;
    if (!sol_arc_evaluate(a, x) || sol_make_matrix(a->s, a->z, a->r) == SOL_UNDEFINED) return 0;
    sol_matrix_spread(&a->s->matrix, a->unscaled);
    a->s->matrix.factored = 0;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) a->matrix[i + j * m] = a->unscaled[i + j * n] * a->row[i] * a->s->scale[j];
    for (size_t i = 0; i < n; i++) a->matrix[i + n * m] = a->offset[i] / a->way;
    for (size_t j = 0; j < m; j++) a->matrix[n + j * m] = last[j];
    if (!sol_arc_finite(a->matrix, m * m) || sol_dense_factor(a->matrix, (int)m, a->pivot) >= 0) return 0;
    double sign = 1;
    for (size_t k = 0; k < m; k++) sign *= (a->pivot[k] == (int)k) == (a->matrix[k + k * m] > 0) ? 1 : -1;
    return sign;
}

/* direction := that of the path at x. */
static int sol_arc_find_direction(SolArc *a, const double *x, const double *last, double *direction) {
    size_t m = a->n + 1;
    double sign = sol_arc_factor(a, x, last);
    for (size_t i = 0; i < m; i++) direction[i] = i == a->n;
    if (sign == 0) return 0;
    if (a->sign == 0) a->sign = sign;
    sol_dense_solve(a->matrix, (int)m, a->pivot, direction);
    double size = sign * a->sign * sol_arc_size(direction, m);
    for (size_t i = 0; i < m; i++) direction[i] /= size;
    return sol_arc_finite(direction, m);
}

/* correction := what the factors say of the residual in r, at x. */
static double sol_arc_correction_at(SolArc *a, const double *x, double *correction) {
    size_t n = a->n;
    for (size_t i = 0; i < n; i++) correction[i] = (1 - x[n] / a->way) * a->offset[i] - a->r[i] * a->row[i];
    correction[n] = 0;
    sol_dense_solve(a->matrix, (int)n + 1, a->pivot, correction);
    return sol_arc_farthest(correction, n + 1);
}

/* A part of the correction `step`, of that size, after which the next one is shorter.  Returns its size, or -1. */
static double sol_arc_damped(SolArc *a, double size) {
    size_t m = a->n + 1;
    for (double part = 1; part > SOL_ARC_LEAST_PART; part *= 0.5) {
        for (size_t i = 0; i < m; i++) a->trial[i] = a->to[i] + part * a->step[i];
        if (!sol_arc_evaluate(a, a->trial)) continue;
        double after = sol_arc_correction_at(a, a->trial, a->next);
        if (!(after <= (1 - part / 4) * size)) continue;
        memcpy(a->to, a->trial, m * sizeof(double));
        return after;
    }
    return -1;
}

/* Brings `to` back to the path, across `last`, until it is nearer than `near`.  Returns the corrections, 0: in vain. */
static int sol_arc_correct(SolArc *a, const double *last, double near) {
    size_t m = a->n + 1;
    for (int k = 1; k <= SOL_ARC_CORRECTIONS; k++) {
        if (sol_arc_factor(a, a->to, last) == 0) return 0;
        double size = sol_arc_correction_at(a, a->to, a->step), after = sol_arc_damped(a, size);
        if (after < 0) return size <= near ? k : 0; /* by rounding, no nearer */
        if (after > 1e-3 * near) continue;
        for (size_t i = 0; i < m; i++) a->to[i] += a->next[i];
        return k;
    }
    return 0;
}

static void sol_arc_predict(SolArc *a, double h) {
    for (size_t i = 0; i <= a->n; i++) a->to[i] = a->at[i] + h * a->along[i];
}

/* A step of length h.  Where the path has a corner it leads on as it does behind the corner. */
static int sol_arc_advance(SolArc *a, double h) {
    sol_arc_predict(a, h);
    int corrections = sol_arc_correct(a, a->along, SOL_ARC_NEAR * h);
    if (corrections) return corrections;
    sol_arc_predict(a, h);
    if (!sol_arc_find_direction(a, a->to, a->along, a->turned)) return 0;
    sol_arc_predict(a, h);
    return sol_arc_correct(a, a->turned, SOL_ARC_NEAR * h) ? SOL_ARC_CORRECTIONS : 0;
}

/* The step of length h would pass part 1: the solution before it, from there. */
static int sol_arc_arrive(SolArc *a) {
    sol_arc_predict(a, (a->way - a->at[a->n]) / a->along[a->n]);
    a->to[a->n] = a->way;
    for (size_t i = 0; i <= a->n; i++) a->turned[i] = i == a->n;
    return sol_arc_correct(a, a->turned, 1e-9) > 0;
}

/* ahead: 1 where part grows at first, -1 where it shrinks. */
static int sol_arc_start_path(SolArc *a, double ahead) {
    size_t n = a->n;
    SolSystem *s = a->s;
    for (size_t i = 0; i < n; i++) a->at[i] = s->z[i] / s->scale[i];
    a->at[n] = 0;
    if (!sol_arc_evaluate(a, a->at) || sol_make_matrix(s, a->z, a->r) == SOL_UNDEFINED) return 0;
    sol_row_scales(s, a->row);
    for (size_t i = 0; i < n; i++) a->offset[i] = a->r[i] * a->row[i];
    for (size_t i = 0; i <= n; i++) a->turned[i] = i == n;
    a->way = 1;
    a->sign = 0;
    if (!sol_arc_find_direction(a, a->at, a->turned, a->along)) return 0;
    double way = sol_arc_size(a->along, n) / fabs(a->along[n]);
    if (!sol_is_finite(way) || !(way > 0)) return 0;
    a->way = way;
    a->sign *= ahead;
    return sol_arc_find_direction(a, a->at, a->turned, a->along);
}

static int sol_arc_follow_path(SolArc *a, double ahead) {
    const double far = 1e8;
    size_t n = a->n, size = (n + 1) * sizeof(double);
    if (!sol_arc_start_path(a, ahead)) return 0;
    double h = SOL_ARC_FIRST * a->way;
    for (int k = 0; k < SOL_ARC_STEPS && h > SOL_ARC_SHORTEST * a->way; k++) {
        if (a->at[n] + h * a->along[n] >= a->way && sol_arc_arrive(a)) return 1;
        int corrections = sol_arc_advance(a, h);
        if (!corrections || a->to[n] >= a->way) { /* what lies behind part 1 is not wanted */
            h *= 0.25;
            continue;
        }
        memcpy(a->at, a->to, size);
        memcpy(a->turned, a->along, size);
        if (!sol_arc_find_direction(a, a->at, a->turned, a->along)) return 0;
        if (sol_arc_farthest(a->at, n) > far) return 0;
        if (corrections <= 3) h *= 2;
    }
    return 0;
}

SOL int sol_arc_length(SolSystem *s) {
    size_t n = (size_t)s->n, m = n + 1;
    double *room = n <= SOL_ARC_LARGEST ? sol_system_more(s, 12 * m + m * m + n * n + 2 * m) : 0, **parts[11];
    SolArc a;
    int found;
    if (!room) return 0;
    a.s = s;
    a.n = n;
    parts[0] = &a.row, parts[1] = &a.offset, parts[2] = &a.at, parts[3] = &a.to, parts[4] = &a.along;
    parts[5] = &a.turned, parts[6] = &a.step, parts[7] = &a.z, parts[8] = &a.r, parts[9] = &a.trial;
    parts[10] = &a.next;
    for (int i = 0; i < 11; i++) *parts[i] = room + (size_t)i * m;
    a.matrix = room + 11 * m;
    a.unscaled = a.matrix + m * m;
    a.pivot = (int *)(a.unscaled + n * n);                             /* 3*m */
    found = sol_arc_follow_path(&a, 1) || sol_arc_follow_path(&a, -1); /* the path has two ends */
    for (size_t i = 0; i < n && found; i++) s->z[i] = a.to[i] * s->scale[i];
    return found;
}
