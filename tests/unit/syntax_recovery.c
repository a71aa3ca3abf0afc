/* syntax_recovery.c - broken files: each real error is reported, once, and what is around it is
 * understood. */
#include "syntax/syntax.h"
#include "test.h"

#include <string.h>

/* Reads the codes of the JSON diagnostics into "SYN0001@3 ...": code and line. */
static void codes(Context *c, Text *out) {
    char *buffer = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&buffer, &n);
    c->format = DIAG_TEXT;
    c->colour = false;
    base_diag_flush(c, f);
    fclose(f);
    for (const char *p = buffer; (p = strstr(p, "error[")); p++) {
        const char *start = p;
        while (start > buffer && start[-1] != '\n') start--;
        int line = 0;
        const char *colon = strchr(start, ':');
        if (colon && colon < p) sscanf(colon + 1, "%d", &line);
        if (out->n) base_text_char(out, ' ');
        base_text_printf(out, "%.7s@%d", p + 6, line);
    }
    base_realloc(buffer, 0);
}

static void expect(const char *text, const char *want) {
    Context *c = base_context_new();
    SourceId id = base_source_string(c->sources, "t", text, strlen(text));
    SynFile *f = syn_parse(c, id);
    Text got = {0};
    codes(c, &got);
    bool same = strcmp(base_text_str(&got), want) == 0;
    if (!same) printf("---\n%s\n--- got '%s', expected '%s'\n", text, base_text_str(&got), want);
    same ? passed++ : failed++;
    base_text_free(&got);
    syn_free(f);
    base_context_free(c);
}

typedef struct {
    const char *text, *want;
} Case;

static const Case cases[] = {
    /* nothing wrong */
    {"model A end A;", ""},
    {"within; model A \"c\" + \"d\" Real x, y[3](each start = 1) = {1, 2, 3} if true \"z\"; "
     "equation x = 1; end A;",
     ""},
    {"\xEF\xBB\xBFmodel A end A;", ""},
    {"", ""},
    {"type E = enumeration(a \"x\", b); type F = enumeration(:); function g = der(f, x, y);", ""},
    {"model A extends B(break x, break connect(a, b), y = break); end A;", ""},
    {"package P redeclare model extends M(x = 1) Real y; end M; operator record C operator '+' end "
     "'+'; end C; end P;",
     ""},
    {"function f input Real x; output Real y; external \"C\" y = g(x, size(x, 1)) "
     "annotation(Include = \"\"); annotation(x = 1); end f;",
     ""},
    {"model A import B = C.D; import C.*; import C.{a, b}; import C.D; end A;", ""},
    {"model A replaceable model M = N(x = 1) constrainedby Q(y = 2) \"d\" "
     "annotation(choices(choice(redeclare model M = R \"r\"))); end A;",
     ""},
    {"model A protected inner outer replaceable flow Real x constrainedby Real; public stream Real "
     "h; end A;",
     ""},
    {"expandable connector A end A; encapsulated partial package B end B; pure function f end f; "
     "impure operator function g end g;",
     ""},
    {"model A equation for i in 1:2, j loop connect(a[i], b.c); end for; when {a, b} then x = 1; "
     "elsewhen c then reinit(x, 2); end when;"
     " if a then x = 1; elseif b then x = 2; else x = 3; end if; initial equation x = 0; end A;",
     ""},
    {"model A algorithm while a loop break; end while; (x, y) := f(z); return; g(); when a then x "
     ":= 1; end when; initial algorithm x := 1; end A;",
     ""},
    /* a missing semicolon is inserted */
    {"model A\n  Real x\n  Real y;\nequation\n  x = 1\n  y = 2;\nend A;", "SYN0009@2 SYN0009@5"},
    {"model A\n  Real x;\nend A", "SYN0009@3"},
    /* one error per item, the rest is read */
    {"model A\n  Real x = ;\n  Real y = 1 +;\nequation\n  x + = 2;\n  y = 3;\nend A;", "SYN0001@2 SYN0001@3 SYN0001@5"},
    {"model A\n  Real x(start = 1;\n  Real y;\nend A;\nmodel B\n  Real;\nend B;", "SYN0001@2 SYN0001@6"},
    {"model A\n  Real M[2, 2] = [1, 2; 3 4; 5];\n  Real y;\nend A;", "SYN0001@2"},
    /* equations and assignments */
    {"model A\n  Real x;\nequation\n  x := 1;\nalgorithm\n  x = 2;\nend A;", "SYN0013@4 SYN0014@6"},
    {"model A\n  Real x;\n  x = 1;\nend A;", "SYN0019@3"},
    {"model A\nequation\n  Real y;\n  x = 1;\n  parameter Real p = 2;\nend A;", "SYN0019@3 SYN0019@5"},
    {"model A\nequation\n  x == 1;\nend A;", "SYN0001@3"},
    {"model A\nequation\n  while true loop\n    x := 1;\n  end while;\n  y = 2;\nend A;", "SYN0013@3"},
    /* a section word is missing: said once, and everything behind it is understood */
    {"model A\n  Real x;\n  x = 1;\n  y = 2;\n  z = 3;\n  Real w;\nend A;", "SYN0019@3"},
    {"model A\n  Real x;\n  connect(a, b);\n  connect(c, d);\n  if a then\n    x = 1;\n  end "
     "if;\nend A;",
     "SYN0019@3"},
    {"model A\n  Real x;\n  x := 1;\n  y := 2;\nend A;", "SYN0019@3"},
    {"model A\n  parameter Real = 1;\n  Real y;\nend A;", "SYN0019@2"},
    /* heads of control structures */
    {"model A\nequation\n  for i i in 1:2 loop\n    x[i] = 1;\n  end for;\nend A;", "SYN0001@3"},
    {"model A\nequation\n  if a > then\n    x = 1;\n  else\n    x = 2;\n  end if;\nend A;", "SYN0001@3"},
    {"model A\nequation\n  for i in 1:2\n    x[i] = 1;\n  end for;\nend A;", "SYN0001@4"},
    {"model A\nequation\n  if a then\n    x = 1;\n  if;\n  y = 1;\nend A;", "SYN0012@5"},
    /* rows of a matrix over several lines */
    {"model A\n  Real t[:, 2] = [1 2;\n    3, 4; 5, 6;\n    -7, 8];\n  Real y;\nend A;", "SYN0001@2"},
    {"model A\n  L l(a = {1, 2, b = {{1, 2}, {3, 4}});\n  Real y;\nend A;", "SYN0001@2"},
    /* ends */
    {"model A\nend end A;", "SYN0011@2"},
    {"model A\nend B;", "SYN0011@2"},
    {"package P\n  model A\n    Real x;\nend P;", "SYN0012@4"},
    {"model A\n  Real x;", "SYN0012@2"},
    {"package P\n  model A\n    Real x;", "SYN0012@3"},
    {"model A\nend A;\nend B;\nmodel C end C;", "SYN0012@3"},
    {"model A\nequation\n  if a then\n    x = 1;\nend A;", "SYN0012@5"},
    {"model A\nequation\n  if a then\n    x = 1;\n  end for;\nend A;", "SYN0012@5"},
    {"model A\nequation\n  x = 1;\n  end if;\n  y = 2;\nend A;", "SYN0012@4"},
    {"model A\nequation\n  else\n  y = 2;\nend A;", "SYN0012@3"},
    /* names */
    {"model A\n  Real input;\n  Real y;\nend A;", "SYN0010@2"},
    {"model 1\n  Real x;\nend A;", "SYN0001@1"},
    {"model A\n  Integer Real;\nend A;", "SYN0026@2"},
    /* prefixes */
    {"model A\n  parameter parameter Real x;\n  input parameter Real y;\n  inner final Real z;\n  "
     "flow stream Real w;\nend A;",
     "SYN0018@2 SYN0018@3 SYN0018@4 SYN0018@5"},
    /* not Modelica at all */
    {"int main() { return 0; }\nfoo bar baz;\n", "SYN0001@1"},
    {"Real x;\nmodel A end A;", "SYN0001@1"},
    {"model A\n  Real x = \"open;\nend A;", "SYN0003@2"},
    {"model A\n  /* open\nend A;", "SYN0004@2"},
    {"model A\n  Real \xC3\xA4;\nend A;", "SYN0002@2"},
    {";;", "SYN0001@1 SYN0001@1"},
};

/* text = n times open, middle, n times close */
static void nested(const char *before, const char *open, const char *middle, const char *close, const char *after,
                   size_t n, const char *want) {
    Text t = {0};
    base_text_add(&t, before);
    for (size_t i = 0; i < n; i++) base_text_add(&t, open);
    base_text_add(&t, middle);
    for (size_t i = 0; i < n; i++) base_text_add(&t, close);
    base_text_add(&t, after);
    Context *c = base_context_new();
    SourceId id = base_source_string(c->sources, "t", base_text_str(&t), t.n);
    SynFile *f = syn_parse(c, id);
    Text got = {0};
    codes(c, &got);
    bool same = strcmp(base_text_str(&got), want) == 0;
    if (!same) printf("%zu times %s: got '%s', expected '%s'\n", n, open, base_text_str(&got), want);
    same ? passed++ : failed++;
    base_text_free(&got);
    base_text_free(&t);
    syn_free(f);
    base_context_free(c);
}

static void test_depth(void) {
    const char *deep = "SYN0015@1";
    size_t many = 100000;
    nested("model A Real x = ", "(", "1", ")", "; end A;", 1000000, deep);
    nested("model A Real x = ", "{", "1", "}", "; end A;", many, deep);
    nested("model A Real x = ", "[", "1", "]", "; end A;", many, deep);
    nested("model A Real x = ", "f(a, ", "1", ")", "; end A;", many, deep);
    nested("model A Real x = ", "f(b=", "1", ")", "; end A;", many, deep);
    nested("model A Real x = y", "[x", "", "]", "; end A;", many, deep);
    nested("model A Real x = ", "if a then ", "1", " else 2", "; end A;", many, deep);
    nested("model A Real x = ", "f(function g(a=", "1", "))", "; end A;", many, deep);
    nested("", "model A ", "", "end A;", "", many, deep);
    nested("model A equation ", "if a then ", "", "end if;", "end A;", many, deep);
    nested("model A equation ", "for i in x loop ", "", "end for;", "end A;", many, deep);
    nested("model A algorithm ", "while a loop ", "", "end while;", "end A;", many, deep);
    nested("model A Real x", "(a", "", ")", "; end A;", many, deep);
    nested("model A B b", "(redeclare C c", "", ")", "; end A;", many, deep);
    nested("model A B b", "(redeclare model C = D", "", ")", "; end A;", many, deep);
    /* chains are no nesting */
    nested("model A Real x = 1", " + 1", "", "", "; end A;", many, "");
    nested("model A Real x = 1", " * 1", "", "", "; end A;", many, "");
    nested("model A Boolean x = a", " or b", "", "", "; end A;", many, "");
    nested("model A Real x = if a then 1", " else if b then 1", " else 2", "", "; end A;", many, "");
    nested("model A Real x = if a then 1", " elseif b then 1", " else 2", "", "; end A;", many, "");
    nested("model A Real x = a", ".a", "", "", "; end A;", many, "");
    nested("model A Real x = {1", ",1", "", "", "}; end A;", many, "");
    nested("model A Real x = 1", "^1", "", "", "; end A;", 3, "SYN0016@1 SYN0016@1");
    nested("model A Real x = a*", "-", "1", "", "; end A;", many, "SYN0017@1");
    nested("model A Boolean x = ", "not ", "a", "", "; end A;", many, "SYN0017@1");
    nested("model A Real x1", ", x", "", "", "; end A;", many, "");
    nested("model A equation if a then ", " elseif b then ", "", "", " end if; end A;", many, "");
    /* legal nesting below the limit */
    nested("model A Real x = ", "(", "1", ")", "; end A;", 1900, "");
    nested("model A equation ", "if a then ", "", "end if;", "end A;", 1900, "");
}

int main(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) expect(cases[i].text, cases[i].want);
    test_depth();
    return test_done();
}
