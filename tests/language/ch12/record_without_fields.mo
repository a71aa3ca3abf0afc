// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 1 +- 1e-12
// A function may return a record without fields.
model M
  record Empty
  end Empty;
  function make
    input Real u[2];
    output Empty e;
  algorithm
    assert(u[1] < 2, "never");
  end make;
  function use
    input Empty e;
    input Real u;
    output Real y;
  algorithm
    y := u;
  end use;
  parameter Real p[2] = {1, 2};
  parameter Empty e = make(p);
  Real y = use(e, time);
end M;
