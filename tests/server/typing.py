# RUN: python3 %s
# CHECK: typing: all as it should be
"""Completion and signatures in unfinished texts, colours."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, uri

TEXT = """package P
  package Sub "inside"
    constant Real c = 3;
    record R
      Real a;
      Real b;
    end R;
    type E = enumeration(red, green);
    function gain "k times u"
      input Real u "signal";
      input Real k = 1 "factor";
      output Real y;
    algorithm
      y := k*u;
    end gain;
  end Sub;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model TwoPin
    Pin p;
    Pin n;
  end TwoPin;
  model Resistor
    extends TwoPin;
    parameter Real R = 1;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;
  model M
    import S = P.Sub;
    Resistor r1(R = 2);
    Real x;
  equation
    // HERE
    x = 1;
  end M;
end P;
"""
os.makedirs("w", exist_ok=True)
c = Client(root="w")
name = uri("w/P.mo")
c.open(name, TEXT)


def typed(mark, text, method="completion"):
    """Answers at `|` in `text`, typed in place of the mark; the text is as before afterwards."""
    at = TEXT.index(mark)
    bar = text.index("|")
    plain = text.replace("|", "")
    c.change(name, at, at + len(mark), plain)
    answer = c.at(method, name, at + bar)
    c.change(name, at, at + len(plain), mark)
    return answer


def labels(mark, text):
    return [i["label"] for i in typed(mark, text)["items"]]


HERE = "// HERE"
assert labels(HERE, "r1.|") == ["R", "p", "n"], labels(HERE, "r1.|")
assert labels(HERE, "r1.p.|\n") == ["v", "i"]
assert labels(HERE, "connect(r1.p, r1.|") == ["R", "p", "n"]
assert set(labels(HERE, "x = S.|")) == {"c", "R", "E", "gain"}
assert labels(HERE, "x = S.E.|") == ["red", "green"]
found = labels(HERE, "x = |")
for word in ("r1", "x", "S", "Resistor", "Sub", "sin", "der", "time", "if"):
    assert word in found, (word, found)
assert "k" in labels(HERE, "x = S.gain(1, |") and "u" in labels(HERE, "x = S.gain(|)")
assert labels(HERE, 'x = "r1.|"') == [] and labels(HERE, "// r1.|") == []
assert "r1" in labels(HERE, "x = r|") and "x" not in labels(HERE, "x = r|")
DECL = "Real x;"
assert set(labels(DECL, "Resistor r2(|);")) >= {"R", "p", "n", "each", "redeclare"}
assert "v" in labels(DECL, "Resistor r2(p(|") and "start" in labels(DECL, "Resistor r2(p(v(|")
assert "start" in labels(DECL, "Real y(|) ") and "displayUnit" in labels(DECL, "Real y(start = 1, |")
assert set(labels(DECL, "extends Sub.|")) >= {"R", "gain"}
assert "P" in labels(DECL, "import |")
assert set(labels(DECL, "import P.|")) >= {"Sub", "Pin", "M"}
assert "Dialog" in labels(DECL, "Real y annotation(|") and "group" in labels(DECL, "Real y annotation(Dialog(|")
assert "Rectangle" in labels(DECL, "annotation(Icon(graphics = {|") and "points" in labels(DECL, "annotation(Icon(graphics = {Line(|")
assert "Resistor" in labels(DECL, "Resis|") and "parameter" in labels(DECL, "par|")
# an item tells more when asked
(item,) = [i for i in typed(HERE, "x = S.|")["items"] if i["label"] == "gain"]
assert "k times u" in c.ask("completionItem/resolve", item)["documentation"]["value"]

# ---- signatures
s = typed(HERE, "x = S.gain(1, |", "signatureHelp")
assert s["activeParameter"] == 1 and s["signatures"][0]["label"] == "gain(Real u, Real k = 1) -> y", s
assert typed(HERE, "x = S.gain(k = |", "signatureHelp")["activeParameter"] == 1
assert typed(HERE, "x = S.gain(sin(1), |", "signatureHelp")["activeParameter"] == 1
assert typed(HERE, "x = |", "signatureHelp") is None
assert c.settled(name) == [], c.settled(name)

# ---- colours
legend = c.capabilities["semanticTokensProvider"]["legend"]


def decode(data):
    line = col = 0
    lines, out = c.texts[name].split("\n"), []
    for i in range(0, len(data), 5):
        d_line, d_col, n, kind, mods = data[i:i + 5]
        line, col = line + d_line, d_col if d_line else col + d_col
        out.append((lines[line][col:col + n], legend["tokenTypes"][kind], mods))
    return out


whole = c.about("semanticTokens/full", name)
tokens = decode(whole["data"])
for token in (("package", "keyword", 0), ("Sub", "namespace", 1), ("gain", "function", 1), ("u", "parameter", 1),
              ("E", "enum", 1), ("red", "enumMember", 1), ("Pin", "interface", 1), ("Real", "type", 8), ("R", "property", 3),
              ("// HERE", "comment", 0), ("y", "variable", 4), ('"inside"', "string", 0), ("2", "number", 0)):
    assert token in tokens, (token, tokens)
c.change(name, TEXT.index("// HERE"), TEXT.index("// HERE") + 7, "x = x;")
delta = c.about("semanticTokens/full/delta", name, {"previousResultId": whole["resultId"]})
data = whole["data"]
for e in delta["edits"]:
    data = data[:e["start"]] + e.get("data", []) + data[e["start"] + e["deleteCount"]:]
assert data == c.about("semanticTokens/full", name)["data"] and len(delta["edits"]) == 1
part = c.about("semanticTokens/range", name, {"range": {"start": {"line": 3, "character": 0}, "end": {"line": 4, "character": 0}}})
assert [t[0] for t in decode(part["data"])][:2] == ["record", "R"]
assert c.close() == 0
print("typing: all as it should be")
