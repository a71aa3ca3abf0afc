# RUN: python3 %s
# CHECK: help: all as it should be
# TIMEOUT: 120
"""Quick fixes, lenses and their commands, inlay hints, links, colours, linked names, virtual documents."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Failure, apply, offset, slice_of, uri

os.environ["TMPDIR"] = os.getcwd()
os.makedirs("w", exist_ok=True)
c = Client(root="w")
count = 0


def document(text):
    global count
    count += 1
    name = uri("w/D%d.mo" % count)
    c.open(name, text)
    return name


def fixes(text):
    """Titles of quick fixes for the whole text, and the text after each."""
    name = document(text)
    c.settled(name)
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 1000, "character": 0}}
    actions = c.about("codeAction", name, {"range": whole, "context": {"diagnostics": c.diagnostics[name]}})
    return {a["title"]: apply(text, a["edit"]["changes"][name]) for a in actions}, name


# ---- quick fixes from our own hints
made, name = fixes("model A\n  parameter Real length = 1;\n  Real x = lenght;\nend A;\n")
assert made["change to length"] == "model A\n  parameter Real length = 1;\n  Real x = length;\nend A;\n", made
c.change(name, 0, len(c.texts[name]), made["change to length"])
assert c.settled(name) == []
made, _ = fixes("model B\n  Real x = 1\nequation\nend B;\n")
assert made["add ';'"] == "model B\n  Real x = 1;\nequation\nend B;\n", made
made, _ = fixes("model C\n  paramter Real x = 1;\nend C;\n")
assert made["change to parameter"] == "model C\n  parameter Real x = 1;\nend C;\n", made
made, _ = fixes("package Q\n  model W\n    parameter Real g = 9;\n  end W;\n  model Part\n    outer W world;\n    Real a = world.g;\n"
                "  end Part;\n  model T\n    Part p;\n  end T;\nend Q;\n")
assert any("inner Q.W world;" in t and "model T\n    inner Q.W world;\n" in x for t, x in made.items()), made

made, _ = fixes("package S\n  model R\n    parameter Real k = 1;\n  end R;\n  model A\n    R r[3](k = 1);\n  end A;\nend S;\n")
assert "R r[3](each k = 1);" in made["add 'each'"], made
made, _ = fixes("model H\n  Real x;\nequation\n  x == 1;\nend H;\n")
assert "  x = 1;\n" in made["write '='"], made
made, _ = fixes("model I\n  Real x;\nequation\n  x := 1;\nend I;\n")
assert "  x = 1;\n" in made["write '='"], made
made, _ = fixes("model J\n  Real x = 1;\nend K;\n")
assert made["end J"].endswith("end J;\n"), made
os.makedirs("w/Parts/Inside", exist_ok=True)
for f, t in (("package.mo", "package Parts\nend Parts;\n"), ("Inside/package.mo", "within Parts;\npackage Inside\nend Inside;\n"),
             ("Inside/Gadget.mo", "within Parts.Inside;\nmodel Gadget\nend Gadget;\n")):
    with open("w/Parts/" + f, "w") as out:
        out.write(t)
made, _ = fixes("model L\n  Gadget g;\nend L;\n")
assert made["change to Parts.Inside.Gadget"] == "model L\n  Parts.Inside.Gadget g;\nend L;\n", made

# ---- from the structural debugger
text = "model E\n  Real x;\n  Real y;\nequation\n  x = 1;\n  y = x;\n  y = 2*x;\nend E;\n"
made, name = fixes(text)
assert text.replace("  y = 2*x;\n", "") in made.values(), made
for t in made.values():
    c.change(name, 0, len(c.texts[name]), t)
    assert c.settled(name) == [], (t, c.diagnostics[name])
text = "model F\n  Real x;\n  Real y;\nequation\n  x = 1;\nend F;\n"
made, name = fixes(text)
assert text.replace("  x = 1;\n", "  x = 1;\n  y = 0;\n") in made.values() and text.replace("  Real y;\n", "") in made.values(), made

# ---- from conversion scripts
os.makedirs("lib/Lib/Resources", exist_ok=True)
with open("lib/Lib/package.mo", "w") as f:
    f.write('package Lib\n  model New\n    parameter Real k = 1;\n  end New;\n  annotation (version = "2.0.0", conversion(from('
            'version = "1.0.0", script = "modelica://Lib/Resources/convert.mos")));\nend Lib;\n')
with open("lib/Lib/Resources/convert.mos", "w") as f:
    f.write('convertClass("Lib.Old", "Lib.New");\nconvertClass("Lib.Parts.Old", "Lib.New");\nconvertElement("Lib.New", "factor", "k");\n')
c.close()
c = Client("-L", "lib", root="w")
made, _ = fixes('model G\n  Lib.Old a;\n  annotation (uses(Lib(version = "1.0.0")));\nend G;\n')
(after,) = [x for t, x in made.items() if t.startswith("convert")]
assert "Lib.New a;" in after and 'version = "2.0.0"' in after, after

# ---- classes by name, the best first, also of files of libraries that nobody has read
with open("lib/Lib/Deep.mo", "w") as f:
    f.write("within Lib;\npackage Deep \"model Zumpkin is not here\"\n  package In\n    model SlowZump\n    end SlowZump;\n"
            "    model Zump\n    end Zump;\n    model Zumps\n    end Zumps;\n    model ZoneUsedMorePrecisely\n"
            "    end ZoneUsedMorePrecisely;\n  end In;\nend Deep;\n")
c.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri("lib/Lib/Deep.mo"), "type": 1}]})
found = c.ask("workspace/symbol", {"query": "zump"})
assert [(x["name"], x["containerName"]) for x in found] == [
    (n, "Lib.Deep.In") for n in ("Zump", "Zumps", "SlowZump", "ZoneUsedMorePrecisely")], found
assert c.ask("workspace/symbol", {"query": "zumpkin"}) == []

# ... offered with their full names where they are not in scope: to complete, to mend
name = document("model Q\n  Zum\nend Q;\n")
items = {i["label"]: i.get("insertText") for i in c.at("completion", name, "Zum|")["items"]}
assert items["Zump"] == "Lib.Deep.In.Zump" and items["Zumps"] == "Lib.Deep.In.Zumps" and "SlowZump" not in items, items
made, _ = fixes("model R\n  SlowZump p;\nend R;\n")
assert made["change to Lib.Deep.In.SlowZump"] == "model R\n  Lib.Deep.In.SlowZump p;\nend R;\n", made

# ---- names of older versions one by one, where nothing says which version is meant
made, _ = fixes("model G1\n  Lib.Old a;\nend G1;\n")
assert "model G1\n  Lib.New a;\nend G1;\n" in made.values(), made
made, _ = fixes("model G2\n  Lib.Parts.Old a;\nend G2;\n")
assert "model G2\n  Lib.New a;\nend G2;\n" in made.values(), made
made, _ = fixes("model G3\n  Lib.New a(factor = 2);\nend G3;\n")
assert "model G3\n  Lib.New a(k = 2);\nend G3;\n" in made.values(), made
made, _ = fixes("model G4\n  Lib.New a;\n  Real y = a.factor;\nend G4;\n")
assert "model G4\n  Lib.New a;\n  Real y = a.k;\nend G4;\n" in made.values(), made

# ---- lenses and what they do
TEXT = """model Decay
  parameter Real k = 2*3;
  Real x(start = 1, fixed = true);
  Real v[:] = {1, 2, 3};
equation
  der(x) = -k*x;
  annotation (experiment(StopTime = 1), Icon(graphics = {Line(color = {255, 0, 0})}),
    Documentation(info = "modelica://Lib.New and modelica://Lib/Resources/convert.mos and modelica://Nowhere.X"));
end Decay;
"""
name = document(TEXT)
lenses = c.about("codeLens", name)
assert [x["command"]["title"] for x in lenses] == ["check", "simulate", "plot"], lenses


def run(command, cls="Decay"):
    return c.ask("workspace/executeCommand", {"command": "causeway." + command, "arguments": [name, cls]})


assert run("check") == {"ok": True, "text": "Decay is valid and balanced"}, run("check")
r = run("simulate")
assert r["ok"] and os.path.getsize(r["result"]) > 100, r
r = run("plot")
assert r["ok"] and "<svg" in open(r["picture"]).read(), r
assert "der(x)" in run("flat")["text"] and "double" in run("code")["text"]
r = run("check", "Nothing")
assert not r["ok"] and "Nothing" in r["text"], r
try:
    run("explode")
    raise SystemExit("an unknown command was accepted")
except Failure as e:
    assert e.code == -32602
assert "der(x)" in c.ask("workspace/textDocumentContent", {"uri": "causeway:/flat/Decay.dae"})["text"]
assert "double" in c.ask("workspace/textDocumentContent", {"uri": "causeway:/c/Decay.c"})["text"]
# a run that goes on forever does not keep the editor waiting, and can be cancelled
slow = document("function f\n  input Real u;\n  output Real y = 0;\nalgorithm\n  while true loop\n    y := y + u;\n  end while;\n"
                "end f;\nmodel Slow\n  Real x = f(time);\nend Slow;\n")
n = c.start("workspace/executeCommand", {"command": "causeway.simulate", "arguments": [slow, "Slow"]})
assert c.at("hover", name, "Real |x")
assert n not in c.answers
c.tell("$/cancelRequest", {"id": n})
c.wait(lambda: n in c.answers)
assert c.answers.pop(n)["error"]["code"] == -32800

# ---- hints
whole = {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 50, "character": 0}}}
hints = {h["label"]: h["position"]["line"] for h in c.about("inlayHint", name, whole)}
assert hints == {"= 6": 1, "[3]": 3}, hints
units = document('package U\n  type Volt = Real(unit = "V");\n  model M\n    Volt u = 1;\n  end M;\nend U;\n')
assert [h["label"] for h in c.about("inlayHint", units, whole)] == ["in V"]

# ---- links, colours, linked names
links = c.about("documentLink", name)
assert [slice_of(TEXT, x["range"]) for x in links] == ["modelica://Lib.New", "modelica://Lib/Resources/convert.mos"], links
assert links[0]["target"] == uri("lib/Lib/package.mo") + "#L2" and links[1]["target"] == uri("lib/Lib/Resources/convert.mos")
(colour,) = c.about("documentColor", name)
assert colour["color"] == {"red": 1, "green": 0, "blue": 0, "alpha": 1} and slice_of(TEXT, colour["range"]) == "{255, 0, 0}"
assert c.about("colorPresentation", name, {"color": {"red": 0, "green": 0.5, "blue": 1, "alpha": 1}, "range": colour["range"]}) == \
    [{"label": "{0, 128, 255}"}]
linked = c.at("linkedEditingRange", name, "model D|ecay")["ranges"]
assert [offset(TEXT, x["start"]) for x in linked] == [TEXT.index("Decay"), TEXT.rindex("Decay")]
assert c.at("linkedEditingRange", name, "Real |x") is None
assert c.close() == 0
print("help: all as it should be")
