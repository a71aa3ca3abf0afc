/* host.c - what a run asks of the program around it, and what that program may ask while a run is at work.
 *
 * The runtime itself writes nothing to the terminal, handles no signals and ends no process.
 */
#include "runtime/runtime_impl.h"

void rt_set_host(Runtime *rt, const RtHost *host) {
    rt->host = *host;
    rt->ev.deadline = host->timeout > 0 ? base_seconds() + host->timeout : INFINITY;
}

const RtHost *rt_host(const Runtime *rt) { return &rt->host; }

void rt_message(Runtime *rt, const char *text) {
    if (rt->host.message) rt->host.message(rt->host.arg, text);
}

void rt_reported(Runtime *rt) {
    if (rt->host.reported) rt->host.reported(rt->host.arg, rt->ctx);
}

bool rt_is_stopped(const Runtime *rt) {
    return rt->host.stop && atomic_load_explicit(rt->host.stop, memory_order_relaxed);
}

void rt_host_ended(Runtime *rt) {
    if (rt->host.ended) rt->host.ended(rt->host.arg);
}

const char *rt_external_name(const Runtime *rt) { return rt->ev.external; }

bool rt_has_crashed(const Runtime *rt) { return rt->verdict.over == RT_CRASHED; }

bool rt_external_crashed(Runtime *rt, const char *word) {
    if (!rt->ev.external || !rt->ev.frame || rt_has_crashed(rt)) return false;
    rt->verdict = (RtVerdict){.over = RT_CRASHED, .what = rt->ev.external, .how = word};
    rt->ev.external = NULL;
    rt_unwind(rt);
}

RtStatus rt_external_left(Runtime *rt) {
    rt->verdict = (RtVerdict){
        .over = RT_CRASHED, .what = rt->ev.external, .how = "it called exit, which would have ended the process"};
    rt_report_failure(rt, "RT0079", rt->initialised ? "the simulation stopped" : "initialisation failed",
                      RT_IN_SIMULATION);
    rt_close_result(rt);
    rt_reported(rt);
    return rt->initialised ? RT_STOPPED : RT_INIT_FAILED;
}

Diag *rt_report_endless(Runtime *rt, const char *why, double time) {
    const char *what = rt->ev.external ? " of the external function " : rt->ev.env.place ? " of the function " : "";
    const char *name = rt->ev.external ? rt->ev.external : rt->ev.env.place ? rt->ev.env.place : "";
    Diag *d =
        base_error(rt->ctx, "RT0076", (Span){0},
                   "%s at time %.9g, and the model does not come back from an evaluation%s%s", why, time, what, name);
    if (d) base_hint(rt->ctx, d, "look for a loop that does not end; the result so far is kept");
    return d;
}

RtStatus rt_abandon(Runtime *rt, const char *why) {
    (void)rt_report_endless(rt, why, rt->span.reached);
    rt_close_result(rt);
    rt_reported(rt);
    return rt->initialised ? RT_STOPPED : RT_INIT_FAILED;
}

void rt_add_value(const Runtime *rt, MdVar v, double value, Text *out) {
    const MdAttrs *a = &rt->model->attrs[rt->model->vars[v].attrs];
    const Names *names = rt->model->words; /* the run may report into a Context of its own */
    const char *unit = a->unit ? base_str(names, a->unit) : "",
               *shown = a->display_unit ? base_str(names, a->display_unit) : "";
    double factor = 1, offset = 0;
    if (*shown && rt->host.convert && rt->host.convert(unit, shown, &factor, &offset)) unit = shown;
    else factor = 1, offset = 0;
    base_text_printf(out, "%.6g", factor * value + offset);
    if (*unit && strcmp(unit, "1") != 0) base_text_printf(out, " %s", unit);
}
