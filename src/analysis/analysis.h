/* analysis.h - questions about models that one run does not answer.
 *
 * Sections, in the order data flows:
 *   design.c        the points of a study: ranges, lists, distributions; grid, zip, Latin hypercube
 *   journal.c       what is done of a study, on disk: nothing is lost or repeated after a crash
 *   ranks.c         several processes that work on one study: messages between them (MPI)
 *   reduce.c        numbers that stand for a trajectory: final, min, max, mean, quantiles, changes
 *   spectrum.c      frequencies of a trajectory
 *   tube.c          two trajectories: do they agree?
 *   linear_model.c  linear models: eigenvalues, responses; linear_zeros.c: zeros
 *   linear_text.c   ... as text and for people; linear_mat.c: as a file of matrices
 *
 * Nothing here runs a model: the callers do, and give numbers.
 */
#ifndef CAUSEWAY_ANALYSIS_H
#define CAUSEWAY_ANALYSIS_H

#include "base/base.h"

/* ---- design.c ---------------------------------------------------------------------------------------------------- */

typedef enum { ANA_GRID, ANA_ZIP, ANA_LATIN } AnaPlan;

/* One quantity that a study varies. */
typedef struct {
    const char *name;
    VecStr values; /* literals as given ... */
    bool random;   /* ... or a distribution */
    enum { ANA_UNIFORM, ANA_NORMAL, ANA_LOGNORMAL, ANA_TRIANGULAR, ANA_EXPONENTIAL } distribution;
    double p[3];
} AnaFactor;

typedef struct {
    VEC(AnaFactor) factors;
    AnaPlan mode;
    uint64_t count; /* of runs: wanted, where numbers are drawn; else found */
    uint64_t seed;
} AnaDesign;

/* "k=1:0.5:10" (from:step:to), "k=1:10" (step 1), "k=list:1,2,5", "k=linspace:0,1,11", "k=logspace:1e-3,1,4", "k=3".
 * false after a diagnostic (ANA0001 ...). */
bool ana_factor_values(Context *ctx, AnaDesign *d, const char *word);
/* "m=normal(1, 0.1)", uniform(a, b), lognormal(mu, sigma), triangular(a, mode, b), exponential(mean). */
bool ana_factor_random(Context *ctx, AnaDesign *d, const char *word);
/* Looks whether the factors fit the mode, and counts the runs.  false after a diagnostic. */
bool ana_design_finish(Context *ctx, AnaDesign *d);
/* The literal of factor f in run i, into out.  Depends on seed, i and f alone: the same on any number of workers. */
void ana_design_value(const AnaDesign *d, uint64_t run, size_t factor, Text *out);
void ana_design_free(AnaDesign *d);

/* ---- journal.c --------------------------------------------------------------------------------------------------- */

/* A study on disk: a head that says which study it is, then one record a run, appended whole with a checksum.  A record
 * that was cut off by a crash is dropped when the journal is opened again. */
typedef struct AnaJournal AnaJournal;

typedef struct {
    uint64_t run;
    uint32_t status;      /* 0, or the exit code of a run that failed */
    const double *values; /* columns of the study; NULL when it failed */
    const char *text;     /* diagnosis of a run that failed, or "" */
} AnaRecord;

/* path NULL: in memory only.  identity: a text that must be the same for the study to be resumed (model, design,
 * columns).  NULL after a diagnostic: ANA0010 cannot be opened, ANA0011 is another study's. */
AnaJournal *ana_journal_open(Context *ctx, const char *path, const char *identity, uint32_t columns);
bool ana_journal_has(const AnaJournal *j, uint64_t run);
const AnaRecord *ana_journal_record(const AnaJournal *j, uint64_t run); /* NULL: not done; not beside others that add */
uint64_t ana_journal_count(const AnaJournal *j);
/* Thread-safe; on disk when it returns.  false: could not be written (ctx is not touched; errno says why). */
bool ana_journal_add(AnaJournal *j, const AnaRecord *r);
/* All records in the order of runs, each once; values and text live until close. */
void ana_journal_each(AnaJournal *j, void (*visit)(void *arg, const AnaRecord *r), void *arg);
void ana_journal_close(AnaJournal *j);

/* ---- ranks.c ----------------------------------------------------------------------------------------------------- */

typedef struct AnaWorld AnaWorld;

/* The processes that mpirun started; *w NULL: it did not, this one is alone.  false after a diagnostic (ANA0030). */
bool ana_world_open(Context *ctx, AnaWorld **w);
int ana_world_rank(const AnaWorld *w); /* 0 of NULL */
int ana_world_size(const AnaWorld *w); /* 1 of NULL */
/* All calls of a process from one thread. */
bool ana_world_send(AnaWorld *w, int to, const void *data, size_t n);
bool ana_world_receive(AnaWorld *w, int *from, Text *out); /* false: nothing is there */
void ana_world_wait(void);                                 /* a moment, before looking again */
void ana_world_close(AnaWorld *w);

/* ---- reduce.c ---------------------------------------------------------------------------------------------------- */

/* "final,min,max,mean,rms,q05,q50,q95": how a column becomes numbers.  mean, rms and quantiles weigh by time. */
typedef struct {
    enum { ANA_FINAL, ANA_MIN, ANA_MAX, ANA_MEAN, ANA_RMS, ANA_QUANTILE } kind;
    double quantile;
    const char *name; /* "final", "q05" */
} AnaReduction;
typedef VEC(AnaReduction) AnaReductions;

bool ana_reductions(Context *ctx, const char *words, AnaReductions *out); /* false after a diagnostic (ANA0020) */
double ana_reduce(const AnaReduction *r, const double *time, const double *y, size_t n);

typedef struct {
    double least, most, final;
    double first, last; /* change, NAN: none */
} AnaSummary;

AnaSummary ana_summarise(const double *time, const double *y, size_t n);

/* ---- spectrum.c -------------------------------------------------------------------------------------------------- */

extern const char *const ana_windows[]; /* names, ended by NULL */

typedef struct {
    size_t n;    /* samples: a power of two */
    double step; /* Hz between lines */
    double mean, rms;
    double *amplitude; /* n/2, of sine waves; that of line 0 is the mean's size */
} AnaSpectrum;

/* n and amplitude are given, the rest is filled.  window: number of a name. */
void ana_spectrum(const double *t, const double *y, size_t rows, double from, double to, int window, AnaSpectrum *out);
/* Frequency and amplitude of the peak at line k. */
double ana_peak(const AnaSpectrum *s, size_t k, double *amplitude);
/* Total harmonic distortion: harmonics 2 to 50 against the first, whose amplitude goes to *first. */
double ana_distortion(const AnaSpectrum *s, double fundamental, double *first);

/* ---- tube.c ------------------------------------------------------------------------------------------------------ */

typedef struct {
    const double *t, *y;
    size_t n;
} AnaCurve;
typedef VEC(double) AnaTimes;

extern const double ana_tube_width; /* relative, in time and in value, unless said otherwise */
extern const double ana_tube_share; /* of the instants that may lie outside */

/* The larger share of instants outside the tube, seen from either curve; 1 for curves that cannot be compared.  where,
 * when given, gets those instants. */
double ana_tube_outside(const AnaCurve *result, const AnaCurve *reference, double tolerance, AnaTimes *where);

typedef struct {
    double largest; /* deviation among the instants outside, and ... */
    double time;    /* ... when */
    double range;   /* of the reference */
} AnaDeviation;

AnaDeviation ana_deviation(const AnaCurve *result, const AnaCurve *reference, const AnaTimes *where);

/* ---- linear_model.c ---------------------------------------------------------------------------------------------- */

/* dx/dt = A (x - x0) + B (u - u0) + f0,  y = y0 + C (x - x0) + D (u - u0).  Matrices by columns. */
typedef struct {
    const char *model;
    double time;
    int n, m, p;               /* states, inputs, outputs */
    double *a, *b, *c, *d;     /* n*n, n*m, p*n, p*m */
    const char **x, **u, **y;  /* names */
    double *x0, *u0, *y0, *f0; /* the point, and derivatives there: zero where it is at rest */
    const char *held;          /* what does not move in it: clocks, discrete variables; "" */
} AnaLinear;

typedef struct {
    double re, im;
    double frequency; /* |lambda|/(2 pi), in Hz */
    double damping;   /* -re/|lambda| */
    double time;      /* -1/re */
    double error;     /* of the number, by rounding; 0 unless participation was asked for */
} AnaMode;

AnaLinear *ana_linear_new(Arena *arena, int n, int m, int p); /* zeros, names unset */
/* n modes, slowest decay first; part (may be NULL): n numbers a mode, how much each state takes part, their sum 1.
 * false: LAPACK found no solution. */
bool ana_modes(const AnaLinear *l, AnaMode *modes, double *part);
/* Finite zeros from an input to an output; room for n in re, im. */
bool ana_zeros(const AnaLinear *l, int output, int input, int *count, double *re, double *im);
/* Of all inputs and outputs together: transmission zeros. */
bool ana_all_zeros(const AnaLinear *l, int *count, double *re, double *im);
/* The transfer function at a frequency in Hz; false at a pole. */
bool ana_response(const AnaLinear *l, int output, int input, double frequency, double *re, double *im);
/* y(k*h) - y0, k = 0 ... count - 1, after a unit step of the input. */
bool ana_step(const AnaLinear *l, int output, int input, double h, int count, double *y);
/* Where the action is: frequencies from below the slowest to above the fastest mode, in Hz; a time in which it all
 * settles. */
void ana_linear_span(const AnaLinear *l, double *low, double *high, double *settle);

/* ---- linear_text.c, linear_mat.c --------------------------------------------------------------------------------- */

void ana_linear_modelica(const AnaLinear *l, Text *out); /* a model that simulates */
void ana_linear_json(const AnaLinear *l, Text *out);
void ana_linear_python(const AnaLinear *l, Text *out);
void ana_linear_mat(const AnaLinear *l, Text *out);    /* MATLAB version 4 */
void ana_linear_report(const AnaLinear *l, Text *out); /* eigenvalues, zeros, for people */
/* By the ending of a name: .mo, .mat, .json, .py; false: none of them. */
bool ana_linear_form(const AnaLinear *l, const char *path, Text *out);

#endif
