/* runtime_result.c - results written and read back: MAT, CSV, selection, a disk that is full,
 * broken files. */
#include "runtime_bed.h"

/* x' = -x, y = -x (alias), off = not on (alias), p parameter 3.25, k constant 1e-300 */
enum { X = 1, DX, Y, ON, OFF, P, K, HIDDEN };

static void ode(CwEnv *e) {
    e->v[DX] = -e->v[X];
    e->v[ON] = e->v[0] < 0.5;
    e->v[HIDDEN] = 7;
}

static void make(Bed *b) {
    bed_new(b);
    bed_state(b, "x", 1);
    bed_var(b, "y", DAE_KIND_CONTINUOUS, DAE_REAL, 0);
    bed_var(b, "on", DAE_KIND_DISCRETE, DAE_BOOLEAN, 1);
    bed_var(b, "off", DAE_KIND_DISCRETE, DAE_BOOLEAN, 0);
    bed_var(b, "p", DAE_KIND_PARAMETER, DAE_REAL, 3.25);
    bed_var(b, "k", DAE_KIND_CONSTANT, DAE_REAL, 1e-300);
    DaeVar h = bed_var(b, "q", DAE_KIND_CONTINUOUS, DAE_REAL, 0);
    b->dae->vars.at[h].flags |= DAE_PROTECTED;
    DaeAttrs a = {.unit = base_name(b->ctx->names, "m/s"),
                  .comment = base_name(b->ctx->names, "a, \"quoted\" comment"),
                  .min = DAE_NO_OPERAND,
                  .max = DAE_NO_OPERAND,
                  .nominal = DAE_NO_OPERAND};
    b->dae->vars.at[X].attrs = dae_attrs(b->dae, &a);
    vec_push(&b->sym.aliases, ((SymAlias){Y, X, -1}));
    vec_push(&b->sym.aliases, ((SymAlias){OFF, ON, -1}));
    b->code.ode = b->code.event = b->code.initial = ode;
    bed_runtime(b);
}

static RtStatus run(Bed *b, const RtRecord *what) {
    RtOptions o = rt_options(b->gen.description);
    o.intervals = 10;
    RtStatus s = rt_record(b->rt, what);
    if (s == RT_OK) s = rt_initialise(b->rt, 0);
    if (s == RT_OK) s = rt_simulate(b->rt, &o);
    return s;
}

static void test_round_trip(const char *path) {
    Bed b;
    make(&b);
    CHECK(run(&b, &(RtRecord){.path = path}) == RT_OK);
    ResResult *r = res_open(b.ctx, path);
    CHECK(r != NULL);
    if (!r) return;
    size_t n;
    const char *const *names = res_names(r, &n);
    CHECK(n == 8 && strcmp(names[0], "time") == 0);
    CHECK(res_rows(r) == 11);
    const double *t = res_time(r), *x = res_column(r, "x"), *y = res_column(r, "y");
    const double *dx = res_column(r, "der(x)"), *on = res_column(r, "on"), *off = res_column(r, "off");
    const double *p = res_column(r, "p"), *k = res_column(r, "k");
    CHECK(x && y && dx && on && off && p && k && !res_column(r, "q"));
    bool ok = true;
    for (size_t i = 0; i < 11; i++)
        ok = ok && fabs(t[i] - 0.1 * (double)i) < 1e-15 && y[i] == -x[i] && dx[i] == -x[i] && on[i] == 1 - off[i] &&
             p[i] == 3.25 && k[i] == 1e-300;
    CHECK(ok);
    CHECK(on[0] == 1 && on[10] == 0);
    CHECK(x[10] == rt_value(b.rt, X)); /* to the last bit */
    if (strstr(path, ".mat")) {
        CHECK(strcmp(res_unit(r, "x"), "m/s") == 0);
        CHECK(strstr(res_description(r, "x"), "quoted") != NULL);
    }
    res_close(r);
    unlink(path);
    bed_free(&b);
}

static void test_selection(void) {
    Bed b;
    make(&b);
    FILE *f = fopen("runtime_signals.txt", "w");
    fputs("time\n q \nder( y )\np\nmissing\n", f);
    fclose(f);
    CHECK(run(&b, &(RtRecord){.path = "runtime_some.csv", .signals = "runtime_signals.txt"}) == RT_OK);
    ResResult *r = res_open(b.ctx, "runtime_some.csv");
    size_t n;
    res_names(r, &n);
    CHECK(n == 4);
    CHECK(res_column(r, "q") && res_column(r, "q")[3] == 7);
    res_close(r);
    bed_free(&b);
    make(&b);
    CHECK(run(&b, &(RtRecord){.path = "runtime_some.csv", .filter = "^[xp]$"}) == RT_OK);
    r = res_open(b.ctx, "runtime_some.csv");
    res_names(r, &n);
    CHECK(n == 3);
    res_close(r);
    bed_free(&b);
    make(&b);
    CHECK(run(&b, &(RtRecord){.path = "/dev/null", .filter = "("}) == RT_FILE);
    bed_free(&b);
    make(&b);
    CHECK(run(&b, &(RtRecord){.path = "/dev/null"}) == RT_OK);
    CHECK(rt_stats(b.rt)->rows == 11);
    bed_free(&b);
    unlink("runtime_signals.txt");
    unlink("runtime_some.csv");
}

static void test_faults(void) {
    Bed b;
    make(&b);
    CHECK(run(&b, &(RtRecord){.path = "/dev/full"}) == RT_STOPPED);
    CHECK(base_error_count(b.ctx) == 1);
    bed_free(&b);
    make(&b);
    CHECK(run(&b, &(RtRecord){.path = "no/such/folder/x.mat"}) == RT_FILE);
    bed_free(&b);
    /* every prefix of a good file is refused or read, never a crash */
    make(&b);
    CHECK(run(&b, &(RtRecord){.path = "runtime_cut.mat"}) == RT_OK);
    FILE *f = fopen("runtime_cut.mat", "rb");
    char whole[8192];
    size_t size = fread(whole, 1, sizeof whole, f);
    fclose(f);
    size_t read_back = 0;
    for (size_t cut = 0; cut < size; cut += 3) {
        f = fopen("runtime_cut.mat", "wb");
        fwrite(whole, 1, cut, f);
        fclose(f);
        size_t mark = base_diag_mark(b.ctx);
        ResResult *r = res_open(b.ctx, "runtime_cut.mat");
        if (r) read_back++;
        res_close(r);
        base_diag_rollback(b.ctx, mark);
    }
    CHECK(read_back < size / 3);
    unlink("runtime_cut.mat");
    bed_free(&b);
}

static void test_parameters(void) {
    Bed b;
    make(&b);
    CHECK(rt_set_parameter(b.rt, "p", "4.5"));
    CHECK(rt_set_parameter(b.rt, "x", "2"));
    CHECK(!rt_set_parameter(b.rt, "pp", "4.5"));
    CHECK(!rt_set_parameter(b.rt, "p", "wide"));
    CHECK(!rt_set_parameter(b.rt, "k", "1"));
    CHECK(run(&b, &(RtRecord){.path = NULL}) == RT_OK);
    CHECK(rt_value(b.rt, P) == 4.5);
    NEAR(rt_value(b.rt, X), 2 * exp(-1), 1e-5);
    bed_free(&b);
}

int main(void) {
    test_round_trip("runtime_result.mat");
    test_round_trip("runtime_result.csv");
    test_selection();
    test_faults();
    test_parameters();
    return bed_report();
}
