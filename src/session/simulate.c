/* simulate.c - a whole simulation: values set, initialised, run to the end.
 *
 * Tearing may lose too many digits.  The runtime notices, and the model is translated again without tearing, in a
 * Context of its own: where that comes no further, what was said about the first attempt holds.
 */
#include "session/session_impl.h"

#include <math.h>
#include <string.h>

/* What happens on the way besides the simulation. */
typedef struct {
    const SesModel *model;
    const SesSimulation *how;
    SesOutcome *out;
    uint64_t steps, next; /* Jacobians are compared after step 1, 2, 4, 8, ... */
    Map reported;
} Company;

static void verify(Company *c, Runtime *rt) {
    InsVerified v = ins_verify_jacobians(c->model->gen, rt, &c->reported);
    c->out->points++;
    c->out->verified.entries += v.entries;
    c->out->verified.wrong += v.wrong;
}

static void meanwhile(void *arg, Runtime *rt) { rt_swap(rt, comp_code(arg)); }

static void at_step(void *arg, Runtime *rt) {
    Company *c = arg;
    rt_swap(rt, comp_code(c->model->comp)); /* the same code again is no exchange */
    if (c->how->options.at_step) c->how->options.at_step(c->how->options.at_step_arg, rt);
    if (!c->how->check_jacobian || ++c->steps < c->next) return;
    c->next = 2 * c->steps;
    verify(c, rt);
}

/* What the client wants over what the model's experiment annotation says. */
static RtOptions run_options(const SesModel *m, const SesSimulation *how, Company *company) {
    RtOptions run = how->options, own = rt_options(m->gen->description);
    if (isnan(run.start)) run.start = own.start;
    if (isnan(run.stop)) run.stop = own.stop;
    if (isnan(run.tolerance)) run.tolerance = own.tolerance;
    if (isnan(run.interval)) run.interval = run.intervals > 0 ? 0 : own.interval;
    run.only_behind = m->asked->fmu.points;
    run.at_step = at_step;
    run.at_step_arg = company;
    return run;
}

static void count_run(SesStats *s, const RtStats *stats) {
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
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) ses_count(s, counts[i].name, (double)counts[i].number);
    ses_count(s, "smallest_step", stats->smallest_step);
    ses_count(s, "largest_step", stats->largest_step);
    Text t = {0};
    base_text_json(&t, stats->solver ? stats->solver : "", stats->solver ? strlen(stats->solver) : 0);
    ses_count_json(s, "solver", base_text_str(&t));
    base_text_free(&t);
}

/* Which start values stood in for conditions that the model does not give. */
static void list_starts(const SymModel *m, Text *out) {
    enum { MOST_NAMED = 6 };
    size_t n = m->init_guess_fixed.n;
    for (size_t i = 0; i < n && i < MOST_NAMED; i++) {
        if (i) base_text_add(out, ", ");
        dae_var_text(m->dae, m->init_guess_fixed.at[i], out);
    }
    if (n > MOST_NAMED) base_text_add(out, ", ...");
}

typedef enum {
    DONE,
    WITHOUT_TEARING, /* the run was of no use: the model is to be translated without tearing */
    PERHAPS_WITHOUT, /* ... and when that is no better, what was said of this one holds */
    IN_MODES,        /* conditions govern its structure */
    AS_ONE,          /* what was taken for conditions that govern structure are none */
} Again;

/* What is to be done after a run that was of no use. */
typedef struct {
    Again how;
    bool unguarded; /* systems that hang on conditions may be singular */
    bool perhaps;   /* IN_MODES: it is not certain that the model cannot be run as one */
    Text warning;
    ModePlan *plan;
    RtOptions run;
} Next;

/* Did tearing lose too many digits?  *warning: what to say about it. */
static Again torn_badly(const Runtime *rt, Text *warning) {
    const char *variable;
    double time;
    bool linear;
    if (!rt_torn_badly(rt, &linear, &variable, &time)) return DONE;
    if (!linear) return PERHAPS_WITHOUT;
    base_text_printf(warning,
                     "at time %g the linear system for '%s' cannot be solved well as it was torn: the model is "
                     "translated again without tearing",
                     time, variable);
    return WITHOUT_TEARING;
}

static RtStatus run_to_end(SesModel *m, const SesSimulation *how, Runtime *rt, Company *company, Next *next,
                           SesOutcome *out) {
    RtOptions run = next->run = run_options(m, how, company);
    const char *model = base_str(m->ctx->names, m->dae->model);
    out->start = run.start;
    out->stop = run.stop;
    base_text_add(&out->model, model);
    if (how->record.path) base_text_add(&out->output, how->record.path);
    else base_text_printf(&out->output, "%s.mat", *model ? model : "result");
    RtRecord record = how->record;
    record.path = base_text_str(&out->output);
    RtStatus status = ses_set_parameters(m, rt) ? rt_record(rt, &record) : RT_FILE;
    SesClock began = ses_clock();
    if (how->begins) how->begins(how->arg, rt, &run);
    if (status == RT_OK) status = rt_initialise(rt, run.start);
    ses_phase(m->stats, SES_INITIALISE, began);
    if (status == RT_OK && how->initialised) how->initialised(how->arg);
    if (status == RT_OK && how->check_jacobian) verify(company, rt);
    began = ses_clock();
    if (status == RT_OK) status = rt_simulate(rt, &run);
    if (rt_terminated(rt)) out->stop = rt_time(rt); /* the model ended the run there */
    ses_phase(m->stats, SES_SIMULATE, began);
    if (status == RT_OK && out->verified.wrong) status = RT_STOPPED;
    return status;
}

/* What follows from a run that failed. */
static void decide(SesModel *m, Runtime *rt, bool failed, Next *next) {
    next->how = torn_badly(rt, &next->warning);
    if (next->how != DONE || !failed || next->unguarded || !rt_needs_modes(rt)) return;
    next->perhaps = rt_waits_for_modes(rt);
    next->plan = ses_plan_modes(m, rt);
    next->how = next->plan ? IN_MODES : AS_ONE;
}

static causeway_status run_model(SesModel *m, const SesSimulation *how, SesOutcome *out, Next *next) {
    causeway_status code = ses_ready(m);
    if (code != CAUSEWAY_OK) return code;
    Company company = {.model = m, .how = how, .out = out, .next = 1};
    Runtime *rt = ins_runtime(m->gen, comp_code(m->comp), m->ctx);
    rt_meanwhile(rt, meanwhile, m->comp);
    if (!m->asked->no_tearing) rt_guard_torn(rt);
    if (!next->unguarded) ses_guard_modes(m, rt);
    RtStatus status = run_to_end(m, how, rt, &company, next, out);
    out->stats = *rt_stats(rt);
    base_text_add(&out->solver, out->stats.solver ? out->stats.solver : "no solver");
    decide(m, rt, status != RT_OK, next);
    if (next->how < IN_MODES) count_run(m->stats, rt_stats(rt));
    if (status != RT_OK) ses_blame(m);
    ses_count(m->stats, "starts_taken", (double)m->sym->init_guess_fixed.n);
    list_starts(m->sym, &out->starts_taken);
    base_map_free(&company.reported);
    rt_free(rt);
    if (how->ends) how->ends(how->arg, next->how != DONE);
    return (causeway_status)status;
}

/* The same without tearing, from the flat DAE where it was kept, else from its text.  What is said there takes the
 * place of what was said before, unless that was about an initialisation that failed and this one comes no further: the
 * torn systems are smaller. */
static causeway_status run_whole(SesModel *m, const SesSimulation *how, SesOutcome *out, Again why,
                                 const char *warning) {
    SesRequest asked = *m->asked;
    size_t said = m->flat ? m->said : 0;
    Diags *aside = base_diag_aside(m->ctx, said);
    SesModel whole = {.ctx = m->ctx, .asked = &asked, .stats = m->stats, .dae = m->flat};
    Next none = {.unguarded = true};
    if (m->flat) { /* goes on there */
        whole.set = m->set;
        m->flat = NULL;
        m->set = NULL;
    }
    ses_free(m);
    asked.no_tearing = true;
    ses_free_outcome(out);
    if (why == WITHOUT_TEARING) base_warning(m->ctx, "RT0033", (Span){0}, "%s", warning);
    causeway_status code = run_model(&whole, how, out, &none);
    bool better = why == WITHOUT_TEARING || code == CAUSEWAY_OK || code == CAUSEWAY_STOPPED;
    if (better && why == PERHAPS_WITHOUT)
        base_warning(m->ctx, "RT0034", (Span){0},
                     "initialisation did not succeed with torn systems of equations; it did without tearing");
    ses_free(&whole);
    base_diag_decide(m->ctx, said, aside, !better);
    base_text_free(&none.warning);
    return better ? code : CAUSEWAY_INITIALISATION;
}

/* As one, whatever is singular. */
static causeway_status run_as_one(SesModel *m, const SesSimulation *how, SesOutcome *out, Next *next) {
    ses_free_outcome(out);
    next->unguarded = true;
    return run_model(m, how, out, next);
}

/* Through modes; where these come no further, as one, if that comes to its end. */
static causeway_status run_modes(SesModel *m, const SesSimulation *how, SesOutcome *out, Next *next) {
    size_t mark = base_diag_mark(m->ctx);
    out->solver.n = 0;
    next->run.at_step = how->options.at_step;
    next->run.at_step_arg = how->options.at_step_arg;
    causeway_status code = ses_run_modes(m, how, &next->run, next->plan, out), as_one;
    if (code == CAUSEWAY_OK || !next->perhaps) return code;
    Diags *aside = base_diag_aside(m->ctx, mark);
    as_one = run_as_one(m, how, out, next);
    base_diag_decide(m->ctx, mark, aside, as_one != CAUSEWAY_OK);
    return as_one == CAUSEWAY_OK ? as_one : code;
}

causeway_status ses_simulate(SesModel *m, const SesSimulation *how, SesOutcome *out) {
    Next next = {0};
    *out = (SesOutcome){0};
    m->keep = true;
    causeway_status code = ses_ready(m);
    if (code != CAUSEWAY_OK) return code;
    size_t mark = base_diag_mark(m->ctx);
    code = run_model(m, how, out, &next);
    if (next.how == IN_MODES || next.how == AS_ONE) base_diag_rollback(m->ctx, mark);
    if (next.how == IN_MODES) code = run_modes(m, how, out, &next);
    else if (next.how == AS_ONE) code = run_as_one(m, how, out, &next);
    if (next.how == WITHOUT_TEARING || next.how == PERHAPS_WITHOUT)
        code = run_whole(m, how, out, next.how, base_text_str(&next.warning));
    base_text_free(&next.warning);
    return code;
}

void ses_free_outcome(SesOutcome *out) {
    base_text_free(&out->model);
    base_text_free(&out->output);
    base_text_free(&out->solver);
    base_text_free(&out->starts_taken);
    *out = (SesOutcome){0};
}
