# REQUIRES: release
# RUN: python3 %s %b %d
# CHECK: all as it should be
"""FMI 3.0: event mode, early return, intermediate update, Jacobians in both directions, states saved, inputs of all types."""
import ctypes as c
import sys

sys.path.insert(0, sys.argv[2])
from fmu3 import B, D, S, Fmu  # noqa: E402

first = (2 / 9.81) ** 0.5

# event mode: the step ends at the bounce, before it; velocities on both sides are seen
ball = Fmu("BouncingBall")
ball.cosimulation(events=True, early=True)
ball.discrete()
ball.call("EnterStepMode")
event, early, t = ball.step(0, 1)
assert event and early and abs(t - first) < 1e-6, (event, early, t)
before = ball.get("v")
ball.call("EnterEventMode")
ball.discrete()
ball.call("EnterStepMode")
assert abs(ball.get("v") + 0.7 * before) < 1e-9

# early return without event mode: behind the bounce
ball.cosimulation(early=True)
event, early, t = ball.step(0, 1)
assert early and abs(t - first) < 1e-6 and ball.get("v") > 0
t = ball.step(t, 0.1)[2]

# no early return: through the bounce
ball.cosimulation()
event, early, t = ball.step(0, 1)
assert not event and not early and t == 1

# intermediate update: values can be read at the end of every step inside, and an early return asked for
seen = []


def update(environment, time, ask, allowed, finished, may, wanted, when):
    seen.append((time, ball.get("h")))
    wanted[0] = may and time > 0.05


ball.cosimulation(early=True, update=update)
event, early, t = ball.step(0, 0.4)
assert early and 0.05 < t < 0.4 and t == seen[-1][0], (early, t, seen)
assert all(abs(h - (1 - 9.81 / 2 * s * s)) < 1e-6 for s, h in seen), seen

# states: back to a saved one, and on, bit for bit
ball.cosimulation()
ball.step(0, 0.3)
state = c.c_void_p()
ball.call("GetFMUState", c.byref(state))
ball.step(0.3, 1)
once = ball.get("h"), ball.get("v")
ball.call("SetFMUState", state)
ball.step(0.3, 1)
assert once == (ball.get("h"), ball.get("v"))
ball.call("FreeFMUState", c.byref(state))

# Jacobian by columns and by rows
oscillator = Fmu("VanDerPol").exchange()
oscillator.discrete()
oscillator.call("EnterContinuousTimeMode")
states, slopes = oscillator.refs("x0", "x1"), oscillator.refs("der(x0)", "der(x1)")
one, out = (D * 1)(1), (D * 2)()
columns = []
for i in range(2):
    oscillator.call("GetDirectionalDerivative", slopes, S(2), (c.c_uint * 1)(states[i]), S(1), one, S(1), out, S(2))
    columns.append(list(out))
assert columns == [[0, -1], [1, -3]], columns
rows = []
for i in range(2):
    oscillator.call("GetAdjointDerivative", (c.c_uint * 1)(slopes[i]), S(1), states, S(2), one, S(1), out, S(2))
    rows.append(list(out))
assert rows == [[0, 1], [-1, -3]], rows

# time events are announced
stair = Fmu("Stair").exchange()
assert stair.discrete() == 1
stair.call("EnterContinuousTimeMode")
stair.call("SetTime", D(1))
stair.call("EnterEventMode")
assert stair.discrete() == 2 and stair.get("counter", "Int32", c.c_int) == 2

# before initialisation nothing is computed
early = c.c_void_p(stair.dll.fmi3InstantiateModelExchange(b"other", stair.token, None, B(0), B(0), None, stair.log))
assert stair.dll.fmi3GetContinuousStateDerivatives(early, None, S(0)) == 3 and stair.dll.fmi3GetEventIndicators(early, None, S(0)) == 3
stair.dll.fmi3FreeInstance(early)

# inputs of all types, outputs that follow them
through = Fmu("Feedthrough").cosimulation()
through.set("u", 1.5)
through.set("i", 4, "Int32", c.c_int)
through.set("b", True, "Boolean", c.c_bool)
through.step(0, 0.1)
assert through.get("y") == 3 and through.get("j", "Int32", c.c_int) == 5 and through.get("c", "Boolean", c.c_bool) is False

# arrays: one value reference each, values by rows; what is not alike stays apart
grid = Fmu("Grid")
kinds = {v.get("name"): (v.tag, [int(d.get("start")) for d in v.findall("Dimension")]) for v in grid.root.find("ModelVariables")}
assert kinds["x"] == kinds["der(x)"] == kinds["k"] == ("Float64", [2, 3]) and kinds["s"] == ("Float64", [3]), kinds
assert kinds["words"] == ("String", [2]) and kinds["modes"] == ("Enumeration", [2]) and kinds["count"] == ("Int32", [2])
assert kinds["uneven[1]"] == kinds["uneven[2]"] == ("Float64", []) and "uneven" not in kinds
grid.exchange()
grid.discrete()
grid.call("SetFloat64", grid.refs("w", "k"), S(2), (D * 9)(1, 2, 3, 1, 1, 1, 2, 2, 2), S(9))
number = S()
grid.call("GetNumberOfContinuousStates", c.byref(number))
values = (D * 7)()
grid.call("GetContinuousStates", values, number)
assert number.value == 7 and sorted(values) == [0] + [0.5] * 6
out = (D * 9)()
grid.call("GetFloat64", grid.refs("der(x)", "s"), S(2), out, S(9))
assert list(out) == [0.5, 1.5, 2.5, 0, 1, 2, 2, 3, 4], list(out)
assert grid.dll.fmi3GetFloat64(grid.handle, grid.refs("x"), S(1), out, S(5)) == 3, "a wrong number of values is refused"
words = (c.c_char_p * 2)()
grid.call("GetString", grid.refs("words"), S(1), words, S(2))
assert list(words) == [b"one", b"two"]
modes = (c.c_int64 * 2)()
grid.call("GetInt64", grid.refs("modes"), S(1), modes, S(2))
assert list(modes) == [2, 3]

# dependencies of elements: each derivative on its own state and its column of w; before initialisation on parameters too
assert grid.root.find("ModelExchange").get("providesPerElementDependencies") == "true"
grid.call("GetNumberOfVariableDependencies", grid.refs("der(x)")[0], c.byref(number))
n = number.value
elements, others, of, kinds = (S * n)(), (c.c_uint * n)(), (S * n)(), (c.c_int * n)()
grid.call("GetVariableDependencies", grid.refs("der(x)")[0], elements, others, of, kinds, S(n))
x, w = grid.refs("x")[0], grid.refs("w")[0]
found = sorted(zip(elements, others, of))
assert found == sorted([(i + 1, x, i + 1) for i in range(6)] + [(i + 1, w, i % 3 + 1) for i in range(6)]), found
assert grid.dll.fmi3GetVariableDependencies(grid.handle, grid.refs("der(x)")[0], elements, others, of, kinds, S(n + 1)) == 3
grid.call("EnterContinuousTimeMode")
seed, slope = (D * 6)(1, 0, 0, 0, 0, 1), (D * 6)()
grid.call("GetDirectionalDerivative", grid.refs("der(x)"), S(1), grid.refs("x"), S(1), seed, S(6), slope, S(6))
assert list(slope) == [-1, 0, 0, 0, 0, -2], list(slope)
back = (D * 3)()
grid.call("GetAdjointDerivative", grid.refs("der(x)"), S(1), grid.refs("w"), S(1), (D * 6)(1, 0, 0, 0, 0, 1), S(6), back, S(3))
assert list(back) == [1, 0, 1], list(back)
print("all as it should be")
