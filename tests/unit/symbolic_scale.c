/* Translation of a rod of N cells is near linear: two equations a cell.  Argument: N (default
 * 20000). */
#include "symbolic/symbolic.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static DaeVar add(Dae *d, const char *word, uint32_t i, uint8_t kind, double start) {
    int32_t sub = (int32_t)i;
    DaeVariable v = {.name = dae_name(d, 0, base_name(d->ctx->names, word), &sub, 1),
                     .start = dae_constant(d, start),
                     .base = DAE_REAL,
                     .kind = kind};
    if (kind == DAE_KIND_CONTINUOUS && word[0] == 'T') v.flags = DAE_FIXED | DAE_HAS_START;
    if (kind == DAE_KIND_PARAMETER) v.flags = DAE_FIXED;
    return dae_add_var(d, &v);
}

/* Rod: Q[i] = lambda*(T[i]-T[i+1]); c*der(T[i]) = Q[i-1]-Q[i]; with connectors: a.Q = Q etc. as
 * aliases. */
static Dae *rod(Context *ctx, uint32_t n) {
    Dae *d = dae_new(ctx);
    DaeVar lambda = add(d, "lambda", 0, DAE_KIND_PARAMETER, 0.5), c = add(d, "c", 0, DAE_KIND_PARAMETER, 0.1);
    DaeVar T = 0, Q = 0, P = 0;
    for (uint32_t i = 0; i <= n + 1; i++) {
        DaeVar t = add(d, "T", i, DAE_KIND_CONTINUOUS, 300);
        if (!T) T = t;
    }
    for (uint32_t i = 0; i <= n + 1; i++) {
        DaeVar q = add(d, "Q", i, DAE_KIND_CONTINUOUS, 0);
        if (!Q) Q = q;
    }
    for (uint32_t i = 0; i <= n + 1; i++) {
        DaeVar p = add(d, "P", i, DAE_KIND_CONTINUOUS, 0);
        if (!P) P = p;
    }
    DaePool p;
    dae_pool_init(&p);
    DaeNode equate = {.op = DAE_EQUATE, .base = DAE_VOID};
    for (uint32_t i = 1; i <= n; i++) {
        DaePoolMark mark = dae_pool_mark(&p);
        DaeExpr t = dae_var(&p, T + i, DAE_REAL), next = dae_var(&p, T + i + 1, DAE_REAL);
        DaeExpr flow = dae_op2(&p, DAE_MUL, dae_var(&p, lambda, DAE_REAL), dae_op2(&p, DAE_SUB, t, next));
        DaeExpr e1[2] = {dae_var(&p, Q + i, DAE_REAL), flow};
        dae_add_equation(d, &d->equations, &p, dae_node(&p, equate, e1, 2), NULL, 0, 0);
        DaeExpr e2[2] = {
            dae_op2(&p, DAE_MUL, dae_var(&p, c, DAE_REAL), dae_var(&p, dae_der(d, T + i), DAE_REAL)),
            dae_op2(&p, DAE_ADD, dae_var(&p, P + i, DAE_REAL), dae_op1(&p, DAE_NEG, dae_var(&p, Q + i, DAE_REAL)))};
        dae_add_equation(d, &d->equations, &p, dae_node(&p, equate, e2, 2), NULL, 0, 0);
        DaeExpr e3[2] = {dae_op2(&p, DAE_SUB, dae_var(&p, P + i, DAE_REAL), dae_var(&p, Q + i - 1, DAE_REAL)),
                         dae_real(&p, 0)};
        dae_add_equation(d, &d->equations, &p, dae_node(&p, equate, e3, 2), NULL, 0, 0);
        dae_pool_release(&p, mark);
    }
    DaeExpr ends[][2] = {{dae_var(&p, Q, DAE_REAL), dae_real(&p, 10)},
                         {dae_var(&p, T + n + 1, DAE_REAL), dae_real(&p, 300)}};
    for (int i = 0; i < 2; i++) dae_add_equation(d, &d->equations, &p, dae_node(&p, equate, ends[i], 2), NULL, 0, 0);
    dae_pool_free(&p);
    return d;
}

static double megabytes(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)u.ru_maxrss / 1024;
}

int main(int argc, char **argv) {
    uint32_t n = argc > 1 ? (uint32_t)atoi(argv[1]) : 20000;
    Context *ctx = base_context_new();
    Dae *d = rod(ctx, n);
    double memory = megabytes();
    clock_t before = clock(); /* processor time: the machine may be busy with other things */
    SymModel *m = sym_translate(d, NULL);
    double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    base_diag_flush(ctx, stdout);
    int failed = !m || m->states.n != n || m->counts.shapes_out > 40 || m->jac_ncolours != 3 || seconds > 1e-5 * n + 1;
    printf("%u equations: %.3f s, %.0f MB before, %.0f after (%.0f bytes an equation); %u shapes, "
           "%u colours\n",
           3 * n + 2, seconds, memory, megabytes(), (megabytes() - memory) * 1048576 / (3 * n + 2),
           m ? m->counts.shapes_out : 0, m ? m->jac_ncolours : 0);
    printf("%d passed, %d failed\n", !failed, failed);
    sym_free(m);
    dae_free(d);
    base_context_free(ctx);
    return failed;
}
