/* session_tangents.c - derivatives by parameters, start values, states and inputs, against differences of high order.
 *
 * The model holds every elementary function and operator, functions with and without derivatives, torn linear and
 * nonlinear systems, initial equations, dependent parameters and discrete parts.
 */
#include <causeway/causeway.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static int passed, failed;
#define CHECK(cond) ((cond) ? (void)passed++ : (void)(failed++, printf("%s:%d: %s\n", __FILE__, __LINE__, #cond)))

static const char text[] =
    "package P\n"
    "  function cube input Real x, k; output Real y; algorithm y := k*x^3; annotation(derivative = dcube); end cube;\n"
    "  function dcube input Real x, k, dx, dk; output Real dy; algorithm dy := 3*k*x^2*dx + dk*x^3; end dcube;\n"
    "  function series input Real x; input Integer n; output Real y; protected Real t; algorithm y := 0; t := 1;\n"
    "    for i in 1:n loop t := t*x/i; if i > 2 then y := y + t; else y := y - 2*t; end if; end for; end series;\n"
    "  function root input Real a; output Real x; algorithm x := 1; while abs(x*x - a) > 1e-14 loop\n"
    "    x := (x + a/x)/2; end while; end root;\n"
    "  function two input Real a, b; output Real s, p; algorithm s := a + b; p := a*b; end two;\n"
    "  function sum3 input Real v[3]; input Real m[3, 3]; output Real y[3]; algorithm y := m*v + cross(v, m[1, :]); "
    "end sum3;\n"
    "  function gamma input Real x; output Real y; external \"C\" y = tgamma(x); end gamma;\n"
    "  model All\n"
    "    parameter Real p = 0.6, q = 1.7, e = 2.3, x0 = 0.8;\n"
    "    parameter Real d1 = 2*p + sin(q), d2 = d1*e;\n"
    "    parameter Real found(fixed = false, start = 1);\n"
    "    input Real u(start = 0.4);\n"
    "    Real x(start = x0, fixed = true), w(start = 0.5, fixed = true), z(start = 1);\n"
    "    Real y[44];\n"
    "    Real a, b, c, l1, l2, l3, n1(start = 0.5), n2(start = 0.5), n3(start = 0.5), s, r, v[3], k;\n"
    "    discrete Real held(start = 3, fixed = true);\n"
    "    Boolean high;\n"
    "  initial equation\n"
    "    found^2 + p*found = x0 + 1;\n"
    "    der(z) = 0.1*q;\n"
    "  equation\n"
    "    der(x) = -d2*x/5 + w*n1 + found;\n"
    "    der(w) = p*cos(w) - q*l1 + held*0.01 + u;\n"
    "    der(z) = -z^3 + p*x + sin(z);\n"
    "    y[1] = sin(p*x); y[2] = cos(q + x); y[3] = tan(p*w); y[4] = asin(p*w); y[5] = acos(p*w); y[6] = atan(q*x);\n"
    "    y[7] = atan2(p, x); y[8] = sinh(p*x); y[9] = cosh(q*w); y[10] = tanh(p + x); y[11] = exp(-q*x);\n"
    "    y[12] = log(q + x); y[13] = log10(p + q); y[14] = sqrt(p*q + x); y[15] = abs(x - q); y[16] = x^e;\n"
    "    y[17] = p^x; y[18] = (p*x)^3; y[19] = q/(p + x); y[20] = -p*q; y[21] = max(p*x, q*w); y[22] = min(p*x, q);\n"
    "    y[23] = if high then p*x else q*x^2; y[24] = noEvent(if x > 0.1 then p*x else q); y[25] = smooth(1, p*x*x);\n"
    "    y[26] = homotopy(p*x^2, p*x); y[27] = semiLinear(x, p, q); y[28] = mod(q*3, p); y[29] = rem(q*3, p);\n"
    "    y[30] = floor(q*2)*p; y[31] = sum({p, q, x}); y[32] = product({p, q, x}); y[33] = max({p, q, x});\n"
    "    y[34] = {p, q, x}*{x, w, e}; y[35] = sum(p*i^2 for i in 1:4); y[36] = cube(p*x, q); y[37] = series(p*x, 7);\n"
    "    y[38] = root(q + x); (s, r) = two(p*x, q); y[39] = s*r; v = sum3({p, x, q}, [p, q, e; x, w, 1; e, 2, p]);\n"
    "    y[40] = v[1]*v[2] + v[3]; y[41] = a + b*c; y[42] = l2*l3; y[43] = n2 + n3; y[44] = d2 + found + time*p;\n"
    "    a + p*b = x; b - q*c = w; c + e*a*2 = p;\n"
    "    l1 + p*l2 - l3 = x; q*l1 - l2 + x*l3 = p; l1 + l2*w + e*l3 = q;\n"
    "    n1 + p*n2^3 = x + 1; n2 + exp(n3*0.1) - q*n1*0.2 = w; n3 + n1*n3^2*0.1 = e;\n"
    "    k + p*k^5 = q;\n"
    "    high = x > 0.2;\n"
    "    when sample(0.2, 0.2) then held = p*x + pre(held); end when;\n"
    "  end All;\n"
    "  model Quotient parameter Real p = 2.5; Real x(start = 1, fixed = true), y, free;\n"
    "  equation der(x) = -x*gamma(p); y = gamma(p + x); free = p*x; end Quotient;\n"
    "  model Ambiguous parameter Real p = 2; Real a, b, x(start = 1, fixed = true);\n"
    "  equation der(x) = -x; a + b = p*x; 2*a + 2*b = 2*p*x; end Ambiguous;\n"
    "  model Set parameter Real p = 2; Real x(start = 1, fixed = true);\n"
    "  equation der(x) = -p*x; when initial() then reinit(x, 2*p); end when; end Set;\n"
    "  model Resting parameter Real p = 2, q = 3; Real x(start = 1), y; initial equation der(x) = 0;\n"
    "  equation der(x) = p - x^3 - q*x; y = x*x; end Resting;\n"
    "  model Structure parameter Integer n = 3; parameter Real p = 2 annotation(Evaluate = true); constant Real c = "
    "1;\n"
    "    parameter Real k = 1; Real x[n](each start = 1, each fixed = true); equation for i in 1:n loop\n"
    "    der(x[i]) = if p > 1 then -k*x[i] else c; end for; end Structure;\n"
    "end P;\n";

static causeway_session *session;

static causeway_model *model(const char *name) {
    causeway_model *m = causeway_model_new(session, name);
    if (!m || causeway_model_translate(m, NULL)) printf("%s was not translated\n", name);
    return m;
}

static causeway_run *begun(causeway_model *m, const char *name, double value) {
    causeway_run *r = causeway_run_new(m);
    if (name && causeway_run_set(r, name, value)) printf("%s was not set\n", name);
    CHECK(causeway_run_initialise(r) == CAUSEWAY_OK);
    return r;
}

/* All variables of the model that are differentiated. */
enum { MOST = 200 };
typedef struct {
    uint32_t number[MOST];
    const char *name[MOST];
    size_t n;
} Rows;

static void collect(causeway_model *m, Rows *out) {
    causeway_variable v;
    memset(&v, 0, sizeof v);
    v.size = sizeof v;
    for (size_t i = 1; i < causeway_variable_count(m) && out->n < MOST; i++) {
        (void)causeway_describe_variable(m, i, &v);
        if (v.type != CAUSEWAY_REAL || v.hidden) continue;
        out->name[out->n] = v.name;
        out->number[out->n++] = (uint32_t)i;
    }
}

typedef void (*Values)(void *arg, const char *name, double value, const Rows *rows, double *out);

/* Sixth order. */
static void difference(Values values, void *arg, const char *name, double at, const Rows *rows, double *out) {
    static const double weights[] = {45.0 / 60, -9.0 / 60, 1.0 / 60};
    double h = 1e-2 * fmax(fabs(at), 0.1), up[MOST], down[MOST];
    for (size_t i = 0; i < rows->n; i++) out[i] = 0;
    for (int k = 1; k <= 3; k++) {
        values(arg, name, at + k * h, rows, up);
        values(arg, name, at - k * h, rows, down);
        for (size_t i = 0; i < rows->n; i++) out[i] += weights[k - 1] * (up[i] - down[i]) / h;
    }
}

static void compare(const char *what, const Rows *rows, const double *tangent, const double *wanted) {
    for (size_t i = 0; i < rows->n; i++) {
        if (fabs(tangent[i] - wanted[i]) <= 1e-8 * (1 + fabs(wanted[i]))) {
            passed++;
            continue;
        }
        failed++;
        printf("d %s/d %s = %.12g, differences say %.12g\n", rows->name[i], what, tangent[i], wanted[i]);
    }
}

static causeway_status tangent(causeway_run *r, const Rows *rows, const char *by, bool initial, double *out,
                               causeway_tangents *what) {
    causeway_tangents_init(what);
    what->nof = rows->n, what->of = rows->number;
    what->nby = 1, what->by = &by;
    what->initial = initial;
    return causeway_run_tangents(r, what, out);
}

/* ---- of the initial point ---------------------------------------------------------------------------------------- */

static void initial_values(void *arg, const char *name, double value, const Rows *rows, double *out) {
    causeway_run *r = begun(arg, name, value);
    causeway_run_get_numbers(r, rows->n, rows->number, out);
    causeway_run_free(r);
}

static void look_at_start(const char *name, size_t n, const char *const *by, const double *at) {
    causeway_model *m = model(name);
    Rows rows = {.n = 0};
    double out[MOST], wanted[MOST];
    causeway_tangents what;
    collect(m, &rows);
    causeway_run *r = begun(m, NULL, 0);
    for (size_t i = 0; i < n; i++) {
        CHECK(tangent(r, &rows, by[i], true, out, &what) == CAUSEWAY_OK);
        CHECK(what.exactness == CAUSEWAY_EXACT && !*what.why);
        difference(initial_values, m, by[i], at[i], &rows, wanted);
        compare(by[i], &rows, out, wanted);
    }
    causeway_run_free(r);
    causeway_model_free(m);
}

/* ---- at a later point, states held ------------------------------------------------------------------------------- */

static void held_values(void *arg, const char *name, double value, const Rows *rows, double *out) {
    causeway_run *r = causeway_run_clone(arg);
    CHECK(causeway_run_set(r, name, value) == CAUSEWAY_OK);
    CHECK(causeway_run_advance(r, causeway_run_time(r)) == CAUSEWAY_OK);
    causeway_run_get_numbers(r, rows->n, rows->number, out);
    causeway_run_free(r);
}

/* A run that goes on keeps the parameter that was found at its start; derivatives follow it. */
static void add_found(const Rows *rows, const double *out, double *wanted) {
    double found = 0;
    for (size_t k = 0; k < rows->n; k++)
        if (!strcmp(rows->name[k], "found")) found = out[k];
    for (size_t k = 0; k < rows->n; k++) {
        const char *name = rows->name[k];
        if (!strcmp(name, "found") || !strcmp(name, "y[44]") || !strcmp(name, "der(x)")) wanted[k] += found;
    }
}

static void look_later(void) {
    static const char *const by[] = {"p", "q", "e", "u", "x", "w"};
    causeway_model *m = model("P.All");
    Rows rows = {.n = 0};
    double out[MOST], wanted[MOST], before[MOST], after[MOST];
    causeway_tangents what;
    collect(m, &rows);
    causeway_run *r = begun(m, NULL, 0);
    CHECK(causeway_run_advance(r, 0.7) == CAUSEWAY_OK);

    causeway_run_get_numbers(r, rows.n, rows.number, before);
    for (size_t i = 0; i < sizeof by / sizeof *by; i++) {
        CHECK(tangent(r, &rows, by[i], false, out, &what) == CAUSEWAY_OK);
        CHECK(what.exactness == CAUSEWAY_EXACT);
        difference(held_values, r, by[i], causeway_run_get(r, by[i]), &rows, wanted);
        add_found(&rows, out, wanted);
        compare(by[i], &rows, out, wanted);
    }
    causeway_run_get_numbers(r, rows.n, rows.number, after);
    CHECK(!memcmp(before, after, rows.n * sizeof *before));
    causeway_run_free(r);
    causeway_model_free(m);
}

/* Several at once, along a direction, are the sum of each. */
static void look_at_directions(void) {
    static const char *const by[] = {"p", "q", "x0", "w.start", "u"};
    static const double along[] = {1, 0, 0, 0, 0, 0.5, -2, 3, 0.25, 1};
    causeway_model *m = model("P.All");
    Rows rows = {.n = 0};
    collect(m, &rows);
    static double each[5 * MOST], both[2 * MOST];
    causeway_run *r = begun(m, NULL, 0);
    causeway_tangents what;
    causeway_tangents_init(&what);
    what.nof = rows.n, what.of = rows.number, what.nby = 5, what.by = by, what.initial = true;
    CHECK(causeway_run_tangents(r, &what, each) == CAUSEWAY_OK);
    what.ndirections = 2, what.directions = along;
    CHECK(causeway_run_tangents(r, &what, both) == CAUSEWAY_OK);
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < rows.n; i++) {
            double sum = 0;
            for (size_t b = 0; b < 5; b++) sum += along[b + 5 * k] * each[i + b * rows.n];
            CHECK(fabs(sum - both[i + k * rows.n]) <= 1e-11 * (1 + fabs(sum)));
        }
    causeway_run_free(r);
    causeway_model_free(m);
}

/* ---- what is not exact says so ----------------------------------------------------------------------------------- */

static void print_diagnostics(const causeway_run *r, size_t from) {
    for (size_t i = from; i < causeway_run_diagnostic_count(r); i++) {
        const causeway_diagnostic *d = causeway_run_get_diagnostic(r, i);
        printf("%s[%s]: %s\n", d->severity == CAUSEWAY_ERROR ? "error" : "warning", d->code, d->text);
    }
}

static causeway_exactness exactness_of(const char *name, const char *variable, const char *by, bool initial,
                                       double *value, const char *why) {
    causeway_model *m = model(name);
    causeway_run *r = begun(m, NULL, 0);
    Rows rows = {{(uint32_t)causeway_find_variable(m, variable)}, {variable}, 1};
    causeway_tangents what;
    CHECK(tangent(r, &rows, by, initial, value, &what) == CAUSEWAY_OK);
    CHECK(strstr(what.why, why) != NULL);
    causeway_run_free(r);
    causeway_model_free(m);
    return what.exactness;
}

static void look_at_exactness(void) {
    double d;
    CHECK(exactness_of("P.Quotient", "y", "p", false, &d, "P.gamma") == CAUSEWAY_QUOTIENTS);
    CHECK(fabs(d - tgamma(3.5) * 1.1031566406452432) < 1e-4);                                   /* digamma(3.5) */
    CHECK(exactness_of("P.Quotient", "free", "x", false, &d, "P.gamma") == CAUSEWAY_QUOTIENTS); /* beside y */
    CHECK(fabs(d - 2.5) < 1e-12);
    CHECK(exactness_of("P.Ambiguous", "a", "x", false, &d, "singular") == CAUSEWAY_AMBIGUOUS);
    CHECK(exactness_of("P.Set", "x", "p", true, &d, "held") == CAUSEWAY_HELD);
}

static void refused(causeway_run *r, const char *by, bool initial) {
    Rows rows = {{1}, {""}, 1};
    double d;
    causeway_tangents what;
    size_t said = causeway_run_diagnostic_count(r);
    CHECK(tangent(r, &rows, by, initial, &d, &what) == CAUSEWAY_USAGE);
    print_diagnostics(r, said);
}

static void look_at_refusals(void) {
    causeway_model *m = model("P.Structure");
    causeway_run *r = begun(m, NULL, 0);
    static const char *const by[] = {"n", "p", "c", "nothing", "k.start", "der(x[1])"};
    for (size_t i = 0; i < sizeof by / sizeof *by; i++) refused(r, by[i], false);
    refused(r, "x[1]", true);
    void *bytes;
    size_t n;
    CHECK(causeway_run_save(r, &bytes, &n) == CAUSEWAY_OK);
    causeway_run *restored = causeway_run_new(m);
    CHECK(causeway_run_restore(restored, bytes, n) == CAUSEWAY_OK);
    refused(restored, "k", true);
    causeway_free(bytes);
    causeway_run_free(restored);
    causeway_run_free(r);
    causeway_model_free(m);
}

/* causeway_run_jacobian says once that it is not exact. */
static void look_at_jacobian(void) {
    causeway_model *m = model("P.Quotient");
    causeway_run *r = begun(m, NULL, 0);
    uint32_t row = (uint32_t)causeway_find_variable(m, "y"), column = (uint32_t)causeway_find_variable(m, "x");
    size_t said = causeway_run_diagnostic_count(r);
    double j;
    CHECK(causeway_run_jacobian(r, 1, &row, 1, &column, &j) == CAUSEWAY_OK);
    CHECK(causeway_run_jacobian(r, 1, &row, 1, &column, &j) == CAUSEWAY_OK);
    CHECK(causeway_run_diagnostic_count(r) == said + 1);
    print_diagnostics(r, said);
    causeway_run_free(r);
    causeway_model_free(m);
    m = model("P.All");
    r = begun(m, NULL, 0);
    said = causeway_run_diagnostic_count(r);
    row = (uint32_t)causeway_find_variable(m, "y[16]"), column = (uint32_t)causeway_find_variable(m, "x");
    CHECK(causeway_run_jacobian(r, 1, &row, 1, &column, &j) == CAUSEWAY_OK);
    CHECK(fabs(j - 2.3 * pow(0.8, 1.3)) < 1e-15 && causeway_run_diagnostic_count(r) == said);
    causeway_run_free(r);
    causeway_model_free(m);
}

int main(void) {
    static const char *const all[] = {"p", "q", "e", "x0", "w.start", "u"};
    static const double at[] = {0.6, 1.7, 2.3, 0.8, 0.5, 0.4};
    static const char *const resting[] = {"p", "q", "x.start"};
    static const double resting_at[] = {2, 3, 1};
    causeway_session_options o;
    causeway_session_options_init(&o);
    o.no_default_libraries = true;
    o.cache = "";
    session = causeway_session_new(&o);
    CHECK(causeway_load_text(session, "p.mo", text, sizeof text - 1, NULL) == CAUSEWAY_OK);
    look_at_start("P.All", sizeof at / sizeof *at, all, at);
    look_at_start("P.Resting", 3, resting, resting_at);
    look_later();
    look_at_directions();
    look_at_exactness();
    look_at_refusals();
    look_at_jacobian();
    causeway_session_free(session);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
