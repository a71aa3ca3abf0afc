/* compare.c - `causeway compare RESULT REFERENCE`: two results inside a tube.
 */
#include "tools/tools_impl.h"

#include <string.h>

typedef struct {
    size_t compared, different, missing;
    double tolerance;
    bool json;
    Text list; /* JSON: what differs */
} Report;

static void report_variable(Report *rep, const char *name, double share, bool missing) {
    rep->missing += missing;
    rep->compared += !missing;
    bool differs = missing || share > tool_tube_share;
    if (!differs) return;
    rep->different += !missing;
    if (rep->json) {
        base_text_add(&rep->list, rep->list.n ? "," : "");
        base_text_add(&rep->list, "{\"name\":");
        base_text_json(&rep->list, name, strlen(name));
        if (missing) base_text_add(&rep->list, ",\"missing\":true}");
        else base_text_printf(&rep->list, ",\"outside\":%.6g}", share);
    } else if (missing) {
        base_say(stdout, "%s: not in the first result\n", name);
    } else {
        base_say(stdout, "%s: %.2f %% of the points outside the tube\n", name, 100 * share);
    }
}

/* Between the rows of a curve whose time goes back nothing can be compared; false after reporting. */
static bool in_order(Context *ctx, const char *path, const ToolCurve *c) {
    for (size_t i = 1; i < c->n; i++)
        if (!(c->t[i] >= c->t[i - 1])) {
            base_error(ctx, "TOOL0011", (Span){0}, "in %s time goes back, from %g to %g in row %zu", path, c->t[i - 1],
                       c->t[i], i + 1);
            return false;
        }
    return true;
}

static bool compare_results(ToolRun *r, ResResult *a, ResResult *b, Report *rep) {
    size_t n;
    const char *const *names = res_names(b, &n);
    ToolCurve result = {res_time(a), NULL, res_rows(a)};
    ToolCurve reference = {res_time(b), NULL, res_rows(b)};
    if (!result.n || !reference.n) {
        base_error(r->ctx, "TOOL0011", (Span){0}, "%s has no rows", r->options->words.at[result.n ? 1 : 0]);
        return false;
    }
    if (!in_order(r->ctx, r->options->words.at[0], &result) || !in_order(r->ctx, r->options->words.at[1], &reference))
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
        if (reference.y)
            report_variable(rep, names[i], result.y ? tool_tube_outside(&result, &reference, rep->tolerance, NULL) : 1,
                            !result.y);
    }
    if (!rep->compared && !rep->missing) {
        base_error(r->ctx, "TOOL0011", (Span){0}, "%s has no variables to compare", r->options->words.at[1]);
        return false;
    }
    return true;
}

ToolExit tool_compare(ToolRun *r) {
    Report rep = {.json = r->options->json, .tolerance = tool_tube_width};
    if (tool_given(r->options->tolerance)) rep.tolerance = r->options->tolerance;
    ResResult *a = res_open(r->ctx, r->options->words.at[0]);
    ResResult *b = res_open(r->ctx, r->options->words.at[1]);
    bool ok = a && b && compare_results(r, a, b, &rep);
    if (ok && rep.json)
        printf("{\"compared\":%zu,\"different\":%zu,\"missing\":%zu,\"tolerance\":%g,\"list\":[%s]}\n", rep.compared,
               rep.different, rep.missing, rep.tolerance, base_text_str(&rep.list));
    else if (ok)
        printf("%zu variables compared, %zu different, %zu missing (tube %g)\n", rep.compared, rep.different,
               rep.missing, rep.tolerance);
    if (a) res_close(a);
    if (b) res_close(b);
    base_text_free(&rep.list);
    return ok && !rep.different && !rep.missing ? TOOL_DONE : TOOL_USAGE;
}
