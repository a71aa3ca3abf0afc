# REQUIRES: release
# RUN: PYTHONPATH=%r/python PYTHONDONTWRITEBYTECODE=1 CAUSEWAY_LIBRARY=%b/libcauseway.so /usr/bin/python3 %s
# CHECK: data in order
"""Values from files, starts from results, points of rest: what the commands do, through the library."""
import math
import sys

try:
    import numpy as np  # noqa: F401
except ImportError:
    print("data in order (not looked at: no numpy)")
    sys.exit()
import causeway as cw

tank = cw.loads("""model Tank
  parameter Real A = 2, k = 0.5;
  input Real u(start = 0.3, unit = "m3/s");
  output Real y = h;
  Real h(start = 4, fixed = true), n(start = 1, fixed = true);
equation
  A*der(h) = u - k*sqrt(h);
  der(n) = h - n;
end Tank;""")


def near(a, b, tolerance=1e-9):
    assert abs(a - b) <= tolerance * (1 + abs(b)), (a, b)


def write(path, text):
    with open(path, "w") as f:
        f.write(text)
    return path


# points of rest: h = (u/k)^2
point = tank.trim(fix={"h": 2.0}, free="u", outputs=["n"])
near(point.free["u"], 0.5 * math.sqrt(2))
assert point.method == "Newton" and point.outputs == {"y": 2.0, "n": 2.0}
still = tank.simulate(stop=5, parameters=point.parameters)
near(still["h"][-1], 2.0)
near(tank.simulate(stop=1, steady_state=True)["h"][0], 0.36)
near(tank.linearize(steady_state=True).A[0, 0], -0.5 / (2 * 2 * 0.6))
run = tank.run({"u": 1.0})
assert run.rest(moving=["n"]) == "Newton" and run["n"] == 1.0
near(run["h"], 4.0)

# start values, files of parameters and inputs
assert tank.simulate(stop=1, parameters={"h.start": 9.0})["h"][0] == 9.0
one = tank.simulate(stop=5, parameters=write("p.csv", "name,value\nk,0.25\nh.start,16\n"))
two = tank.simulate(stop=5, parameters=write("p.json", '{"k": 0.25, "h": {"start": 16}}'))
assert one["h"][0] == 16 and list(one["h"]) == list(two["h"])
ramp = tank.simulate(stop=5, inputs=write("u.csv", "time,u\ns,l/s\n0,0\n5,1000\n"))
near(ramp(2.5, "u"), 0.5)
assert cw.sweep(tank, {"h.start": [1, 2]}, stop=1, inputs="u.csv").failed == []

# on from a result
on = tank.simulate(stop=10, inputs={"u": 1.0}, start_from=ramp)
assert on.time[0] == 5 and on["h"][0] == ramp["h"][-1] and on["n"][0] == ramp["n"][-1]
ramp.write("r.mat")
assert tank.simulate(stop=10, start_from="r.mat@2.5").time[0] == 2.5

# what follows from results: amplitudes 2 and 0.5, so a distortion of a quarter; a curve that is off
wave = cw.loads("""model Wave
  parameter Real k = 0.5;
  constant Real w = 2*3.14159265358979*50;
  Real y = 1 + 2*sin(w*time) + k*sin(3*w*time), z = time;
end Wave;""")
one, two = (wave.simulate(stop=0.2, interval=1e-4, parameters={"k": k}) for k in (0.5, 0.6))
lines = one.spectrum("y", window="none")
near(lines["fundamental"], 50, 1e-3)
near(lines["thd"], 0.25, 1e-3)
near(lines["mean"], 1, 1e-3)
near(lines["rms"], math.sqrt(1 + (4 + 0.25) / 2), 1e-3)
assert abs(lines["frequency"][np.argmax(lines["amplitude"][1:]) + 1] - 50) < 1
off = two.compare(one)
assert [d["name"] for d in off] == ["k", "y"] and abs(off[1]["deviation"] - 0.1) < 0.01 and one.compare(one) == []

# points of studies: those of the command
points = cw.design(["k=1:0.5:2", "A=list:1,2"], random="u=normal(1, 0.1)", seed=3)
assert [(p["k"], p["A"]) for p in points] == [(1, 1), (1, 2), (1.5, 1), (1.5, 2), (2, 1), (2, 2)] and len({p["u"] for p in points}) == 6
assert points == cw.design(["k=1:0.5:2", "A=list:1,2"], random="u=normal(1, 0.1)", seed=3)
zipped = cw.design(["k=1:2", "A=1:2"], random="u=uniform(0, 1)", plan="zip", runs=4)
assert [(p["k"], p["A"]) for p in zipped] == [(1, 1), (2, 2), (1, 1), (2, 2)]
assert len(cw.design(random="u=uniform(0, 1)")) == 100 and len(cw.design("k=1:3", runs=7)) == 3
latin = [p["k"] for p in cw.design(random="k=uniform(0, 10)", plan="latin", runs=10)]
assert sorted(int(k) for k in latin) == list(range(10))
assert cw.sweep(tank, points[:2], stop=1).failed == []

# a copy of a run that has not begun knows its tables
fresh = tank.run(stop=5)
fresh.set_input("u", ([0, 5], [0, 1]))
near(fresh.clone().configure(stop=5).advance(2.5)["u"], 0.5)

for wrong, text in ((lambda: tank.simulate(parameters="none.csv"), "none.csv"),
                    (lambda: tank.simulate(parameters=write("q.csv", "k,1\nhh.start,2\n")), "q.csv:2"),
                    (lambda: tank.simulate(parameters=write("q.csv", "k,nan\n")), "q.csv:1"),
                    (lambda: tank.simulate(parameters={"k.start": 1}), "k.start"),
                    (lambda: tank.simulate(inputs=write("v.csv", "time,u\n0,1\n1,nan\n")), "v.csv:3"),
                    (lambda: tank.simulate(inputs=write("v.csv", "time,uu\n0,1\n")), "did you mean 'u'?"),
                    (lambda: tank.simulate(inputs=write("v.csv", "time,u\ns,K\n0,1\n")), "'K'"),
                    (lambda: tank.simulate(start_from="r.mat@77"), "77"),
                    (lambda: tank.trim(fix={"h": 1}), "0 are free"),
                    (lambda: tank.trim(fix={"hh": 1}, free="u"), "hh"),
                    (lambda: run.set_file("p.csv"), "before a run is initialised"),
                    (lambda: cw.design("k=1:0:2"), "k"),
                    (lambda: run.rest(), "instead of initialising")):
    try:
        wrong()
    except cw.CausewayError as error:
        assert text in str(error), (text, str(error))
    else:
        raise AssertionError(text)
print("data in order")
