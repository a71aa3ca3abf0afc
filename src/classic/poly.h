/* poly.h - polynomials in many variables, for linear systems with symbolic coefficients (poly.c, linear_block.c). */
#ifndef CAUSEWAY_CLASSIC_POLY_H
#define CAUSEWAY_CLASSIC_POLY_H

#include "classic/classic_impl.h"

enum { CLS_POLY_TERMS = 2000 }; /* more terms than this are not worth a formula */

typedef struct {
    double factor;
    uint32_t n; /* number of atoms, ascending numbers, repeated for powers */
    const uint16_t *atoms;
} ClsTerm;

typedef struct {
    ClsTerm *terms; /* by atoms, ascending; no factor is zero */
    uint32_t n;
} ClsPoly;

/* What polynomials are made of: variables and whatever cannot be taken apart. */
typedef struct {
    ClsModel *m;
    Arena *arena;
    VEC(DaeExpr) atoms; /* sorted: parameters first, then by name */
    bool failed;        /* too many terms or atoms */
    bool modes;         /* an atom holds a condition */
} ClsAtoms;

void cls_gather_atoms(ClsAtoms *a, DaeExpr e);
void cls_sort_atoms(ClsAtoms *a);
ClsPoly cls_poly(ClsAtoms *a, DaeExpr e);
ClsPoly cls_poly_number(ClsAtoms *a, double x);
ClsPoly cls_poly_add(ClsAtoms *a, ClsPoly x, ClsPoly y, double factor); /* x + factor*y */
ClsPoly cls_poly_mul(ClsAtoms *a, ClsPoly x, ClsPoly y);
/* Uses sin(x)**2 + cos(x)**2 = 1. */
void cls_poly_trigonometric(ClsAtoms *a, ClsPoly *x);
/* Takes common numbers and atoms out of all; the first gets a positive first term. */
void cls_poly_reduce(ClsAtoms *a, ClsPoly *all, uint32_t n);
/* As expression: positive terms first; 0 when zero. */
DaeExpr cls_poly_expr(ClsAtoms *a, ClsPoly x);

#endif
