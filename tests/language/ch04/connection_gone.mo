// RUN: causeway simulate %s -o %t.csv
// FINAL: sum1.y = 1 +- 1e-12
// 4.4.5: a connection to a component whose condition is false is gone, with what would be wrong on its other side.
package Gone
  connector In = input Real;
  connector Out = output Real;
  block One
    Out y = 1;
  end One;
  block Sum
    parameter Integer n = 1;
    In u[n];
    Out y = sum(u);
  end Sum;
  model M
    parameter Boolean second = false;
    One a;
    One b if second;
    Sum sum1(n = if second then 2 else 1);
  equation
    connect(a.y, sum1.u[1]);
    connect(b.y, sum1.u[2]);
  end M;
end Gone;
