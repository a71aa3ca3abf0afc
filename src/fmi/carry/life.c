/* life.c - initialisation, evaluation between events, instances and saved states of a run inside an FMU. */

/* ---- initialisation (as src/runtime/init.c) ---------------------------------------------------------------------- */

static int fm_solve_initial(FmRun *run) {
    run->asserts = FM_TENTATIVE;
    run->unsolved = -1;
    if (!fm_eval(run, cw_code.initial)) return 0;
    fm_keep_strings(run);
    fm_accept_systems(run);
    return 1;
}

static int fm_settle_initial(FmRun *run) {
    int k, failed = 0;
    fm_update_relations(run, 1, FM_ALL);
    for (k = 0; k < 330; k++) {
        int solved = fm_solve_initial(run), changed = fm_update_relations(run, 1, k < 30 ? FM_ALL : FM_FIRST);
        if (solved && !changed) return 1;
        if (!solved && (!changed || ++failed > 5)) return fm_solve_otherwise(run, 1, fm_solve_initial);
    }
    fm_fail(run, "the relations found no consistent set of values at the start", -1, "");
    return 0;
}

/* From the simplified model (lambda 0) to the actual one in steps that shrink where Newton fails, or where it had to be
 * damped in one that is not below `trusted`: then it may have come to another solution than the one that the path leads
 * to.  *begun: the simplified model has a solution. */
static int fm_continuation(FmRun *run, double trusted, int *begun) {
    size_t bytes = (size_t)fm_model.nvars * sizeof(double);
    double lambda = 0, step = 1;
    int ok;
    run->env.lambda = 0;
    ok = *begun = fm_settle_initial(run);
    while (ok && lambda < 1) {
        double next = lambda + step < 1 ? lambda + step : 1;
        memcpy(run->saved, run->v, bytes);
        run->env.lambda = next;
        run->damped = 0;
        if (fm_settle_initial(run) && (!run->damped || next - lambda < trusted)) {
            lambda = next;
            step *= 2;
            continue;
        }
        memcpy(run->v, run->saved, bytes);
        step *= 0.25;
        ok = step > 1e-5;
    }
    run->env.lambda = 1;
    return ok;
}

/* Where the model offers a simplified form, from there: with care, then without.  Else, and where that fails, at once.
 */
static int fm_solve_start(FmRun *run) {
    size_t bytes = (size_t)fm_model.nvars * sizeof(double);
    double *guess = (double *)malloc(bytes);
    int ok = 0, begun = 1, care;
    if (!guess) return 0;
    memcpy(guess, run->v, bytes);
    for (care = 1; care >= 0 && fm_model.homotopy && begun && !ok; care--) {
        memcpy(run->v, guess, bytes);
        ok = fm_continuation(run, care ? 0.02 : 2, &begun);
    }
    if (!ok) {
        memcpy(run->v, guess, bytes);
        run->env.lambda = 1;
        ok = fm_settle_initial(run);
    }
    free(guess);
    return ok;
}

static int fm_parameters(FmRun *run) {
    run->asserts = FM_ACCEPTED;
    fm_forget_constants(run);
    if (!fm_eval(run, cw_code.parameters)) return 0;
    fm_keep_strings(run);
    return 1;
}

static void fm_put_starts(FmRun *run) {
    int i;
    for (i = 0; i < fm_model.nstarts; i++) {
        const FmStart *st = &fm_model.starts[i];
        if (st->put & 1 && !run->given[st->var]) run->v[st->var] = fm_start_value(run, st->var);
    }
    for (i = 0; i < fm_model.nvars; i++)
        if (run->start_given[i]) run->v[i] = run->start[i];
    for (i = 0; i < fm_model.npres; i++)
        if (fm_model.pres[i].flags & 4) run->v[fm_model.pres[i].pre] = fm_source(run, fm_model.pres[i].of);
}

static int fm_initialise(FmRun *run, double time) {
    int i;
    run->v[0] = time;
    run->env.initial = 1;
    run->env.no_events = 1;
    run->tiny = 1e-13 * (fabs(time) > 1 ? fabs(time) : 1);
    if (!fm_parameters(run)) return 0;
    fm_put_starts(run);
    if (!fm_solve_start(run)) return 0;
    run->env.no_events = 0;
    for (i = 0; i < fm_model.nresting; i++) run->v[fm_model.resting[i]] = fm_start_value(run, fm_model.resting[i]);
    fm_pre_update(run, 0);
    run->asserts = FM_COLLECT;
    run->assert_failed = run->when_assert_failed = 0;
    if (!fm_eval(run, cw_code.actions) || run->assert_failed || run->when_assert_failed) return 0;
    fm_apply_reinits(run);
    run->env.initial = 0;
    if (!fm_start_events(run) || !fm_event_iteration(run, 1)) return 0;
    fm_accept_systems(run);
    run->recording = 1;
    fm_eval(run, cw_code.ode);
    fm_eval(run, cw_code.output);
    run->recording = 0;
    return 1;
}

/* ---- evaluation between events ----------------------------------------------------------------------------------- */

/* Derivatives, and all other variables when whole; 0: failed, the point may be tried elsewhere. */
static int fm_evaluate(FmRun *run, int whole) {
    double bad = 0;
    int i;
    run->asserts = FM_TENTATIVE;
    if (!fm_eval(run, cw_code.ode) || (whole && !fm_eval(run, cw_code.output))) return 0;
    if (whole) run->behind = 0;
    for (i = 0; i < fm_model.nstates; i++) bad += fm_source(run, fm_model.dx[i]) * 0.0;
    if (bad != 0) fm_fail(run, "a derivative is not a finite number", -1, "");
    return bad == 0;
}

/* The step is behind us: histories, asserts of accepted points.  0: an assert failed. */
static int fm_accept(FmRun *run) {
    int ok;
    run->asserts = FM_ACCEPTED;
    run->recording = 1;
    ok = fm_eval(run, cw_code.ode) && fm_eval(run, cw_code.output);
    run->behind = !ok;
    run->recording = 0;
    fm_keep_strings(run);
    ok = ok && fm_eval(run, cw_code.checks);
    fm_accept_systems(run);
    if (ok && fm_crossings(run)) fm_arm(run);
    return ok;
}

/* The same in co-simulation, where somebody looks at a step; else it is enough that v is there (here) and relations are
 * armed: other variables are computed when they are read. */
static int fm_accept_step(FmRun *run, int here) {
    if (!here || fm_model.watched) return fm_accept(run);
    fm_accept_systems(run);
    if (fm_crossings(run)) fm_arm(run);
    run->behind = 1;
    return 1;
}

/* d of `unknown` for the seeds that stand in d; the caller clears d again. */
static int fm_tangents(FmRun *run) { return fm_eval(run, cw_code.tangent); }

/* Tangents from here on, until sweep is 0 again, are those of one point: systems keep their factors. */
static void fm_begin_sweep(FmRun *run) {
    int i;
    run->sweep = 1;
    for (i = 0; i < fm_model.nsystems; i++) run->systems[i].swept = 0;
}

/* ---- life -------------------------------------------------------------------------------------------------------- */

static void fm_free(FmRun *run) {
    int i;
    FmBlock *b, *next;
    if (!run) return;
    while (run->nobjects > 0) {
        FmJump here;
        run->nobjects--;
        run->jump = &here;
        if (setjmp(here.at) == 0 && run->objects[run->nobjects].destructor)
            run->objects[run->nobjects].destructor(&run->env, run->objects[run->nobjects].object);
    }
    for (b = run->blocks; b; b = next) next = b->next, free(b);
    for (i = 0; run->systems && i < fm_model.nsystems; i++) fm_free_system(&run->systems[i]);
    for (i = 0; run->delays && i < fm_model.ndelays; i++) free(run->delays[i].t), free(run->delays[i].y);
    for (i = 0; run->spatials && i < fm_model.nspatials; i++) free(run->spatials[i].x), free(run->spatials[i].y);
    for (i = 0; run->kept && i < fm_model.nvars; i++) free(run->kept[i]);
    free(run->systems), free(run->delays), free(run->spatials), free(run->kept);
    free(run->v), free(run->d), free(run->r), free((void *)run->s), free(run->env.o), free(run->given);
    free(run->start), free(run->start_given), free(run->g), free(run->eps), free(run->truth), free(run->shifted);
    free(run->armed), free(run->clock_next), free(run->clock_start), free(run->clock_interval);
    free(run->ticked), free(run->saved), free(run->reinits), free(run->motions), free(run->objects), free(run->warned);
    free(run);
}

/* Values as the model declares them. */
static void fm_defaults(FmRun *run) {
    int i;
    memset(run->v, 0, (size_t)fm_model.nvars * sizeof *run->v);
    memcpy(run->v + fm_model.nvars, cw_constants, (size_t)cw_nconstants * sizeof *run->v);
    memset(run->given, 0, (size_t)fm_model.nvars);
    memset(run->start_given, 0, (size_t)fm_model.nvars);
    for (i = 0; i < fm_model.nvalues; i++) run->v[fm_model.values[i].var] = fm_model.values[i].value;
    for (i = 0; i < fm_model.nstrings; i++) {
        const FmText *t = &fm_model.strings[i];
        fm_set_string(run, t->var, t->resource ? fm_resource(&run->env, t->text) : t->text);
    }
    for (i = 0; i < fm_model.nsystems; i++) {
        FmSystem *s = &run->systems[i];
        s->has_old = s->nrecent = s->sol.matrix.factored = s->sol.known = s->sol.wait = s->sol.failures = 0;
        s->sol.solved_at = HUGE_VAL;
    }
    for (i = 0; i < fm_model.ndelays; i++) run->delays[i].n = run->delays[i].first = 0;
    for (i = 0; i < fm_model.nspatials; i++) run->spatials[i].n = run->spatials[i].started = 0;
    memset(run->armed, 0, 2 * (size_t)fm_model.nrelations + 2);
    run->slide.stuck = run->slide.warned = 0;
    for (i = 0; i < FM_SLIDES; i++) run->slide.before[i] = -HUGE_VAL;
    memset(run->ticked, 0, 2 * (size_t)fm_model.nclocks + 2);
    run->terminated = run->nmotions = 0;
    run->next_time_event = run->shortest_delay = HUGE_VAL;
}

static FmRun *fm_new(const char *resources) {
    FmRun *run = (FmRun *)fm_get(1, sizeof *run);
    size_t nv = (size_t)fm_model.nvars + 1, nr = (size_t)fm_model.nrelations + 1, ns = (size_t)fm_model.nsamples + 1;
    size_t all = nv + (size_t)cw_nconstants, widest = (size_t)fm_model.widest + 1;
    int i, ok;
    if (!run) return 0;
    run->v = (double *)fm_get(all, sizeof(double));
    run->d = (double *)fm_get(all, sizeof(double));
    run->r = (double *)fm_get(widest, sizeof(double));
    run->s = (const char **)fm_get(nv, sizeof(char *));
    run->kept = (char **)fm_get(nv, sizeof(char *));
    run->env.o = (void **)fm_get(nv, sizeof(void *));
    run->given = (unsigned char *)fm_get(nv, 1);
    run->start = (double *)fm_get(nv, sizeof(double));
    run->start_given = (unsigned char *)fm_get(nv, 1);
    run->saved = (double *)fm_get(nv, sizeof(double));
    run->g = (double *)fm_get(nr, sizeof(double));
    run->eps = (double *)fm_get(nr, sizeof(double));
    run->truth = (double *)fm_get(nr, sizeof(double));
    run->shifted = (double *)fm_get(nr, sizeof(double));
    run->armed = (unsigned char *)fm_get(2 * nr, 1);
    run->slides = run->armed ? run->armed + nr : 0;
    run->clock_next = (long long *)fm_get(ns, sizeof(long long));
    run->clock_start = (double *)fm_get(ns, sizeof(double));
    run->clock_interval = (double *)fm_get(ns, sizeof(double));
    run->systems = (FmSystem *)fm_get((size_t)fm_model.nsystems + 1, sizeof(FmSystem));
    run->delays = (FmDelay *)fm_get((size_t)fm_model.ndelays + 1, sizeof(FmDelay));
    run->spatials = (FmSpatial *)fm_get((size_t)fm_model.nspatials + 1, sizeof(FmSpatial));
    run->ticked = (unsigned char *)fm_get(2 * (size_t)fm_model.nclocks + 2, 1);
    run->wanted = run->ticked ? run->ticked + fm_model.nclocks + 1 : 0;
    run->warned = (unsigned char *)fm_get((size_t)fm_model.norigins + 1, 1);
    ok = run->v && run->d && run->r && run->s && run->kept && run->env.o && run->given && run->start &&
         run->start_given && run->saved && run->g && run->eps && run->truth && run->shifted && run->armed &&
         run->clock_next && run->clock_start && run->clock_interval && run->systems && run->delays && run->spatials &&
         run->warned && run->ticked;
    for (i = 0; ok && i < fm_model.nsystems; i++) ok = fm_new_system(run, i);
    for (i = 0; ok && i < fm_model.nvars; i++) run->s[i] = "";
    if (!ok) {
        fm_free(run);
        return 0;
    }
    run->env.v = run->v;
    run->env.d = run->d;
    run->env.r = run->r;
    run->env.s = run->s;
    run->env.given = run->given;
    run->env.tab = cw_tables;
    run->env.lambda = 1;
    run->env.call = &fm_calls;
    run->env.host = run;
    run->resources = resources;
    fm_defaults(run);
    return run;
}

/* ---- everything that the future depends on, as bytes ------------------------------------------------------------- */

static int fm_pass_strings(FmRun *run, FmBytes *b) {
    int i, ok = 1;
    for (i = 0; ok && i < fm_model.nstrings; i++) {
        int var = fm_model.strings[i].var;
        const char *text = fm_told_text(run, var);
        unsigned n = b->reading ? 0 : (unsigned)strlen(text) + 1;
        ok = fm_pass(b, &n, sizeof n);
        if (!ok || !b->reading) {
            ok = ok && fm_pass(b, (void *)text, n);
            continue;
        }
        ok = n > 0 && b->n + n <= b->room && b->at[b->n + n - 1] == 0;
        if (ok) fm_put_text(run, var, b->at + b->n);
        b->n += n;
    }
    return ok;
}

static int fm_pass_series(FmBytes *b, int *n, int *room, double **x, double **y) {
    int count = *n, ok = fm_pass(b, &count, sizeof count) && count >= 0;
    if (!ok) return 0;
    if (b->reading) {
        if ((size_t)count * 2 * sizeof(double) > b->room - b->n) return 0;
        while (count >= *room)
            if (!fm_grow(x, y, *room, room)) return 0;
        *n = count;
    }
    return fm_pass(b, *x, (size_t)count * sizeof(double)) && fm_pass(b, *y, (size_t)count * sizeof(double));
}

/* One walk serves counting, writing and reading. */
static int fm_state(FmRun *run, FmBytes *b) {
    int i, ok;
    size_t nr = (size_t)fm_model.nrelations, ns = (size_t)fm_model.nsamples;
    unsigned long long key = fm_model.key;
    ok = fm_pass(b, &key, sizeof key) && key == fm_model.key;
    ok = ok && fm_pass(b, run->v, (size_t)fm_model.nvars * sizeof *run->v) &&
         fm_pass(b, run->given, (size_t)fm_model.nvars);
    ok = ok && fm_pass(b, run->start, (size_t)fm_model.nvars * sizeof *run->start);
    ok = ok && fm_pass(b, run->start_given, (size_t)fm_model.nvars) && fm_pass(b, run->g, nr * sizeof *run->g);
    ok = ok && fm_pass(b, run->eps, nr * sizeof *run->eps) && fm_pass(b, run->armed, 2 * nr + 2);
    ok = ok && fm_pass(b, run->clock_next, ns * sizeof *run->clock_next);
    ok = ok && fm_pass(b, run->clock_start, ns * sizeof *run->clock_start);
    ok = ok && fm_pass(b, run->clock_interval, ns * sizeof *run->clock_interval);
    ok = ok && fm_pass(b, run->ticked, 2 * (size_t)fm_model.nclocks + 2);
    ok = ok && fm_pass(b, &run->slide, sizeof run->slide) && fm_pass(b, &run->terminated, sizeof run->terminated);
    ok = ok && fm_pass(b, &run->next_time_event, sizeof(double)) && fm_pass(b, &run->tiny, sizeof(double)) &&
         fm_pass(b, &run->shortest_delay, sizeof(double)) && fm_pass(b, &run->behind, sizeof run->behind);
    for (i = 0; ok && i < fm_model.nsystems; i++) ok = fm_pass_system(&run->systems[i], b);
    for (i = 0; ok && i < fm_model.ndelays; i++) {
        FmDelay *d = &run->delays[i];
        ok = fm_pass(b, &d->first, sizeof d->first) && fm_pass_series(b, &d->n, &d->room, &d->t, &d->y);
    }
    for (i = 0; ok && i < fm_model.nspatials; i++) {
        FmSpatial *p = &run->spatials[i];
        ok = fm_pass(b, &p->started, sizeof p->started) && fm_pass(b, &p->last_t, sizeof(double)) &&
             fm_pass(b, &p->last_x, sizeof(double)) && fm_pass_series(b, &p->n, &p->room, &p->x, &p->y);
    }
    return ok && fm_pass_strings(run, b);
}
