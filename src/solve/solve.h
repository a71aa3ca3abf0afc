/* solve.h - numerical methods that stand for themselves: C99 and libm, no memory, no output and no errors of their own.
 *
 * Sections, in the order data flows:
 *   dense.c      factors of dense matrices
 *   sparse.c     factors of sparse matrices in a given order of columns
 *   matrix.c     a square matrix with its factors, dense or sparse; solutions of least norm
 *   equations.c  a system of equations: its matrix; linear systems
 *   nonlinear.c  nonlinear systems: damped Newton iterations from several places
 *   trust.c      ... a trust region
 *   arc.c        ... continuation along a path that may turn back
 *   pick.c       dynamic state selection
 *   follow.c     how large states are, where nothing says so
 *   carried.c    these files as text
 *
 * The runtime is compiled with these files.  FMUs and C programs that are written out carry them as text (SOL_CARRIED,
 * behind declarations of what is used of the C library): there is one implementation.  What a method wants from outside
 * comes through callbacks; what there is to say leaves as a number, and the caller finds the words.
 */
#ifndef CAUSEWAY_SOLVE_H
#define CAUSEWAY_SOLVE_H

#ifndef SOL_CARRIED
#include <math.h>
#include <stddef.h>
#include <string.h>
#endif

/* Pasted into a unit of their own, functions are static. */
#ifndef SOL
#define SOL
#endif

#define SOL_EPSILON 2.220446049250313e-16
#define SOL_INLINE static inline

/* Memory from outside, as realloc: 0 bytes give it back.  0: there is none left; what wanted it goes without. */
typedef struct SolMemory {
    void *(*resize)(void *arg, void *old, size_t bytes);
    void *arg;
} SolMemory;

SOL_INLINE double sol_larger(double a, double b) { return a > b ? a : b; }
SOL_INLINE double sol_smaller(double a, double b) { return a < b ? a : b; }
SOL_INLINE int sol_is_finite(double x) { return x - x == 0; }

/* ---- dense.c ----------------------------------------------------------------------------------------------------- */

/* a := its factors, n by n, by columns: L without its diagonal, U. pivot, 3*n: the rows that were exchanged; first
 * and last row of each column in which something stands, for matrices of chains are narrow. -1, or the first column
 * without a pivot. */
SOL int sol_dense_factor(double *a, int n, int *pivot);
SOL void sol_dense_solve(const double *a, int n, const int *pivot, double *b); /* b := A^-1 b */
/* The same for corrections, which need not be right to the last digit: without divisions, which wait for each other. */
SOL void sol_dense_invert_diagonal(double *a, int n);
SOL void sol_dense_correct(const double *a, int n, const int *pivot, double *b);

/* ---- sparse.c ---------------------------------------------------------------------------------------------------- */

typedef struct SolSparse {
    const SolMemory *memory;
    int n, nl, nu, rooml, roomu;      /* entries below and above the diagonal */
    const int *order;                 /* columns as they are eliminated */
    int *lp, *up, *at, *row_of;       /* columns; by row its pivot, or -1; by pivot its row */
    int *li, *ui;                     /* rows; pivots */
    double *lx, *ux, *diagonal, *row; /* values; pivots; by what rows were multiplied */
    double *x;                        /* work */
    int *mark, *found, *stack, *next;
} SolSparse;

SOL SolSparse *sol_sparse_new(int n, const int *order, const SolMemory *memory);
SOL void sol_sparse_free(SolSparse *f);
/* Factors of part*A + identity*I, A by columns.  -1, or the number of a column that depends on those before it. */
SOL int sol_sparse_factor(SolSparse *f, const int *colptr, const int *rowind, const double *a, double part,
                          double identity);
SOL void sol_sparse_solve(const SolSparse *f, double *b);

/* ---- matrix.c ---------------------------------------------------------------------------------------------------- */

typedef struct SolMatrix SolMatrix;

/* Factors by somebody else, of what stands in values. */
typedef struct SolFactors {
    int (*factor)(SolMatrix *m); /* -1, or the number of a column that depends on those before it */
    void (*solve)(SolMatrix *m, double *b);
} SolFactors;

/* A square matrix, its factors and scales: pattern and room -> values -> factor -> solve. */
struct SolMatrix {
    int n;
    int sparse; /* values are those of the pattern; else all, by column */
    int factored;
    int nnz;                    /* entries of the pattern */
    const int *colptr, *rowind; /* by column; 0: a dense matrix without pattern */
    double *values;
    const SolFactors *by; /* 0: dense, by dense.c */
    void *own;            /* of by */
    double weakest;       /* the least pivot in parts of the others: so near is the matrix to a singular one */
    double *lu;           /* dense: factors of the scaled matrix */
    int *pivot;           /* 3*n */
    double *row_scale;    /* applied before factoring: rows by 1/max; behind it n more: work */
};

/* Room for a dense matrix, one block that begins with values; 0: there is none. */
SOL int sol_matrix_room(SolMatrix *m, const SolMemory *memory);
SOL size_t sol_matrix_entries(const SolMatrix *m);
SOL void sol_matrix_clear(SolMatrix *m); /* values := 0 */
SOL int sol_matrix_factor(SolMatrix *m); /* -1 when done, else the number of a dependent or empty column or row */
SOL void sol_matrix_solve(SolMatrix *m, double *b);
SOL void sol_matrix_spread(const SolMatrix *m, double *a); /* a := the matrix with all its entries, by column */
/* b := x, of all with least residual the shortest, lengths measured by scale; *residual: what is left, rows in parts of
 * their largest entry.  work: SOL_LEAST_ROOM(n) numbers.  Returns the rank. */
#define SOL_LEAST_ROOM(n) ((size_t)(n) * ((size_t)(n) + 6))
SOL int sol_least_norm(const SolMatrix *m, const double *scale, double *b, double *residual, double *work);

/* ---- equations.c ------------------------------------------------------------------------------------------------- */

typedef struct SolSystem SolSystem;

/* What a system is.  residual and open may leave by a jump: a system is ready to be solved again at any time. */
typedef struct SolEquations {
    /* r := residuals at z, and all that follows from z is there; 0: they have no values, or not finite ones */
    int (*residual)(SolSystem *s, const double *z, double *r);
    /* Changes of the residuals at the present point as all unknowns of that colour move by one; colour -1: as nothing
     * moves.  0: there are none.  The member is 0 where no derivatives are known. */
    const double *(*tangent)(SolSystem *s, int colour);
    void (*start)(SolSystem *s, double *z); /* start values */
    /* The matrix is singular.  agree: the equations agree though, and the solution next to the present point was taken.
     * Or 0. */
    void (*open)(SolSystem *s, int agree);
} SolEquations;

typedef enum {
    SOL_FOUND,
    SOL_NO_VALUE,      /* residuals or matrix have none */
    SOL_CONTRADICTION, /* linear: the matrix is singular and the equations do not agree */
    SOL_NOWHERE        /* nonlinear: no solution was found */
} SolResult;

enum { SOL_SYSTEM_PARTS = 11, SOL_LEAST_NORM_MAX = 2000 };

struct SolSystem {
    const SolEquations *equations;
    void *host; /* the caller's */
    int number; /* the same */
    int n, linear, constant;
    const int *colour; /* by column; 0: each has its own */
    int ncolours;
    SolMatrix matrix;
    const double *scale;        /* nominal values of the unknowns */
    const double *low, *high;   /* limits that they are kept inside of, or 0 */
    const unsigned char *turns; /* by unknown: an angle; or 0 */
    const double *last;         /* the solution at the latest accepted point, or 0 */
    /* what the caller wants of this solution */
    int trial;                /* an iteration around it asks: the last digits do not matter */
    int glance;               /* nothing is decided by the last digits */
    int initial;              /* there is no solution before it */
    int at_event;             /* equations may have changed since, though unknowns and residuals are what they were */
    double last_digits;       /* relative corrections that are not worth the work where somebody looks */
    double now;               /* the instant */
    unsigned long long stamp; /* the question: whoever asks another one counts on */
    /* what the caller may want to know */
    int damped;              /* since it was cleared, Newton needed damping or another start */
    int fresh;               /* linear: the matrix was made for this solution ... */
    int stale;               /* ... or is an older one */
    int differences;         /* the matrix is one of differences: there are no tangents, or they have no values */
    unsigned long long made; /* the question at which the matrix was made */
    int rank;                /* of the matrix, where a solution of least norm was found */
    int column;              /* SOL_CONTRADICTION: one that depends on others */
    long iterations;
    double amplified; /* by how much more than the unknowns what follows from them is off by rounding; 0: not known */
    /* work, n each, behind each other from z on: room for SOL_SYSTEM_PARTS */
    double *z, *r, *step, *trial_z, *bar, *first;
    double *solved, *left; /* linear: the last solution and its residual */
    double *reached;       /* where a search that failed had come to */
    double *far;           /* 2*n */
    double rate;           /* contraction of corrections made with the present matrix */
    int known;             /* constant matrices: this one still holds */
    int failures, wait;    /* linear: attempts with an old matrix that failed in a row; solves until the next */
    double solved_at;      /* `now` of the last solution */
    const double *offset;  /* taken off the residual, times offset_part: on the way to a solution */
    double offset_part;
    const SolMemory *memory; /* for what is rarely wanted: kept in more until sol_system_free */
    double *more;
    size_t room;
};

SOL void sol_system_place(SolSystem *s, double *parts); /* parts: n*SOL_SYSTEM_PARTS numbers, all zero */
SOL void sol_system_free(SolSystem *s);                 /* gives back more */
SOL double *sol_system_more(SolSystem *s, size_t n);    /* n numbers, or 0 */
SOL int sol_residual(SolSystem *s, const double *z, double *r);
/* The matrix at z, where r was evaluated last, and its factors.  -1 done, SOL_UNDEFINED: it has no value, else the
 * number of a dependent column. */
enum { SOL_UNDEFINED = -2 };
SOL int sol_make_matrix(SolSystem *s, const double *z, const double *r);
/* The matrix by tangents alone, beside: subtracted from each (0: nothing). */
SOL int sol_matrix_by_tangents(SolSystem *s, const double *beside);
SOL int sol_correct(SolSystem *s, int dependent, const double *r, double *step); /* step := -A^-1 r; 0: no agreement */
SOL double sol_norm(const SolSystem *s, const double *z, const double *step);
SOL SolResult sol_linear(SolSystem *s); /* from z, which is set */

/* ---- nonlinear.c ------------------------------------------------------------------------------------------------- */

SOL int sol_newton(SolSystem *s);          /* from z, whose residual is in r; 1: z is the solution */
SOL SolResult sol_nonlinear(SolSystem *s); /* from z, and other places near by */
SOL int sol_search(SolSystem *s);          /* by methods that take long; 1: found */
SOL int sol_mirror(SolSystem *s);          /* behind a pole */
/* Newton from where another method led to, which began at the first guess and at `guesses` others. */
SOL int sol_fall_back(SolSystem *s, int guesses, int (*method)(SolSystem *s));
enum { SOL_NEAR_GUESSES = 5, SOL_ALL_GUESSES = 11 };

/* ---- trust.c ----------------------------------------------------------------------------------------------------- */

SOL int sol_trust_region(SolSystem *s);                   /* z moves near to a solution: 1 */
SOL void sol_row_scales(const SolSystem *s, double *row); /* 1 over the largest entry of each, columns by scale */

/* ---- arc.c ------------------------------------------------------------------------------------------------------- */

SOL int sol_arc_length(SolSystem *s); /* z moves to a solution: 1 */

/* ---- pick.c ------------------------------------------------------------------------------------------------------ */

#define SOL_CONSTANT 0x80000000u

/* States z = A*x, where the rows of A pick candidates while running.  State i may pick those of picks
 * first[i] .. first[i+1]-1; entries row[r] .. row[r+1]-1 are the constraints' partial derivatives. */
typedef struct SolSelection {
    unsigned n, nstates, nrows,
        ncols;                  /* candidates; states at a time; constraints; candidates and what is no candidate */
    const unsigned *x, *z;      /* variables: candidates; states */
    const unsigned *first, *of; /* nstates + 1, picks; by pick: the candidate.  0: any */
    const unsigned *pick;       /* by pick: the variable that holds 0 or 1 */
    const unsigned *row, *column, *entry; /* entry: a variable, or with SOL_CONSTANT a constant */
} SolSelection;

/* The constraints of a selection, eliminated as far as the present roles go. */
typedef struct SolTableau {
    const SolSelection *s;
    double *a;        /* nrows by ncols */
    unsigned *slot;   /* per column: number of the state that it is, SOL_NONE when determined */
    unsigned *basis;  /* per row: its column, SOL_NONE when it has none */
    unsigned *row_of; /* per column: its row, SOL_NONE */
    unsigned *is;     /* per state: its candidate */
    unsigned *list;   /* ncols of scratch */
    double best;      /* by how much the best other pick would enlarge the determinant */
} SolTableau;
#define SOL_NONE 0xffffffffu

SOL int sol_tableau(SolTableau *t, const SolSelection *s, const SolMemory *memory); /* zeros; all determined */
SOL void sol_tableau_free(SolTableau *t, const SolMemory *memory);
/* Changes roles where that is much better; 0: the constraints are singular whatever is chosen. */
SOL int sol_tableau_solve(SolTableau *t, int *changed);
/* Looks at the constraints' slopes in v: 1 where other states are picked, the present ones having become bad; apply:
 * the values of states in v are those of other candidates then.  *part grows to how near that is, 1 where it
 * happens. */
SOL int sol_select(const SolSelection *s, const double *constants, double *v, int apply, double *part,
                   const SolMemory *memory);

/* ---- follow.c ---------------------------------------------------------------------------------------------------- */

#define SOL_LEAST_SIZE 1e-5 /* of a state without nominal value */

/* States without nominal value, in groups that are compared with each other. */
typedef struct SolSizes {
    const unsigned *state, *end; /* numbers of states; where each group ends */
    unsigned ngroups;
    unsigned followed; /* steps for which sizes were followed since the last restart */
    double *scale;     /* by state: its size */
} SolSizes;

/* At a restart, where scale holds nominal values.  reach: how large a state may become, as far as can be seen. */
SOL void sol_small_sizes(SolSizes *s, double (*reach)(void *arg, unsigned state), void *arg);
SOL void sol_follow_sizes(SolSizes *s, const double *y); /* after an accepted step to y */

/* ---- carried.c --------------------------------------------------------------------------------------------------- */

#ifndef SOL_CARRIED
enum {
    SOL_CARRY_DENSE = 1,
    SOL_CARRY_SPARSE = 2,
    SOL_CARRY_EQUATIONS = 4, /* and linear systems */
    SOL_CARRY_NONLINEAR = 8,
    SOL_CARRY_PICK = 16,
    SOL_CARRY_FOLLOW = 32,
};
/* The k-th text of those that are wanted and what they need, in order; NULL behind the last.  In front stand the
 * declarations that they use of C, and SOL_CARRIED and SOL. */
const char *sol_carried(unsigned wants, int k);
#endif

#endif
