// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[INST0591]: d is constant but its value is parameter
// FINAL: d = 5 +- 1e-12
// FINAL: z = 6 +- 1e-12
// A constant that is given a parameter is taken for one, with a warning (MLS 3.6, 3.8).  Where translation cannot
// compute the value, as behind external code, the run does.
model constant_known_while_running
  function magnitude
    input Real x;
    output Real y;
    external "C" y = magnitude_of(x)
      annotation(Include = "static double magnitude_of(double x) { return x < 0 ? -x : x; }");
  end magnitude;
  parameter Real e = magnitude(-4);
  constant Real d = e + 1;
  Real z = d + time;
end constant_known_while_running;
