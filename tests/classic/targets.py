# RUN: python3 %s %d %r
# CHECK: targets agree
"""Each target's output is as stored; the C ones, and flat Modelica, compute what our integrator computes."""
import os
import re
import shutil
import subprocess
import sys

here, root = sys.argv[1:3]
data = os.path.join(here, "data")
update = len(sys.argv) > 3
# how each model is set up, until when it runs, its outputs; the last three are ours: a nonlinear system (with a function in C and a
# procedure), one where Newton's steps must be damped,
# and a linear system whose coefficients depend on a condition
SETUP = {"circuit": ("initial u = 1", 1e-5, ["y1", "y2"]),
         "divider": ("initial u = 1", 1.0, ["y"]),
         "parcap": ("initial i = 1\ndifferentiate\nvariable state C1.u", 1.0, ["y"]),
         "superheater": ("initial E = 1 Qin = 3 h = 1 r = 0.5", 0.5, ["h", "a"]),
         "far": ("initial u = 1", 1.0, ["y"]),
         "switched": ("initial u = 2", 2.0, ["y", "z"])}
INPUT = {"circuit": "1", "divider": "1", "parcap": "1", "superheater": "3", "far": "1", "switched": "2"}
STATE = {"circuit": "[0; 0]", "divider": "[]", "parcap": "[0]", "superheater": "[1]", "far": "[0]", "switched": "[0]"}
OWN = {"superheater": """function g 1 g.c
procedure both 1 2 both.c
model superheater
  parameter V = 2, W = 3, hin = 1
  input Qin
  output h, a
  local E, r, s, d
  der(E) = Qin - W*(h - hin)
  E = V*r*h
  r = g(h)
  s d = both(h)
  a = s - 2*d
end
""", "far": """model far
  input u
  output y
  local x
  der(x) = u - 0.1*y
  atan(y - 50 - x) = 0.1*x + 1e-6*y
end
""", "switched": """model switched
  input u
  output y, z
  local x
  der(x) = u - y
  y + (if u > 1 then 2 else 1)*z = x
  y - (if u > 1 then 1 else 3)*z = sign(u)*max(u, 0.1)
end
"""}
ENDING = {"acsl": "csl", "c": "c", "desire": "des", "dsblock": "ds.c", "dsblock dae": "dae.c", "simnon": "t", "simulink": "sfun.c",
          "matlab": "m", "modelica": "mo"}
UNSAID = {"superheater": {"acsl", "desire", "simnon"}, "far": {"acsl", "desire", "simnon", "dsblock dae"},  # IDA's own corrector does not damp
           "switched": {"acsl", "desire", "simnon"}} # systems that are left
IDA = ["-lsundials_ida", "-lsundials_nvecserial", "-lsundials_sunlinsoldense", "-lsundials_sunmatrixdense", "-lsundials_generic"]
OCTAVE = """f = @(x, t) %s(t, x, %s); lsode_options("relative tolerance", 1e-10); lsode_options("absolute tolerance", 1e-12);
x = %s; if numel(x), x = lsode(f, x, [0 %.17g])(end, :)'; end; [d, y] = %s(%.17g, x, %s); printf("<"); printf("%%.12g,", y); printf(">");"""


def run(*words, text=None):
    p = subprocess.run(words, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if p.returncode:
        sys.exit("%s: exit code %d\n%s" % (" ".join(words), p.returncode, p.stdout))
    return p.stdout


def own(name):
    """Without the methods of src/solve, which C programs carry."""
    text = open(name).read()
    return re.sub(r"/\* ---- numerical methods .*?/\* ---- the model ", "/* ---- the model ", text, flags=re.S)


def write(name, text):
    with open(name, "w") as f:
        f.write(text)


write("g.c", "double g(double h) { return 1/(1 + h); }\n")
write("g.m", "function r = g(h)\n  r = 1/(1 + h);\nend\n")
write("both.m", "function [s, d] = both(x)\n  s = x + 1;\n  d = x - 1;\nend\n")
write("both.c", "void both(double x, double *s, double *d) { *s = x + 1; *d = x - 1; }\n")
for model, (setup, stop, outputs) in SETUP.items():
    script = OWN.get(model, "@%s/examples/classic/%s.dym\n" % (root, model))
    script += "%s\nset Eliminate on\nexperiment stopTime = %g tolerance = 1e-9\n" % (setup, stop)
    languages = {language: ending for language, ending in ENDING.items() if language not in UNSAID.get(model, ())}
    for language, ending in languages.items():
        script += "language %s\noutfile %s.%s\noutput model\n" % (language, model, ending)
    script += "simulate\nlist %s\n" % " ".join(outputs)
    text = run("causeway", "classic", text=script)
    last = {line.split()[0]: float(line.split()[2]) for line in text.splitlines() if line.split()[0] in outputs}
    want = [last[name] for name in outputs]
    for language, ending in languages.items():
        name = "%s.%s" % (model, ending)
        stored = os.path.join(data, "targets", name)
        if update:
            os.makedirs(os.path.dirname(stored), exist_ok=True)
            write(stored, own(name))
        if own(name) != open(stored).read():
            sys.exit("%s is not as stored" % name)
    results = {}
    for cc in ("gcc", "clang"):
        if not shutil.which(cc):
            print("%s is not installed" % cc)
            continue
        flags = [cc, "-O1", "-Wall", "-Werror", "-I", data, "-I", os.path.join(root, "modelica/classic/c")]
        for language, more in ("c", []), ("dsblock", ["dsblock_main.c"]), ("dsblock dae", ["dsblock_ida.c"]), ("simulink", []):
            if language not in languages:
                continue
            files = ["%s.%s" % (model, ENDING[language])] + [os.path.join(data, f) for f in more]
            run(*flags, *files, *(IDA if "dae" in language else []), "-lm", "-o", "./a.out")
            given = [INPUT[model]] if language == "simulink" else []
            final = run("./a.out", "%g" % stop, *given).splitlines()[-1].split(",")
            results[cc + " " + language] = [float(x) for x in (final[1:] if language == "c" else final)]
    run("causeway", "simulate", "%s.mo" % model, "--tolerance", "1e-9", "-o", "m.csv", "-q")
    rows = [line.strip().split(",") for line in open("m.csv")]
    results["modelica"] = [float(rows[-1][[w.strip('"') for w in rows[0]].index(o)]) for o in outputs]
    if shutil.which("octave-cli"):
        u, x = INPUT[model], STATE[model]
        said = run("octave-cli", "--no-gui", "--quiet", "--no-init-file", "--eval", OCTAVE % (model, u, x, stop, model, stop, u))
        results["octave"] = [float(w) for w in said[said.index("<") + 1:said.index(",>")].split(",")]
    else:
        print("octave is not installed: %s.m was not run" % model)
    for who, got in results.items():
        for a, b in zip(got, want):
            if len(got) != len(want) or abs(a - b) > 1e-6 * max(1, abs(b)):
                sys.exit("%s of %s gives %s, not %s" % (who, model, got, want))
    print(model, want, "by", ", ".join(results))
print("targets agree")
