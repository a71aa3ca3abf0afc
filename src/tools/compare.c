/* compare.c - `causeway compare RESULT REFERENCE`: two results inside a tube.
 *
 * A point lies inside when the other curve, seen through a window of relative width T in time, comes within T of its
 * range in value.  Both curves are looked at from both sides.  Of several rows at one instant (an event) one inside is
 * enough, and one instant in a thousand may lie outside (a spike sampled by one result only).
 */
#include "tools/tools.h"

#include <math.h>
#include <string.h>

static const double default_tolerance = 2e-3, share_allowed = 1e-3;

typedef struct {
    const double *t, *y;
    size_t n;
} Curve;

/* Index of the first point behind t. */
static size_t first_after(const Curve *c, double t) {
    size_t low = 0, high = c->n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c->t[middle] <= t) low = middle + 1;
        else high = middle;
    }
    return low;
}

static double value_at(const Curve *c, double t) {
    size_t i = first_after(c, t);
    if (i == 0) return c->y[0];
    if (i == c->n || c->t[i] == c->t[i - 1]) return c->y[i - 1];
    double part = (t - c->t[i - 1]) / (c->t[i] - c->t[i - 1]);
    return c->y[i - 1] + part * (c->y[i] - c->y[i - 1]);
}

typedef struct { /* indices of a window's candidates, best first (a monotone queue) */
    VEC(size_t) at;
    size_t first;
} Best;

static void best_add(Best *b, const double *y, size_t i, double sign) {
    while (b->at.n > b->first && sign * y[vec_last(&b->at)] <= sign * y[i]) (void)vec_pop(&b->at);
    vec_push(&b->at, i);
}

/* Share of the instants of p at which no row lies in the tube (dx, dy) around c. */
static double share_outside(const Curve *c, const Curve *p, double dx, double dy) {
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
            instants++;
            inside = false;
        }
        inside |= p->y[k] >= smallest - dy && p->y[k] <= largest + dy;
    }
    outside += !inside;
    vec_free(&low.at);
    vec_free(&high.at);
    return instants ? (double)outside / (double)instants : 1;
}

/* The larger share of points outside, seen from either curve; 1 for curves that cannot be compared. */
static double difference(const Curve *result, const Curve *reference, double tolerance) {
    double smallest = INFINITY, largest = -INFINITY, magnitude = 0;
    for (size_t i = 0; i < result->n; i++)
        if (!isfinite(result->y[i])) return 1;
    for (size_t i = 0; i < reference->n; i++) {
        smallest = fmin(smallest, reference->y[i]);
        largest = fmax(largest, reference->y[i]);
        magnitude = fmax(magnitude, fabs(reference->y[i]));
    }
    double dx = tolerance * fmax(reference->t[reference->n - 1] - reference->t[0], 1e-300);
    double dy = tolerance * fmax(fmax(largest - smallest, 1e-3), 1e-2 * magnitude);
    Curve shared = *result;
    while (shared.n && shared.t[shared.n - 1] > reference->t[reference->n - 1] + dx) shared.n--;
    if (!shared.n) return 1;
    return fmax(share_outside(reference, &shared, dx, dy), share_outside(&shared, reference, dx, dy));
}

typedef struct {
    size_t compared, different, missing;
    double tolerance;
    bool json;
    Text list; /* JSON: what differs */
} Report;

static void report_variable(Report *rep, const char *name, double share, bool missing) {
    rep->missing += missing;
    rep->compared += !missing;
    bool differs = missing || share > share_allowed;
    if (!differs) return;
    rep->different += !missing;
    if (rep->json) {
        base_text_add(&rep->list, rep->list.n ? "," : "");
        base_text_add(&rep->list, "{\"name\":");
        base_text_json(&rep->list, name, strlen(name));
        if (missing) base_text_add(&rep->list, ",\"missing\":true}");
        else base_text_printf(&rep->list, ",\"outside\":%.6g}", share);
    } else if (missing) {
        printf("%s: not in the first result\n", name);
    } else {
        printf("%s: %.2f %% of the points outside the tube\n", name, 100 * share);
    }
}

static bool compare_results(ToolRun *r, RtResult *a, RtResult *b, Report *rep) {
    size_t n;
    const char *const *names = rt_result_names(b, &n);
    Curve result = {rt_result_time(a), NULL, rt_result_rows(a)};
    Curve reference = {rt_result_time(b), NULL, rt_result_rows(b)};
    if (!result.n || !reference.n) {
        base_error(r->ctx, "TOOL0011", (Span){0}, "%s has no rows", r->options->words.at[result.n ? 1 : 0]);
        return false;
    }
    double span = reference.t[reference.n - 1] - reference.t[0];
    if (result.t[result.n - 1] < reference.t[reference.n - 1] - rep->tolerance * span) {
        base_error(r->ctx, "TOOL0011", (Span){0}, "the first result ends at %g, the second at %g",
                   result.t[result.n - 1], reference.t[reference.n - 1]);
        return false;
    }
    for (size_t i = 1; i < n; i++) {
        reference.y = rt_result_column(b, names[i]);
        result.y = rt_result_column(a, names[i]);
        if (reference.y) report_variable(rep, names[i], result.y ? difference(&result, &reference, rep->tolerance) : 1, !result.y);
    }
    if (!rep->compared && !rep->missing) {
        base_error(r->ctx, "TOOL0011", (Span){0}, "%s has no variables to compare", r->options->words.at[1]);
        return false;
    }
    return true;
}

ToolExit tool_compare(ToolRun *r) {
    Report rep = {.json = r->options->json, .tolerance = default_tolerance};
    if (tool_given(r->options->tolerance)) rep.tolerance = r->options->tolerance;
    RtResult *a = rt_result_open(r->ctx, r->options->words.at[0]);
    RtResult *b = rt_result_open(r->ctx, r->options->words.at[1]);
    bool ok = a && b && compare_results(r, a, b, &rep);
    if (ok && rep.json)
        printf("{\"compared\":%zu,\"different\":%zu,\"missing\":%zu,\"tolerance\":%g,\"list\":[%s]}\n", rep.compared,
               rep.different, rep.missing, rep.tolerance, base_text_str(&rep.list));
    else if (ok)
        printf("%zu variables compared, %zu different, %zu missing (tube %g)\n", rep.compared, rep.different,
               rep.missing, rep.tolerance);
    if (a) rt_result_close(a);
    if (b) rt_result_close(b);
    base_text_free(&rep.list);
    return ok && !rep.different && !rep.missing ? TOOL_DONE : TOOL_USAGE;
}
