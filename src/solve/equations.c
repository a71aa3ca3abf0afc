/* equations.c - a system of equations: residuals, its matrix, linear systems.
 *
 * Linear systems are solved with the matrix of an earlier solution where corrections show that it is still right: most
 * matrices change at events only.  Where a matrix is singular and the equations agree, the solution next to the present
 * point is taken.
 */
#ifndef SOL_CARRIED
#include "solve/solve.h"
#endif

/* Slopes beyond are infinite: those of roots at zero come as 1e290 or so. */
static const double SOL_STEEPEST = 1e250;
static const double SOL_OLD_RATE = 0.1;       /* contraction that an old matrix of a linear system must show */
static const double SOL_GLANCE_STALL = 1e-10; /* what rounding may leave where nothing else depends on it */
static const double SOL_LOST_DIGITS = 1e-6;   /* error by rounding, in parts of a variable, that nothing may bring */
enum { SOL_MOST_OLD = 8 };

SOL void sol_system_place(SolSystem *s, double *parts) {
    size_t n = (size_t)s->n;
    s->z = parts;
    s->r = s->z + n;
    s->step = s->r + n;
    s->trial_z = s->step + n;
    s->bar = s->trial_z + n;
    s->first = s->bar + n;
    s->solved = s->first + n;
    s->left = s->solved + n;
    s->reached = s->left + n;
    s->far = s->reached + n;
    s->solved_at = HUGE_VAL;
}

SOL void sol_system_free(SolSystem *s) {
    if (s->more) s->memory->resize(s->memory->arg, s->more, 0);
    s->more = 0;
    s->room = 0;
}

SOL double *sol_system_more(SolSystem *s, size_t n) {
    if (n > s->room) {
        double *more = (double *)s->memory->resize(s->memory->arg, s->more, n * sizeof *more);
        if (!more) return 0;
        s->more = more;
        s->room = n;
    }
    return s->more;
}

SOL int sol_residual(SolSystem *s, const double *z, double *r) {
    int i;
    if (!s->equations->residual(s, z, r)) return 0;
    for (i = 0; s->offset && i < s->n; i++) r[i] -= s->offset_part * s->offset[i];
    return 1;
}

/* ---- the matrix -------------------------------------------------------------------------------------------------- */

static double sol_entry(double slope) { return fabs(slope) < SOL_STEEPEST ? slope : slope < 0 ? -HUGE_VAL : HUGE_VAL; }

/* Column j := (r - beside)*factor, where something stands in it. */
static void sol_put_column(SolMatrix *m, int j, const double *r, const double *beside, double factor) {
    int i, p, n = m->n;
    double *column = m->values + (m->sparse ? 0 : (size_t)j * (size_t)n);
    for (i = 0; !m->colptr && i < n; i++) column[i] = sol_entry((r[i] - (beside ? beside[i] : 0)) * factor);
    for (p = m->colptr ? m->colptr[j] : 0; m->colptr && p < m->colptr[j + 1]; p++) {
        i = m->rowind[p];
        column[m->sparse ? p : i] = sol_entry((r[i] - (beside ? beside[i] : 0)) * factor);
    }
}

/* A tangent that is no number though the equations have values: 1/(1 + exp(u)) has none for large u, as inf/inf. */
static int sol_is_undefined(const double *r, int n) {
    for (int i = 0; i < n; i++)
        if (r[i] != r[i]) return 1;
    return 0;
}

SOL int sol_matrix_by_tangents(SolSystem *s, const double *beside) {
    int c, j, n = s->n, ncolours = s->colour ? s->ncolours : n, ok = 1;
    for (c = 0; c < ncolours && ok; c++) {
        const double *r = s->equations->tangent(s, c);
        ok = r && !sol_is_undefined(r, n);
        if (ok && !s->colour) sol_put_column(&s->matrix, c, r, beside, 1);
        for (j = 0; ok && s->colour && j < n; j++)
            if (s->colour[j] == c) sol_put_column(&s->matrix, j, r, beside, 1);
    }
    return ok;
}

static int sol_matrix_by_differences(SolSystem *s, const double *z, const double *r) {
    int i, j, n = s->n;
    double *moved = s->trial_z, *changed = s->bar;
    memcpy(moved, z, (size_t)n * sizeof *z);
    for (j = 0; j < n; j++) {
        double h = (s->linear ? 1 : 1e-7) * sol_larger(fabs(z[j]), s->scale[j]);
        moved[j] = z[j] + h;
        h = moved[j] - z[j];
        if (!sol_residual(s, moved, changed)) {
            moved[j] = z[j] - h;
            h = moved[j] - z[j];
            if (!sol_residual(s, moved, changed)) return 0;
        }
        for (i = 0; i < n; i++) changed[i] -= r[i];
        sol_put_column(&s->matrix, j, changed, 0, 1 / h);
        moved[j] = z[j];
    }
    return sol_residual(s, z, changed);
}

SOL int sol_make_matrix(SolSystem *s, const double *z, const double *r) {
    int done = 0;
    sol_matrix_clear(&s->matrix);
    s->known = 0;
    if (s->equations->tangent) {
        done = sol_matrix_by_tangents(s, 0);
        s->equations->tangent(s, -1);
    }
    s->differences = !done;
    if (!done && !sol_matrix_by_differences(s, z, r)) return SOL_UNDEFINED;
    s->rate = 1;
    s->stale = 0;
    s->known = s->constant;
    s->made = s->stamp;
    return sol_matrix_factor(&s->matrix);
}

SOL int sol_correct(SolSystem *s, int dependent, const double *r, double *step) {
    int i, n = s->n;
    double left, size = 0, *work;
    for (i = 0; i < n; i++) step[i] = -r[i];
    if (dependent < 0) {
        sol_matrix_solve(&s->matrix, step);
        return 1;
    }
    work = n <= SOL_LEAST_NORM_MAX ? sol_system_more(s, SOL_LEAST_ROOM(n)) : 0;
    if (!work) return 0;
    s->rank = sol_least_norm(&s->matrix, s->scale, step, &left, work);
    for (i = 0; i < n; i++) size = sol_larger(size, fabs(step[i]) / s->scale[i]);
    return left <= 1e-9 * (1 + size);
}

SOL double sol_norm(const SolSystem *s, const double *z, const double *step) {
    double worst = 0;
    for (int i = 0; i < s->n; i++) {
        double x = fabs(step[i]) / (s->scale[i] + fabs(z[i]));
        if (!(x <= worst)) worst = x;
    }
    return worst;
}

/* ---- linear systems ---------------------------------------------------------------------------------------------- */

/* z := z + step and the residual there. */
static int sol_move(SolSystem *s) {
    for (int i = 0; i < s->n; i++) s->z[i] += s->step[i];
    return sol_residual(s, s->z, s->r);
}

/* The largest unknown, in parts of its nominal value. */
static double sol_largest(const SolSystem *s) {
    double most = 0;
    for (int i = 0; i < s->n; i++) most = sol_larger(most, fabs(s->z[i]) / s->scale[i]);
    return most;
}

/* The step changes no unknown by more than that part of it.  Those that vanish are measured by nominal values, in
 * proportion to the others: all may be far below them, and where somebody looks (not in trials), a solution that
 * depends on where the matrix came from shows events where there are none. */
static int sol_negligible(const SolSystem *s, double part) {
    double least = s->trial ? 1e-14 : (s->glance ? 1e-14 : 1e-15) * sol_smaller(1, sol_largest(s));
    for (int i = 0; i < s->n; i++) {
        if (!(fabs(s->step[i]) <= part * fabs(s->z[i]) + least * s->scale[i])) return 0;
        if (fabs(s->step[i]) * s->amplified > SOL_LOST_DIGITS * fabs(s->z[i])) return 0;
    }
    return 1;
}

/* Corrections with the matrix of an earlier solution, which show that it is still right: usually two.  Where matrices
 * change slowly and nothing is decided by the last digits, more follow, as long as they shrink fast enough.  Where they
 * do not, the old matrix is not tried again for a while.  -1: no values. */
static int sol_try_old_matrix(SolSystem *s) {
    double before = HUGE_VAL;
    int k, most = s->glance ? SOL_MOST_OLD : 3;
    if (!s->matrix.factored || s->constant) return 0;
    if (s->wait > 0) {
        s->wait--;
        return 0;
    }
    for (k = 0; k < most; k++) {
        double size;
        sol_correct(s, -1, s->r, s->step);
        if (k > 0 && sol_negligible(s, s->trial ? 1e-10 : 1e-14)) {
            s->failures = 0;
            return 1;
        }
        size = s->glance ? sol_norm(s, s->z, s->step) : 0;
        if (s->glance && k > 0 && !(size < SOL_OLD_RATE * before)) {
            /* after corrections that did shrink: rounding, of which a new matrix would leave as much */
            if (k > 1 && size > 0.5 * before && size <= SOL_GLANCE_STALL * sol_smaller(1, sol_largest(s))) return 1;
            break;
        }
        before = size;
        if (k + 1 < most && !sol_move(s)) return -1;
    }
    if (!s->trial && s->at_event) return 0;
    s->failures = s->failures < 6 ? s->failures + 1 : 6;
    s->wait = 1 << s->failures;
    return 0;
}

/* The matrix here, made again, is the one that was there. */
static int sol_same_matrix(SolSystem *s) {
    SolMatrix *m = &s->matrix;
    size_t n = sol_matrix_entries(m);
    double *before;
    if (s->constant) return s->known && m->factored;
    before = sol_system_more(s, n);
    if (!before) return 0;
    memcpy(before, m->values, n * sizeof *before);
    return sol_make_matrix(s, s->z, s->r) == -1 && !memcmp(before, m->values, n * sizeof *before);
}

/* Residual and matrix are those of the last solution, at the same instant: nothing that the system reads has changed.
 * Its solution is kept to the last bit, since relations between unknowns would otherwise change from one event
 * iteration to the next by rounding. */
static int sol_is_solved(SolSystem *s) {
    size_t size = (size_t)s->n * sizeof *s->z;
    return s->solved_at == s->now && s->matrix.factored && !memcmp(s->z, s->solved, size) &&
           !memcmp(s->r, s->left, size) && (!s->at_event || sol_same_matrix(s));
}

static SolResult sol_find_linear(SolSystem *s) {
    int round, dependent = -1, old = sol_try_old_matrix(s);
    s->stale = old > 0;
    if (old) return old > 0 ? SOL_FOUND : SOL_NO_VALUE;
    if (!(s->known && s->matrix.factored)) {
        dependent = sol_make_matrix(s, s->z, s->r);
        s->fresh = 1;
    }
    if (dependent == SOL_UNDEFINED) return SOL_NO_VALUE;
    for (round = 0; round < 3; round++) {
        if (!sol_correct(s, dependent, s->r, s->step)) {
            s->column = dependent;
            return SOL_CONTRADICTION;
        }
        if (round > 0 && sol_negligible(s, 1e-12)) break; /* nothing to refine; all is consistent with z */
        if (!sol_move(s)) return SOL_NO_VALUE;
        if (dependent >= 0) {
            s->fresh = 0;
            if (s->equations->open) s->equations->open(s, 1);
            break;
        }
    }
    return SOL_FOUND;
}

SOL SolResult sol_linear(SolSystem *s) {
    size_t bytes = (size_t)s->n * sizeof *s->z;
    SolResult found;
    int i;
    s->offset = 0;
    s->fresh = 0;
    for (i = 0; i < s->n; i++)
        if (!sol_is_finite(s->z[i])) s->z[i] = 0;
    if (!sol_residual(s, s->z, s->r)) return SOL_NO_VALUE;
    if (sol_is_solved(s)) return SOL_FOUND;
    found = sol_find_linear(s);
    if (found != SOL_FOUND) return found;
    memcpy(s->solved, s->z, bytes);
    memcpy(s->left, s->r, bytes);
    s->solved_at = s->now;
    return SOL_FOUND;
}
