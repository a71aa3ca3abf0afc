/* targets.c - the table of languages that a sorted model can be written in. */
#include "codegen/codegen_impl.h"

const GenTarget gen_targets[] = {
    {"acsl", ".csl", "ACSL, after the paper of 1993", gen_write_acsl},
    {"c", ".c", "a C program that integrates and prints the trajectory", gen_write_c},
    {"desire", ".des", "DESIRE", gen_write_desire},
    {"dsblock", ".c", "DSblock in C, ODE form (dsblock.h)", gen_write_dsblock},
    {"dsblock_dae", ".c", "DSblock in C, DAE form (dsblock.h)", gen_write_dsblock_dae},
    {"simnon", ".t", "Simnon", gen_write_simnon},
    {"simulink", ".c", "SIMULINK S-function in C", gen_write_simulink},
    {"matlab", ".m", "MATLAB function of the derivatives", gen_write_matlab},
};
const size_t gen_target_count = sizeof gen_targets / sizeof *gen_targets;

typedef struct {
    const GenProgram *p;
    const char *prefix;
} Naming;

static void name_of(void *arg, uint32_t var, Text *out) {
    const Naming *n = arg;
    if (n->prefix && var) base_text_add(out, n->prefix);
    base_text_add(out, n->p->vars[var].name);
}

void gen_target_expr(const GenDialect *d, const GenProgram *p, DaeExpr e, Text *out) {
    Naming n = {p, d->prefix};
    gen_dialect_expr(d, p->names, p->pool, e, name_of, &n, out);
}

bool gen_target_has(const GenProgram *p, GenStepKind kind) {
    for (uint32_t i = 0; i < p->nsteps; i++)
        if (p->steps[i].kind == kind) return true;
    return false;
}

void gen_target_value(const GenDialect *d, const GenProgramVar *v, Text *out) {
    if (v->text) base_text_add(out, v->text);
    else gen_dialect_number(d, v->value, out);
}

bool gen_target_plain(const GenProgram *p, bool systems, const char **why) {
    *why = p->discrete                                        ? "the model has discrete variables or when-clauses"
           : systems                                          ? NULL
           : gen_target_has(p, GEN_STEP_LINEAR)               ? "a linear system of equations is left to be solved numerically"
           : gen_target_has(p, GEN_STEP_ITERATE)              ? "a nonlinear system of equations is left"
                                                              : NULL;
    return !*why;
}
