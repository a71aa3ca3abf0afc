// Conditions that differ between the elements of an array through Real parameters, given directly or in a record.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: part[2].inside.x = 2 +- 1e-12
// FINAL: n = 1 +- 0
// FINAL: other[1].inside.x = 3 +- 1e-12
// RUN: head -1 %t.csv
// CHECK-NOT: part[1].inside
// CHECK-NOT: other[2].inside
model M
  model Inner
    parameter Real h;
    Real x = h*time;
  end Inner;
  record Data
    Real h;
  end Data;
  model Part
    parameter Real h = 0;
    Inner inside(h = h) if h > 1;
  end Part;
  model Other
    parameter Data d;
    Inner inside(h = d.h) if d.h > 1;
  end Other;
  parameter Real h[2] = {0.5, 2};
  Part part[2](h = h);
  Other other[2](d = {Data(3), Data(0)});
  Integer n = 1;
end M;
