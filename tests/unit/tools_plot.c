/* Drawings: ticks, thinning, the terminal and pictures. */
#include "tools/tools_impl.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N = 5001 };
static double t[N], sine[N], steps[N];

static void make_curves(Plot *p, double scale) {
    for (int i = 0; i < N; i++) {
        t[i] = 10.0 * i / (N - 1);
        sine[i] = scale * sin(t[i]);
        steps[i] = scale * floor(t[i] / 2) / 5;
    }
    vec_push(&p->series, ((PlotSeries){.label = "sine [V]", .x = t, .y = sine, .n = N, .sorted = true}));
    vec_push(&p->series, ((PlotSeries){.label = "steps [V]", .x = t, .y = steps, .n = N, .sorted = true, .colour = 1}));
    p->x.label = "time [s]";
    p->y.label = "[V]";
}

static void test_ticks(void) {
    Plot p = {0};
    make_curves(&p, 1);
    CHECK(tool_plot_frame(&p, NAN, NAN, 6, 6));
    CHECK(p.x.step == 2 && tool_plot_ticks(&p.x) == 6 && p.y.step == 0.5 && p.y.first == -1 &&
          fabs(p.y.low + 1.08) < 1e-9 && fabs(p.y.high - 1.08) < 1e-9);
    char text[32];
    tool_plot_tick_text(&p.y, 1, text, sizeof text);
    CHECK(strcmp(text, "-0.5") == 0);
    vec_clear(&p.series);
    make_curves(&p, 1e-7);
    CHECK(tool_plot_frame(&p, 2, 4, 6, 6) && p.x.low == 2 && p.x.high == 4);
    Text label = {0};
    tool_plot_axis_text(&p.y, &label);
    CHECK(strcmp(base_text_str(&label), "[V]  × 10⁻⁹") == 0);
    base_text_free(&label);
    CHECK(!tool_plot_frame(&p, 20, 30, 6, 6));
    vec_free(&p.series);
}

static void test_thinning(void) {
    Plot p = {0};
    make_curves(&p, 1);
    tool_plot_frame(&p, NAN, NAN, 6, 6);
    PlotPoints points = {0};
    tool_plot_points(&p, &p.series.at[0], 100, &points);
    double greatest = 0, true_greatest = 0;
    for (size_t i = 0; i < points.y.n; i++) greatest = fmax(greatest, points.y.at[i]);
    for (int i = 0; i < N; i++) true_greatest = fmax(true_greatest, sine[i]);
    CHECK(points.x.n <= 404 && greatest == true_greatest && points.x.at[0] == 0 && vec_last(&points.x) == 10);
    vec_free(&points.x);
    vec_free(&points.y);
    vec_free(&p.series);
}

static void test_terminal(bool show) {
    Plot p = {.width = 80, .height = 16, .title = "two curves", .colour = show};
    make_curves(&p, 1);
    tool_plot_frame(&p, NAN, NAN, 6, 5);
    Text out = {0};
    tool_plot_terminal(&p, &out);
    if (show) fputs(out.at, stdout);
    CHECK(strstr(out.at, "two curves") && strstr(out.at, "── sine [V]") && strstr(out.at, "-0.5 ┤"));
    size_t lines = 0;
    for (const char *c = out.at; *c; c++) lines += *c == '\n';
    CHECK(lines == 16 + 7);
    base_text_free(&out);
    vec_free(&p.series);
}

static PlotFigure make_figure(double width, double height, double scale) {
    PlotFigure f = {.width = width, .height = height, .title = "two curves"};
    vec_push(&f.panels, ((Plot){0}));
    make_curves(&f.panels.at[0], scale);
    f.panels.at[0].series.at[1].dash = 1;
    tool_figure_frame(&f, NAN, NAN, 8, 8);
    return f;
}

static void test_pictures(const char *keep) {
    Context *ctx = base_context_new();
    const char *ends[] = {".svg", ".png", ".pdf", ".html"}, *heads[] = {"<?xml", "\x89PNG", "%PDF", "<!DOCTYPE html>"};
    for (int i = 0; i < 4; i++) {
        PlotFigure f = make_figure(1000, 600, 1000);
        char path[64];
        snprintf(path, sizeof path, "%s_%d%s", keep ? keep : "/tmp/causeway_plot", (int)getpid(), ends[i]);
        CHECK(tool_figure_write(ctx, &f, path));
        SourceId id = base_source_open(ctx->sources, path);
        CHECK(id && strncmp(base_source(ctx->sources, id)->text, heads[i], strlen(heads[i])) == 0);
        if (!keep) unlink(path);
        tool_free_figure(&f);
    }
    PlotFigure f = make_figure(100, 100, 1);
    CHECK(!tool_figure_write(ctx, &f, "/tmp/x.gif") && !tool_figure_write(ctx, &f, "/no/such/folder/x.svg"));
    CHECK(!tool_figure_write(ctx, &f, "/no/such/folder/x.png"));
    tool_free_figure(&f);
    base_context_free(ctx);
}

/* A unit is as long on both axes, whatever the field. */
static void test_equal(void) {
    PlotFigure f = make_figure(1000, 600, 1000);
    Plot *p = &f.panels.at[0];
    p->equal = true;
    tool_plot_equal(p, 800, 400);
    double x = (p->x.high - p->x.low) / 800, y = (p->y.high - p->y.low) / 400;
    CHECK(fabs(x / y - 1) < 1e-12);
    tool_free_figure(&f);
}

/* Forty curves in a row are told apart by colour and stroke. */
static void test_many(void) {
    for (uint32_t i = 0; i < 30; i++)
        for (uint32_t k = i / 10 * 10; k < i; k++) { /* those before have other strokes */
            PlotColour a = tool_plot_colour(i), b = tool_plot_colour(k);
            CHECK(fabs(a.r - b.r) + fabs(a.g - b.g) + fabs(a.b - b.b) > 0.1);
        }
}

int main(int argc, char **argv) {
    test_ticks();
    test_thinning();
    test_terminal(argc > 1);
    test_pictures(argc > 1 ? argv[1] : NULL);
    test_equal();
    test_many();
    return test_done();
}
