# REQUIRES: release
# RUN: python3 %s %b %d
# CHECK: all as it should be
"""An FMU of FMI 2.0 gives what the program itself gives, for co-simulation and model exchange, with and without sources."""
import csv
import os
import subprocess
import sys
import tempfile

build, here = sys.argv[1:3]
sys.path.insert(0, here)
from importer import Fmu  # noqa: E402

tool = os.path.join(build, "causeway")
work = tempfile.mkdtemp()
plant = os.path.join(here, "Plant.mo")


def export(model, *options):
    path = os.path.join(work, model + ".fmu")
    subprocess.run([tool, "fmu", plant, "Plant." + model, "-o", path, "--quiet", *options], check=True)
    return path


def native(model, stop, *options):
    path = os.path.join(work, model + ".csv")
    subprocess.run([tool, "simulate", plant, "Plant." + model, "--stop", str(stop), "--tolerance", "1e-9", "-o", path,
                    "--quiet", *options], check=True)
    with open(path, newline="") as f:
        rows = list(csv.reader(f))
    return dict(zip(rows[0], (float(x) for x in rows[-1])))


def near(a, b, tolerance=1e-5):
    assert abs(a - b) <= tolerance * (1 + abs(b)), (a, b)


# co-simulation, a parameter changed, an input held
motor = Fmu(export("Motor", "--sources"))
wanted = native("Motor", 2, "-p", "J2=3")
one = motor.make(1).start(values={"J2": 3.0})
one.run(0, 2, 20)
for name in ("phi1", "w1", "phi2", "w2", "twist", "w", "k"):
    near(one.get(name), wanted[name])

# saved half way, restored into another instance: the same bits
half = motor.make(1).start(values={"J2": 3.0})
half.run(0, 1, 10)
saved = half.save()
other = motor.make(1).start()
other.restore(saved)
half.run(1, 2, 10)
other.run(1, 2, 10)
assert half.get("w1", "w2", "twist") == other.get("w1", "w2", "twist") == one.get("w1", "w2", "twist")

# directional derivatives against differences
import ctypes as c  # noqa: E402

me = motor.make(0).start()
me.events()
x = [0.3, 1.0, 0.1, -0.5]
me.put(0.0, x)
order = motor.states
for column in range(4):
    out = (c.c_double * 4)()
    rows = ["der(%s)" % s for s in order]
    me.call("GetDirectionalDerivative", me.references(rows), c.c_size_t(4), me.references([order[column]]), c.c_size_t(1),
            (c.c_double * 1)(1.0), out)
    sides = []
    for sign in (1, -1):
        moved = list(x)
        moved[column] += sign * 1e-6
        me.put(0.0, moved)
        sides.append(me.vector("GetDerivatives", 4))
    me.put(0.0, x)
    for row in range(4):
        near(out[row], (sides[0][row] - sides[1][row]) / 2e-6, 1e-6)

# ... of derivatives and outputs with respect to inputs: as exact
out = (c.c_double * 3)()
me.call("GetDirectionalDerivative", me.references(["der(w1)", "der(w2)", "w"]), c.c_size_t(3), me.references(["tau"]),
        c.c_size_t(1), (c.c_double * 1)(3.0), out)
assert list(out) == [3.0 / 0.5, 0.0, 0.0], list(out)
me.call("GetDirectionalDerivative", me.references(["w", "t"]), c.c_size_t(2), me.references(["w2"]), c.c_size_t(1),
        (c.c_double * 1)(1.0), out)
assert out[0] == 1 and abs(out[1] + 0.8) < 1e-12, list(out)

# what rests on what, with the kind of it
structure = motor.root.find("ModelStructure")
names = [v.get("name") for v in motor.variables]


def rests(element, name):
    for u in structure.find(element):
        if names[int(u.get("index")) - 1] == name:
            on = [names[int(i) - 1] for i in u.get("dependencies").split()]
            return dict(zip(on, u.get("dependenciesKind").split()))


assert rests("Outputs", "w") == {"w2": "constant"}
assert rests("Derivatives", "der(phi1)") == {"w1": "constant"}
assert rests("Derivatives", "der(w1)") == {"tau": "tunable", "phi1": "dependent", "w1": "tunable", "phi2": "dependent",
                                           "w2": "tunable"}
assert set(rests("InitialUnknowns", "k")) == {"J1", "J2"}

# events: state events, samples, delay, terminate and asserts; both kinds
hybrid = Fmu(export("Hybrid"))
wanted = native("Hybrid", 1.9)
ball = hybrid.make(1).start()
ball.run(0, 1.9, 19)
for name in ("h", "v", "count", "late", "y"):
    near(ball.get(name), wanted[name], 1e-4)
exchange = hybrid.make(0).start()
events = exchange.integrate(1.9, 1e-4)
assert events >= 20, events
for name in ("count",):
    near(exchange.get(name), wanted[name])
near(exchange.get("h"), wanted["h"], 2e-2)

# what must not be
assert hybrid.dll.fmi2DoStep(exchange.handle, c.c_double(0), c.c_double(1), 1) == 3
assert hybrid.dll.fmi2SetReal(exchange.handle, (c.c_uint * 1)(9999999), c.c_size_t(1), (c.c_double * 1)(1)) == 3
assert any("not allowed" in text for _, text in hybrid.log)
assert not hybrid.dll.fmi2Instantiate(b"it", 1, b"{wrong}", b"", c.byref(hybrid.callbacks), 0, 0)

# many instances leave nothing behind
def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1])


for i in range(200):
    motor.make(1).start().free()
before = resident()
for i in range(2000):
    motor.make(1).start().free()
assert resident() - before < 64, resident() - before

# a model without variables is an FMU too
empty = os.path.join(work, "Empty.mo")
with open(empty, "w") as f:
    f.write("model Empty end Empty;\n")
subprocess.run([tool, "fmu", empty, "-o", os.path.join(work, "Empty.fmu"), "--quiet"], check=True)
nothing = Fmu(os.path.join(work, "Empty.fmu"))
clock = nothing.make(1).start()
clock.run(0, 1, 2)
assert clock.get("time") == 1

# the sources by themselves
source = os.path.join(motor.folder.name, "sources", motor.identifier + ".c")
for compiler in ("gcc", "clang"):
    if subprocess.run(["which", compiler], stdout=subprocess.DEVNULL).returncode:
        continue
    library = os.path.join(work, compiler + ".so")
    subprocess.run([compiler, "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-shared", "-fPIC", source,
                    "-o", library, "-lm"], check=True)
    built = Fmu(os.path.join(work, "Motor.fmu"), library).make(1).start(values={"J2": 3.0})
    built.run(0, 2, 20)
    near(built.get("w2"), one.get("w2"), 1e-9)
print("all as it should be")
