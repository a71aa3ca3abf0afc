// RUN: causeway simulate %s -o %t.csv
// CHECK: simulation terminated at time 0.5: enough
// FINAL: x = 0.5 +- 1e-6
model M
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when time >= 0.5 then
    terminate("enough");
  end when;
end M;
