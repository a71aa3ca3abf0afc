"""All methods at all tolerances on equations whose solution is known, with and without events."""
import math

ADAPTIVE = ["cvode", "ida", "dopri5", "trbdf2", "esdirk4", "esdirk5", "esdirk-dae", "kvaerno5", "sdirk4", "cvode-adams",
            "bogacki-shampine", "cash-karp", "verner65", "fehlberg78", "auto"]


def case(rng):
    tolerance = 10.0 ** -rng.randrange(4, 11)
    kind = rng.choice(["decay", "circle", "logistic", "forced", "bounce"])
    want = {}
    if kind == "decay":
        k, stop = rng.uniform(0.2, 5), rng.uniform(1, 5)
        text = "Real x(start = 1, fixed = true); equation der(x) = %r*x;" % -k
        want["x"] = math.exp(-k * stop)
    elif kind == "circle":
        w, stop = rng.uniform(0.5, 4), rng.uniform(1, 6)
        text = "Real x(start = 1, fixed = true), v(start = 0, fixed = true); equation der(x) = v; der(v) = %r*x;" % (-w * w)
        want["x"], want["v"] = math.cos(w * stop), -w * math.sin(w * stop)
    elif kind == "logistic":
        r, x0, stop = rng.uniform(0.5, 3), rng.uniform(0.05, 0.5), rng.uniform(1, 5)
        text = "Real x(start = %r, fixed = true); equation der(x) = %r*x*(1 - x);" % (x0, r)
        want["x"] = 1 / (1 + (1 / x0 - 1) * math.exp(-r * stop))
    elif kind == "forced":
        a, w, stop = rng.uniform(0.5, 3), rng.uniform(0.5, 5), rng.uniform(1, 5)
        text = "Real x(start = 0, fixed = true); equation der(x) = %r*(sin(%r*time) - x);" % (a, w)
        d = a * a + w * w
        want["x"] = a * (a * math.sin(w * stop) - w * math.cos(w * stop) + w * math.exp(-a * stop)) / d
    else:  # an elastic ball: the time of each impact matters
        stop = rng.uniform(0.5, 4)
        t = math.sqrt(2 / 9.81)
        phase = (stop + t) % (2 * t) - t
        if abs(abs(phase) - t) < 1e-2:
            return None
        text = "Real x(start = 1, fixed = true), v(start = 0, fixed = true); equation der(x) = v; der(v) = -9.81; " \
               "when x <= 0 then reinit(v, -pre(v)); end when;"
        want["x"] = 1 - 9.81 / 2 * phase ** 2
    slack = {n: 2000 * tolerance + 1e-9 for n in want}
    return {"text": "model M " + text + " end M;\n", "final": want, "slack": slack, "stop": stop, "solvers": ADAPTIVE,
            "pick": rng.random(), "options": ["--tolerance", repr(tolerance)]}
