/* syntax_format.c - the formatter: what it makes of a text, and that a second time changes nothing.
 *
 *     syntax_format [DIR...]     also formats every .mo file below the folders
 */
#include "syntax/syntax.h"
#include "test.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>

static bool format(const char *text, size_t n, Text *out, bool show) {
    Context *c = base_context_new();
    bool ok = syn_format(c, base_source_string(c->sources, "t", text, n), out);
    if (!ok && show) base_diag_flush(c, stdout);
    base_context_free(c);
    return ok;
}

static void expect(const char *text, const char *want) {
    Text once = {0}, twice = {0};
    bool ok = format(text, strlen(text), &once, true);
    if (ok && strcmp(base_text_str(&once), want) != 0) {
        printf("got\n%s---\nexpected\n%s---\n", base_text_str(&once), want);
        ok = false;
    } else if (ok) {
        ok = format(once.at ? once.at : "", once.n, &twice, true) &&
             strcmp(base_text_str(&twice), base_text_str(&once)) == 0;
        if (!ok) printf("not stable:\n%s", base_text_str(&twice));
    }
    ok ? passed++ : failed++;
    base_text_free(&once);
    base_text_free(&twice);
}

static int format_file(const char *path, const struct stat *st, int type, struct FTW *ftw) {
    (void)st, (void)ftw;
    size_t length = strlen(path);
    if (type != FTW_F || length < 4 || strcmp(path + length - 3, ".mo") != 0) return 0;
    Context *c = base_context_new();
    SourceId id = base_source_open(c->sources, path);
    Text once = {0}, twice = {0};
    bool ok = id && syn_format(c, id, &once);
    if (!ok) {
        printf("%s: not formatted\n", path);
        base_diag_flush(c, stdout);
    } else {
        ok = format(once.at ? once.at : "", once.n, &twice, true) && once.n == twice.n &&
             (once.n == 0 || memcmp(once.at, twice.at, once.n) == 0);
        if (!ok) printf("%s: not stable\n", path);
    }
    ok ? passed++ : failed++;
    base_text_free(&once);
    base_text_free(&twice);
    base_context_free(c);
    return 0;
}

int main(int argc, char **argv) {
    expect("model A end A;", "model A\nend A;\n");
    expect("within   P ;\n\n\n\nmodel A \"d\" Real x  ,y [ 3 ]( each start=1 )={1,2,3}if "
           "b\n\"z\";Real w;end A;",
           "within P;\n\nmodel A \"d\"\n  Real x, y[3](each start = 1) = {1, 2, 3} if b\n    "
           "\"z\";\n  Real w;\nend A;\n");
    expect("// first\nmodel A // header\n // inside\n Real x; // after\n /* block */\n // "
           "last\nequation // eq\n x=-1+2*(-0);// no\nend A;\n// end",
           "// first\nmodel A // header\n  // inside\n  Real x; // after\n  /* block */\n  // "
           "last\nequation // eq\n"
           "  x = -1 + 2*(-0); // no\nend A;\n// end\n");
    expect("model A\nequation\nif a and\nb then x=if c then -1 else+1;elseif d then y=-(1);else "
           "z=1;end if;for i in 1:n loop\n"
           "// loop\nconnect(a[i].p,b);\n\n\n\nend for;\nend A;",
           "model A\nequation\n  if a and\n      b then\n    x = if c then -1 else +1;\n  elseif d "
           "then\n    y = -(1);\n  else\n    z = 1;\n"
           "  end if;\n  for i in 1:n loop\n    // loop\n    connect(a[i].p, b);\n\n  end "
           "for;\nend A;\n");
    expect("model A extends "
           "B(x=1,\ny(\nz=2)\n);annotation(Icon(extent={{-100,-100},{100,100}},x=\"a\"),"
           "\nDocumentation(info=\"<html>\n  text\n</html>\"));end A;",
           "model A\n  extends B(x = 1,\n    y(\n      z = 2)\n  );\n  "
           "annotation(Icon(extent={{-100,-100},{100,100}}, x=\"a\"),\n    "
           "Documentation(info=\"<html>\n  text\n</html>\"));\nend A;\n");
    expect("package P import A.*;import A. *;import A.{b,c};import D=E.F;type "
           "E=enumeration(a,b);function f=der(g,x);end P;",
           "package P\n  import A.*;\n  import A. *;\n  import A.{b, c};\n  import D = E.F;\n  "
           "type E = enumeration(a, b);\n  function f = der(g, x);\nend P;\n");
    expect("model A protected parameter.B.C c[2,:]=[1,2;3,4];algorithm "
           "(a,,b):=f(.x,y=2);x[end]:=a.*b.^d./c;if not(a)then return;end if;x:=a/ /* c */b;end A;",
           "model A\nprotected\n  parameter .B.C c[2, :] = [1, 2; 3, 4];\nalgorithm\n  (a, , b) := "
           "f(.x, y = 2);\n  x[end] := a .* b .^ d ./ c;\n"
           "  if not (a) then\n    return;\n  end if;\n  x := a/ /* c */ b;\nend A;\n");
    for (int i = 1; i < argc; i++) nftw(argv[i], format_file, 16, FTW_PHYS);
    return test_done();
}
