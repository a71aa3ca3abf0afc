/* targets.c - the table of languages that a sorted model can be written in. */
#include "codegen/codegen_impl.h"

const GenTarget gen_targets[] = {
    {"acsl", ".csl", "ACSL, after the paper of 1993", gen_write_acsl},
};
const size_t gen_target_count = sizeof gen_targets / sizeof *gen_targets;

static void name_of(void *arg, uint32_t var, Text *out) {
    const GenProgram *p = arg;
    base_text_add(out, p->vars[var].name);
}

void gen_target_expr(const GenDialect *d, const GenProgram *p, DaeExpr e, Text *out) {
    gen_dialect_expr(d, p->names, p->pool, e, name_of, (void *)(uintptr_t)p, out);
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
