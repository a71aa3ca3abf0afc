// RUN: causeway simulate %s --stop 1 -o %t.csv
// CHECK-NOT: SYM0101
// VALUE: %t.csv y(0.25) = 3 +- 0
// VALUE: %t.csv y(0.75) = 4 +- 0
model DiscreteAliases "equal discrete variables may differ before the first event (MLS 3.6, 8.6)"
  Integer a(start = 5, fixed = true) "equal to b; nothing reads pre(a)";
  Integer b(start = 1, fixed = true);
  Integer y;
equation
  a = b;
  when {initial(), time >= 0.5} then
    b = if initial() then pre(b) + 1 else pre(b) + 1;
  end when;
  y = a + 1;
end DiscreteAliases;
