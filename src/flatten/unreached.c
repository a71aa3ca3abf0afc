/* unreached.c - a variable on the left side of an algorithm is one of its unknowns (MLS 3.6, 11.1), also where the
 * statement is never reached: in a loop without rounds, or in the branch of a condition that is known to be false.  It
 * keeps the value that it has before the section: its start value, or what it was (11.1.2).
 *
 * Other parts of a model may determine such a variable where the section does not, which goes beyond the letter; so
 * equations are given only to what nothing else can determine: what stands in no equation, and the rest where just as
 * many equations are missing.
 */
#include "flatten/flatten_impl.h"

enum { ASSIGNED = 2 }; /* beside what flat_occurring says */

/* A left side as it is written: elements of arrays that are chosen by iterators cannot be told. */
static void assigned(Flat *f, const InstExpr *lhs) {
    if (!lhs || lhs->kind != INST_E_CREF) return;
    for (uint32_t i = 0; i < lhs->nparts; i++)
        if (lhs->parts[i].nsubs) return;
    (void)flat_reference(f, (InstExpr *)(uintptr_t)lhs, &f->unreached, NULL);
}

void flat_unreached(Flat *f, const InstStmt *s) {
    for (; s && !f->initial; s = s->next) {
        if (s->kind == SYN_ST_ASSIGN && s->lhs->kind == INST_E_TUPLE)
            for (uint32_t i = 0; i < s->lhs->nargs; i++) assigned(f, s->lhs->args[i]);
        else if (s->kind == SYN_ST_ASSIGN) assigned(f, s->lhs);
        for (uint32_t i = 0; i < s->nbranches; i++) flat_unreached(f, s->branches[i].stmts);
        flat_unreached(f, s->body);
    }
}

static void keep(Flat *f, DaeVar v) {
    DaeExpr root = dae_op2(&f->pool, DAE_EQUATE, flat_var_expr(f, v), flat_first_value(f, v));
    dae_add_equation(f->dae, &f->dae->equations, &f->pool, root, NULL, 0, f->dae->vars.at[v].origin);
    dae_pool_release(&f->pool, (DaePoolMark){1, 0});
}

/* What sections assign where a way leads as well. */
static void mark_assigned(const Dae *d, uint8_t *occurs) {
    for (size_t i = 0; i < d->equations.n; i++) {
        const DaeEquation *e = &d->equations.at[i];
        const DaeOperand *o = dae_operands(d, e);
        for (uint32_t k = 0; k < d->shapes.at[e->shape].nout; k++)
            if (o[k] != DAE_NO_OPERAND && !dae_operand_is_const(o[k])) occurs[o[k]] = ASSIGNED;
    }
}

void flat_unreached_finish(Flat *f) {
    Dae *d = f->dae;
    if (!f->unreached.n) return;
    uint8_t *occurs = flat_occurring(d);
    mark_assigned(d, occurs);
    VecU32 read = {0};
    for (size_t i = 0; i < f->unreached.n; i++) {
        DaeVar v = f->unreached.at[i];
        if (occurs[v] == ASSIGNED || d->vars.at[v].flags & (DAE_INPUT | DAE_CLOCKED)) continue;
        if (occurs[v]) vec_push(&read, v);
        else keep(f, v);
        occurs[v] = ASSIGNED;
    }
    if (read.n && dae_count_unknowns(d) == dae_count_equations(d) + read.n)
        for (size_t i = 0; i < read.n; i++) keep(f, read.at[i]);
    vec_free(&read);
    base_realloc(occurs, 0);
}
