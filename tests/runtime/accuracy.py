# RUN: timeout 250 python3 %s
# CHECK: every method is as accurate as it was asked to be
# TIMEOUT: 300
"""Order and accuracy of every method: smaller tolerances give smaller errors, many output points do not make a result
worse, events in between do not either, and methods of fixed step have the order they should have."""
import csv
import math
import subprocess
import sys

MODEL = """
model Oscillator
  Real s(start = 0, fixed = true), c(start = 1, fixed = true), e(start = 1, fixed = true);
equation
  der(s) = c;
  der(c) = -s;
  der(e) = -0.1*e;
  annotation(experiment(StopTime = 62.83185307179586));
end Oscillator;
"""
KICKED = MODEL.replace("Oscillator", "Kicked").replace("der(e) = -0.1*e;", """der(e) = -0.1*e;
  when s > 0.3 then
    reinit(e, pre(e) + 1);
  end when;""")
END = 62.83185307179586
KICKS = [math.asin(0.3) + 2*math.pi*k for k in range(10)]
PLAIN = math.exp(-0.1*END)
E_KICKED = PLAIN + sum(math.exp(-0.1*(END - t)) for t in KICKS)

# error at tolerance 1e-6 and at 1e-10; trbdf2 has order 2 and an error that falls with tolerance^(2/3)
METHODS = {name: (3e-4, 2e-7) for name in (
    "auto cvode cvode-adams ida esdirk-dae dopri5 bogacki-shampine cash-karp verner65 fehlberg78 sdirk4 esdirk3 esdirk4 "
    "esdirk5 kvaerno5").split()}
METHODS["trbdf2"] = (2e-3, 3e-6)
METHODS["verner65"] = METHODS["fehlberg78"] = (3e-6, 1e-9)
wrong = []


def error(model, e, solver, *options):
    done = subprocess.run(["causeway", "simulate", model + ".mo", "-q", "--solver", solver, "-o", "r.csv", *options],
                          capture_output=True, text=True)
    if done.returncode:
        wrong.append("%s %s: exit code %d: %s" % (model, solver, done.returncode, done.stderr))
        return math.nan
    with open("r.csv", encoding="utf-8") as f:
        rows = list(csv.reader(f))
    last = dict(zip(rows[0], map(float, rows[-1])))
    return max(abs(last["s"]), abs(last["c"] - 1), abs(last["e"]/e - 1))


for name, text in (("Oscillator", MODEL), ("Kicked", KICKED)):
    with open(name + ".mo", "w", encoding="utf-8") as f:
        f.write(text)

for solver, (coarse, fine) in METHODS.items():
    for model, e in (("Oscillator", PLAIN), ("Kicked", E_KICKED)):
        for intervals in ("1", "500"):
            big = error(model, e, solver, "--intervals", intervals, "--tolerance", "1e-6")
            small = error(model, e, solver, "--intervals", intervals, "--tolerance", "1e-10")
            # four decades of tolerance: an error that falls with its power of 1/2 at the least, unless it is at the end of digits
            falls = small < 1e-9 or math.log10(big/small) >= 2
            if not big <= coarse or not small <= fine or not falls:
                wrong.append("%s with %s, %s intervals: error %.2g at tolerance 1e-6, %.2g at 1e-10"
                             % (model, solver, intervals, big, small))

for solver, order in (("euler", 1), ("implicit-euler", 1), ("rk4", 4)):
    n = 4000 if order == 1 else 500
    errors = [error("Oscillator", PLAIN, solver, "--stop", repr(END), "--intervals", str(n*k)) for k in (2, 4)]
    slope = math.log2(errors[0]/errors[1])
    if not abs(slope - order) < 0.25:
        wrong.append("%s: order %.2f instead of %d" % (solver, slope, order))

for line in wrong:
    print(line)
if not wrong:
    print("every method is as accurate as it was asked to be")
sys.exit(bool(wrong))
