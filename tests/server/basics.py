# RUN: python3 %s
# CHECK: basics: all as it should be
"""Life of a connection, diagnostics as the text changes, outline, folding, selection, layout."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Failure, apply, slice_of, uri

TEXT = """package P "things"
  // two lines
  // of comment
  model M
    parameter Real k = 2;
    Real x(start = 1);
  equation
    der(x) = -k*x;
    when x < 0.5 then
      reinit(x, 1);
    end when;
    annotation (
      Documentation(info = "<html>
</html>"));
  end M;
  type E = enumeration(a, b);
end P;
"""

os.makedirs("w", exist_ok=True)
c = Client(root="w")
name = uri("w/P.mo")
c.open(name, TEXT)
c.wait(lambda: name in c.diagnostics)
assert c.settled(name) == [], c.diagnostics

# ---- outline
(p,) = c.about("documentSymbol", name)
assert p["name"] == "P" and [k["name"] for k in p["children"]] == ["M", "E"], p
assert [k["name"] for k in p["children"][0]["children"]] == ["k", "x"]
assert [k["name"] for k in p["children"][1]["children"]] == ["a", "b"]
assert slice_of(TEXT, p["children"][0]["selectionRange"]) == "M"

# ---- folding
folds = {(f["startLine"], f["endLine"], f.get("kind")) for f in c.about("foldingRange", name)}
for fold in [(0, 15, None), (3, 13, None), (1, 2, "comment"), (8, 9, None), (11, 13, "region")]:
    assert fold in folds, (fold, folds)

# ---- selection grows from the word outwards
(sel,) = c.about("selectionRange", name, {"positions": [{"line": 7, "character": 8}]})
sizes = []
while sel:
    sizes.append(slice_of(TEXT, sel["range"]))
    sel = sel.get("parent")
assert sizes[0] == "x" and "der(x)" in sizes and sizes[-1] == TEXT, sizes
assert all(a in b for a, b in zip(sizes, sizes[1:]))

# ---- a mistake while typing: said at once, gone when it is mended
at = TEXT.index("-k*x;") + 4
c.change(name, at, at + 1, "")
c.settled(name)
(d,) = c.diagnostics[name]
assert d["code"] == "SYN0009" and d["severity"] == 1 and d["range"]["start"]["line"] == 7, d
# a half-typed file keeps its classes
assert [k["name"] for k in c.about("documentSymbol", name)[0]["children"]] == ["M", "E"]
c.change(name, at, at, ";")
assert c.settled(name) == []

# ---- names and types
at = TEXT.index("-k*x")
c.change(name, at, at + 4, "-q*x")
c.wait(lambda: c.diagnostics[name])
(d,) = c.settled(name)
assert d["code"].startswith("INST") and slice_of(c.texts[name], d["range"]) == "q", d
# it moves with the text in front of it, before any new check
c.change(name, 0, 0, "\n\n")
c.wait(lambda: c.diagnostics[name] and c.diagnostics[name][0]["range"]["start"]["line"] == 9)
c.change(name, 0, 2, "")
at = c.texts[name].index("-q*x")
c.change(name, at, at + 4, "-k*x")
assert c.settled(name) == [] and c.texts[name] == TEXT

# ---- layout
messy = TEXT.replace("    der(x) = -k*x;", "  der(x)   =   -k*x;").replace("    Real x(", "Real   x(")
c.change(name, 0, len(TEXT), messy)
edits = c.about("formatting", name, {"options": {"tabSize": 2, "insertSpaces": True}})
laid = apply(messy, edits)
assert "    der(x) = -k*x;\n" in laid and "    Real x(start = 1);\n" in laid, laid
line = messy[:messy.index("der(x)")].count("\n")
part = apply(messy, c.about("rangeFormatting", name, {"options": {}, "range": {
    "start": {"line": line, "character": 0}, "end": {"line": line, "character": 5}}}))
assert part == messy.replace("  der(x)   =   -k*x;", "    der(x) = -k*x;"), part
c.change(name, 0, len(messy), "model")
try:
    c.about("formatting", name, {"options": {}})
    raise SystemExit("a broken text was laid out")
except Failure as e:
    assert e.code == -32803

# ---- classes of the workspace
c.change(name, 0, 5, TEXT)
found = c.ask("workspace/symbol", {"query": "M"})
assert any(s["name"] == "M" and s["containerName"] == "P" for s in found)

with open("w/Unopened.mo", "w") as f:
    f.write("package Unopened\n  model Hidden\n  end Hidden;\nend Unopened;\n")
c.tell("workspace/didChangeWatchedFiles", {"changes": []})
assert any(s["name"] == "Hidden" for s in c.ask("workspace/symbol", {"query": "Hid"}))

# ---- another file that uses this one learns of its changes
c.open(uri("w/U.mo"), "model U\n  P.M m;\nend U;\n")
assert c.settled(uri("w/U.mo")) == []
at = c.texts[name].index("model M") + 6
end = c.texts[name].index("end M;") + 4
c.change(name, end, end + 1, "N")
c.change(name, at, at + 1, "N")
assert c.settled(name) == []
(d,) = c.settled(uri("w/U.mo"))
assert "M" in d["message"], d
c.tell("textDocument/didClose", {"textDocument": {"uri": name}})
c.wait(lambda: c.diagnostics[name] == [])

# ---- files that change beside the editor
with open("w/Q.mo", "w") as f:
    f.write("model Q\n  Real x = 1;\nend Q;\n")
c.open(uri("w/V.mo"), "model V\n  Q q;\n  Real y = q.z;\nend V;\n")
assert c.settled(uri("w/V.mo")) != []
with open("w/Q.mo", "w") as f:
    f.write("model Q\n  Real z = 1;\nend Q;\n")
c.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri("w/Q.mo"), "type": 2}]})
assert c.settled(uri("w/V.mo")) == []
other = Client(root="w", capabilities={"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}})
other.wait(lambda: any(m.get("method") == "client/registerCapability" for _, m in other.said))
other.close()

# ---- classic Dymola: diagnostics, outline, folding
classic = uri("w/circuit.dym")
CLASSIC = "{ a circuit }\nmodel type resistor\n  parameter R = 1\n  cut A (V1 / I), B (V2 / -I)\n  V1 - V2 = R*I\nend\n\nmodel circuit\n" \
    "  submodel (resistor) R1(R = 2), R2\n  connect R1 - R2\nend\n"
c.open(classic, CLASSIC, "dymola")
c.wait(lambda: classic in c.diagnostics)
assert c.settled(classic) == [], c.settled(classic)
outline = c.about("documentSymbol", classic)
assert [(m["name"], [k["name"] for k in m["children"]]) for m in outline] == [("resistor", []), ("circuit", ["R1", "R2"])], outline
assert {(f["startLine"], f["endLine"]) for f in c.about("foldingRange", classic)} == {(1, 4), (7, 9)}
at = CLASSIC.index("= R*I")
c.change(classic, at, at + 5, "= R*")
c.wait(lambda: c.diagnostics[classic])
(d,) = c.diagnostics[classic]
assert d["code"].startswith("CLS") and d["range"]["start"]["line"] == 4, d
assert [m["name"] for m in c.about("documentSymbol", classic)] == ["resistor", "circuit"]
for m in ("hover", "definition", "completion"):
    c.at(m, classic, 40)
assert c.close() == 0
print("basics: all as it should be")
