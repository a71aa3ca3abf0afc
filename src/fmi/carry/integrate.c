/* integrate.c - the integrator inside an FMU for co-simulation.
 *
 * SDIRK of order 4(3), five stages, L-stable, stiffly accurate (Hairer and Wanner, Solving ODEs II, table IV.6.5): one
 * matrix I - h*gamma*J a step, the Jacobian by tangents and colours.  Between the ends of a step states follow the
 * cubic through values and slopes, on which the first instant at which a relation changes is located.
 */

typedef struct {
    int n, fresh; /* fresh: the past says nothing about the next step */
    double h, tolerance, fixed;
    double *x, *f, *x1, *f1, *k[5], *base, *work, *weight;
    double *j, *factors, *row;
    int *pivot;
    double *near, *nearer, near_h; /* distances of relations from where they change, at the two points before */
    int elsewhere;                 /* v was evaluated at other points than the end of the step */
    int fresh_f;                   /* f1 holds the slopes at the present point */
    double factored_h;             /* the step for which factors were made; 0: none */
    int j_age;                     /* steps since the Jacobian was made; -1: there is none */
    long steps, rejected, events;
} FmStepper;

static const double FM_GAMMA = 0.25;
static const double fm_a[5][5] = {{0.25, 0, 0, 0, 0},
                                  {0.5, 0.25, 0, 0, 0},
                                  {17.0 / 50, -1.0 / 25, 0.25, 0, 0},
                                  {371.0 / 1360, -137.0 / 2720, 15.0 / 544, 0.25, 0},
                                  {25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12, 0.25}};
static const double fm_c[5] = {0.25, 0.75, 11.0 / 20, 0.5, 1};
static const double fm_e[5] = {25.0 / 24 - 59.0 / 48, -49.0 / 48 + 17.0 / 96, 125.0 / 16 - 225.0 / 32, 0, 0.25};

static void fm_stepper_free(FmStepper *s) {
    if (!s) return;
    free(s->x);
    free(s->j);
    free(s->pivot);
    free(s);
}

static FmStepper *fm_stepper_new(void) {
    FmStepper *s = (FmStepper *)fm_get(1, sizeof *s);
    size_t n = (size_t)fm_model.nstates;
    int i;
    if (!s) return 0;
    s->n = (int)n;
    s->x = (double *)fm_get(13 * n + 2 * (size_t)fm_model.nrelations + 1, sizeof(double));
    s->j = (double *)fm_get(2 * n * n + 1, sizeof(double));
    s->pivot = (int *)fm_get(n, sizeof(int));
    if (!s->x || !s->j || !s->pivot) {
        fm_stepper_free(s);
        return 0;
    }
    s->f = s->x + n;
    s->x1 = s->f + n;
    s->f1 = s->x1 + n;
    for (i = 0; i < 5; i++) s->k[i] = s->f1 + (size_t)(i + 1) * n;
    s->base = s->k[4] + n;
    s->work = s->base + n;
    s->weight = s->work + n;
    s->row = s->weight + n;
    s->near = s->row + n;
    s->nearer = s->near + fm_model.nrelations;
    s->factors = s->j + n * n;
    s->tolerance = 1e-6;
    s->fresh = 1;
    s->j_age = -1;
    return s;
}

static void fm_put_states(FmRun *run, double t, const double *x) {
    int i;
    run->v[0] = t;
    for (i = 0; i < fm_model.nstates; i++) run->v[fm_model.x[i]] = x[i];
}

static void fm_get_states(const FmRun *run, double *x) {
    int i;
    for (i = 0; i < fm_model.nstates; i++) x[i] = run->v[fm_model.x[i]];
}

static void fm_get_derivatives(const FmRun *run, double *f) {
    int i;
    for (i = 0; i < fm_model.nstates; i++) f[i] = fm_source(run, fm_model.dx[i]);
}

static int fm_rhs(FmRun *run, double t, const double *x, double *f) {
    fm_put_states(run, t, x);
    if (!fm_evaluate(run, 0)) return 0;
    fm_get_derivatives(run, f);
    return 1;
}

/* d(dx)/dx at the present point, by columns of one colour. */
static int fm_jacobian(FmRun *run, double *j) {
    int n = fm_model.nstates, c, i, k, ok = 1, ncolours = fm_model.jac_colour ? fm_model.jac_ncolours : n;
    memset(j, 0, (size_t)n * (size_t)n * sizeof *j);
    for (c = 0; c < ncolours && ok; c++) {
        for (i = 0; i < n; i++)
            if ((fm_model.jac_colour ? fm_model.jac_colour[i] : i) == c) run->d[fm_model.x[i]] = 1;
        ok = fm_tangents(run);
        for (i = 0; i < n; i++) {
            if ((fm_model.jac_colour ? fm_model.jac_colour[i] : i) != c) continue;
            run->d[fm_model.x[i]] = 0;
            if (!ok) continue;
            for (k = fm_model.jac_colour ? fm_model.jac_colptr[i] : 0;
                 k < (fm_model.jac_colour ? fm_model.jac_colptr[i + 1] : n); k++) {
                int row = fm_model.jac_colour ? fm_model.jac_rowind[k] : k;
                FmSource s = fm_model.dx[row];
                j[row + n * i] = s.sign * run->d[s.var];
            }
        }
    }
    fm_tangents(run); /* without seeds: clears */
    return ok;
}

static int fm_factor_step(FmStepper *s, double h) {
    int i, n = s->n;
    if (s->factored_h == h) return 1;
    for (i = 0; i < n * n; i++) s->factors[i] = -h * FM_GAMMA * s->j[i];
    for (i = 0; i < n; i++) s->factors[i + n * i] += 1;
    s->factored_h = fm_factor(n, s->factors, s->pivot, s->row) ? h : 0;
    return s->factored_h == h;
}

static double fm_error_norm(const FmStepper *s, const double *e) {
    int i;
    double worst = 0;
    for (i = 0; i < s->n; i++) {
        double x = fabs(e[i]) / s->weight[i];
        if (!(x <= worst)) worst = x;
    }
    return worst;
}

static void fm_weights(FmStepper *s) {
    int i;
    for (i = 0; i < s->n; i++) s->weight[i] = s->tolerance * (fabs(s->x[i]) + fm_model.nominal[i]);
}

/* k[stage] by simplified Newton; 0: did not converge. */
static int fm_stage(FmRun *run, FmStepper *s, double t, double h, int stage) {
    int i, m, it, n = s->n;
    double before = 0, *k = s->k[stage];
    for (i = 0; i < n; i++) {
        k[i] = stage ? s->k[stage - 1][i] : s->f[i];
        s->base[i] = s->x[i];
        for (m = 0; m < stage; m++) s->base[i] += h * fm_a[stage][m] * s->k[m][i];
    }
    for (it = 0; it < 8; it++) {
        double size;
        for (i = 0; i < n; i++) s->x1[i] = s->base[i] + h * FM_GAMMA * k[i];
        if (!fm_rhs(run, t + fm_c[stage] * h, s->x1, s->f1)) return 0;
        for (i = 0; i < n; i++) s->work[i] = s->f1[i] - k[i];
        fm_backsolve(n, s->factors, s->pivot, s->row, s->work);
        for (i = 0; i < n; i++) k[i] += s->work[i], s->work[i] *= h * FM_GAMMA;
        size = fm_error_norm(s, s->work);
        if (size <= 1e-3 || (it > 0 && size * size / before <= 1e-3 && size < before)) return 1;
        if (it > 0 && size > 0.9 * before) return 0;
        before = size;
    }
    return 0;
}

/* One step from (t, s->x) with slopes s->f, at most to `to`.  The time reached; s->x1, s->f1: there.  NAN: no step is
 * possible. */
static double fm_try_step(FmRun *run, FmStepper *s, double t, double to) {
    int i, stage, tries, n = s->n;
    fm_weights(s);
    if (s->fresh) {
        double d = fm_error_norm(s, s->f);
        s->h = d > 0 ? 1e-3 / (d * s->tolerance) : to - t; /* no state changes by more than a thousandth */
        s->j_age = -1;
        s->fresh = 0;
    }
    for (tries = 0; tries < 60; tries++) {
        double h = s->fixed > 0 ? s->fixed : s->h, error, factor;
        int good = 1, old = s->j_age > 0;
        if (t + 1.01 * h >= to) h = to - t;
        if (!(h > 1e-15 * (fabs(t) + 1e-300))) break;
        if (s->j_age < 0 || s->j_age > 20) {
            fm_put_states(run, t, s->x);
            if (!fm_evaluate(run, 0) || !fm_jacobian(run, s->j)) break;
            s->j_age = 0;
            s->factored_h = 0;
            old = 0;
        }
        good = fm_factor_step(s, h);
        for (stage = 0; good && stage < 5; stage++) good = fm_stage(run, s, t, h, stage);
        if (!good) {
            s->rejected++;
            if (old) s->j_age = -1; /* first a new Jacobian, then a shorter step */
            else s->h = 0.25 * h, s->fixed = 0;
            continue;
        }
        for (i = 0; i < n; i++) {
            double e = 0;
            s->x1[i] = s->x[i];
            for (stage = 0; stage < 5; stage++) {
                s->x1[i] += h * fm_a[4][stage] * s->k[stage][i];
                e += h * fm_e[stage] * s->k[stage][i];
            }
            s->work[i] = e;
        }
        fm_backsolve(n, s->factors, s->pivot, s->row, s->work);
        error = fm_error_norm(s, s->work);
        factor = 0.9 * pow(error > 1e-8 ? error : 1e-8, -0.25);
        factor = factor < 0.2 ? 0.2 : factor > 5 ? 5 : factor;
        if (error > 1 && !(s->fixed > 0)) {
            s->rejected++;
            s->h = factor * h;
            continue;
        }
        if (!fm_rhs(run, t + h, s->x1, s->f1)) {
            s->h = 0.25 * h;
            continue;
        }
        /* a step cut short by its limit says little; factors are kept where the step would hardly change */
        if (factor < 1 || factor > 1.25) s->h = fmax(factor * h, h < s->h && factor >= 1 ? s->h : 0);
        s->j_age++;
        s->steps++;
        return h == to - t ? to : t + h;
    }
    fm_fail(run, "the integrator cannot go on: ", -1, "the steps become too small");
    return NAN;
}

/* States at t in [t0, t1] on the cubic through both ends. */
static void fm_between(const FmStepper *s, double t0, double t1, double t, double *x) {
    double h = t1 - t0, u = (t - t0) / h;
    int i;
    for (i = 0; i < s->n; i++)
        x[i] =
            s->x[i] + u * u * (3 - 2 * u) * (s->x1[i] - s->x[i]) + h * u * (1 - u) * ((1 - u) * s->f[i] - u * s->f1[i]);
}

static int fm_any_violated(FmRun *run) {
    int i;
    if (!fm_crossings(run)) return -1;
    for (i = 0; i < fm_model.nrelations; i++)
        if (fm_model.relations[i].kind != FM_REL_TIME && fm_violated(run, i)) return 1;
    return 0;
}

static int fm_violated_at(FmRun *run, FmStepper *s, double t0, double t1, double t) {
    fm_between(s, t0, t1, t, s->base);
    fm_put_states(run, t, s->base);
    return fm_evaluate(run, 0) ? fm_any_violated(run) : -1;
}

/* Distances of the relations from where they change, at the present point. */
static void fm_distances(const FmRun *run, double *out) {
    int i;
    for (i = 0; i < fm_model.nrelations; i++) out[i] = fm_distance(run, i, run->g[i]);
}

/* Between two points at which it holds a relation may have changed twice: on the parabola through its distances there
 * and at the point before it comes near to zero.  now: distances at the end of the step h. */
static int fm_may_turn(const FmStepper *s, const double *now, double h) {
    int i;
    for (i = 0; i < fm_model.nrelations; i++) {
        double a, b, slope, bend, u, low = s->nearer[i] < now[i] ? s->nearer[i] : now[i];
        if (fm_model.relations[i].kind == FM_REL_TIME) continue;
        if (fm_model.relations[i].kind == FM_REL_FLOOR || !(s->near_h > 0)) return 1;
        a = (s->nearer[i] - s->near[i]) / s->near_h;
        b = (now[i] - s->nearer[i]) / h;
        bend = (b - a) / (h + s->near_h);
        slope = b - bend * h; /* at the start of the step */
        u = bend > 0 ? -slope / (2 * bend) : -1;
        if (!(u > 0 && u < h)) continue;
        if (s->nearer[i] - slope * slope / (4 * bend) < 0.5 * low) return 1;
    }
    return 0;
}

/* The first instant in (t0, t1] at which a relation has changed; HUGE_VAL: none did. */
static double fm_locate(FmRun *run, FmStepper *s, double t0, double t1) {
    double low = t0, high = HUGE_VAL, *now = s->near;
    int k, end, looked = 0;
    if (!fm_model.nrelations) return HUGE_VAL;
    end = fm_any_violated(run); /* v is at t1 */
    if (end > 0) high = t1;
    if (end == 0) {
        double *spare = run->shifted;
        fm_distances(run, spare);
        looked = fm_may_turn(s, spare, t1 - t0);
        memcpy(now, s->nearer, (size_t)fm_model.nrelations * sizeof *now);
        memcpy(s->nearer, spare, (size_t)fm_model.nrelations * sizeof *now);
        s->near_h = t1 - t0;
    }
    for (k = 1; k < 3 && (looked || end > 0); k++) {
        double t = t0 + (t1 - t0) * k / 3;
        if (fm_violated_at(run, s, t0, t1, t) > 0) {
            high = t;
            break;
        }
        low = t;
    }
    for (k = 0; k < 100 && high < HUGE_VAL && high - low > 1e-13 * fabs(high) + 1e-300; k++) {
        double middle = low + (high - low) / 2;
        if (!(middle > low && middle < high)) break;
        if (fm_violated_at(run, s, t0, t1, middle) > 0) high = middle;
        else low = middle;
    }
    s->elsewhere = looked || high < HUGE_VAL;
    return high;
}

static int fm_handle_event(FmRun *run, FmStepper *s) {
    s->events++;
    s->fresh = 1;
    s->near_h = 0;
    fm_forget_systems(run);
    if (!fm_event_iteration(run, 0)) return 0;
    fm_accept_systems(run);
    if (!fm_evaluate(run, 1)) return 0;
    return !fm_select(run, 1) || fm_evaluate(run, 1);
}

enum { FM_AT_END, FM_AT_EVENT, FM_AFTER_EVENT, FM_ASKED };
enum { FM_GO_ON, FM_STOP_BEFORE, FM_STOP_AFTER }; /* what is done at events: before or after they are handled */

/* From the present time on to `to`.  at_events: one of FM_GO_ON, FM_STOP_BEFORE, FM_STOP_AFTER.  tell: called
 * after each step with arg, true ends the advance.  *reached: the time; *why: what ended it.  0: failed. */
static int fm_advance(FmRun *run, FmStepper *s, double to, int at_events, int (*tell)(void *), void *arg,
                      double *reached, int *why) {
    double t = run->v[0];
    run->tiny = 1e-13 * (fabs(to) > 1 ? fabs(to) : 1);
    *why = FM_AT_END;
    *reached = t;
    while (t < to - run->tiny && !run->terminated && *why == FM_AT_END) {
        double end = run->next_time_event < to ? run->next_time_event : to, t1 = end, event = HUGE_VAL;
        if (end > t + run->tiny) {
            if (s->fresh) s->near_h = 0;
            fm_get_states(run, s->x);
            if (s->fresh_f && !s->fresh) memcpy(s->f, s->f1, (size_t)s->n * sizeof *s->f);
            else if (!fm_rhs(run, t, s->x, s->f)) return 0;
            if (s->near_h == 0 && fm_model.nrelations && fm_crossings(run)) fm_distances(run, s->nearer);
            s->fresh_f = s->elsewhere = 0;
            if (s->n) t1 = fm_try_step(run, s, t, end);
            if (!(t1 > t)) return 0;
            if (!s->n) {
                run->v[0] = t1;
                if (!fm_evaluate(run, 0)) return 0;
            }
            event = fm_locate(run, s, t, t1);
            if (event < HUGE_VAL) {
                fm_between(s, t, t1, event, s->base);
                t1 = event;
            }
            if (s->elsewhere || event < HUGE_VAL) fm_put_states(run, t1, event < HUGE_VAL ? s->base : s->x1);
            if (!fm_accept_step(run, s->n > 0 && !s->elsewhere)) return 0;
            s->fresh_f = event == HUGE_VAL;
            if (fm_select(run, 1)) s->fresh = 1;
        } else {
            run->v[0] = t1 = t;
        }
        t = *reached = t1;
        if (event < HUGE_VAL || t >= run->next_time_event - run->tiny) {
            if (at_events == FM_STOP_BEFORE) *why = FM_AT_EVENT;
            else if (!fm_handle_event(run, s)) return 0;
            else if (at_events == FM_STOP_AFTER) *why = FM_AFTER_EVENT;
        }
        if (tell && tell(arg)) *why = *why == FM_AT_END ? FM_ASKED : *why;
    }
    return 1;
}
