/* redundant.c - singular systems that nothing can determine.
 *
 * A system is singular though its equations agree.  Either they say something about what is given: a locked clutch,
 * 0 = w1 - w2, leaves its torque open only because this has not been differentiated, and in a model of its own, with
 * other states, it does not.  Or they repeat each other whatever is given: two frictions in line that both stick.  No
 * translation of these equations determines how they share, and none need be tried.  States that are moved a little
 * tell the two apart: in the first case the equations contradict each other there.
 */
#include "runtime/runtime_impl.h"

/* Changes by events at most. */
static uint64_t era(const Runtime *rt) {
    return 1 + rt->stats.state_events + rt->stats.time_events + rt->stats.event_iterations;
}

bool rt_known_redundant(const Runtime *rt, const RtSystem *s) { return s->redundant == era(rt); }

/* Signs and sizes are mixed, but the same each time: constraints between states do not follow them. */
static void move_states(Runtime *rt, const double *from, double part) {
    for (uint32_t i = 0; i < rt->states.nunknowns; i++) {
        MdVar v = rt->states.x[i];
        double mixed = 0.5 + (double)(i * 7 % 11) / 11;
        rt->ev.env.v[v] = from[v] + (i * 5 % 7 & 1 ? -part : part) * mixed * (fabs(from[v]) + rt_nominal(rt, v));
    }
}

/* With states moved by that part, is the system singular and do its equations agree? */
static bool agrees_beside(Runtime *rt, const RtSystem *s, const double *from, double part) {
    move_states(rt, from, part);
    rt->ev.stamp++;
    rt->ev.asserts = RT_TENTATIVE;
    rt->ev.trial = true;
    bool ok = rt_eval(rt, rt->code->ode);
    rt->ev.trial = false;
    return ok && s->undetermined == rt->ev.stamp;
}

bool rt_is_redundant(Runtime *rt, RtSystem *s) {
    size_t bytes = rt->nvars * sizeof(double);
    double *came = rt_zeros(rt->nvars);
    RtAsserts asserts = rt->ev.asserts;
    bool trial = rt->ev.trial;
    memcpy(came, rt->ev.env.v, bytes);
    bool redundant =
        rt->states.nunknowns && agrees_beside(rt, s, came, RT_BESIDE) && agrees_beside(rt, s, came, -RT_BESIDE);
    memcpy(rt->ev.env.v, came, bytes);
    base_realloc(came, 0);
    rt->ev.stamp++;
    rt->ev.asserts = asserts;
    rt->ev.trial = trial;
    if (redundant) s->redundant = era(rt);
    return redundant;
}

void rt_wants_another(Runtime *rt, const RtSystem *s) {
    rt_give_up(rt, s->singular ? RT_NEEDS_MODES : RT_NEEDS_RANK, s);
}
