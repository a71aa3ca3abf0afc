"""Numbers of many digits with what a computation in doubles may lose: own series, nothing of ours and nothing of libm.

A Num is a value of 60 digits and a bound of the error that doubles make on the same way (running error analysis,
Wilkinson 1963): that is how near another computation has to come."""
import math
from decimal import Decimal, getcontext

getcontext().prec = 60
EPS = Decimal(2) ** -52


class Discard(Exception):
    """Not defined, too large, or too sensitive to be compared."""


def exp(x):
    k = 0
    while abs(x) > Decimal("0.01"):
        x /= 2
        k += 1
    term = total = Decimal(1)
    for n in range(1, 40):
        term *= x / n
        total += term
    for _ in range(k):
        total *= total
    return total


def log(x):
    y = Decimal(repr(math.log(float(x))))
    for _ in range(3):  # Halley's step triples the digits
        e = exp(y)
        y += 2 * (x - e) / (x + e)
    return y


def sqrt(x):
    return x.sqrt()


def atan(x):
    if abs(x) > 1:
        return (PI / 2 if x > 0 else -PI / 2) - atan(1 / x)
    k = 0
    while abs(x) > Decimal("0.05"):
        x = x / (1 + sqrt(1 + x * x))
        k += 1
    total, power, n = Decimal(0), x, 1
    while abs(power) > Decimal("1e-65"):
        total += power / n
        power *= -x * x
        n += 2
    return total * 2 ** k


def _pi():  # Machin
    def arc(n):
        x = Decimal(1) / n
        total, power, k = Decimal(0), x, 1
        while abs(power) > Decimal("1e-70"):
            total += power / k
            power *= -x * x
            k += 2
        return total

    return 4 * (4 * arc(5) - arc(239))


PI = Decimal(0)
PI = _pi()


def sincos(x):
    x -= (x / (2 * PI)).to_integral_value() * 2 * PI
    k = 0
    while abs(x) > Decimal("0.01"):
        x /= 2
        k += 1
    s, term, n = Decimal(0), x, 1
    while abs(term) > Decimal("1e-70"):
        s += term
        term *= -x * x / ((n + 1) * (n + 2))
        n += 2
    c = sqrt(1 - s * s)
    for _ in range(k):
        s, c = 2 * s * c, c * c - s * s
    return s, c


class Num:
    def __init__(self, value, error=Decimal(0)):
        self.v, self.e = Decimal(value), Decimal(error)
        if abs(self.v) > Decimal("1e8") or self.e > Decimal("1e-4"):
            raise Discard

    def made(self, value, error, ulps=1):
        return Num(value, error + ulps * EPS * abs(value) + Decimal("1e-300"))

    def __add__(self, o):
        return self.made(self.v + o.v, self.e + o.e)

    def __sub__(self, o):
        return self.made(self.v - o.v, self.e + o.e)

    def __mul__(self, o):
        return self.made(self.v * o.v, abs(self.v) * o.e + abs(o.v) * self.e + self.e * o.e)

    def __truediv__(self, o):
        if abs(o.v) < Decimal("1e-3") or o.e > abs(o.v) / 4:
            raise Discard
        q = self.v / o.v
        return self.made(q, (self.e + abs(q) * o.e) / (abs(o.v) - o.e))

    def __neg__(self):
        return Num(-self.v, self.e)

    def less(self, o):
        if abs(self.v - o.v) < Decimal("1e-6") + 10 * (self.e + o.e):
            raise Discard
        return self.v < o.v

    def through(self, value, slope):
        return self.made(value, 2 * abs(slope) * self.e, 4)


def f_exp(x):
    if abs(x.v) > 12:
        raise Discard
    y = exp(x.v)
    return x.through(y, y)


def f_log(x):
    if x.v < Decimal("0.01"):
        raise Discard
    return x.through(log(x.v), 1 / x.v)


def f_sqrt(x):
    if x.v < Decimal("0.01"):
        raise Discard
    y = sqrt(x.v)
    return x.through(y, 1 / (2 * y))


def f_sin(x):
    s, c = sincos(x.v)
    return x.made(s, x.e * (abs(c) + x.e) + EPS * abs(x.v) / 16, 4)


def f_cos(x):
    s, c = sincos(x.v)
    return x.made(c, x.e * (abs(s) + x.e) + EPS * abs(x.v) / 16, 4)


def f_tan(x):
    s, c = sincos(x.v)
    if abs(c) < Decimal("0.05"):
        raise Discard
    return x.through(s / c, 1 / (c * c))


def f_atan(x):
    return x.through(atan(x.v), 1 / (1 + x.v * x.v))


def f_asin(x):
    if abs(x.v) > Decimal("0.95"):
        raise Discard
    w = sqrt(1 - x.v * x.v)
    return x.through(atan(x.v / w), 1 / w)


def f_acos(x):
    if abs(x.v) > Decimal("0.95"):
        raise Discard
    w = sqrt(1 - x.v * x.v)
    return x.through(PI / 2 - atan(x.v / w), 1 / w)


def f_sinh(x):
    if abs(x.v) > 10:
        raise Discard
    a = exp(x.v)
    return x.through((a - 1 / a) / 2, (a + 1 / a) / 2)


def f_cosh(x):
    if abs(x.v) > 10:
        raise Discard
    a = exp(x.v)
    return x.through((a + 1 / a) / 2, (a - 1 / a) / 2)


def f_tanh(x):
    if abs(x.v) > 20:
        raise Discard
    a = exp(2 * x.v)
    return x.through((a - 1) / (a + 1), 1)


def f_abs(x):
    return Num(abs(x.v), x.e)


def f_log10(x):
    if x.v < Decimal("0.01"):
        raise Discard
    return x.through(log(x.v) / log(Decimal(10)), Decimal("0.44") / x.v)


UNARY = {"sin": f_sin, "cos": f_cos, "tan": f_tan, "exp": f_exp, "log": f_log, "log10": f_log10, "sqrt": f_sqrt,
         "atan": f_atan, "asin": f_asin, "acos": f_acos, "sinh": f_sinh, "cosh": f_cosh, "tanh": f_tanh}


def power(x, n):
    y = Num(1)
    for _ in range(abs(n)):
        y = y * x
    return Num(1) / y if n < 0 else y
