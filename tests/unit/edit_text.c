/* Edits of Modelica text: what is asked for changes, and not a byte beside it. */
#include "edit/edit.h"
#include "test.h"

#include <string.h>

/* One edit of class `name` in a text; the text that results, or "REFUSED: why". */
static const char *edited(const char *text, const char *name, const char *verb, const char *const *given, size_t n) {
    static char out[4096];
    const char *arguments[8] = {"", "", "", "", "", "", "", ""};
    for (size_t i = 0; i < n; i++) arguments[i] = given[i];
    Context *ctx = base_context_new();
    Text t = {0};
    EditClass *e = edit_open(ctx, "t.mo", text, strlen(text), name);
    const EditVerb *v = edit_find_verb(verb);
    if (!e || !v) snprintf(out, sizeof out, "NOT OPEN");
    else if (!v->run(e, arguments)) snprintf(out, sizeof out, "REFUSED: %s", edit_remark(e));
    else if (!edit_result(e, &t)) snprintf(out, sizeof out, "BROKEN: %s", base_text_str(&t));
    else snprintf(out, sizeof out, "%s", base_text_str(&t));
    base_text_free(&t);
    edit_close(e);
    base_context_free(ctx);
    return out;
}

static void same(const char *found, const char *wanted, int line) {
    if (strcmp(found, wanted) != 0) printf("line %d:\n--- found\n%s\n--- wanted\n%s\n", line, found, wanted);
    CHECK(strcmp(found, wanted) == 0);
}

#define EDIT(text, name, verb, wanted, ...)                                                                            \
    do {                                                                                                               \
        const char *given_[] = {__VA_ARGS__};                                                                          \
        same(edited(text, name, verb, given_, sizeof given_ / sizeof *given_), wanted, __LINE__);                      \
    } while (0)

/* Comments, strings, quoted names and ends that look like structure. */
#define HARD(x, c, more, connects)                                                                                     \
    "model A \"d\"\n  Real 'a)b'(" x " /* ) */, fixed=true); // keep ;\n  Modelica.Blocks.Sources.Constant " c         \
    ");\n  Real x, y \"two; here\" annotation(Dialog(group=\"a;b\"));\n  parameter String s = \"q\\\\\";\n" more       \
    "protected\n  Real z;\nequation\n  der('a)b') = 1;\n  x = 1; y = 2; z = 3; /* trailing */\n" connects              \
    "  annotation (experiment(StopTime=1));\nend A;\n"
#define FIRST "start=1"
#define GAIN "c(k=1 // first (\n    "

static void test_hard(void) {
    const char *text = HARD(FIRST, GAIN, "", "");
    EDIT(text, "A", "setModifier", HARD("start=2", GAIN, "", ""), "'a)b'.start", "=2");
    EDIT(text, "A", "setModifier", HARD(FIRST, "c(k=5 // first (\n    ", "", ""), "c.k", "5");
    EDIT(text, "A", "setModifier", HARD(FIRST, "c(k=1, offset = 7 // first (\n    ", "", ""), "c.offset", "7");
    EDIT(text, "A", "addComponent", HARD(FIRST, GAIN, "  Gain r(k = 2) annotation(Placement());\n", ""), "Gain", "r",
         "", "(k = 2)", "", "", "Placement()");
    EDIT(text, "A", "addConnection", HARD(FIRST, GAIN, "", "  connect(c.y, r.u);\n"), "c.y", "r.u");
    EDIT(text, "A", "addComponent", "REFUSED: the class has a component y already", "Real", "y");
    EDIT(text, "A", "setAnnotation",
         "model A \"d\"\n  Real 'a)b'(start=1 /* ) */, fixed=true); // keep ;\n  Modelica.Blocks.Sources.Constant "
         "c(k=1 // first (\n    );\n  Real x, y \"two; here\" annotation(Dialog(group=\"a;b\"));\n  parameter String s "
         "= \"q\\\\\";\nprotected\n  Real z;\nequation\n  der('a)b') = 1;\n  x = 1; y = 2; z = 3; /* trailing */\n  "
         "annotation (experiment(StopTime=1, Tolerance = 1e-6));\nend A;\n",
         "", "experiment.Tolerance", "1e-6");
}

static void test_components(void) {
    EDIT("model M\n  Real x, y \"two; here\";\n  Real z;\nend M;\n", "M", "removeComponent",
         "model M\n  Real y \"two; here\";\n  Real z;\nend M;\n", "x");
    EDIT("model M\n  Real x, y \"two; here\";\n  Real z;\nend M;\n", "M", "removeComponent",
         "model M\n  Real x;\n  Real z;\nend M;\n", "y");
    EDIT("model M\n  Real x;\n  Real z; // of z ;\nend M;\n", "M", "removeComponent", "model M\n  Real x;\nend M;\n",
         "z");
    EDIT("model C Real x; equation x=1; annotation(Icon()); end C;\n", "C", "addComponent",
         "model C Real x; Real r; equation x=1; annotation(Icon()); end C;\n", "Real", "r");
    EDIT("model C Real x; equation x=1; annotation(Icon()); end C;\n", "C", "addConnection",
         "model C Real x; equation x=1; connect(a, b); annotation(Icon()); end C;\n", "a", "b");
    EDIT("model D\n  Real x \"; desc\" /* ; */ ; // ;\nequation\n  x = 1;\nend D;\n", "D", "addComponent",
         "model D\n  Real x \"; desc\" /* ; */ ; // ;\n  parameter Real k = 3 \"a \\\"b\\\"\";\nequation\n  x = "
         "1;\nend D;\n",
         "Real", "k", "parameter", "", "3", "a \"b\"");
    EDIT("model E \"text\"\nend E;\n", "E", "addComponent", "model E \"text\"\n  Real r;\nend E;\n", "Real", "r");
    EDIT("model E\n  extends B;\nprotected\n  Real z;\nend E;\n", "E", "addComponent",
         "model E\n  extends B;\n  Real r;\nprotected\n  Real z;\nend E;\n", "Real", "r");
    /* line ends and tabs of the file */
    EDIT("within P;\r\nmodel F\r\n\tG g[2];\r\nequation\r\n\tconnect(g[1].y, g[2].u);\r\nend F;\r\n", "P.F",
         "addComponent",
         "within P;\r\nmodel F\r\n\tG g[2];\r\n\tReal k;\r\nequation\r\n\tconnect(g[1].y, g[2].u);\r\nend F;\r\n",
         "Real", "k");
    EDIT("model F\r\n\tG g[2];\r\nequation\r\n\tconnect(g[1].y, g[2].u);\r\nend F;\r\n", "F", "addConnection",
         "model F\r\n\tG g[2];\r\nequation\r\n\tconnect(g[1].y, g[2].u);\r\n\tconnect(a, b);\r\nend F;\r\n", "a", "b");
    EDIT("package P\n  model M\n    Real x;\n  end M;\nend P;\n", "P.M", "addComponent",
         "package P\n  model M\n    Real x;\n    Real y;\n  end M;\nend P;\n", "Real", "y");
}

static void test_connections(void) {
    EDIT("model B\n  Real x = 1;\nalgorithm\ninitial equation\n  assert(true, \"end B\");\n  annotation (Icon());\nend "
         "B;\n",
         "B", "addConnection",
         "model B\n  Real x = 1;\nequation\n  connect(a.b, c.d);\nalgorithm\ninitial equation\n  assert(true, \"end "
         "B\");\n"
         "  annotation (Icon());\nend B;\n",
         "a.b", "c.d");
    EDIT("model B\n  A a;\n  annotation (Icon());\nend B;\n", "B", "addConnection",
         "model B\n  A a;\nequation\n  connect(a.b, c.d);\n  annotation (Icon());\nend B;\n", "a.b", "c.d");
    EDIT("model B\n  A a;\n  A b;\nequation\n  if true then\n    connect(a.p, b.p);\n  end if;\n  connect(b.n, "
         "c.p);\nend B;\n",
         "B", "removeComponent", "model B\n  A b;\nequation\n  if true then\n  end if;\n  connect(b.n, c.p);\nend B;\n",
         "a");
    EDIT("model B\nequation\n  for i in 1:2 loop\n    connect(a[i].p, b[i + 1].p);\n  end for;\nend B;\n", "B",
         "removeConnection", "model B\nequation\n  for i in 1:2 loop\n  end for;\nend B;\n", "b[i+1].p", "a[i].p");
    EDIT("model B\nequation\n  connect(a, b);\nend B;\n", "B", "removeConnection", "REFUSED: there is no connect(a, c)",
         "a", "c");
}

static void test_modifiers(void) {
    EDIT("model M\n  A a(b(c = 1), d = 2) = 3 \"x\";\nend M;\n", "M", "setModifier",
         "model M\n  A a(b(c = 1, e = 4), d = 2) = 3 \"x\";\nend M;\n", "a.b.e", "4");
    EDIT("model M\n  A a(b.c = 1);\nend M;\n", "M", "setModifier", "model M\n  A a(b.c = 7);\nend M;\n", "a.b.c", "7");
    EDIT("model M\n  A a(b(c = 1), d = 2);\nend M;\n", "M", "setModifier", "model M\n  A a(d = 2);\nend M;\n", "a.b.c",
         "");
    EDIT("model M\n  A a(b(c = 1));\nend M;\n", "M", "setModifier", "model M\n  A a;\nend M;\n", "a.b.c", "");
    EDIT("model M\n  A a(final d = 2);\nend M;\n", "M", "setModifier", "model M\n  A a(final d = 3);\nend M;\n", "a.d",
         "3");
    EDIT("model M\n  A a[3];\nend M;\n", "M", "setModifier", "model M\n  A a[3](each k = 2);\nend M;\n", "a.k", "2");
    EDIT("model M\n  A a[3];\nend M;\n", "M", "setModifier", "model M\n  A a[3](k = {1, 2, 3});\nend M;\n", "a.k",
         "{1, 2, 3}");
    EDIT("model M\n  extends B(u(start=1));\nend M;\n", "M", "setModifier",
         "model M\n  extends B(u(start=1), k = 2);\nend M;\n", "k", "2");
    EDIT("model M\n  extends B;\n  extends C;\nend M;\n", "M", "setModifier",
         "model M\n  extends B;\n  extends C(k = 2);\nend M;\n", "k", "2", "C");
    EDIT("model M\n  Real x = if a then 1 else 2 if c;\nend M;\n", "M", "setValue",
         "model M\n  Real x = 3 if c;\nend M;\n", "x", "3");
    EDIT("model M\n  Real x(start = 1) if c \"why\";\nend M;\n", "M", "setValue",
         "model M\n  Real x(start = 1) = (1 + 2)*3 if c \"why\";\nend M;\n", "x", "(1 + 2)*3");
    EDIT("model M\n  String s = \"a\" + \"b\" \"why\";\nend M;\n", "M", "setValue",
         "model M\n  String s = \"c\" \"why\";\nend M;\n", "s", "\"c\"");
    EDIT("model M\n  Real x = 3 /* one */ \"p\";\nend M;\n", "M", "setValue",
         "model M\n  Real x /* one */ \"p\";\nend M;\n", "x", "");
    EDIT("model M\n  T t(redeclare package Medium = Water);\nend M;\n", "M", "redeclare",
         "model M\n  T t(redeclare package Medium = Air);\nend M;\n", "t.Medium", "package Medium = Air");
    EDIT("model M\n  A a;\nend M;\n", "M", "setType", "model M\n  Lib.B a;\nend M;\n", "a", "Lib.B");
    EDIT("model M\n  A a(k = 1);\nend M;\n", "M", "setDimensions", "model M\n  A a[n](k = 1);\nend M;\n", "a", "n");
    EDIT("model M\n  A a(k = 1) \"c\";\nend M;\n", "M", "setCondition", "model M\n  A a(k = 1) if on \"c\";\nend M;\n",
         "a", "on");
    EDIT("model M\n  A a(k = 1) \"c\";\nend M;\n", "M", "setComment", "model M\n  A a(k = 1) \"new\";\nend M;\n", "a",
         "new");
    EDIT("model M\n  A a;\nend M;\n", "M", "setComment", "model M \"new\"\n  A a;\nend M;\n", "", "new");
    EDIT("type T = Real(unit=\"m\");\n", "T", "setModifier", "type T = Real(unit=\"m\", min = 0);\n", "min", "0");
    EDIT("model M\nend M;\n", "M", "setModifier", "REFUSED: the class declares no x and extends nothing", "x.y", "1");
}

static void test_looks(void) {
    EDIT("model M\n  A a annotation (\n    Placement(transformation(extent={{0,0},{20,20}})));\nend M;\n", "M",
         "setPlacement",
         "model M\n  A a annotation (\n    Placement(transformation(extent={{30,-10},{50,10}})));\nend M;\n", "a",
         "-10 -10 10 10", "40 0");
    EDIT("model M\n  A a;\nend M;\n", "M", "setPlacement",
         "model M\n  A a annotation(Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90, "
         "origin={40,0})));\nend M;\n",
         "a", "-10 -10 10 10", "40 0", "90");
    EDIT("model M\n  A a annotation(Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90, "
         "origin={40,0})));\nend M;\n",
         "M", "setPlacement",
         "model M\n  A a annotation(Placement(transformation(extent={{-10,-10},{10,10}}, rotation=180, "
         "origin={1.5,2})));\nend M;\n",
         "a", "-10 -10 10 10", "1.5 2", "180");
    EDIT("model M\nequation\n  connect(a.b, c.d) annotation (Line(points={{1,1},{2,2}}, color={0,0,127}));\nend M;\n",
         "M", "setLine",
         "model M\nequation\n  connect(a.b, c.d) annotation (Line(points={{0,0},{5,0},{5,9}}, color={0,0,127}));\nend "
         "M;\n",
         "a.b", "c.d", "0 0 5 0 5 9");
    EDIT("model M\nequation\n  connect(a.b, c.d);\nend M;\n", "M", "setLine",
         "model M\nequation\n  connect(a.b, c.d) annotation(Line(points={{0,0},{5,0}}, color={0,0,255}));\nend M;\n",
         "a.b", "c.d", "0 0 5 0", "{0,0,255}");
    EDIT("model M\n  A a;\nend M;\n", "M", "setPlacement", "REFUSED: an extent is four numbers, x1 y1 x2 y2", "a",
         "1 2");
}

static void test_classes(void) {
    EDIT("package P\n  model A\n  end A;\nend P;\n", "P", "addClass",
         "package P\n  model A\n  end A;\n  model B\n    Real x;\n  end B;\nend P;\n", "model B\n  Real x;\nend B");
    EDIT("package P\n  model A\n  end A; // of A\n  model B\n  end B;\nend P;\n", "P.A", "removeClass",
         "package P\n  model B\n  end B;\nend P;\n");
    EDIT("package P end P;", "Q", "removeClass", "NOT OPEN");
}

int main(void) {
    test_hard();
    test_components();
    test_connections();
    test_modifiers();
    test_looks();
    test_classes();
    return test_done();
}
