// RUN: causeway fmu %s -o %t.fmu --sources
// EXIT: 3
// CHECK: error[FMI0001]: Doubled cannot be exported with sources: it calls external code
model Doubled
  function twice
    input Real x;
    output Real y;
    external "C" y = twice(x) annotation(Include = "static double twice(double x) { return 2*x; }");
  end twice;
  Real x(start = 1, fixed = true);
equation
  der(x) = -twice(x);
end Doubled;
