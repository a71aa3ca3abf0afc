/* carried.c - these files as text, for C programs that are written out. */
#include "solve/solve.h"

#include "solve_texts.h"

const char *sol_carried(unsigned wants, int k) {
    const struct {
        unsigned of;
        const unsigned char *text;
    } texts[] = {{~0u, solve_text},
                 {SOL_CARRY_DENSE, dense_text},
                 {SOL_CARRY_SPARSE, sparse_text},
                 {SOL_CARRY_EQUATIONS, matrix_text},
                 {SOL_CARRY_EQUATIONS, equations_text},
                 {SOL_CARRY_NONLINEAR, nonlinear_text},
                 {SOL_CARRY_NONLINEAR, trust_text},
                 {SOL_CARRY_NONLINEAR, arc_text},
                 {SOL_CARRY_PICK, pick_text},
                 {SOL_CARRY_FOLLOW, follow_text}};
    if (wants & SOL_CARRY_NONLINEAR) wants |= SOL_CARRY_EQUATIONS;
    if (wants & SOL_CARRY_EQUATIONS) wants |= SOL_CARRY_DENSE;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].of & wants && k-- == 0) return (const char *)texts[i].text;
    return NULL;
}
