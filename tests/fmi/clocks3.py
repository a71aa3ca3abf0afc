# REQUIRES: release
# RUN: python3 %s %b %d
# CHECK: ticked
"""Clocks of FMI 3.0: scheduled execution, clocks that are inputs and outputs of the other kinds, edges of Boolean inputs."""
import ctypes as c
import sys

sys.path.insert(0, sys.argv[2])
from fmu3 import B, D, S, Fmu  # noqa: E402

INT = "Int32", c.c_int
tasks = Fmu("Tasks", "Clocked", "se")
clocks = {v.get("name"): v for v in tasks.root.find("ModelVariables") if v.tag == "Clock"}
assert {n: v.get("intervalVariability") for n, v in clocks.items()} == \
    {"fast": "constant", "slow": "constant", "button": "triggered", "alarm": "countdown", "even": "triggered"}
fast, slow = clocks["fast"], clocks["slow"]
assert (fast.get("intervalDecimal"), fast.get("resolution"), fast.get("intervalCounter"), fast.get("priority")) == ("0.1", "10", "1", "0")
assert (slow.get("intervalDecimal"), slow.get("priority"), slow.get("causality")) == ("0.5", "1", "input")
assert clocks["even"].get("causality") == "output"
belongs = {v.get("name"): v.get("clocks") for v in tasks.root.find("ModelVariables")}
assert belongs["n"] == belongs["seen"] == fast.get("valueReference") and belongs["count"] is None

calls, open_locks = [], []


def active(name):
    out = (c.c_bool * 1)()
    tasks.call("GetClock", tasks.refs(name), S(1), out)
    return out[0]


def interval(name):
    x, q = (D * 1)(), (c.c_int * 1)()
    tasks.call("GetIntervalDecimal", tasks.refs(name), S(1), x, q)
    return x[0], q[0]


def update(environment):
    assert not open_locks, "the importer may call back"
    calls.append((interval("alarm"), active("even")))


def lock():
    open_locks.append(1)


tasks.scheduled(update, lock, open_locks.pop)
a, b, q = (c.c_uint64 * 1)(), (c.c_uint64 * 1)(), (c.c_int * 1)()
tasks.call("GetIntervalFraction", tasks.refs("slow"), S(1), a, b, q)
assert a[0] / b[0] == 0.5
activate = lambda name, t: tasks.call("ActivateModelPartition", c.c_uint(tasks.vr[name]), D(t))
assert interval("alarm")[1] == 0, "not yet known"
for i in range(4):
    activate("fast", 0.1 * i)
    assert tasks.get("n", *INT) == i + 1 and abs(tasks.get("seen") - 0.1 * i) < 1e-7, (i, tasks.get("seen"))
# zero is even: that clock ticks at the start already
assert calls == [((0, 0), True), ((0, 0), True), ((0, 2), False), ((0, 1), True)], calls
assert tasks.get("alarms", *INT) == 0
activate("alarm", 0.3)
assert tasks.get("alarms", *INT) == 1 and tasks.get("evens", *INT) == 3, tasks.get("evens", *INT)
tasks.set("level", 7, *INT)
activate("button", 0.31)
tasks.set("level", 9, *INT)
activate("button", 0.35)
assert (tasks.get("presses", *INT), tasks.get("sum", *INT)) == (2, 16)
state = c.c_void_p()
tasks.call("GetFMUState", c.byref(state))
activate("fast", 0.4)
tasks.call("SetFMUState", state)
activate("fast", 0.4)
assert tasks.get("n", *INT) == 5
assert tasks.dll.fmi3ActivateModelPartition(tasks.handle, c.c_uint(tasks.vr["even"]), D(0.5)) == 3, "an output"
assert not open_locks

# the same model as an FMU whose clocks tick by themselves; only the button is pressed from outside
tasks = Fmu("Tasks", "Clocked").cosimulation(events=True)
tasks.discrete()
tasks.call("EnterStepMode")
t = 0
while t < 0.95:
    event, early, t = tasks.step(t, 0.1)
    tasks.call("EnterEventMode")
    if 0.25 < t < 0.35:
        tasks.set("level", 7, *INT)
        tasks.call("SetClock", tasks.refs("button"), S(1), (c.c_bool * 1)(True))
    tasks.discrete()
    assert active("button") == (0.25 < t < 0.35)
    tasks.call("EnterStepMode")
assert [tasks.get(n, *INT) for n in ("presses", "sum", "alarms")] == [1, 7, 1]
assert tasks.get("n", *INT) in (10, 11) and tasks.get("evens", *INT) == 6

# what is sampled is the left limit at the tick, not what was read at the last communication point
samples = Fmu("Samples", "Clocked").cosimulation()
for i in range(7):
    samples.step(0.1 * i, 0.1)
assert abs(samples.get("last") - 1.0) < 1e-6, samples.get("last")

edges = Fmu("Edges", "Clocked").cosimulation()
for i, value in enumerate((False, True, True, False, True)):
    edges.set("b", value, "Boolean", c.c_bool)
    edges.step(0.1 * i, 0.1)
assert (edges.get("rises", *INT), edges.get("changes", *INT)) == (2, 3), (edges.get("rises", *INT), edges.get("changes", *INT))

# without clocks there is nothing to schedule
import subprocess  # noqa: E402
from fmu3 import here, tool, work  # noqa: E402
no = subprocess.run([tool, "fmu", here + "/Clocked.mo", "Clocked.Edges", "--fmi", "3", "--kind", "se", "-o", work + "/no.fmu"],
                    stderr=subprocess.PIPE, universal_newlines=True)
assert no.returncode == 3 and "it has no clocks" in no.stderr, no
print("ticked")
