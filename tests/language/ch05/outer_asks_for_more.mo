// An outer component with placeholders for all that inner ones may have (5.4): what is used of it is looked up in the
// inner one, whose class lacks the others.
// RUN: causeway simulate %s --stop 1 -o %t.csv
// CHECK: warning[INST0407]
// FINAL: part.x = 6 +- 1e-6
package P
  record Source
    partial function value end value;
    partial function other end other;
  end Source;

  record Table
    function value
      input Real u;
      output Real y;
    algorithm
      y := 3*u;
    end value;
  end Table;

  model Part
    outer parameter Source source;
    parameter Real k = source.value(2);
    Real x(start = 0, fixed = true);
  equation
    der(x) = k;
  end Part;

  model Whole
    inner parameter Table source;
    Part part;
  end Whole;
end P;
