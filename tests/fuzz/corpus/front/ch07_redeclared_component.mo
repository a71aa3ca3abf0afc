model M
  model A parameter Real x = 1; end A;
  model B extends A(x = 2); parameter Real y = 3; end B;
  model C replaceable A a; end C;
  C c(redeclare B a);
end M;
