/* tables.h - what an FMU knows of its model: tables that the exporter writes, in front of run.c. */

/* The compiler inside causeway has no headers: it declares what it needs itself (FM_BARE). */
#ifdef FM_BARE
typedef unsigned long size_t;
typedef struct {
    long room[64];
} FmJumpBuffer;
int _setjmp(void *);
void longjmp(void *, int);
#define setjmp(place) _setjmp(&(place))
#define longjmp(place, value) longjmp(&(place), value)
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
int snprintf(char *, size_t, const char *, ...);
char *strchr(const char *, int);
int memcmp(const void *, const void *, size_t);
int strncmp(const char *, const char *, size_t);
void *dlopen(const char *, int);
void *dlsym(void *, const char *);
char *dlerror(void);
int dladdr(const void *, void *);
double fmax(double, double);
double fmin(double, double);
#define HUGE_VAL 1e999
#define NAN (HUGE_VAL - HUGE_VAL)
#else
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef jmp_buf FmJumpBuffer;
#define CW_STANDARD_HEADERS
#endif

#ifndef FM_EXPORT
#if defined(_WIN32)
#define FM_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define FM_EXPORT __attribute__((visibility("default")))
#else
#define FM_EXPORT
#endif
#endif

typedef struct {
    FmJumpBuffer at;
} FmJump;

typedef struct {
    int var, sign; /* sign 0: of a Boolean its negation */
} FmSource;

typedef struct {
    int pre, flags; /* 1: discrete, 2: a String, 4: starts as the variable itself */
    FmSource of;
} FmPre;

typedef struct {
    int var, kind, op, origin;
    double scale;
} FmRelation;

typedef struct {
    int var, start, interval; /* variables that hold them */
} FmSample;

typedef struct {
    int var, from, sign; /* from: variable that holds the start value, -1: value */
    int put;             /* 1: it stands in v at first; 2: the variable has it when the run begins */
    double value;
} FmStart;

typedef struct {
    int var;
    double value;
} FmNumber;

typedef struct {
    int var, resource; /* resource: text is the name of a file in the folder of resources */
    const char *text;
} FmText;

/* Clocks as variables of FMI 3.0. */
typedef struct {
    int var, pre;        /* set to tick it, where it is told to; else what its value reference names */
    int tick, due;       /* true when it ticks; when the model wants it to tick, or 0 */
    int interval, shift; /* parameters of a periodic one, or 0 */
    int told;            /* the importer ticks it */
    unsigned long long counter, shift_counter, resolution; /* a fraction, resolution 0: it is none */
} FmClock;

/* External functions: shared objects that are packed beside this one, or that the system has. */
typedef struct {
    const char *name;
    int packed, override; /* override: its functions take the place of those of others */
} FmLibrary;

typedef struct {
    int library; /* -1: the C library */
    const char *symbol;
} FmExternal;

typedef struct {
    const char *file; /* as Dl_info begins */
    void *base;
    const char *name;
    void *address;
} FmPlace;

enum { FM_CONSTANT, FM_PARAMETER, FM_INPUT, FM_STATE, FM_OTHER };

typedef struct {
    const char *guid;
    unsigned long long key; /* of saved states */
    int nvars, nstates, nindicators, nsystems, nrelations, nsamples, npres, nstarts, nvalues, nstrings, norigins;
    int nclocks, nresting;
    int ndelays, nspatials, widest, homotopy;
    int watched; /* histories, asserts, choices of states want to see the end of every step */
    double tolerance, fixed_step;
    const int *x;       /* states */
    const FmSource *dx; /* their derivatives */
    const double *nominal;
    const int *jac_colptr, *jac_rowind, *jac_colour; /* d(dx)/dx by columns; 0: not known */
    const int *jac_order;                            /* its columns as they are eliminated; 0: it is stored dense */
    int jac_ncolours;
    const FmPre *pres;
    const FmRelation *relations;
    const FmSample *samples;
    const FmStart *starts;
    const int *start_of; /* by variable: in starts, or -1 */
    const FmNumber *values;
    const FmText *strings;
    const unsigned char *kinds;   /* by variable */
    const double *scales;         /* nominal values of the unknowns of systems ... */
    const double *low, *high;     /* ... what they are kept inside of, or 0 ... */
    const unsigned char *turns;   /* ... which are angles, or 0 ... */
    const int *scale_of;          /* ... from here on, by system */
    const int *orders, *order_of; /* columns of sparse systems as they are eliminated, from there on; -1: dense */
    const int *reads, *read_of;   /* relations that systems read, and where those of each begin */
    const char *const *system_names;
    const char *const *origins; /* "file:line" of asserts and errors */
    const FmClock *clocks;
    const int *resting; /* clocked variables: start values until the first tick */
} FmModel;
