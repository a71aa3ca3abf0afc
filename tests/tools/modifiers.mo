// RUN: causeway simulate '%s(k = 3, redeclare model Part = Fast)' -o a.csv
// CHECK: with cvode
// FINAL: a.csv x = 0.0497870683679 +- 1e-6
// RUN: causeway simulate %s 'Decay (n = 2, p(k = 0.5))' -o b.csv
// FINAL: b.csv y[2] = 0.60653066 +- 1e-6
// RUN: causeway simulate %s 'Decay(k = 1)' -p k=2 -o c.csv
// FINAL: c.csv x = 0.1353352832 +- 1e-6
// RUN: causeway check '%s(kk = 3)'
// EXIT: 2
// CHECK: (modifiers):1:2: error[INST0205]
// CHECK: did you mean 'k'?
// RUN: causeway check '%s(k = )'
// EXIT: 2
// CHECK: (modifiers):1:6: error[SYN0001]
model Slow "der(x) = -k*x"
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end Slow;

model Fast
  extends Slow(x(start = 1));
end Fast;

model Decay "Modifiers stand behind the name of a model or file"
  parameter Real k = 1;
  parameter Integer n = 1;
  replaceable model Part = Slow;
  Part p(k = k);
  Real x = p.x, y[n] = fill(p.x, n);
end Decay;
