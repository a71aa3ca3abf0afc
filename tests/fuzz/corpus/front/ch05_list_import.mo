package P model A parameter Real x = 1; end A; model B parameter Real y = 2; end B; end P;
model M
  import P.{A, B};
  A a;
  B b;
end M;
