// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 0.5 +- 1e-6
model M
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x >= 0.5 then
    reinit(x, 0);
  end when;
end M;
