model M
  model A parameter Real x = 1; end A;
  model B extends A(x = 2); end B;
  B b;
  B c(x = 5);
  extends A(x = 9);
end M;
