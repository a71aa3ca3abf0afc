/* simulate.c - `causeway simulate`: a model in, a trajectory out. */
#include "tools/tools.h"

#include <math.h>
#include <string.h>

/* What happens on the way besides the simulation. */
typedef struct {
    const ToolModel *model;
    bool check_jacobian;
    uint64_t steps, next; /* Jacobians are compared after step 1, 2, 4, 8, ... */
    uint64_t points;
    RtVerified verified;
    Map reported;
} Company;

static void verify(Company *c, Runtime *rt) {
    RtVerified v = rt_verify_jacobians(rt, &c->reported);
    c->points++;
    c->verified.entries += v.entries;
    c->verified.wrong += v.wrong;
}

static void at_step(void *arg, Runtime *rt) {
    Company *c = arg;
    rt_swap(rt, comp_code(c->model->comp)); /* the same code again is no exchange */
    if (!c->check_jacobian || ++c->steps < c->next) return;
    c->next = 2 * c->steps;
    verify(c, rt);
}

/* Options of the command line over those of the model's experiment annotation. */
static RtOptions run_options(const ToolOptions *o, const ToolModel *m, Company *company) {
    RtOptions run = rt_options(m->sym);
    if (tool_given(o->start)) run.start = o->start;
    if (tool_given(o->stop)) run.stop = o->stop;
    if (tool_given(o->tolerance)) run.tolerance = o->tolerance;
    if (tool_given(o->interval)) run.interval = o->interval;
    if (tool_given(o->intervals)) {
        run.intervals = (int64_t)o->intervals;
        run.interval = 0;
    }
    if (tool_given(o->max_steps) && o->max_steps >= 1) run.max_steps = (uint64_t)o->max_steps;
    run.solver = o->solver;
    run.at_step = at_step;
    run.at_step_arg = company;
    return run;
}

static bool known_format(const char *output) {
    return !output || tool_ends_with(output, ".mat") || tool_ends_with(output, ".csv") ||
           strncmp(output, "/dev/", 5) == 0;
}

static bool check_run(ToolRun *r, const RtOptions *run) {
    const char *wrong = NULL;
    if (tool_given(r->options->interval) && !(r->options->interval > 0)) wrong = "--interval must be positive";
    else if (tool_given(r->options->intervals) && !(r->options->intervals >= 1))
        wrong = "--intervals must be 1 or more";
    else if (!(run->tolerance >= 0)) wrong = "--tolerance must be positive";
    else if (!known_format(r->options->output)) wrong = "the name of the result must end in .mat or .csv";
    if (wrong) base_error(r->ctx, "TOOL0008", (Span){0}, "%s", wrong);
    return !wrong;
}

/* -p that the front end has not applied already. */
static bool set_parameters(ToolRun *r, const ToolModel *m, Runtime *rt) {
    bool ok = true;
    for (size_t i = 0; i < r->options->parameters.n; i++) {
        const char *word = r->options->parameters.at[i], *equals = strchr(word, '=');
        if (m->set && m->set[i]) continue;
        if (!equals) {
            base_error(r->ctx, "TOOL0009", (Span){0}, "-p wants NAME=VALUE, not '%s'", word);
            ok = false;
            continue;
        }
        const char *name = base_strndup(&r->ctx->arena, word, (size_t)(equals - word));
        ok &= rt_set_parameter(rt, name, equals + 1);
    }
    return ok;
}

static void count_run(ToolStats *s, const RtStats *stats) {
    const struct {
        const char *name;
        uint64_t number;
    } counts[] = {
        {"steps", stats->steps},
        {"rejected", stats->rejected},
        {"rhs", stats->rhs},
        {"jacobians", stats->jacobians},
        {"state_events", stats->state_events},
        {"time_events", stats->time_events},
        {"event_iterations", stats->event_iterations},
        {"nonlinear_solves", stats->nonlinear_solves},
        {"nonlinear_iterations", stats->nonlinear_iterations},
        {"linear_solves", stats->linear_solves},
        {"error_failures", stats->error_failures},
        {"corrector_failures", stats->corrector_failures},
        {"restarts", stats->restarts},
        {"rows", stats->rows},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) tool_count(s, counts[i].name, (double)counts[i].number);
    tool_count(s, "smallest_step", stats->smallest_step);
    tool_count(s, "largest_step", stats->largest_step);
    Text t = {0};
    base_text_json(&t, stats->solver ? stats->solver : "", stats->solver ? strlen(stats->solver) : 0);
    tool_count_json(s, "solver", base_text_str(&t));
    base_text_free(&t);
}

static void print_summary(const ToolRun *r, const RtOptions *run, const RtStats *stats, const char *model,
                          const char *output) {
    if (r->options->quiet) return;
    printf("%s: %g to %g s with %s, %llu steps, %llu events, %.3g s -> %s\n", model, run->start, run->stop,
           stats->solver ? stats->solver : "no solver", (unsigned long long)stats->steps,
           (unsigned long long)(stats->state_events + stats->time_events), base_seconds() - r->stats.began, output);
}

/* Says which start values stood in for conditions that the model does not give. */
static void print_starts(const ToolRun *r, const SymModel *m) {
    enum { MOST_NAMED = 6 };
    size_t n = m->init_guess_fixed.n;
    if (r->options->quiet || !n) return;
    Text t = {0};
    for (size_t i = 0; i < n && i < MOST_NAMED; i++) {
        if (i) base_text_add(&t, ", ");
        dae_var_text(m->dae, m->init_guess_fixed.at[i], &t);
    }
    printf("  start values taken, for too few conditions are given: %s%s\n", base_text_str(&t),
           n > MOST_NAMED ? ", ..." : "");
    base_text_free(&t);
}

/* Prints the form after a station instead of going on. */
static ToolExit dump(ToolRun *r, ToolModel *m, const char *station) {
    Text t = {0};
    ToolExit code;
    if (strcmp(station, "flat") == 0) {
        code = tool_flat_model(r, m);
        if (code == TOOL_DONE) dae_print(m->dae, &t);
    } else if (strcmp(station, "blocks") == 0) {
        code = tool_sorted_model(r, m);
        if (code == TOOL_DONE) sym_explain(m->sym, false, &t);
    } else {
        code = tool_code_model(r, m, true);
        if (code == TOOL_DONE) base_text_addn(&t, m->gen->text, m->gen->text_size);
    }
    if (code == TOOL_DONE) fwrite(t.at, 1, t.n, stdout);
    base_text_free(&t);
    return code;
}

typedef enum {
    DONE,
    WITHOUT_TEARING, /* the run was of no use: the model is to be translated without tearing */
    PERHAPS_WITHOUT, /* ... and when that is no better, what was said of this one holds */
} Again;

/* Did tearing lose too many digits?  Then what was said about it is taken back. */
static Again torn_badly(ToolRun *r, const Runtime *rt, size_t said) {
    const char *variable;
    double time;
    bool linear;
    if (!rt_torn_badly(rt, &linear, &variable, &time)) return DONE;
    if (!linear) return PERHAPS_WITHOUT;
    base_diag_rollback(r->ctx, said);
    base_warning(r->ctx, "RT0033", (Span){0},
                 "at time %g the linear system for '%s' cannot be solved well as it was torn: the model is translated "
                 "again without tearing",
                 time, variable);
    return WITHOUT_TEARING;
}

static ToolExit run_model(ToolRun *r, ToolModel *m, Again *again) {
    ToolExit code = tool_ready_model(r, m);
    if (code != TOOL_DONE) return code;
    const ToolOptions *o = r->options;
    Company company = {.model = m, .check_jacobian = o->check_jacobian, .next = 1};
    RtOptions run = run_options(o, m, &company);
    if (!check_run(r, &run)) return TOOL_USAGE;
    Runtime *rt = rt_new(m->gen, comp_code(m->comp));
    size_t said = base_diag_mark(r->ctx);
    if (!o->no_tearing) rt_guard_torn(rt);
    const char *model = base_str(r->ctx->names, m->dae->model);
    const char *output = o->output ? o->output : base_sprintf(&r->ctx->arena, "%s.mat", *model ? model : "result");
    RtRecord record = {.path = output, .signals = o->signals, .filter = o->filter, .all = o->protected_too};
    RtStatus status = set_parameters(r, m, rt) ? rt_record(rt, &record) : RT_FILE;
    ToolClock began = tool_clock();
    double left = tool_limits_simulating(r->limits, true); /* translation has used a part of the time */
    if (left > 0) run.timeout = o->timeout, run.used = o->timeout - left;
    tool_watch(rt, &run, !o->quiet);
    if (status == RT_OK) status = rt_initialise(rt, run.start);
    tool_phase(&r->stats, TOOL_INITIALISE, began);
    if (status == RT_OK && o->check_jacobian) verify(&company, rt);
    began = tool_clock();
    if (status == RT_OK) status = rt_simulate(rt, &run);
    tool_phase(&r->stats, TOOL_SIMULATE, began);
    count_run(&r->stats, rt_stats(rt));
    if (o->check_jacobian && !o->quiet)
        printf("Jacobians: %llu entries compared at %llu points, %llu wrong\n",
               (unsigned long long)company.verified.entries, (unsigned long long)company.points,
               (unsigned long long)company.verified.wrong);
    if (status == RT_OK && company.verified.wrong) status = RT_STOPPED;
    base_map_free(&company.reported);
    tool_count(&r->stats, "starts_taken", (double)m->sym->init_guess_fixed.n);
    if (status == RT_OK) {
        print_summary(r, &run, rt_stats(rt), model, output);
        print_starts(r, m->sym);
    }
    *again = torn_badly(r, rt, said);
    rt_free(rt);
    if (*again != DONE) tool_limits_simulating(r->limits, false); /* else nothing follows that could take long */
    return (ToolExit)status;
}

/* The same without tearing. */
static ToolExit run_whole(ToolRun *r) {
    const ToolOptions *given = r->options;
    ToolOptions whole = *given;
    ToolModel m = {0};
    Again again;
    whole.no_tearing = true;
    r->options = &whole;
    ToolExit code = run_model(r, &m, &again);
    r->options = given;
    tool_free_model(&m);
    return code;
}

/* A second attempt after an initialisation that failed.  When it comes no further the words about the first one hold:
 * its systems are smaller. */
static ToolExit try_whole(ToolRun *r) {
    Text first = {0};
    base_diag_take(r->ctx, &first);
    base_diag_clear(r->ctx);
    ToolExit code = run_whole(r);
    if (code != TOOL_DONE && code != TOOL_STOPPED) {
        base_diag_clear(r->ctx);
        fputs(base_text_str(&first), stderr);
        code = TOOL_INITIALISATION;
    } else {
        base_warning(r->ctx, "RT0034", (Span){0},
                     "initialisation did not succeed with torn systems of equations; it did without tearing");
    }
    base_text_free(&first);
    return code;
}

ToolExit tool_simulate(ToolRun *r) {
    ToolModel m = {0};
    Again again = DONE;
    ToolExit code = r->options->dump ? dump(r, &m, r->options->dump) : run_model(r, &m, &again);
    tool_free_model(&m);
    return again == DONE ? code : again == WITHOUT_TEARING ? run_whole(r) : try_whole(r);
}
