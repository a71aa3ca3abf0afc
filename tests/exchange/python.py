# RUN: sh %d/make decay.fmu; PYTHONPATH=%r/python PYTHONDONTWRITEBYTECODE=1 CAUSEWAY_LIBRARY=%b/libcauseway.so /usr/bin/python3 %s
# CHECK: FMUs in order
# REQUIRES: release
"""An FMU in Python: loaded, run, swept; one that crashes is an exception."""
import math

import causeway as cw

m = cw.load("decay.fmu")
assert {"x", "u", "y", "k", "jumps"} <= set(m.variables), m.variables
r = m.simulate(stop=1, parameters={"k": 1, "limit": -1})
assert abs(r["x"][-1] - math.exp(-1)) < 1e-5, r["x"][-1]
study = cw.sweep(m, {"k": [0.5, 1.0, 2.0]}, record=["x"], stop=0.5)
for row, k in zip(study, (0.5, 1.0, 2.0)):
    assert abs(row["x"][-1] - math.exp(-0.5*k)) < 1e-5, (k, row["x"][-1])
print("FMUs in order")
