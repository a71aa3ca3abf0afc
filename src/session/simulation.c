/* simulation.c - a whole simulation: values set, initialised, run to the end.
 *
 * Tearing may lose too many digits.  The runtime notices, and the model is translated again without tearing, in a
 * Context of its own: where that comes no further, what was said about the first attempt holds.
 */
#include "session/session_impl.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
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

void ses_count_run(SesStats *s, const RtStats *stats) {
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
    OTHER_STARTS,    /* start values that were taken lead nowhere, and there are others */
    AS_SAVED,        /* what is to be restored may have been saved without tearing */
    BY_VALUE,        /* the values of parameters may show why a system is singular */
    IN_MODES,        /* conditions govern its structure */
    AS_ONE,          /* what was taken for conditions that govern structure are none */
} Again;

/* What is to be done after a run that was of no use. */
typedef struct {
    Again how;
    bool unguarded; /* systems that hang on conditions may be singular */
    bool direct;    /* initialisation is not to be helped: other start values could be taken */
    bool other;     /* what is to be restored is not of this translation */
    bool perhaps;   /* IN_MODES: it is not certain that the model cannot be run as one */
    Text warning;
    const char *whole; /* PERHAPS_WITHOUT: an unknown of the system to blame, where others are torn too; or NULL */
    ModePlan *plan;
    Text saved; /* IN_MODES: a saved run through modes that goes on; else empty */
    RtOptions run;
} Next;

/* Did tearing lose too many digits?  *warning: what to say about it. */
static Again torn_badly(const Runtime *rt, Text *warning) {
    const char *variable;
    double time;
    bool linear;
    if (!rt_torn_badly(rt, &linear, &variable, &time)) return DONE;
    if (!linear) {
        base_text_printf(
            warning,
            "with torn systems of equations the simulation stopped at time %g; without tearing it came to its end",
            time);
        return PERHAPS_WITHOUT;
    }
    base_text_printf(warning,
                     "at time %g the linear system for '%s' cannot be solved well as it was torn: the model is "
                     "translated again without tearing",
                     time, variable);
    return WITHOUT_TEARING;
}

/* An unknown of the system to blame, where that is not the only one that is torn. */
static const char *one_of_many(SesModel *m, const Runtime *rt) {
    const char *variable;
    double time;
    bool linear;
    uint32_t torn = 0;
    for (size_t i = 0; i < m->sym->systems.n; i++)
        torn += m->sym->systems.at[i].ninner && !m->sym->systems.at[i].standby;
    if (torn < 2 || !rt_torn_badly(rt, &linear, &variable, &time)) return NULL;
    return base_strdup(&m->ctx->arena, variable);
}

static causeway_status simulate(SesModel *m, const SesSimulation *how, SesOutcome *out, bool others);

/* ---- one run ----------------------------------------------------------------------------------------------------- */

static bool read_file(Context *ctx, const char *path, Text *out) {
    FILE *f = fopen(path, "rbe");
    char buffer[1 << 16];
    for (size_t n; f && (n = fread(buffer, 1, sizeof buffer, f)) > 0;) base_text_addn(out, buffer, n);
    bool ok = f && !ferror(f);
    if (!ok) base_error(ctx, "ANA0045", (Span){0}, "cannot read %s: %s", path, strerror(errno));
    if (f) fclose(f);
    return ok;
}

/* What was there stays whole when the disk is full. */
bool ses_write_run(Context *ctx, const char *path, const Text *t) {
    const char *beside = base_sprintf(&ctx->arena, "%s.part", path);
    FILE *f = fopen(beside, "wbe");
    bool ok = f && fwrite(t->at, 1, t->n, f) == t->n;
    if (f && fclose(f) != 0) ok = false;
    ok = ok && rename(beside, path) == 0;
    if (ok) return true;
    Diag *d = base_error(ctx, "ANA0045", (Span){0}, "the run could not be saved in %s: %s", path, strerror(errno));
    base_hint(ctx, d, "make room or choose another place");
    if (f) (void)remove(beside);
    return false;
}

static bool save(Runtime *rt, const char *path) {
    Text t = {0};
    bool ok = rt_save(rt, &t) == RT_OK && ses_write_run(rt_context(rt), path, &t);
    base_text_free(&t);
    return ok;
}

/* At its end; or at the end of the first step that reaches the time given, so that the run goes on as if nobody had
 * looked, and what is restored goes on with the same bits. */
static RtStatus advance_and_save(Runtime *rt, const SesSimulation *how, SesOutcome *out) {
    double time;
    const char *path = how->save ? ses_split_time(rt_context(rt), how->save, &time) : NULL;
    RtStatus status = RT_OK;
    bool between = path && !isnan(time);
    while (between && status == RT_OK && !rt_finished(rt) && rt_passed(rt) < time) status = rt_step(rt);
    if (between && status == RT_OK && !rt_finished(rt)) {
        out->saved = rt_passed(rt);
        if (!save(rt, path)) return RT_FILE;
        path = NULL;
    }
    if (status == RT_OK) status = rt_advance(rt, INFINITY);
    if (status != RT_OK || !path) return status;
    out->saved = rt_passed(rt);
    return save(rt, path) ? RT_OK : RT_FILE;
}

/* From where it begins to its end, with a look at where it has come to. */
static RtStatus go(Runtime *rt, const SesModel *m, const SesSimulation *how, const RtOptions *run, const SesStart *from,
                   SesOutcome *out) {
    bool plain = !how->reached && !how->save && !how->restore && !from->file;
    if (plain) return rt_simulate(rt, run);
    RtStatus status = how->restore ? RT_OK : rt_begin(rt, run);
    if (status != RT_OK) return status;
    if (from->file && !ses_put_states(rt, from)) status = RT_FILE;
    if (status == RT_OK) status = advance_and_save(rt, how, out);
    if (status == RT_OK && how->reached && !how->reached(how->arg, rt, m)) status = RT_FILE;
    RtStatus ended = rt_end(rt);
    return status == RT_OK ? ended : status;
}

/* Values from outside, then a consistent start: one of rest where that is asked for. */
static RtStatus start(SesModel *m, const SesSimulation *how, Runtime *rt, const RtOptions *run, const SesStart *from,
                      SesOutcome *out) {
    for (size_t i = 0; i < how->inputs.n; i++)
        if (!ses_give_inputs(rt, how->inputs.at[i])) return RT_FILE;
    if (from->file) ses_put_starts(rt, from);
    if (how->save) rt_keep_past(rt);
    RtStatus status = rt_initialise(rt, run->start);
    if (status == RT_OK && m->asked->steady_state) out->rest = rt_initial_way(rt);
    return status == RT_OK && how->rest ? ses_rest(rt, how->rest, &out->rest) : status;
}

/* To the stop time that it was saved with, unless another is given. */
static RtStatus restore(Runtime *rt, const SesSimulation *how, RtOptions *run, Next *next) {
    Text t = {0};
    bool read = read_file(rt_context(rt), how->restore, &t);
    if (read && mode_is_saved(t.at, t.n)) {
        next->saved = t;
        return RT_STOPPED;
    }
    next->other = read && !rt_can_restore(rt, t.at, t.n);
    RtStatus status = read ? rt_restore(rt, t.at, t.n, run) : RT_FILE;
    base_text_free(&t);
    if (status != RT_OK) return status;
    if (isnan(how->options.stop) && !rt_finished(rt)) run->stop = rt_stop(rt);
    if (rt_passed(rt) < run->stop) return rt_set_stop(rt, run->stop), RT_OK;
    Diag *d = base_error(rt_context(rt), "ANA0045", (Span){0}, "%s was saved at %g, and the stop time is %g",
                         how->restore, rt_passed(rt), run->stop);
    base_hint(rt_context(rt), d, "give a later one with --stop");
    return RT_FILE;
}

/* Where the run is recorded. */
static RtStatus record(const SesModel *m, const SesSimulation *how, Runtime *rt, SesOutcome *out) {
    const char *model = base_str(m->ctx->names, m->dae->model);
    base_text_add(&out->model, model);
    if (how->record.path) base_text_add(&out->output, how->record.path);
    else base_text_printf(&out->output, "%s.mat", *model ? model : "result");
    RtRecord what = how->record;
    what.path = base_text_str(&out->output);
    return rt_record(rt, &what);
}

static RtStatus run_to_end(SesModel *m, const SesSimulation *how, Runtime *rt, Company *company, Next *next,
                           SesOutcome *out) {
    RtOptions run = next->run = run_options(m, how, company);
    SesStart from = {0};
    RtStatus status = RT_OK;
    if (how->start_from && !ses_open_start(m->ctx, how->start_from, &from)) status = RT_FILE;
    from.partial = how->goes_on;
    if (from.file && isnan(how->options.start)) run.start = from.time;
    out->start = run.start;
    out->stop = run.stop;
    if (status == RT_OK && !how->restore && !ses_set_parameters(m, rt)) status = RT_FILE;
    if (status == RT_OK) status = record(m, how, rt, out);
    SesClock began = ses_clock();
    if (how->begins) how->begins(how->arg, rt, &run);
    if (status == RT_OK) status = how->restore ? restore(rt, how, &run, next) : start(m, how, rt, &run, &from, out);
    if (status == RT_OK && how->restore) {
        out->start = rt_passed(rt);
        out->stop = run.stop;
        if (!ses_change_parameters(m, rt)) status = RT_FILE;
    }
    ses_phase(m->stats, SES_INITIALISE, began);
    if (status == RT_OK && how->initialised) how->initialised(how->arg);
    if (status == RT_OK && how->check_jacobian) verify(company, rt);
    began = ses_clock();
    if (status == RT_OK) status = go(rt, m, how, &run, &from, out);
    const char *ended = rt_terminated(rt);
    if (ended) out->stop = rt_time(rt); /* the model ended the run there */
    if (ended && strncmp(ended, MD_RECOMPILATION, strlen(MD_RECOMPILATION)) == 0)
        base_text_add(&out->recompiled, ended + strlen(MD_RECOMPILATION));
    ses_phase(m->stats, SES_SIMULATE, began);
    if (status == RT_OK && out->verified.wrong) status = RT_STOPPED;
    if (from.file) res_close(from.file);
    return status;
}

/* What follows from a run that failed. */
static void decide(SesModel *m, Runtime *rt, bool failed, Next *next) {
    if (next->saved.n) {
        next->how = IN_MODES;
        return;
    }
    if (next->other && !m->asked->no_tearing) {
        next->how = AS_SAVED;
        return;
    }
    if (rt_needs_rank(rt)) {
        next->how = BY_VALUE;
        return;
    }
    next->how = torn_badly(rt, &next->warning);
    if (next->how == PERHAPS_WITHOUT) next->whole = one_of_many(m, rt);
    if (next->how != DONE && failed && !next->unguarded && rt_waits_for_modes(rt)) {
        next->how = AS_ONE; /* it ended for modes: that says nothing about its tearing */
        next->warning.n = 0;
        return;
    }
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
    if (m->asked->rank == SES_RANK_OPEN && !next->unguarded) rt_guard_rank(rt);
    if (!next->unguarded) ses_guard_modes(m, rt);
    if (next->direct) rt_guard_starts(rt);
    RtStatus status = run_to_end(m, how, rt, &company, next, out);
    out->stats = *rt_stats(rt);
    base_text_add(&out->solver, out->stats.solver ? out->stats.solver : "no solver");
    decide(m, rt, status != RT_OK, next);
    bool no_start = status == RT_INIT_FAILED && (next->how == DONE || next->how == PERHAPS_WITHOUT);
    if (next->direct && no_start) next->how = OTHER_STARTS;
    if (next->how < BY_VALUE) ses_count_run(m->stats, rt_stats(rt));
    ses_blame(m);
    ses_count(m->stats, "starts_taken", (double)m->sym->init_guess_fixed.n);
    list_starts(m->sym, &out->starts_taken);
    base_map_free(&company.reported);
    rt_free(rt);
    if (how->ends) how->ends(how->arg, next->how != DONE);
    return (causeway_status)status;
}

/* What the run of before has left stays, unless this one is better. */
static void keep_better(Context *ctx, const char *made, const char *path, bool better) {
    if (!better) (void)remove(made);
    else if (rename(made, path) != 0)
        base_error(ctx, "RT0090", (Span){0}, "%s could not be written: %s", path, strerror(errno));
}

/* The model of a run that was of no use, for another translation: its flat DAE goes on there, where it was kept. */
static SesModel translated_again(SesModel *m, const SesRequest *asked) {
    SesModel again = {.ctx = m->ctx, .asked = asked, .stats = m->stats, .dae = m->flat};
    if (m->flat) {
        again.set = m->set;
        m->flat = NULL;
        m->set = NULL;
    }
    ses_free(m);
    return again;
}

/* The same without tearing, from the flat DAE where it was kept, else from its text, after a run that ended with
 * `first`.  What is said there takes the place of what was said before, unless this one comes no further: the torn
 * systems are smaller.  A run that had begun is known by its result: another one must come to its end to replace it.
 * Where one of several systems could not be initialised, the others are torn at first: what follows from few unknowns
 * has values that fit each other, and start values of all variables hardly do. */
static causeway_status run_whole(SesModel *m, const SesSimulation *how, SesOutcome *out, Next *after,
                                 causeway_status first) {
    Again why = after->how;
    Context *ctx = m->ctx;
    SesRequest asked = *m->asked;
    size_t said = m->flat ? m->said : 0;
    Diags *aside = base_diag_aside(ctx, said);
    SesSimulation beside = *how;
    bool begun = why == PERHAPS_WITHOUT && first == CAUSEWAY_STOPPED, better = false, flat = m->flat;
    const char *warning = base_text_str(&after->warning);
    const char *path = base_strdup(&ctx->arena, base_text_str(&out->output));
    bool file = begun && *path && strncmp(path, "/dev/", 5) != 0;
    if (file) beside.record.path = ses_stretch_file(&ctx->arena, path, 0);
    SesModel whole = translated_again(m, &asked);
    causeway_status code = first;
    for (int all = after->whole && !begun ? 0 : 1; all < 2 && !better; all++) {
        Next none = {.unguarded = true};
        asked.no_tearing = all;
        asked.whole = all ? NULL : after->whole;
        whole.keep = !all && flat;     /* else all that its text gives is said once more */
        base_diag_rollback(ctx, said); /* what was said on the way here */
        ses_free_outcome(out);
        if (why == WITHOUT_TEARING) base_warning(ctx, "RT0033", (Span){0}, "%s", warning);
        code = run_model(&whole, &beside, out, &none);
        better = why != PERHAPS_WITHOUT || code == CAUSEWAY_OK || (!begun && code == CAUSEWAY_STOPPED && all);
        base_text_free(&none.warning);
        if (!better && !all) whole = translated_again(&whole, &asked);
    }
    if (file) {
        keep_better(ctx, beside.record.path, path, better);
        out->output.n = 0;
        base_text_add(&out->output, path);
    }
    if (better && why == PERHAPS_WITHOUT)
        base_warning(ctx, "RT0034", (Span){0}, "%s",
                     begun ? warning
                           : "initialisation did not succeed with torn systems of equations; it did without tearing");
    ses_free(&whole);
    base_diag_decide(ctx, said, aside, !better);
    return better ? code : first;
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
    if (next->saved.n) return ses_restore_modes(m, how, &next->run, &next->saved, out);
    causeway_status code = ses_run_modes(m, how, &next->run, next->plan, out), as_one;
    if (code == CAUSEWAY_OK || !next->perhaps) return code;
    Diags *aside = base_diag_aside(m->ctx, mark);
    SesSimulation beside = *how;
    const char *path = base_strdup(&m->ctx->arena, base_text_str(&out->output));
    bool device = strncmp(path, "/dev/", 5) == 0;
    if (!device) beside.record.path = ses_stretch_file(&m->ctx->arena, path, 0);
    as_one = run_as_one(m, &beside, out, next);
    if (!device) keep_better(m->ctx, beside.record.path, path, as_one == CAUSEWAY_OK);
    out->output.n = 0;
    base_text_add(&out->output, path);
    base_diag_decide(m->ctx, mark, aside, as_one != CAUSEWAY_OK);
    return as_one == CAUSEWAY_OK ? as_one : code;
}

/* The same after a run as one that ended with `first` and said so since mark.  Where no mode is found to begin in, what
 * the run as one met comes first: modes may have been the wrong thing to look for. */
static causeway_status try_modes(SesModel *m, const SesSimulation *how, SesOutcome *out, Next *next, size_t mark,
                                 causeway_status first) {
    Diags *before = base_diag_aside(m->ctx, mark);
    bool perhaps = next->perhaps || next->saved.n;
    causeway_status code = run_modes(m, how, out, next);
    bool both = first == CAUSEWAY_INITIALISATION && code == first && !perhaps;
    Diags *after = both ? base_diag_aside(m->ctx, mark) : NULL;
    base_diag_decide(m->ctx, mark, before, both);
    if (both) base_diag_decide(m->ctx, base_diag_mark(m->ctx), after, true);
    return code;
}

/* No initial system gave a point of rest: from an ordinary start, by the ways of rt_rest.  Where these
 * succeed, what was said before is not said. */
static causeway_status run_to_rest(SesModel *m, const SesSimulation *how, SesOutcome *out, causeway_status first) {
    static const SesRest nothing_more = {{0}, {0}, {0}};
    SesRequest asked = *m->asked;
    SesSimulation again = *how;
    Diags *aside = base_diag_aside(m->ctx, 0);
    SesModel other = {.ctx = m->ctx, .asked = &asked, .stats = m->stats};
    Next none = {.unguarded = true};
    asked.steady_state = false;
    again.rest = &nothing_more;
    ses_free(m);
    ses_free_outcome(out);
    causeway_status code = run_model(&other, &again, out, &none);
    ses_free(&other);
    base_diag_decide(m->ctx, 0, aside, code != CAUSEWAY_OK);
    base_text_free(&none.warning);
    return code == CAUSEWAY_OK ? code : first;
}

/* A system was singular: once more, with parameters as numbers in the search for what depends on what; and where that
 * does not come to its end, as it was. */
static causeway_status run_by_value(SesModel *m, const SesSimulation *how, SesOutcome *out) {
    SesRequest asked = *m->asked;
    size_t said = m->flat ? m->said : 0;
    SesModel ranked = {.ctx = m->ctx, .asked = &asked, .stats = m->stats, .dae = m->flat, .said = said};
    if (m->flat) { /* goes on there */
        ranked.set = m->set;
        m->flat = NULL;
        m->set = NULL;
    }
    ses_free(m);
    ses_free_outcome(out);
    base_diag_rollback(m->ctx, said);
    asked.rank = SES_RANK_BY_VALUE;
    causeway_status code = ses_simulate_once(&ranked, how, out);
    ses_free(&ranked);
    if (code == CAUSEWAY_OK || base_cancelled(m->ctx)) return code;
    ses_free_outcome(out);
    base_diag_rollback(m->ctx, 0);
    asked.rank = SES_RANK_AS_IS;
    code = ses_simulate_once(&ranked, how, out);
    ses_free(&ranked);
    return code;
}

/* Straightforward initialisation failed with the start values that were taken for want of conditions: once more with
 * others.  Where that does not come to its end, all that can be done is done with those of before. */
static causeway_status run_from_others(SesModel *m, const SesSimulation *how, SesOutcome *out) {
    SesRequest asked = *m->asked;
    const SesRequest *before = m->asked;
    size_t said = m->flat ? m->said : 0;
    bool flat = m->flat;
    Next next = {.direct = true};
    SesModel other = translated_again(m, &asked);
    other.keep = flat; /* else all that its text gives is said once more */
    other.said = said;
    asked.open_first = true;
    ses_free_outcome(out);
    base_diag_rollback(other.ctx, said);
    causeway_status code = run_model(&other, how, out, &next);
    base_text_free(&next.warning);
    if (code != CAUSEWAY_OK && !base_cancelled(other.ctx)) {
        SesModel again = translated_again(&other, before);
        again.said = said;
        ses_free_outcome(out);
        base_diag_rollback(again.ctx, said);
        code = simulate(&again, how, out, false);
        ses_free(&again);
    }
    ses_free(&other);
    return code;
}

causeway_status ses_simulate_once(SesModel *m, const SesSimulation *how, SesOutcome *out) {
    return simulate(m, how, out, true);
}

static causeway_status simulate(SesModel *m, const SesSimulation *how, SesOutcome *out, bool others) {
    Next next = {0};
    *out = (SesOutcome){0};
    m->keep = true;
    causeway_status code = ses_ready(m);
    bool rest = m->asked->steady_state;
    if (code != CAUSEWAY_OK) return rest && code == CAUSEWAY_UNTRANSLATABLE ? run_to_rest(m, how, out, code) : code;
    size_t mark = base_diag_mark(m->ctx);
    next.direct = others && m->sym->counts.other_starts;
    code = run_model(m, how, out, &next);
    if (next.how == BY_VALUE) return run_by_value(m, how, out);
    if (next.how == OTHER_STARTS) {
        base_text_free(&next.warning);
        return run_from_others(m, how, out);
    }
    if (next.how == AS_ONE) base_diag_rollback(m->ctx, mark);
    if (next.how == IN_MODES) code = try_modes(m, how, out, &next, mark, code);
    else if (next.how == AS_ONE) code = run_as_one(m, how, out, &next);
    if (next.how == WITHOUT_TEARING || next.how == PERHAPS_WITHOUT || next.how == AS_SAVED)
        code = run_whole(m, how, out, &next, code);
    base_text_free(&next.warning);
    base_text_free(&next.saved);
    return rest && code == CAUSEWAY_INITIALISATION ? run_to_rest(m, how, out, code) : code;
}

void ses_free_outcome(SesOutcome *out) {
    base_text_free(&out->model);
    base_text_free(&out->output);
    base_text_free(&out->solver);
    base_text_free(&out->starts_taken);
    base_text_free(&out->recompiled);
    *out = (SesOutcome){0};
}
