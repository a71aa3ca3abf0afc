/* syntax_expr.c - expressions: what they parse to, printed back with every grouping shown. */
#include "syntax/syntax.h"
#include "test.h"

#include <string.h>

/* Makes the grouping of operators visible. */
static void group(SynExpr *e) {
    if (!e) return;
    for (uint32_t i = 0; i < e->nargs; i++) {
        group(e->args[i]);
        if ((e->kind == SYN_BINARY || e->kind == SYN_UNARY) && e->args[i] &&
            (e->args[i]->kind == SYN_BINARY || e->args[i]->kind == SYN_UNARY))
            e->args[i]->parens = true;
    }
}

static void expect(const char *text, const char *want, bool grouped) {
    Context *c = base_context_new();
    c->strict = true;
    SourceId id = base_source_string(c->sources, "<expr>", text, strlen(text));
    SynExpr *e = syn_parse_expr(c, id, &c->arena);
    Text got = {0};
    if (grouped) group(e);
    if (e) syn_print_expr(c->names, e, &got);
    else base_text_add(&got, "error");
    bool same = strcmp(base_text_str(&got), want) == 0;
    if (!same) {
        printf("%s: got %s, expected %s\n", text, base_text_str(&got), want);
        base_diag_flush(c, stdout);
    }
    same ? passed++ : failed++;
    base_text_free(&got);
    base_context_free(c);
}

typedef struct {
    const char *text, *want;
} Case;

/* MLS 3.6, 3.2 and A.2.7 */
static const Case groups[] = {
    {"a + b*c", "a + (b*c)"},
    {"-a*b", "-(a*b)"},
    {"-a + b", "(-a) + b"},
    {"-a^2", "-(a^2)"},
    {"a - b - c", "(a - b) - c"},
    {"a/b/c", "(a/b)/c"},
    {"a*b^c", "a*(b^c)"},
    {"not a and b or c", "((not a) and b) or c"},
    {"not a < b", "not (a < b)"},
    {"a < -b", "a < (-b)"},
    {"a == b and c <> d", "(a == b) and (c <> d)"},
    {"a .+ b .* c .^ d", "a .+ (b .* (c .^ d))"},
    {"a or b or c and d", "(a or b) or (c and d)"},
    {"1 + 2:n*2", "1 + 2:n*2"},
    {"(a + b)*c", "(a + b)*c"},
};

static const Case plain[] = {
    {"1.5e3", "1500.0"},
    {".5", "0.5"},
    {"13.", "13.0"},
    {"1e-3", "0.001"},
    {"123456789012345678", "123456789012345678"},
    {"12345678901234567890", "1.2345678901234567e+19"},
    {"0.1234567890123456789", "0.12345678901234568"},
    {"\"a\\tb\\\"c\\\"\\\\ \\?\"", "\"a\\tb\\\"c\\\"\\\\ ?\""},
    {"true", "true"},
    {".A.b[1, :].c[end - 1]", ".A.b[1, :].c[end - 1]"},
    {"'a b'.'x\\'y'", "'a b'.'x\\'y'"},
    {"'a\\\"\\?'", "'a\"?'"},
    {"der(x)", "der(x)"},
    {"initial() and pure(f(x))", "initial() and pure(f(x))"},
    {"f(1, x = 2, y = function g(a = 1))", "f(1, x = 2, y = function g(a = 1))"},
    {"f(function g(), 2)", "f(function g(), 2)"},
    {"sum(i*x[i] for i in 1:n, j)", "sum(i*x[i] for i in 1:n, j)"},
    {"{i for i in {1, 2}}", "{i for i in {1, 2}}"},
    {"[1, 2; 3, 4]", "[1, 2; 3, 4]"},
    {"[a; [b, c]]", "[a; [b, c]]"},
    {"(a, , b)", "(a, , b)"},
    {"(, a)", "(, a)"},
    {"if a then b elseif c then d else e", "if a then b elseif c then d else e"},
    {"if a then b else if c then d else e", "if a then b elseif c then d else e"},
    {"if a then b else (if c then d else e)", "if a then b else (if c then d else e)"},
    {"(a + b)[2]", "(a + b)[2]"},
    {"1:2:3", "1:2:3"},
    {"x[2:end]", "x[2:end]"},
    {"a /* c */ + // d\n b", "a + b"},
    {"1.*x", "1.0*x"},
    {"x.*y", "x .* y"},
    /* refused */
    {"a^b^c", "error"},
    {"a < b < c", "error"},
    {"a + -b", "error"},
    {"a*-b", "error"},
    {"a^-b", "error"},
    {"not not a", "error"},
    {"1:2:3:4", "error"},
    {"end", "error"},
    {"{}", "error"},
    {"{1, }", "error"},
    {"f(x = 1, 2)", "error"},
    {"f(a b)", "error"},
    {"if a then b", "error"},
    {"1abc", "error"},
    {"0x1F", "error"},
    {"1e400", "error"},
    {"\"a\\q\"", "error"},
    {"\"open", "error"},
    {"'open", "error"},
    {"a b", "error"},
    {"a ! b", "error"},
    {"", "error"},
    {"(a", "error"},
    {"/* open", "error"},
    {"'\xC3\xA4'", "error"},
    {"\"\xFF\"", "error"},
};

/* Documentation and graphics are kept as text until asked for. */
static void test_expand(void) {
    Context *c = base_context_new();
    const char *text = "model A annotation(Documentation(info = \"<html>\"), experiment(StopTime = "
                       "2), Icon()); end A;";
    SynFile *f = syn_parse(c, base_source_string(c->sources, "t", text, strlen(text)));
    const SynMod *doc = syn_annotation(f->last->annotation, c->names, "Documentation");
    const SynMod *stop = syn_annotation(f->last->annotation, c->names, "experiment.StopTime");
    bool ok = doc && doc->mod->as_text && !doc->mod->args && stop && stop->mod->value->integer == 2;
    if (ok) {
        syn_expand(f, doc->mod);
        const SynMod *info = syn_annotation(f->last->annotation, c->names, "Documentation.info");
        ok = info && strcmp(base_str(c->names, info->mod->value->string), "<html>") == 0 && !doc->mod->as_text;
    }
    ok ? passed++ : (failed++, printf("test_expand failed\n"));
    syn_free(f);
    base_context_free(c);
}

int main(void) {
    test_expand();
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) expect(groups[i].text, groups[i].want, true);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) expect(plain[i].text, plain[i].want, false);
    return test_done();
}
