# RUN: PYTHONPATH=%r/python PYTHONDONTWRITEBYTECODE=1 CAUSEWAY_LIBRARY=%b/libcauseway.so /usr/bin/python3 %s
# CHECK: edits in order
# REQUIRES: release
"""A model generated and changed by a program: every edit is spans of bytes, and what is built runs."""
import causeway as cw

TEXT = """package P "parts"  // of the user
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model R
    parameter Real r = 1;
    Pin p, n;
  equation
    p.v - n.v = r*p.i;
    p.i + n.i = 0;
  end R;
  model Source
    Pin p, n;
  equation
    p.v = 10;
    n.v = 0;
  end Source;
end P;
"""
with open("P.mo", "w") as f:
    f.write(TEXT)
s = cw.Session(default_libraries=False)
s.load_file("P.mo")

# ---- a ladder of 64 resistors
s.add_class("P", "model Ladder\nend Ladder")
s.add_component("P.Ladder", "Source", "source")
s.add_component("P.Ladder", "R", "r", modifiers="(r = 2)")
s.set_dimensions("P.Ladder", "r", "64")
s.connect("P.Ladder", "source.p", "r[1].p")
for k in range(1, 64):
    s.connect("P.Ladder", "r[%d].n" % k, "r[%d].p" % (k + 1))
s.connect("P.Ladder", "r[64].n", "source.n")
m = cw.load("P.Ladder", session=s)
assert abs(m.simulate(stop=1)["r[1].p.i"][-1] - 10 / 128) < 1e-12

# ---- only spans change, and they are told
before = s.source("P")
edit = s.set_modifier("P.Ladder", "r.r", "3", apply=False)
assert s.source("P") == before and len(edit.spans) == 1
start, end, text = edit.spans[0]
assert before.encode()[start:end].decode() == "2" and text == "3"
assert edit.text == before[:start] + "3" + before[end:]
s.set_modifier("P.Ladder", "r.r", "3")
assert s.source("P") == edit.text
removed = s.remove_component("P.Ladder", "source", apply=False)
assert "connect(source.p" not in removed.text and "connect(r[1].n, r[2].p)" in removed.text

# ---- refusals name the reason and change nothing
for wrong in (lambda: s.add_component("P.Ladder", "R", "r"), lambda: s.edit("P.Ladder", "turnAround"), lambda: s.edit("P.Q", "removeClass"),
              lambda: s.edit("P", "setValue", "x"), lambda: s.set_value("P.R", "r", "1 +")):
    try:
        wrong()
    except cw.CausewayError as e:
        assert e.diagnostics and e.diagnostics[0].code in ("EDIT0001", "SYN0001"), e.diagnostics
    else:
        assert False, "this must be refused"
assert s.source("P") == edit.text

# ---- looks, and what is saved
s.place("P.Ladder", "source", (-10, -10, 10, 10), origin=(-40, 0), rotation=90)
s.set_line("P.Ladder", "source.p", "r[1].p", [(0, 0), (10, 0)], colour="{0,0,255}")
s.set_annotation("P.Ladder", "experiment.StopTime", "2")
s.set_comment("P.Ladder", "64 resistors")
s.remove_class("P.Source", apply=False)
s.save("P")
with open("P.mo") as f:
    saved = f.read()
assert saved == s.source("P") and 'package P "parts"  // of the user' in saved
assert 'model Ladder "64 resistors"' in saved and "origin={-40,0}" in saved and "annotation(experiment(StopTime = 2));" in saved
for line in TEXT.splitlines():
    assert line in saved.splitlines(), line
print("edits in order")
