/* test_report.c - the outcome of a library's tests as a page of HTML and as JSON.
 *
 * The page refers to nothing outside itself: style and drawings are part of it.
 */
#include "tools/tools_impl.h"

#include <string.h>

bool tool_test_good(TestVerdict v) { return v == TEST_VERIFIED || v == TEST_RAN; }

/* 2: as it should be; 1: it simulates; 0: it does not. */
static int rank(int verdict) { return tool_test_good((TestVerdict)verdict) ? 2 : verdict == TEST_DIFFERS; }

bool tool_test_regressed(const TestCase *c) { return c->before >= 0 && rank((int)c->verdict) < rank(c->before); }

static const char style[] =
    "body{font:15px/1.45 system-ui,sans-serif;max-width:1220px;margin:2em auto;padding:0 1em;color:#1c2733}\n"
    "h1{font-size:1.5em}h2{font-size:1.1em;margin-top:2em}table{border-collapse:collapse;width:100%}\n"
    "th,td{text-align:left;padding:.25em .7em;border-bottom:1px solid #e3e8ee;vertical-align:top}th{color:#5b6875}\n"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}td.w{color:#5b6875}\n"
    "b{font-weight:600;padding:.05em .5em;border-radius:.6em;background:#fbe3e0;color:#9d2316}\n"
    "b.verified,b.ran{background:#def3e2;color:#17652c}b.differs{background:#fdf0d3;color:#7d5300}\n"
    "details{margin:.4em 0}summary{cursor:pointer}pre{background:#f5f7f9;padding:.7em;overflow:auto;font-size:13px}\n"
    "figure{display:inline-block;margin:.5em 1em .5em 0}figcaption{font-size:13px;color:#5b6875}\n"
    "svg{max-width:100%;height:auto}svg text{font:11px system-ui,sans-serif;fill:#5b6875}\n"
    "svg .g{stroke:#e3e8ee;fill:none}svg .m{stroke:#d22;stroke-width:2;fill:none}\n"
    "@media(prefers-color-scheme:dark){body{background:#12181f;color:#dbe3ea}th,td{border-color:#2a3541}"
    "pre{background:#1b242d}svg .g{stroke:#2a3541}}\n";

/* "Modelica.Blocks" of Modelica.Blocks.Examples.PID_Controller: the row of a model in the summary. */
static size_t package_length(const char *model) {
    size_t n = strcspn(model, ".");
    if (model[n]) n += 1 + strcspn(model + n + 1, ".");
    return n;
}

static void summary_row(const char *name, size_t length, const size_t *counts, Text *out) {
    size_t all = 0;
    for (int i = 0; i < TEST_KINDS; i++) all += counts[i];
    char *copy = base_realloc(NULL, length + 1);
    memcpy(copy, name, length);
    copy[length] = 0;
    base_text_add(out, "<tr><td>");
    tool_html_text(out, copy);
    base_realloc(copy, 0);
    base_text_printf(out, "</td><td class=n>%zu</td>", all);
    for (int i = 0; i < TEST_KINDS; i++) {
        if (counts[i]) base_text_printf(out, "<td class=n>%zu</td>", counts[i]);
        else base_text_add(out, "<td></td>");
    }
    base_text_add(out, "</tr>\n");
}

/* Cases are sorted by name, so that those of a package stand together. */
static void summary(const TestRun *t, Text *out) {
    base_text_add(out, "<table><tr><th>package</th><th class=n>models</th>");
    for (int i = 0; i < TEST_KINDS; i++) base_text_printf(out, "<th class=n>%s</th>", tool_test_words[i]);
    base_text_add(out, "</tr>\n");
    size_t total[TEST_KINDS] = {0};
    for (size_t i = 0; i < t->cases.n;) {
        size_t counts[TEST_KINDS] = {0}, length = package_length(t->cases.at[i].of->model);
        const char *name = t->cases.at[i].of->model;
        for (; i < t->cases.n; i++) {
            const TestCase *c = &t->cases.at[i];
            if (package_length(c->of->model) != length || strncmp(c->of->model, name, length) != 0) break;
            counts[c->verdict]++;
            total[c->verdict]++;
        }
        summary_row(name, length, counts, out);
    }
    summary_row("all", 3, total, out);
    base_text_add(out, "</table>\n");
}

static void one_line(TestCase *c, Text *out) {
    base_text_printf(out, "<tr><td><b class=%s>%s</b>", tool_test_words[c->verdict], tool_test_words[c->verdict]);
    if (tool_test_regressed(c)) base_text_printf(out, " was %s", tool_test_words[c->before]);
    base_text_add(out, "</td><td>");
    tool_html_text(out, c->of->model);
    base_text_printf(out, "</td><td class=n>%.2f</td><td class=w>", c->seconds);
    tool_html_text(out, base_text_str(&c->why));
    base_text_add(out, "</td></tr>\n");
}

static void one_failure(TestCase *c, Text *out) {
    base_text_printf(out, "<details%s><summary><b class=%s>%s</b> ", tool_test_regressed(c) ? " open" : "",
                     tool_test_words[c->verdict], tool_test_words[c->verdict]);
    tool_html_text(out, c->of->model);
    base_text_add(out, "</summary><p>");
    tool_html_text(out, base_text_str(&c->why));
    base_text_add(out, "</p>");
    base_text_addn(out, c->pictures.at ? c->pictures.at : "", c->pictures.n);
    if (c->output.n) {
        base_text_add(out, "<pre>");
        tool_html_text(out, base_text_str(&c->output));
        base_text_add(out, "</pre>");
    }
    base_text_add(out, "</details>\n");
}

void tool_test_html(const TestRun *t, Text *out) {
    base_text_add(out, "<!DOCTYPE html>\n<html lang=en><meta charset=utf-8><meta name=viewport "
                       "content='width=device-width'><title>");
    tool_html_text(out, t->found.library);
    base_text_printf(out, ": tests</title><style>\n%s</style>\n<h1>Tests of ", style);
    tool_html_text(out, t->found.library);
    base_text_printf(
        out, "</h1>\n<p>causeway %s; tube of %g in time and in value, %g of the instants may lie outside.</p>\n",
        causeway_version(), ana_tube_width, ana_tube_share);
    summary(t, out);
    size_t bad = 0;
    for (size_t i = 0; i < t->cases.n; i++) bad += !tool_test_good(t->cases.at[i].verdict);
    if (bad) base_text_add(out, "<h2>What is not as it should be</h2>\n");
    for (int regressed = 1; regressed >= 0; regressed--) /* what got worse comes first */
        for (size_t i = 0; i < t->cases.n; i++) {
            TestCase *c = &t->cases.at[i];
            if (!tool_test_good(c->verdict) && tool_test_regressed(c) == regressed) one_failure(c, out);
        }
    base_text_add(
        out, "<h2>All models</h2>\n<table><tr><th>verdict</th><th>model</th><th class=n>seconds</th><th></th></tr>\n");
    for (size_t i = 0; i < t->cases.n; i++) one_line(&t->cases.at[i], out);
    base_text_add(out, "</table>\n</html>\n");
}

static void json_text(Text *out, const char *name, const char *value) {
    base_text_printf(out, ",\"%s\":", name);
    base_text_json(out, value, strlen(value));
}

void tool_test_json(const TestRun *t, Text *out) {
    size_t counts[TEST_KINDS] = {0};
    base_text_add(out, "{\"library\":");
    base_text_json(out, t->found.library, strlen(t->found.library));
    base_text_add(out, ",\"models\":[");
    for (size_t i = 0; i < t->cases.n; i++) {
        TestCase *c = &t->cases.at[i];
        counts[c->verdict]++;
        base_text_printf(out, "%s\n{\"model\":", i ? "," : "");
        base_text_json(out, c->of->model, strlen(c->of->model));
        json_text(out, "verdict", tool_test_words[c->verdict]);
        if (c->before >= 0) json_text(out, "before", tool_test_words[c->before]);
        json_text(out, "why", base_text_str(&c->why));
        base_text_printf(out, ",\"seconds\":%.3f,\"compared\":%zu,\"different\":%zu,\"regressed\":%s}", c->seconds,
                         c->compared, c->different, tool_test_regressed(c) ? "true" : "false");
    }
    base_text_add(out, "\n],\"counts\":{");
    for (int i = 0; i < TEST_KINDS; i++)
        base_text_printf(out, "%s\"%s\":%zu", i ? "," : "", tool_test_words[i], counts[i]);
    base_text_add(out, "}}\n");
}
