"""Random networks of our own parts: resistors, sources and meters solved by fractions; pipes and masses by what is
conserved."""
from fractions import Fraction

PARTS = """  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model Two
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end Two;
  model Resistor
    extends Two;
    parameter Real R;
  equation
    v = R*i;
  end Resistor;
  model Source
    extends Two;
    parameter Real I;
  equation
    i = -I;
  end Source;
  model Battery
    extends Two;
    parameter Real V, R;
  equation
    v = V + R*i;
  end Battery;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
"""


def solve(a, b):
    n = len(b)
    for k in range(n):
        p = next((i for i in range(k, n) if a[i][k] != 0), None)
        if p is None:
            return None
        a[k], a[p], b[k], b[p] = a[p], a[k], b[p], b[k]
        for i in range(n):
            if i == k or a[i][k] == 0:
                continue
            f = a[i][k] / a[k][k]
            for j in range(k, n):
                a[i][j] -= f * a[k][j]
            b[i] -= f * b[k]
    return [b[k] / a[k][k] for k in range(n)]


def circuit(rng):
    n = rng.randrange(2, 9)
    unit = Fraction(10) ** rng.choice([0, 0, 3, -3, 6, 9])
    edges = [(k, rng.randrange(k)) for k in range(1, n)]
    edges += [tuple(rng.sample(range(n), 2)) for _ in range(rng.randrange(1, n + 2))]
    a = [[Fraction(0)] * n for _ in range(n)]
    b = [Fraction(0)] * n
    text, links = "", ""
    at = ["g.p"] + [None] * (n - 1)  # a pin that stands for each node
    for k, (p, q) in enumerate(edges):
        r = Fraction(rng.randrange(1, 40), 4) * unit
        kind = rng.choice(["R", "R", "R", "I", "V"]) if k >= n - 1 else "R"
        if kind == "I":
            i = Fraction(rng.randrange(-20, 21), 8) / unit
            text += "  Source e%d(I = %r);\n" % (k, float(i))
            i = Fraction(float(i))
            b[p] += i
            b[q] -= i
        else:
            v = Fraction(rng.randrange(-20, 21), 4) if kind == "V" else Fraction(0)
            r = Fraction(float(r))
            text += "  %s e%d(%sR = %r);\n" % ("Battery" if kind == "V" else "Resistor", k,
                                              "V = %r, " % float(v) if kind == "V" else "", float(r))
            for x, y, s in ((p, q, 1), (q, p, -1)):
                a[x][x] += 1 / r
                a[x][y] -= 1 / r
                b[x] += s * v / r
        for pin, node in (("p", p), ("n", q)):
            name = "e%d.%s" % (k, pin)
            if at[node] and rng.random() < 0.9:
                links += "  connect(%s, %s);\n" % ((name, at[node]) if rng.random() < 0.5 else (at[node], name))
            elif at[node]:
                links += "  connect(%s, %s);\n" % (at[node], name)
            else:
                at[node] = name
    a[0] = [Fraction(int(k == 0)) for k in range(n)]
    b[0] = Fraction(0)
    v = solve(a, b)
    if v is None:
        return None
    size = max(map(abs, v)) or Fraction(1)
    want = {"%s.v" % at[k]: float(v[k]) for k in range(1, n)}
    return "model M\n" + PARTS + text + "  Ground g;\nequation\n" + links + "end M;\n", want, {
        k: 1e-9 * float(size) for k in want}, 1, None


def pipes(rng):
    """Turbulent flow in a net: what flows into a node flows out, and each pipe obeys its law."""
    n = rng.randrange(3, 8)
    edges = [(k, rng.randrange(k)) for k in range(1, n)] + [tuple(rng.sample(range(n), 2)) for _ in range(rng.randrange(1, 4))]
    k = [rng.uniform(0.5, 5) for _ in edges]
    out = [rng.uniform(-1, 1) for _ in range(n)]
    text = "model M\n  Real p[%d](each start = 1), m[%d](each start = 0.1);\nequation\n  p[1] = 10;\n" % (n, len(edges))
    for e, (a, b) in enumerate(edges):
        text += "  p[%d] - p[%d] = %r*m[%d]*abs(m[%d]) + 0.01*m[%d];\n" % (a + 1, b + 1, k[e], e + 1, e + 1, e + 1)
    sums = []
    for node in range(1, n):
        terms = "".join(" + m[%d]" % (e + 1) if b == node else " - m[%d]" % (e + 1)
                        for e, (a, b) in enumerate(edges) if node in (a, b))
        text += "  0 = %r*(1 + 0.1*time)%s;\n" % (-out[node], terms)
        sums.append([(1 if b == node else -1, e) for e, (a, b) in enumerate(edges) if node in (a, b)])

    def judge(row):
        for node in range(1, n):
            flow = sum(s * row["m[%d]" % (e + 1)] for s, e in sums[node - 1])
            if abs(flow - out[node] * 1.1) > 1e-7:
                return "node %d loses %g" % (node + 1, flow - out[node] * 1.1)
        for e, (a, b) in enumerate(edges):
            x = row["m[%d]" % (e + 1)]
            off = row["p[%d]" % (a + 1)] - row["p[%d]" % (b + 1)] - k[e] * x * abs(x) - 0.01 * x
            if abs(off) > 1e-6:
                return "pipe %d is off by %g" % (e + 1, off)

    return text + "end M;\n", {}, {}, 1, judge


def masses(rng):
    """A chain of masses and springs without loss: energy and momentum stay."""
    n = rng.randrange(2, 7)
    m = [rng.uniform(0.5, 3) for _ in range(n)]
    c = [rng.uniform(1, 30) for _ in range(n - 1)]
    x0 = [rng.uniform(-1, 1) for _ in range(n)]
    v0 = [rng.uniform(-1, 1) for _ in range(n)]
    text = "model M\n"
    for k in range(n):
        text += "  Real x%d(start = %r, fixed = true), v%d(start = %r, fixed = true);\n" % (k, x0[k], k, v0[k])
    text += "  Real f[%d];\nequation\n" % (n - 1)
    for k in range(n - 1):
        text += "  f[%d] = %r*(x%d - x%d);\n" % (k + 1, c[k], k + 1, k)
    for k in range(n):
        left = "f[%d]" % (k + 1) if k < n - 1 else "0"
        right = "f[%d]" % k if k else "0"
        text += "  der(x%d) = v%d;\n  %r*der(v%d) = %s - %s;\n" % (k, k, m[k], k, left, right)

    def energy(x, v):
        return sum(m[k] * v[k] ** 2 for k in range(n)) / 2 + sum(c[k] * (x[k + 1] - x[k]) ** 2 for k in range(n - 1)) / 2

    def judge(row):
        x, v = [row["x%d" % k] for k in range(n)], [row["v%d" % k] for k in range(n)]
        e0, e1 = energy(x0, v0), energy(x, v)
        if abs(e1 - e0) > 1e-4 * e0:
            return "the energy went from %g to %g" % (e0, e1)
        p0, p1 = sum(a * b for a, b in zip(m, v0)), sum(a * b for a, b in zip(m, v))
        if abs(p1 - p0) > 1e-6 * (1 + abs(p0)):
            return "the momentum went from %g to %g" % (p0, p1)
        s0, s1 = sum(a * b for a, b in zip(m, x0)), sum(a * b for a, b in zip(m, x))
        if abs(s1 - s0 - 5 * p0) > 1e-5 * (1 + abs(s0) + abs(p0)):
            return "the centre moved from %g to %g" % (s0, s1)

    return text + "end M;\n", {}, {}, 5, judge


def case(rng):
    made = rng.choice([circuit, circuit, pipes, masses])(rng)
    if made is None:
        return None
    text, want, slack, stop, judge = made
    return {"text": text, "final": want, "slack": slack, "stop": stop, "judge": judge, "options": ["--tolerance", "1e-9"]}
