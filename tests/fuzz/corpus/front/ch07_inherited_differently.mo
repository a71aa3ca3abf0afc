model M
  model A parameter Real x = 1; end A;
  model B parameter Integer x = 1; end B;
  extends A;
  extends B;
end M;
