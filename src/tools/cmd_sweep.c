/* cmd_sweep.c - `causeway sweep`: many runs of one model, translated once, on threads; what is done is kept on disk. */
#include "tools/tools.h"

#include <string.h>
#include <unistd.h>

static causeway_session *open_session(const ToolRun *r) {
    causeway_session_options options;
    causeway_session_options_init(&options);
    options.nlibraries = r->options->libraries.n;
    options.libraries = (const char *const *)r->options->libraries.at;
    options.strict = r->options->strict;
    options.untrusted = r->options->untrusted;
    return causeway_session_new(&options);
}

static causeway_design *read_design(const ToolRun *r, causeway_session *s) {
    const ToolOptions *o = r->options;
    if (o->grid + o->zip + tool_given(o->latin) > 1) {
        base_error(r->ctx, "TOOL0008", (Span){0}, "only one of --grid, --zip and --latin can be meant");
        return NULL;
    }
    causeway_plan plan = tool_given(o->latin) ? CAUSEWAY_LATIN : o->zip ? CAUSEWAY_ZIP : CAUSEWAY_GRID;
    double runs = tool_given(o->latin) ? o->latin : tool_given(o->runs) ? o->runs : 0;
    return causeway_design_new(s, plan, (uint64_t)runs, tool_given(o->seed) ? (uint64_t)o->seed : 1, o->parameters.n,
                               (const char *const *)o->parameters.at, o->random.n, (const char *const *)o->random.at);
}

static causeway_study *open_study(const ToolRun *r, causeway_model *m, const causeway_design *d, causeway_ranks *ranks,
                                  const char *journal) {
    const ToolOptions *o = r->options;
    causeway_run_options run;
    causeway_run_options_init(&run);
    if (tool_given(o->start)) run.start = o->start;
    if (tool_given(o->stop)) run.stop = o->stop;
    if (tool_given(o->tolerance)) run.tolerance = o->tolerance;
    if (tool_given(o->interval)) run.interval = o->interval;
    run.solver = o->solver;
    causeway_study_options how;
    causeway_study_options_init(&how);
    how.run = &run;
    how.nrecord = o->record.n;
    how.record = (const char *const *)o->record.at;
    how.reduce = o->reduce;
    how.nparameter_files = o->parameter_files.n;
    how.parameter_files = (const char *const *)o->parameter_files.at;
    how.ninput_files = o->inputs.n;
    how.input_files = (const char *const *)o->inputs.at;
    how.start_from = o->start_from;
    if (tool_given(o->jobs)) how.jobs = o->jobs < 1 ? 1 : (int)o->jobs;
    how.journal = journal;
    how.ranks = ranks;
    return causeway_study_new(m, d, &how);
}

/* Of an FMU: as it is asked for. */
static ToolExit translate(const ToolRun *r, causeway_model *m) {
    const SesFmu *f = &r->asked.fmu;
    causeway_translation how;
    causeway_translation_init(&how);
    how.fmu_kind = f->kind, how.in_process = f->in_process, how.fmu_step = f->step;
    how.coupling = f->coupling, how.tunable = f->tunable;
    return causeway_model_translate(m, &how);
}

static ToolExit finish(const ToolRun *r, causeway_study *s, const char *path, const char *journal, double began) {
    uint64_t resumed, failed, runs = causeway_study_done(s, &resumed, &failed);
    ToolExit code = causeway_study_write(s, path);
    if (code == TOOL_DONE) unlink(journal);
    if (code == TOOL_DONE && !r->options->quiet)
        printf("%s: %llu runs, %llu resumed, %llu failed, %.3g s -> %s\n", r->asked.subject, (unsigned long long)runs,
               (unsigned long long)resumed, (unsigned long long)failed, base_seconds() - began, path);
    return code;
}

static ToolExit sweep_model(const ToolRun *r, causeway_session *s, causeway_ranks *ranks) {
    const char *path = r->options->output ? r->options->output : "study.csv";
    const char *journal = base_sprintf(&r->ctx->arena, "%s.journal", path);
    if (!ses_ends_with(path, ".csv") && !ses_ends_with(path, ".h5")) {
        base_error(r->ctx, "TOOL0008", (Span){0}, "the name of the table of a study must end in .csv or .h5");
        return TOOL_USAGE;
    }
    causeway_design *d = read_design(r, s);
    causeway_model *m = d ? causeway_model_new(s, r->asked.subject) : NULL;
    ToolExit code = !d ? TOOL_USAGE : m ? translate(r, m) : TOOL_INVALID;
    causeway_study *study = code == TOOL_DONE ? open_study(r, m, d, ranks, journal) : NULL;
    double began = base_seconds();
    if (code == TOOL_DONE) code = study ? causeway_study_run(study) : TOOL_USAGE;
    if (code == TOOL_DONE && causeway_ranks_own(ranks) == 0) code = finish(r, study, path, journal, began);
    causeway_study_free(study);
    causeway_model_free(m);
    causeway_design_free(d);
    return code;
}

static void say_diagnostics(const ToolRun *r, causeway_session *s) {
    causeway_form form = r->ctx->format == DIAG_JSON ? CAUSEWAY_JSON : r->ctx->colour ? CAUSEWAY_COLOUR : CAUSEWAY_TEXT;
    for (size_t i = 0; i < causeway_diagnostic_count(s); i++)
        fputs(causeway_format_diagnostic(s, causeway_get_diagnostic(s, i), form), stderr);
}

ToolExit tool_sweep(ToolRun *r) {
    causeway_session *s = open_session(r);
    if (!s) return CAUSEWAY_MEMORY;
    causeway_ranks *ranks;
    ToolExit code = causeway_ranks_open(s, &ranks);
    for (size_t i = 0; code == TOOL_DONE && i < r->asked.files.n; i++)
        code = causeway_load_file(s, r->asked.files.at[i], NULL);
    if (code == TOOL_DONE) code = sweep_model(r, s, ranks);
    bool other = causeway_ranks_own(ranks) > 0;
    if (!other) say_diagnostics(r, s);
    if (other) base_diag_clear(r->ctx);         /* rank 0 says the same ... */
    if (ranks) base_diag_flush(r->ctx, stderr); /* ... and mpirun may not wait for the words of one that has failed */
    causeway_ranks_close(ranks);
    causeway_session_free(s);
    return other ? TOOL_DONE : code; /* mpirun ends all when one fails before rank 0 has spoken */
}
