/* runtime_bed.h - a test bed for the runtime: models written by hand as C functions over v. */
#ifndef CAUSEWAY_TEST_RUNTIME_BED_H
#define CAUSEWAY_TEST_RUNTIME_BED_H

#include "inspect/inspect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int passed, failed;

#define CHECK(cond) ((cond) ? (void)passed++ : (void)(failed++, printf("%s:%d: %s\n", __FILE__, __LINE__, #cond)))
#define NEAR(value, want, tolerance)                                                                                   \
    do {                                                                                                               \
        double value_ = (value), want_ = (want);                                                                       \
        if (fabs(value_ - want_) <= (tolerance)) passed++;                                                             \
        else {                                                                                                         \
            failed++;                                                                                                  \
            printf("%s:%d: %s = %.12g, want %.12g\n", __FILE__, __LINE__, #value, value_, want_);                      \
        }                                                                                                              \
    } while (0)

typedef struct {
    Context *ctx;
    Dae *dae;
    SymModel sym;
    GenModel gen;
    CwModel code;
    Runtime *rt;
} Bed;

static inline void bed_new(Bed *b) {
    memset(b, 0, sizeof *b);
    b->ctx = base_context_new();
    b->dae = dae_new(b->ctx);
    b->dae->model = base_name(b->ctx->names, "Bed");
    b->sym.dae = b->dae;
    b->gen.ctx = b->ctx;
    b->gen.sym = &b->sym;
}

static inline DaeVar bed_var(Bed *b, const char *name, DaeKind kind, DaeBase base, double start) {
    DaeVariable v = {.kind = (uint8_t)kind, .base = (uint8_t)base};
    v.name = dae_name(b->dae, 0, base_name(b->ctx->names, name), NULL, 0);
    v.start = dae_constant(b->dae, start);
    if (kind <= DAE_KIND_PARAMETER) v.flags = DAE_FIXED;
    return dae_add_var(b->dae, &v);
}

static inline DaeVar bed_state(Bed *b, const char *name, double start) {
    DaeVar x = bed_var(b, name, DAE_KIND_CONTINUOUS, DAE_REAL, start);
    SymState s = {x, dae_der(b->dae, x), 0};
    vec_push(&b->sym.states, s);
    return x;
}

/* A relation with its Boolean; the crossing function is the shape lhs - rhs, here: var against 0.
 */
static inline DaeVar bed_relation(Bed *b, const char *name, SymRelationKind kind, DaeOp op, DaeVar lhs) {
    DaeVar r = bed_var(b, name, DAE_KIND_DISCRETE, DAE_BOOLEAN, 0);
    DaePool pool;
    dae_pool_init(&pool);
    DaeExpr e = dae_op2(&pool, DAE_EQUATE, dae_var(&pool, lhs, DAE_REAL), dae_real(&pool, 0));
    SymRelation rel = {.var = r, .kind = (uint8_t)kind, .op = (uint16_t)op};
    rel.eq = dae_shape(b->dae, &pool, e, NULL, 0, 0);
    vec_push(&b->sym.relations, rel);
    dae_pool_free(&pool);
    return r;
}

static inline Runtime *bed_runtime(Bed *b) {
    b->gen.nvars = (uint32_t)b->dae->vars.n;
    b->gen.nconstants = (uint32_t)b->dae->constants.n;
    b->gen.nvalues = b->gen.nvars + b->gen.nconstants;
    b->gen.constants = b->dae->constants.at;
    gen_describe(&b->gen);
    return b->rt = ins_runtime(&b->gen, &b->code, b->ctx);
}

static inline void bed_free(Bed *b) {
    rt_free(b->rt);
    vec_free(&b->sym.states);
    vec_free(&b->sym.relations);
    vec_free(&b->sym.samples);
    vec_free(&b->sym.aliases);
    vec_free(&b->sym.systems);
    vec_free(&b->sym.blocks);
    base_diag_flush(b->ctx, stdout);
    dae_free(b->dae);
    base_free_arena(&b->gen.arena);
    base_context_free(b->ctx);
}

static inline int bed_report(void) {
    printf("%d passed, %d failed\n", passed, failed);
    return failed ? 1 : 0;
}

#endif
