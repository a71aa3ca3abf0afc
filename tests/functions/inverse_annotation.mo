// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv dp(0) = 0.045 +- 1e-9
// VALUE: %t.csv h(0) = 0.045 +- 1e-9
// FINAL: dp = 1.7218858388367193 +- 1e-9
// FINAL: r = 4 +- 1e-9
// FINAL: kept = 2 +- 1e-9
// RUN: causeway explain %s
// CHECK: simulation equations
// CHECK: dp := InverseAnnotation.drop(m, k)
// CHECK-NOT: residual m = InverseAnnotation.through(dp, k)
// RUN: causeway flatten %s > %t.dae
// RUN: causeway flatten %t.dae > %t2.dae && cmp %t.dae %t2.dae
// RUN: causeway simulate %t.dae -o %t2.csv --stop 1
// FINAL: dp = 1.7218858388367193 +- 1e-9
model InverseAnnotation "equations are solved by functions that annotations name (MLS 3.6, 12.8)"
  record Data
    Real k;
    Real offset;
  end Data;
  function through
    input Real dp;
    input Real k;
    output Real m;
  algorithm
    m := if noEvent(abs(dp) > 1) then sign(dp)*k*sqrt(abs(dp)) else k*dp*(5 - dp^2)/4;
    annotation(Inline = false, inverse(dp = drop(k = k, m = m)));
  end through;
  function drop "below 1 not quite the inverse, so that its use shows"
    input Real m;
    input Real k;
    output Real dp;
  algorithm
    dp := if noEvent(abs(m) > k) then sign(m)*(m/k)^2 else m/k*0.9;
    annotation(Inline = false, inverse(m = through(dp, k)));
  end drop;
  function scaled "small: would be put in place without its annotation"
    input Data data;
    input Real x;
    output Real y;
  algorithm
    y := data.k*(x + data.offset)^3;
    annotation(inverse(x = unscaled(data, y)));
  end scaled;
  function unscaled
    input Data data;
    input Real y;
    output Real x;
  algorithm
    x := sign(y)*abs(y/data.k)^(1/3) - data.offset;
  end unscaled;
  function doubled "its inverse does not exist: the equation itself is solved"
    input Real x;
    output Real y;
  algorithm
    y := x + x^3;
    annotation(Inline = false, inverse(x = halved(y)));
  end doubled;
  parameter Real k = 2;
  parameter Data data(k = 2, offset = -1);
  Real m = 3*sin(time) + 0.1;
  Real dp, h, r, kept;
equation
  m = through(dp, k);
  m = homotopy(through(h, k), k*h);
  54*time = scaled(data, r);
  10*time = doubled(kept);
end InverseAnnotation;
