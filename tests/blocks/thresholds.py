# RUN: python3 %s
# CHECK: thresholds passed
"""Linear systems of sizes around those at which another way of solving begins: formulas (4), own elimination (16), sparse (50), kept whole
(60); constant, with coefficients that vary, that change at an event, and that a condition makes zero.  Residuals must vanish in
every row."""
import csv
import math
import random
import subprocess
import sys

FACTORS = {
    "constant": ("1", lambda t, x: 1.0),
    "parameter": ("p", lambda t, x: 1.0),
    "varying": ("(1 + 0.1*x)", lambda t, x: 1 + 0.1*x),
    "switched": ("(if time > 0.45 then 2 else 1)", lambda t, x: 2.0 if t > 0.45 else 1.0),
    "zero": ("(if time > 0.45 then 0 else 1)", lambda t, x: 0.0 if t > 0.45 else 1.0),
}


def matrix(n):
    source = random.Random(n)
    rows = []
    for i in range(n):
        row = {j: source.uniform(-1, 1) for j in (i, (i + 1) % n, (7*i + 3) % n, (3*i + 1) % n)}
        row[i] += 4
        rows.append(row)
    return rows


def model(rows, factor):
    text = "model T\n  parameter Real p = 1;\n  Real x(start = 0, fixed = true), y[%d];\nequation\n" % len(rows)
    text += "  der(x) = 1 - x + 0.001*y[1];\n"
    for i, row in enumerate(rows):
        terms = ["%r*%sy[%d]" % (a, "" if j == i else factor + "*", j + 1) for j, a in row.items()]
        text += "  %s = %d + sin(time);\n" % (" + ".join(terms).replace("+ -", "- "), i % 3)
    return text + "end T;\n"


def check(n, kind):
    rows = matrix(n)
    factor, value = FACTORS[kind]
    with open("t.mo", "w") as f:
        f.write(model(rows, factor))
    p = subprocess.run(["causeway", "simulate", "t.mo", "--no-cache", "-o", "t.csv", "--stop", "1", "--intervals", "5"],
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if p.returncode or "RT0032" in p.stdout:
        sys.exit("n = %d, %s: exit code %d\n%s" % (n, kind, p.returncode, p.stdout[-500:]))
    for at in csv.DictReader(open("t.csv")):
        t, k = float(at["time"]), 0.0
        if abs(t - 0.45) < 1e-6:
            continue
        k = value(t, float(at["x"]))
        for i, row in enumerate(rows):
            left = sum(a*float(at["y[%d]" % (j + 1)])*(1 if j == i else k) for j, a in row.items())
            if abs(left - i % 3 - math.sin(t)) > 1e-8:
                sys.exit("n = %d, %s: residual %g of equation %d at %g" % (n, kind, left - i % 3 - math.sin(t), i + 1, t))


for n in (1, 2, 3, 4, 5, 15, 16, 50, 51, 60, 61):
    for kind in FACTORS:
        check(n, kind)
print("thresholds passed")
