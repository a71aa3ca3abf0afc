# RUN: PYTHONPATH=%r/python PYTHONDONTWRITEBYTECODE=1 CAUSEWAY_LIBRARY=%b/libcauseway.so /usr/bin/python3 %s %d
# CHECK: recompiled in order
# REQUIRES: release
# RUN: causeway sweep %d/recompiled.mo Recompiled.Late -p late=list:0.25,0.5,1.5 --record x -o %t.csv
# CHECK: 3 runs, 0 resumed, 0 failed
# FILE-CHECK: %t.csv 0,0.25,1.75,
# RUN: causeway fmu %d/recompiled.mo Recompiled.Grows -o no.fmu
# EXIT: 3
# CHECK: recompilation
"""Runs of the library go on as another model where the model asks for it: one handle, one result."""
import math
import os
import sys

import causeway as cw

session = cw.Session()
session.load_file(os.path.join(sys.argv[1], "recompiled.mo"))
session.load_file(os.path.join(sys.argv[1], "structural_words.mo"))


def near(a, b, tolerance=1e-7):
    assert abs(a - b) <= tolerance * (1 + abs(b)), (a, b)


grows = cw.load("Recompiled.Grows", session=session)
result = grows.simulate(tolerance=1e-11)
near(result["x[5]"][-1], 5 * math.e)
near(result["x[15]"][-1], 15 * math.exp(0.5))
assert result["x[15]"][0] == 0 and result.terminated is None

run = grows.run(tolerance=1e-11)
run.advance(0.25)
near(run["x[5]"], 5 * math.exp(0.25))
run.advance(0.75)
near(run.time, 0.75)
near(run["x[5]"], 5 * math.exp(0.75))
near(run["x[15]"], 15 * math.exp(0.25))
run["x[5]"] = 1
run.advance(1)
near(run["x[5]"], math.exp(0.25))
again = grows.run(tolerance=1e-11)
again.restore(run.save())
near(again.time, 1)
near(again["x[5]"], math.exp(0.25))
near(again["x[15]"], run["x[15]"])
run.reset()
run.advance(0.25)
near(run["x[5]"], 5 * math.exp(0.25))

words = cw.load("Words.Blinks", session=session).simulate(tolerance=1e-10)
near(words["up.x"][-1], 0.5, 1e-6)
result = cw.load("Recompiled.Late", session=session).simulate()
near(result["x"][-1], 1.5)
print("recompiled in order")
