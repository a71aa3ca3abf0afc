// Conditions that differ between the elements of arrays through arrays in records, and in arrays of arrays through Real
// parameters: such arrays are split (MLS 3.6, 4.4.5).
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// FINAL: part[1].leaf[2].inside.x = 1 +- 0
// FINAL: part[2].inside.x = 1 +- 0
// FINAL: mid[3].leaf[1].inside.x = 1 +- 0
// FINAL: n = 4 +- 0
// CHECK-NOT: error
package P
  model Inner
    Real x = 1;
  end Inner;
  record Data
    Real v[2];
  end Data;
  model Leaf
    parameter Real u = 1;
    Integer n = if u > 2 then 1 else 0;
    Inner inside if u > 2;
  end Leaf;
  model Part
    parameter Data data;
    Leaf leaf[2](u = data.v);
    Inner inside if data.v[1] > 2;
  end Part;
  model Mid
    parameter Real w = 0;
    Leaf leaf[2](u = {w, w + 1});
  end Mid;
  model M
    Part part[2](data(v = {{1, 3}, {3, 3}}));
    Mid mid[3](w = {1, 2, 3});
    Mid wide[2,2](w = {{1, 5}, {2, 0}});
    Integer n = sum(mid.leaf.n) + wide[1, 1].leaf[1].n + wide[1, 2].leaf[1].n;
  end M;
end P;
