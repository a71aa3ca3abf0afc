/* runtime_form.c - the matrix of the DAE form: --check-jacobian finds an entry that is put where it does not belong
 * (RT0096). */
#include "runtime/runtime_impl.h"
#include "runtime_bed.h"

/* der(x) = -3*z; 0 = z - 2*x */
enum { X = 1, DX = 2, Z = 3 };

static void residual(CwEnv *e) { e->r[0] = e->v[Z] - 2 * e->v[X]; }
static void residual_tangent(CwEnv *e) { e->r[0] = e->d[Z] - 2 * e->d[X]; }

static void ode(CwEnv *e) {
    e->call->solve(e, 0);
    e->v[DX] = -3 * e->v[Z];
}

static void tangent(CwEnv *e) {
    e->call->solve_tangent(e, 0);
    e->d[DX] = -3 * e->d[Z];
}

static DaeEquation equation(Bed *b, DaeOp op, DaeVar lhs, double factor, DaeVar rhs) {
    DaePool p;
    dae_pool_init(&p);
    DaeExpr product = dae_op2(&p, DAE_MUL, dae_real(&p, factor), dae_var(&p, rhs, DAE_REAL));
    DaeExpr e = dae_op2(&p, op, dae_var(&p, lhs, DAE_REAL), product);
    DaeEquation eq = dae_shape(b->dae, &p, e, &lhs, op == DAE_ASSIGN ? 1 : 0, 0);
    dae_pool_free(&p);
    return eq;
}

int main(void) {
    Bed b;
    bed_new(&b);
    CHECK(bed_state(&b, "x", 1) == X);
    CHECK(bed_var(&b, "z", DAE_KIND_CONTINUOUS, DAE_REAL, 2) == Z);
    static DaeVar unknown = Z;
    static uint8_t depends[4] = {0, 1, 1, 1};
    DaeEquation row = equation(&b, DAE_EQUATE, Z, 2, X);
    SymSystem sym = {.linear = true, .full_size = 1, .n = 1, .unknowns = &unknown, .residuals = &row};
    vec_push(&b.sym.systems, sym);
    vec_push(&b.sym.blocks, ((SymBlock){.flags = SYM_NEEDED, .system = 0}));
    vec_push(&b.sym.blocks,
             ((SymBlock){.flags = SYM_NEEDED, .system = UINT32_MAX, .eq = equation(&b, DAE_ASSIGN, DX, -3, Z)}));
    b.sym.depends_on_state = depends;
    int vars[1] = {Z};
    CwSystem s = {.n = 1, .linear = 1, .vars = vars, .residual = residual, .tangent = residual_tangent};
    b.code.systems = &s;
    b.code.nsystems = 1;
    b.code.initial = b.code.event = b.code.ode = ode;
    b.code.tangent = tangent;
    Runtime *rt = bed_runtime(&b);
    CHECK(rt_initialise(rt, 0) == RT_OK);
    CHECK(rt_form_init(rt));
    Map reported = {0};
    InsVerified right = ins_verify_jacobians(&b.gen, rt, &reported);
    CHECK(right.wrong == 0);
    CHECK(right.entries >= 4);
    RtJacobian *j = &rt->form.jacobian;
    for (uint32_t p = j->colptr[1]; p < j->colptr[2]; p++) j->rowind[p] = 1; /* d(der x)/dz goes astray */
    InsVerified wrong = ins_verify_jacobians(&b.gen, rt, &reported);
    CHECK(wrong.wrong == 1);
    CHECK(base_error_count(b.ctx) == 1);
    base_map_free(&reported);
    bed_free(&b);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
