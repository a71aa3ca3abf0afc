// A relation that holds for a thousandth of a period only, at each top of an oscillation: none is missed.
// RUN: causeway simulate %s -o %t.csv --stop 62.8 --tolerance 1e-9
// FINAL: n = 10 +- 0
// FINAL: m = 10 +- 0
// RUN: causeway simulate %s -o %t.csv --stop 62.8 --tolerance 1e-11 --solver ida --intervals 10
// FINAL: n = 10 +- 0
// FINAL: m = 10 +- 0
model NearTheTop
  Real x(start = 0, fixed = true);
  Real v(start = 1, fixed = true);
  Integer n(start = 0, fixed = true) "times that the state is there";
  Integer m(start = 0, fixed = true) "the same of time alone";
equation
  der(x) = v;
  der(v) = -x;
  when x > 1 - 1e-6 then
    n = pre(n) + 1;
  end when;
  when sin(time) > 1 - 1e-6 then
    m = pre(m) + 1;
  end when;
end NearTheTop;
