/* fmu_events.c - relations, samples and the event iteration inside an FMU (as src/runtime/event.c of the program). */

static int fm_truth(int op, double g) {
    return op == FM_LT ? g < 0 : op == FM_LE ? g <= 0 : op == FM_GT ? g > 0 : g >= 0;
}

/* Distance of the crossing function from the side on which the relation changes; negative beyond it. */
static double fm_distance(const FmRun *run, int i, double g) {
    const FmRelation *r = &fm_model.relations[i];
    double frozen = run->v[r->var];
    int negative = r->op == FM_LT || r->op == FM_LE;
    if (r->kind == FM_REL_FLOOR) return g - frozen < frozen + 1 - g ? g - frozen : frozen + 1 - g;
    return (frozen != 0) == negative ? -g : g;
}

/* What an importer watches: positive while the relation holds its value. */
static double fm_indicator(const FmRun *run, int i) {
    double x = fm_distance(run, i, run->g[i]) + (run->armed[i] ? 0 : run->eps[i]);
    int strict = fm_model.relations[i].op == FM_LE || fm_model.relations[i].op == FM_GE;
    return x == 0 && (run->v[fm_model.relations[i].var] != 0) == strict ? 1e-300 : x;
}

static int fm_violated(const FmRun *run, int i) {
    const FmRelation *r = &fm_model.relations[i];
    double frozen = run->v[r->var], g = run->g[i];
    if (!run->armed[i]) return fm_distance(run, i, g) < -run->eps[i];
    if (r->kind == FM_REL_FLOOR) return floor(g) != frozen;
    return fm_truth(r->op, g) != (frozen != 0);
}

static int fm_crossings(FmRun *run) {
    int i;
    if (!fm_model.nrelations) return 1;
    if (!fm_eval(run, cw_code.crossings)) return 0;
    for (i = 0; i < fm_model.nrelations; i++) run->g[i] = run->r[i];
    return 1;
}

/* Half width of the band in which a relation is not looked at again behind a change. */
static double fm_band(int i) { return 1e-10 * fm_model.relations[i].scale; }

static void fm_arm(FmRun *run) {
    int i;
    for (i = 0; i < fm_model.nrelations; i++) {
        double band = (run->slides[i] || run->eps[i] > fm_band(i) ? 3 : 1) * run->eps[i];
        if (run->armed[i] || fm_model.relations[i].kind == FM_REL_TIME) continue;
        if (!(fm_distance(run, i, run->g[i]) > band)) continue;
        run->armed[i] = 1;
        run->eps[i] = fm_band(i); /* sliding, if it slid, has ended */
    }
}

static void fm_evaluate_relations(FmRun *run, int exact_time) {
    int i;
    if (!exact_time) {
        double now = run->v[0];
        run->v[0] = now + run->tiny;
        fm_eval(run, cw_code.relations);
        run->v[0] = now;
        for (i = 0; i < fm_model.nrelations; i++) run->shifted[i] = run->v[fm_model.relations[i].var];
    }
    fm_eval(run, cw_code.relations);
    for (i = 0; !exact_time && i < fm_model.nrelations; i++)
        if (fm_model.relations[i].kind == FM_REL_TIME) run->v[fm_model.relations[i].var] = run->shifted[i];
}

enum { FM_ALL, FM_OUTSIDE, FM_FIRST };

static int fm_update_relations(FmRun *run, int exact_time, int how) {
    int i, changed = 0, known;
    if (!fm_model.nrelations) return 0;
    for (i = 0; i < fm_model.nrelations; i++) run->truth[i] = run->v[fm_model.relations[i].var];
    fm_evaluate_relations(run, exact_time);
    known = how != FM_ALL && fm_crossings(run);
    for (i = 0; i < fm_model.nrelations; i++) {
        double *now = &run->v[fm_model.relations[i].var];
        int inside = known && fm_model.relations[i].kind == FM_REL_STATE && fabs(run->g[i]) <= run->eps[i];
        if (*now == run->truth[i]) continue;
        if (inside || (changed && how == FM_FIRST)) {
            *now = run->truth[i];
            continue;
        }
        changed = 1;
        run->armed[i] = 0;
    }
    return changed;
}

static double fm_sample_time(const FmRun *run, int i) {
    return run->clock_start[i] + (double)run->clock_next[i] * run->clock_interval[i];
}

static int fm_start_events(FmRun *run) {
    int i;
    for (i = 0; i < fm_model.nrelations; i++) run->eps[i] = fm_band(i);
    if (!fm_eval(run, cw_code.samples)) return 0;
    for (i = 0; i < fm_model.nsamples; i++) {
        double k;
        run->clock_start[i] = run->v[fm_model.samples[i].start];
        run->clock_interval[i] = run->v[fm_model.samples[i].interval];
        if (!(run->clock_interval[i] > 0)) {
            fm_fail(run, "sample(): the interval must be positive", -1, "");
            return 0;
        }
        k = (run->v[0] - run->clock_start[i]) / run->clock_interval[i];
        k = ceil(k - 1e-9 - 1e-15 * fabs(k)); /* an instant is off by rounding */
        run->clock_next[i] = k > 0 ? (long long)k : 0;
        run->v[fm_model.samples[i].var] = 0;
    }
    return 1;
}

static void fm_schedule(FmRun *run) {
    int i;
    double next = HUGE_VAL;
    for (i = 0; i < fm_model.nrelations; i++)
        if (fm_model.relations[i].kind == FM_REL_TIME && run->g[i] > run->v[0] + run->tiny && run->g[i] < next)
            next = run->g[i];
    for (i = 0; i < fm_model.nsamples; i++)
        if (fm_sample_time(run, i) < next) next = fm_sample_time(run, i);
    run->next_time_event = next;
}

/* entering: an event begins; what inputs were before it stands in pre() already, as they may have been set since. */
static void fm_pre_update(FmRun *run, int entering) {
    int i;
    for (i = 0; i < fm_model.npres; i++) {
        const FmPre *p = &fm_model.pres[i];
        if (entering && p->flags & 1 && fm_model.kinds[p->of.var] == FM_INPUT) continue;
        if (p->flags & 2) fm_set_string(run, p->pre, run->s[p->of.var]);
        else run->v[p->pre] = fm_source(run, p->of);
    }
}

static int fm_discrete_changed(const FmRun *run) {
    int i;
    for (i = 0; i < fm_model.npres; i++) {
        const FmPre *p = &fm_model.pres[i];
        if (!(p->flags & 1)) continue;
        if (p->flags & 2 ? strcmp(run->s[p->pre], run->s[p->of.var]) != 0 : run->v[p->pre] != fm_source(run, p->of))
            return 1;
    }
    return 0;
}

static int fm_apply_reinits(FmRun *run) {
    int i, any = run->nreinits > 0;
    for (i = 0; i < run->nreinits; i++) run->v[run->reinits[i].var] = run->reinits[i].value;
    run->nreinits = 0;
    return any;
}

static int fm_take_samples(FmRun *run) {
    int i, any = 0;
    for (i = 0; i < fm_model.nsamples; i++) {
        int due = fm_sample_time(run, i) <= run->v[0] + run->tiny;
        run->v[fm_model.samples[i].var] = due;
        run->clock_next[i] += due;
        any |= due;
    }
    return any;
}

/* ---- relations that agree with the variables --------------------------------------------------------------------- */

/* A system has no solution with relations as they were: those of the point that the search had reached may lead to
 * one.  1: some changed. */
static int fm_relations_of_unsolved(FmRun *run, int at_start, int how) {
    return run->unsolved >= 0 && fm_go_where_reached(run, run->unsolved) && fm_update_relations(run, at_start, how);
}

/* All equations with pre() fixed, until relations and variables agree: 1, 0 not yet, -1 failed. */
static int fm_settle(FmRun *run, int at_start, int rounds, int how) {
    int k, failed = 0;
    for (k = 0; k < rounds; k++) {
        run->unsolved = -1;
        if (!fm_eval(run, cw_code.event)) {
            if (++failed > 5 || !fm_relations_of_unsolved(run, at_start, how)) return -1;
            continue;
        }
        fm_keep_strings(run);
        if (!fm_update_relations(run, at_start, how)) return 1;
    }
    return 0;
}

enum { FM_MOST_CIRCLE = 100, FM_MOST_SEARCH = 10 };

/* Relations that run in circles: those that change in the next few rounds. */
static int fm_find_circle(FmRun *run, int at_start, int *flips) {
    int i, k, m, n = 0;
    for (k = 0; k < 4; k++) {
        if (fm_settle(run, at_start, 1, FM_OUTSIDE) != 0) return 0;
        for (i = 0; i < fm_model.nrelations; i++) {
            int known = fm_model.relations[i].kind == FM_REL_FLOOR;
            if (run->truth[i] == run->v[fm_model.relations[i].var]) continue;
            for (m = 0; m < n; m++) known |= flips[m] == i;
            if (known) continue;
            if (n == FM_MOST_CIRCLE) return n;
            flips[n++] = i;
        }
    }
    return n;
}

static void fm_choose(FmRun *run, const int *flips, int n, unsigned choice) {
    int m;
    for (m = 0; m < n; m++) run->v[fm_model.relations[flips[m]].var] = m < 32 && (choice >> m & 1);
}

/* Adds the relations of the same equations, which may lead to a branch that the circle never enters. */
static int fm_widen_circle(int *flips, int n) {
    int i, m, all = n;
    for (i = 0; i < fm_model.nrelations && all < FM_MOST_SEARCH; i++) {
        int known = fm_model.relations[i].kind != FM_REL_STATE, same = 0;
        for (m = 0; m < n; m++) {
            known |= flips[m] == i;
            same |= fm_model.relations[flips[m]].origin == fm_model.relations[i].origin;
        }
        if (same && !known) flips[all++] = i;
    }
    return all;
}

static int fm_try_combinations(FmRun *run, int at_start, const int *flips, int n) {
    unsigned choice;
    for (choice = 0; n <= FM_MOST_SEARCH && choice < 1u << n; choice++) {
        fm_choose(run, flips, n, choice);
        if (fm_settle(run, at_start, 3, FM_OUTSIDE) == 1) return 1;
    }
    return 0;
}

/* A consistent choice for relations that run in circles: with those held that rounding decides; from all false, one at
 * a time; every combination; with other relations of their equations; last from where the circle was. */
static int fm_search(FmRun *run, int at_start) {
    int flips[FM_MOST_CIRCLE], n, wide, done = fm_settle(run, at_start, 10, FM_OUTSIDE);
    if (done) return done;
    n = fm_find_circle(run, at_start, flips);
    if (n == 0) return fm_settle(run, at_start, 300, FM_FIRST);
    fm_choose(run, flips, n, 0);
    if (fm_settle(run, at_start, 3 * n, FM_FIRST) == 1) return 1;
    if (fm_try_combinations(run, at_start, flips, n)) return 1;
    wide = fm_widen_circle(flips, n);
    if (wide > n && fm_try_combinations(run, at_start, flips, wide)) return 1;
    return fm_settle(run, at_start, 300, FM_FIRST);
}

/* No values of the relations agree with pre() as it is; with pre() of what the circle passes through there may be. */
static int fm_lead_on(FmRun *run, int at_start) {
    int k;
    for (k = 0; k < 4; k++) {
        if (fm_settle(run, at_start, 1, FM_ALL) < 0) return -1;
        if (fm_discrete_changed(run)) return 1;
    }
    return 0;
}

/* A system has no solution: other values of the relations that it reads. */
static int fm_solve_otherwise(FmRun *run, int exact_time, int (*solve)(FmRun *run)) {
    int n, m, first, system = run->unsolved;
    unsigned choice, before = 0;
    const int *flips;
    if (system < 0) return 0;
    first = fm_model.read_of[system];
    flips = fm_model.reads + first;
    n = fm_model.read_of[system + 1] - first;
    if (!n || n > 6) return 0;
    for (m = 0; m < n; m++) before |= (unsigned)(run->v[fm_model.relations[flips[m]].var] != 0) << m;
    for (choice = 0; choice < 1u << n; choice++) {
        if (choice == before) continue;
        fm_choose(run, flips, n, choice);
        if (solve(run) && !fm_update_relations(run, exact_time, FM_OUTSIDE)) return 1;
    }
    fm_choose(run, flips, n, before);
    solve(run);
    return 0;
}

static int fm_evaluate_event(FmRun *run) {
    if (!fm_eval(run, cw_code.event)) return 0;
    fm_keep_strings(run);
    return 1;
}

static int fm_solve_at_event(FmRun *run, int at_start, int how) {
    int done;
    fm_update_relations(run, at_start, how);
    done = fm_settle(run, at_start, 10, how);
    if (done == 0) done = fm_search(run, at_start);
    if (done == 0) done = fm_lead_on(run, at_start);
    if (done < 0 && fm_solve_otherwise(run, at_start, fm_evaluate_event)) done = 1;
    if (done == 0) fm_fail(run, "relations find no consistent values at an event", -1, "");
    return done > 0;
}

/* Event iteration at the present time; 0: failed. */
static int fm_event_iteration(FmRun *run, int at_start) {
    int i, k, again = 1, sampled;
    fm_pre_update(run, !at_start);
#ifndef FM_SCHEDULED /* there ticks stay until they are asked for */
    memset(run->ticked, 0, (size_t)fm_model.nclocks);
#endif
    sampled = !at_start && fm_take_samples(run);
    run->asserts = FM_COLLECT;
    run->when_assert_failed = 0;
    run->nreinits = 0;
    for (k = 0; again; k++) {
        if (k == 200) {
            fm_fail(run, "the event iteration does not end", -1, "");
            return 0;
        }
        run->assert_failed = 0;
        if (!fm_solve_at_event(run, at_start, k < 20 ? FM_ALL : FM_OUTSIDE)) return 0;
        for (i = 0; i < fm_model.nclocks; i++) {
            run->ticked[i] |= run->v[fm_model.clocks[i].tick] != 0;
            run->wanted[i] |= fm_model.clocks[i].due && run->v[fm_model.clocks[i].due] != 0;
        }
        if (!fm_eval(run, cw_code.actions)) return 0;
        again = k == 0 && sampled;
        if (fm_discrete_changed(run)) again = 1;
        if (fm_apply_reinits(run)) again = 1;
        if (again) fm_pre_update(run, 0);
        for (i = 0; k == 0 && sampled && i < fm_model.nsamples; i++) run->v[fm_model.samples[i].var] = 0;
    }
    if (run->assert_failed || run->when_assert_failed || !fm_crossings(run)) return 0;
    fm_arm(run);
    fm_schedule(run);
    return 1;
}

static const double FM_MOST_SLIDES = 50000; /* events: a run that would need more for sliding gets wider bands */

/* At a state event.  Motion along a switching surface (a relay in feedback): on either side the model drives the
 * crossing function back, so that the relation is never armed, and events follow each other as fast as its band is
 * narrow.  Or they do not move on at all, for the function is known to less than the width of its band.  The band is
 * widened, up to a hundred times the tolerance, until the run can be carried to its end (as in src/runtime/event.c); it
 * narrows when the motion leaves the surface.  most: the communication step,
 * or, where the importer integrates, the time since the start. */
static void fm_guard_events(FmRun *run, double tolerance, double stop, double most) {
    FmSlide *s = &run->slide;
    double now = run->v[0], *last = s->before, pace = (now - last[FM_SLIDES - 1]) / FM_SLIDES;
    double left = stop > now && stop < 1e300 ? (stop - now) / FM_MOST_SLIDES : 1e-3 * most;
    int i;
    s->stuck = now - last[0] <= 10 * run->tiny ? s->stuck + 1 : 0;
    memmove(last + 1, last, (FM_SLIDES - 1) * sizeof *last);
    last[0] = now;
    if (!fm_crossings(run)) return;
    for (i = 0; i < fm_model.nrelations; i++) {
        double widest = 100 * tolerance * fm_model.relations[i].scale;
        if (fm_model.relations[i].kind == FM_REL_TIME || !fm_violated(run, i)) continue;
        run->slides[i] = run->armed[i] ? 0 : run->slides[i] < 255 ? run->slides[i] + 1 : 255;
        if (s->stuck < FM_SLIDES && (run->slides[i] < FM_SLIDES || !(pace < left))) continue;
        if (s->stuck >= FM_SLIDES) run->armed[i] = 0;
        run->slides[i] = 0;
        run->eps[i] = fmin(4 * run->eps[i], fmax(widest, run->eps[i]));
        if (s->warned) continue;
        s->warned = 1;
        fm_fail(run, "chattering: changes of a relation are taken back at once", fm_model.relations[i].origin,
                "; it is given a hysteresis of at most a hundred times the tolerance");
        fm_say(run, 1, run->message);
    }
}
