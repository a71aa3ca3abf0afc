"""Modelica texts for tests of the language server, and ways to break them."""


def big(lines, msl=False):
    """A package of about so many lines: types, functions, records, models that extend and contain each other."""
    out = ["package Big \"generated\"",
           "  type Length = Real(unit = \"m\");",
           "  connector Pin", "    Real v;", "    flow Real i;", "  end Pin;",
           "  function scale \"u times k\"", "    input Real u;", "    input Real k = 1;", "    output Real y;", "  algorithm",
           "    y := u*k;", "  end scale;",
           "  partial model Base \"what all have\"", "    parameter Real k = 1 \"gain\";", "    Length a(start = 1, fixed = true);",
           "  equation", "    der(a) = -k*a;", "  end Base;"]
    n = 0
    while len(out) < lines - 1:
        out += ["  model M%d \"number %d\"" % (n, n),
                "    extends Base(k = %d);" % (n + 1),
                "    Real b[3] = {scale(a, i) for i in 1:3} \"three\";",
                "    Real c = sum(b) + b[1]*2 - (if a > 0.5 then 1 else 0);",
                "    // a comment"]
        if n:
            out.append("    M%d inner_model(k = 3);" % (n // 2 if n % 3 else 0) if n % 5 == 0 else "    parameter Integer p%d = %d;" % (n, n))
        if msl and n % 4 == 0:
            out += ["    Modelica.Electrical.Analog.Basic.Resistor r(R = 2);", "    Modelica.Electrical.Analog.Basic.Ground g;",
                    "    Modelica.Electrical.Analog.Sources.ConstantVoltage u(V = 1);"]
        out += ["  equation"]
        if msl and n % 4 == 0:
            out += ["    connect(r.p, u.p);", "    connect(r.n, u.n);", "    connect(u.n, g.p);"]
        out += ["    when a < 0.25 then",
                "      reinit(a, 1);",
                "    end when;",
                "    annotation (Documentation(info = \"<html>",
                "<p>Model %d.</p>" % n,
                "</html>\"), experiment(StopTime = 2));",
                "  end M%d;" % n]
        n += 1
    out.append("end Big;")
    return "\n".join(out) + "\n"


PIECES = ["", " ", "\n", ";", "(", ")", "[", "]", "{", "}", "\"", "//", "/*", "*/", "end", "model X", "end if;", "equation", ".", ",",
          "=", "'", "k", "M1 m;", "extends Base;", "annotation(", "import", "if a then", "\u00e4", "within P;", "1e", "connect(a, ", "\\",
          "der(", "package Q", "algorithm", "each", "redeclare", "parameter Real z = ", "Big.M0.", "\t", "\r\n", "enumeration(:)"]


def _place(rng, text):
    """Some offset; not inside a line end, where no position of the protocol is."""
    at = rng.randrange(len(text) + 1)
    return at - 1 if text[at - 1:at + 1] == "\r\n" else at


def random_edit(rng, text):
    """start, end and new text of some edit, rarely a good one."""
    at, kind = _place(rng, text), rng.random()
    if kind < 0.35:
        return at, at, rng.choice(PIECES)
    if kind < 0.45:
        other = rng.randrange(len(text) + 1)
        return at, at, text[other:other + rng.choice([3, 10, 60, 200])]
    end = min(len(text), at + (400 if kind > 0.97 else rng.choice([1, 1, 1, 2, 5, 20])))
    if text[end - 1:end + 1] == "\r\n":
        end += 1
    return at, end, "" if kind < 0.8 else rng.choice(PIECES)
