# REQUIRES: release
# RUN: python3 %s %b %d
# CHECK: all as it should be
"""Co-simulation: derivatives of inputs are followed within steps (2.0), those of outputs are told (2.0 and 3.0)."""
import ctypes as c
import os
import subprocess
import sys

sys.path.insert(0, sys.argv[2])
import fmu3  # noqa: E402
import importer  # noqa: E402


def near(a, b, tolerance=1e-6):
    assert abs(a - b) <= tolerance, (a, b)


path = os.path.join(fmu3.work, "Ramp2.fmu")
subprocess.run([fmu3.tool, "fmu", os.path.join(fmu3.here, "Rates.mo"), "Rates.Ramp", "-o", path, "--quiet"], check=True)
fmu = importer.Fmu(path)
kind = fmu.root.find("CoSimulation")
assert kind.get("canInterpolateInputs") == "true" and kind.get("maxOutputDerivativeOrder") == "1"
Real, Integer = c.c_double, c.c_int


def told(one, order, value):
    one.call("SetRealInputDerivatives", one.references(["u"]), c.c_size_t(1), (Integer * 1)(order), (Real * 1)(value))


# u = t^2 with steps of 1/2: x = t^3/3, and the events lie where u is a whole number
one, last = fmu.make(1).start(), 0
for k in range(6):
    t = k / 2
    one.set("u", t * t)
    told(one, 1, 2 * t)
    told(one, 2, 2)
    saved = one.save()
    one.run(t, t + 0.5, 1)
    if k == 3:  # derivatives that were told belong to a saved state
        x = one.get("x")
        one.restore(saved)
        one.run(t, t + 0.5, 1)
        assert one.get("x") == x
near(one.get("x"), 9, 1e-5)
passed = (Integer * 1)()
one.call("GetInteger", one.references(["passed"]), c.c_size_t(1), passed)
assert passed[0] == 8, passed[0]
near(one.get("u"), 9)
one.run(3, 3.5, 1)  # told for one step only
near(one.get("u"), 9)
near(one.get("x"), 13.5, 1e-5)

rates = (Real * 4)()
names = ["x", "y", "z[1]", "z[2]"]
one.call("GetRealOutputDerivatives", one.references(names), c.c_size_t(4), (Integer * 4)(1, 1, 1, 1), rates)
for rate, wanted in zip(rates, [9, 2 * one.get("x") * 9 + 1, 27, -9]):
    near(rate, wanted, 1e-4)
refused = fmu.dll.fmi2GetRealOutputDerivatives(one.handle, one.references(["x"]), c.c_size_t(1), (Integer * 1)(2), rates)
assert refused == 3, refused
refused = fmu.dll.fmi2SetRealInputDerivatives(one.handle, one.references(["x"]), c.c_size_t(1), (Integer * 1)(1), rates)
assert refused == 3, refused

three = fmu3.Fmu("Ramp", "Rates")
assert three.root.find("CoSimulation").get("maxOutputDerivativeOrder") == "1"
three.cosimulation()
three.call("SetFloat64", three.refs("u"), fmu3.S(1), (Real * 1)(2), fmu3.S(1))
three.step(0, 1)
three.call("GetOutputDerivatives", three.refs("y", "z"), fmu3.S(2), (Integer * 2)(1, 1), rates, fmu3.S(3))
for rate, wanted in zip(rates, [2 * 2 * 2 + 1, 6, -2]):
    near(rate, wanted, 1e-4)
print("all as it should be")
