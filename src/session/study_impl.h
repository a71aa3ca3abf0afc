/* study_impl.h - a study behind causeway.h: what api_study.c, study.c, study_ranks.c and study_table.c share. */
#ifndef CAUSEWAY_SESSION_STUDY_IMPL_H
#define CAUSEWAY_SESSION_STUDY_IMPL_H

#include "session/api.h"

struct causeway_design {
    Context *ctx; /* of its own: names of factors live there */
    AnaDesign design;
    const char **names;
    Text value; /* last one given out */
};

struct causeway_ranks {
    Context *ctx;
    AnaWorld *world;
    bool joined; /* this process has begun to talk to the others */
};

/* A model of some words, or why there is none. */
typedef struct {
    const char *word;
    causeway_model *model; /* NULL: not translated */
    const char *why;       /* ... and what was said then */
} SesVariant;

struct causeway_study {
    Context *ctx; /* texts of the options; what is said of the study */
    causeway_model *model;
    const AnaDesign *design; /* the client's */
    AnaReductions reductions;
    VecStr names;         /* of what is recorded */
    const char **columns; /* "name reduction" */
    size_t ncolumns;
    causeway_study_options how; /* texts are copies */
    causeway_run_options run;
    bool *structural;            /* by factor: changed by translating */
    causeway_session *own;       /* where variants are translated: what is said there is not the client's */
    VEC(SesVariant) variants;    /* under the lock */
    pthread_mutex_t lock;        /* of the session, variants, and what follows */
    AnaJournal *journal;         /* NULL: not begun */
    causeway_ranks *ranks;       /* or NULL */
    int threads;                 /* of this process */
    VEC(uint64_t) todo;          /* runs that are not done ... */
    size_t next;                 /* ... the first that nobody has taken */
    bool disk_full, interrupted; /* either ends the study */
    uint64_t done;               /* runs, for progress; under the lock */
    uint64_t resumed;            /* runs that an earlier try has done */
};

/* ---- api_study.c ------------------------------------------------------------------------------------------------- */

/* Moves what was said to the session of the model. */
void ses_tell_study(causeway_study *s);

/* ---- study.c ----------------------------------------------------------------------------------------------------- */

/* Which factors are structural, and which variables the patterns mean; are the files of use?  false after reporting. */
bool ses_study_names(causeway_study *s);
bool ses_study_files(causeway_study *s);
/* What makes two studies the same. */
void ses_study_identity(const causeway_study *s, Text *out);

/* A run that is done. */
typedef struct {
    AnaRecord record;
    double *values;
    char *text;
} SesDone;

SesDone ses_study_compute(causeway_study *s, uint64_t number);
void ses_free_done(SesDone *d);
void ses_study_keep(causeway_study *s, const AnaRecord *r); /* in the journal */
/* The next runs that nobody has taken, at most n; returns how many. */
size_t ses_study_take(causeway_study *s, uint64_t *runs, size_t n);
void ses_study_work(void *arg, size_t thread); /* takes runs until there are none: for base_parallel */

/* ---- study_ranks.c ----------------------------------------------------------------------------------------------- */

/* Of rank 0: gives out runs until all are done, while threads of its own work too. */
void ses_study_give_out(causeway_study *s);
/* Of another rank: does what it is given. */
void ses_study_serve(causeway_study *s);

/* ---- study_table.c ----------------------------------------------------------------------------------------------- */

bool ses_write_study(causeway_study *s, const char *path); /* .csv or .h5; false after reporting */

#endif
