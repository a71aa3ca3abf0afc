/* fmu_solve.c - systems of equations inside an FMU: what solve/ asks of them, and where searches begin. */

#ifdef FM_SYSTEMS

static const CwSystem *fm_code(const SolSystem *s) { return &cw_systems[s->number]; }

static int fm_residual(SolSystem *s, const double *z, double *r) {
    FmRun *run = (FmRun *)s->host;
    const CwSystem *cw = fm_code(s);
    double bad = 0;
    int i;
    for (i = 0; i < cw->n; i++) run->v[cw->vars[i]] = z[i];
    run->env.operands = cw->operands;
    if (!fm_eval(run, residual[s->number])) return 0;
    for (i = 0; i < cw->n; i++) {
        r[i] = run->r[i];
        bad += r[i] * 0.0;
    }
    if (bad == 0) return 1;
    fm_fail(run, "a value is not a finite number", -1, "");
    return 0;
}

static void fm_seed(FmRun *run, const CwSystem *cw, int colour, double seed) {
    int j;
    if (!cw->colour) run->d[cw->vars[colour]] = seed;
    for (j = 0; cw->colour && j < cw->n; j++)
        if (cw->colour[j] == colour) run->d[cw->vars[j]] = seed;
}

/* Without a colour all seeds are zero: so become the tangents inside. */
static const double *fm_tangent(SolSystem *s, int colour) {
    FmRun *run = (FmRun *)s->host;
    const CwSystem *cw = fm_code(s);
    int ok;
    if (colour >= 0) fm_seed(run, cw, colour, 1);
    run->env.operands = cw->operands;
    ok = fm_eval(run, residual_tangent[s->number]);
    if (colour >= 0) fm_seed(run, cw, colour, 0);
    return ok ? run->r : 0;
}

static void fm_start_values(SolSystem *s, double *z) {
    const CwSystem *cw = fm_code(s);
    int i;
    for (i = 0; i < cw->n; i++) z[i] = fm_start_value((FmRun *)s->host, cw->vars[i]);
}

static void fm_is_open(SolSystem *s, int agree) {
    FmRun *run = (FmRun *)s->host;
    FmSystem *own = &run->systems[s->number];
    char text[300];
    if (!agree || own->warned || run->env.initial) return;
    own->warned = 1;
    snprintf(text, sizeof text, "the equations for %.200s leave it open: the solution of least norm is used",
             fm_model.system_names[s->number]);
    fm_say(run, 1, text);
}

static const SolEquations fm_equations[] = {{fm_residual, 0, fm_start_values, fm_is_open},
                                            {fm_residual, fm_tangent, fm_start_values, fm_is_open}};

/* ---- sparse matrices --------------------------------------------------------------------------------------------- */

#ifdef FM_SPARSE
static int fm_factor_sparse(SolMatrix *m) {
    m->weakest = 1;
    return sol_sparse_factor((SolSparse *)m->own, m->colptr, m->rowind, m->values, 1, 0);
}

static void fm_solve_sparse(SolMatrix *m, double *b) { sol_sparse_solve((const SolSparse *)m->own, b); }

static const SolFactors fm_sparse = {fm_factor_sparse, fm_solve_sparse};

/* order: of its columns. */
static int fm_sparse_matrix(SolMatrix *m, const int *order) {
    m->sparse = 1;
    m->by = &fm_sparse;
    m->own = sol_sparse_new(m->n, order, &fm_heap);
    m->values = (double *)fm_get((size_t)m->nnz, sizeof(double));
    return m->own && m->values;
}
#endif

/* ---- life -------------------------------------------------------------------------------------------------------- */

static void fm_free_system(FmSystem *s) {
#ifdef FM_SPARSE
    sol_sparse_free((SolSparse *)s->sol.matrix.own);
#endif
    free(s->sol.matrix.values);
    free(s->parts);
    sol_system_free(&s->sol);
}

static int fm_new_system(FmRun *run, int system) {
    FmSystem *own = &run->systems[system];
    SolSystem *s = &own->sol;
    const CwSystem *cw = &cw_systems[system];
    SolMatrix *m = &s->matrix;
    size_t n = (size_t)cw->n;
    int at = fm_model.scale_of[system];
    m->n = s->n = cw->n;
    m->colptr = cw->colptr;
    m->rowind = cw->rowind;
    m->nnz = cw->colptr ? cw->colptr[cw->n] : 0;
    s->equations = &fm_equations[residual_tangent[system] != 0];
    s->host = run;
    s->number = system;
    s->linear = cw->linear;
    s->constant = cw->constant;
    s->colour = cw->colour;
    s->ncolours = cw->ncolours;
    s->scale = fm_model.scales + at;
    s->low = fm_model.low ? fm_model.low + at : 0;
    s->high = fm_model.low ? fm_model.high + at : 0;
    s->turns = fm_model.turns ? fm_model.turns + at : 0;
    s->last_digits = 1e-13;
    s->memory = &fm_heap;
    own->parts = (double *)fm_get((SOL_SYSTEM_PARTS + 1 + FM_RECENT) * n, sizeof(double));
    if (!own->parts) return 0;
    sol_system_place(s, own->parts);
    own->old = own->parts + SOL_SYSTEM_PARTS * n;
    own->recent = own->old + n;
    own->last_time = HUGE_VAL;
#ifdef FM_SPARSE
    if (fm_model.order_of[system] >= 0) return fm_sparse_matrix(m, fm_model.orders + fm_model.order_of[system]);
#endif
    return sol_matrix_room(m, &fm_heap);
}

/* What follows from parameters alone is not known any more. */
static void fm_forget_constants(FmRun *run) {
    int i;
    for (i = 0; i < fm_model.nsystems; i++) run->systems[i].sol.known = 0;
}

/* ---- where to begin ---------------------------------------------------------------------------------------------- */

/* An instant before the latest ones means that a step was given up, by an importer or by us, and what was solved in it
 * does not count.  So a solution is followed along its branch whatever is tried in between: on the line through the two
 * latest, where they are near to each other.  0: none is known. */
static int fm_guess_recent(FmRun *run, FmSystem *own) {
    SolSystem *s = &own->sol;
    int i, n = s->n;
    const double *last, *before;
    double part;
    while (own->nrecent && own->recent_time[own->nrecent - 1] > run->v[0]) own->nrecent--;
    if (!own->nrecent) return 0;
    last = own->recent + (own->nrecent - 1) * n;
    memcpy(s->z, last, (size_t)n * sizeof *s->z);
    if (own->nrecent < 2) return 1;
    before = last - n;
    part = (run->v[0] - own->recent_time[own->nrecent - 1]) /
           (own->recent_time[own->nrecent - 1] - own->recent_time[own->nrecent - 2]);
    for (i = 0; i < n; i++) s->step[i] = last[i] - before[i];
    if (part > 2 || sol_norm(s, s->z, s->step) > 0.01) return 1;
    for (i = 0; i < n; i++) s->z[i] += part * s->step[i];
    return 1;
}

static void fm_keep_recent(FmRun *run, FmSystem *s) {
    int i, n = s->sol.n;
    size_t row = (size_t)n * sizeof(double);
    if (s->nrecent == FM_RECENT && s->recent_time[FM_RECENT - 1] < run->v[0]) {
        memmove(s->recent, s->recent + n, (FM_RECENT - 1) * row);
        for (i = 1; i < FM_RECENT; i++) s->recent_time[i - 1] = s->recent_time[i];
        s->nrecent--;
    }
    if (!s->nrecent || s->recent_time[s->nrecent - 1] < run->v[0]) s->nrecent++;
    s->recent_time[s->nrecent - 1] = run->v[0];
    memcpy(s->recent + (s->nrecent - 1) * n, s->sol.z, row);
}

static void fm_guess(FmRun *run, FmSystem *own) {
    SolSystem *s = &own->sol;
    const CwSystem *cw = fm_code(s);
    int i;
    if (!s->linear && fm_guess_recent(run, own)) return;
    for (i = 0; i < cw->n; i++) {
        s->z[i] = run->v[cw->vars[i]];
        if (!(fabs(s->z[i]) < 1e300)) s->z[i] = own->has_old ? own->old[i] : 0;
    }
}

/* ---- services ---------------------------------------------------------------------------------------------------- */

#ifdef FM_NONLINEAR
static int fm_solve_nonlinear(FmRun *run, FmSystem *own) {
    SolSystem *s = &own->sol;
    int found = sol_nonlinear(s) == SOL_FOUND;
    run->damped |= s->damped;
    if (!found)
        found = sol_search(s) || sol_fall_back(s, s->n <= 30 ? SOL_NEAR_GUESSES : 2, sol_arc_length) || sol_mirror(s);
    if (found) {
        fm_keep_recent(run, own);
        return 1;
    }
    run->unsolved = s->number;
    memcpy(s->z, s->reached, (size_t)s->n * sizeof *s->z);
    sol_residual(s, s->z, s->r);
    fm_fail(run, "no solution was found of the equations for ", -1, fm_model.system_names[s->number]);
    return 0;
}
#else
static int fm_solve_nonlinear(FmRun *run, FmSystem *own) { return (void)run, (void)own, 0; }
#endif

static int fm_solve_linear(FmRun *run, SolSystem *s) {
    SolResult found = sol_linear(s);
    run->unsolved = -1;
    if (found == SOL_CONTRADICTION)
        fm_fail(run, "the equations contradict each other that determine ", -1, fm_model.system_names[s->number]);
    return found == SOL_FOUND;
}

static void fm_solve(CwEnv *e, int system) {
    FmRun *run = fm_host(e);
    FmSystem *own = &run->systems[system];
    SolSystem *s = &own->sol;
    int before = run->unsolved;
    s->trial = run->trial;
    s->initial = e->initial;
    s->at_event = e->initial || run->asserts == FM_COLLECT;
    s->now = e->v[0];
    s->last = own->has_old ? own->old : 0;
    s->damped = 0;
    fm_guess(run, own);
    own->last_time = e->v[0];
    if (s->linear ? fm_solve_linear(run, s) : fm_solve_nonlinear(run, own)) {
        run->unsolved = before;
        return;
    }
    s->matrix.factored = 0;
    fm_unwind(run);
}

/* A dz = - (tangent of the residuals when only the inputs move). */
static void fm_solve_tangent(CwEnv *e, int system) {
    FmRun *run = fm_host(e);
    FmSystem *own = &run->systems[system];
    SolSystem *s = &own->sol;
    const CwSystem *cw = fm_code(s);
    int i;
    for (i = 0; i < cw->n; i++) e->d[cw->vars[i]] = 0;
    e->operands = cw->operands;
    residual_tangent[system](e);
    memcpy(s->trial_z, e->r, (size_t)cw->n * sizeof *e->r);
    if (!run->sweep || own->swept != run->sweep) { /* the matrix at this very point, its factors */
        sol_matrix_clear(&s->matrix);
        s->known = 0;
        if (sol_matrix_by_tangents(s, s->trial_z)) sol_matrix_factor(&s->matrix);
    }
    own->swept = run->sweep;
    memset(s->bar, 0, (size_t)cw->n * sizeof *s->bar);
    if (s->matrix.factored) sol_correct(s, -1, s->trial_z, s->bar);
    for (i = 0; i < cw->n; i++) e->d[cw->vars[i]] = s->bar[i];
    e->operands = cw->operands;
    residual_tangent[system](e);
}

/* At the point that the search for a solution had reached. */
static int fm_go_where_reached(FmRun *run, int system) {
    SolSystem *s = &run->systems[system].sol;
    return sol_residual(s, s->reached, s->r);
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

/* As bytes, there and back. */
static int fm_pass_system(FmSystem *own, FmBytes *b) {
    SolSystem *s = &own->sol;
    SolMatrix *m = &s->matrix;
    size_t n = (size_t)s->n, values = m->sparse ? (size_t)m->nnz : 2 * n * n + 2 * n, ints = m->sparse ? 0 : 3 * n;
    int ok = fm_pass(b, m->values, values * sizeof(double) + ints * sizeof(int)) &&
             fm_pass(b, own->parts, (SOL_SYSTEM_PARTS + 1 + FM_RECENT) * n * sizeof(double));
    ok = ok && fm_pass(b, &m->factored, sizeof m->factored) && fm_pass(b, &s->rate, sizeof s->rate) &&
         fm_pass(b, &s->known, sizeof s->known) && fm_pass(b, &s->failures, 2 * sizeof s->failures) &&
         fm_pass(b, &s->solved_at, sizeof s->solved_at) && fm_pass(b, &own->has_old, sizeof own->has_old);
    ok = ok && fm_pass(b, &own->last_time, sizeof own->last_time) && fm_pass(b, &own->nrecent, sizeof own->nrecent) &&
         fm_pass(b, own->recent_time, sizeof own->recent_time);
    if (ok && b->reading && m->sparse && m->factored) m->factored = m->by->factor(m) < 0; /* as they were */
    return ok;
}

#else

static void fm_free_system(FmSystem *s) { (void)s; }
static int fm_new_system(FmRun *run, int system) { return (void)run, (void)system, 1; }
static void fm_forget_constants(FmRun *run) { (void)run; }
static void fm_solve(CwEnv *e, int system) { (void)e, (void)system; }
static void fm_solve_tangent(CwEnv *e, int system) { (void)e, (void)system; }
static int fm_go_where_reached(FmRun *run, int system) { return (void)run, (void)system, 0; }
static void fm_accept_systems(FmRun *run) { (void)run; }
static void fm_forget_systems(FmRun *run) { (void)run; }
static int fm_pass_system(FmSystem *own, FmBytes *b) { return (void)own, (void)b, 1; }

#endif

/* ---- dynamic state selection ------------------------------------------------------------------------------------- */

/* Would other candidates be better states at this point, to which all variables belong?  apply: they become states. */
static int fm_select(FmRun *run, int apply) {
    int changed = 0;
#ifdef FM_SELECTIONS
    double part = 0;
    int i;
    for (i = 0; i < FM_SELECTIONS; i++)
        changed |= sol_select(&fm_selections[i], cw_constants, run->v, apply, &part, &fm_heap);
#endif
    return (void)run, (void)apply, changed;
}
