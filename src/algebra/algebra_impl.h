/* algebra_impl.h - what the files of algebra/ share among themselves. */
#ifndef CAUSEWAY_ALGEBRA_IMPL_H
#define CAUSEWAY_ALGEBRA_IMPL_H

#include "algebra/algebra.h"

/* ---- differ.c, differ_call.c ------------------------------------------------------------------------------------- */

/* Forward differentiation of expressions in dae->pool.  A tangent of 0 (no node) is a structural zero. */
typedef struct {
    AlgMemo *memo;
    Dae *d;
    DaePool *pool;                                        /* &d->pool */
    DaeExpr (*leaf)(void *arg, DaePool *p, DaeExpr leaf); /* tangent of a HOLE, LOCAL, VAR */
    /* Tangent of a call from those of its arguments, where variables are leaves too (alg_derivative); else NULL. */
    DaeExpr (*call)(void *arg, DaePool *p, DaeExpr call, const DaeExpr *tangents);
    void *arg;
    bool time;       /* derivative in time: delays are refused, and difference quotients of functions unless allowed */
    bool failed;     /* something had no derivative */
    const char *why; /* ... for this reason (in the memo's arena); NULL: none that can be named */
    uint32_t quotient; /* a function of which a difference quotient was taken; 0: none */
} AlgDiffer;

/* Sets failed; why: as in AlgDiffer. */
DaeExpr alg_differ_fail(AlgDiffer *s, const char *why);

DaeExpr alg_differentiate(AlgDiffer *s, DaeExpr e);
/* Statements that compute the tangents of all targets besides the targets; 0 after a failure. */
DaeExpr alg_differentiate_statement(AlgDiffer *s, DaeExpr statement);
/* Tangent of one operator from the tangents of its arguments; 0 is zero.  Calls excepted. */
DaeExpr alg_differentiate_node(AlgDiffer *s, DaeExpr e, const DaeExpr *tangents);
/* Tangent of a call: tangents are those of its arguments. */
DaeExpr alg_differentiate_call(AlgDiffer *s, DaeExpr e, const DaeExpr *tangents);

/* ---- memo.c ------------------------------------------------------------------------------------------------------ */

struct AlgMemo {
    Dae *d;
    Arena arena;
    VEC(AlgShapeInfo) info; /* by shape */
    Map solved;             /* shape << 32 | hole -> index in solutions */
    VEC(struct AlgSolution *) solutions;
    Map tangents; /* hash of (shape, active, kind) -> index in results, collisions step on */
    VEC(struct AlgResult *) results;
    Map tangent_functions;  /* function -> its tangent function */
    Map quotient_functions; /* tangent function that takes difference quotients -> in which form (differ_call.c) */
    Map time_functions;     /* tangent function that takes difference quotients -> the one for derivatives in time */
    Map inexact_functions;  /* tangent function that is one, or calls one -> the function whose quotient that is */
    Map formulas;           /* function -> 1 + whether it ends without iterating (inverse.c) */
    bool quotients;         /* derivatives in time may be difference quotients */
    DaeWalk walk;           /* scratch of short loops that call nothing */
};

typedef struct AlgSolution {
    uint32_t shape; /* UINT32_MAX: not solvable */
    uint32_t *map;
    bool inverse;   /* by the function that an annotation names */
    uint32_t check; /* shape of an assert that it is one (nout = 0), UINT32_MAX: it always is */
    uint32_t *check_map;
} AlgSolution;

void alg_solve(AlgMemo *m, uint32_t shape, uint32_t hole, AlgSolution *out); /* solve.c */
/* see_through.c: root with calls of small functions that name their derivative replaced by what they compute. */
DaeExpr alg_see_through(Dae *d, DaeExpr root);
/* inverse.c: what argument k of a call is when the call has this value, where its function names an inverse for it that
 * is a formula; else 0. */
DaeExpr alg_inverse_call(AlgMemo *m, DaeExpr call, uint32_t k, DaeExpr value);

#endif
