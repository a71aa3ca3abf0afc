/* targets.c - the table of languages that a sorted model can be written in. */
#include "codegen/codegen_impl.h"

const GenTarget gen_targets[] = {
    {"acsl", ".csl", "ACSL, after the paper of 1993", false, gen_write_acsl},
    {"c", ".c", "a C program that integrates and prints the trajectory", false, gen_write_c},
    {"desire", ".des", "DESIRE", false, gen_write_desire},
    {"dsblock", ".c", "DSblock in C, ODE form (dsblock.h)", false, gen_write_dsblock},
    {"dsblock_dae", ".c", "DSblock in C, DAE form (dsblock.h)", true, gen_write_dsblock_dae},
    {"simnon", ".t", "Simnon", false, gen_write_simnon},
    {"simulink", ".c", "SIMULINK S-function in C", false, gen_write_simulink},
    {"matlab", ".m", "MATLAB function of the derivatives", false, gen_write_matlab},
};
const size_t gen_target_count = sizeof gen_targets / sizeof *gen_targets;

typedef struct {
    const GenProgram *p;
    const char *prefix, *time;
} Naming;

static void name_of(void *arg, uint32_t var, Text *out) {
    const Naming *n = arg;
    if (n->prefix && var) base_text_add(out, n->prefix);
    base_text_add(out, !var && n->time ? n->time : n->p->vars[var].name);
}

void gen_target_expr(const GenDialect *d, const GenProgram *p, DaeExpr e, Text *out) {
    Naming n = {p, d->prefix, d->time};
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

void gen_target_call(const GenDialect *d, const GenProgram *p, const GenStep *s, const char *begin, const char *middle,
                     const char *end, Text *out) {
    DaeExpr e = s->value;
    for (uint32_t k = 0; k < s->n; k++) base_text_printf(out, "%s%s", k ? ", " : begin, p->vars[s->unknowns[k]].name);
    base_text_add(out, middle);
    for (uint32_t k = 0; k < dae_at(p->pool, e)->nargs; k++) {
        if (k) base_text_add(out, ", ");
        gen_target_expr(d, p, dae_arg(p->pool, e, k), out);
    }
    base_text_add(out, end);
}

bool gen_target_knows(const GenDialect *d, const GenProgram *p, const char **why) {
    for (uint32_t i = 0; i < p->nsteps && !*why; i++) {
        const GenStep *s = &p->steps[i];
        if (s->value) *why = gen_dialect_lacks(d, p->pool, s->value);
        for (uint32_t k = 0; s->a && k < s->n * s->n && !*why; k++)
            if (s->a[k]) *why = gen_dialect_lacks(d, p->pool, s->a[k]);
        for (uint32_t k = 0; s->b && k < s->n && !*why; k++)
            if (s->b[k]) *why = gen_dialect_lacks(d, p->pool, s->b[k]);
    }
    return !*why;
}

bool gen_target_says(const GenProgram *p, int what, const char **why) {
    *why = p->unsaid     ? p->unsaid
           : p->discrete ? "the model has discrete variables or when-clauses"
           : !(what & GEN_SAYS_LINEAR) && gen_target_has(p, GEN_STEP_LINEAR)
               ? "a linear system of equations is left to be solved numerically"
           : !(what & GEN_SAYS_ITERATE) && gen_target_has(p, GEN_STEP_ITERATE)
               ? "a nonlinear system of equations is left"
           : !(what & GEN_SAYS_CALL) && gen_target_has(p, GEN_STEP_CALL) ? "a procedure with several results is called"
           : (what & GEN_NEEDS_C) && p->foreign ? "it calls a function that is not written in C"
                                                : NULL;
    return !*why;
}
