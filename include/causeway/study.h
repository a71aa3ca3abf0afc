/* study.h - many runs of one model: the points of a study, its runs on threads and ranks, its table. */
#ifndef CAUSEWAY_PUBLIC_STUDY_H
#define CAUSEWAY_PUBLIC_STUDY_H

#include "causeway.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- studies ----------------------------------------------------------------------------------------------------- */

/* The points of a study, as `causeway sweep` makes them. */
typedef struct causeway_design causeway_design;

typedef enum causeway_plan {
    CAUSEWAY_GRID, /* all combinations of values */
    CAUSEWAY_ZIP,  /* the first ones together, the second ones, ... */
    CAUSEWAY_LATIN /* a Latin hypercube */
} causeway_plan;

/* values: "k=1:0.5:10", "k=list:1,2,5", "k=linspace:0,1,11", ...; random: "m=normal(1, 0.1)", ...; runs: how many where
 * numbers are drawn, 0: as many as there are values, or 100.  A value depends on seed, run and factor alone.  NULL
 * after diagnostics. */
CAUSEWAY_API causeway_design *causeway_design_new(causeway_session *s, causeway_plan plan, uint64_t runs, uint64_t seed,
                                                  size_t nvalues, const char *const *values, size_t nrandom,
                                                  const char *const *random);
CAUSEWAY_API void causeway_design_free(causeway_design *d);
CAUSEWAY_API uint64_t causeway_design_runs(const causeway_design *d);
CAUSEWAY_API size_t causeway_design_factors(const causeway_design *d, const char *const **names);
/* For causeway_run_set_text; until the next call. */
CAUSEWAY_API const char *causeway_design_value(causeway_design *d, uint64_t run, size_t factor);

/* The processes that mpirun has started; opened once in a process, before a study and behind it closed.  *ranks NULL:
 * this process is alone. */
typedef struct causeway_ranks causeway_ranks;
CAUSEWAY_API causeway_status causeway_ranks_open(causeway_session *s, causeway_ranks **ranks);
CAUSEWAY_API int causeway_ranks_own(const causeway_ranks *r); /* 0 of NULL */
CAUSEWAY_API int causeway_ranks_count(const causeway_ranks *r);
CAUSEWAY_API void causeway_ranks_close(causeway_ranks *r); /* the others do not wait for one that took no part */

/* Many runs of one model, translated once (and once for each value of a parameter that its structure depends on), each
 * reduced to numbers. */
typedef struct causeway_study causeway_study;

typedef struct causeway_study_options {
    size_t size;
    size_t nrecord;
    const char *const *record;       /* names of variables and patterns */
    const char *reduce;              /* "final,min,max,mean,rms,q05"; NULL: "final" */
    const causeway_run_options *run; /* of every run, without its callbacks; NULL: as the model's experiment says */
    size_t nparameter_files, ninput_files;
    const char *const *parameter_files, *const *input_files; /* as causeway_run_set_file, causeway_run_set_input_file */
    const char *start_from;                                  /* as causeway_run_start_from; or NULL */
    int jobs;                                                /* threads; 0: one a processor */
    const char *journal; /* a file that keeps what is done: the same study goes on from there after a crash; NULL: none.
                            Who has the table removes it. */
    causeway_ranks *ranks; /* share the work with these; or NULL */
    /* After each run, by one thread at a time: how many are done.  false ends the study with CAUSEWAY_STOPPED. */
    bool (*progress)(void *arg, uint64_t done, uint64_t runs);
    void *arg;
} causeway_study_options;

CAUSEWAY_API void causeway_study_options_init(causeway_study_options *o);
/* NULL after diagnostics of the session of m.  d lives as long as the study. */
CAUSEWAY_API causeway_study *causeway_study_new(causeway_model *m, const causeway_design *d,
                                                const causeway_study_options *options);
CAUSEWAY_API void causeway_study_free(causeway_study *s);
/* All runs that are not done yet; the session is used meanwhile.  A run that fails is a row, not the end. */
CAUSEWAY_API causeway_status causeway_study_run(causeway_study *s);
/* How many runs are done; *resumed: by an earlier try; *failed: without numbers (both may be NULL). */
CAUSEWAY_API uint64_t causeway_study_done(const causeway_study *s, uint64_t *resumed, uint64_t *failed);
CAUSEWAY_API size_t causeway_study_columns(const causeway_study *s, const char *const **names); /* "x final", ... */
/* Status of a run and, in the order of the columns, its numbers (NAN where there are none); *why (may be NULL): the
 * error. */
CAUSEWAY_API causeway_status causeway_study_row(const causeway_study *s, uint64_t run, double *values,
                                                const char **why);
/* The table, as .csv or .h5 by the ending of path. */
CAUSEWAY_API causeway_status causeway_study_write(causeway_study *s, const char *path);

#ifdef __cplusplus
}
#endif

#endif
