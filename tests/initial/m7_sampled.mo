// A plant with a sampled PI controller, four ways to start.
// V1: explicit values, the when is not active at the start.
// RUN: causeway simulate %s -o %t1.csv --stop 0.005
// VALUE: %t1.csv xd(0.004) = -0.01 +- 1e-12
// V1 with the first sample later: values of the start hold until then.
// RUN: sed 's/sample(0, Ts)/sample(1, Ts)/' %s > later.mo; causeway simulate later.mo -o %t1b.csv --stop 0.5
// VALUE: %t1b.csv xd(0) = 0 +- 0
// VALUE: %t1b.csv u(0) = 0 +- 0
// VALUE: %t1b.csv der(x)(0) = -2 +- 1e-12
// V2: initial() is among the conditions.
// RUN: sed 's/when sample(0, Ts)/when {initial(), sample(1, Ts)}/' %s > v2.mo; causeway simulate v2.mo -o %t2.csv --stop 0.5
// VALUE: %t2.csv xd(0) = -0.01 +- 1e-12
// VALUE: %t2.csv u(0) = -10.1 +- 1e-12
// VALUE: %t2.csv der(x)(0) = -12.1 +- 1e-12
// V3: the same with pre values given as initial equations.
// RUN: sed 's/when sample(0, Ts)/when {initial(), sample(1, Ts)}/; s/(start = 0, fixed = true)//; s/^equation/initial equation pre(xd) = 0; pre(u) = 0; equation/' %s > v3.mo; causeway simulate v3.mo -o %t3.csv --stop 0.5
// VALUE: %t3.csv xd(0) = -0.01 +- 1e-12
// VALUE: %t3.csv u(0) = -10.1 +- 1e-12
// VALUE: %t3.csv der(x)(0) = -12.1 +- 1e-12
// V4: steady state, a linear system in xd, pre(xd), u and x; the simulation stays there.
// RUN: sed 's/when sample(0, Ts)/when {initial(), sample(0, Ts)}/; s/(start = 0, fixed = true)//; s/(start = 2, fixed = true)//; s/^equation/initial equation der(x) = 0; pre(xd) = xd; equation/' %s > v4.mo; causeway simulate v4.mo -o %t4.csv --stop 1
// VALUE: %t4.csv x(0) = 1 +- 1e-9
// VALUE: %t4.csv u(0) = 1 +- 1e-9
// VALUE: %t4.csv xd(0) = 0.1 +- 1e-9
// VALUE: %t4.csv der(x)(0) = 0 +- 1e-9
// FINAL: %t4.csv x = 1 +- 1e-8
// FINAL: %t4.csv xd = 0.1 +- 1e-8
model Sampled
  parameter Real k = 10, T = 1, Ts = 0.01, xref = 1;
  Real x(start = 2, fixed = true);
  discrete Real xd(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true);
equation
  der(x) = -x + u;
  when sample(0, Ts) then
    xd = pre(xd) + Ts/T*(xref - x);
    u = k*(xd + xref - x);
  end when;
end Sampled;
