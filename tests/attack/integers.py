"""Integer expressions of up to 64 bits, by Python's Integers: in bindings known during translation, at run time, in
functions and in relations.  A result is exact, or the run ends with an error that says so."""

SIZE = 1 << 63


class Overflow(Exception):
    pass


strict = True  # else: mathematical Integers


def within(x):
    if strict and not -SIZE <= x < SIZE:
        raise Overflow
    return x


def trunc_div(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def divided(name, a, b):
    if b == 0:
        raise Overflow
    q = trunc_div(a, b)
    return within(q) if name == "div" else a - q * b if name == "rem" else a - (a // b) * b


def product(x, y, v):
    """0*x may be 0 whatever x is."""
    if strict:
        return within(x(v) * y(v))
    for first, second in ((x, y), (y, x)):
        try:
            if first(v) == 0:
                return 0
        except Overflow:
            continue
    return x(v) * y(v)


def literal(rng):
    return rng.choice([rng.randrange(-9, 10), rng.randrange(1 << 16), rng.randrange(1 << 31), rng.randrange(1 << 40),
                       (1 << 31) - 1, 1 << 31, 1103515245, 6364136223846793005, rng.randrange(1 << 52), (1 << 53) - 1])


def shown(k):
    return "(%d)" % k if k < 0 else str(k)


def expression(rng, names, depth):
    """Text and function of the values by name."""
    if depth == 0 or rng.random() < 0.15:
        if names and rng.random() < 0.7:
            n = rng.choice(names)
            return n, lambda v: v[n]
        k = literal(rng)
        return shown(k), lambda v: k
    s, x = expression(rng, names, depth - 1)
    t, y = expression(rng, names, depth - 1)
    op = rng.choice(["+", "-", "*", "*", "mod", "mod", "div", "rem", "neg", "if"])
    if op == "neg":
        return "(-%s)" % s, lambda v: within(-x(v))
    if op == "if":
        c = rng.choice(["<", "<=", ">", ">="])
        f = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}[c]
        k = literal(rng)
        return "(if %s %s %s then %s else %s)" % (s, c, t, t, shown(k)), lambda v: y(v) if f(x(v), y(v)) else k
    if op in "+-*":
        f = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b}[op]
        if op == "*":
            return "(%s * %s)" % (s, t), lambda v: product(x, y, v)
        return "(%s %s %s)" % (s, op, t), lambda v: within(f(x(v), y(v)))
    m = rng.choice([7, 1000, 65536, 2147483647, 2147483648, 1000003, -13])
    if rng.random() < 0.8:
        t, y = shown(m), lambda v: m
    return "%s(%s, %s)" % (op, s, t), lambda v: divided(op, x(v), y(v))


def stored(x):
    """A variable is a double."""
    if strict and int(float(x)) != x or float(x) >= SIZE:
        raise Overflow
    return x


def expected(form, values, x, y):
    if form == "relation":
        return {"y": float(x(values) < y(values))}
    v = dict(values)
    for _ in range(3 if form == "sampled" else 1):
        v["a"] = stored(x(v))
    return {"y": float(v["a"])}


def case(rng):
    values = {n: stored(int(float(literal(rng)))) for n in "abc"}
    form = rng.choice(["parameter", "run", "function", "relation", "sampled"])
    s, x = expression(rng, list("abc"), rng.randrange(1, 5))
    global strict
    head = "model M\n"
    text = "".join("  parameter Integer %s = %s;\n" % (n, shown(k)) for n, k in values.items())
    want, fails = {}, False
    t, y = expression(rng, list("abc"), 2)
    try:
        want = expected(form, values, x, y)
    except Overflow:
        fails = True
        try:  # what is told may be left out where the mathematical value comes out, as of 0*x
            strict = False
            want = expected(form, values, x, y)
        except Overflow:
            want = None
        finally:
            strict = True
    if form == "parameter":
        text += "  parameter Integer y = %s;\n  Real q = time;\n" % s
        if rng.random() < 0.5:
            text = text.replace("parameter", "constant")
    elif form == "run":
        text = "".join("  Integer %s = if time < 5 then %s else 1;\n" % (n, shown(k)) for n, k in values.items())
        text += "  Integer y;\nequation\n  y = %s;\n" % s
    elif form == "function":
        head += """  function F
    input Integer a;
    input Integer b;
    input Integer c;
    output Integer y;
  algorithm
    y := %s;
    annotation(Inline = %s);
  end F;
""" % (s, rng.choice(["true", "false"]))
        if rng.random() < 0.5:
            text += "  parameter Integer y = F(a, b, c);\n"
        else:
            text += "  Integer y = F(a, b, if time < 5 then c else 0);\n"
    elif form == "relation":
        text += "  Boolean y = (%s) < (%s);\n" % (s, t)
    else:
        text = "  Integer a(start = %s, fixed = true);\n" % shown(values["a"])
        text += "".join("  parameter Integer %s = %s;\n" % (n, shown(values[n])) for n in "bc")
        text += "  Integer y = a;\nalgorithm\n  when sample(0.2, 0.2) then\n    a := %s;\n  end when;\n" % s.replace("a", "pre(a)") \
            if "mod" not in s and "rem" not in s and "else" not in s and "div" not in s else \
            "  Integer y = a;\nequation\n  when sample(0.2, 0.2) then\n    a = step(pre(a), b, c);\n  end when;\n"
        if "step(" in text:
            head += """  function step
    input Integer a;
    input Integer b;
    input Integer c;
    output Integer y;
  algorithm
    y := %s;
  end step;
""" % s
    return {"text": head + text + "end M;\n", "final": want, "stop": 0.7, "tolerance": 0, "fails": fails}
