/* stepper.c - what the integrators inside an FMU share: memory, states, the matrix I - c*J.
 *
 * The Jacobian J = d(dx)/dx comes from tangents, columns of one colour together; it is kept as long as it serves.
 */

enum { FM_ORDER = 5 };

/* What the future depends on beside the vectors; saved as it is. */
typedef struct {
    unsigned followed;                 /* steps for which sizes of states were followed */
    int fresh;                         /* the past says nothing about the next step */
    int order, wait, before;           /* before: steps since the last restart; wait: until order and step may change */
    int j_age, m_age;                  /* steps since J, the matrix were made; -1: there is none */
    int looked;                        /* relations were looked at in it, and in what is left of it behind an event */
    int hold;                          /* inputs are set between steps: none reaches beyond a communication point */
    double t0, t1;                     /* the last step: states are known in between */
    double event;                      /* the first change of a relation in it that is still to come; HUGE_VAL: none */
    double h, last, psi[FM_ORDER + 2]; /* the next step; the last one; distances of past points */
    double c, rate;                    /* the matrix is I - c*J; how iterations with it converge */
    double near_h; /* between the two points at which distances of relations are known; 0: they are not */
    double tolerance, stop, fixed; /* fixed: the step, where it is */
    double longest;                /* of steps, for the sake of relations */
    double step;                   /* the last communication step */
    double steps, rejected, events;
} FmPace;

typedef struct {
    FmPace p;
    int n;
    double *phi[FM_ORDER + 2]; /* modified divided differences at t1; the last one: of the correction before */
    double *near, *nearer;     /* distances of relations from where they change, at the two points before */
    SolSparse *sparse;         /* 0: dense.  Else j has the entries of the pattern only, factors nothing */
    double *size;              /* of states, for errors */
    double *j, *factors;
    double *x, *f, *e, *work, *weight, *k[5]; /* work */
    double *left, *right;                     /* work: crossing functions at both ends */
    double *whole, *other;                    /* work: all variables */
    int *pivot;
    size_t kept; /* numbers from phi[0] on that are saved */
} FmStepper;

static void fm_stepper_free(FmStepper *s) {
    if (!s) return;
    free(s->phi[0]);
    free(s->pivot);
#ifdef FM_SPARSE
    sol_sparse_free(s->sparse);
#endif
    free(s);
}

static double *fm_take(double **from, size_t n) {
    double *p = *from;
    *from += n;
    return p;
}

/* As behind fm_stepper_new, with the tolerance and step that were given. */
static void fm_stepper_reset(FmStepper *s) {
    FmPace p = s->p;
    int i;
    memset(&s->p, 0, sizeof s->p);
    memset(s->phi[0], 0, s->kept * sizeof(double));
    s->p.tolerance = p.tolerance;
    s->p.fixed = p.fixed;
    s->p.fresh = 1;
    s->p.j_age = s->p.m_age = -1;
    s->p.event = s->p.stop = HUGE_VAL;
}

static FmStepper *fm_stepper_new(void) {
    FmStepper *s = (FmStepper *)fm_get(1, sizeof *s);
    size_t n = (size_t)fm_model.nstates, nr = (size_t)fm_model.nrelations, nv = (size_t)fm_model.nvars;
    size_t nj = fm_model.jac_order ? (size_t)fm_model.jac_colptr[n] : n * n, nf = fm_model.jac_order ? 0 : n * n;
    double *room;
    int i;
    if (!s) return 0;
    s->n = (int)n;
    room = s->phi[0] = (double *)fm_get((FM_ORDER + 2) * n + 4 * nr + nj + nf + 11 * n + 2 * nv + 1, sizeof(double));
    s->pivot = (int *)fm_get(3 * n, sizeof(int));
#ifdef FM_SPARSE
    if (fm_model.jac_order) s->sparse = sol_sparse_new((int)n, fm_model.jac_order, &fm_heap);
#endif
    if (!room || !s->pivot || (fm_model.jac_order && !s->sparse)) {
        fm_stepper_free(s);
        return 0;
    }
    for (i = 0; i < FM_ORDER + 2; i++) s->phi[i] = fm_take(&room, n);
    s->near = fm_take(&room, nr);
    s->nearer = fm_take(&room, nr);
    s->size = fm_take(&room, n);
    s->j = fm_take(&room, nj);
    s->factors = fm_take(&room, nf);
    s->kept = (size_t)(room - s->phi[0]);
    s->x = fm_take(&room, n);
    s->f = fm_take(&room, n);
    s->e = fm_take(&room, n);
    s->work = fm_take(&room, n);
    s->weight = fm_take(&room, n);
    for (i = 0; i < 5; i++) s->k[i] = fm_take(&room, n);
    s->left = fm_take(&room, nr);
    s->right = fm_take(&room, nr);
    s->whole = fm_take(&room, nv);
    s->other = fm_take(&room, nv);
    fm_stepper_reset(s);
    return s;
}

static void fm_put_states(FmRun *run, double t, const double *x) {
    int i;
    run->v[0] = t;
    for (i = 0; i < run->nmotions; i++) {
        const FmMotion *m = &run->motions[i];
        double h = t - run->motion_start;
        run->v[m->var] = m->value + h * (m->d[0] + h * (m->d[1] / 2 + h * m->d[2] / 6));
    }
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

/* The same on the way to a solution. */
static int fm_try_rhs(FmRun *run, double t, const double *x, double *f) {
    int ok;
    run->trial = 1;
    ok = fm_rhs(run, t, x, f);
    run->trial = 0;
    return ok;
}

#ifdef FM_UNSIZED
static SolSizes fm_sizes(const FmStepper *s) {
    SolSizes sizes;
    sizes.state = fm_unsized0;
    sizes.end = fm_unsized_end0;
    sizes.ngroups = FM_UNSIZED;
    sizes.followed = s->p.followed;
    sizes.scale = s->size;
    return sizes;
}

/* phi begins with the states and their derivatives. */
static double fm_reach(void *arg, unsigned i) {
    const FmStepper *s = (const FmStepper *)arg;
    double far = s->p.stop > s->p.t1 && s->p.stop < 1e300 ? fabs(s->phi[1][i]) * (s->p.stop - s->p.t1) : 1;
    return far < 1e300 && far > fabs(s->phi[0][i]) ? far : fabs(s->phi[0][i]);
}
#endif

/* At a restart; behind a step. */
static void fm_begin_sizes(FmStepper *s) {
    memcpy(s->size, fm_model.nominal, (size_t)s->n * sizeof *s->size);
    s->p.followed = 0;
#ifdef FM_UNSIZED
    {
        SolSizes sizes = fm_sizes(s);
        sol_small_sizes(&sizes, fm_reach, s);
    }
#endif
}

static void fm_follow_sizes(FmStepper *s) {
#ifdef FM_UNSIZED
    SolSizes sizes = fm_sizes(s);
    sol_follow_sizes(&sizes, s->phi[0]);
    s->p.followed = sizes.followed;
#else
    (void)s;
#endif
}

/* Errors of steps add up: each gets a part of the tolerance. */
static void fm_weigh(FmStepper *s, const double *x) {
    int i;
    for (i = 0; i < s->n; i++) s->weight[i] = 1 / (0.3 * s->p.tolerance * (fabs(x[i]) + s->size[i]));
}

static double fm_size(const FmStepper *s, const double *e) {
    int i;
    double sum = 0;
    for (i = 0; i < s->n; i++) {
        double x = e[i] * s->weight[i];
        sum += x * x;
    }
    return s->n ? sqrt(sum / s->n) : 0;
}

/* d(dx)/dx at the present point, by columns of one colour. */
static int fm_jacobian(FmRun *run, double *j) {
    int n = fm_model.nstates, c, i, k, ok = 1, ncolours = fm_model.jac_colour ? fm_model.jac_ncolours : n;
    fm_begin_sweep(run);
    if (!fm_model.jac_order) memset(j, 0, (size_t)n * (size_t)n * sizeof *j);
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
                j[fm_model.jac_order ? k : row + n * i] = s.sign * run->d[s.var];
            }
        }
    }
    fm_tangents(run); /* without seeds: clears */
    run->sweep = 0;
    return ok;
}

static int fm_factor_matrix(FmStepper *s, double c) {
    int i, n = s->n;
#ifdef FM_SPARSE
    if (s->sparse) return sol_sparse_factor(s->sparse, fm_model.jac_colptr, fm_model.jac_rowind, s->j, -c, 1) < 0;
#endif
    for (i = 0; i < n * n; i++) s->factors[i] = -c * s->j[i];
    for (i = 0; i < n; i++) s->factors[i + n * i] += 1;
    if (sol_dense_factor(s->factors, n, s->pivot) >= 0) return 0;
    sol_dense_invert_diagonal(s->factors, n);
    return 1;
}

/* Factors of I - c*J, with the Jacobian at (t, x) where there is none. */
static int fm_make_matrix(FmRun *run, FmStepper *s, double t, const double *x, double c) {
    if (s->p.j_age < 0) {
        fm_put_states(run, t, x);
        if (!fm_evaluate(run, 0) || !fm_jacobian(run, s->j)) return 0;
        s->p.j_age = 0;
    }
    s->p.m_age = fm_factor_matrix(s, c) ? 0 : -1;
    s->p.c = c;
    s->p.rate = 1;
    return s->p.m_age == 0;
}

static void fm_solve_matrix(const FmStepper *s, double *b) {
#ifdef FM_SPARSE
    if (s->sparse) {
        sol_sparse_solve(s->sparse, b);
        return;
    }
#endif
    sol_dense_correct(s->factors, s->n, s->pivot, b);
}
