# RUN: python3 %s
# CHECK: 9 models are the same
"""Components declared one by one share an instance where they differ in numbers only (instance/share.c).  Nobody sees it: flat
models and messages are those of the same text with an annotation that means nothing but keeps every component alone."""
import subprocess

ALONE = " annotation(HideResult = false)"

LIBRARY = """
package Parts
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;
  record Impedance
    Real re = 1, im = 0;
  end Impedance;
  model Load
    parameter Integer n = 2;
    parameter Real g[n] = {k * 0.1 for k in 1:n};
    Real x[n](each start = 1);
  equation
    for k in 1:n loop
      der(x[k]) = -g[k] * x[k];
    end for;
  end Load;
  partial model OnePort
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end OnePort;
  model Branch
    extends OnePort;
    parameter Real R = 1 "resistance";
    parameter Boolean heated = false annotation(Evaluate = true);
    parameter Impedance Z;
    Load load;
    Real T[if heated then 2 else 0];
    Real w(start = 2 * R, min = 0);
    String name = getInstanceName();
    outer parameter Real scale;
  equation
    assert(R > 0, "R of " + getInstanceName() + " must be positive");
    v = scale * R * i + Z.re * i;
    der(w) = if R > 5 then -w else -w - load.x[1];
    if heated then
      der(T) = ones(2);
    end if;
  end Branch;
  model Source
    extends OnePort;
    parameter Real V = 1;
  equation
    v = V;
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
end Parts;
"""


def chain(n, modifier=lambda k: "(R = %d)" % (k + 1), before="", behind="", name="Chain", more=""):
    """n branches in a row, with something else declared between them."""
    lines = ["model %s" % name, "  inner parameter Real scale = 1;", "  parameter Real base = 3;", before]
    for k in range(n):
        lines.append("  Parts.Branch b%d%s \"branch\" @;" % (k, modifier(k)))
        if k % 10 == 5:
            lines.append("  parameter Real between%d = %d;" % (k, k))
    lines += ["  Parts.Source source(V = 10) @;", "  Parts.Ground ground @;", more, "equation",
              "  connect(source.p, b0.p);", "  connect(source.n, ground.p);", "  connect(b%d.n, ground.p);" % (n - 1)]
    lines += ["  connect(b%d.n, b%d.p);" % (k, k + 1) for k in range(n - 1)]
    return "\n".join(lines + [behind, "end %s;" % name])


def run(text):
    with open("model.mo", "w") as f:
        f.write(LIBRARY + text)
    p = subprocess.run(["causeway", "flatten", "model.mo"], capture_output=True, text=True)
    return p.returncode, p.stdout, p.stderr.replace(ALONE, "")


def main():
    varied = lambda k: "(R = %g, w(start = %d, nominal = base * %d), Z(re = b%d.R, im = 1))" % (k + 0.5, k, k + 1, (k + 1) % 40)
    mixed = lambda k: "(R = base, load(n = %d), heated = %s)" % (1 + k % 2, "true" if k % 20 == 0 else "false")
    cases = [
        ("numbers", chain(40), 0),
        ("attributes, records, values of each other", chain(40, varied), 0),
        ("several kinds", chain(60, mixed), 0),
        ("one decides structure", chain(40, more="  parameter Integer m = integer(b7.R);\n  Real y[m] = fill(time, m);"), 0),
        ("a mistake in one", chain(40, lambda k: "(R = %s)" % ("true" if k == 17 else "1")), 2),
        ("a name that is not there", chain(40, lambda k: "(R = %s)" % ("absent" if k == 23 else "1")), 2),
        ("inherited and modified", chain(40, name="Base") + "\nmodel Chain\n  extends Base(b3(R = 7), base = 4);\nend Chain;", 0),
        ("inside a component", chain(40, name="Part") + "\nmodel Chain\n  Part a, b(base = 5);\n  Part c[2];\nend Chain;", 0),
        ("values that must be known", chain(40, varied).replace("parameter Real R = 1", "parameter Real R = 1 annotation(Evaluate = true)"), 0),
    ]
    same = 0
    for name, text, code in cases:
        shared = run(text.replace(" @;", ";"))
        alone = run(text.replace(" @;", ALONE + ";"))
        if shared != alone or shared[0] != code:
            print("different: %s (exit codes %d and %d)\n%s\n%s" % (name, shared[0], alone[0], shared[2][-500:], alone[2][-500:]))
            for a, b in zip(shared[1].split("\n"), alone[1].split("\n")):
                if a != b:
                    print("  %s\n  %s" % (a, b))
                    break
        else:
            same += 1
    print("%d models are the same" % same)


main()
