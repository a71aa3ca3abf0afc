// A function that cannot be evaluated beyond the start value: derivatives there are taken from the other side.
// RUN: causeway fmu %s --fmi 3 -o edge.fmu --quiet && causeway check edge.fmu
// CHECK: 0 rules broken; the binary contradicts its description in 0 points
// RUN: causeway simulate edge.fmu --kind cs --stop 1 -o edge.csv --quiet
// FINAL: edge.csv y = 2 +- 1e-6
model Edge
  function f "defined for x >= 1; not differentiated, for it has loops that end by its values"
    input Real x;
    output Real y;
  protected
    Real z = x;
  algorithm
    assert(x >= 1, "too small");
    while z > 10 loop
      z := z/2;
    end while;
    y := z;
  end f;
  Real x(start = 1, fixed = true);
  output Real y = f(x);
equation
  der(x) = 1;
end Edge;
