"""Random expressions of Reals: known during translation, at run time, in functions; and their derivatives by index
reduction.  The numbers they are compared with have 60 digits and are made by series (digits.py)."""
from decimal import Decimal

import digits
from digits import Discard, Num

NAMES = "abc"


def constant(rng):
    k = rng.choice([rng.randrange(-9, 10), rng.randrange(-64, 65) / 16])
    return ("(%r)" % k if k < 0 else repr(k)), lambda v: Num(Decimal(k))


def expression(rng, depth, smooth):
    """Text, and the value for given a, b and c."""
    if depth == 0 or rng.random() < 0.1:
        if rng.random() < 0.75:
            n = rng.choice(NAMES)
            return n, lambda v: v[n]
        return constant(rng)
    op = rng.choice(["+", "-", "*", "/", "+", "-", "*", "unary", "unary", "unary", "^", "minmax", "if", "neg", "abs"])
    s, x = expression(rng, depth - 1, smooth)
    if op == "unary":
        name = rng.choice(sorted(digits.UNARY))
        f = digits.UNARY[name]
        return "%s(%s)" % (name, s), lambda v: f(x(v))
    if op == "neg":
        return "(-%s)" % s, lambda v: -x(v)
    if op == "^":
        n = rng.choice([2, 2, 3, 4, -1, -2, 5])
        return "(%s)^%s" % (s, n if n > 0 else "(%d)" % n), lambda v: digits.power(x(v), n)
    if op == "abs":
        return "abs(%s)" % s, lambda v: -x(v) if x(v).less(Num(0)) else x(v)
    t, y = expression(rng, depth - 1, smooth)
    if op == "minmax":
        name = rng.choice(["min", "max"])

        def extreme(v):
            p, q = x(v), y(v)
            return p if p.less(q) == (name == "min") else q

        return "%s(%s, %s)" % (name, s, t), extreme
    if op == "if":
        (c, p), (d, q) = expression(rng, 1, smooth), expression(rng, 1, smooth)
        return "(if %s < %s then %s else %s)" % (c, d, s, t), lambda v: x(v) if p(v).less(q(v)) else y(v)
    f = {"+": Num.__add__, "-": Num.__sub__, "*": Num.__mul__, "/": Num.__truediv__}[op]
    return "(%s %s %s)" % (s, op, t), lambda v: f(x(v), y(v))


FUNCTION = """  function F
    input Real a;
    input Real b;
    input Real c;
    output Real y;
  algorithm
    y := %s;
    annotation(Inline = %s);
  end F;
"""


def case(rng):
    derived = rng.random() < 0.4
    s, x = expression(rng, rng.randrange(2, 6), derived)
    start = {n: Decimal(rng.randrange(-48, 49)) / 16 for n in NAMES}
    slope = {n: Decimal(rng.randrange(-32, 33)) / 16 for n in NAMES}
    at = lambda t: {n: Num(start[n] + slope[n] * t) for n in NAMES}
    form = rng.choice(["run", "function"]) if derived else rng.choice(["constant", "parameter", "run", "function"])
    moving = form in ("run", "function")
    try:
        value = x(at(Decimal(1)) if moving else at(Decimal(0)))
        want, slack = {"y": float(value.v)}, {"y": float(8 * value.e) + 1e-15 * abs(float(value.v))}
        for k in range(8 if moving else 0):  # defined on the way there, too
            x(at(Decimal(k) / 8))
        if derived:
            h = Decimal("1e-18")
            ahead, behind = x(at(1 + h)), x(at(1 - h))
            far, near = x(at(1 + 2 * h)), x(at(1 - 2 * h))
            slope_ = (ahead.v - behind.v) / (2 * h)
            other = (far.v - near.v) / (4 * h)
            if abs(slope_ - other) > Decimal("1e-12") * (1 + abs(slope_)) or abs(slope_) > 10 ** 7:
                raise Discard
            want["z"], slack["z"] = float(slope_), 1e-9 * (1 + abs(float(slope_))) + 1e4 * slack["y"]
    except (Discard, ZeroDivisionError, ArithmeticError):
        return None
    body = ""
    text = "model M\n"
    for n in NAMES:
        if moving:
            body += "  Real %s = %s + (%s)*time;\n" % (n, start[n], slope[n])
        else:
            body += "  %s Real %s = %s;\n" % (form, n, start[n])
    if form == "function":
        text += FUNCTION % (s, rng.choice(["true", "false"]))
        body += "  Real y = F(a, b, c);\n"
    elif form == "run":
        body += "  Real y = %s;\n" % s
    else:
        body += "  %s Real y = %s;\n  Real q = time;\n" % (form, s)
    if derived:
        body += "  Real z = der(y);\n"
    undefined = ["is divided by zero", "the argument of", "has no power", "is too large"] if moving else []
    return {"refused": undefined, "text": text + body + "end M;\n", "final": want, "slack": slack, "stop": 1}
