/* fmu_inline.c - methods with a fixed step inside an FMU: Runge-Kutta methods as tables.
 *
 * Implicit ones have the same diagonal in every stage, so that one matrix serves all of them.
 */

typedef struct {
    int stages;
    double gamma;         /* the diagonal; 0: explicit */
    double a[5][5], c[5]; /* without the diagonal */
    double b[5];
} FmRungeKutta;

static const FmRungeKutta fm_tableaus[] = {
    {1, 0, {{0}}, {0}, {1}},                                                                           /* Euler */
    {4, 0, {{0}, {0.5}, {0, 0.5}, {0, 0, 1}}, {0, 0.5, 0.5, 1}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}}, /* Kutta */
    {1, 1, {{0}}, {1}, {1}}, /* implicit Euler */
    {5,                      /* SDIRK of order 4 (Hairer and Wanner, Solving ODEs II, table IV.6.5) */
     0.25,
     {{0},
      {0.5},
      {17.0 / 50, -1.0 / 25},
      {371.0 / 1360, -137.0 / 2720, 15.0 / 544},
      {25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12}},
     {0.25, 0.75, 11.0 / 20, 0.5, 1},
     {25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12, 0.25}}};

/* k[stage] by simplified Newton iterations; 0: they do not converge. */
static int fm_stage(FmRun *run, FmStepper *s, const FmRungeKutta *m, double t, double h, int stage) {
    int i, j, it, n = s->n;
    double before = 0, *k = s->k[stage];
    for (i = 0; i < n; i++) {
        s->e[i] = s->phi[0][i];
        for (j = 0; j < stage; j++) s->e[i] += h * m->a[stage][j] * s->k[j][i];
    }
    if (m->gamma == 0) return fm_rhs(run, t + m->c[stage] * h, s->e, k);
    memcpy(k, stage ? s->k[stage - 1] : s->f, (size_t)n * sizeof *k);
    for (it = 0; it < 8; it++) {
        double size;
        for (i = 0; i < n; i++) s->x[i] = s->e[i] + h * m->gamma * k[i];
        if (!fm_try_rhs(run, t + m->c[stage] * h, s->x, s->work)) return 0;
        for (i = 0; i < n; i++) s->work[i] -= k[i];
        fm_solve_matrix(s, s->work);
        for (i = 0; i < n; i++) k[i] += s->work[i], s->work[i] *= h * m->gamma;
        size = fm_size(s, s->work);
        if (size <= 1e-3 || (it > 0 && size * size / before <= 1e-3 && size < before)) return 1;
        if (it > 0 && size > 0.9 * before) return 0;
        before = size;
    }
    return 0;
}

/* One step from s->p.t1 of size fixed, or what is left to the limit; shorter where a stage finds no solution.  The
 * polynomial behind is the cubic through values and slopes at both ends. */
static int fm_fixed_step(FmRun *run, FmStepper *s, double limit) {
    const FmRungeKutta *m = &fm_tableaus[FM_METHOD];
    int i, stage, tries, n = s->n;
    double t = s->p.t1, h = s->p.fixed;
    if (t + 1.0001 * h >= limit) h = limit - t;
    if (!fm_rhs(run, t, s->phi[0], s->f)) return 0;
    fm_weigh(s, s->phi[0]);
    for (tries = 0; tries < 12; tries++, h *= 0.25) {
        double end = h == limit - t ? limit : t + h;
        int good = 1;
        if (m->gamma > 0 && (s->p.j_age < 0 || s->p.j_age > 20 || s->p.c != h * m->gamma)) {
            if (s->p.j_age > 20 || tries) s->p.j_age = -1;
            good = fm_make_matrix(run, s, t, s->phi[0], h * m->gamma);
        }
        for (stage = 0; good && stage < m->stages; stage++) good = fm_stage(run, s, m, t, h, stage);
        if (!good && s->p.j_age > 0) s->p.j_age = -1, h *= 4; /* first a new Jacobian, then a shorter step */
        if (!good) continue;
        for (i = 0; i < n; i++) {
            double sum = 0;
            for (stage = 0; stage < m->stages; stage++) sum += h * m->b[stage] * s->k[stage][i];
            s->x[i] = s->phi[0][i] + sum;
            s->phi[1][i] = sum;
        }
        if (!fm_rhs(run, end, s->x, s->work)) continue;
        for (i = 0; i < n; i++) {
            s->phi[0][i] = s->x[i];
            s->phi[2][i] = s->phi[1][i] - h * s->f[i];
            s->phi[3][i] = h * s->work[i] - s->phi[1][i] - s->phi[2][i];
        }
        for (i = 0; i < 4; i++) s->p.psi[i] = h;
        s->p.order = 3;
        s->p.t0 = t;
        s->p.t1 = end;
        s->p.j_age++;
        s->p.steps++;
        return 1;
    }
    fm_fail(run, "the integrator cannot go on: ", -1, "a step of fixed size has no solution");
    return 0;
}
