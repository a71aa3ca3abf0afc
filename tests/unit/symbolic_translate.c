/* The whole symbolic road on flat texts: structure, and numbers from a small interpreter of the
 * blocks. */
#include "solve/solve.h"
#include "debug/debug.h"
#include "symbolic/symbolic_impl.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAR(a, b) check_near((a), (b), __LINE__, #a)

static void check_near(double a, double b, int line, const char *what) {
    if (fabs(a - b) <= 1e-9 * (1 + fabs(b))) passed++;
    else failed++, printf("%s:%d: %s is %.12g, not %.12g\n", __FILE__, line, what, a, b);
}

typedef struct {
    Context *ctx;
    Dae *dae;
    SymModel *m;
    double *v;
    const DaeOperand *ops; /* of the equation being evaluated */
    bool initial;
    Dae *flat; /* as it was read; dae is what translation made of it */
} Run;

static void translate(Run *r, SourceId source, const SymOptions *options) {
    r->flat = dae_parse(r->ctx, source);
    if (r->flat) r->m = sym_translate(r->flat, options);
    r->dae = r->m ? r->m->dae : r->flat;
    base_diag_flush(r->ctx, stdout);
    if (r->dae) r->v = calloc(r->dae->vars.n + 1, sizeof(double));
}

static Run load(const char *file) {
    Run r = {.ctx = base_context_new()};
    char path[1000];

    snprintf(path, sizeof path, CAUSEWAY_SOURCE_DIR "/tests/dae/%s.dae", file);
    translate(&r, base_source_open(r.ctx->sources, path), NULL);
    return r;
}

static Run from_text(const char *text, const SymOptions *options) {
    Run r = {.ctx = base_context_new()};
    translate(&r, base_source_string(r.ctx->sources, "test.dae", text, strlen(text)), options);
    return r;
}

static void unload(Run *r) {
    free(r->v);
    sym_free(r->m);
    if (r->flat) dae_free(r->flat);
    base_context_free(r->ctx);
}

static bool leaf(void *arg, const DaeNode *n, double *v) {
    Run *r = arg;
    if (n->op != DAE_HOLE) return false;
    DaeOperand o = r->ops[n->id];
    *v = dae_operand_is_const(o) ? dae_constant_value(r->dae, o) : r->v[o];
    return true;
}

static double value(Run *r, DaeExpr e) {
    double v = NAN;
    if (!dae_value(&r->dae->pool, e, leaf, r, &v)) return NAN;
    return v;
}

static double side(Run *r, const DaeEquation *eq, uint32_t i) {
    r->ops = dae_operands(r->dae, eq);
    return value(r, dae_arg(&r->dae->pool, r->dae->shapes.at[eq->shape].root, i));
}

static bool set_hole(void *arg, uint32_t hole, double v) {
    Run *r = arg;
    r->v[r->ops[hole]] = v;
    return true;
}

static void assign(Run *r, const DaeEquation *eq) {
    DaeExpr root = r->dae->shapes.at[eq->shape].root;
    if (dae_at(&r->dae->pool, root)->op == DAE_LINEAR) {
        r->ops = dae_operands(r->dae, eq);
        (void)dae_run_statement(r->dae, root, leaf, set_hole, r);
        return;
    }
    double x = side(r, eq, 1);
    r->v[dae_operands(r->dae, eq)[0]] = x;
}

static void residuals(Run *r, const SymSystem *s, double *out) {
    for (uint32_t i = 0; i < s->ninner; i++) assign(r, &s->inner[i]);
    for (uint32_t i = 0; i < s->n; i++) out[i] = side(r, &s->residuals[i], 0) - side(r, &s->residuals[i], 1);
}

/* Newton with a difference quotient and Gaussian elimination. */
static void solve(Run *r, const SymSystem *s) {
    uint32_t n = s->n;
    double *a = calloc((size_t)n * (n + 3), sizeof *a), *f = a + n * n, *g = f + n, *h = g + n;
    for (int iteration = 0; iteration < 60; iteration++) {
        residuals(r, s, f);
        double norm = 0;
        for (uint32_t i = 0; i < n; i++) norm += fabs(f[i]);
        if (norm < 1e-13) break;
        for (uint32_t j = 0; j < n; j++) {
            double x = r->v[s->unknowns[j]], d = s->linear ? 1.0 : 1e-7 * (1 + fabs(x));
            r->v[s->unknowns[j]] = x + d;
            residuals(r, s, g);
            r->v[s->unknowns[j]] = x;
            for (uint32_t i = 0; i < n; i++) a[i * n + j] = (g[i] - f[i]) / d;
        }
        memcpy(h, f, n * sizeof *h);
        for (uint32_t k = 0; k < n; k++) {
            uint32_t p = k;
            for (uint32_t i = k; i < n; i++)
                if (fabs(a[i * n + k]) > fabs(a[p * n + k])) p = i;
            for (uint32_t j = 0; j < n; j++) {
                double t = a[p * n + j];
                a[p * n + j] = a[k * n + j];
                a[k * n + j] = t;
            }
            double t = h[p];
            h[p] = h[k];
            h[k] = t;
            for (uint32_t i = k + 1; i < n; i++) {
                double q = a[i * n + k] / a[k * n + k];
                for (uint32_t j = k; j < n; j++) a[i * n + j] -= q * a[k * n + j];
                h[i] -= q * h[k];
            }
        }
        for (uint32_t k = n; k-- > 0;) {
            for (uint32_t j = k + 1; j < n; j++) h[k] -= a[k * n + j] * h[j];
            h[k] /= a[k * n + k];
        }
        for (uint32_t k = 0; k < n; k++) r->v[s->unknowns[k]] -= h[k];
    }
    residuals(r, s, f);
    free(a);
}

static void evaluate(Run *r, const SymBlocks *blocks, bool continuous_only) {
    for (size_t i = 0; i < blocks->n; i++) {
        const SymBlock *b = &blocks->at[i];
        if (continuous_only && (b->flags & SYM_DISCRETE)) continue;
        if (b->system == UINT32_MAX) assign(r, &b->eq);
        else solve(r, &r->m->systems.at[b->system]);
    }
}

/* The Jacobian elements that picks are made by, at the values in v. */
static void evaluate_entries(Run *r) {
    for (size_t i = 0; i < r->m->blocks.n; i++) {
        const SymBlock *b = &r->m->blocks.at[i];
        for (size_t k = 0; b->system == UINT32_MAX && k < r->m->selections.n; k++) {
            const SymSelection *s = &r->m->selections.at[k];
            for (uint32_t e = 0; e < s->row[s->nrows]; e++)
                if (s->entry[e] == dae_operands(r->dae, &b->eq)[0]) assign(r, &b->eq);
        }
    }
}

static void initialise(Run *r) {
    for (size_t v = 0; v < r->dae->vars.n; v++) {
        DaeOperand s = r->dae->vars.at[v].start;
        if (s != DAE_NO_OPERAND && dae_operand_is_const(s)) r->v[v] = dae_constant_value(r->dae, s);
    }
    evaluate(r, &r->m->parameters, false);
    evaluate(r, &r->m->initial, false);
}

static double get(Run *r, const char *name) {
    char base[200];
    bool der = strncmp(name, "der(", 4) == 0, pre = strncmp(name, "pre(", 4) == 0;
    snprintf(base, sizeof base, "%s", der || pre ? name + 4 : name);
    if (der || pre) base[strlen(base) - 1] = 0;
    DaeVar v = dae_find_var(r->dae, base);
    if (!v) return printf("no variable %s\n", name), NAN;
    if (der) v = r->dae->vars.at[v].derivative;
    if (pre) v = r->dae->vars.at[v].pre;
    for (size_t i = 0; i < r->m->aliases.n; i++)
        if (r->m->aliases.at[i].var == v) return r->m->aliases.at[i].sign * r->v[r->m->aliases.at[i].target];
    return r->v[v];
}

static bool is_state(Run *r, const char *name) {
    DaeVar v = dae_find_var(r->dae, name);
    for (size_t i = 0; i < r->m->states.n; i++)
        if (r->m->states.at[i].x == v) return true;
    return false;
}

static void test_circuit(void) {
    Run r = load("circuit");
    if (!r.m) {
        failed++;
        return;
    }
    CHECK(r.m->counts.equations == 23);
    CHECK(r.m->counts.equations_after_alias == 13);
    CHECK(r.m->states.n == 2);
    initialise(&r);
    evaluate(&r, &r.m->blocks, true);
    NEAR(get(&r, "der(C.u)"), 1.0 / 100 / 1e-7);
    NEAR(get(&r, "der(L.i)"), 1.0 / 0.0015);
    NEAR(get(&r, "U0.i"), 0.01);
    NEAR(get(&r, "R1.Va"), 1.0);
    unload(&r);
}

static void test_parcap(void) {
    Run r = load("parallel_capacitors");
    if (!r.m) {
        failed++;
        return;
    }
    CHECK(r.m->states.n == 1);
    initialise(&r);
    evaluate(&r, &r.m->blocks, true);
    Text t = {0};
    dbg_explain(r.m, false, &t);
    CHECK(t.n > 100);
    base_text_free(&t);
    unload(&r);
}

static void test_pendulum(void) {
    Run r = load("pendulum");
    if (!r.m) {
        failed++;
        return;
    }
    CHECK(r.m->states.n == 2);
    unload(&r);
}

static void test_all_files(void) {
    static const char *const names[] = {"algorithm",          "bouncing_ball", "decay",       "discrete",
                                        "function_loop",      "heat_rod",      "linear_loop", "nonlinear_loop",
                                        "sampled_controller", "vanderpol"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Run r = load(names[i]);
        if (!r.m) failed++, printf("%s: not translated\n", names[i]);
        else {
            passed++;
            Text t = {0};
            dbg_explain(r.m, true, &t);
            base_text_free(&t);
        }
        unload(&r);
    }
}

/* part1.md M7, V4: the sampled controller starts in steady state, a linear system over when and
 * initial equations. */
static void test_sampled_steady_state(void) {
    Run r = from_text("dae V4\n"
                      "  parameter Real k = 10.0; parameter Real T = 1.0; parameter Real Ts = 0.01;\n"
                      "  parameter Real xref = 3.0;\n"
                      "  Real x(start = 2.0); discrete Real xd(start = 0.0); discrete Real u(start = 0.0);\n"
                      "  Boolean tick(start = false, fixed = true);\n"
                      "equation\n"
                      "  der(x) = -x + u;\n"
                      "  tick = sample(0.0, Ts);\n"
                      "  xd = if initial() or trigger(tick, pre(tick)) then pre(xd) + Ts/T*(xref - x) else "
                      "pre(xd);\n"
                      "  u = if initial() or trigger(tick, pre(tick)) then k*(xd + xref - x) else pre(u);\n"
                      "initial equation\n"
                      "  der(x) = 0.0;\n"
                      "  pre(xd) = xd;\n"
                      "end dae;\n",
                      NULL);
    if (!r.m) {
        failed++;
        return;
    }
    initialise(&r);
    NEAR(get(&r, "x"), 3.0);
    NEAR(get(&r, "u"), 3.0);
    NEAR(get(&r, "xd"), 0.3);
    NEAR(get(&r, "pre(xd)"), 0.3);
    NEAR(get(&r, "der(x)"), 0.0);
    unload(&r);
}

/* part1.md L866: x1 fixed, der(x2) = 0. */
static void test_initial_example(void) {
    Run r = from_text("dae I\n Real x1(start = 1.0, fixed = true); Real x2(start = 5.0);\n"
                      "equation\n der(x1) = -x1 + x2;\n der(x2) = -x2;\n"
                      "initial equation\n der(x2) = 0.0;\nend dae;\n",
                      NULL);
    if (!r.m) {
        failed++;
        return;
    }
    initialise(&r);
    NEAR(get(&r, "x2"), 0.0);
    NEAR(get(&r, "der(x1)"), -1.0);
    CHECK(r.m->init_guess_fixed.n == 0);
    unload(&r);
    r = from_text("dae I\n Real x(start = 1.0); parameter Real a = -2.0;\n"
                  "equation\n der(x) = a*x + 4.0;\nend dae;\n",
                  &(SymOptions){.steady_state = true});
    if (!r.m) {
        failed++;
        return;
    }
    initialise(&r);
    NEAR(get(&r, "x"), 2.0);
    unload(&r);
}

/* part1.md M4b and M5: parameters found at the start. */
static void test_free_parameter(void) {
    Run r = from_text("dae P\n parameter Real R(fixed = false, start = 1.0); parameter Real P = "
                      "8.0; parameter Real G(fixed=false);\n"
                      " Real v; Real i; \n"
                      "equation\n v = 4.0;\n v = R*i;\n"
                      "initial equation\n v*i = P;\n G = 1/R;\nend dae;\n",
                      NULL);
    if (!r.m) {
        failed++;
        return;
    }
    initialise(&r);
    NEAR(get(&r, "R"), 2.0);
    NEAR(get(&r, "i"), 2.0);
    NEAR(get(&r, "G"), 0.5);
    unload(&r);
}

/* Two inertias joined rigidly, a spring beside them (part1.md RigidBypass). */
static void test_rigid(void) {
    Run r = from_text("dae Rigid\n"
                      " parameter Real J1 = 1.0; parameter Real J2 = 2.0; parameter Real c = 100.0;\n"
                      " Real phi1(start = 0.5, fixed = true); Real phi2; Real w1(start = 0.1, fixed = "
                      "true); Real w2; Real tau; Real t2;\n"
                      "equation\n"
                      " der(phi1) = w1;\n der(phi2) = w2;\n"
                      " J1*der(w1) = 3.0 - tau - t2;\n J2*der(w2) = tau + t2;\n"
                      " t2 = c*(phi1 - phi2);\n phi1 = phi2 + 0.25;\nend dae;\n",
                      NULL);
    if (!r.m) {
        failed++;
        return;
    }
    CHECK(r.m->states.n == 2);
    CHECK(is_state(&r, "phi1") && is_state(&r, "w1"));
    initialise(&r);
    evaluate(&r, &r.m->blocks, true);
    NEAR(get(&r, "der(w1)"), 1.0);
    NEAR(get(&r, "der(w2)"), 1.0);
    NEAR(get(&r, "w2"), 0.1);
    NEAR(get(&r, "phi2"), 0.25);
    unload(&r);
}

static void *resize(void *arg, void *old, size_t bytes) {
    (void)arg;
    return base_realloc(old, bytes);
}

static bool select_states(Run *r, double *part) {
    SolMemory memory = {resize, NULL};
    bool changed = false;
    *part = 0;
    for (size_t i = 0; i < r->m->selections.n; i++) {
        const SymSelection *s = &r->m->selections.at[i];
        SolSelection one = {s->n,     s->nstates, s->nrows, s->ncols, s->x,      s->z,
                            s->first, s->of,      s->pick,  s->row,   s->column, s->entry};
        changed |= sol_select(&one, r->dae->constants.at, r->v, 1, part, &memory) != 0;
    }
    return changed;
}

/* A reduced index-3 pendulum: constraint and its derivatives hold at the start, for fixed and for
 * dynamic states. */
static void test_pendulum_numbers(bool fixed) {
    Run r = from_text("dae Pend\n parameter Real L = 1.0; parameter Real g = 9.81;\n"
                      " Real x(start = 0.6, fixed = true); Real y(start = -0.8); Real vx(start = 0.0, "
                      "fixed = true); Real vy; Real F;\n"
                      "equation\n der(x) = vx;\n der(y) = vy;\n der(vx) = -F*x;\n der(vy) = -F*y - g;\n"
                      " x^2 + y^2 = L^2;\nend dae;\n",
                      &(SymOptions){.fixed_states = fixed});
    if (!r.m) {
        failed++;
        return;
    }
    CHECK(r.m->states.n == 2);
    CHECK(r.m->selections.n == (fixed ? 0 : 2));
    CHECK(fixed == (is_state(&r, "x") && is_state(&r, "vx")));
    initialise(&r);
    NEAR(get(&r, "y"), -0.8);
    double part = 0;
    CHECK(!select_states(&r, &part));
    CHECK(part < 1);
    evaluate(&r, &r.m->blocks, true);
    NEAR(get(&r, "vy"), 0.0);
    NEAR(get(&r, "F"), 9.81 * 0.8);
    NEAR(get(&r, "der(vx)"), -9.81 * 0.8 * 0.6);
    if (!fixed) {
        /* at rest in the horizontal the other coordinate must be picked, and the equations stay
         * regular */
        DaeVar x = dae_find_var(r.dae, "x"), y = dae_find_var(r.dae, "y");
        r.v[x] = 1.0;
        r.v[y] = 0.0;
        evaluate_entries(&r);
        CHECK(select_states(&r, &part));
        evaluate(&r, &r.m->blocks, true);
        NEAR(get(&r, "x"), 1.0);
        NEAR(get(&r, "y"), 0.0);
        NEAR(get(&r, "F"), 0.0);
        NEAR(get(&r, "der(vy)"), -9.81);
    }
    unload(&r);
}

/* A torn tridiagonal system is an unstable recursion: the guard must keep the answer
 * (part2.md 1.2). */
static void test_growth_guard(void) {
    enum { N = 60 };
    Text t = {0};
    base_text_add(&t, "dae Tri\n parameter Real a = 0.1;\n");
    for (int i = 0; i <= N; i++) base_text_printf(&t, " Real u[%d];\n", i + 1);
    base_text_add(&t, "equation\n u[1] = 1.0 + time;\n");
    for (int i = 1; i < N; i++) base_text_printf(&t, " u[%d] = a*(u[%d] + u[%d]) + 2.0;\n", i + 1, i + 2, i);
    base_text_printf(&t, " u[%d] = u[%d];\nend dae;\n", N + 1, N);
    double found[3][N + 1];
    for (int mode = 0; mode < 3; mode++) {
        SymOptions o = {.no_tearing = mode == 0, .max_growth = mode == 2 ? 1e300 : 0};
        Run r = from_text(base_text_str(&t), &o);
        if (!r.m) {
            failed++;
            return;
        }
        initialise(&r);
        evaluate(&r, &r.m->blocks, true);
        CHECK(r.m->systems.n >= 1 && r.m->systems.at[0].linear && r.m->systems.at[0].constant);
        if (mode == 0) CHECK(r.m->systems.at[0].n >= N - 2);
        if (mode == 1) CHECK(r.m->systems.at[0].n > 2 && r.m->systems.at[0].n < 40);
        if (mode == 2) CHECK(r.m->systems.at[0].n <= 2);
        for (int i = 0; i <= N; i++) {
            char name[20];
            snprintf(name, sizeof name, "u[%d]", i + 1);
            found[mode][i] = get(&r, name);
        }
        unload(&r);
    }
    double torn = 0;
    for (int i = 0; i <= N; i++) torn = fmax(torn, fabs(found[1][i] - found[0][i]));
    CHECK(torn < 1e-6);
    base_text_free(&t);
}

/* A call with two results must be solved for an argument, and differentiated. */
static void test_split(void) {
    static const char *const function =
        "  function polar(smoothOrder = 1)\n input Real x; input Real y; output Real r; output "
        "Real phi;\n"
        "  algorithm\n r := sqrt(x^2 + y^2);\n phi := atan2(y, x);\n end function;\n";
    Text t = {0};
    base_text_printf(&t,
                     "dae S\n%s Real x(start = 1.0); Real y(start = 0.2); Real r; Real phi;\n"
                     "equation\n (r, phi) := polar(x, y);\n r = 2.0 + time;\n phi = 0.5;\nend dae;\n",
                     function);
    Run r = from_text(base_text_str(&t), NULL);
    CHECK(r.m && r.m->systems.n >= 1);
    unload(&r);
    t.n = 0;
    base_text_printf(&t,
                     "dae S\n%s Real x(start = 1.0); Real y(start = 0.2); Real r; Real phi; Real vx; Real vy;\n"
                     "equation\n (r, phi) := polar(x, y);\n der(r) = 1.0;\n der(phi) = r;\n der(x) = vx;\n "
                     "der(y) = vy;\nend dae;\n",
                     function);
    r = from_text(base_text_str(&t), NULL);
    CHECK(r.m && r.m->states.n == 2);
    unload(&r);
    base_text_free(&t);
}

/* part6.md F.4 no. 4: with h preferred the nonlinear system of the superheater becomes linear in
 * der(h), der(r). */
static void test_prefer(void) {
    Text t = {0};
    for (int prefer = 0; prefer < 2; prefer++) {
        t.n = 0;
        base_text_printf(&t,
                         "dae H\n parameter Real V = 2.0; Real E(start = 8.0); Real r(start = 1.5); Real "
                         "h(start = 2.0%s);\n"
                         "equation\n der(E) = 3.0 - h;\n E = V*r*h;\n r = exp(-h) + 1.0;\nend dae;\n",
                         prefer ? ", stateSelect = prefer" : "");
        Run r = from_text(base_text_str(&t), NULL);
        if (!r.m) {
            failed++;
            continue;
        }
        CHECK(r.m->states.n == 1);
        CHECK(is_state(&r, prefer ? "h" : "E"));
        initialise(&r);
        evaluate(&r, &r.m->blocks, true);
        double h = get(&r, "h"), E = get(&r, "E"), rr = exp(-h) + 1;
        NEAR(E, 2 * rr * h);
        NEAR(get(&r, "der(E)"), 3 - h);
        if (prefer) NEAR(get(&r, "der(h)"), (3 - h) / (2 * (rr - exp(-h) * h)));
        for (size_t i = 0; i < r.m->blocks.n; i++)
            if (prefer && r.m->blocks.at[i].system != UINT32_MAX)
                CHECK(r.m->systems.at[r.m->blocks.at[i].system].linear);
        unload(&r);
    }
    base_text_free(&t);
    /* one that cannot be a state (depends on an input only) is left alone */
    Run r = from_text("dae P\n input Real u; Real x(start = 1.0, fixed = true); Real y(stateSelect = prefer);\n"
                      "equation\n der(x) = y - x;\n y = 2*u;\nend dae;\n",
                      NULL);
    CHECK(r.m && r.m->states.n == 1 && is_state(&r, "x"));
    unload(&r);
}

/* What translation says about a model that it must refuse. */
static char *refusal(const char *text) {
    Context *ctx = base_context_new();
    Dae *d = dae_parse(ctx, base_source_string(ctx->sources, "test.dae", text, strlen(text)));
    CHECK(d != NULL && sym_translate(d, NULL) == NULL);
    char *said = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&said, &n);
    base_diag_flush(ctx, f);
    fclose(f);
    if (d) dae_free(d);
    base_context_free(ctx);
    return said;
}

/* part3.md T2 (over-determined circuit, 15 equations for 14 variables), T4, and a model singular in
 * both ways. */
static void test_diagnosis(void) {
    char *said = refusal("dae T2\n parameter Real R = 10.0; parameter Real VA = 220.0;\n"
                         " Real v; Real i; Real pv; Real nv; Real pi; Real ni; Real av; Real ai; "
                         "Real apv; Real anv;\n"
                         " Real api; Real ani; Real gv; Real gi;\n"
                         "equation\n v = pv - nv;\n 0.0 = pi + ni;\n i = pi;\n R*i = v;\n i = "
                         "23.0;\n av = apv - anv;\n"
                         " 0.0 = api + ani;\n ai = api;\n av = VA*sin(time);\n gv = 0.0;\n apv = "
                         "pv;\n api + pi = 0.0;\n"
                         " nv = anv;\n anv = gv;\n ni + ani + gi = 0.0;\nend dae;\n");
    CHECK(strstr(said, "SYM0401") != NULL && strstr(said, "SYM0402") == NULL);
    free(said);
    said = refusal("dae T4\n Real v1; Real v2; Real v3; Real v4; Real v5; Real v6;\n"
                   "equation\n v1 + 2*v2 = time;\n v1*v2 = 1.0;\n v2*v3 = 2.0;\n v2 + v3*v4 = "
                   "v6;\n v5*v6 = 3.0;\nend dae;\n");
    CHECK(strstr(said, "SYM0402") != NULL && strstr(said, "v4, v5, v6") != NULL && strstr(said, "SYM0401") == NULL);
    free(said);
    said = refusal("dae S\n Real x; Real y; Real z;\nequation\n x*y = 1.0 + time;\n x + 2*y = "
                   "2.0;\n x - 3*y = 3.0 + time;\nend dae;\n");
    CHECK(strstr(said, "SYM0401") != NULL);
    free(said);
    said = refusal("dae C\n parameter Real a = b + 1; parameter Real b = 2*a; Real x;\nequation\n "
                   "x = a;\nend dae;\n");
    CHECK(strstr(said, "SYM0201") != NULL && strstr(said, "depend on each other") != NULL);
    free(said);
}

/* With a file as argument: its explanation. */
static int show(const char *path) {
    Run r = {.ctx = base_context_new()};
    translate(&r, base_source_open(r.ctx->sources, path), NULL);
    Text t = {0};
    if (r.m) dbg_explain(r.m, false, &t);
    printf("%s", base_text_str(&t));
    base_text_free(&t);
    unload(&r);
    return 0;
}

int main(int argc, char **argv) {
    if (argc > 1) return show(argv[1]);
    test_circuit();
    test_parcap();
    test_pendulum();
    test_all_files();
    test_sampled_steady_state();
    test_initial_example();
    test_free_parameter();
    test_rigid();
    test_pendulum_numbers(true);
    test_pendulum_numbers(false);
    test_growth_guard();
    test_split();
    test_prefer();
    test_diagnosis();
    return test_done();
}
