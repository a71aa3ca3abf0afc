# RUN: PYTHONPATH=%r/python PYTHONDONTWRITEBYTECODE=1 CAUSEWAY_LIBRARY=%b/libcauseway.so /usr/bin/python3 %s %r
# CHECK: modes in order
# REQUIRES: release
"""What can be done with a run of the library while it is in a mode: looked at, cloned, saved, made linear."""
import os
import sys

import causeway as cw


def near(a, b, tolerance=1e-8):
    assert abs(a - b) <= tolerance * (1 + abs(b)), (a, b)


session = cw.Session()
session.load_file(os.path.join(sys.argv[1], "examples", "modes", "ideal_clutch.mo"))
clutch = cw.load("IdealClutch", session=session)
run = clutch.run(tolerance=1e-10)
run.advance(0.5)
before = run.mode
run.advance(1.5)
assert run.mode == (2, "closed"), run.mode
near(run["tau"], 2)
other = run.clone()
other.advance(3)
near(other["w1"], 6)
near(other["w2"], 3)
assert other.mode == (1, "not closed") and before in (other.mode, (0, "")), (other.mode, before)
again = clutch.run(tolerance=1e-10)
again.restore(run.save())
again.advance(2.5)
near(again["w1"], 4.5)
assert clutch.linearize(at=1.5).A.shape == (1, 1) and clutch.linearize(at=0.5).A.shape == (2, 2)
traced = clutch.run(impulses="tau|energy")
traced.record()
result = traced.finish()
near(result["impulse(tau)"][-1], 4)
near(result["jump(energy)"][-1], -12)
assert set(result["mode"]) == {1, 2}
print("modes in order")
