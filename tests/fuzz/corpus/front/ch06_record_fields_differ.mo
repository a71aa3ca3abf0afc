model M
  record A Real x; end A;
  record B Real y; end B;
  parameter A a = B(1);
end M;
