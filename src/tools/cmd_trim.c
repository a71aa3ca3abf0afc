/* cmd_trim.c - `causeway trim`: a point of rest where some variables have given values and others give them. */
#include "tools/tools.h"

#include <math.h>
#include <string.h>

typedef struct {
    ToolRun *run;
    SesRest rest;
    Text values; /* NAME,VALUE lines: what a simulation needs to start there */
    Text report;
} Work;

static void add_value(Work *w, const char *name, const char *suffix, double value) {
    Text number = {0};
    base_text_double(&number, value == 0 ? 0 : value, false);
    base_text_printf(&w->values, "\"%s%s\",%s\n", name, suffix, base_text_str(&number));
    base_text_printf(&w->report, "  %-40s %s\n", name, base_text_str(&number));
    base_text_free(&number);
}

static bool reached(void *arg, Runtime *rt, const SesModel *m) {
    Work *w = arg;
    const MdModel *model = rt_model(rt);
    (void)m;
    base_text_add(&w->values, "name,value\n");
    if (w->rest.free.n) base_text_add(&w->report, "free:\n");
    for (size_t i = 0; i < w->rest.free.n; i++)
        add_value(w, w->rest.free.at[i], "", rt_value(rt, rt_find(rt, w->rest.free.at[i])));
    base_text_add(&w->report, "states:\n");
    for (uint32_t i = 0; i < rt_state_count(rt); i++)
        add_value(w, rt_var_name(rt, rt_state(rt, i)), ".start", rt_value(rt, rt_state(rt, i)));
    size_t values = w->values.n;
    base_text_add(&w->report, "outputs:\n");
    for (MdVar v = 1; v < model->nvars; v++)
        if (model->vars[v].flags & MD_OUTPUT && model->vars[v].kind > MD_KIND_PARAMETER)
            add_value(w, rt_var_name(rt, v), "", rt_value(rt, v));
    for (size_t i = 0; i < w->run->options->outputs.n; i++) {
        MdVar v = rt_find(rt, w->run->options->outputs.at[i]);
        if (v) add_value(w, rt_var_name(rt, v), "", rt_value(rt, v));
        else
            base_error(rt_context(rt), "TOOL0012", (Span){0}, "the model has no variable '%s'",
                       w->run->options->outputs.at[i]);
        if (!v) return false;
    }
    w->values.n = values; /* outputs follow from the others */
    return true;
}

static void begins(void *arg, Runtime *rt, RtOptions *run) {
    const Work *w = arg;
    double left = tool_limits_simulating(w->run->limits, true);
    if (left > 0) run->timeout = w->run->options->timeout, run->used = w->run->options->timeout - left;
    run->stop = run->start;
    tool_watch(rt, run, false);
}

ToolExit tool_trim(ToolRun *r) {
    const ToolOptions *o = r->options;
    Work w = {.run = r, .rest = {o->fix, o->free, o->moving}};
    SesModel m = tool_model(r);
    SesOutcome out = {0};
    SesSimulation how = {.begins = begins, .reached = reached, .arg = &w, .rest = &w.rest, .record.path = "/dev/null"};
    r->asked.response = true;
    how.options = (RtOptions){.start = o->start, .stop = NAN, .interval = NAN, .tolerance = NAN};
    ToolExit code = ses_simulate(&m, &how, &out);
    if (code == TOOL_DONE && !o->quiet) {
        base_say(stdout, "%s: at rest by %s\n", base_text_str(&out.model), out.rest);
        code = tool_print_text(r, w.report.at, w.report.n);
    }
    if (code == TOOL_DONE && o->output) code = tool_write_text(r, w.values.at, w.values.n);
    base_text_free(&w.values);
    base_text_free(&w.report);
    ses_free_outcome(&out);
    ses_free(&m);
    return code;
}
