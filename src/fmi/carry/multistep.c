/* multistep.c - backward differentiation of order 1 to 5 with steps and order as errors demand, inside an FMU.
 *
 * Fixed leading coefficient on modified divided differences (Jackson and Sacks-Davis 1980; Brenan, Campbell, Petzold,
 * Numerical Solution of Initial-Value Problems in DAEs, chapter 5): phi[i] are the differences of the points behind, a
 * step adds the correction e to all of them.  Steps are kept until they may be half as long again, so that the matrix
 * I - c*J lasts.
 */

typedef struct {
    double beta[FM_ORDER + 2], gamma[FM_ORDER + 2], sigma[FM_ORDER + 2];
    double c;     /* h over the leading coefficient */
    double error; /* of the step, in parts of e */
} FmFormula;

/* The formula for a step h; differences become those of the predictor.  psi moves on. */
static void fm_formula(FmStepper *s, double h, FmFormula *o) {
    int i, k = s->p.order, m;
    double span = h, alpha[FM_ORDER + 2], leading = 0, sum = 0, *psi = s->p.psi;
    o->beta[0] = alpha[0] = o->sigma[0] = 1;
    o->gamma[0] = 0;
    for (i = 1; i <= k; i++) {
        double before = psi[i - 1];
        psi[i - 1] = span;
        o->beta[i] = o->beta[i - 1] * span / before;
        span = before + h;
        alpha[i] = h / span;
        o->sigma[i] = i * o->sigma[i - 1] * alpha[i];
        o->gamma[i] = o->gamma[i - 1] + alpha[i - 1] / h;
        leading += 1.0 / i;
        sum += alpha[i - 1];
    }
    psi[k] = span;
    o->c = h / leading;
    o->error = fmax(alpha[k], fabs(alpha[k] - leading + sum));
    for (i = 1; i <= k; i++)
        for (m = 0; o->beta[i] != 1 && m < s->n; m++) s->phi[i][m] *= o->beta[i];
}

/* The step did not count: as before fm_formula. */
static void fm_unformula(FmStepper *s, double h, const FmFormula *o) {
    int i, m, k = s->p.order;
    for (i = 1; i <= k; i++) {
        s->p.psi[i - 1] = s->p.psi[i] - h;
        for (m = 0; o->beta[i] != 1 && m < s->n; m++) s->phi[i][m] /= o->beta[i];
    }
}

/* Solves for the correction s->e; predicted values in s->x, slopes in s->f.  The end point in s->x. */
static int fm_correct(FmRun *run, FmStepper *s, double t, const FmFormula *o) {
    int i, it, n = s->n;
    double before = 0, scale = 2 / (1 + o->c / s->p.c), small = 0.1 / o->error;
    memset(s->e, 0, (size_t)n * sizeof *s->e);
    for (it = 0; it < 4; it++) {
        double size;
        if (!fm_try_rhs(run, t, s->x, s->work)) return 0;
        for (i = 0; i < n; i++) s->work[i] = o->c * (s->work[i] - s->f[i]) - s->e[i];
        fm_solve_matrix(s, s->work);
        if (scale != 1)
            for (i = 0; i < n; i++) s->work[i] *= scale;
        size = fm_size(s, s->work);
        if (!(size < 1e300)) return 0;
        for (i = 0; i < n; i++) s->e[i] += s->work[i], s->x[i] += s->work[i];
        if (it > 0) s->p.rate = fmax(0.3 * s->p.rate, size / before);
        if (size * (s->p.rate < 1 ? s->p.rate : 1) <= small) return 1;
        if (it > 0 && size > 2 * before) return 0;
        before = size;
    }
    return 0;
}

static void fm_predict(FmStepper *s, const FmFormula *o) {
    int i, m, n = s->n, k = s->p.order;
    for (m = 0; m < n; m++) s->x[m] = s->phi[0][m], s->f[m] = 0;
    for (i = 1; i <= k; i++)
        for (m = 0; m < n; m++) {
            s->x[m] += s->phi[i][m];
            s->f[m] += o->gamma[i] * s->phi[i][m];
        }
}

/* How much longer a step may be whose error, in parts of the tolerance, is this. */
static double fm_stretch(double error, int order, double bias) {
    return 1 / (pow(bias * error, 1.0 / (order + 1)) + 1e-6);
}

/* Order and step behind a good step of size h. */
static void fm_choose_step(FmStepper *s, double h, const FmFormula *o, double size) {
    int i, n = s->n, k = s->p.order, to = k;
    double best = fm_stretch(o->sigma[k] * size, k, 6), most = s->p.before <= 1 ? 1e4 : 10, other;
    if (s->p.wait > 0) s->p.wait--;
    if (s->p.wait == 0 && k > 1) {
        for (i = 0; i < n; i++) s->work[i] = s->phi[k][i] + s->e[i];
        other = fm_stretch(o->sigma[k - 1] * fm_size(s, s->work), k - 1, 6);
        if (other > best) best = other, to = k - 1;
    }
    if (s->p.wait == 0 && k < FM_ORDER && s->p.before > k) {
        double grown = pow(h / s->p.last, k + 1);
        for (i = 0; i < n; i++) s->work[i] = s->e[i] - grown * s->phi[k + 1][i];
        other = fm_stretch(fm_size(s, s->work) / (k + 2), k + 1, 10);
        if (other > best) best = other, to = k + 1;
    }
    memcpy(s->phi[k + 1], s->e, (size_t)n * sizeof *s->e); /* the difference of the next order, once phi has moved */
    s->p.last = h;
    if (best > most) best = most;
    if (best < 1.5) best = 1, to = to > k ? k : to;
    if (s->p.wait == 0) s->p.wait = to == k ? 2 : to + 1;
    s->p.order = to;
    s->p.h = fmax(best * h, h < s->p.h ? s->p.h : 0);
}

/* States at (t, x) begin a new history; the first step is such that its error is about the tolerance. */
static int fm_begin(FmRun *run, FmStepper *s, double t, double most) {
    int i, n = s->n;
    double size, h;
    fm_get_states(run, s->phi[0]);
    if (!fm_rhs(run, t, s->phi[0], s->phi[1])) return 0;
    s->p.t1 = t;
    fm_begin_sizes(s);
    fm_weigh(s, s->phi[0]);
    size = fm_size(s, s->phi[1]);
    h = size * most > 1e-2 / s->p.tolerance ? 1e-2 / (size * s->p.tolerance) : most;
    if (h * size > 1) { /* the second derivative, over a tenth of it */
        double d = 0.1 * h;
        for (i = 0; i < n; i++) s->x[i] = s->phi[0][i] + d * s->phi[1][i];
        if (fm_rhs(run, t + d, s->x, s->f)) {
            for (i = 0; i < n; i++) s->work[i] = (s->f[i] - s->phi[1][i]) / d;
            size = fm_size(s, s->work);
            if (size * h * h > 1) h = fmax(sqrt(1 / size), 1e-4 * h);
        } else {
            h = 0.1 * d;
        }
    }
    for (i = 0; i < n; i++) s->phi[1][i] *= h;
    s->p.h = s->p.psi[0] = h;
    s->p.order = 1;
    s->p.wait = 2;
    s->p.before = 0;
    s->p.t0 = s->p.t1 = t;
    s->p.event = HUGE_VAL;
    s->p.near_h = 0;
    if (s->p.j_age > 5) s->p.j_age = 1 << 20; /* the old Jacobian is tried once, and not for long */
    return 1;
}

/* One step from s->p.t1, at most to limit.  0: no step is possible. */
static int fm_multistep(FmRun *run, FmStepper *s, double limit) {
    int tries, i, n = s->n, failed = 0;
    double t = s->p.t1;
    for (tries = 0; tries < 60; tries++) {
        double h = s->p.h, size, error, end;
        int good, old;
        FmFormula o;
        if (t + 1.0001 * h >= limit) h = limit - t;
        else if (t + 2 * h > limit && s->p.before > 0) h = 0.5 * (limit - t);
        end = h == limit - t ? limit : t + h;
        if (!(end > t) || !(h > 1e-15 * (fabs(t) + 1e-300))) break;
        if (s->p.before == 0) { /* the first differences are slopes */
            for (i = 0; i < n; i++) s->phi[1][i] *= h / s->p.psi[0];
            s->p.psi[0] = h;
        }
        fm_weigh(s, s->phi[0]);
        fm_formula(s, h, &o);
        fm_predict(s, &o);
        good = 1;
        if (s->p.j_age > 50) s->p.j_age = -1;
        if (s->p.j_age < 0 || s->p.m_age < 0 || s->p.m_age > 20 || fabs(o.c / s->p.c - 1) > 0.3) {
            memcpy(s->k[0], s->x, (size_t)n * sizeof *s->x);
            good = fm_make_matrix(run, s, end, s->k[0], o.c);
        }
        old = s->p.j_age > 0;
        good = good && fm_correct(run, s, end, &o);
        if (!good) {
            s->p.rejected++;
            fm_unformula(s, h, &o);
            if (old || s->p.m_age > 0) s->p.j_age = -1; /* first a new Jacobian, then a shorter step */
            else s->p.h = 0.25 * h, s->p.j_age = -1;
            continue;
        }
        size = fm_size(s, s->e);
        error = o.error * size;
        if (error > 1) {
            double factor = fm_stretch(error, s->p.order, 6);
            s->p.rejected++;
            fm_unformula(s, h, &o);
            failed++;
            if (failed > 2 && s->p.order > 1) { /* the history does not fit: from here anew */
                fm_put_states(run, t, s->phi[0]);
                if (!fm_begin(run, s, t, h)) return 0;
                s->p.h = fmin(s->p.h, 0.1 * h);
                continue;
            }
            s->p.h = h * (failed > 2 ? 0.1 : factor < 0.2 ? 0.2 : factor > 0.9 ? 0.9 : factor);
            s->p.wait = s->p.order + 1;
            continue;
        }
        s->p.before++;
        i = s->p.order;
        fm_choose_step(s, h, &o, size);
        {
            int m, k = i;
            for (m = 0; m < n; m++) {
                double sum = s->phi[k][m] += s->e[m];
                for (i = k - 1; i >= 0; i--) sum = s->phi[i][m] += sum;
            }
        }
        s->p.t0 = t;
        s->p.t1 = end;
        s->p.j_age++, s->p.m_age++;
        s->p.steps++;
        fm_follow_sizes(s);
        return 1;
    }
    fm_fail(run, "the integrator cannot go on: ", -1, "the steps become too small");
    return 0;
}

/* States at t in [t0, t1] on the polynomial through the points behind. */
static void fm_between(const FmStepper *s, double t, double *x) {
    double d = t - s->p.t1, c = 1, g = d / s->p.psi[0];
    int i, m, k = s->p.order;
    memcpy(x, s->phi[0], (size_t)s->n * sizeof *x);
    if (d == 0) return;
    for (i = 1; i <= k; i++) {
        c *= g;
        for (m = 0; m < s->n; m++) x[m] += c * s->phi[i][m];
        g = (d + s->p.psi[i - 1]) / s->p.psi[i];
    }
}
