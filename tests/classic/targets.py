# RUN: python3 %s %d %r
# CHECK: targets agree
"""Each target's output is as stored; the C ones, and flat Modelica, compute what our integrator computes."""
import os
import shutil
import subprocess
import sys

here, root = sys.argv[1:3]
data = os.path.join(here, "data")
update = len(sys.argv) > 3
SETUP = {"circuit": ("initial u = 1", 1e-5), "divider": ("initial u = 1", 1.0),
         "parcap": ("initial i = 1\ndifferentiate\nvariable state C1.u", 1.0)}
ENDING = {"acsl": "csl", "c": "c", "desire": "des", "dsblock": "ds.c", "dsblock_dae": "dae.c", "simnon": "t", "simulink": "sfun.c",
          "matlab": "m", "modelica": "mo"}


def run(*words, text=None):
    p = subprocess.run(words, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if p.returncode:
        sys.exit("%s: exit code %d\n%s" % (" ".join(words), p.returncode, p.stdout))
    return p.stdout


for model, (setup, stop) in SETUP.items():
    script = "@%s/examples/classic/%s.dym\n%s\nset Eliminate on\nexperiment stopTime = %g tolerance = 1e-9\n" % (root, model, setup, stop)
    for language, ending in ENDING.items():
        script += "language %s\noutfile %s.%s\noutput model\n" % (language, model, ending)
    outputs = ["y1", "y2"] if model == "circuit" else ["y"]
    script += "simulate\nlist %s\n" % " ".join(outputs)
    text = run("causeway", "classic", text=script)
    want = [float(line.split()[2]) for line in text.splitlines() if line.split()[0] in outputs]
    for language, ending in ENDING.items():
        name = "%s.%s" % (model, ending)
        stored = os.path.join(data, "targets", name)
        if update:
            os.makedirs(os.path.dirname(stored), exist_ok=True)
            shutil.copy(name, stored)
        if open(name).read() != open(stored).read():
            sys.exit("%s is not as stored" % name)
    results = {}
    for cc in ("gcc", "clang"):
        if not shutil.which(cc):
            continue
        flags = [cc, "-O1", "-Wall", "-Werror", "-I", data, "-I", os.path.join(root, "modelica/classic/c")]
        for language in ("c", "dsblock", "dsblock_dae", "simulink"):
            files = ["%s.%s" % (model, ENDING[language])] + ([os.path.join(data, "dsblock_main.c")] if "ds" in language else [])
            run(*flags, *files, "-lm", "-o", "./a.out")
            last = run("./a.out", "%g" % stop).splitlines()[-1].split(",")
            results[cc + " " + language] = [float(x) for x in (last[1:] if language == "c" else last)]
    run("causeway", "simulate", "%s.mo" % model, "--tolerance", "1e-9", "-o", "m.csv", "-q")
    rows = [line.strip().split(",") for line in open("m.csv")]
    results["modelica"] = [float(rows[-1][[w.strip('"') for w in rows[0]].index(o)]) for o in outputs]
    for who, got in results.items():
        for a, b in zip(got, want):
            if abs(a - b) > 1e-6 * max(1, abs(b)):
                sys.exit("%s of %s gives %s, not %s" % (who, model, got, want))
    if shutil.which("octave"):
        call = "[d,y] = %s(0, zeros(2,1), 1); disp(numel(y))" % model
        run("octave", "--no-gui", "--quiet", "--eval", call)
    else:
        print("octave is not installed: %s.m was not run" % model)
print("targets agree")
