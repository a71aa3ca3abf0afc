/* A million equations of three shapes: adding them, and the lookups that graph work does for each of them.  The
 * limits are wide (a shared machine); the figures are printed. */
#include <time.h>

#include "symbolic/symbolic.h"

static double cpu_seconds(void) { /* of this process: the machine may be busy */
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

enum { CELLS = 333334 };

static int passed, failed;
static void check(const char *what, double ns, double limit) {
    printf("%-40s %8.1f ns per equation\n", what, ns);
    if (ns < limit) passed++;
    else failed++;
}

static DaeVar variable(Dae *d, DaeName name, DaeKind kind) {
    return dae_add_var(d, &(DaeVariable){.name = name, .start = DAE_NO_OPERAND, .kind = (uint8_t)kind});
}

/* Per cell: Q = k*(T - Tnext), c*der(T) = Qprev - Q, h = T*(2.5 + T) */
static void add_cells(Dae *d, const DaeVar *t, const DaeVar *q, const DaeVar *h, DaeVar k, DaeVar c) {
    DaePool p;
    dae_pool_init(&p);
    for (uint32_t i = 0; i < CELLS; i++) {
        DaePoolMark m = dae_pool_mark(&p);
        DaeExpr temp = dae_var(&p, t[i], DAE_REAL), next = dae_var(&p, t[(i + 1) % CELLS], DAE_REAL);
        DaeExpr flow = dae_var(&p, q[i], DAE_REAL), before = dae_var(&p, q[(i + CELLS - 1) % CELLS], DAE_REAL);
        DaeExpr e = dae_op2(&p, DAE_MUL, dae_var(&p, k, DAE_REAL), dae_op2(&p, DAE_SUB, temp, next));
        dae_add_equation(d, &d->equations, &p, dae_op2(&p, DAE_EQUATE, flow, e), NULL, 0, 0);
        e = dae_op2(&p, DAE_MUL, dae_var(&p, c, DAE_REAL), dae_var(&p, d->vars.at[t[i]].derivative, DAE_REAL));
        dae_add_equation(d, &d->equations, &p, dae_op2(&p, DAE_EQUATE, e, dae_op2(&p, DAE_SUB, before, flow)), NULL, 0,
                         0);
        e = dae_op2(&p, DAE_MUL, temp, dae_op2(&p, DAE_ADD, dae_real(&p, 2.5), temp));
        dae_add_equation(d, &d->equations, &p, dae_op2(&p, DAE_EQUATE, dae_var(&p, h[i], DAE_REAL), e), NULL, 0, 0);
        dae_pool_release(&p, m);
    }
    dae_pool_free(&p);
}

int main(void) {
    Context *ctx = base_context_new();
    Dae *d = dae_new(ctx);
    static DaeVar t[CELLS], q[CELLS], h[CELLS];
    Name cell = base_name(ctx->names, "cell"), words[3];
    words[0] = base_name(ctx->names, "T"), words[1] = base_name(ctx->names, "Q"), words[2] = base_name(ctx->names, "h");
    double start = cpu_seconds();
    for (uint32_t i = 0; i < CELLS; i++) {
        DaeName own = dae_name(d, 0, cell, (int32_t[]){(int32_t)i + 1}, 1);
        t[i] = variable(d, dae_name(d, own, words[0], NULL, 0), DAE_KIND_CONTINUOUS);
        q[i] = variable(d, dae_name(d, own, words[1], NULL, 0), DAE_KIND_CONTINUOUS);
        h[i] = variable(d, dae_name(d, own, words[2], NULL, 0), DAE_KIND_CONTINUOUS);
        dae_der(d, t[i]);
    }
    DaeVar k = variable(d, dae_name(d, 0, base_name(ctx->names, "k"), NULL, 0), DAE_KIND_PARAMETER);
    DaeVar c = variable(d, dae_name(d, 0, base_name(ctx->names, "c"), NULL, 0), DAE_KIND_PARAMETER);
    check("four variables with names", (cpu_seconds() - start) * 1e9 / CELLS, 4000);
    start = cpu_seconds();
    add_cells(d, t, q, h, k, c);
    size_t n = d->equations.n;
    check("building and adding", (cpu_seconds() - start) * 1e9 / (double)n, 2000);
    if (d->shapes.n != 3) failed++;
    AlgMemo *m = alg_memo_new(d);
    start = cpu_seconds();
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        const DaeEquation *eq = &d->equations.at[i];
        const uint32_t *map;
        for (uint32_t hole = 0; hole < d->shapes.at[eq->shape].nholes; hole++)
            sum += (uint64_t)alg_occurrence(m, eq->shape, hole);
        sum += alg_solved_shape(m, eq->shape, 0, &map) + map[0];
    }
    check("occurrences and solved shape", (cpu_seconds() - start) * 1e9 / (double)n, 500);
    SymModel model = {.dae = d, .memo = m};
    start = cpu_seconds();
    sym_events(&model);
    check("looking for events", (cpu_seconds() - start) * 1e9 / (double)n, 200);
    start = cpu_seconds();
    Text text = {0};
    dae_print(d, &text);
    check("printing", (cpu_seconds() - start) * 1e9 / (double)n, 6000);
    start = cpu_seconds();
    Dae *again = dae_parse(ctx, base_source_string(ctx->sources, "printed", text.at, text.n));
    base_diag_flush(ctx, stderr);
    check("reading", (cpu_seconds() - start) * 1e9 / (double)n, 12000);
    if (!again || again->equations.n != n || again->shapes.n != 3 || sum == 0) failed++;
    dae_free(again);
    base_text_free(&text);
    alg_memo_free(m);
    dae_free(d);
    base_context_free(ctx);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
