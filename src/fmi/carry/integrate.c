/* integrate.c - co-simulation inside an FMU: steps, relations that change in them, events.
 *
 * A step may reach beyond the point that is asked for: states there lie on its polynomial, and the next advance goes on
 * behind it.  Events that change nothing but what is printed do not end the history of the integrator.
 */

static const double FM_MINOR = 1e-3;   /* part of the tolerance that an event may change unnoticed */
static const double FM_TOGETHER = 100; /* times the least distance of instants: so near, events are one */

static int fm_any_violated(FmRun *run) {
    int i;
    if (!fm_crossings(run)) return -1;
    for (i = 0; i < fm_model.nrelations; i++)
        if (fm_model.relations[i].kind != FM_REL_TIME && fm_violated(run, i)) return 1;
    return 0;
}

/* All that derivatives and relations need, at t inside the step. */
static int fm_look(FmRun *run, FmStepper *s, double t) {
    if (s->n) fm_between(s, t, s->x);
    fm_put_states(run, t, s->x);
    run->behind = 1;
    return fm_evaluate(run, 0);
}

/* Distances of the relations from where they change, at the present point. */
static void fm_distances(const FmRun *run, double *out) {
    int i;
    for (i = 0; i < fm_model.nrelations; i++)
        out[i] = fm_distance(run, i, run->g[i]) + (run->armed[i] ? 0 : run->eps[i]);
}

/* Between two points at which it holds a relation may have changed twice: on the parabola through its distances there
 * and at the point before it comes near to zero.  now: distances at the end of the step h. */
static int fm_may_turn(const FmStepper *s, const double *now, double h) {
    int i;
    for (i = 0; i < fm_model.nrelations; i++) {
        double a, b, slope, bend, u, low = s->nearer[i] < now[i] ? s->nearer[i] : now[i];
        if (fm_model.relations[i].kind == FM_REL_TIME) continue;
        if (fm_model.relations[i].kind == FM_REL_FLOOR || !(s->p.near_h > 0)) return 1;
        a = (s->nearer[i] - s->near[i]) / s->p.near_h;
        b = (now[i] - s->nearer[i]) / h;
        bend = (b - a) / (h + s->p.near_h);
        slope = b - bend * h; /* at the start of the step */
        u = bend > 0 ? -slope / (2 * bend) : -1;
        if (!(u > 0 && u < h)) continue;
        if (s->nearer[i] - slope * slope / (4 * bend) < 0.5 * low) return 1;
    }
    return 0;
}

/* Is the point with distances d just behind the change of a relation: by more than rounding, by less than matters? */
static int fm_just_behind(const FmRun *run, const double *d) {
    int i, some = 0;
    for (i = 0; i < fm_model.nrelations; i++) {
        if (fm_model.relations[i].kind == FM_REL_TIME) continue;
        if (!(d[i] >= -run->eps[i])) return 0;
        some |= d[i] < -0.01 * run->eps[i];
    }
    return some;
}

/* The first instant in (low, high] at which a relation has changed, where one has at high (distances there: right) and
 * none at low (left): secants of those that have, kept inside, the weight of an end that stays halved.  They aim just
 * behind the change, so that rounding does not decide what the event finds. */
static double fm_narrow(FmRun *run, FmStepper *s, double low, double high) {
    int i, k, side = 0;
    double weight = 1, least = 1e-15 * (fabs(low) + fabs(high)) + 1e-14 * (high - low) + 1e-300;
    for (k = 0; k < 100 && high - low > 4 * least && !fm_just_behind(run, s->right); k++) {
        double t = high;
        for (i = 0; i < fm_model.nrelations; i++) {
            double aim = 0.3 * run->eps[i], l = s->left[i] + aim, r = s->right[i] + aim, at;
            if (fm_model.relations[i].kind == FM_REL_TIME || !(r < 0) || !(l > 0)) continue;
            if (side < 0) r *= weight;
            else l *= weight;
            at = low + (high - low) * l / (l - r);
            if (at < t) t = at;
        }
        if (k % 8 == 7 || t == high) t = low + 0.5 * (high - low);
        if (t < low + least) t = low + least;
        if (t > high - least) t = high - least;
        if (!(t > low && t < high)) break;
        i = fm_look(run, s, t) ? fm_any_violated(run) : 1; /* where nothing can be computed something has changed */
        fm_distances(run, i > 0 ? s->right : s->left);
        weight = (i > 0) == (side > 0) && side ? 0.5 * weight : 1;
        if (i > 0) high = t, side = 1;
        else low = t, side = -1;
    }
    return high;
}

/* The first instant in (from, t1] at which a relation has changed; HUGE_VAL: none did.  v is at t1, and at the instant
 * or at t1 behind it. */
static double fm_locate(FmRun *run, FmStepper *s, double from) {
    double low = from, high = HUGE_VAL, t1 = s->p.t1;
    int k, end, looked = 0;
    size_t bytes = (size_t)fm_model.nrelations * sizeof(double);
    if (!fm_model.nindicators) return HUGE_VAL;
    end = fm_any_violated(run);
    fm_distances(run, s->right);
    memcpy(s->left, s->nearer, bytes);
    if (end > 0) high = t1;
    if (end == 0) {
        looked = fm_may_turn(s, s->right, t1 - from);
        memcpy(s->near, s->nearer, bytes);
        memcpy(s->nearer, s->right, bytes);
        s->p.near_h = t1 - from;
    }
    for (k = 1; k < 3 && looked; k++) {
        double t = from + (t1 - from) * k / 3;
        if (!fm_look(run, s, t)) continue;
        if (fm_any_violated(run) > 0) {
            high = t;
            fm_distances(run, s->right);
            break;
        }
        low = t;
        fm_distances(run, s->left);
    }
    if (high < HUGE_VAL) high = fm_narrow(run, s, low, high);
    if ((looked || high < HUGE_VAL) && !fm_look(run, s, high < HUGE_VAL ? high : t1)) return high;
    if ((looked || high < HUGE_VAL) && !fm_crossings(run)) return high;
    return high;
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

/* Derivatives now against f: what a step makes of the difference is far below the tolerance. */
static int fm_nearly_equal(const FmRun *run, const FmStepper *s) {
    int i;
    for (i = 0; i < fm_model.nstates; i++) {
        double change = fabs(fm_source(run, fm_model.dx[i]) - s->f[i]) * s->p.h;
        if (!(change <= FM_MINOR * s->p.tolerance * (fabs(run->v[fm_model.x[i]]) + s->size[i]))) return 0;
    }
    return 1;
}

static int fm_same_relations(const FmRun *run, const double *v) {
    int i;
    for (i = 0; i < fm_model.nrelations; i++)
        if (run->v[fm_model.relations[i].var] != v[fm_model.relations[i].var]) return 0;
    return 1;
}

/* Whether the equations that hold behind the event give nearly the derivatives and crossing functions that those before
 * it (s->whole) would at a point ahead: others may begin with the same values. */
static int fm_same_course(FmRun *run, FmStepper *s, double t) {
    size_t bytes = (size_t)fm_model.nvars * sizeof *run->v, nr = (size_t)fm_model.nrelations * sizeof *run->g;
    int i, same;
    for (i = 0; i < s->n; i++) s->x[i] = run->v[fm_model.x[i]] + (t - run->v[0]) * s->f[i];
    memcpy(s->left, run->g, nr);
    memcpy(s->other, run->v, bytes);
    memcpy(run->v, s->whole, bytes);
    same = fm_rhs(run, t, s->x, s->f) && fm_crossings(run);
    memcpy(s->right, run->g, nr);
    memcpy(run->v, s->other, bytes);
    fm_put_states(run, t, s->x);
    same = same && fm_evaluate(run, 0) && fm_nearly_equal(run, s) && fm_crossings(run);
    for (i = 0; same && i < fm_model.nrelations; i++)
        same = fm_model.relations[i].kind == FM_REL_TIME ||
               fabs(run->g[i] - s->right[i]) <=
                   FM_MINOR * s->p.tolerance * (fabs(s->right[i]) + fm_model.relations[i].scale);
    memcpy(run->v, s->other, bytes);
    memcpy(run->g, s->left, nr);
    return same;
}

/* May the integrator go on as if there had been no event?  s->whole: all variables before it; s->f: derivatives. */
static int fm_is_minor(FmRun *run, FmStepper *s) {
    int i;
    double t = run->v[0], ahead = s->p.t1 > t + run->tiny ? s->p.t1 : t + s->p.h;
    if (s->p.fresh || !s->n || s->p.fixed > 0) return 0;
    for (i = 0; i < s->n; i++)
        if (run->v[fm_model.x[i]] != s->whole[fm_model.x[i]]) return 0;
    if (!fm_nearly_equal(run, s)) return 0;
    if (fm_same_relations(run, s->whole)) return !(s->p.t1 > t);
    if (run->next_time_event < ahead) ahead = run->next_time_event;
    return ahead > t + run->tiny && fm_same_course(run, s, ahead);
}

/* v is at the event.  Behind it the integrator is ready: from here on, or, where the event was minor, with its
 * history. */
static int fm_handle_event(FmRun *run, FmStepper *s) {
    s->p.events++;
    s->p.near_h = 0;
    s->p.looked = 0;
    s->p.event = HUGE_VAL;
    if (run->behind && !fm_evaluate(run, 1)) return 0; /* pre() is the left limit of all variables */
    memcpy(s->whole, run->v, (size_t)fm_model.nvars * sizeof *run->v);
    fm_get_derivatives(run, s->f);
    fm_forget_systems(run);
    if (!fm_event_iteration(run, 0)) return 0;
    fm_accept_systems(run);
    if (!fm_evaluate(run, 1)) return 0;
    if (fm_select(run, 1)) {
        s->p.fresh = 1;
        return fm_evaluate(run, 1);
    }
    if (!s->p.fresh) s->p.fresh = !fm_is_minor(run, s);
    return 1;
}

/* ---- advance ----------------------------------------------------------------------------------------------------- */

enum { FM_MOST_EVENTS = 2000 }; /* in the millionth part of a communication step */
enum { FM_AT_END, FM_AT_EVENT, FM_AFTER_EVENT, FM_ASKED };
enum { FM_GO_ON, FM_STOP_BEFORE, FM_STOP_AFTER }; /* what is done at events: before or after they are handled */

/* Looks for relations that change behind `from` in the step that ends at t1; where none does the step is accepted.  One
 * that changes as good as at the next time event is left to that: which of them is first, rounding would decide.
 * there: v is what the integrator's last iteration left at t1, exact enough to see that nothing has happened. */
static int fm_look_ahead(FmRun *run, FmStepper *s, double from, int there) {
    if (s->p.near_h == 0 && fm_model.nindicators) {
        if (!fm_look(run, s, from) || !fm_crossings(run)) return 0;
        fm_distances(run, s->nearer);
        there = 0;
    }
    if (there) fm_put_states(run, s->p.t1, s->phi[0]);
    if (there && fm_model.nindicators) there = fm_any_violated(run) == 0;
    if (!there && !fm_look(run, s, s->p.t1)) return 0;
    s->p.looked = 1;
    s->p.event = fm_locate(run, s, from);
    if (s->p.event < HUGE_VAL && s->p.event >= run->next_time_event - FM_TOGETHER * run->tiny) {
        s->p.event = HUGE_VAL;
        if (!fm_look(run, s, s->p.t1) || !fm_crossings(run)) return 0;
    }
    return s->p.event < HUGE_VAL || fm_accept_step(run, 1);
}

/* The next step, or, where there is no history, the first one. */
static int fm_step(FmRun *run, FmStepper *s, double t, double limit, double most) {
    if (s->p.fresh) {
        if (s->n && !fm_begin(run, s, t, limit - t < most ? limit - t : most)) return 0;
        s->p.t1 = t;
        s->p.near_h = 0;
        s->p.fresh = 0;
    }
    if (s->p.t1 + s->p.longest < limit) limit = s->p.t1 + s->p.longest;
    if (!s->n) s->p.t0 = t, s->p.t1 = limit;
    else if (!(s->p.fixed > 0 ? fm_fixed_step(run, s, limit) : fm_multistep(run, s, limit))) return 0;
    return fm_look_ahead(run, s, t, s->n > 0);
}

/* How far a step that begins now may reach. */
static double fm_horizon(const FmRun *run, FmStepper *s, double to, int hold) {
    double t = run->v[0], limit = s->p.stop > t ? s->p.stop : HUGE_VAL;
#ifdef FM_SELECTIONS
    hold = 1;
#endif
    if (hold || s->p.hold || !s->n || s->p.fixed > 0) limit = to;
    s->p.longest = fm_model.nindicators ? 2 * (to - t) : HUGE_VAL;
    if (run->shortest_delay < s->p.longest) s->p.longest = fmax(run->shortest_delay, 0.25 * (to - t));
    return limit;
}

/* Instants that are nearer to each other are the same: by the length of the run, where the importer tells it, else by
 * that of the communication step. */
static double fm_tiny(double from, double to, double stop) {
    double length = fabs(stop) < 1e300 ? fabs(stop) : to - from;
    return 1e-13 * (fabs(to) > length ? fabs(to) : length);
}

/* From the present time on to `to`.  at_events: one of FM_GO_ON, FM_STOP_BEFORE, FM_STOP_AFTER.  tell: called
 * after each step with arg, true ends the advance.  *reached: the time; *why: what ended it.  0: failed. */
static int fm_advance(FmRun *run, FmStepper *s, double to, int at_events, int (*tell)(void *), void *arg,
                      double *reached, int *why) {
    double t = run->v[0], most = to - t, horizon = fm_horizon(run, s, to, tell != 0);
    double since = t; /* events are counted from there on */
    int events = 0;
    run->tiny = fm_tiny(t, to, s->p.stop);
    *why = FM_AT_END;
    *reached = t;
    while (t < to - run->tiny && !run->terminated && *why == FM_AT_END) {
        double end = run->next_time_event < to ? run->next_time_event : to;
        int event = 0;
        if (end > t + run->tiny) {
            int stepped = s->p.fresh || !(s->p.t1 > t);
            if (stepped) {
                if (!fm_step(run, s, t, run->next_time_event < horizon ? run->next_time_event : horizon, most))
                    return 0;
            } else if (!s->p.looked && !fm_look_ahead(run, s, t, 0)) {
                return 0;
            }
            event = s->p.event <= end;
            t = event ? s->p.event : s->p.t1 < end ? s->p.t1 : end;
            if (event || t >= run->next_time_event - run->tiny) {
                if (!(stepped && t == s->p.t1 && !event) && !fm_look(run, s, t)) return 0;
                if (event && !fm_accept_step(run, 0)) return 0;
                if (event) fm_guard_events(run, s->p.tolerance, s->p.stop, most);
            } else if (!(stepped && t == s->p.t1)) {
                if (s->n) fm_between(s, t, s->x);
                fm_put_states(run, t, s->x);
                run->behind = 1;
            }
            if (!event && t == s->p.t1 && fm_select(run, 1)) s->p.fresh = 1;
        } else {
            run->v[0] = t;
        }
        *reached = t;
        if (t - since > 1e-6 * most) since = t, events = 0;
        if (event || t >= run->next_time_event - run->tiny) {
            if (++events > FM_MOST_EVENTS) {
                fm_fail(run, "the integrator cannot go on: ", -1, "events follow each other without end");
                return 0;
            }
            if (at_events == FM_STOP_BEFORE) *why = FM_AT_EVENT;
            else if (!fm_handle_event(run, s)) return 0;
            else if (at_events == FM_STOP_AFTER) *why = FM_AFTER_EVENT;
        }
        if (tell && tell(arg)) *why = *why == FM_AT_END ? FM_ASKED : *why;
    }
    return 1;
}
