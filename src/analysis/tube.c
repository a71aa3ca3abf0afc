/* tube.c - how far two curves are apart: inside a tube, or not.
 *
 * A point lies inside when the other curve, seen through a window of relative width T in time, comes within T of its
 * range in value.  Both curves are looked at from both sides.  Of several rows at one instant (an event) one inside is
 * enough, and one instant in a thousand may lie outside (a spike sampled by one result only).
 */
#include "analysis/analysis.h"

#include <math.h>

const double ana_tube_width = 2e-3, ana_tube_share = 1e-3;

/* Index of the first point behind t. */
static size_t first_after(const AnaCurve *c, double t) {
    size_t low = 0, high = c->n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c->t[middle] <= t) low = middle + 1;
        else high = middle;
    }
    return low;
}

static double value_at(const AnaCurve *c, double t) {
    size_t i = first_after(c, t);
    if (i == 0) return c->y[0];
    if (i == c->n || c->t[i] == c->t[i - 1]) return c->y[i - 1];
    double part = (t - c->t[i - 1]) / (c->t[i] - c->t[i - 1]);
    return c->y[i - 1] + part * (c->y[i] - c->y[i - 1]);
}

/* indices of a window's candidates, best first (a monotone queue) */
typedef struct {
    VEC(size_t) at;
    size_t first;
} Best;

static void best_add(Best *b, const double *y, size_t i, double sign) {
    while (b->at.n > b->first && sign * y[vec_last(&b->at)] <= sign * y[i]) (void)vec_pop(&b->at);
    vec_push(&b->at, i);
}

/* Share of the instants of p at which no row lies in the tube (dx, dy) around c; those instants, when where is
 * given. */
static double share_outside(const AnaCurve *c, const AnaCurve *p, double dx, double dy, AnaTimes *where) {
    Best low = {0}, high = {0};
    size_t entered = 0, instants = 0, outside = 0;
    bool inside = true;
    for (size_t k = 0; k < p->n; k++) {
        double from = p->t[k] - dx, to = p->t[k] + dx;
        for (; entered < c->n && c->t[entered] <= to; entered++) {
            best_add(&low, c->y, entered, -1);
            best_add(&high, c->y, entered, 1);
        }
        while (low.first < low.at.n && c->t[low.at.at[low.first]] < from) low.first++;
        while (high.first < high.at.n && c->t[high.at.at[high.first]] < from) high.first++;
        double left = value_at(c, from), right = value_at(c, to);
        double smallest = fmin(left, right), largest = fmax(left, right);
        if (low.first < low.at.n) smallest = fmin(smallest, c->y[low.at.at[low.first]]);
        if (high.first < high.at.n) largest = fmax(largest, c->y[high.at.at[high.first]]);
        if (k == 0 || p->t[k] - p->t[k - 1] > 1e-9 * dx) {
            outside += !inside;
            if (!inside && where) vec_push(where, p->t[k - 1]);
            instants++;
            inside = false;
        }
        inside |= p->y[k] >= smallest - dy && p->y[k] <= largest + dy;
    }
    outside += !inside;
    if (!inside && where) vec_push(where, p->t[p->n - 1]);
    vec_free(&low.at);
    vec_free(&high.at);
    return instants ? (double)outside / (double)instants : 1;
}

/* Where a curve has a hole nothing is alike. */
static double no_number(AnaTimes *where, double t) {
    if (where) vec_push(where, t);
    return 1;
}

double ana_tube_outside(const AnaCurve *result, const AnaCurve *reference, double tolerance, AnaTimes *where) {
    double smallest = INFINITY, largest = -INFINITY, magnitude = 0;
    for (size_t i = 0; i < result->n; i++)
        if (!isfinite(result->y[i])) return no_number(where, result->t[i]);
    for (size_t i = 0; i < reference->n; i++) {
        if (!isfinite(reference->y[i])) return no_number(where, reference->t[i]);
        smallest = fmin(smallest, reference->y[i]);
        largest = fmax(largest, reference->y[i]);
        magnitude = fmax(magnitude, fabs(reference->y[i]));
    }
    double dx = tolerance * fmax(reference->t[reference->n - 1] - reference->t[0], 1e-300);
    double dy = tolerance * fmax(fmax(largest - smallest, 1e-3), 1e-2 * magnitude);
    AnaCurve shared = *result;
    while (shared.n && shared.t[shared.n - 1] > reference->t[reference->n - 1] + dx) shared.n--;
    if (!shared.n) return 1;
    return fmax(share_outside(reference, &shared, dx, dy, where), share_outside(&shared, reference, dx, dy, where));
}

AnaDeviation ana_deviation(const AnaCurve *result, const AnaCurve *reference, const AnaTimes *where) {
    AnaDeviation d = {.time = where->n ? where->at[0] : reference->t[0]};
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < reference->n; i++) {
        least = fmin(least, reference->y[i]);
        most = fmax(most, reference->y[i]);
    }
    d.range = most - least;
    for (size_t i = 0; i < where->n; i++) {
        double off = fabs(value_at(result, where->at[i]) - value_at(reference, where->at[i]));
        if (!(off <= d.largest)) d.largest = off, d.time = where->at[i];
    }
    return d;
}
