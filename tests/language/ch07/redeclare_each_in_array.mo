// redeclare + arrays + conditional
// RUN: causeway simulate %s -o %t.csv
// FINAL: a[2].b.y = 10 +- 1e-9
// FINAL: a[3].b.y = 10 +- 1e-9
// FINAL: s = 30 +- 1e-9
// FINAL: c[1].z = 5 +- 0
package P
  partial model Base parameter Real k = 1; Real y; end Base;
  model Lin extends Base; equation y = k; end Lin;
  model Big extends Base; parameter Real f = 10; equation y = f * k; end Big;
  model A
    replaceable Lin b(k = 7) constrainedby Base;
    parameter Boolean extra = false;
    Real e if extra;
  end A;
  model C Real z; parameter Integer n = 1; Real v[n] = fill(5.0, n); equation z = sum(v) / n; end C;
  model M
    A a[3](redeclare each Big b(k = 1));
    Real s = sum(a.b.y);
    C c[2](n = {2, 3});
  end M;
end P;
