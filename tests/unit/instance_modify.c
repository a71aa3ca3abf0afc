/* Names, modifications, inheritance, components: small models, and what their components must be.
 *
 * A case is a text, a class in it, and lines "path : binding" that must hold, or the code of the diagnostic expected.
 */
#include <string.h>

#include "instance/instance.h"

typedef struct {
    const char *title, *text, *expect; /* expect: "a.b=1; c.d=2" or "INST0203" */
} Case;

static const Case cases[] = {
    {"outer modifiers win",
     "model M model A parameter Real x = 1; parameter Real y = 2; end A; model B A a(x = 3); end B; B b(a(x = 4)); end "
     "M;",
     "b.a.x=4; b.a.y=2"},
    {"extends modifiers",
     "model M model A parameter Real x = 1; end A; model B extends A(x = 2); end B; B b; B c(x = 5); extends A(x = 9); "
     "end M;",
     "b.x=2; c.x=5; x=9"},
    {"qualified names",
     "model M model A parameter Real x = 1; end A; model B A a; A b; end B; B b(a.x = 7, b.x = 8); end M;",
     "b.a.x=7; b.b.x=8"},
    {"final", "model M model A parameter Real x = 1; end A; model B A a(final x = 3); end B; B b(a(x = 4)); end M;",
     "INST0203"},
    {"final declaration", "model M model A final parameter Real x = 1; end A; A a(x = 4); end M;", "INST0203"},
    {"twice", "model M model A parameter Real x = 1; end A; A a(x = 4, x = 5); end M;", "INST0201"},
    {"value and attribute", "model M model A parameter Real x = 1; end A; A a(x = 4, x.start = 5, x(min = 0)); end M;",
     "a.x=4"},
    {"unknown element", "model M model A parameter Real length = 1; end A; A a(lenght = 4); end M;", "INST0205"},
    {"unknown attribute", "model M Real x(strat = 1); end M;", "INST0204"},
    {"redeclared component",
     "model M model A parameter Real x = 1; end A; model B extends A(x = 2); parameter Real y = 3; end B; "
     "model C replaceable A a; end C; C c(redeclare B a); end M;",
     "c.a.x=2; c.a.y=3"},
    {"constraining modifiers are kept",
     "model M model A parameter Real x; end A; model B parameter Real x = 3; parameter Real y; end B; "
     "model C replaceable A a(x = 1); end C; model D extends C(redeclare B a(y = 2)); end D; D d; end M;",
     "d.a.x=1; d.a.y=2"},
    {"redeclared package",
     "model M package P constant Integer n = 1; end P; package Q constant Integer n = 2; end Q; "
     "model A replaceable package M = P; parameter Integer k = M.n; M.T t; end A; A a(redeclare package M = Q); end M;",
     "INST0112"},
    {"class in a redeclared package",
     "model M package P replaceable model T parameter Real v = 1; end T; end P; "
     "package Q extends P; redeclare model extends T parameter Real w = 2; end T; end Q; "
     "model A replaceable package M = P; M.T t(v = 5); end A; A a(redeclare package M = Q); end M;",
     "a.t.v=5; a.t.w=2"},
    {"class extends chain",
     "model M model A replaceable model T parameter Real a = 1; end T; T t; end A; "
     "model B extends A; redeclare replaceable model extends T parameter Real b = 2; end T; end B; "
     "model C extends B; redeclare model extends T(a = 9) parameter Real c = 3; end T; end C; C c; end M;",
     "c.t.a=9; c.t.b=2; c.t.c=3"},
    {"not replaceable", "model M model A model T end T; end A; model N end N; A a(redeclare model T = N); end M;",
     "INST0209"},
    {"diamond",
     "model M model A parameter Real x = 1; end A; model B extends A; end B; model C extends A; end C; extends B; "
     "extends C; end M;",
     "x=1"},
    {"two different",
     "model M model A parameter Real x = 1; end A; model B parameter Integer x = 1; end B; extends A; extends B; end "
     "M;",
     "INST0306"},
    {"itself", "model M extends M; end M;", "INST0301"},
    {"contains itself", "model M model A A a; end A; A a; end M;", "INST0404"},
    {"inner and outer",
     "model M model A outer parameter Real g; parameter Real h = g; end A; inner parameter Real g = 5; A a; end M;",
     "g=5; a.h=g"},
    {"protected", "model M model A protected parameter Real x = 1; end A; A a(x = 2); end M;", "INST0939"},
    {"short class",
     "model M model A parameter Real x = 1; end A; model B = A(x = 2); model C = B(x = 3); C c; B b; end M;",
     "c.x=3; b.x=2"},
    {"record value hides defaults",
     "model M record R parameter Real a = 1; parameter Real b = 2; end R; parameter R r = R(3, 4); end M;",
     "r=R(3, 4); r.a=; r.b="},
    {"break",
     "model M model A parameter Real x = 1; model S parameter Real y = 2; end S; S s; end A; extends A(x = break, "
     "break s); parameter Real s = 5; end M;",
     "x=; s=5"},
    {"import",
     "package P package Q constant Real c = 4; model N parameter Real z = 1; end N; end Q; model M import P.Q.N; "
     "import K = P.Q; N n(z = 2); K.N m; end M; end P;",
     "n.z=2; m.z=1"},
    {"encapsulated", "package P model N end N; encapsulated model M N n; end M; end P;", "INST0112"},
    {"same name of component and class", "model M model A end A; A A; end M;", "INST0101"},
    {"component is no type", "model M Real a; a b; end M;", "INST0113"},
    {"partial", "model M partial model A end A; A a; end M;", "INST0938"},
    {"subtype",
     "model M model A parameter Real x; end A; model B end B; model C replaceable A a; end C; C c(redeclare B a); end "
     "M;",
     "INST0940"},
};

static void value_text(Inst *in, const InstComp *c, Text *t) {
    t->n = 0;
    if (c->binding.value) syn_print_expr(in->ctx->names, c->binding.value, t);
    else base_text_add(t, "");
}

static InstComp *find_path(InstClass *c, const char *path, size_t n) {
    InstComp *comp = NULL;
    while (n) {
        size_t k = 0;
        while (k < n && path[k] != '.') k++;
        InstElement *e = inst_find(c, base_intern(c->inst->ctx->names, path, k));
        comp = e && e->kind == SYN_COMPONENT ? inst_component(c, e) : NULL;
        if (!comp) return NULL;
        c = comp->cls;
        path += k;
        n -= k;
        if (n) path++, n--;
    }
    return comp;
}

static bool check_values(Inst *in, InstClass *model, const char *expect, const char *title) {
    Text t = {0};
    bool ok = true;
    while (*expect) {
        size_t n = strcspn(expect, "=");
        size_t len = strcspn(expect + n + 1, ";");
        InstComp *c = find_path(model, expect, n);
        if (c) value_text(in, c, &t);
        const char *have = c ? base_text_str(&t) : "(no such component)";
        if (strlen(have) != len || strncmp(have, expect + n + 1, len)) {
            printf("%s: %.*s is '%s', not '%.*s'\n", title, (int)n, expect, have, (int)len, expect + n + 1);
            ok = false;
        }
        expect += n + 1 + len;
        while (*expect == ';' || *expect == ' ') expect++;
    }
    base_text_free(&t);
    return ok;
}

static bool run(const Case *k) {
    Context *ctx = base_context_new();
    ctx->strict = true;
    LibTree *lib = lib_new(ctx);
    LibClass *cls = lib_load_string(lib, "case.mo", k->text, strlen(k->text));
    LibClass *inside = lib_find_path(lib, "P.M");
    if (inside) cls = inside;
    Inst *in = inst_new(ctx, lib);
    InstClass *model = inst_model(in, cls, NULL);
    size_t errors = base_error_count(ctx);
    bool ok;
    if (!strncmp(k->expect, "INST", 4)) {
        FILE *f = tmpfile();
        char buffer[4096] = "";
        base_diag_flush(ctx, f);
        rewind(f);
        size_t n = fread(buffer, 1, sizeof buffer - 1, f);
        buffer[n] = 0;
        fclose(f);
        ok = errors && strstr(buffer, k->expect);
        if (!ok) printf("%s: expected %s, got %zu errors\n%s", k->title, k->expect, errors, buffer);
    } else {
        ok = model && !errors && check_values(in, model, k->expect, k->title);
        if (errors) {
            printf("%s: %zu errors\n", k->title, errors);
            base_diag_flush(ctx, stdout);
        }
    }
    inst_free(in);
    lib_free(lib);
    base_context_free(ctx);
    return ok;
}

int main(void) {
    int passed = 0, failed = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) run(&cases[i]) ? passed++ : failed++;
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
