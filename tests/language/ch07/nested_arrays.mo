// RUN: causeway flatten %s
// CHECK: parameter Real b[2].c[1].d = 3.0;
// CHECK: parameter Real b[2].p = 6.0;
model M
  model C parameter Real d; end C;
  model B C c[2]; parameter Real p; end B;
  B b[2](c(d = {{1, 2}, {3, 4}}), p = {5, 6});
end M;
