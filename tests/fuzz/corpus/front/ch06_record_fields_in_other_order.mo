model M "records agree by the names of their fields, not by their order"
  record A Real u; Real v; end A;
  record B Real v; Real u; end B;
  function f input A a; output Real y; algorithm y := 10*a.u + a.v; end f;
  parameter B b(v = 1 + 1, u = 1);
  parameter A a = B(v = 1, u = 2);
  Real y = 10*a.u + a.v;
  Real z = f(b);
end M;
