/* follow.c - how large states are, where nothing says so: for the errors that an integrator may make.
 *
 * A state of which nothing is said is taken to be of size one (MLS 3.6, 4.9: nominal); one that is far smaller, or
 * becomes so, is held to the tolerance as well: what counts is the largest that it was in the last steps.  States of
 * one group are compared with each other: what a wave has not reached yet is no small state.  Events begin anew: what
 * is small in one phase of a run need not be in the next.
 */
#ifndef SOL_CARRIED
#include "solve/solve.h"
#endif

static const double SOL_ORDINARY = 200; /* times a state: more than one, and it is no small one */
static const double SOL_FORGET = 0.9;   /* part of a size that is left a step later */
enum { SOL_MOST_FOLLOWED = 1000 };      /* steps in a row: more, and what is followed is noise of something at rest */

static void sol_set_sizes(SolSizes *s, unsigned from, unsigned end, double size) {
    for (; from < end; from++) s->scale[s->state[from]] = size;
}

/* A state that is small and will stay so as far as is seen is not begun with as if its size were one: the first steps
 * would lose it.  Where nothing moves, nothing is known. */
SOL void sol_small_sizes(SolSizes *s, double (*reach)(void *arg, unsigned state), void *arg) {
    for (unsigned g = 0, from = 0; g < s->ngroups; from = s->end[g++]) {
        double largest = 0;
        for (unsigned k = from; k < s->end[g] && largest * SOL_ORDINARY < 1; k++)
            largest = sol_larger(largest, reach(arg, s->state[k]));
        if (largest > 0 && largest * SOL_ORDINARY < 1)
            sol_set_sizes(s, from, s->end[g], sol_larger(SOL_ORDINARY * largest, SOL_LEAST_SIZE));
    }
}

SOL void sol_follow_sizes(SolSizes *s, const double *y) {
    int over;
    if (s->followed > SOL_MOST_FOLLOWED) return;
    over = s->ngroups && ++s->followed > SOL_MOST_FOLLOWED;
    for (unsigned g = 0, from = 0; g < s->ngroups; from = s->end[g++]) {
        double size = 1, before = s->scale[s->state[from]], largest = 0;
        for (unsigned k = from; !over && k < s->end[g] && largest * SOL_ORDINARY < 1; k++)
            largest = sol_larger(largest, fabs(y[s->state[k]]));
        if (!over) size = sol_larger(sol_larger(SOL_ORDINARY * largest, SOL_FORGET * before), SOL_LEAST_SIZE);
        if (size > 1) size = 1;
        if (size != before) sol_set_sizes(s, from, s->end[g], size);
    }
}
