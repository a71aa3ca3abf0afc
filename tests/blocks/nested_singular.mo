// RUN: causeway simulate %s --stop 2 -o %t.csv
// CHECK-NOT: warning
// CHECK: NestedSingular: 0 to 2 s
// RUN: causeway simulate %s --stop 2 --no-tearing -o %t.whole.csv
// RUN: causeway compare %t.csv %t.whole.csv
model NestedSingular "two reluctances side by side: a linear system inside, singular whatever its coefficients are"
  parameter Integer N = 3;
  Real i(start = 0, fixed = true) "current";
  Real phi(start = 0.1), fe(start = 0.1) "fluxes: of the coil, of the iron";
  Real air, leak, vair, vleak, left, right, top, bottom, viron[N], r1, r2, riron[N];
equation
  der(i) = 1 - i;
  r1 = 2 + phi^2;
  r2 = 3 + fe^2;
  for k in 1:N loop
    riron[k] = 1 + k*(phi^4 + 0.1*fe^2);
    viron[k] = phi*riron[k];
  end for;
  vair = left - right;
  vleak = left - right;
  vair = air*r1;
  vleak = leak*r2;
  air + leak = phi;
  left = top - viron[1];
  top = right + i - viron[2];
  bottom = top - viron[3] - fe;
  tanh(bottom) = 0.1*fe + 0.1*fe^3;
  tanh(top) + fe^3 + fe = 0;
end NestedSingular;
