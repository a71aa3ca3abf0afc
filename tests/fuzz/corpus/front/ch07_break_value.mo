model M
  model A parameter Real a = 1; end A;
  extends A(a = break);
end M;
