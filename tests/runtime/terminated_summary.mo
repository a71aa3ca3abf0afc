// The line that ends a run says how far it came when the model itself ended it.
// RUN: causeway simulate %s -o %t.csv --stop 2
// CHECK: M: 0 to 0.5 s with
model M
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    terminate("far enough");
  end when;
end M;
