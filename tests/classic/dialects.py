# RUN: python3 %s %r
# CHECK: programs agree
"""ACSL, DESIRE and Simnon programs, read line by line as their manuals define them (the assignments, RSW, swtch, lim, sgn, if), compute what
our integrator computes: the models of the papers, and one full of conditions."""
import math
import re
import subprocess
import sys

root = sys.argv[1]
LIMITS = """model limits
  parameter k = 2
  input u
  output y, z
  local x
  x' = if u > 0.5 and not (Time > 5 or u >= 3) then k*(u - x) else -x
  y = max(min(x, 0.5), -0.5) + abs(x) + sqrt(1 + x**2) + ln(2 + x)
  z = if x <= 2 then (if u = 0 then 7 else x + 1) else x - 1
end
initial x = 0.25
"""
MODELS = {"circuit": ("initial u = 1", 1e-5, ["y1", "y2"]), "divider": ("initial u = 1", 1.0, ["y"]),
          "parcap": ("initial i = 1\ndifferentiate\nvariable state C1.u", 1.0, ["y"]), "limits": ("initial u = 1", 1.0, ["y", "z"])}
KNOWN = {"swtch": lambda x: float(x > 0), "lim": lambda x: max(x, 0.0), "sgn": lambda x: (x > 0) - (x < 0), "sqrt": math.sqrt, "exp": math.exp,
         "ln": math.log, "ALOG": math.log, "ABS": abs, "abs": abs, "sin": math.sin, "cos": math.cos, "min": min, "max": max, "AMIN1": min,
         "AMAX1": max, "RSW": lambda c, a, b: a if c else b}


def python(text):
    """An expression of any of the three languages in Python."""
    for a, b in (("^", "**"), (".LT.", "<"), (".LE.", "<="), (".GT.", ">"), (".GE.", ">="), (".EQ.", "=="), (".NE.", "!="), (".AND.", " and "),
                 (".OR.", " or "), (".NOT.", " not "), ("<>", "!=")):
        text = text.replace(a, b)
    text = re.sub(r"(?<![<>=!])=(?!=)", "==", text)
    while True:  # innermost if first
        m = re.search(r"\bif ((?:(?!\bif\b).)*?) then ((?:(?!\bif\b).)*?) else ([^()]*(?:\([^()]*\)[^()]*)*)", text)
        if not m:
            return text
        text = text[:m.start()] + "((%s) if_ (%s) else_ (%s))" % (m.group(2), m.group(1), m.group(3)) + text[m.end():]


def compiled(text):
    return compile(python(text).replace("if_", "if").replace("else_", "else").strip(), text, "eval")


def read(language, text):
    """(values, assignments, [(state, derivative)])"""
    values, steps, states, order = {}, [], [], {}
    dynamic = language != "desire"
    for line in text.splitlines():
        line = line.strip()
        if language == "simnon":
            if line.startswith(("STATE ", "DER ")):
                order[line.split()[0]] = line.split()[1:]
            m = re.fullmatch(r"(\w+): (.*)", line)
            if m:
                values[m.group(1)] = float(m.group(2))
            elif re.match(r"\w+ = ", line):
                steps.append((line.split(" = ", 1)[0], compiled(line.split(" = ", 1)[1])))
        elif language == "desire":
            dynamic |= line == "DYNAMIC"
            m = re.fullmatch(r"d/dt (\w+)=(\w+)", line)
            if m:
                states.append(m.groups())
            elif line.startswith("--") or "=" not in line or line.startswith("TMAX"):
                continue
            elif dynamic:
                steps.append((line.split("=", 1)[0].strip(), compiled(line.split("=", 1)[1])))
            else:
                values[line.split("=")[0]] = float(line.split("=")[1])
        else:
            line = line.split("!")[0].strip()
            m = re.fullmatch(r"(\w+) = INTEG\((\w+), \w+\)", line)
            if m:
                states.append(m.groups())
            elif line.startswith("CONSTANT "):
                for part in line[9:].split(","):
                    values[part.split("=")[0].strip()] = float(part.split("=")[1])
            elif re.match(r"\w+ = ", line):
                steps.append((line.split(" = ", 1)[0], compiled(line.split(" = ", 1)[1])))
    if language == "simnon":
        states = list(zip(order.get("STATE", []), order.get("DER", [])))
    for state, derivative in states:
        values.setdefault(state, values.get("init" + state, 0.0))
    return values, steps, states


def integrate(language, text, given, stop):
    values, steps, states = read(language, text)
    values.update(given)
    place = dict(KNOWN, **values)

    def slope(t, x):
        place.update(zip([s for s, d in states], x), Time=t, t=t)
        for name, value in steps:
            place[name] = eval(value, place)
        return [place[d] for s, d in states]

    x, n = [place[s] for s, d in states], 2000
    h = stop / n
    for i in range(n if states else 0):
        k = [slope(i * h, x)]
        for f in h / 2, h / 2, h:
            k.append(slope(i * h + f, [a + f * b for a, b in zip(x, k[-1])]))
        x = [a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(x, *k)]
    slope(stop, x)
    return place


for model, (setup, stop, outputs) in MODELS.items():
    script = LIMITS if model == "limits" else "@%s/examples/classic/%s.dym\n" % (root, model)
    script += "%s\nset Eliminate on\nexperiment stopTime = %g tolerance = 1e-9\n" % (setup, stop)
    for language in "acsl", "desire", "simnon":
        script += "language %s\noutfile %s.%s\noutput model\n" % (language, model, language)
    script += "simulate\nlist %s\n" % " ".join(outputs)
    text = subprocess.run(["causeway", "classic"], input=script, stdout=subprocess.PIPE, text=True, check=True).stdout
    want = {line.split()[0]: float(line.split()[2]) for line in text.splitlines() if line.split()[0] in outputs}
    for language in "acsl", "desire", "simnon":
        got = integrate(language, open("%s.%s" % (model, language)).read(), {"u": 1.0, "i": 1.0}, stop)
        for name in outputs:
            if abs(got[name] - want[name]) > 1e-6 * max(1, abs(want[name])):
                sys.exit("%s of %s: %s = %.10g, not %.10g" % (language, model, name, got[name], want[name]))
    print(model, want)
print("programs agree")
