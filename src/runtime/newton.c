/* newton.c - Newton's method for the corrector of an integrator, as SUNDIALS sees it.
 *
 * SUNDIALS's own keeps one matrix for a step and gives the step up when that does not converge.  Where equations bend
 * within a step (junctions of semiconductors, which grow tenfold in 60 mV) every step would have to be as short as that
 * bend.  Here the matrix is made again where the iteration has come to, a few times, as circuit simulators do; only
 * then the step is given up.  The correction that showed it is taken back by half before.
 */
#include "runtime/runtime_impl.h"

#include <float.h>
#include <sundials/sundials_nonlinearsolver.h>

enum {
    MOST_MATRICES = 3, /* of one step, beside the one that it began with */
    MOST_CORRECTIONS = 16,
};
/* part of a correction that the last one left undone: beyond it there is no direction to trust */
static const double MOST_LEARNT = 0.9;
static const double SLOWEST = 0.95; /* rate of corrections that is taken for one */

typedef struct {
    SUNNonlinSolSysFn residual;
    SUNNonlinSolLSetupFn setup;
    SUNNonlinSolLSolveFn solve;
    SUNNonlinSolConvTestFn test;
    void *test_data;
    RtRenewal *renewal;
    N_Vector step;
    size_t size;
    double *past;                    /* corrections with this matrix, one behind the other ... */
    int room;                        /* ... for so many of them */
    double square[MOST_CORRECTIONS]; /* of each */
    double rate;                     /* of second corrections to first ones, before anything was learnt */
    int most;                        /* iterations with one matrix */
    int iteration;                   /* with this matrix: what the test of convergence counts by */
    long total, failures;            /* of the last solution: whoever asks adds them up */
} Newton;

static SUNNonlinearSolver_Type type_of(SUNNonlinearSolver s) {
    (void)s;
    return SUNNONLINEARSOLVER_ROOTFIND;
}

static int initialize(SUNNonlinearSolver s) {
    (void)s;
    return SUN_NLS_SUCCESS;
}

/* The product of two corrections, in the norm of the test of convergence.  Four sums, for the processor to work on side
 * by side. */
static double product(size_t n, const double *a, const double *b, const double *weights) {
    double sum[4] = {0};
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
        for (size_t k = 0; k < 4; k++) sum[k] += a[i + k] * b[i + k] * (weights[i + k] * weights[i + k]);
    for (; i < n; i++) sum[0] += a[i] * b[i] * (weights[i] * weights[i]);
    return sum[0] + sum[1] + (sum[2] + sum[3]);
}

/* The matrix as corrections have shown it to be (Broyden 1965; in the form of Kelley, Iterative Methods for Linear and
 * Nonlinear Equations, 1995, section 7.3).  What has bent since the matrix was made is often a few equations: a chord
 * converges slowly along them, and this learns them without another evaluation. */
static void learn(Newton *n, N_Vector weights) {
    size_t size = n->size;
    const double *w = N_VGetArrayPointer(weights);
    double *step = N_VGetArrayPointer(n->step), *s = n->past;
    if (n->iteration == 1) n->rate = fmin(sqrt(product(size, step, step, w) / n->square[0]), SLOWEST);
    for (int j = 0; j < n->iteration; j++, s += size) {
        double part = product(size, s, step, w) / n->square[j];
        if (j + 1 < n->iteration)
            for (size_t i = 0; i < size; i++) step[i] += part * s[size + i];
        else if (part < MOST_LEARNT)
            for (size_t i = 0; i < size; i++) step[i] /= 1 - part;
    }
}

/* The last correction was not enough: what it does is learnt from the next one. */
static void remember(Newton *n, N_Vector weights) {
    size_t size = n->size;
    const double *step = N_VGetArrayPointer(n->step);
    if (n->iteration >= n->room) {
        n->room += n->room ? n->room : 1; /* most steps need one */
        n->past = base_realloc(n->past, (size_t)n->room * size * sizeof *n->past);
    }
    memcpy(n->past + (size_t)n->iteration * size, step, size * sizeof *step);
    n->square[n->iteration] = fmax(product(size, step, step, N_VGetArrayPointer(weights)), DBL_MIN);
}

/* The test takes a first correction for as good as the last ones of former steps, which had learnt. */
static bool believed(const Newton *n, N_Vector weights, double tolerance) {
    if (n->iteration > 0) return true;
    return n->rate * N_VWrmsNorm(n->step, weights) <= tolerance * (1 - n->rate);
}

/* With the matrix that is there, until it converges (0), cannot (positive) or must not go on (negative).  *last: the
 * last correction was added to y. */
static int iterate(SUNNonlinearSolver s, N_Vector y, N_Vector weights, double tolerance, void *mem, bool *last) {
    Newton *n = s->content;
    *last = false;
    for (n->iteration = 0;;) {
        n->total++;
        N_VScale(-1, n->step, n->step);
        int code = n->solve(n->step, mem);
        if (code) return code;
        learn(n, weights);
        N_VLinearSum(1, y, 1, n->step, y);
        *last = true;
        code = n->test(s, y, n->step, tolerance, weights, n->test_data);
        if (code == SUN_NLS_SUCCESS && believed(n, weights, tolerance)) return code;
        if (code != SUN_NLS_CONTINUE && code != SUN_NLS_SUCCESS) return code;
        if (n->iteration + 1 >= n->most) return SUN_NLS_CONV_RECVR;
        remember(n, weights);
        n->iteration++;
        code = n->residual(y, n->step, mem);
        if (code) return code;
    }
}

/* A matrix of old values may have been the wrong one from the first: its corrections are worth nothing. */
static void step_back(Newton *n, N_Vector y, bool added) {
    if (!n->renewal->made) N_VConst(0, y);
    else if (added) N_VLinearSum(1, y, -0.5, n->step, y);
}

static int solve(SUNNonlinearSolver s, N_Vector first, N_Vector y, N_Vector weights, double tolerance,
                 booleantype asked, void *mem) {
    Newton *n = s->content;
    int code = 0;
    bool added = false;
    (void)first;
    n->total = n->failures = 0;
    *n->renewal = (RtRenewal){0};
    for (int matrices = 0;; matrices++) {
        booleantype current = SUNFALSE;
        code = n->residual(y, n->step, mem);
        if (!code && (asked || matrices)) code = n->setup(matrices > 0, &current, mem);
        if (code) break;
        code = iterate(s, y, weights, tolerance, mem, &added);
        if (code <= 0 || matrices >= MOST_MATRICES) break;
        step_back(n, y, added);
        n->renewal->demanded = true;
    }
    if (code > 0) n->failures++;
    return code;
}

static int release(SUNNonlinearSolver s) {
    Newton *n = s->content;
    N_VDestroy(n->step);
    base_realloc(n->past, 0);
    base_realloc(n, 0);
    SUNNonlinSolFreeEmpty(s);
    return SUN_NLS_SUCCESS;
}

static int set_residual(SUNNonlinearSolver s, SUNNonlinSolSysFn f) {
    ((Newton *)s->content)->residual = f;
    return SUN_NLS_SUCCESS;
}

static int set_setup(SUNNonlinearSolver s, SUNNonlinSolLSetupFn f) {
    ((Newton *)s->content)->setup = f;
    return SUN_NLS_SUCCESS;
}

static int set_solve(SUNNonlinearSolver s, SUNNonlinSolLSolveFn f) {
    ((Newton *)s->content)->solve = f;
    return SUN_NLS_SUCCESS;
}

static int set_test(SUNNonlinearSolver s, SUNNonlinSolConvTestFn f, void *data) {
    Newton *n = s->content;
    n->test = f;
    n->test_data = data;
    return SUN_NLS_SUCCESS;
}

static int set_most(SUNNonlinearSolver s, int most) {
    BASE_ASSERT(most <= MOST_CORRECTIONS);
    ((Newton *)s->content)->most = most;
    return SUN_NLS_SUCCESS;
}

static int get_total(SUNNonlinearSolver s, long *total) {
    *total = ((const Newton *)s->content)->total;
    return SUN_NLS_SUCCESS;
}

static int get_iteration(SUNNonlinearSolver s, int *iteration) {
    *iteration = ((const Newton *)s->content)->iteration;
    return SUN_NLS_SUCCESS;
}

static int get_failures(SUNNonlinearSolver s, long *failures) {
    *failures = ((const Newton *)s->content)->failures;
    return SUN_NLS_SUCCESS;
}

void *rt_newton(void *vector, RtRenewal *renewal, void *sun) {
    SUNNonlinearSolver s = SUNNonlinSolNewEmpty(sun);
    Newton *n = base_realloc(NULL, sizeof *n);
    *n = (Newton){.renewal = renewal, .step = N_VClone(vector), .most = 4, .size = (size_t)N_VGetLength(vector)};
    s->content = n;
    *s->ops = (struct _generic_SUNNonlinearSolver_Ops){.gettype = type_of,
                                                       .initialize = initialize,
                                                       .solve = solve,
                                                       .free = release,
                                                       .setsysfn = set_residual,
                                                       .setlsetupfn = set_setup,
                                                       .setlsolvefn = set_solve,
                                                       .setctestfn = set_test,
                                                       .setmaxiters = set_most,
                                                       .getnumiters = get_total,
                                                       .getcuriter = get_iteration,
                                                       .getnumconvfails = get_failures};
    return s;
}
