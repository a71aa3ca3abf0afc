// Constants of a record that a function is given, and sizes that follow from them, are those of its argument: here of an heir,
// which a parameter of the base record has got as its value.
// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 3 +- 0
// FINAL: s = 15 +- 0
model RecordConstants
  record Base
    constant Integer n = 2;
    constant Real c[n];
    parameter Real p[n] = {1, 2};
  end Base;
  record Three
    extends Base(n = 3, c = {4, 5, 6}, p = {3, 2, 1});
  end Three;
  function count
    input Base r;
    output Integer n = r.n;
  algorithm
    assert(size(r.p, 1) == 3 and r.p[3] == 1, "the fields have the sizes of the argument");
  end count;
  function total
    input Base r;
    output Real y = sum(r.c);
  algorithm
  end total;
  model Owner
    parameter Base fuel;
    Integer y = count(fuel);
    Real s = total(fuel);
  end Owner;
  parameter Three three;
  Owner owner(fuel = three);
  Integer y = owner.y;
  Real s = owner.s;
end RecordConstants;
