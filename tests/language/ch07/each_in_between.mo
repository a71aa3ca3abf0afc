// RUN: causeway flatten %s
// CHECK: parameter Real b[1].c[2].d = 8.0;
// CHECK: parameter Real b[2].c[2].d = 8.0;
model M
  model C parameter Real d; end C;
  model B C c[2]; end B;
  B b[2](each c(d = {7, 8}));
end M;
