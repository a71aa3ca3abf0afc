# RUN: python3 %s
# REQUIRES: release
# CHECK: fewer than 400 bytes
"""What a model of many components, each declared and connected by a line of its own, needs for translation: text, syntax tree and
instances included, in bytes per equation."""
import json
import subprocess

PARTS = """
connector Pin
  Real v(unit = "V");
  flow Real i(unit = "A");
end Pin;
partial model OnePort
  Pin p, n;
  Real v, i;
equation
  v = p.v - n.v;
  i = p.i;
  p.i + n.i = 0;
end OnePort;
model Resistor
  extends OnePort;
  parameter Real R(unit = "Ohm") = 1;
equation
  v = R * i;
end Resistor;
model Capacitor
  extends OnePort;
  parameter Real C(unit = "F") = 1;
equation
  C * der(v) = i;
end Capacitor;
model Source
  extends OnePort;
equation
  v = 1;
end Source;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
"""


def peak(n):
    """(bytes, equations) of a chain of n cells."""
    with open("model.mo", "w") as f:
        f.write(PARTS + "model Chain\n  Source s;\n  Ground g;\n")
        for k in range(n):
            f.write("  Resistor r%d(R = %d);\n  Capacitor c%d(C = %g, v(start = %d));\n" % (k, k + 1, k, 1 + k / n, k))
        f.write("equation\n  connect(s.n, g.p);\n  connect(s.p, r0.p);\n")
        for k in range(n):
            f.write("  connect(r%d.n, c%d.p);\n  connect(c%d.n, g.p);\n" % (k, k, k))
            if k:
                f.write("  connect(r%d.n, r%d.p);\n" % (k - 1, k))
        f.write("end Chain;\n")
    subprocess.run(["causeway", "translate", "model.mo", "-q", "-o", "/dev/null", "--stats", "stats.json"], check=True)
    with open("stats.json") as f:
        s = json.load(f)
    return s["peak_rss_mb"] * 1e6, s["equations"]


small, large = peak(100), peak(8000)
each = (large[0] - small[0]) / (large[1] - small[1])
print("%.0f bytes per equation: %s 400 bytes" % (each, "fewer than" if each < 400 else "more than"))
