// A model of data only is taken for a record; of one with equations, or connectors, the prefix says nothing.
// RUN: causeway check --strict %s M
// EXIT: 2
// CHECK: error[INST0931]
// RUN: causeway check --strict %s N
// EXIT: 2
// CHECK: error[INST0931]
// RUN: causeway check %s O
// EXIT: 2
// CHECK: error[INST0931]
// RUN: causeway simulate %s N -o %t.csv --stop 1
// CHECK: warning[INST0931]
// CHECK: leave it out: it is not taken into account
// FINAL: a.x = 2 +- 1e-6
// FINAL: g.u = 3 +- 1e-12
// RUN: causeway check %s M
// CHECK: warning[INST0931]
model M
  model A Real x = 1; end A;
  parameter A a;
end M;
model N
  model A
    Real x(start = 1, fixed = true);
  equation
    der(x) = 1;
  end A;
  connector Output = output Real;
  connector Input = input Real;
  block Source
    Output y = 0;
  end Source;
  block Gain
    Input u;
    Output y = 2*u;
  end Gain;
  parameter A a;
  parameter Source s(y = 3);
  discrete Gain g;
equation
  connect(s.y, g.u);
end N;
model O
  model A Real x; equation x = 1; end A;
  flow A a;
end O;
