// RUN: causeway simulate %s --dump c
// CHECK: double *memo = cw_recall(e,
// RUN: causeway simulate %s -o %t.csv
// CHECK: the root is beyond two
// FINAL: a = 3.0 +- 1e-9
// FINAL: b = 6.0 +- 1e-9
// FINAL: c = 0.5 +- 1e-9
model Remembered "Two functions ask a third one, which iterates, for the same value; at some point it warns"
  function root "by Newton's method"
    input Real x;
    output Real y;
    output Real slope;
  algorithm
    y := 1 + x;
    for i in 1:40 loop
      y := 0.5*(y + x/y);
    end for;
    slope := 0.5/y;
    assert(y < 2, "the root is beyond two", AssertionLevel.warning);
  end root;
  function twice
    input Real x;
    output Real y;
  algorithm
    y := 2*root(x);
  end twice;
  function ratio
    input Real x;
    output Real y;
  protected
    Real r, s;
  algorithm
    (r, s) := root(x);
    y := s*r;
  end ratio;
  Real a = root(1 + 8*time), b = twice(1 + 8*time), c = ratio(1 + 8*time);
  Real z(start = 1, fixed = true);
equation
  der(z) = b*c - z*a;
  annotation(experiment(StopTime = 1));
end Remembered;
