/* Typed expressions and their values: each case is a model with a parameter or constant, the text of its value. */
#include "elaborate/elaborate.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *text;  /* declarations of model M, followed by what is evaluated: parameter x */
    const char *value; /* expected text of x's value; "error CODE" when a diagnostic is expected; "unknown" */
} Case;

void inst_value_text(const Inst *in, const InstValue *v, Text *out);

static void check_case(const Case *c) {
    Context *ctx = base_context_new();
    LibTree *lib = lib_new(ctx);
    Text src = {0}, got = {0};
    base_text_printf(&src, "%s", c->text);
    LibClass *cls = lib_load_string(lib, "test.mo", src.at, src.n);
    Inst *in = inst_new(ctx, lib);
    InstClass *m = cls ? inst_model(in, cls, NULL) : NULL;
    InstElement *e = m ? inst_find(m, base_name(ctx->names, "x")) : NULL;
    InstComp *x = e ? inst_component(m, e) : NULL;
    InstExpr *b = x ? inst_binding_expr(x) : NULL;
    if (m && base_error_count(ctx) == 0) inst_equations(m, false);
    InstValue *v = x && b && base_error_count(ctx) == 0 ? inst_eval_component(x, INST_EVAL_REPORT) : NULL;
    if (v) inst_value_text(in, v, &got);
    else base_text_add(&got, base_error_count(ctx) ? "error" : "unknown");
    if (strcmp(base_text_str(&got), c->value) == 0) {
        passed++;
    } else {
        failed++;
        printf("FAILED: %s\n  expected %s\n  got      %s\n", c->text, c->value, base_text_str(&got));
        base_diag_flush(ctx, stdout);
    }
    base_text_free(&src);
    base_text_free(&got);
    inst_free(in);
    lib_free(lib);
    base_context_free(ctx);
}

static const Case cases[] = {
    {"model M parameter Real x = 1 + 2*3; end M;", "7.0"},
    {"model M parameter Integer x = 1 + 2*3; end M;", "7"},
    {"model M parameter Integer x = 1 + 2.5; end M;", "error"},
    {"model M parameter Real x[3] = {1, 2, 3}; end M;", "{1.0, 2.0, 3.0}"},
    {"model M parameter Real x[:] = {1, 2, 3} * 2; end M;", "{2.0, 4.0, 6.0}"},
    {"model M parameter Real x = {1, 2, 3} * {4, 5, 6}; end M;", "32.0"},
    {"model M parameter Real x[2] = [1, 2; 3, 4] * {1, 1}; end M;", "{3.0, 7.0}"},
    {"model M parameter Real x[2, 3] = [1, 2, 3; 4, 5, 6]; end M;", "{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}}"},
    {"model M parameter Real v[2] = {7, 8}; parameter Real x[2, 3] = [[1, 2; 3, 4], v]; end M;",
     "{{1.0, 2.0, 7.0}, {3.0, 4.0, 8.0}}"},
    {"model M parameter Integer n = 3; parameter Integer x[n] = {i^2 > 3 and true for i in 1:n}; end M;", "error"},
    {"model M parameter Integer n = 3; parameter Integer x[n] = {i*i for i in 1:n}; end M;", "{1, 4, 9}"},
    {"model M parameter Integer x = sum(i*i for i in 1:4); end M;", "30"},
    {"model M parameter Integer a[3] = {1, 5, 3}; parameter Integer x = max(a[i] for i); end M;", "5"},
    {"model M parameter Integer a[3] = {1, 5, 3}; parameter Integer x = a[end] + size(a, 1); end M;", "6"},
    {"model M parameter Integer a[3] = {1, 5, 3}; parameter Integer x[2] = a[2:end]; end M;", "{5, 3}"},
    {"model M parameter Integer a[2, 2] = {{1, 2}, {3, 4}}; parameter Integer x[2] = a[:, 2]; end M;", "{2, 4}"},
    {"model M type E = enumeration(a, b, c); parameter E x = E.b; end M;", "M.E.b"},
    {"model M type E = enumeration(a, b, c); parameter Integer x = Integer(E.c); end M;", "3"},
    {"model M type E = enumeration(a, b, c); parameter Integer x[E] = {1, 2, 3}; end M;", "{1, 2, 3}"},
    {"model M parameter String x = \"a\" + \"b\"; end M;", "\"ab\""},
    {"model M parameter String x = String(1.5) + String(true) + String(12, minimumLength=5) + \".\"; end M;",
     "\"1.5true12   .\""},
    {"model M parameter Boolean b = true; parameter Real x = if b then 1 else 2; end M;", "1.0"},
    {"model M parameter Boolean b = true; parameter Real x[:] = if b then {1, 2} else {1}; end M;", "{1.0, 2.0}"},
    {"model M function f input Real u; input Real k = 2*u; output Real y; algorithm y := u + k; end f; parameter Real "
     "x = f(3); end M;",
     "9.0"},
    {"model M function f input Real u; output Real y; algorithm y := u*u; end f; parameter Real x[3] = f({1, 2, 3}); "
     "end M;",
     "{1.0, 4.0, 9.0}"},
    {"model M function f input Integer n; output Integer y; algorithm y := if n <= 1 then 1 else n*f(n - 1); end f; "
     "parameter Integer x = f(5); end M;",
     "120"},
    {"model M function f input Real v[:]; output Real y[size(v, 1)]; algorithm for i in 1:size(v, 1) loop y[i] := "
     "v[end + 1 - i]; end for; end f; parameter Real x[:] = f({1, 2, 3}); end M;",
     "{3.0, 2.0, 1.0}"},
    {"model M function f input Integer n; output Integer a; output Integer b; algorithm a := n; b := n + 1; end f; "
     "function g input Integer n; output Integer y; protected Integer p; Integer q; algorithm (p, q) := f(n); y := "
     "p*q; end g; parameter Integer x = g(3); end M;",
     "12"},
    {"model M function f input Integer n; output Integer y = 0; protected Integer i = 0; algorithm while true loop i "
     ":= i + 1; if i > n then break; end if; y := y + i; end while; end f; parameter Integer x = f(4); end M;",
     "10"},
    {"model M record R Real a = 1; Real b = 2*a; end R; parameter R x = R(a = 3); end M;", "M.R(3.0, 6.0)"},
    {"model M record R Real a = 1; Real b = 2*a; end R; parameter R r = R(a = 3); parameter Real x = r.b; end M;",
     "6.0"},
    {"model M record R Real a = 1; Real b = 2*a; end R; parameter R r(a = 5); parameter Real x = r.b; end M;", "10.0"},
    {"model M record R Real a[2]; end R; parameter R r[2] = {R({1, 2}), R({3, 4})}; parameter Real x[2] = r.a[1]; end "
     "M;",
     "{1.0, 3.0}"},
    {"model M block A parameter Real k = 1; parameter Real j = 2*k; end A; A a[3](k = {1, 2, 3}); parameter Real x = "
     "a[3].j; end M;",
     "6.0"},
    {"model M block A parameter Real k = 1; parameter Real j = 2*k; end A; A a[3](each k = 4); parameter Real x[3] = "
     "a.j; end M;",
     "{8.0, 8.0, 8.0}"},
    {"model M parameter Real x = y; parameter Real y = x; end M;", "error"},
    {"model M package P constant Integer n = 4; end P; parameter Integer x = P.n; end M;", "4"},
    {"model M package P constant Integer n = 4; constant Real v[n] = fill(2.0, n); end P; parameter Real x = sum(P.v); "
     "end M;",
     "8.0"},
    {"model M partial package P constant Integer n; end P; package Q extends P(n = 7); end Q; replaceable package T = "
     "Q constrainedby P; parameter Integer x = T.n; end M;",
     "7"},
    {"model M parameter Real x = sin(0) + cos(0) + max({1, 5, 2}) + min(3, 4) + mod(-1, 3) + div(7, 2) + abs(-2); end "
     "M;",
     "16.0"},
    {"model M parameter Real x[3] = cross({1, 0, 0}, {0, 1, 0}); end M;", "{0.0, 0.0, 1.0}"},
    {"model M parameter Real x[2, 2] = transpose([1, 2; 3, 4]) .+ identity(2); end M;", "{{2.0, 3.0}, {2.0, 5.0}}"},
    {"model M parameter Real x = 1 + {1, 2}; end M;", "error"},
    {"model M parameter Real x = z; end M;", "error"},
    {"model M Real y = time; parameter Real x = y; end M;", "error"},
    {"model M parameter Real x[2] = {1, 2, 3}; end M;", "error"},
    {"model M parameter Real a[3] = {1, 2, 3}; parameter Real x = a[4]; end M;", "error"},
    {"operator record C Real re; Real im; encapsulated operator 'constructor' function fromReal import C; input Real "
     "re; input Real im = 0; output C result(re = re, im = im); algorithm end fromReal; end 'constructor'; "
     "encapsulated operator function '+' import C; input C a; input C b; output C c; algorithm c := C(a.re + b.re, "
     "a.im + b.im); end '+'; encapsulated operator '-' function negate import C; input C a; output C c; algorithm c := "
     "C(-a.re, -a.im); end negate; function subtract import C; input C a; input C b; output C c; algorithm c := C(a.re "
     "- b.re, a.im - b.im); end subtract; end '-'; end C; model M parameter C a = C(1, 2); parameter C x = 3 + a - "
     "C(0, 1); end M;",
     "C(4.0, 1.0)"},
    {"model M partial function F input Real u; output Real y; end F; function sq extends F; input Real k = 1; "
     "algorithm y := k*u*u; end sq; function apply input F f; input Real u; output Real y; algorithm y := f(u) + 1; "
     "end apply; parameter Real x = apply(function sq(k = 2), 3); end M;",
     "19.0"},
    {"model M function f input Real a[:, :]; output Real y; algorithm y := a[1, 1] + size(a, 2); end f; parameter Real "
     "x = f([1, 2, 3; 4, 5, 6]); end M;",
     "4.0"},
};

int main(void) {
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) check_case(&cases[i]);
    return test_done();
}
