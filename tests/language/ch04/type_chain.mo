// RUN: causeway flatten %s
// CHECK: Real x(quantity = "Length", unit = "m", min = 0.0)
model M
  type Length = Real(quantity = "Length", unit = "m");
  type Distance = Length(min = 0);
  Distance x = 1;
end M;
