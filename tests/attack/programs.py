"""Random algorithms with Integers, Reals, Booleans, arrays and records, run by Python's own exact arithmetic.

Each program becomes a model in several ways: as an algorithm section, in a when-statement that a sample repeats, as a
function, and as a function that asks to be inlined.  All must give what Python gives.
"""
from fractions import Fraction

ROUNDS = 4  # ticks of the sampled form
LIMIT = 1 << 40


class Discard(Exception):
    """The program leaves the range in which all of its numbers are exact."""


FUNCTIONS = """
  record R
    Integer k;
    Real v;
    Integer m[2];
  end R;
  function swap
    input Real x;
    input Real y;
    output Real p;
    output Real q;
  algorithm
    p := y;
    q := x;
    annotation(Inline = %(inline)s);
  end swap;
  function three
    input Integer i;
    input Integer w[3];
    output Integer p;
    output Integer q[3];
    output Integer s;
  algorithm
    p := w[1 + mod(i, 3)];
    q := {w[3] + i, w[1], w[2] - i};
    s := sum(w);
    annotation(Inline = %(inline)s);
  end three;
  function spread
    input Integer i;
    output Integer w[3];
  algorithm
    w := {i, i + 1, mod(i, 2)};
    annotation(Inline = %(inline)s);
  end spread;
  function turned
    input R r;
    output R t;
  algorithm
    t := R(r.m[1], 0.5*r.v, {r.k, r.m[2] + 1});
    annotation(Inline = %(inline)s);
  end turned;
"""


def floor_mod(a, b):
    return a - (a // b) * b


def trunc_div(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


class Env(dict):
    """Values of the variables; arrays are lists, a record is a dict."""

    steps = 0

    def step(self):
        self.steps += 1
        if self.steps > 4000:
            raise Discard


class Writer:
    """Makes expressions and statements: each is a pair of text and a function of the values."""

    def __init__(self, rng, sampled):
        self.rng = rng
        self.depth = 0
        self.loops = []  # iterators in scope
        self.sampled = sampled  # pre() has a meaning
        self.counters = 0

    # ---- expressions ----

    def integer(self, depth=3):
        rng = self.rng
        pick = rng.randrange(18 if depth > 0 else 6)
        if pick == 0:
            k = rng.randrange(-9, 10)
            return ("(%d)" % k if k < 0 else str(k)), lambda e: k
        if pick <= 2:
            name = rng.choice(["i1", "i2", "i3"] + self.loops)
            return name, lambda e: e[name]
        if pick == 3:
            s, i = self.index(3, depth - 1)
            return "a[%s]" % s, lambda e: e["a"][i(e)]
        if pick == 4:
            s, i = self.index(2, depth - 1)
            t, j = self.index(2, depth - 1)
            return "g[%s, %s]" % (s, t), lambda e: e["g"][i(e)][j(e)]
        if pick == 5:
            s, i = self.index(2, depth - 1)
            t, j = self.index(2, depth - 1)
            if rng.random() < 0.5:
                return "c[%s].k" % s, lambda e: e["c"][i(e)]["k"]
            return "c[%s].m[%s]" % (s, t), lambda e: e["c"][i(e)]["m"][j(e)]
        if pick <= 9:
            (s, x), (t, y) = self.integer(depth - 1), self.integer(depth - 1)
            sign = rng.choice("+-*")
            f = {"+": lambda p, q: p + q, "-": lambda p, q: p - q, "*": lambda p, q: p * q}[sign]
            return "(%s %s %s)" % (s, sign, t), lambda e: bounded(f(x(e), y(e)))
        if pick == 10:
            s, x = self.integer(depth - 1)
            k = rng.choice([2, 3, 5, 7, -3])
            name = rng.choice(["mod", "div", "rem"])
            f = {"mod": floor_mod, "div": trunc_div, "rem": lambda p, q: p - trunc_div(p, q) * q}[name]
            return "%s(%s, %d)" % (name, s, k), lambda e: f(x(e), k)
        if pick == 11:
            s, x = self.integer(depth - 1)
            return "abs(%s)" % s, lambda e: abs(x(e))
        if pick == 12:
            (s, x), (t, y) = self.integer(depth - 1), self.integer(depth - 1)
            name = rng.choice(["min", "max"])
            f = min if name == "min" else max
            return "%s(%s, %s)" % (name, s, t), lambda e: f(x(e), y(e))
        if pick == 13:
            (c, b), (s, x), (t, y) = self.boolean(depth - 1), self.integer(depth - 1), self.integer(depth - 1)
            return "(if %s then %s else %s)" % (c, s, t), lambda e: x(e) if b(e) else y(e)
        if pick == 14:
            return rng.choice([("sum(a)", lambda e: sum(e["a"])), ("max(a)", lambda e: max(e["a"])),
                               ("min(a)", lambda e: min(e["a"])), ("size(a, 1)", lambda e: 3)])
        if pick == 15:
            k = rng.randrange(2, 4)
            name = "n%d" % len(self.loops)
            self.loops.append(name)
            s, x = self.integer(depth - 2)
            self.loops.pop()

            def total(e):
                r, saved = 0, e.get(name)
                for n in range(1, k + 1):
                    e[name] = n
                    r += x(e)
                e[name] = saved
                return bounded(r)

            return "sum(%s for %s in 1:%d)" % (s, name, k), total
        s, x = self.real(depth - 1)
        return "integer(%s)" % s, lambda e: bounded(x(e).__floor__())

    def index(self, n, depth):
        if self.rng.random() < 0.3:
            k = self.rng.randrange(n)
            return str(k + 1), lambda e: k
        s, x = self.integer(max(depth, 0))
        return "1 + mod(%s, %d)" % (s, n), lambda e: floor_mod(x(e), n)

    def real(self, depth=3):
        rng = self.rng
        pick = rng.randrange(12 if depth > 0 else 4)
        if pick == 0:
            k = Fraction(rng.randrange(-32, 33), 8)
            return "(%s)" % float(k) if k < 0 else str(float(k)), lambda e: k
        if pick == 1:
            name = rng.choice(["r1", "r2"])
            return name, lambda e: e[name]
        if pick == 2:
            s, i = self.index(3, depth - 1)
            return "x[%s]" % s, lambda e: e["x"][i(e)]
        if pick == 3:
            s, i = self.index(2, depth - 1)
            return "c[%s].v" % s, lambda e: e["c"][i(e)]["v"]
        if pick <= 6:
            (s, x), (t, y) = self.real(depth - 1), self.real(depth - 1)
            sign = rng.choice("+-")
            return "(%s %s %s)" % (s, sign, t), (lambda e: exact(x(e) + y(e))) if sign == "+" else (lambda e: exact(x(e) - y(e)))
        if pick == 7:
            s, x = self.real(depth - 1)
            k = rng.choice([Fraction(1, 2), Fraction(2), Fraction(3), Fraction(-1), Fraction(5, 4)])
            return "%s*%s" % (("(%s)" if k < 0 else "%s") % float(k), s), lambda e: exact(k * x(e))
        if pick == 8:
            (s, x), (t, y) = self.real(depth - 1), self.real(depth - 1)
            name = rng.choice(["min", "max"])
            f = min if name == "min" else max
            return "%s(%s, %s)" % (name, s, t), lambda e: f(x(e), y(e))
        if pick == 9:
            s, x = self.real(depth - 1)
            name = rng.choice(["abs", "floor", "ceil"])
            f = {"abs": abs, "floor": lambda v: Fraction(v.__floor__()), "ceil": lambda v: Fraction(v.__ceil__())}[name]
            return "%s(%s)" % (name, s), lambda e: f(x(e))
        if pick == 10:
            (c, b), (s, x), (t, y) = self.boolean(depth - 1), self.real(depth - 1), self.real(depth - 1)
            return "(if %s then %s else %s)" % (c, s, t), lambda e: x(e) if b(e) else y(e)
        s, x = self.integer(depth - 1)
        return "(0.25*%s)" % s, lambda e: exact(Fraction(x(e), 4))

    def boolean(self, depth=2):
        rng = self.rng
        pick = rng.randrange(6 if depth > 0 else 2)
        if pick == 0:
            return "b1", lambda e: e["b1"]
        if pick <= 3:
            (s, x), (t, y) = (self.integer(depth - 1), self.integer(depth - 1)) if rng.random() < 0.6 else (
                self.real(depth - 1), self.real(depth - 1))
            sign = rng.choice(["<", "<=", ">", ">="])
            f = {"<": lambda p, q: p < q, "<=": lambda p, q: p <= q, ">": lambda p, q: p > q, ">=": lambda p, q: p >= q}[sign]
            return "(%s %s %s)" % (s, sign, t), lambda e: f(x(e), y(e))
        if pick == 4:
            s, x = self.boolean(depth - 1)
            return "(not %s)" % s, lambda e: not x(e)
        (s, x), (t, y) = self.boolean(depth - 1), self.boolean(depth - 1)
        word = rng.choice(["and", "or"])
        return "(%s %s %s)" % (s, word, t), (lambda e: x(e) and y(e)) if word == "and" else (lambda e: x(e) or y(e))

    # ---- statements: list of lines, function of the values that is true for break ----

    def block(self, n, pad):
        lines, run = [], []
        for _ in range(n):
            text, f = self.statement(pad)
            lines += text
            run.append(f)

        def go(e):
            for f in run:
                e.step()
                if f(e):
                    return True
            return False

        return lines, go

    def small_integer(self):
        s, x = self.integer()
        return "mod(%s, 50)" % s, lambda e: floor_mod(x(e), 50)

    def small_real(self):
        s, x = self.real()
        return "mod(%s, 32.0)" % s, lambda e: exact(floor_mod(x(e), 32))

    def statement(self, pad):
        kinds = [self.scalar, self.scalar, self.element, self.element, self.element, self.record, self.whole, self.several,
                 self.several]
        if self.depth < 2:
            kinds += [self.choice, self.choice, self.loop, self.loop, self.values, self.turns]
        return self.rng.choice(kinds)(pad)

    def scalar(self, pad):
        kind = self.rng.randrange(5)
        if kind <= 1:
            name, (s, x) = self.rng.choice(["i1", "i2", "i3"]), self.small_integer()
        elif kind <= 3:
            name, (s, x) = self.rng.choice(["r1", "r2"]), self.small_real()
        else:
            name, (s, x) = "b1", self.boolean()

        def go(e):
            e[name] = x(e)

        return [pad + "%s := %s;" % (name, s)], go

    def element(self, pad):
        rng, kind = self.rng, self.rng.randrange(6)
        if kind <= 1:
            (i, at), (s, x) = self.index(3, 2), self.small_integer()

            def go(e):
                value = x(e)
                e["a"][at(e)] = value

            return [pad + "a[%s] := %s;" % (i, s)], go
        if kind == 2:
            (i, at), (s, x) = self.index(3, 2), self.small_real()

            def go(e):
                value = x(e)
                e["x"][at(e)] = value

            return [pad + "x[%s] := %s;" % (i, s)], go
        (i, at), (j, bt), (s, x) = self.index(2, 2), self.index(2, 2), self.small_integer()
        if kind == 3:
            def go(e):
                value, p, q = x(e), at(e), bt(e)
                e["g"][p][q] = value

            return [pad + "g[%s, %s] := %s;" % (i, j, s)], go
        if kind == 4:
            def go(e):
                value, p, q = x(e), at(e), bt(e)
                e["c"][p]["m"][q] = value

            return [pad + "c[%s].m[%s] := %s;" % (i, j, s)], go
        t, y = self.small_integer()

        def go(e):
            row, p = [x(e), y(e)], at(e)
            e["g"][p] = row

        return [pad + "g[%s, :] := {%s, %s};" % (i, s, t)], go

    def record(self, pad):
        i, at = self.index(2, 2)
        kind = self.rng.randrange(3)
        j, bt = self.index(2, 2)
        if kind == 0:
            (s, x), (t, y), (u, z), (w, v) = self.small_integer(), self.small_real(), self.small_integer(), self.small_integer()

            def go(e):
                value = {"k": x(e), "v": y(e), "m": [z(e), v(e)]}
                e["c"][at(e)] = value

            return [pad + "c[%s] := R(%s, %s, {%s, %s});" % (i, s, t, u, w)], go
        if kind == 1:
            def go(e):
                r = e["c"][bt(e)]
                e["c"][at(e)] = {"k": r["k"], "v": r["v"], "m": list(r["m"])}

            return [pad + "c[%s] := c[%s];" % (i, j)], go

        def go(e):
            r = e["c"][bt(e)]
            e["c"][at(e)] = {"k": r["m"][0], "v": exact(r["v"] / 2), "m": [r["k"], r["m"][1] + 1]}

        return [pad + "c[%s] := turned(c[%s]);" % (i, j)], go

    def whole(self, pad):
        kind = self.rng.randrange(5)
        if kind == 0:
            parts = [self.small_integer() for _ in range(3)]

            def go(e):
                e["a"] = [x(e) for _, x in parts]

            return [pad + "a := {%s};" % ", ".join(s for s, _ in parts)], go
        if kind == 1:
            def go(e):
                e["a"][1:3] = e["a"][0:2]

            return [pad + "a[2:3] := a[1:2];"], go
        if kind == 2:
            def go(e):
                e["x"] = e["x"][::-1]

            return [pad + "x := x[{3, 2, 1}];"], go
        if kind == 3:
            def go(e):
                e["g"] = [list(r) for r in zip(*e["g"])]

            return [pad + "g := transpose(g);"], go
        s, x = self.small_integer()

        def go(e):
            e["a"] = add(e, x(e))

        def add(e, k):
            return [floor_mod(v + k, 50) for v in e["a"]]

        return [pad + "a := {mod(a[k] + (%s), 50) for k in 1:3};" % s], go

    def several(self, pad):
        kind = self.rng.randrange(5)
        if kind == 0:
            def go(e):
                e["r1"], e["r2"] = e["r2"], e["r1"]

            return [pad + "(r1, r2) := swap(r1, r2);"], go
        if kind == 1:
            (i, at), (j, bt) = self.index(3, 1), self.index(3, 1)

            def go(e):
                p, q = e["x"][bt(e)], e["x"][at(e)]
                e["x"][at(e)] = p
                e["x"][bt(e)] = q

            return [pad + "(x[%s], x[%s]) := swap(x[%s], x[%s]);" % (i, j, i, j)], go
        s, x = self.small_integer()
        if kind == 2:
            def go(e):
                k, w = x(e), e["a"]
                e["i1"], e["a"], e["i2"] = three(k, w)

            return [pad + "(i1, a, i2) := three(%s, a);" % s], go
        if kind == 3:
            def go(e):
                p, q, r = three(x(e), e["a"])
                e["i1"] = p
                e["a"] = q
                e["a"][floor_mod(e["i1"], 3)] = r

            return [pad + "(i1, a, a[1 + mod(i1, 3)]) := three(%s, a);" % s], go

        def go(e):
            e["i3"] = three(x(e), e["a"])[2]

        return [pad + "(, , i3) := three(%s, a);" % s], go

    def nested(self, pad, most=3):
        self.depth += 1
        r = self.block(self.rng.randrange(1, most + 1), pad + "  ")
        self.depth -= 1
        return r

    def choice(self, pad):
        parts = []
        for _ in range(self.rng.randrange(1, 4)):
            test = self.boolean()
            if self.rng.random() < 0.2:
                test = "sum(spread(i2)) > 9", lambda e: 2*e["i2"] + 1 + e["i2"] % 2 > 9
            parts.append((test, self.nested(pad)))
        other = self.nested(pad) if self.rng.random() < 0.6 else ([], None)
        lines = []
        for k, ((c, _), (body, _)) in enumerate(parts):
            lines += [pad + "%s %s then" % ("elseif" if k else "if", c)] + body
        if other[1]:
            lines += [pad + "else"] + other[0]

        def go(e):
            for (_, b), (_, f) in parts:
                if b(e):
                    return f(e)
            return other[1](e) if other[1] else False

        return lines + [pad + "end if;"], go

    def loop(self, pad):
        name = "k%d" % len(self.loops)
        kind = self.rng.randrange(3)
        if kind == 0:
            lo, hi = self.rng.randrange(0, 3), self.rng.randrange(0, 4)
            span, bounds = "%d:%d" % (lo, hi), lambda e: range(lo, hi + 1)
        elif kind == 1:
            s, x = self.integer(1)
            span, bounds = "1:mod(%s, 4)" % s, lambda e: range(1, floor_mod(x(e), 4) + 1)
        else:
            span, bounds = "3:-1:1", lambda e: range(3, 0, -1)
        self.loops.append(name)
        lines, f = self.nested(pad)
        end = self.boolean() if self.rng.random() < 0.25 else None
        self.loops.pop()
        if end:
            lines = lines + [pad + "  if %s then" % end[0], pad + "    break;", pad + "  end if;"]

        def go(e):
            for k in bounds(e):
                e[name] = k
                if f(e) or (end and end[1](e)):
                    break

        return [pad + "for %s in %s loop" % (name, span)] + lines + [pad + "end for;"], go

    def values(self, pad):
        name = "k%d" % len(self.loops)
        self.loops.append(name)
        lines, f = self.nested(pad)
        self.loops.pop()

        def go(e):
            for k in list(e["a"]):
                e[name] = k
                f(e)

        return [pad + "for %s in a loop" % name] + lines + [pad + "end for;"], go

    def turns(self, pad):
        self.counters += 1
        name = "w%d" % self.counters
        n = self.rng.randrange(1, 4)
        c, b = self.boolean(1)
        call = self.rng.random() < 0.4
        lines, f = self.nested(pad)
        test = "%s < %d and (%s or %s < 2)" % (name, n, c, name)
        if call:
            test = "%s < %d and sum(spread(i1)) > 9" % (name, n)
            b = lambda e: 2*e["i1"] + 1 + e["i1"] % 2 > 9

        def go(e):
            e[name] = 0
            while e[name] < n and (b(e) if call else (b(e) or e[name] < 2)):
                e[name] += 1
                f(e)

        return ([pad + "%s := 0;" % name, pad + "while %s loop" % test, pad + "  %s := %s + 1;" % (name, name)] + lines +
                [pad + "end while;"]), go


def three(i, w):
    return w[floor_mod(i, 3)], [w[2] + i, w[0], w[1] - i], sum(w)


def bounded(x):
    if abs(x) > LIMIT:
        raise Discard
    return x


def exact(x):
    if x.denominator > LIMIT or abs(x) > LIMIT:
        raise Discard
    return x


def first(rng):
    half = lambda: Fraction(rng.randrange(-40, 40), 4)
    return Env(i1=rng.randrange(9), i2=rng.randrange(9), i3=rng.randrange(9), b1=rng.random() < 0.5, r1=half(), r2=half(),
               a=[rng.randrange(9) for _ in range(3)], x=[half() for _ in range(3)],
               g=[[rng.randrange(9) for _ in range(2)] for _ in range(2)],
               c=[{"k": rng.randrange(9), "v": half(), "m": [rng.randrange(9), rng.randrange(9)]} for _ in range(2)])


def shown(v):
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, list):
        return "{" + ", ".join(map(shown, v)) + "}"
    if isinstance(v, dict):
        return "R(%s, %s, %s)" % (shown(v["k"]), shown(v["v"]), shown(v["m"]))
    return str(float(v)) if isinstance(v, Fraction) else str(v)


DECLARED = [("Integer", "i1"), ("Integer", "i2"), ("Integer", "i3"), ("Boolean", "b1"), ("Real", "r1"), ("Real", "r2"),
            ("Integer", "a[3]"), ("Real", "x[3]"), ("Integer", "g[2, 2]"), ("R", "c[2]")]


def copy_of(e):
    new = Env(e)
    for k, v in e.items():
        if isinstance(v, list):
            new[k] = [list(r) if isinstance(r, list) else dict(r, m=list(r["m"])) if isinstance(r, dict) else r for r in v]
    return new


def leaves(e, prefix=""):
    out = {}
    for name in ("i1", "i2", "i3", "b1", "r1", "r2"):
        out[name] = float(e[name])
    for k in range(3):
        out["a[%d]" % (k + 1)], out["x[%d]" % (k + 1)] = float(e["a"][k]), float(e["x"][k])
    for i in range(2):
        for j in range(2):
            out["g[%d,%d]" % (i + 1, j + 1)] = float(e["g"][i][j])
            out["c[%d].m[%d]" % (i + 1, j + 1)] = float(e["c"][i]["m"][j])
        out["c[%d].k" % (i + 1)], out["c[%d].v" % (i + 1)] = float(e["c"][i]["k"]), float(e["c"][i]["v"])
    return out


def model(rng):
    """(text of a model M, {variable: value} at the end) of one random program; None: it was discarded."""
    form = rng.choice(["section", "section", "sampled", "function"])
    w = Writer(rng, form == "sampled")
    lines, go = w.block(rng.randrange(2, 9), "    ")
    start = first(rng)
    e = copy_of(start)
    try:
        for _ in range(ROUNDS if form == "sampled" else 1):
            go(e)
        want = leaves(e)
    except (Discard, IndexError):
        return None
    text = "model M" + FUNCTIONS % {"inline": rng.choice(["true", "false"])}
    counters = ["w%d" % (k + 1) for k in range(w.counters)]
    # what the program starts from is read from variables, so that nothing is known during translation
    known = rng.random() < 0.3
    begin = ["    %s := %s;" % (n.split("[")[0], shown(start[n.split("[")[0]]) if known else "from_" + n.split("[")[0])
             for _, n in DECLARED]
    kinds = {"Integer": "0", "Boolean": "false", "Real": "0", "R": ""}
    if form == "function":
        inputs = "".join("    input %s from_%s;\n" % d for d in DECLARED)
        outputs = "".join("    output %s %s := from_%s;\n" % (t, n, n.split("[")[0]) for t, n in DECLARED)
        local = "".join("    protected Integer %s;\n" % n for n in counters)
        text += "  function F\n%s%s%s  algorithm\n%s\n    annotation(Inline = %s);\n  end F;\n" % (
            inputs, outputs, local, "\n".join(lines), rng.choice(["true", "false"]))
    for t, n in DECLARED:
        name = n.split("[")[0]
        known = t == "R" or rng.random() < 0.5
        text += "  %s%s from_%s = %s;\n" % ("parameter " if known else "", t, n, shown(start[name])) if not (
            form == "sampled") else ""
        if form == "sampled":
            if t == "R":
                r = start["c"]
                text += "  R c[2](k(start = %s), v(start = %s), m(start = %s), each k.fixed = true);\n".replace(
                    ", each k.fixed = true", "") % (shown([q["k"] for q in r]), shown([q["v"] for q in r]),
                                                   shown([q["m"] for q in r]))
            else:
                each = "each " if "[" in n else ""
                text += "  %s%s %s(start = %s, %sfixed = true);\n" % (
                    "discrete " if t == "Real" else "", t, n, shown(start[name]), each)
        else:
            text += "  %s %s;\n" % (t, n)
    if form != "function":
        text += "".join("  Integer %s%s;\n" % (n, "(start = 0, fixed = true)" if form == "sampled" else "") for n in counters)
    text += "algorithm\n"
    held = ["    %s := pre(%s);" % (n, n) for n in [d[1].split("[")[0] for d in DECLARED[:-1]] + counters]
    held += ["    c[%d].%s := pre(c[%d].%s);" % (k, n, k, n) for k in (1, 2) for n in ("k", "v", "m")]
    if form == "section":
        text += "\n".join(begin + ["    %s := 0;" % n for n in counters] + lines) + "\n"
    elif form == "sampled":
        text += "  when sample(0.1, 0.2) then\n" + "\n".join(held + lines) + "\n  end when;\n"
    else:
        names = [n.split("[")[0] for _, n in DECLARED]
        text += "    (%s) := F(%s);\n" % (", ".join(names), ", ".join("from_" + n for n in names))
    return text + "end M;\n", want, 0.1 + 0.2 * (ROUNDS - 1) + 0.1 if form == "sampled" else 0.1


def case(rng):
    made = model(rng)
    if made is None:
        return None
    text, want, stop = made
    return {"text": text, "final": want, "stop": stop, "tolerance": 0}
