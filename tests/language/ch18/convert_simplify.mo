// New values are simplified where the rule says so: literals decide conditions, products, negations (MLS 3.6, 18.8.2.1).
// RUN: causeway convert %s -L %d/data -o out && grep -v '^//' out/convert_simplify.mo
// CHECK: Cards.Source a(kind=Cards.Kind.closed, gain=2);
// CHECK: Cards.Source b(first=0, second=2, gain=2);
// CHECK: Cards.Source c(on=false, gain=2), d(on=not b.on, gain=2);
// CHECK: Cards.Source e(kind=if n == 1 then Cards.Kind.open else if n == 2 then Cards.Kind.closed else Cards.Kind.open, gain=2);
// CHECK: Cards.Source f(first=(n + 1)*3, second=0, gain=2);
model M
  parameter Integer n = 1;
  Cards.Source a(state = 2);
  Cards.Source b(y0 = 2, k2 = 1);
  Cards.Source c(off = true), d(off = b.on);
  Cards.Source e(state = n);
  Cards.Source f(y0 = n + 1, k1 = 3);
  annotation(uses(Cards(version = "1.0")));
end M;
