/* cmd_simulate.c - `causeway simulate`: a model in, a trajectory out. */
#include "tools/tools.h"

#include <math.h>
#include <string.h>

static void begins(void *arg, Runtime *rt, RtOptions *run) {
    const ToolRun *r = arg;
    double left = tool_limits_simulating(r->limits, true); /* translation has used a part of the time */
    if (left > 0) run->timeout = r->options->timeout, run->used = r->options->timeout - left;
    tool_watch(rt, run, !r->options->quiet);
    base_diag_flush(r->ctx, stderr); /* what is known before the run is said before it */
}

static void initialised(void *arg) { base_diag_flush(((ToolRun *)arg)->ctx, stderr); }

static void ends(void *arg, bool again) {
    if (again) tool_limits_simulating(((ToolRun *)arg)->limits, false); /* else nothing follows that could take long */
}

static SesSimulation simulation_of(ToolRun *r) {
    const ToolOptions *o = r->options;
    SesSimulation how = {
        .check_jacobian = o->check_jacobian, .begins = begins, .initialised = initialised, .ends = ends, .arg = r};
    RtOptions *run = &how.options;
    run->start = o->start;
    run->stop = o->stop;
    run->tolerance = o->tolerance;
    run->interval = o->interval;
    if (tool_given(o->intervals)) {
        run->intervals = (int64_t)o->intervals;
        run->interval = NAN;
    }
    if (tool_given(o->max_steps) && o->max_steps >= 1) run->max_steps = (uint64_t)o->max_steps;
    run->solver = o->solver;
    how.inputs = o->inputs;
    how.start_from = o->start_from;
    how.save = o->save_state;
    how.restore = o->restore;
    if (o->limits)
        run->limits = *o->limits == 'e' ? RT_LIMITS_STOP : *o->limits == 'o' ? RT_LIMITS_OFF : RT_LIMITS_WARN;
    how.impulses = o->impulses;
    how.record = (RtRecord){.path = o->output, .signals = o->signals, .filter = o->filter, .all = o->protected_too};
    return how;
}

static bool known_format(const char *output) {
    return !output || res_format_of(output) || strncmp(output, "/dev/", 5) == 0;
}

static bool check_options(ToolRun *r) {
    const ToolOptions *o = r->options;
    const char *wrong = NULL;
    Text endings = {0};
    if (tool_given(o->interval) && !(o->interval > 0)) wrong = "--interval must be positive";
    else if (tool_given(o->intervals) && !(o->intervals >= 1)) wrong = "--intervals must be 1 or more";
    else if (tool_given(o->tolerance) && !(o->tolerance >= 0)) wrong = "--tolerance must be positive";
    else if (!known_format(o->output)) wrong = "the name of the result must end in ";
    if (!known_format(o->output)) res_list_endings(&endings);
    if (wrong) base_error(r->ctx, "TOOL0008", (Span){0}, "%s%s", wrong, base_text_str(&endings));
    base_text_free(&endings);
    return !wrong;
}

static void print_outcome(const ToolRun *r, SesOutcome *out, bool done) {
    const RtStats *s = &out->stats;
    if (out->points)
        printf("Jacobians: %llu entries compared at %llu points, %llu wrong\n",
               (unsigned long long)out->verified.entries, (unsigned long long)out->points,
               (unsigned long long)out->verified.wrong);
    if (!done) return;
    base_say(stdout, "%s: %g to %g s with %s, %llu steps, %llu events, %.3g s -> %s\n", base_text_str(&out->model),
             out->start, out->stop, base_text_str(&out->solver), (unsigned long long)s->steps,
             (unsigned long long)(s->state_events + s->time_events), base_seconds() - r->stats.began,
             base_text_str(&out->output));
    if (out->modes)
        base_say(stdout, "  its structure changes: %llu modes, %llu changes\n", (unsigned long long)out->modes,
                 (unsigned long long)out->mode_changes);
    if (out->rest) base_say(stdout, "  at rest by %s\n", out->rest);
    if (r->options->save_state) base_say(stdout, "  saved at %.17g s\n", out->saved);
    if (out->starts_taken.n)
        base_say(stdout, "  start values taken, for too few conditions are given: %s\n",
                 base_text_str(&out->starts_taken));
}

/* Prints the form after a station instead of going on. */
static ToolExit dump(ToolRun *r, SesModel *m, const char *station) {
    Text t = {0};
    ToolExit code;
    if (strcmp(station, "flat") == 0) {
        code = ses_flat(m);
        if (code == TOOL_DONE) dae_print(m->dae, &t);
    } else if (strcmp(station, "blocks") == 0) {
        code = ses_sorted(m);
        if (code == TOOL_DONE) dbg_explain(m->sym, false, &t);
    } else {
        code = ses_code(m, true);
        if (code == TOOL_DONE) base_text_addn(&t, m->gen->text, m->gen->text_size);
    }
    if (code == TOOL_DONE) code = tool_print_text(r, t.at, t.n);
    base_text_free(&t);
    return code;
}

ToolExit tool_simulate(ToolRun *r) {
    SesModel m = tool_model(r);
    ToolExit code = TOOL_USAGE;
    if (r->options->dump) {
        code = dump(r, &m, r->options->dump);
    } else if (check_options(r)) {
        SesSimulation how = simulation_of(r);
        SesOutcome out;
        code = ses_simulate(&m, &how, &out);
        if (!r->options->quiet) print_outcome(r, &out, code == TOOL_DONE);
        ses_free_outcome(&out);
    }
    ses_free(&m);
    return code;
}
