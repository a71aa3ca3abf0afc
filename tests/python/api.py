# RUN: PYTHONPATH=%r/python PYTHONDONTWRITEBYTECODE=1 CAUSEWAY_LIBRARY=%b/libcauseway.so /usr/bin/python3 %s %b
# CHECK: python in order
# REQUIRES: release
# TIMEOUT: 180
"""The Python package: models, runs, results, errors, sweeps; structures as the header has them."""
import ctypes
import math
import os
import pickle
import subprocess
import sys
import tempfile
import warnings

import numpy as np

import causeway as cw
from causeway import _library as c

TEXT = """model Tank "A tank with an outlet"
  parameter Real A(unit = "m2") = 2 "area", k = 0.5;
  parameter Integer n = 2 "number of pipes";
  parameter Real size[n] = fill(1.0, n);
  Real h(start = 4, fixed = true, unit = "m") "level";
  Real q(unit = "m3/s") = k*sqrt(max(h, 0))*sum(size);
  Boolean low = h < 1;
equation
  A*der(h) = -q;
  annotation (experiment(StopTime = 4));
end Tank;
"""


def near(a, b, tolerance=1e-6):
    assert abs(a - b) <= tolerance * (1 + abs(b)), (a, b)


def structures():
    """Sizes and places of members are those of the C compiler."""
    lines = []
    for name, kind in c.STRUCTURES.items():
        lines.append('printf("%%zu\\n", sizeof(%s));' % name)
        lines += ['printf("%%zu\\n", offsetof(%s, %s));' % (name, field[0]) for field in kind._fields_]
    text = '#include <causeway/study.h>\n#include <causeway/script.h>\n#include <causeway/edit.h>\n#include <stdio.h>\nint main(void) {%s return 0;}' % "\n".join(lines)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "s.c"), "w") as f:
            f.write(text)
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        subprocess.run(["cc", "-I", os.path.join(root, "include"), "-o", folder + "/s", folder + "/s.c"], check=True)
        found = [int(x) for x in subprocess.run([folder + "/s"], stdout=subprocess.PIPE, check=True).stdout.split()]
    wanted = []
    for kind in c.STRUCTURES.values():
        wanted.append(ctypes.sizeof(kind))
        wanted += [getattr(kind, field[0]).offset for field in kind._fields_]
    assert found == wanted, [(a, b) for a, b in zip(found, wanted) if a != b][:5]


structures()
tank = cw.loads(TEXT)
assert tank.states == ["h"] and tank.name == "Tank"
assert tank.experiment["stop"] == 4
assert tank.variables["q"].unit == "m3/s" and tank.parameters["A"].description == "area"

# sqrt(h) falls linearly: h = (2 - k*n/(2 A) t)^2
r = tank.simulate()
near(r["h"][-1], (2 - 0.5 * 2 / 4 * 4) ** 2, 1e-4)
near(r(2.0, "h"), (2 - 0.25 * 2) ** 2, 1e-4)
assert r.time[0] == 0 and r.time[-1] == 4 and r.units["h"] == "m" and r.description("h") == "level"
assert isinstance(r["h"], np.ndarray) and r["h"].base is not None and not r["h"].flags.writeable
near(tank.simulate(stop=1, parameters={"k": 1.0}, record=["h", "q*"])["h"][-1], (2 - 0.5) ** 2, 1e-4)

# a structural parameter: translated again, and said
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    near(tank.simulate(parameters={"n": 4})["h"][-1], 0.0, 1e-2)
assert any("translated again" in str(w.message) for w in said)

# errors
for wrong, kind, text in ((lambda: r["hh"], KeyError, "did you mean 'h'?"),
                          (lambda: tank.simulate(parameters={"kk": 1}), cw.NameNotFound, "did you mean 'k'?"),
                          (lambda: cw.loads("model M Real x; equation x = y; end M;").check(), cw.ModelError, "y is not declared"),
                          (lambda: cw.load("No.Such.Model"), cw.ModelError, "No"),
                          (lambda: cw.read("none.mat"), cw.FileError, "none.mat"),
                          (lambda: tank.simulate(solver="eulr"), cw.CausewayError, "euler")):
    try:
        wrong()
    except kind as error:
        assert text in str(error), (text, str(error))
    else:
        raise AssertionError(text)
try:
    cw.loads("model M Real x(start = 1, fixed = true); equation der(x) = 1; assert(x < 2, \"too large\"); end M;").simulate(stop=5)
except cw.SimulationError as error:
    assert "too large" in str(error) and error.result is not None and error.result.time[-1] < 1.1
else:
    raise AssertionError("the assert")

# stepping
run = tank.run()
run.initialize()
run.advance(1.0)
near(run.get("h"), 1.75 ** 2, 1e-4)
assert run["low"] is False
run.advance(2.0)
near(run.state[0], 1.5 ** 2, 1e-4)

# inputs, saving, linear models: x' = -a x + u
linear = cw.loads("""model Lag
  parameter Real a = 2;
  input Real u(start = 0);
  Real x(start = 0, fixed = true);
  output Real y = 3*x + u;
equation
  der(x) = -a*x + u;
end Lag;
""")
assert linear.inputs == ["u"] and linear.outputs == ["y"]
step = linear.simulate(stop=2, inputs={"u": ([0, 1, 1, 2], [0, 0, 1, 1])}, tolerance=1e-8)
near(step["x"][-1], (1 - math.exp(-2)) / 2, 1e-5)
lin = linear.linearize(parameters={"a": 4})
assert lin.states == ["x"] and lin.inputs == ["u"] and lin.outputs == ["y"]
for matrix, wanted in ((lin.A, -4), (lin.B, 1), (lin.C, 3), (lin.D, 1)):
    near(matrix[0, 0], wanted, 1e-9)
near(lin.eigenvalues[0], -4)
near(abs(lin.response([0.0])[0, 0, 0]), 1.75)
one = linear.run({"u": 1.0}, exact_save=True)
one.initialize()
one.advance(0.5)
saved, other = one.save(), one.clone()
one.advance(1.0)
other.advance(1.0)
again = linear.run({"u": 1.0}, exact_save=True).restore(saved)
again.advance(1.0)
assert one["x"] == other["x"] == again["x"] and one.time == 1.0
near(one["x"], (1 - math.exp(-2)) / 2, 1e-4)

# what a notebook shows
drawn = cw.loads("""model Drawn
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  annotation (Diagram(graphics = {Rectangle(extent = {{-80, -40}, {80, 40}}, fillPattern = FillPattern.Solid)}));
end Drawn;
""")
assert "<svg" in drawn.diagram()._repr_svg_() and "<svg" in drawn._repr_html_() and tank._repr_svg_() is None
assert "eigenvalue" in drawn.linearize()._repr_html_() and "<svg" in r._repr_html_()

# studies of the library: numbers of each run, the same as those of the trajectories; structural parameters, failures
table = cw.sweep(tank, {"k": [0.1, 0.2, 0.3], "n": [1, 2]}, reduce="final,max", record=["h"], jobs=2)
apart = cw.sweep(tank, {"k": [0.1, 0.2, 0.3], "n": [1, 2]}, jobs=2)
assert table.columns == ["h final", "h max"] and not table.failed and table.points[3] == {"k": 0.2, "n": 2}
assert [float(r["h"][-1]) for r in apart] == list(table["h final"]) and set(table["h max"]) == {4.0}
with tempfile.TemporaryDirectory() as folder:
    kept, seen = os.path.join(folder, "journal"), []
    first = cw.study(tank, random="k=uniform(0.1, 0.2)", runs=20, seed=3, record="h", jobs=1, journal=kept,
                     progress=lambda done, runs: seen.append(done) or done < 5)
    assert seen[-1] == 5 and len(first.failed) == 15 and first.errors[19] == "it was not run" and os.path.exists(kept)
    rest = cw.study(tank, random="k=uniform(0.1, 0.2)", runs=20, seed=3, record="h", jobs=2, journal=kept,
                    output=os.path.join(folder, "t.csv"), progress=lambda done, runs: seen.append(done))
    assert not rest.failed and sorted(seen[5:]) == list(range(6, 21)) and not os.path.exists(kept)
    assert rest["h final"][2] == first["h final"][2] and len(open(os.path.join(folder, "t.csv")).readlines()) == 21
try:
    cw.study(tank, {"kk": [1]}, record="h")
    raise AssertionError("a factor that does not exist")
except cw.FileError as error:
    assert "TOOL0012" in str(error) and "kk" in str(error), error
assert cw.loads("model C constant Real c = 1; Real x(start = 1, fixed = true); equation der(x) = -x; end C;").simulate(
    stop=1).summary("x")["max"] == 1.0
# sweeps: the same on one thread and on two; a run that fails is a row
study = cw.sweep(tank, {"k": [0.1, 0.2, 0.3], "A": [1, 2]}, jobs=2)
again = cw.sweep(tank, {"k": [0.1, 0.2, 0.3], "A": [1, 2]}, jobs=1)
assert len(study) == 6 and not study.failed and list(study.final("h")) == list(again.final("h"))
pairs = cw.sweep(tank, {"k": [0.1, 0.2], "A": [1, 2]}, mode="zip", reduce=lambda x: float(x["h"][-1]))
near(pairs[1], (2 - 0.2 * 2 / (2 * 2) * 4) ** 2, 1e-4)
broken = cw.loads("model M parameter Real k = 1; Real x = 1/k + time; equation assert(k < 3, \"k\"); end M;")
rows = cw.sweep(broken, {"k": [1, 4]})
assert rows.failed == [1] and rows[0] is not None

# files and pickles
with tempfile.TemporaryDirectory() as folder:
    for ending in (".mat", ".csv"):
        path = os.path.join(folder, "r" + ending)
        r.write(path)
        near(cw.read(path)["h"][-1], r["h"][-1], 1e-9)
    fmu = tank.export_fmu(os.path.join(folder, "tank.fmu"), version=3)
    assert os.path.getsize(fmu) > 10000
copy = pickle.loads(pickle.dumps(r))
assert np.array_equal(copy["h"], r["h"]) and copy.units["h"] == "m" and copy(2.0, "h") == r(2.0, "h")
near(pickle.loads(pickle.dumps(tank)).simulate()["h"][-1], r["h"][-1], 1e-12)
assert r._repr_svg_().startswith("<svg") and "Tank" in r._repr_html_()
assert cw.solvers()["cvode"] and math.isnan(tank.variables["q"].nominal)
# Ctrl-C: what was computed until then is the result
import signal
import threading
import time
# a model whose structure changes
clutch = cw.loads("""model Clutch
  parameter Real J2 = 2;
  Real w1(start = 3, fixed = true), w2(start = 0, fixed = true), tau;
  Boolean closed = time >= 1;
equation
  der(w1) = 3 - tau;
  J2*der(w2) = tau;
  if closed then w1 = w2; else tau = 0; end if;
end Clutch;""")
result = clutch.simulate(stop=2, parameters={"J2": 5})
near(result["w2"][-1], 1.5)
assert result["mode"][0] == 1 and result["mode"][-1] == 2
run = clutch.run(stop=3)
run.advance(1.5)
assert run.mode == (2, "closed"), run.mode
near(run["w1"], 2.5)
copy = run.clone()
copy.advance(2)
near(copy["w1"], 3)

slow = cw.loads("model Slow Real x(start = 1, fixed = true), y(start = 0, fixed = true); equation der(x) = 1000*y; der(y) = -1000*x; end Slow;")
slow.translate()
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for what runs in the background
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
began = time.monotonic()
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    cut = slow.simulate(stop=1e5, interval=0.1, progress=False)
assert cut.interrupted and 0 < cut.time[-1] < 1e5 and time.monotonic() - began < 30 and "interrupted" in cut._repr_html_()

# scripts
s = cw.Script(cw.Session())
assert s.run("x := 1:3") == "Integer[3]: {1, 2, 3}\n" and s.run("2*x;") == "Integer[3]: {2, 4, 6}\n"
s.run(TEXT)
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    s.run("simulate(Tank)")
    near(float(s.run("val(h, 4.0)").split()[1]), 1.0, 1e-4)
    os.chdir("/")
assert "simulate" in s.complete("simu") and "Tank" in s.complete("Ta")
try:
    s.run("nothing + 1")
    assert False
except cw.ScriptError as error:
    assert "nothing is not declared" in str(error)

# what notebooks show; a bar of one's own
study = cw.sweep(tank, {"k": [0.1, 0.2, 5.0]}, jobs=1, progress=lambda done, all: told.append((done, all))) if (told := []) == [] else None
assert told == [(1, 3), (2, 3), (3, 3)] and "<table>" in study._repr_html_() and study._repr_html_().count("<tr>") == 4
assert "<svg" in r._repr_svg_() and "<b>Tank</b>" in tank._repr_html_() and "<svg" in r._repr_html_()

print("python in order")
