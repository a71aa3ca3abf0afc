// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 7 +- 1e-6
model M
  function add
    input Real a;
    input Real b;
    output Real y;
  external "C" y = my_add(a, b) annotation (Include = "static double my_add(double a, double b) { return a + b; }");
  end add;
  Real x = add(3, 4);
end M;
