# RUN: python3 %s
# CHECK: names: all as it should be
"""Hover, definition, references, highlights, rename, hierarchies: each name means what the language says."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Failure, apply, offset, slice_of, uri

TEXT = """package P
  import C = P.Constants;
  package Constants
    constant Real c = 3;
  end Constants;
  type Voltage = Real(unit = "V") "potential";
  partial model Base "what others extend"
    parameter Real k = 1 "gain";
    Voltage v[3];
    replaceable function f = square;
  equation
    for i in 1:3 loop
      v[i] = k*f(x = i) + C.c;
    end for;
    annotation (Icon(graphics = {Text(textString = "k=%k, %kk")}),
      Documentation(info = "see <a href=\\"modelica://P.square\\">square</a>"));
  end Base;
  function square "its square"
    input Real x;
    output Real y;
  algorithm
    y := x*x;
    annotation (inverse(x = root(y)));
  end square;
  function root
    input Real x;
    output Real y = sqrt(x);
  end root;
  model M
    extends Base(k = 2, redeclare function f = root);
    Real k2 = sum(k for k in 1:3) + k;
  end M;
  model N
    extends Base;
    redeclare function f = root;
    M m(k = 4, v(each start = 1));
    parameter Integer n = 2 annotation (Dialog(enable = k > 0));
  equation
    assert(m.k > 0, "k");
  end N;
end P;
"""
os.makedirs("w", exist_ok=True)
with open("w/P.mo", "w") as f:
    f.write(TEXT)
c = Client(root="w")
name = uri("w/P.mo")
c.open(name, TEXT)
assert c.settled(name) == [], c.settled(name)


def places(method, mark, more=None):
    found = c.at(method, name, mark, more)
    return sorted(offset(TEXT, r.get("range", r)["start"]) for r in found)


def refs(mark, declared=True):
    return places("references", mark, {"context": {"includeDeclaration": declared}})


def spots(*marks):
    return sorted(TEXT.index(m.replace("|", "")) + m.index("|") for m in marks)


# ---- definition, type, hover
assert offset(TEXT, c.at("definition", name, "= |k*f")["range"]["start"]) == TEXT.index("k = 1")
assert offset(TEXT, c.at("definition", name, "x = r|oot(y)")["range"]["start"]) == TEXT.index("root\n")
assert offset(TEXT, c.at("definition", name, "f(|x = i)")["range"]["start"]) == TEXT.index("x;\n    output Real y;")
assert offset(TEXT, c.at("definition", name, "+ |C.c")["range"]["start"]) == TEXT.index("Constants\n")
assert offset(TEXT, c.at("declaration", name, "+ |C.c")["range"]["start"]) == TEXT.index("C = P")
assert offset(TEXT, c.at("typeDefinition", name, "  |v[i]")["range"]["start"]) == TEXT.index("Voltage =")
assert slice_of(TEXT, c.at("definition", name, "k for |k in 1:3")["range"]) == "k"
hover = c.at("hover", name, "  |v[i]")["contents"]["value"]
assert "Voltage v[3]" in hover and "unit: `V`" in hover and "P.Base" in hover, hover
assert "its square" in c.at("hover", name, "f = |square")["contents"]["value"]
assert c.at("hover", name, "|algorithm") is None

# ---- references: through inheritance, modifiers, components, annotations; not the iterator of the same name
assert refs("parameter Real |k") == spots("Real |k = 1", "= |k*f", "Base(|k = 2", "+ |k;", "m(|k = 4", "m.|k >", "enable = |k >")
assert refs("sum(|k for") == spots("sum(|k for", "k for |k in")
assert refs("|square") == spots("f = |square", "function |square", "end |square")
assert refs("input Real |x") == spots("input Real |x;\n    output Real y;", "y := |x*x", "x*|x;", "inverse(|x =", "f(|x = i")
# what is redeclared belongs together
assert refs("function |f = square") == spots("function |f = square", "k*|f(", "redeclare function |f = root);", "redeclare function |f = root;")
assert places("documentHighlight", "parameter Real |k") == refs("parameter Real |k")
assert places("implementation", "model |Base") == spots("model |M", "model |N")

# ---- hierarchies
(item,) = c.at("prepareTypeHierarchy", name, "model |M")
assert [t["name"] for t in c.ask("typeHierarchy/supertypes", {"item": item})] == ["Base"]
(item,) = c.at("prepareTypeHierarchy", name, "model |Base")
assert [t["name"] for t in c.ask("typeHierarchy/subtypes", {"item": item})] == ["M", "N"]
(item,) = c.at("prepareCallHierarchy", name, "function |root")
assert [x["from"]["name"] for x in c.ask("callHierarchy/incomingCalls", {"item": item})] == ["square"]
(item,) = c.at("prepareCallHierarchy", name, "model |Base")
assert [x["to"]["name"] for x in c.ask("callHierarchy/outgoingCalls", {"item": item})] == ["f"]


# ---- rename
def rename(mark, new):
    return c.at("rename", name, mark, {"newName": new})["changes"][name]


def refused(mark, new, why):
    try:
        rename(mark, new)
    except Failure as e:
        assert why in e.message, e.message
        return
    raise SystemExit("rename to %s was not refused" % new)


made = apply(TEXT, rename("parameter Real |k", "gain"))
assert "v[i] = gain*f" in made and "extends Base(gain = 2" in made and "sum(k for k in 1:3) + gain;" in made, made
assert "m(gain = 4" in made and "m.gain > 0" in made and '"k=%gain, %kk"' in made and 'enable = gain > 0' in made
assert '"k")' in made
c.change(name, 0, len(TEXT), made)
assert c.settled(name) == [], c.settled(name)
c.change(name, 0, len(made), TEXT)
made = apply(TEXT, rename("function |square", "power2"))
assert "modelica://P.power2" in made and "end power2;" in made and "f = power2" in made
assert c.at("prepareRename", name, "|square")["placeholder"] == "square"
refused("parameter Real |k", "v", "the new name")
refused("parameter Real |k", "n", "the new name")
refused("parameter Real |k", "m", "the new name")
refused("Real |k2", "end", "no name")
refused("= |sum(", "total", "part of the language")
refused("function |root", "square", "the new name")

# ---- elements of connectors that are connected have one name
K = """package K
  connector A
    Real v;
    flow Real i;
  end A;
  connector B
    Real v;
    flow Real i;
  end B;
  connector Other
    Real v;
    flow Real i;
  end Other;
  model M
    A a;
    B b;
    Other o;
  equation
    connect(a, b);
    a.v = 1;
    o.v = 1;
  end M;
end K;
"""
k = uri("w/K.mo")
c.open(k, K)
made = apply(K, c.at("rename", k, "connector A\n    Real |v", {"newName": "u"})["changes"][k])
assert made == K.replace("Real v", "Real u", 2).replace("a.v = 1", "a.u = 1"), made

# ---- bases inherited many times over are looked at once
wide = "package W\n" + "".join("  model M%d\n    extends M%d;\n    extends M%d;\n  end M%d;\n" % (i, i + 1, i + 1, i) for i in range(30))
wide += "  model M30\n    Real x;\n  end M30;\n  model U\n    M0 m;\n    Real y = m.nothing;\n    Real z = m.x;\n  end U;\nend W;\n"
k = uri("w/W.mo")
c.open(k, wide)
assert c.at("hover", k, "m.|x")
assert c.at("hover", k, "m.|nothing") is None
assert [i["label"] for i in c.at("completion", k, "m.|x")["items"]] == ["x"]
c.about("codeLens", k)
c.tell("textDocument/didClose", {"textDocument": {"uri": k}})

# ---- circles of types, imports and bases lead nowhere, and back
for circle in ("model Z\n  a.b a;\n  Real x = a.b.c;\nend Z;\n", "package Z\n  import Z.c.X;\n  X c;\n  X.Y d;\nend Z;\n",
               "package Z\n  import Z.*;\n  extends Z.Q;\n  package Q = Q2;\n  package Q2 = Q;\n  Q.R r;\nend Z;\n",
               "model Z\n  extends Z;\n  Z z(z(z(q = 1)));\n  b.c a;\n  a.c b;\nend Z;\n"):
    k = uri("w/Z%d.mo" % len(circle))
    c.open(k, circle)
    c.about("semanticTokens/full", k)
    for i in range(0, len(circle), 2):
        c.at("hover", k, i)
        c.at("completion", k, i)
    c.tell("textDocument/didClose", {"textDocument": {"uri": k}})

# ---- what a class inherits twice has one name too
T = """package T
  partial model A
    parameter Real k = 1;
  end A;
  partial model B
    parameter Real k = 1;
    Real y = k;
  end B;
  model C
    extends A;
    extends B;
  end C;
  model D
    parameter Real k = 3;
  end D;
end T;
"""
k = uri("w/T.mo")
c.open(k, T)
made = apply(T, c.at("rename", k, "model A\n    parameter Real |k", {"newName": "u"})["changes"][k])
assert made == T.replace("k = 1", "u = 1").replace("y = k", "y = u"), made

# ---- what is not the user's is not touched
os.makedirs("lib/L", exist_ok=True)
with open("lib/L/package.mo", "w") as f:
    f.write("package L\n  constant Real g = 9;\nend L;\n")
c.close()
c = Client("-L", "lib", root="w")
c.open(name, "model U\n  Real x = L.g;\nend U;\n")
assert c.settled(name) == []
refused("L.|g", "gravity", "not to be changed")
c.close()

# ---- a class stored under its name takes its file along
os.makedirs("w/Q", exist_ok=True)
for f, t in (("package.mo", "package Q\nend Q;\n"), ("A.mo", "within Q;\nmodel A\nend A;\n"),
             ("B.mo", "within Q;\nmodel B\n  extends A;\n  Q.A a;\nend B;\n"), ("package.order", "A\nB\n")):
    with open("w/Q/" + f, "w") as out:
        out.write(t)
c = Client(root="w", capabilities={"workspace": {"workspaceEdit": {"resourceOperations": ["rename"]}}})
q = uri("w/Q/A.mo")
c.open(q, open("w/Q/A.mo").read())
changes = c.at("rename", q, "model |A", {"newName": "Z"})["documentChanges"]
by_file = {x["textDocument"]["uri"]: x["edits"] for x in changes if "textDocument" in x}
assert apply("A\nB\n", by_file[uri("w/Q/package.order")]) == "Z\nB\n"
assert apply(open("w/Q/B.mo").read(), by_file[uri("w/Q/B.mo")]) == "within Q;\nmodel B\n  extends Z;\n  Q.Z a;\nend B;\n"
assert apply(c.texts[q], by_file[q]) == "within Q;\nmodel Z\nend Z;\n"
assert [x for x in changes if x.get("kind") == "rename"] == [{"kind": "rename", "oldUri": q, "newUri": uri("w/Q/Z.mo")}]
assert c.close() == 0
print("names: all as it should be")
