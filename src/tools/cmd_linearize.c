/* cmd_linearize.c - `causeway linearize`: the linear model at a point of a run, as a file, a report and drawings. */
#include "tools/tools_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    ToolRun *run;
    AnaLinear *linear;
    const char *rest; /* the way to a point of rest, or NULL */
} Work;

static bool reached(void *arg, Runtime *rt, const SesModel *m) {
    Work *w = arg;
    w->linear = ses_linear(rt, m->dae, &w->run->options->outputs, &w->run->ctx->arena);
    return w->linear != NULL;
}

static void begins(void *arg, Runtime *rt, RtOptions *run) {
    const Work *w = arg;
    const ToolOptions *o = w->run->options;
    double left = tool_limits_simulating(w->run->limits, true);
    if (left > 0) run->timeout = o->timeout, run->used = o->timeout - left;
    run->stop = tool_given(o->at) ? o->at : run->start;
    tool_watch(rt, run, false);
}

/* ---- drawings ---------------------------------------------------------------------------------------------------- */

enum { POINTS = 600 };

typedef struct {
    double *x, *y, *z; /* POINTS each */
    const char *label;
} Curve;

typedef VEC(Curve) Curves;

/* A curve for every pair of input and output, filled by `fill`; false: there is none. */
static bool each_pair(Work *w, const char *option, Curves *out,
                      bool (*fill)(const AnaLinear *l, int y, int u, double from, double to, Curve *c), double from,
                      double to) {
    const AnaLinear *l = w->linear;
    Arena *a = &w->run->ctx->arena;
    for (int u = 0; u < l->m; u++)
        for (int y = 0; y < l->p; y++) {
            Curve c = {BASE_ARRAY(a, double, POINTS), BASE_ARRAY(a, double, POINTS), BASE_ARRAY(a, double, POINTS),
                       base_sprintf(a, "%s → %s", l->u[u], l->y[y])};
            if (fill(l, y, u, from, to, &c)) vec_push(out, c);
        }
    if (out->n) return true;
    Diag *d = base_error(w->run->ctx, "ANA0051", (Span){0}, "--%s: %s has no %s at its top", option, l->model,
                         l->m ? "outputs" : "inputs");
    base_hint(w->run->ctx, d, l->m ? "name some with --outputs" : "declare what moves it as input of the model");
    return false;
}

static bool fill_response(const AnaLinear *l, int y, int u, double from, double to, Curve *c) {
    double turns = 0, before = 0;
    for (int i = 0; i < POINTS; i++) {
        double re, im, f = from * pow(to / from, (double)i / (POINTS - 1));
        if (!ana_response(l, y, u, f, &re, &im)) re = im = NAN;
        double phase = atan2(im, re) * 180 / M_PI;
        if (i && phase - before > 180) turns -= 360;
        if (i && phase - before < -180) turns += 360;
        before = phase;
        c->x[i] = log10(f);
        c->y[i] = 20 * log10(hypot(re, im));
        c->z[i] = phase + turns;
    }
    return true;
}

/* The whole curve: frequencies down from the highest negative one, where it is the mirror image, and up again. */
static bool fill_plane(const AnaLinear *l, int y, int u, double from, double to, Curve *c) {
    enum { HALF = POINTS / 2 };
    for (int i = 0; i < HALF; i++) {
        double f = from * pow(to / from, (double)i / (HALF - 1)), *x = c->x, *z = c->y;
        if (!ana_response(l, y, u, f, &x[HALF + i], &z[HALF + i])) x[HALF + i] = z[HALF + i] = NAN;
        x[HALF - 1 - i] = x[HALF + i];
        z[HALF - 1 - i] = -z[HALF + i];
    }
    return true;
}

static bool fill_step(const AnaLinear *l, int y, int u, double from, double to, Curve *c) {
    (void)from;
    double h = to / (POINTS - 1);
    for (int i = 0; i < POINTS; i++) c->x[i] = i * h;
    return ana_step(l, y, u, h, POINTS, c->y);
}

static Plot *add_panel(PlotFigure *f, const char *x, const char *y) {
    vec_push(&f->panels, ((Plot){.x.label = x, .y.label = y}));
    return &vec_last(&f->panels);
}

static void add_curves(Plot *p, const Curves *curves, bool third, bool sorted) {
    for (size_t i = 0; i < curves->n; i++) {
        const Curve *c = &curves->at[i];
        vec_push(&p->series, ((PlotSeries){.label = c->label,
                                           .x = c->x,
                                           .y = third ? c->z : c->y,
                                           .n = POINTS,
                                           .colour = (uint32_t)i,
                                           .dash = (uint32_t)i / 10,
                                           .sorted = sorted}));
    }
}

static ToolExit draw_figure(Work *w, PlotFigure *f, const char *path) {
    f->title = w->run->options->title ? w->run->options->title : w->linear->model;
    /* --from and --to were used where the curves were computed */
    ToolOptions plain = *w->run->options;
    ToolRun run = *w->run;
    plain.from = plain.to = NAN;
    run.options = &plain;
    ToolExit code = tool_draw_figure(&run, f, path);
    tool_free_figure(f);
    return code;
}

static ToolExit draw_bode(Work *w, const char *path, double low, double high) {
    Curves curves = {0};
    PlotFigure f = {0};
    if (!each_pair(w, "bode", &curves, fill_response, low, high)) return TOOL_USAGE;
    add_panel(&f, "frequency [Hz]", "magnitude [dB]")->x.log = true;
    Plot *phase = add_panel(&f, "frequency [Hz]", "phase [°]");
    phase->x.log = phase->y.degrees = true;
    add_curves(&f.panels.at[0], &curves, false, true);
    add_curves(&f.panels.at[1], &curves, true, true);
    vec_free(&curves);
    return draw_figure(w, &f, path);
}

static ToolExit draw_nyquist(Work *w, const char *path, double low, double high) {
    Curves curves = {0};
    PlotFigure f = {0};
    if (!each_pair(w, "nyquist", &curves, fill_plane, low, high)) return TOOL_USAGE;
    Plot *p = add_panel(&f, "real part", "imaginary part");
    p->equal = true;
    add_curves(p, &curves, false, false);
    static const double critical[] = {-1}, zero[] = {0};
    vec_push(
        &p->series,
        ((PlotSeries){.label = "−1", .x = critical, .y = zero, .n = 1, .colour = (uint32_t)curves.n, .points = true}));
    vec_free(&curves);
    return draw_figure(w, &f, path);
}

static ToolExit draw_step(Work *w, const char *path, double until) {
    Curves curves = {0};
    PlotFigure f = {0};
    if (!each_pair(w, "step", &curves, fill_step, 0, until)) return TOOL_USAGE;
    add_curves(add_panel(&f, "time [s]", "response to a unit step"), &curves, false, true);
    vec_free(&curves);
    return draw_figure(w, &f, path);
}

static ToolExit draw_all(Work *w) {
    const ToolOptions *o = w->run->options;
    double low, high, settle;
    ana_linear_span(w->linear, &low, &high, &settle);
    if (tool_given(o->from) && o->from > 0) low = o->from;
    if (tool_given(o->to) && o->to > low) high = o->to;
    ToolExit code = TOOL_DONE;
    if (o->bode) code = draw_bode(w, o->bode, low, high);
    if (code == TOOL_DONE && o->nyquist) code = draw_nyquist(w, o->nyquist, low, high);
    if (code == TOOL_DONE && o->step_plot)
        code = draw_step(w, o->step_plot, tool_given(o->to) && o->to > 0 ? o->to : settle);
    return code;
}

/* Decibels and degrees at the frequencies that were asked for. */
static bool add_frequencies(const Work *w, Text *out) {
    const VecStr *asked = &w->run->options->frequencies;
    const AnaLinear *l = w->linear;
    for (size_t i = 0; i < asked->n; i++) {
        char *end;
        double f = strtod(asked->at[i], &end), re, im;
        if (*end || end == asked->at[i] || !(f >= 0)) {
            base_error(w->run->ctx, "TOOL0002", (Span){0}, "--frequency wants a number of hertz, not '%s'",
                       asked->at[i]);
            return false;
        }
        for (int u = 0; u < l->m; u++)
            for (int y = 0; y < l->p; y++) {
                if (!ana_response(l, y, u, f, &re, &im)) re = im = NAN;
                base_text_printf(out, "%s → %s at %g Hz: %.6g dB, %.6g deg\n", l->u[u], l->y[y], f,
                                 20 * log10(hypot(re, im)), atan2(im, re) * 180 / M_PI);
            }
    }
    return true;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static bool check_options(ToolRun *r) {
    static const char *const endings[] = {".mo", ".mat", ".json", ".py"};
    const char *path = r->options->output;
    bool known = !path;
    for (size_t i = 0; i < 4 && path; i++) known |= ses_ends_with(path, endings[i]);
    if (!known)
        base_error(r->ctx, "TOOL0008", (Span){0}, "the name of a linear model must end in .mo, .mat, .json or .py");
    return known;
}

static ToolExit write_linear(Work *w) {
    Text t = {0};
    ToolExit code = TOOL_DONE;
    if (w->run->options->output) {
        (void)ana_linear_form(w->linear, w->run->options->output, &t);
        code = tool_write_text(w->run, t.at, t.n);
        t.n = 0;
    }
    if (code == TOOL_DONE && !w->run->options->quiet) {
        if (w->rest) base_text_printf(&t, "at rest by %s\n", w->rest);
        ana_linear_report(w->linear, &t);
        if (!add_frequencies(w, &t)) return base_text_free(&t), TOOL_USAGE;
        code = tool_print_text(w->run, t.at, t.n);
    }
    base_text_free(&t);
    return code == TOOL_DONE ? draw_all(w) : code;
}

ToolExit tool_linearize(ToolRun *r) {
    SesModel m = tool_model(r);
    SesOutcome out = {0};
    Work w = {.run = r};
    if (!check_options(r)) return TOOL_USAGE;
    r->asked.response = true;
    SesSimulation how = {.begins = begins, .reached = reached, .arg = &w, .record.path = "/dev/null"};
    how.options = (RtOptions){.start = r->options->start,
                              .stop = NAN,
                              .interval = NAN,
                              .tolerance = r->options->tolerance,
                              .solver = r->options->solver};
    how.inputs = r->options->inputs;
    how.start_from = r->options->start_from;
    ToolExit code = ses_simulate(&m, &how, &out);
    w.rest = out.rest;
    if (code == TOOL_DONE && !w.linear) code = TOOL_STOPPED;
    if (code == TOOL_DONE) code = write_linear(&w);
    ses_free_outcome(&out);
    ses_free(&m);
    return code;
}
