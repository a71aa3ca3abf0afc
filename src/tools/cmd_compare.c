/* cmd_compare.c - `causeway compare RESULT REFERENCE`: two results inside a tube.
 */
#include "tools/tools_impl.h"

#include <math.h>
#include <string.h>

typedef struct {
    const char *name;
    double share; /* of instants outside; 2: it is missing */
    AnaDeviation off;
} Difference;

typedef struct {
    size_t compared, missing;
    double tolerance;
    bool json;
    VEC(Difference) list;
} Report;

/* Largest deviation against the range first; what is missing last. */
static bool is_worse(const Difference *a, const Difference *b) {
    bool lost_a = a->share > 1, lost_b = b->share > 1;
    if (lost_a != lost_b) return lost_b;
    double x = a->off.largest / (a->off.range > 0 ? a->off.range : 1e-300);
    double y = b->off.largest / (b->off.range > 0 ? b->off.range : 1e-300);
    return x != y ? x > y : a->share > b->share;
}

static void add_difference(Report *rep, const Difference *d) {
    vec_push(&rep->list, *d);
    for (size_t i = rep->list.n - 1; i > 0 && is_worse(&rep->list.at[i], &rep->list.at[i - 1]); i--) {
        Difference other = rep->list.at[i - 1];
        rep->list.at[i - 1] = rep->list.at[i];
        rep->list.at[i] = other;
    }
}

static const char *number_or_null(double x, char text[32]) {
    snprintf(text, 32, isfinite(x) ? "%.6g" : "null", x);
    return text;
}

static void print_difference(const Report *rep, const Difference *d, bool first, Text *out) {
    bool missing = d->share > 1;
    if (!rep->json && missing) base_say(stdout, "%s: not in the first result\n", d->name);
    else if (!rep->json)
        base_say(stdout, "%s: %.2f %% of the points outside the tube, largest deviation %.6g at %.6g (range %.6g)\n",
                 d->name, 100 * d->share, d->off.largest, d->off.time, d->off.range);
    if (!rep->json && !missing && isnan(d->off.largest))
        base_say(stdout, "  one of the results has no number there: a field without a value?\n");
    if (!rep->json) return;
    base_text_add(out, first ? "{\"name\":" : ",{\"name\":");
    base_text_json(out, d->name, strlen(d->name));
    if (missing) base_text_add(out, ",\"missing\":true}");
    else
        base_text_printf(out, ",\"outside\":%.6g,\"deviation\":%s,\"time\":%.9g}", d->share,
                         number_or_null(d->off.largest, (char[32]){0}), d->off.time);
}

/* Between the rows of a curve whose time goes back nothing can be compared; false after reporting. */
static bool in_order(Context *ctx, const char *path, const ResResult *r, const AnaCurve *c) {
    for (size_t i = 1; i < c->n; i++)
        if (!(c->t[i] >= c->t[i - 1])) {
            size_t line = res_line(r, i);
            base_error(ctx, "TOOL0011", (Span){0}, "in %s time goes back, from %g to %g in %s %zu", path, c->t[i - 1],
                       c->t[i], line ? "line" : "row", line ? line : i + 1);
            return false;
        }
    return true;
}

/* A reference that lost its end says nothing about what was there. */
static bool whole(Context *ctx, const char *path, const ResResult *r) {
    size_t cut = res_cut_line(r);
    if (cut) base_error(ctx, "TOOL0011", (Span){0}, "%s ends in the middle of line %zu", path, cut);
    return !cut;
}

static bool compare_results(ToolRun *r, ResResult *a, ResResult *b, Report *rep) {
    size_t n;
    const char *const *names = res_names(b, &n);
    AnaCurve result = {res_time(a), NULL, res_rows(a)};
    AnaCurve reference = {res_time(b), NULL, res_rows(b)};
    if (!result.n || !reference.n) {
        base_error(r->ctx, "TOOL0011", (Span){0}, "%s has no rows", r->options->words.at[result.n ? 1 : 0]);
        return false;
    }
    if (!whole(r->ctx, r->options->words.at[1], b) || !in_order(r->ctx, r->options->words.at[0], a, &result) ||
        !in_order(r->ctx, r->options->words.at[1], b, &reference))
        return false;
    double span = reference.t[reference.n - 1] - reference.t[0];
    if (result.t[result.n - 1] < reference.t[reference.n - 1] - rep->tolerance * span) {
        base_error(r->ctx, "TOOL0011", (Span){0}, "the first result ends at %g, the second at %g",
                   result.t[result.n - 1], reference.t[reference.n - 1]);
        return false;
    }
    for (size_t i = 1; i < n; i++) {
        reference.y = res_column(b, names[i]);
        result.y = res_column(a, names[i]);
        if (!reference.y) continue;
        AnaTimes where = {0};
        Difference d = {.name = names[i], .share = 2};
        if (result.y) d.share = ana_tube_outside(&result, &reference, rep->tolerance, &where);
        rep->missing += !result.y;
        rep->compared += result.y != NULL;
        if (result.y && d.share > ana_tube_share) d.off = ana_deviation(&result, &reference, &where);
        if (d.share > ana_tube_share) add_difference(rep, &d);
        vec_free(&where);
    }
    if (!rep->compared && !rep->missing) {
        base_error(r->ctx, "TOOL0011", (Span){0}, "%s has no variables to compare", r->options->words.at[1]);
        return false;
    }
    return true;
}

ToolExit tool_compare(ToolRun *r) {
    Report rep = {.json = r->options->json, .tolerance = ana_tube_width};
    if (tool_given(r->options->tolerance)) rep.tolerance = r->options->tolerance;
    ResResult *a = res_open(r->ctx, r->options->words.at[0]);
    ResResult *b = res_open(r->ctx, r->options->words.at[1]);
    bool ok = a && b && compare_results(r, a, b, &rep);
    Text list = {0};
    for (size_t i = 0; ok && i < rep.list.n; i++) print_difference(&rep, &rep.list.at[i], i == 0, &list);
    size_t different = rep.list.n - rep.missing;
    if (ok && rep.json)
        printf("{\"compared\":%zu,\"different\":%zu,\"missing\":%zu,\"tolerance\":%g,\"list\":[%s]}\n", rep.compared,
               different, rep.missing, rep.tolerance, base_text_str(&list));
    else if (ok)
        printf("%zu variables compared, %zu different, %zu missing (tube %g)\n", rep.compared, different, rep.missing,
               rep.tolerance);
    bool same = ok && !rep.list.n;
    if (a) res_close(a);
    if (b) res_close(b);
    base_text_free(&list);
    vec_free(&rep.list);
    return same ? TOOL_DONE : TOOL_USAGE;
}
