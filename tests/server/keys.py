# RUN: python3 %s
# CHECK: keys: all as it should be
# TIMEOUT: 180
"""A file of 5000 lines, edited keystroke by keystroke: what is told after each is about that text, and at the end nothing is
told that a fresh look would not tell."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, slice_of, uri
from texts import big

os.makedirs("w", exist_ok=True)
text = big(5000)
assert text.count("\n") >= 5000
c = Client(root="w")
name = uri("w/Big.mo")
c.open(name, text)
assert c.settled(name) == []


def told():
    """Diagnostics of exactly this text, syntax at least."""
    version = c.versions[name]
    c.wait(lambda: any(p.get("version") == version for _, p in c.said))
    c.said.clear()
    return c.diagnostics[name]


for number, words in ((7, "\n    Real fresh = a + sin(time);"), (150, "\n    M3 part(k = 2);"), (290, "\n    parameter Real q[:] = {1, 2};")):
    at = text.index("equation", text.index("model M%d " % number)) - 3
    at += len(c.texts[name]) - len(text)  # earlier insertions stand in front
    for i, ch in enumerate(words):
        c.change(name, at, at, ch)
        at += 1
        found = told()
        line = c.texts[name][:at].count("\n")
        # an unfinished line is not yet right; whatever is said is about what is being typed
        for d in found:
            if d["code"].startswith("SYN"):
                assert abs(d["range"]["start"]["line"] - line) <= 2, (words[:i + 1], d)
        outline = c.about("documentSymbol", name)[0]["children"] if i % 8 == 0 else None
        assert outline is None or sum(1 for k in outline if k["name"].startswith("M")) > 300, "classes were lost"
    assert c.settled(name) == [], c.settled(name)
    # a mistake in the line: told at its place, gone when taken back
    c.change(name, at - 1, at, "")
    assert any(d["code"] == "SYN0009" for d in told())
    c.change(name, at - 1, at - 1, ";")
    word = at - 3
    old = c.texts[name][word]
    c.change(name, word, word + 1, "@")
    assert told() != []
    c.change(name, word, word + 1, old)
    assert c.settled(name) == []
# names: a reference that stops meaning something
at = c.texts[name].index("parameter Real k = 1") + 15
c.change(name, at, at + 1, "kk")
found = c.settled(name)
assert len(found) > 100 and all(d["severity"] == 1 for d in found), len(found)
assert any(slice_of(c.texts[name], d["range"]) == "k" for d in found)
c.change(name, at, at + 2, "k")
assert c.settled(name) == []
assert c.close() == 0
print("keys: all as it should be")
