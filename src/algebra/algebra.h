/* algebra.h - symbolic work on expressions, once per shape.
 *
 * Sections, in the order data flows:
 *   simplify.c     normal form of expressions
 *   differ.c       differentiation of shapes: in time, and as tangents (directional derivatives)
 *   differ_call.c  differentiation of calls and of functions
 *   see_through.c  calls seen through, for what depends on what and for solving
 *   inverse.c      calls moved to the other side by the functions that inverse annotations name
 *   solve.c        solving one equation for one unknown; linearity
 *   outputs.c      what an algorithm section computes, as one expression per output
 *   memo.c         everything above once per shape
 */
#ifndef CAUSEWAY_ALGEBRA_H
#define CAUSEWAY_ALGEBRA_H

#include "dae/dae.h"

/* Memo of symbolic work per shape, bound to one Dae.  All functions return shapes or expressions of
 * dae->pool whose leaves are HOLEs of the input shape (plus new ones where said). */
typedef struct AlgMemo AlgMemo;
AlgMemo *alg_memo_new(Dae *d);
void alg_memo_free(AlgMemo *m);

/* Normal form: like terms and factors collected, constants in front.  Memoised inside one call only. */
DaeExpr alg_simplify(DaePool *p, DaeExpr e);

/* How hole k occurs in an equation shape. */
typedef enum {
    ALG_ABSENT,
    ALG_LINEAR,       /* coefficient is free of the hole and known not to vanish: a nonzero literal */
    ALG_LINEAR_PARAM, /* linear; coefficient is an expression that may be zero */
    ALG_NONLINEAR,    /* occurs, maybe invertible */
    ALG_UNSOLVABLE    /* occurs, but cannot be solved for (inside a call, condition, rounding...) */
} AlgOccurrence;
AlgOccurrence alg_occurrence(AlgMemo *m, uint32_t shape, uint32_t hole);

/* The shape "HOLE0 := expression" (nout = 1) that solves an EQUATE shape for `hole`, or UINT32_MAX when it cannot
 * be.  map (as many as the result has holes; lives as long as the memo) tells for each hole of the result
 * which hole of the original it is; map[0] is `hole`. */
uint32_t alg_solved_shape(AlgMemo *m, uint32_t shape, uint32_t hole, const uint32_t **map);

/* The shape of a warning for values for which that is no solution, because a function was moved to the other side that
 * has its values in a part of the numbers only; UINT32_MAX: there are none.  map as above. */
uint32_t alg_solution_check(AlgMemo *m, uint32_t shape, uint32_t hole, const uint32_t **map);

/* Is it solved by the function that an inverse annotation names?  Then it has one solution, whatever the values are. */
bool alg_solved_by_inverse(AlgMemo *m, uint32_t shape, uint32_t hole);

/* The same for an equation between expressions over variables: what var is, or 0.  What comes out reads as the equation
 * did: terms keep their order, roots and inverse functions are the principal ones; of var^2 the negative root is taken
 * where it is known to be below zero. */
DaeExpr alg_solve_as_written(DaePool *p, DaeExpr lhs, DaeExpr rhs, DaeVar var, bool negative);

/* Linear analysis of an EQUATE shape in the holes of mask: residual = sum coeff[k]*hole[k] + rest, coefficients
 * free of the masked holes.  false when not linear.  coeff[k] = 0 for holes outside mask or absent. */
bool alg_linear(AlgMemo *m, uint32_t shape, uint64_t mask, DaeExpr *coeff, DaeExpr *rest);

/* Tangent: for a shape with k holes, the expression of the directional derivative of its value (for EQUATE:
 * of lhs - rhs; for ASSIGN with nout=1: of the assigned expression) where hole k+i stands for the tangent of hole i.
 * Only holes in `active` (bit i; shapes with more than 64 holes: all active) have a tangent.  A literal 0 when it
 * depends on none of them.  Calls become calls of derivative functions: annotated ones, or functions made by
 * differentiating the body, or (external ones) functions that take a difference quotient.
 * For multi-equations (statements, calls with several results) returns 0: use alg_tangent_call. */
DaeExpr alg_tangent(AlgMemo *m, uint32_t shape, uint64_t active);

/* Tangent of a multi-equation with k holes: a statement over 2k holes, hole k+i standing for the tangent of hole i,
 * that computes the tangents k..k+nout-1 of its outputs, and, where there are several statements, the outputs
 * 0..nout-1 again.  0 when it cannot be had. */
DaeExpr alg_tangent_call(AlgMemo *m, uint32_t shape, uint64_t active);

/* Time derivative of an EQUATE (or nout=1 ASSIGN) shape: a new EQUATE shape over value holes and derivative
 * holes.  map[j] = (hole, order) tells for each hole j of the result whether it is the value (0) or the first
 * derivative (1) of that hole.  varying: bit per hole that depends on time. UINT32_MAX when not differentiable. */
typedef struct {
    uint32_t hole;
    uint32_t order;
} AlgDerHole;
uint32_t alg_time_derivative(AlgMemo *m, uint32_t shape, uint64_t varying, const AlgDerHole **map, uint32_t *nholes);

/* Derivative in time of an expression over variables; false when there is none.  What leaves give may be 0 (no node)
 * for zero. */
typedef struct {
    DaeExpr (*variable)(void *arg, DaePool *p, DaeExpr variable);
    DaeExpr (*call)(void *arg, DaePool *p, DaeExpr call, const DaeExpr *derivatives); /* of its arguments */
    void *arg;
} AlgLeaves;
bool alg_derivative(DaePool *p, DaeExpr e, const AlgLeaves *l, DaeExpr *out);

/* From now on derivatives in time may be difference quotients; false when they already could. */
bool alg_allow_quotients(AlgMemo *m);

/* What a multi-equation computes: values[k] (nout of them) is output k as an expression of the other holes.  false when
 * it reads what it has not yet assigned or acts on the simulation (reinit, terminate, ...). */
bool alg_outputs(AlgMemo *m, uint32_t shape, DaeExpr *values);

/* Derivative of an expression with respect to one hole (structural zero: literal 0). 0 when impossible. */
DaeExpr alg_partial(AlgMemo *m, DaeExpr e, uint32_t hole);

/* Is function one that was made to take a difference quotient of another?  That one, or 0. */
uint32_t alg_quotient_of(const AlgMemo *m, uint32_t function);
/* Name of a function as it was written: without what functions made of it have behind it.  In the Dae's arena. */
const char *alg_user_name(const Dae *d, uint32_t function);
/* x with the value zero in the rank of e. */
DaeExpr alg_zero_like(DaePool *p, DaeExpr e);

/* What is known of an EQUATE (or HOLE := expression) shape. */
typedef struct {
    uint8_t *occurrence; /* AlgOccurrence per hole; NULL before the analysis */
    DaeExpr *partial;    /* d(lhs - rhs)/d(hole) where it exists, else 0 */
    DaeExpr lhs, rhs;    /* the sides with calls seen through (see_through.c); 0 for other shapes */
} AlgShapeInfo;
const AlgShapeInfo *alg_shape_info(AlgMemo *m, uint32_t shape); /* solve.c: analysed on first use */

/* Something derived from (shape, bits): a tangent, a time derivative, a linear form. */
typedef struct AlgResult {
    uint32_t shape;
    uint8_t kind;
    uint64_t bits;
    bool ok;
    DaeExpr expr;
    uint32_t made; /* shape of a time derivative */
    uint32_t nholes;
    AlgDerHole *map;
    const char *why;   /* not ok: the reason, or NULL */
    uint32_t quotient; /* ok: function of which a difference quotient was taken, or 0 */
} AlgResult;
/* alg_time_derivative with all there is to know: made is UINT32_MAX when there is none. */
const AlgResult *alg_time_result(AlgMemo *m, uint32_t shape, uint64_t varying);

/* Both sides of an EQUATE shape, or HOLE0 and the value of a "HOLE0 := value" shape; false for others. */
bool alg_sides(const Dae *d, uint32_t shape, DaeExpr *lhs, DaeExpr *rhs);
/* Residual lhs - rhs with the holes of mask set to zero, when it is linear in them; else 0. */
DaeExpr alg_linear_rest(AlgMemo *m, uint32_t shape, uint64_t mask);

#endif
