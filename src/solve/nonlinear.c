/* nonlinear.c - nonlinear systems of equations.
 *
 * Newton's method is damped by the natural monotonicity test (Deuflhard 1974): a trial point is good when the
 * correction computed there with the old matrix is shorter.  It does not depend on how equations are scaled.  Where it
 * finds nothing it begins elsewhere; then come methods that take long: a trust region, continuation, mirrored starts.
 */
#ifndef SOL_CARRIED
#include "solve/solve.h"
#endif

static const double SOL_STEP = 1e-11;        /* relative correction at which a solution is taken */
static const double SOL_STALL = 1e-6;        /* relative correction that rounding may not let us pass */
static const double SOL_CHORD_RATE = 0.2;    /* contraction that an old matrix must show to be kept */
static const double SOL_FARTHEST_TURN = 1e9; /* rad: digits are left for a ten millionth of it */
static const double SOL_WEAK = 1e-13;        /* pivots that may be rounding only */
enum { SOL_MOST_ITERATIONS = 60, SOL_MOST_HALVINGS = 12, SOL_MOST_STILL = 10, SOL_WEAK_MAX = 200 };

/* Longest part of the step that keeps the unknowns inside their limits, when they are inside now. */
static double sol_guard_limits(const SolSystem *s) {
    double part = 1;
    int i;
    for (i = 0; s->low && i < s->n; i++) {
        double step = s->step[i], z = s->z[i], to = z + part * step, limit = step < 0 ? s->low[i] : s->high[i];
        int inside = step < 0 ? z > limit : z < limit, leaves = step < 0 ? to < limit : to > limit;
        if (fabs(limit) < 1e300 && inside && leaves) part = sol_smaller(part, 0.9 * (limit - z) / step);
    }
    return part > 1e-4 ? part : 1; /* pinned at a limit: limits are no equations, go on without them */
}

/* Iterations that are still needed at this rate cost more than a new matrix would. */
static int sol_is_slow(const SolSystem *s, double size, double rate) {
    if (!(rate < SOL_CHORD_RATE)) return 1;
    return log(SOL_STEP / size) / log(rate) > 2 + (s->colour ? s->ncolours : s->n);
}

/* After the k-th correction, of this size.  The rate of an earlier solution says too little about this one to be
 * trusted for the last digits.  Where somebody looks, corrections go on until rounding stops them. */
static int sol_near_enough(const SolSystem *s, int k, double size, double rate) {
    if (s->trial) return size <= SOL_STEP || (k > 0 && size * rate <= 0.1 * SOL_STEP);
    if (size <= s->last_digits) return 1;
    return k > 0 && (size * rate <= s->last_digits || (size <= SOL_STEP && rate > 0.3));
}

/* Iterations with the matrix of an earlier solution: cheap where the solution moved only a little.  1: z is it. */
static int sol_chord(SolSystem *s) {
    int i, k, n = s->n;
    double before = HUGE_VAL, rate = s->rate; /* contraction that this matrix showed last time */
    for (k = 0; k < 8; k++) {
        double size;
        for (i = 0; i < n; i++) s->step[i] = -s->r[i];
        sol_matrix_solve(&s->matrix, s->step);
        size = sol_norm(s, s->z, s->step);
        if (k > 0) rate = s->rate = sol_larger(size / before, 1e-2);
        if (!(size < 0.1) || (k > 0 && size > SOL_STEP && sol_is_slow(s, size, rate))) return 0;
        for (i = 0; i < n; i++) s->z[i] += s->step[i];
        s->iterations++;
        if (!sol_residual(s, s->z, s->r)) return 0;
        if (sol_near_enough(s, k, size, rate)) return 1;
        before = size;
    }
    return 0;
}

static void sol_take_trial(SolSystem *s) {
    memcpy(s->z, s->trial_z, (size_t)s->n * sizeof *s->z);
    memcpy(s->r, s->bar, (size_t)s->n * sizeof *s->r);
}

static int sol_try_part(SolSystem *s, double part) {
    for (int i = 0; i < s->n; i++) s->trial_z[i] = s->z[i] + part * s->step[i];
    return sol_residual(s, s->trial_z, s->bar);
}

/* Finds a damped step from z with correction s->step; leaves the new point in z, its residual in r.  Returns the size
 * of the correction there, or -1 when no damping helps. */
static double sol_damped_step(SolSystem *s, double size, double *part) {
    int i, k, n = s->n;
    double lambda = sol_smaller(*part, sol_guard_limits(s));
    for (k = 0; k <= SOL_MOST_HALVINGS; k++, lambda *= 0.5) {
        double after;
        if (!sol_try_part(s, lambda)) continue;
        memcpy(s->r, s->bar, (size_t)n * sizeof *s->r);
        for (i = 0; i < n; i++) s->bar[i] = -s->r[i];
        sol_matrix_solve(&s->matrix, s->bar);
        after = sol_norm(s, s->z, s->bar); /* the same weights as for size */
        if (!(after <= (1 - lambda / 4) * size) && !(after <= SOL_STEP)) continue;
        memcpy(s->z, s->trial_z, (size_t)n * sizeof *s->z);
        s->damped |= lambda < 1;
        *part = sol_smaller(1, lambda * 4);
        return after;
    }
    return -1;
}

/* A small multiple of the identity makes a singular matrix usable for a first step. */
static int sol_regularise(SolSystem *s) {
    SolMatrix *m = &s->matrix;
    size_t i, n = (size_t)m->n;
    double largest = 0;
    if (m->sparse) return 0;
    for (i = 0; i < n * n; i++) largest = sol_larger(largest, fabs(m->values[i]));
    if (!(largest > 0 && sol_is_finite(largest))) return 0;
    for (i = 0; i < n; i++) m->values[i + i * n] += 1e-6 * largest;
    return sol_matrix_factor(m) < 0;
}

/* size, by row: the largest entry, or the sum of all, each times weight of its column. */
static void sol_row_sizes(const SolSystem *s, const double *weight, int sum, double *size) {
    const SolMatrix *m = &s->matrix;
    int i, j, n = m->n;
    for (i = 0; i < n; i++) size[i] = 0;
    for (j = 0; j < n; j++) {
        size_t p, first = m->sparse ? (size_t)m->colptr[j] : (size_t)j * (size_t)n,
                  end = m->sparse ? (size_t)m->colptr[j + 1] : first + (size_t)n;
        for (p = first; p < end; p++) {
            double x = fabs(m->values[p] * weight[j]);
            i = m->sparse ? m->rowind[p] : (int)(p - first);
            size[i] = sum ? size[i] + x : sol_larger(size[i], x);
        }
    }
}

SOL void sol_row_scales(const SolSystem *s, double *row) {
    sol_row_sizes(s, s->scale, 0, row);
    for (int i = 0; i < s->n; i++) row[i] = row[i] > 0 && sol_is_finite(row[i]) ? 1 / row[i] : 1;
}

/* The residual, each equation in parts of what a change of an unknown by its nominal value makes there, by the last
 * matrix. */
static double sol_residual_size(const SolSystem *s, const double *r) {
    double worst = 0;
    sol_row_sizes(s, s->scale, 0, s->left);
    for (int i = 0; i < s->n; i++) {
        double x = fabs(r[i]) / (s->left[i] > 0 ? s->left[i] : 1);
        if (!(x <= worst)) worst = x;
    }
    return worst;
}

/* No equation is off by more than the rounding of its terms. */
static int sol_is_rounding(const SolSystem *s) {
    sol_row_sizes(s, s->z, 1, s->left);
    for (int i = 0; i < s->n; i++)
        if (!(fabs(s->r[i]) <= 16 * SOL_EPSILON * s->left[i])) return 0;
    return 1;
}

static void sol_is_open(SolSystem *s, int agree) {
    if (s->equations->open) s->equations->open(s, agree);
}

/* A step where the matrix is singular but the equations agree (a closed valve between two tanks from which nothing
 * flows: its pressures do not matter).  1: z is the solution of least distance, 0: z has moved, -1: they do not agree,
 * or no part of the step leads where they can be evaluated. */
static int sol_least_norm_step(SolSystem *s, int dependent) {
    double size, before, lambda = 1;
    int k;
    if (!sol_correct(s, dependent, s->r, s->step)) {
        sol_is_open(s, 0);
        return -1;
    }
    size = sol_norm(s, s->z, s->step);
    before = sol_residual_size(s, s->r);
    if (!sol_is_finite(size)) return -1;
    for (k = 0; k <= SOL_MOST_HALVINGS; k++, lambda *= 0.5) {
        if (!sol_try_part(s, lambda)) continue;
        /* no test of monotony: near such points it forbids too much */
        s->damped |= lambda < 1 || (size > SOL_STEP && sol_residual_size(s, s->bar) > before);
        sol_take_trial(s);
        if (size > SOL_STEP) return 0;
        sol_is_open(s, 1);
        return 1;
    }
    return -1;
}

/* Near a pole (x = t/x at a tiny x) each correction is as small as x itself, far below nominal values, and yet the
 * equations are off by far.  Where unknowns change by a good part of themselves and the residual did not get much
 * smaller (left: at z, r: behind the step), it is looked at a hundred steps ahead: beyond a solution it must have
 * grown.  1: a pole, 0: none, -1: none, and the point looked at is another one. */
static int sol_is_pole(SolSystem *s) {
    int i, ok, n = s->n, large = 0, left = 0;
    double size = 0, grown = 0, *there = s->far, *r = there + n;
    for (i = 0; i < n; i++) {
        large |= fabs(s->step[i]) > 0.01 * fabs(s->z[i]);
        left |= fabs(s->r[i]) > 0.1 * fabs(s->left[i]);
        size = sol_larger(size, fabs(s->left[i]));
    }
    if (!large || !left) return 0;
    for (i = 0; i < n; i++) there[i] = s->z[i] + 100 * s->step[i];
    ok = sol_residual(s, there, r);
    for (i = 0; i < n && ok; i++) grown = sol_larger(grown, fabs(r[i]));
    return ok && grown < size ? 1 : -1;
}

/* The equations have no values behind a step that no unknown would notice: the solution lies at the edge of where they
 * have some (0 = x^(1/3)), and z is as near to it as can be told. */
static int sol_is_at_edge(SolSystem *s) {
    for (int i = 0; i < s->n; i++)
        if (fabs(s->step[i]) > 1e-9 * fabs(s->z[i])) return 0;
    return sol_residual(s, s->z, s->r);
}

/* z := z + step.  1: it is the solution. */
static int sol_take_last_step(SolSystem *s) {
    int i, pole, n = s->n;
    memcpy(s->left, s->r, (size_t)n * sizeof *s->r);
    for (i = 0; i < n; i++) s->trial_z[i] = s->z[i] + s->step[i];
    if (!sol_residual(s, s->trial_z, s->r)) return sol_is_at_edge(s);
    pole = sol_is_pole(s);
    memcpy(s->z, s->trial_z, (size_t)n * sizeof *s->z);
    return pole == 0 || (pole < 0 && sol_residual(s, s->z, s->r));
}

/* No part of Newton's step helps, which is long.  1: only because the matrix, singular but for rounding, makes much of
 * what rounding left of the equations; where something determines the unknowns, z is the solution. */
static int sol_holds_where_determined(SolSystem *s) {
    if (!sol_residual(s, s->z, s->r) || !sol_correct(s, 0, s->r, s->step)) return 0;
    if (!(sol_norm(s, s->z, s->step) <= SOL_STALL)) return 0;
    sol_is_open(s, 1);
    return 1;
}

/* Would the step turn an angle so far that nothing is left of it but rounding (a linkage at a dead point, where the
 * matrix is singular but for its last digits)? */
static int sol_spins(const SolSystem *s) {
    for (int i = 0; s->turns && i < s->n; i++)
        if (s->turns[i] && !(fabs(s->z[i] + s->step[i]) < SOL_FARTHEST_TURN)) return 1;
    return 0;
}

/* A long step, of that size, by a matrix that is singular but for rounding: is there a short one where the equations
 * determine something? */
static int sol_is_weak(SolSystem *s, double size) {
    if (!(s->matrix.weakest < SOL_WEAK) || s->n > SOL_WEAK_MAX || !sol_correct(s, 0, s->r, s->bar)) return 0;
    return s->rank < s->n && sol_norm(s, s->z, s->bar) < 0.01 * size;
}

static void sol_full_step(SolSystem *s) {
    for (int i = 0; i < s->n; i++) s->step[i] = -s->r[i];
    sol_matrix_solve(&s->matrix, s->step);
}

SOL int sol_newton(SolSystem *s) {
    int k, weak, still = 0; /* at a corner of the equations one or two short steps lead on */
    double part = 1;
    for (k = 0; k < SOL_MOST_ITERATIONS; k++) {
        int dependent = sol_make_matrix(s, s->z, s->r), least;
        double size, after;
        if (dependent == SOL_UNDEFINED) return 0;
        least = dependent >= 0 ? sol_least_norm_step(s, dependent) : -1;
        if (least > 0) return 1;
        if (least == 0) continue;
        if (dependent >= 0 && !sol_regularise(s)) return 0;
        sol_full_step(s);
        s->iterations++;
        size = sol_norm(s, s->z, s->step);
        if (!sol_is_finite(size) || sol_spins(s)) return 0;
        /* all equations hold, and yet the step is long: the matrix is singular but for rounding.  A first step is no
         * exception: what is left open would drift from one evaluation to the next, and other solutions lie there */
        weak = size > SOL_STALL && sol_is_weak(s, size);
        if (weak || (size > SOL_STALL && sol_is_rounding(s))) {
            least = sol_least_norm_step(s, 0);
            if (least > 0) return 1;
            if (least == 0 && weak) continue;
        }
        if (size <= SOL_STEP) return sol_take_last_step(s);
        after = sol_damped_step(s, size, &part);
        if (after < 0 && size > SOL_STALL) return sol_holds_where_determined(s);
        if (after < 0) return sol_residual(s, s->z, s->r); /* rounding lets us get no nearer */
        /* so near the solution, and so little of the step was of use, that z has not moved: what damping made smaller
         * is what rounding left */
        still = part < 1 && size <= SOL_STALL && part * size <= SOL_STEP ? still + 1 : 0;
        if (still == SOL_MOST_STILL) return 1;
        if (after <= (s->trial ? SOL_STEP : s->last_digits)) return 1;
        if (dependent < 0 && part == 1 && after < SOL_CHORD_RATE * size && sol_chord(s)) return 1;
    }
    return 0;
}

/* ---- other places to begin --------------------------------------------------------------------------------------- */

/* Where a search begins that does not go on from the present one. */
static int sol_begins(SolSystem *s) {
    s->matrix.factored = 0;
    return sol_residual(s, s->z, s->r);
}

/* Away from a point where the matrix is singular, by a fixed, different shift for each unknown; those far away are for
 * equations that cannot be evaluated near by. */
static int sol_other_guess(SolSystem *s, int attempt) {
    int i, n = s->n;
    double shift = attempt < SOL_NEAR_GUESSES ? 0.1 * (attempt - 1)
                                              : (attempt & 1 ? 1 : -1) * pow(10, (attempt - SOL_NEAR_GUESSES) / 2);
    if (attempt == 0 && !s->last) return 0;
    if (attempt == 0) memcpy(s->z, s->last, (size_t)n * sizeof *s->z);
    else s->equations->start(s, s->z);
    for (i = 0; attempt > 1 && i < n; i++) s->z[i] += s->scale[i] * shift * (1 + 0.37 * (i % 7));
    return 1;
}

/* One unknown: the nearest point, by and large, at which the equation can be evaluated. */
static int sol_enter_domain(SolSystem *s, double unit, double *z, double *r) {
    double centre = *z;
    if (sol_residual(s, z, r)) return 1;
    for (int k = 0; k < 140; k++) {
        *z = centre + (k & 1 ? -1 : 1) * unit * pow(1.25, k / 2);
        if (sol_residual(s, z, r)) return 1;
    }
    return 0;
}

/* One unknown, and an equation that has no value at `nowhere`: *z := the point nearest to it, as far as halving tells,
 * that has one, on the way from *z, which has. */
static void sol_go_to_edge(SolSystem *s, double nowhere, double *z, double *r) {
    double value;
    for (int m = 0; m < 60; m++) {
        double middle = nowhere + (*z - nowhere) / 2;
        if (sol_residual(s, &middle, &value)) *z = middle, *r = value;
        else nowhere = middle;
    }
}

/* One unknown: halves between a and b, where the equation has values of different sign.  Where it has none between
 * them, a solution may still lie on either side of the gap.  0: it does not. */
static int sol_halve(SolSystem *s, double a, double fa, double b, double fb) {
    double before = sol_larger(fabs(fa), fabs(fb)), r;
    for (int m = 0; m < 200 && fabs(b - a) > 4 * SOL_EPSILON * fabs(b) && fb != 0; m++) {
        double middle = a + (b - a) / 2;
        if (!sol_residual(s, &middle, &r)) {
            double edge[2], value[2];
            edge[0] = a, edge[1] = b, value[0] = fa, value[1] = fb;
            for (int side = 0; side < 2; side++) sol_go_to_edge(s, middle, &edge[side], &value[side]);
            if ((value[1] > 0) == (fa > 0)) a = edge[1], fa = value[1];
            else if ((value[0] > 0) != (fa > 0)) b = edge[0], fb = value[0];
            else return 0;
            continue;
        }
        if ((r > 0) == (fa > 0)) a = middle, fa = r;
        else b = middle, fb = r;
    }
    if (fabs(fb) > before) return 0; /* a pole, not a root */
    s->z[0] = b;
    return 1;
}

/* One unknown: looks for a change of sign ever farther from the guess, then halves.  Finds the other branch when the
 * one we were on has ended (a trigger that switches). */
static int sol_scan(SolSystem *s) {
    double centre = s->last ? s->last[0] : s->first[0], unit = 1e-3 * (s->scale[0] + fabs(centre));
    double here[2], value[2], trial, r;
    if (!sol_enter_domain(s, unit, &centre, &r)) return 0;
    here[0] = here[1] = centre;
    value[0] = value[1] = r;
    for (int k = 0; k < 140; k++) {
        int side = k & 1;
        double a, fa;
        trial = here[side] + (side ? -1 : 1) * unit * pow(1.25, k / 2);
        if (!sol_residual(s, &trial, &r)) continue;
        a = here[side], fa = value[side];
        here[side] = trial;
        value[side] = r;
        if ((fa > 0) == (r > 0) && r != 0) continue;
        if (sol_halve(s, a, fa, trial, r)) return sol_begins(s);
    }
    return 0;
}

SOL SolResult sol_nonlinear(SolSystem *s) {
    int attempt, defined;
    size_t bytes = (size_t)s->n * sizeof *s->z;
    s->offset = 0;
    memcpy(s->first, s->z, bytes);
    memcpy(s->reached, s->z, bytes);
    defined = sol_residual(s, s->z, s->r);
    if (defined) {
        if (s->matrix.factored && sol_chord(s)) return SOL_FOUND;
        memcpy(s->z, s->first, bytes);
        if (sol_residual(s, s->z, s->r) && sol_newton(s)) return SOL_FOUND;
        if (!s->trial) memcpy(s->reached, s->z, bytes);
    }
    s->damped = 1;
    /* a start value where the equation is flat, cos(x) = 0 at 0, means the solution next to it */
    if (s->n == 1 && defined && !s->last && s->initial && sol_scan(s)) return SOL_FOUND;
    for (attempt = 0; attempt < (defined ? SOL_NEAR_GUESSES : SOL_ALL_GUESSES); attempt++) {
        s->matrix.factored = 0;
        if (!sol_other_guess(s, attempt) || !sol_residual(s, s->z, s->r)) continue;
        defined = 1;
        if (sol_newton(s)) return SOL_FOUND;
    }
    return s->n == 1 && sol_scan(s) ? SOL_FOUND : SOL_NOWHERE;
}

/* ---- methods that take long -------------------------------------------------------------------------------------- */

SOL int sol_fall_back(SolSystem *s, int guesses, int (*method)(SolSystem *s)) {
    for (int attempt = -1; attempt < guesses; attempt++) {
        if (attempt < 0) memcpy(s->z, s->first, (size_t)s->n * sizeof *s->z);
        else if (!sol_other_guess(s, attempt)) continue;
        if (!sol_residual(s, s->z, s->r) || !method(s)) continue;
        if (sol_begins(s) && sol_newton(s)) return 1;
    }
    return 0;
}

/* Follows F(z) = (1 - part)*F(z0) from part 0, where z0 is a solution, to 1. */
static int sol_follow(SolSystem *s) {
    size_t n = (size_t)s->n, bytes = n * sizeof *s->z, behind = s->n <= SOL_LEAST_NORM_MAX ? SOL_LEAST_ROOM(n) : 0;
    double part = 0, step = 0.1, *offset = sol_system_more(s, behind + 2 * n), *good;
    if (!offset || !sol_residual(s, s->z, s->r)) return 0;
    offset += behind; /* what stands in front is wanted on the way */
    good = offset + n;
    memcpy(offset, s->r, bytes);
    memcpy(good, s->z, bytes);
    s->offset = offset;
    while (part < 1 && step > 1e-4) {
        double next = sol_smaller(1, part + step);
        s->offset_part = 1 - next;
        memcpy(s->z, good, bytes);
        if (sol_begins(s) && sol_newton(s)) {
            memcpy(good, s->z, bytes);
            part = next;
            step *= 1.5;
        } else {
            step *= 0.25;
        }
    }
    s->offset = 0;
    return part == 1 && sol_residual(s, s->z, s->r);
}

SOL int sol_search(SolSystem *s) {
    if (sol_fall_back(s, 2, sol_trust_region)) return 1;
    for (int attempt = 0; attempt < 2; attempt++)
        if (sol_other_guess(s, attempt) && sol_follow(s)) return 1;
    return 0;
}

/* Solutions behind a pole (x = a/y with y of the other sign than its start value): no path of decreasing residuals
 * leads there.  Starts with unknowns of other signs: one by one, or in all combinations where there are few. */
SOL int sol_mirror(SolSystem *s) {
    int i, k, n = s->n, few = n <= 4, tries = few ? (1 << n) - 1 : n;
    if (!s->initial || n > 20) return 0;
    for (k = 1; k <= tries; k++) {
        s->equations->start(s, s->z);
        for (i = 0; i < n; i++)
            if (few ? k >> i & 1 : k == i + 1) s->z[i] = s->z[i] != 0 ? -s->z[i] : -s->scale[i];
        if (sol_begins(s) && sol_newton(s)) return 1;
    }
    return 0;
}
