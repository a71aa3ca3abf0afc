"""Models with events whose solution has a closed form, in units and at scales of any size."""
import math


def full(rng):
    kind = rng.choice([heater, ball, triangle, counter, sampled, decay_to])
    return kind(rng)


def scale(rng):
    return 10.0 ** rng.choice([0, 0, 0, 3, -3, 6, -6, 9, -9, 12, -12])


def heater(rng):
    S, T = scale(rng), scale(rng)
    k, on, off, power = rng.uniform(0.5, 3), rng.uniform(0.3, 0.5), rng.uniform(0.55, 0.8), rng.uniform(1.1, 3)
    stop, x0 = rng.uniform(2, 8), rng.uniform(0.51, 0.54)
    t, x, heats, n = 0.0, x0, True, 0
    while True:
        goal, bound = (power, off) if heats else (0.0, on)
        arrive = t + math.log((x - goal) / (bound - goal)) / k
        if abs(arrive - stop) < 1e-3:
            return None
        if arrive > stop:
            x = goal + (x - goal) * math.exp(-k * (stop - t))
            break
        t, x, heats, n = arrive, bound, not heats, n + 1
    text = """model M
  Real x(start = %r, fixed = true, nominal = %r);
  parameter Real k = %r, on = %r, off = %r, power = %r;
  Boolean heats(start = true, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = k*((if heats then power else 0) - x);
  when x > off then
    heats = false;
  elsewhen x < on then
    heats = true;
  end when;
  when change(heats) then
    n = pre(n) + 1;
  end when;
end M;
""" % (x0 * S, S, k / T, on * S, off * S, power * S)
    return text, {"x": x * S, "n": n}, {"x": 1e-5 * S, "n": 0}, stop * T


def ball(rng):
    S, T = scale(rng), scale(rng)
    g, h0, e = rng.uniform(1, 10), rng.uniform(0.5, 2), rng.uniform(0.6, 0.95)
    t, v, n = math.sqrt(2 * h0 / g), e * math.sqrt(2 * g * h0), 1
    stop = t + rng.uniform(0.2, 0.8) * 2 * v / g
    for _ in range(rng.randrange(0, 6)):
        t, v, n = t + 2 * v / g, v * e, n + 1
        stop = t + rng.uniform(0.2, 0.8) * 2 * v / g
    h = v * (stop - t) - g / 2 * (stop - t) ** 2
    text = """model M
  Real h(start = %r, fixed = true, nominal = %r), v(start = 0, fixed = true, nominal = %r);
  Integer n(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = %r;
  when h <= 0 then
    reinit(v, %r*pre(v));
    n = pre(n) + 1;
  end when;
end M;
""" % (h0 * S, S, S / T, -g * S / T / T, -e)
    return text, {"h": h * S, "n": n}, {"h": 2e-5 * S, "n": 0}, stop * T


def triangle(rng):
    """Up and down between two bounds at given speeds: corners at rational times."""
    S = scale(rng)
    up, down, low, high = rng.uniform(0.5, 3), rng.uniform(0.5, 3), -rng.uniform(0.1, 1), rng.uniform(0.1, 1)
    stop = rng.uniform(1, 10)
    t, x, rises, n = 0.0, 0.0, True, 0
    while True:
        arrive = t + ((high - x) / up if rises else (x - low) / down)
        if abs(arrive - stop) < 1e-3:
            return None
        if arrive > stop:
            x += (up if rises else -down) * (stop - t)
            break
        t, x, rises, n = arrive, high if rises else low, not rises, n + 1
    text = """model M
  Real x(start = 0, fixed = true, nominal = %r);
  Boolean rises(start = true, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = if rises then %r else %r;
algorithm
  when x >= %r then
    rises := false;
    n := pre(n) + 1;
  elsewhen x <= %r then
    rises := true;
    n := pre(n) + 1;
  end when;
end M;
""" % (S, up * S, -down * S, high * S, low * S)
    return text, {"x": x * S, "n": n}, {"x": 1e-5 * S, "n": 0}, stop


def counter(rng):
    """How often, and for how long, a sine is above a bound."""
    S = scale(rng)
    w, c = rng.uniform(1, 20), rng.uniform(-0.9, 0.9)
    stop = rng.uniform(2, 10)
    first, width = math.asin(c) / w, (math.pi - 2 * math.asin(c)) / w
    period = 2 * math.pi / w
    above, n, k = 0.0, 0, -1
    while first + k * period < stop:
        a, b = first + k * period, first + k * period + width
        if min(abs(a - stop), abs(b - stop), abs(a), abs(b)) < 1e-3:
            return None
        above += max(0.0, min(b, stop) - max(a, 0.0))
        n += 0 < a < stop
        k += 1
    text = """model M
  Real y = %r*sin(%r*time);
  Real above(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(above) = if y > %r then 1 else 0;
  when y > %r then
    n = pre(n) + 1;
  end when;
end M;
""" % (S, w, c * S, c * S)
    return text, {"above": above, "n": n}, {"above": 1e-5, "n": 0}, stop


def sampled(rng):
    """A sampled controller on a lag: exact from tick to tick."""
    S = scale(rng)
    k, a, d, start = rng.uniform(0.1, 1.5), rng.uniform(0.5, 3), rng.uniform(0.05, 0.4), rng.uniform(0, 0.3)
    goal, x, u, t = rng.uniform(0.5, 2), 0.0, 0.0, 0.0
    ticks = rng.randrange(2, 20)
    for i in range(ticks):
        tick = start + i * d
        x = u + (x - u) * math.exp(-a * (tick - t))
        t, u = tick, u + k * (goal - x) * d
    stop = t + d * rng.uniform(0.2, 0.8)
    x = u + (x - u) * math.exp(-a * (stop - t))
    text = """model M
  Real x(start = 0, fixed = true, nominal = %r);
  discrete Real u(start = 0, fixed = true);
equation
  der(x) = %r*(u - x);
  when sample(%r, %r) then
    u = pre(u) + %r*(%r - x);
  end when;
end M;
""" % (S, a, start, d, k * d, goal * S)
    return text, {"x": x * S, "u": u * S}, {"x": 1e-5 * S, "u": 1e-5 * S}, stop


def decay_to(rng):
    """Two lags in a row that a time event switches off, with equal or different poles."""
    S, T = scale(rng), scale(rng)
    a, b, off, stop = rng.uniform(0.5, 2), rng.uniform(2.5, 5), rng.uniform(0.3, 1), rng.uniform(1.2, 3)

    def step(x, y, u, t):  # x' = a(u - x), y' = b(x - y)
        p = x - u
        q = p * b / (b - a)
        return u + p * math.exp(-a * t), u + q * math.exp(-a * t) + (y - u - q) * math.exp(-b * t)

    x, y = step(*step(0, 0, 1, off), 0, stop - off)
    text = """model M
  Real x(start = 0, fixed = true, nominal = %r), y(start = 0, fixed = true, nominal = %r);
equation
  der(x) = %r*((if time < %r then %r else 0) - x);
  der(y) = %r*(x - y);
end M;
""" % (S, S, a / T, off * T, S, b / T)
    return text, {"x": x * S, "y": y * S}, {"x": 1e-5 * S, "y": 1e-5 * S}, stop * T


def case(rng):
    made = full(rng)
    if made is None:
        return None
    text, want, slack, stop = made
    return {"text": text, "final": want, "slack": slack, "stop": stop, "options": ["--tolerance", "1e-8"]}
