/* fmu_solve.c - systems of equations inside an FMU (as src/runtime/system.c, linear.c and fallback.c).
 *
 * Linear systems are solved with the matrix of an earlier solve where two corrections show that it is still right;
 * nonlinear ones by damped Newton iterations inside the limits of the unknowns, from several places, then by a trust
 * region and by continuation.  Where a matrix is singular and the equations agree, the solution of least distance from
 * the present one is taken.
 */

enum { FM_SINGULAR = 0, FM_REGULAR = 1, FM_UNDEFINED = -1 };

/* ---- matrices ---------------------------------------------------------------------------------------------------- */

/* Factors of the n by n matrix a (by columns), its rows divided by their largest entry (row: by what was multiplied),
 * with partial pivoting.  Behind the n pivots stand, by column, the first and the last row in which the factors are not
 * zero: matrices of chains and grids are narrow.  0: singular, a pivot is rounding only. */
static int fm_factor(int n, double *a, int *pivot, double *row) {
    int i, j, k, good = 1, *first = pivot + n, *last = first + n;
    for (i = 0; i < n; i++) row[i] = 0;
    for (j = 0; j < n; j++)
        for (i = 0; i < n; i++)
            if (!(fabs(a[i + n * j]) <= row[i])) row[i] = fabs(a[i + n * j]);
    for (i = 0; i < n; i++) {
        int usable = row[i] > 0 && row[i] < 1e300;
        good = good && usable;
        row[i] = usable ? 1 / row[i] : 1;
    }
    for (j = 0; j < n; j++) {
        first[j] = n - 1;
        last[j] = 0;
        for (i = 0; i < n; i++) {
            if (a[i + n * j] == 0) continue;
            a[i + n * j] *= row[i];
            if (i < first[j]) first[j] = i;
            last[j] = i;
        }
    }
    for (k = 0; k < n && good; k++) {
        int best = k;
        double column = 0;
        if (last[k] < k) last[k] = k;
        for (i = k; i <= last[k]; i++) {
            if (fabs(a[i + n * k]) > fabs(a[best + n * k])) best = i;
            if (fabs(a[i + n * k]) > column) column = fabs(a[i + n * k]);
        }
        for (i = first[k]; i < k; i++)
            if (fabs(a[i + n * k]) > column) column = fabs(a[i + n * k]);
        if (!(fabs(a[best + n * k]) > 8.9e-16 * n * column)) return 0;
        pivot[k] = best;
        for (j = k; best != k && j < n; j++) {
            double t = a[k + n * j];
            if (t == 0 && a[best + n * j] == 0) continue;
            a[k + n * j] = a[best + n * j];
            a[best + n * j] = t;
            if (t != 0 && best > last[j]) last[j] = best;
            if (k < first[j]) first[j] = k;
        }
        for (i = k + 1; i <= last[k]; i++) a[i + n * k] /= a[k + n * k];
        for (j = k + 1; j < n; j++) {
            double f = a[k + n * j];
            if (f == 0) continue;
            for (i = k + 1; i <= last[k]; i++) a[i + n * j] -= a[i + n * k] * f;
            if (last[k] > last[j]) last[j] = last[k];
        }
    }
    return good;
}

static void fm_backsolve(int n, const double *a, const int *pivot, const double *row, double *b) {
    int i, k;
    const int *first = pivot + n, *last = first + n;
    for (k = 0; k < n; k++) b[k] *= row[k];
    for (k = 0; k < n; k++) {
        double t = b[pivot[k]];
        b[pivot[k]] = b[k];
        b[k] = t;
        for (i = k + 1; i <= last[k]; i++) b[i] -= a[i + n * k] * t;
    }
    for (k = n; k-- > 0;) {
        b[k] /= a[k + n * k];
        for (i = first[k]; i < k; i++) b[i] -= a[i + n * k] * b[k];
    }
}

/* Rotates the columns of u until they are orthogonal, those of v with them (Hestenes 1958): u = a*v. */
static void fm_orthogonal_columns(int n, double *u, double *v) {
    int sweep, i, j, k, turned = 1;
    for (sweep = 0; sweep < 30 && turned; sweep++)
        for (turned = 0, i = 0; i < n; i++)
            for (j = i + 1; j < n; j++) {
                double a = 0, b = 0, c = 0, t, s, z;
                for (k = 0; k < n; k++) {
                    a += u[k + n * i] * u[k + n * i];
                    b += u[k + n * j] * u[k + n * j];
                    c += u[k + n * i] * u[k + n * j];
                }
                if (fabs(c) <= 1e-15 * sqrt(a * b) || c == 0) continue;
                turned = 1;
                z = (b - a) / (2 * c);
                t = (z > 0 ? 1 : -1) / (fabs(z) + sqrt(1 + z * z));
                s = 1 / sqrt(1 + t * t);
                t *= s;
                for (k = 0; k < n; k++) {
                    double x = u[k + n * i], y = u[k + n * j];
                    u[k + n * i] = s * x - t * y;
                    u[k + n * j] = t * x + s * y;
                    x = v[k + n * i], y = v[k + n * j];
                    v[k + n * i] = s * x - t * y;
                    v[k + n * j] = t * x + s * y;
                }
            }
}

/* ---- residuals and matrices of a system -------------------------------------------------------------------------- */

static const double *fm_scale(int system) { return fm_model.scales + fm_model.scale_of[system]; }

static int fm_residual(FmRun *run, int system, const double *z, double *r) {
    const CwSystem *cw = &cw_systems[system];
    const FmSystem *s = &run->systems[system];
    double bad = 0;
    int i;
    for (i = 0; i < cw->n; i++) run->v[cw->vars[i]] = z[i];
    run->env.operands = cw->operands;
    if (!fm_eval(run, residual[system])) return 0;
    for (i = 0; i < cw->n; i++) {
        r[i] = run->r[i] - (s->offset ? s->offset_part * s->offset[i] : 0);
        bad += r[i] * 0.0;
    }
    if (bad == 0) return 1;
    fm_fail(run, "a value is not a finite number", -1, "");
    return 0;
}

static int fm_colour(const CwSystem *cw, int j) { return cw->colour ? cw->colour[j] : j; }

/* Slopes of roots at zero come as 1e290 or so: these are infinite. */
static double fm_entry(double slope) {
    if (fabs(slope) < 1e250) return slope;
    return slope < 0 ? -HUGE_VAL : HUGE_VAL;
}

static void fm_put_column(FmSystem *s, const CwSystem *cw, int j, const double *r, double factor) {
    int i, n = cw->n;
    if (s->sparse)
        for (i = cw->colptr[j]; i < cw->colptr[j + 1]; i++) s->matrix[i] = fm_entry(r[cw->rowind[i]] * factor);
    else if (!cw->colptr)
        for (i = 0; i < n; i++) s->matrix[i + n * j] = fm_entry(r[i] * factor);
    else
        for (i = cw->colptr[j]; i < cw->colptr[j + 1]; i++)
            s->matrix[cw->rowind[i] + n * j] = fm_entry(r[cw->rowind[i]] * factor);
}

/* A tangent that is no number though the equations have values: 1/(1 + exp(u)) has none for large u, as inf/inf. */
static int fm_is_undefined(const double *r, int n) {
    int i;
    for (i = 0; i < n; i++)
        if (r[i] != r[i]) return 1;
    return 0;
}

static size_t fm_nentries(int system, const FmSystem *s) {
    const CwSystem *cw = &cw_systems[system];
    return s->sparse ? (size_t)cw->colptr[cw->n] : (size_t)cw->n * (size_t)cw->n;
}

/* Factors of the matrix, and of the multiple of the identity added to it. */
static int fm_factor_system(int system, FmSystem *s, double identity) {
    const CwSystem *cw = &cw_systems[system];
    int i;
    if (s->sparse) return fm_sparse_factor(s->sparse, cw->colptr, cw->rowind, s->matrix, 1, identity, s->row);
    memcpy(s->factors, s->matrix, fm_nentries(system, s) * sizeof *s->factors);
    for (i = 0; identity != 0 && i < cw->n; i++) s->factors[i + cw->n * i] += identity;
    return fm_factor(cw->n, s->factors, s->pivot, s->row);
}

/* The matrix with all its entries: stored so, or spread out in room. */
static const double *fm_spread(int system, const FmSystem *s, double *room) {
    const CwSystem *cw = &cw_systems[system];
    int j, k;
    if (!s->sparse) return s->matrix;
    memset(room, 0, (size_t)cw->n * (size_t)cw->n * sizeof *room);
    for (j = 0; j < cw->n; j++)
        for (k = cw->colptr[j]; k < cw->colptr[j + 1]; k++) room[cw->rowind[k] + cw->n * j] = s->matrix[k];
    return room;
}

static int fm_by_tangents(FmRun *run, int system, FmSystem *s) {
    const CwSystem *cw = &cw_systems[system];
    int c, j, ok = 1, ncolours = cw->colour ? cw->ncolours : cw->n;
    for (c = 0; c < ncolours && ok; c++) {
        for (j = 0; j < cw->n; j++)
            if (fm_colour(cw, j) == c) run->d[cw->vars[j]] = 1;
        run->env.operands = cw->operands;
        ok = fm_eval(run, residual_tangent[system]) && !fm_is_undefined(run->r, cw->n);
        for (j = 0; j < cw->n; j++) {
            if (fm_colour(cw, j) != c) continue;
            run->d[cw->vars[j]] = 0;
            if (ok) fm_put_column(s, cw, j, run->r, 1);
        }
    }
    run->env.operands = cw->operands;
    fm_eval(run, residual_tangent[system]); /* all seeds are zero: so become the tangents inside */
    return ok;
}

static int fm_by_differences(FmRun *run, int system, FmSystem *s, const double *z, const double *r) {
    const CwSystem *cw = &cw_systems[system];
    int i, j, n = cw->n;
    memcpy(s->trial, z, (size_t)n * sizeof *z);
    for (j = 0; j < n; j++) {
        double size = fabs(z[j]) > fm_scale(system)[j] ? fabs(z[j]) : fm_scale(system)[j],
               h = (cw->linear ? 1 : 1e-7) * size;
        s->trial[j] = z[j] + h;
        if (!fm_residual(run, system, s->trial, s->bar)) {
            h = -h;
            s->trial[j] = z[j] + h;
            if (!fm_residual(run, system, s->trial, s->bar)) return 0;
        }
        for (i = 0; i < n; i++) s->bar[i] -= r[i];
        fm_put_column(s, cw, j, s->bar, 1 / (s->trial[j] - z[j]));
        s->trial[j] = z[j];
    }
    return fm_residual(run, system, z, s->bar);
}

/* The matrix at z, whose residual is r, and its factors. */
static int fm_matrix(FmRun *run, int system, FmSystem *s, const double *z, const double *r) {
    const CwSystem *cw = &cw_systems[system];
    int i;
    memset(s->matrix, 0, fm_nentries(system, s) * sizeof *s->matrix);
    s->factored = 0;
    for (i = 0; i < cw->n; i++) run->v[cw->vars[i]] = z[i];
    if (!(residual_tangent[system] && fm_by_tangents(run, system, s)) && !fm_by_differences(run, system, s, z, r))
        return FM_UNDEFINED;
    s->factored = fm_factor_system(system, s, 0);
    return s->factored ? FM_REGULAR : FM_SINGULAR;
}

static void fm_apply(int system, const FmSystem *s, double *b) {
    if (s->sparse) fm_sparse_solve(s->sparse, s->row, b);
    else fm_backsolve(cw_systems[system].n, s->factors, s->pivot, s->row, b);
}

/* b := the shortest solution of a*x = b, in parts of scale, where a is singular.  0: the equations do not agree. */
static int fm_least_norm(int system, const FmSystem *s, const double *scale, double *b) {
    int i, j, k, n = cw_systems[system].n;
    size_t m = n > 300 ? 0 : (size_t)n;
    double *u = (double *)fm_get(3 * m * m + 2 * m, sizeof *u), *v = u + m * m, *rhs = v + m * m, *x = rhs + m;
    double largest = 0, left = 0, size = 0;
    const double *a;
    if (!u || !m) {
        free(u);
        return 0;
    }
    a = fm_spread(system, s, x + m);
    for (i = 0; i < n; i++) {
        double row = 0;
        for (j = 0; j < n; j++) {
            u[i + n * j] = a[i + n * j] * scale[j];
            if (fabs(u[i + n * j]) > row) row = fabs(u[i + n * j]);
        }
        row = row > 0 ? 1 / row : 1;
        for (j = 0; j < n; j++) u[i + n * j] *= row;
        rhs[i] = b[i] * row;
        v[i + n * i] = 1;
    }
    fm_orthogonal_columns(n, u, v);
    for (j = 0; j < n; j++) {
        double length = 0;
        for (k = 0; k < n; k++) length += u[k + n * j] * u[k + n * j];
        x[j] = length;
        if (length > largest) largest = length;
    }
    for (i = 0; i < n; i++) b[i] = 0;
    for (j = 0; j < n; j++) {
        double dot = 0;
        if (!(x[j] > 1e-24 * largest)) continue;
        for (k = 0; k < n; k++) dot += u[k + n * j] * rhs[k];
        for (i = 0; i < n; i++) b[i] += v[i + n * j] * dot / x[j];
        for (k = 0; k < n; k++) rhs[k] -= u[k + n * j] * dot / x[j];
    }
    for (i = 0; i < n; i++) {
        if (!(fabs(rhs[i]) <= left)) left = fabs(rhs[i]);
        if (fabs(b[i]) > size) size = fabs(b[i]);
        b[i] *= scale[i];
    }
    free(u);
    return left <= 1e-9 * (1 + size);
}

/* step := - inverse matrix * r; where it is singular the shortest one.  0: the equations do not agree. */
static int fm_correction(int system, FmSystem *s) {
    int i, n = cw_systems[system].n;
    for (i = 0; i < n; i++) s->step[i] = -s->r[i];
    if (!s->factored) return fm_least_norm(system, s, fm_scale(system), s->step);
    fm_apply(system, s, s->step);
    return 1;
}

static double fm_norm(int system, const double *z, const double *step) {
    int i;
    double worst = 0;
    for (i = 0; i < cw_systems[system].n; i++) {
        double x = fabs(step[i]) / (fm_scale(system)[i] + fabs(z[i]));
        if (!(x <= worst)) worst = x;
    }
    return worst;
}

/* ---- linear systems ---------------------------------------------------------------------------------------------- */

/* The step changes no unknown by more than that part of it; those that vanish are measured by nominal values, where
 * somebody looks in proportion to the others. */
static int fm_negligible(const FmRun *run, int system, const FmSystem *s, double part) {
    const double *scale = fm_scale(system);
    double most = 0, least;
    int i, n = cw_systems[system].n;
    for (i = 0; i < n; i++)
        if (fabs(s->z[i]) / scale[i] > most) most = fabs(s->z[i]) / scale[i];
    least = run->trial ? 1e-14 : 1e-15 * (most < 1 ? most : 1);
    for (i = 0; i < n; i++)
        if (!(fabs(s->step[i]) <= part * fabs(s->z[i]) + least * scale[i])) return 0;
    return 1;
}

static int fm_move(FmRun *run, int system, FmSystem *s) {
    int i;
    for (i = 0; i < cw_systems[system].n; i++) s->z[i] += s->step[i];
    return fm_residual(run, system, s->z, s->r);
}

static int fm_solve_linear(FmRun *run, int system, FmSystem *s) {
    const CwSystem *cw = &cw_systems[system];
    size_t bytes = (size_t)cw->n * sizeof(double);
    int i, k, fresh = 0;
    for (i = 0; i < cw->n; i++) {
        s->z[i] = run->v[cw->vars[i]];
        if (!(fabs(s->z[i]) < 1e300)) s->z[i] = 0;
    }
    if (!fm_residual(run, system, s->z, s->r)) return 0;
    /* nothing has changed since: the last bits stay, or relations would change from one iteration to the next */
    if (s->last_time == run->v[0] && s->factored && !memcmp(s->z, s->solved, bytes) && !memcmp(s->r, s->left, bytes))
        return 1;
    if (s->factored && s->wait > 0) {
        s->wait--;
        k = 3;
    } else {
        for (k = 0; s->factored && k < 3; k++) {
            fm_correction(system, s);
            if (k > 0 && fm_negligible(run, system, s, run->trial ? 1e-10 : 1e-14)) break;
            if (k < 2 && !fm_move(run, system, s)) return 0;
        }
        if (s->factored && k == 3) {
            s->failures = s->failures < 6 ? s->failures + 1 : 6;
            s->wait = 1 << s->failures;
        } else {
            s->failures = 0;
        }
    }
    if (!s->factored || k == 3) {
        if (fm_matrix(run, system, s, s->z, s->r) == FM_UNDEFINED) return 0;
        fresh = 1;
    }
    for (k = 0; fresh && k < 3; k++) {
        if (!fm_correction(system, s)) {
            fm_fail(run, "the equations contradict each other that determine ", -1, fm_model.system_names[system]);
            return 0;
        }
        if (k > 0 && fm_negligible(run, system, s, 1e-12)) break;
        if (!fm_move(run, system, s)) return 0;
        if (!s->factored) return 1;
    }
    memcpy(s->solved, s->z, bytes);
    memcpy(s->left, s->r, bytes);
    return 1;
}

/* ---- nonlinear systems ------------------------------------------------------------------------------------------- */

/* Longest part of the step that keeps the unknowns inside their limits, when they are inside now. */
static double fm_guard_limits(int system, const FmSystem *s) {
    double part = 1;
    int i;
    for (i = 0; i < cw_systems[system].n; i++) {
        const FmLimit *l = &fm_model.limits[fm_model.scale_of[system] + i];
        double step = s->step[i], z = s->z[i], limit = step < 0 ? l->low : l->high, to = z + part * step;
        int inside = step < 0 ? z > limit : z < limit, leaves = step < 0 ? to < limit : to > limit;
        if (fabs(limit) < 1e300 && inside && leaves && 0.9 * (limit - z) / step < part) part = 0.9 * (limit - z) / step;
    }
    return part > 1e-4 ? part : 1;
}

/* A step where the matrix is singular but the equations agree: 1 there, 0 moved, -1 they do not agree. */
static int fm_least_step(FmRun *run, int system, FmSystem *s) {
    int i, k, n = cw_systems[system].n, factored = s->factored;
    double size, lambda = 1;
    s->factored = 0;
    if (!fm_correction(system, s)) {
        s->factored = factored;
        return -1;
    }
    s->factored = factored;
    size = fm_norm(system, s->z, s->step);
    if (!(size < 1e300)) return -1;
    for (k = 0; k <= 12; k++, lambda *= 0.5) {
        for (i = 0; i < n; i++) s->trial[i] = s->z[i] + lambda * s->step[i];
        if (!fm_residual(run, system, s->trial, s->bar)) continue;
        memcpy(s->z, s->trial, (size_t)n * sizeof *s->z);
        memcpy(s->r, s->bar, (size_t)n * sizeof *s->r);
        run->damped |= lambda < 1;
        return size <= 1e-11;
    }
    return -1;
}

/* No equation is off by more than the rounding of its terms. */
static int fm_is_rounding(int system, const FmSystem *s) {
    const CwSystem *cw = &cw_systems[system];
    int i, j, n = cw->n;
    double *terms = s->trial;
    memset(terms, 0, (size_t)n * sizeof *terms);
    for (j = 0; j < n; j++)
        if (s->sparse)
            for (i = cw->colptr[j]; i < cw->colptr[j + 1]; i++) terms[cw->rowind[i]] += fabs(s->matrix[i] * s->z[j]);
        else
            for (i = 0; i < n; i++) terms[i] += fabs(s->matrix[i + n * j] * s->z[j]);
    for (i = 0; i < n; i++)
        if (!(fabs(s->r[i]) <= 3.6e-15 * terms[i])) return 0;
    return 1;
}

/* A small multiple of the identity makes a singular matrix usable for a step. */
static int fm_regularise(int system, FmSystem *s) {
    size_t i;
    double largest = 0;
    for (i = 0; i < fm_nentries(system, s); i++)
        if (!(fabs(s->matrix[i]) <= largest)) largest = fabs(s->matrix[i]);
    return largest > 0 && largest < 1e300 && fm_factor_system(system, s, 1e-6 * largest);
}

/* A damped step along s->step; the size of the correction behind it, or -1: no damping helps. */
static double fm_damped_step(FmRun *run, int system, FmSystem *s, double size, double *part) {
    int i, k, n = cw_systems[system].n;
    double limit = fm_guard_limits(system, s), lambda = *part < limit ? *part : limit;
    for (k = 0; k <= 12; k++, lambda *= 0.5) {
        double after;
        for (i = 0; i < n; i++) s->trial[i] = s->z[i] + lambda * s->step[i];
        if (!fm_residual(run, system, s->trial, s->bar)) continue;
        memcpy(s->r, s->bar, (size_t)n * sizeof *s->r);
        fm_apply(system, s, s->bar);
        after = fm_norm(system, s->z, s->bar);
        if (!(after <= (1 - lambda / 4) * size) && !(after <= 1e-11)) continue;
        memcpy(s->z, s->trial, (size_t)n * sizeof *s->z);
        run->damped |= lambda < 1;
        *part = lambda * 4 < 1 ? lambda * 4 : 1;
        return after;
    }
    return -1;
}

/* A few corrections with the matrix of an earlier solve, as long as they shrink fast. */
static int fm_chord(FmRun *run, int system, FmSystem *s) {
    int i, k, n = cw_systems[system].n;
    double before = 0;
    for (k = 0; k < 8; k++) {
        double size;
        for (i = 0; i < n; i++) s->step[i] = -s->r[i];
        fm_apply(system, s, s->step);
        size = fm_norm(system, s->z, s->step);
        if (!(size < 0.1) || (k > 0 && !(size < 0.2 * before) && size > 1e-12)) return 0;
        if (!fm_move(run, system, s)) return 0;
        if (size <= 1e-12 || (k > 0 && size * size / before <= 1e-13)) return 1;
        before = size;
    }
    return 0;
}

/* Near a pole (x = t/x at a tiny x) each correction is as small as x itself, far below nominal values, and yet the
 * equations are off by far.  Where unknowns changed by a good part of themselves in the step to z and the residual
 * (before it: before) did not get much smaller, it is looked at a hundred steps ahead: beyond a solution it must have
 * grown. */
static int fm_is_pole(FmRun *run, int system, FmSystem *s, const double *before) {
    int i, ok, large = 0, left = 0, n = cw_systems[system].n;
    double size = 0, grown = 0;
    for (i = 0; i < n; i++) {
        large |= fabs(s->step[i]) > 0.01 * fabs(s->z[i] - s->step[i]);
        left |= fabs(s->r[i]) > 0.1 * fabs(before[i]);
        if (fabs(before[i]) > size) size = fabs(before[i]);
    }
    if (!large || !left) return 0;
    for (i = 0; i < n; i++) s->trial[i] = s->z[i] + 99 * s->step[i];
    ok = fm_residual(run, system, s->trial, s->bar);
    for (i = 0; i < n && ok; i++)
        if (fabs(s->bar[i]) > grown) grown = fabs(s->bar[i]);
    return (ok && grown < size) || !fm_residual(run, system, s->z, s->r);
}

/* z := z + step.  1: it is the solution, v holds it. */
static int fm_take_last_step(FmRun *run, int system, FmSystem *s) {
    memcpy(s->left, s->r, (size_t)cw_systems[system].n * sizeof *s->r);
    return fm_move(run, system, s) && !fm_is_pole(run, system, s, s->left);
}

/* Newton from z, whose residual is r.  1: v and z hold the solution. */
static int fm_newton(FmRun *run, int system, FmSystem *s) {
    int i, k, n = cw_systems[system].n;
    double part = 1;
    for (k = 0; k < 60; k++) {
        int made = fm_matrix(run, system, s, s->z, s->r);
        double size, after;
        if (made == FM_UNDEFINED) return 0;
        if (made == FM_SINGULAR) {
            int least = fm_least_step(run, system, s);
            if (least > 0) return 1;
            if (least == 0) continue;
            if (!fm_regularise(system, s)) return 0;
        }
        for (i = 0; i < n; i++) s->step[i] = -s->r[i];
        fm_apply(system, s, s->step);
        size = fm_norm(system, s->z, s->step);
        if (!(size < 1e300)) return 0;
        if (k > 0 && size > 1e-6 && fm_is_rounding(system, s) && fm_least_step(run, system, s) > 0) return 1;
        if (size <= 1e-11) return fm_take_last_step(run, system, s);
        after = fm_damped_step(run, system, s, size, &part);
        if (after < 0) return size <= 1e-6 && fm_residual(run, system, s->z, s->r);
        if (after <= 1e-13) return 1;
        if (made == FM_REGULAR && part == 1 && after < 0.1 * size && fm_chord(run, system, s)) return 1;
    }
    return 0;
}

/* ---- where to begin ---------------------------------------------------------------------------------------------- */

/* An instant before the latest ones means that a step was given up, by an importer or by us, and what was solved in it
 * does not count.  So a solution is followed along its branch whatever is tried in between: on the line through the two
 * latest, where they are near to each other.  0: none is known. */
static int fm_guess_recent(FmRun *run, int system, FmSystem *s) {
    int i, n = cw_systems[system].n;
    const double *last, *before;
    double part;
    while (s->nrecent && s->recent_time[s->nrecent - 1] > run->v[0]) s->nrecent--;
    if (!s->nrecent) return 0;
    last = s->recent + (s->nrecent - 1) * n;
    memcpy(s->z, last, (size_t)n * sizeof *s->z);
    if (s->nrecent < 2) return 1;
    before = last - n;
    part = (run->v[0] - s->recent_time[s->nrecent - 1]) /
           (s->recent_time[s->nrecent - 1] - s->recent_time[s->nrecent - 2]);
    for (i = 0; i < n; i++) s->step[i] = last[i] - before[i];
    if (part > 2 || fm_norm(system, s->z, s->step) > 0.01) return 1;
    for (i = 0; i < n; i++) s->z[i] += part * s->step[i];
    return 1;
}

static void fm_keep_recent(FmRun *run, int system, FmSystem *s) {
    int i, n = cw_systems[system].n;
    size_t row = (size_t)n * sizeof(double);
    if (s->nrecent == FM_RECENT && s->recent_time[FM_RECENT - 1] < run->v[0]) {
        memmove(s->recent, s->recent + n, (FM_RECENT - 1) * row);
        for (i = 1; i < FM_RECENT; i++) s->recent_time[i - 1] = s->recent_time[i];
        s->nrecent--;
    }
    if (!s->nrecent || s->recent_time[s->nrecent - 1] < run->v[0]) s->nrecent++;
    s->recent_time[s->nrecent - 1] = run->v[0];
    memcpy(s->recent + (s->nrecent - 1) * n, s->z, row);
}

static void fm_guess(FmRun *run, int system, FmSystem *s) {
    const CwSystem *cw = &cw_systems[system];
    int i;
    if (fm_guess_recent(run, system, s)) return;
    for (i = 0; i < cw->n; i++) {
        s->z[i] = run->v[cw->vars[i]];
        if (!(fabs(s->z[i]) < 1e300)) s->z[i] = s->has_old ? s->old[i] : 0;
    }
}

/* Other places to start from when the first guess leads nowhere. */
static int fm_other_guess(FmRun *run, int system, FmSystem *s, int attempt) {
    const CwSystem *cw = &cw_systems[system];
    int i;
    double shift = attempt < 5 ? 0.1 * (attempt - 1) : (attempt & 1 ? 1 : -1) * pow(10, (attempt - 5) / 2);
    if (attempt == 0 && !s->has_old) return 0;
    for (i = 0; i < cw->n; i++) {
        s->z[i] = attempt == 0 ? s->old[i] : fm_start_value(run, cw->vars[i]);
        if (attempt > 1) s->z[i] += fm_scale(system)[i] * shift * (1 + 0.37 * (i % 7));
    }
    return 1;
}

/* One unknown: the nearest point, by and large, at which the equation can be evaluated. */
static int fm_enter_domain(FmRun *run, int system, double unit, double *z, double *r) {
    double centre = *z, reach = unit;
    int k;
    if (fm_residual(run, system, z, r)) return 1;
    for (k = 0; k < 140; k++) {
        *z = centre + (k & 1 ? -reach : reach);
        if (k & 1) reach *= 1.25;
        if (fm_residual(run, system, z, r)) return 1;
    }
    return 0;
}

/* One unknown: looks for a change of sign ever farther from the guess, then halves. */
static int fm_scan(FmRun *run, int system, FmSystem *s) {
    double centre = s->has_old ? s->old[0] : s->first[0], unit = 1e-3 * (fm_scale(system)[0] + fabs(centre));
    double here[2], value[2], trial, r, reach = unit;
    int k, m;
    if (!fm_enter_domain(run, system, unit, &centre, &r)) return 0;
    here[0] = here[1] = centre;
    value[0] = value[1] = r;
    for (k = 0; k < 140; k++) {
        int side = k & 1;
        double a, fa, b, fb, before;
        trial = here[side] + (side ? -reach : reach);
        if (side) reach *= 1.25;
        if (!fm_residual(run, system, &trial, &r)) continue;
        a = here[side], fa = value[side], b = trial, fb = r;
        here[side] = trial;
        value[side] = r;
        if ((fa > 0) == (fb > 0) && fb != 0) continue;
        before = fabs(fa) > fabs(fb) ? fabs(fa) : fabs(fb);
        for (m = 0; m < 200 && fabs(b - a) > 1e-15 * fabs(b) && fb != 0; m++) {
            double middle = a + (b - a) / 2;
            if (!fm_residual(run, system, &middle, &r)) break;
            if ((r > 0) == (fa > 0)) a = middle, fa = r;
            else b = middle, fb = r;
        }
        if (fabs(fb) > before) continue; /* a pole */
        s->z[0] = b;
        s->factored = 0;
        return fm_residual(run, system, s->z, s->r);
    }
    return 0;
}

/* ---- methods that take long -------------------------------------------------------------------------------------- */

typedef struct {
    double *row, *f, *trial_f, *step, *z, *r; /* scales of equations; scaled residuals; the step; points */
    double *jacobian, *normal;                /* scaled; J'J + mu D */
} FmTrust;

static double fm_squares(const double *x, int n) {
    double sum = 0;
    int i;
    for (i = 0; i < n; i++) sum += x[i] * x[i];
    return sum;
}

static int fm_scaled_residual(FmRun *run, int system, FmTrust *t, const double *z, double *f) {
    int i, n = cw_systems[system].n;
    if (!fm_residual(run, system, z, t->r)) return 0;
    for (i = 0; i < n; i++) f[i] = t->r[i] * t->row[i];
    return fm_squares(f, n) < 1e300;
}

static int fm_scaled_matrix(FmRun *run, int system, FmSystem *s, FmTrust *t, int first) {
    int i, j, n = cw_systems[system].n;
    const double *scale = fm_scale(system), *a;
    if (!fm_residual(run, system, s->z, t->r) || fm_matrix(run, system, s, s->z, t->r) == FM_UNDEFINED) return 0;
    a = fm_spread(system, s, t->jacobian);
    for (i = 0; first && i < n; i++) {
        double largest = 0;
        for (j = 0; j < n; j++)
            if (fabs(a[i + n * j]) * scale[j] > largest) largest = fabs(a[i + n * j]) * scale[j];
        t->row[i] = largest > 0 && largest < 1e300 ? 1 / largest : 1;
    }
    for (j = 0; j < n; j++)
        for (i = 0; i < n; i++) t->jacobian[i + n * j] = a[i + n * j] * t->row[i] * scale[j];
    s->factored = 0;
    return fm_squares(t->jacobian, n * n) < 1e300;
}

/* (J'J + mu D) step = -J'f, D the diagonal of J'J and a little more.  The decrease that the linear model promises. */
static double fm_trust_step(int system, FmSystem *s, FmTrust *t, double mu) {
    int a, b, i, n = cw_systems[system].n;
    double after = 0;
    for (a = 0; a < n; a++) {
        double sum = 0;
        for (i = 0; i < n; i++) sum += t->jacobian[i + n * a] * t->f[i];
        t->step[a] = -sum;
        for (b = 0; b <= a; b++) {
            for (sum = 0, i = 0; i < n; i++) sum += t->jacobian[i + n * a] * t->jacobian[i + n * b];
            t->normal[a + n * b] = t->normal[b + n * a] = sum;
        }
    }
    for (a = 0; a < n; a++) t->normal[a + n * a] += mu * (t->normal[a + n * a] + 1e-3);
    if (!fm_factor(n, t->normal, s->pivot, s->row)) return -1;
    fm_backsolve(n, t->normal, s->pivot, s->row, t->step);
    for (i = 0; i < n; i++) {
        double left = t->f[i];
        for (a = 0; a < n; a++) left += t->jacobian[i + n * a] * t->step[a];
        after += left * left;
    }
    return fm_squares(t->f, n) - after;
}

/* Levenberg and Marquardt's trust region, damping by Nielsen (1999); z nears a solution: 1. */
static int fm_run_trust(FmRun *run, int system, FmSystem *s, FmTrust *t) {
    int i, k, n = cw_systems[system].n;
    double mu = 1e-3, grow = 2;
    const double *scale = fm_scale(system);
    for (i = 0; i < n; i++) t->row[i] = 1;
    if (!fm_scaled_matrix(run, system, s, t, 1) || !fm_scaled_residual(run, system, t, s->z, t->f)) return 0;
    for (k = 0; k < 200; k++) {
        double size = fm_squares(t->f, n), promised, ratio = -1;
        if (sqrt(size) < 1e-6) return 1;
        promised = fm_trust_step(system, s, t, mu);
        for (i = 0; i < n; i++) {
            const FmLimit *l = &fm_model.limits[fm_model.scale_of[system] + i];
            t->z[i] = s->z[i] + t->step[i] * scale[i];
            if (s->z[i] >= l->low && t->z[i] < l->low) t->z[i] = l->low;
            if (s->z[i] <= l->high && t->z[i] > l->high) t->z[i] = l->high;
        }
        if (promised > 0 && fm_scaled_residual(run, system, t, t->z, t->trial_f))
            ratio = (size - fm_squares(t->trial_f, n)) / promised;
        if (ratio > 1e-4) {
            double less = 1 - pow(2 * ratio - 1, 3);
            memcpy(s->z, t->z, (size_t)n * sizeof(double));
            memcpy(t->f, t->trial_f, (size_t)n * sizeof(double));
            mu *= less > 1.0 / 3 ? less : 1.0 / 3;
            grow = 2;
            if (!fm_scaled_matrix(run, system, s, t, 0)) return 0;
        } else {
            mu *= grow;
            grow *= 2;
            if (mu > 1e16) return 0;
        }
    }
    return 0;
}

static int fm_trust_region(FmRun *run, int system, FmSystem *s) {
    size_t n = (size_t)cw_systems[system].n;
    FmTrust t;
    int near;
    t.row = (double *)fm_get(6 * n + 2 * n * n, sizeof(double));
    if (!t.row) return 0;
    t.f = t.row + n;
    t.trial_f = t.f + n;
    t.step = t.trial_f + n;
    t.z = t.step + n;
    t.r = t.z + n;
    t.jacobian = t.r + n;
    t.normal = t.jacobian + n * n;
    near = fm_run_trust(run, system, s, &t);
    free(t.row);
    s->factored = 0;
    return near && fm_residual(run, system, s->z, s->r) && fm_newton(run, system, s);
}

/* Follows F(z) = (1 - part)*F(z0) from part 0, where z0 is a solution, to 1. */
static int fm_follow(FmRun *run, int system, FmSystem *s) {
    size_t n = (size_t)cw_systems[system].n;
    double part = 0, step = 0.1, *offset = (double *)fm_get(2 * n, sizeof *offset), *good = offset + n;
    if (!offset || !fm_residual(run, system, s->z, s->r)) {
        free(offset);
        return 0;
    }
    memcpy(offset, s->r, n * sizeof *offset);
    memcpy(good, s->z, n * sizeof *good);
    s->offset = offset;
    while (part < 1 && step > 1e-4) {
        double next = part + step < 1 ? part + step : 1;
        s->offset_part = 1 - next;
        s->factored = 0;
        memcpy(s->z, good, n * sizeof *good);
        if (fm_residual(run, system, s->z, s->r) && fm_newton(run, system, s)) {
            memcpy(good, s->z, n * sizeof *good);
            part = next;
            step *= 1.5;
        } else {
            step *= 0.25;
        }
    }
    s->offset = 0;
    free(offset);
    s->factored = 0;
    return part == 1 && fm_residual(run, system, s->z, s->r) && fm_newton(run, system, s);
}

/* Solutions behind a pole (x = a/y with y of the other sign than its start value): no path of decreasing residuals
 * leads there.  Starts with unknowns of other signs: one by one, or in all combinations where there are few. */
static int fm_mirror(FmRun *run, int system, FmSystem *s) {
    int i, k, n = cw_systems[system].n, few = n <= 4, tries = few ? (1 << n) - 1 : n;
    if (!run->env.initial || n > 20) return 0;
    for (k = 1; k <= tries; k++) {
        fm_other_guess(run, system, s, 1);
        for (i = 0; i < n; i++)
            if (few ? k >> i & 1 : k == i + 1) s->z[i] = s->z[i] != 0 ? -s->z[i] : -fm_scale(system)[i];
        s->factored = 0;
        if (fm_residual(run, system, s->z, s->r) && fm_newton(run, system, s)) return 1;
    }
    return 0;
}

static int fm_search_farther(FmRun *run, int system, FmSystem *s) {
    int attempt, n = cw_systems[system].n;
    for (attempt = -1; attempt < 2 && n <= 200; attempt++) {
        if (attempt < 0) memcpy(s->z, s->first, (size_t)n * sizeof *s->z);
        else if (!fm_other_guess(run, system, s, attempt)) continue;
        if (fm_residual(run, system, s->z, s->r) && fm_trust_region(run, system, s)) return 1;
    }
    for (attempt = 0; attempt < 2; attempt++)
        if (fm_other_guess(run, system, s, attempt) && fm_follow(run, system, s)) return 1;
    return fm_mirror(run, system, s);
}

/* ---- services ---------------------------------------------------------------------------------------------------- */

static int fm_solve_nonlinear(FmRun *run, int system, FmSystem *s) {
    int attempt, n = cw_systems[system].n, defined;
    fm_guess(run, system, s);
    memcpy(s->first, s->z, (size_t)n * sizeof *s->z);
    memcpy(s->reached, s->z, (size_t)n * sizeof *s->z);
    defined = fm_residual(run, system, s->z, s->r);
    if (defined) {
        if (s->factored && fm_chord(run, system, s)) return 1;
        memcpy(s->z, s->first, (size_t)n * sizeof *s->z);
        if (fm_residual(run, system, s->z, s->r) && fm_newton(run, system, s)) return 1;
        memcpy(s->reached, s->z, (size_t)n * sizeof *s->z);
    }
    run->damped = 1;
    /* a start value where the equation is flat, cos(x) = 0 at 0, means the solution next to it */
    if (n == 1 && defined && !s->has_old && run->env.initial && fm_scan(run, system, s)) return 1;
    for (attempt = 0; attempt < (defined ? 5 : 15); attempt++) {
        s->factored = 0;
        if (!fm_other_guess(run, system, s, attempt) || !fm_residual(run, system, s->z, s->r)) continue;
        defined = 1;
        if (fm_newton(run, system, s)) return 1;
    }
    if (n == 1 && fm_scan(run, system, s)) return 1;
    return (run->env.initial || run->asserts != FM_TENTATIVE) && fm_search_farther(run, system, s);
}

static void fm_solve(CwEnv *e, int system) {
    FmRun *run = fm_host(e);
    FmSystem *s = &run->systems[system];
    int linear = cw_systems[system].linear;
    int done = linear ? fm_solve_linear(run, system, s) : fm_solve_nonlinear(run, system, s);
    s->last_time = e->v[0];
    if (done && !linear) fm_keep_recent(run, system, s);
    if (done) return;
    s->factored = 0;
    run->unsolved = linear ? -1 : system;
    if (!linear) memcpy(s->z, s->reached, (size_t)cw_systems[system].n * sizeof *s->z);
    if (!linear) fm_residual(run, system, s->z, s->r);
    if (!linear) fm_fail(run, "no solution was found of the equations for ", -1, fm_model.system_names[system]);
    fm_unwind(run);
}

/* The matrix at this very point, and its factors; s->bar: minus the tangent of the residuals when only inputs move. */
static void fm_tangent_matrix(CwEnv *e, int system, FmSystem *s) {
    const CwSystem *cw = &cw_systems[system];
    int i, j, c, ncolours = cw->colour ? cw->ncolours : cw->n;
    memset(s->matrix, 0, fm_nentries(system, s) * sizeof *s->matrix);
    for (c = 0; c < ncolours; c++) {
        for (j = 0; j < cw->n; j++)
            if (fm_colour(cw, j) == c) e->d[cw->vars[j]] = 1;
        e->operands = cw->operands;
        residual_tangent[system](e);
        for (i = 0; i < cw->n; i++) s->trial[i] = e->r[i] + s->bar[i];
        for (j = 0; j < cw->n; j++) {
            if (fm_colour(cw, j) != c) continue;
            e->d[cw->vars[j]] = 0;
            fm_put_column(s, cw, j, s->trial, 1);
        }
    }
    s->factored = fm_factor_system(system, s, 0);
}

/* A dz = - (tangent of the residuals when only the inputs move). */
static void fm_solve_tangent(CwEnv *e, int system) {
    FmRun *run = fm_host(e);
    FmSystem *s = &run->systems[system];
    const CwSystem *cw = &cw_systems[system];
    int i;
    for (i = 0; i < cw->n; i++) e->d[cw->vars[i]] = 0;
    e->operands = cw->operands;
    residual_tangent[system](e);
    for (i = 0; i < cw->n; i++) s->bar[i] = -e->r[i];
    if (!run->sweep || s->swept != run->sweep) fm_tangent_matrix(e, system, s);
    s->swept = run->sweep;
    if (s->factored) fm_apply(system, s, s->bar);
    else memset(s->bar, 0, (size_t)cw->n * sizeof *s->bar);
    for (i = 0; i < cw->n; i++) e->d[cw->vars[i]] = s->bar[i];
    e->operands = cw->operands;
    residual_tangent[system](e);
}

/* Solutions at an accepted point are what a search falls back to. */
static void fm_accept_systems(FmRun *run) {
    int i, k;
    for (i = 0; i < fm_model.nsystems; i++) {
        FmSystem *s = &run->systems[i];
        if (!(s->last_time == run->v[0])) continue;
        s->has_old = 1;
        for (k = 0; k < cw_systems[i].n; k++) s->old[k] = run->v[cw_systems[i].vars[k]];
    }
}

static void fm_forget_systems(FmRun *run) {
    int i;
    for (i = 0; i < fm_model.nsystems; i++) run->systems[i].nrecent = 0;
}
