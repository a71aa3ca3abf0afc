// Structural parameters: a size with fewer or more relations has as many event indicators as are told, and new elements of an
// array begin alike where the others do, else as the FMU says when it is asked.  A clock that nobody uses is none that is a parameter.
// RUN: causeway fmu %s Growing.Rows --fmi 3 --sizes "n=2;n=5" -o rows.fmu --quiet && causeway check rows.fmu
// CHECK: 3 states, 5 event indicators; 0 rules broken; the binary contradicts its description in 0 points
// RUN: causeway simulate rows.fmu --kind cs -p n=2 --stop 2 -o two.csv --quiet
// FINAL: two.csv s = 3.458658 +- 1e-4
// RUN: causeway simulate rows.fmu --kind me -p n=5 --stop 2 -o five.csv --quiet
// FINAL: five.csv s = 8.646645 +- 1e-4
// FINAL: five.csv weighted = 25.939935 +- 3e-4
// FINAL: five.csv w[5] = 5 +- 0
// FINAL: five.csv passed = 3 +- 0
// RUN: causeway fmu %s Growing.Unused --fmi 3 --kind se -o unused.fmu --quiet && causeway check unused.fmu
// CHECK: 0 rules broken; the binary contradicts its description in 0 points (scheduled execution)
package Growing
  model Rows
    parameter Integer n = 3;
    parameter Real k[n] = fill(2.0, n), w[n] = {i for i in 1:n};
    input Real u[n](each start = 1);
    output Real s = sum(x), weighted = w*x;
    output Integer passed = sum(if x[i] > 0.5*i then 1 else 0 for i in 1:n);
    Real x[n](each start = 0, each fixed = true);
  equation
    der(x) = k.*u - x;
  end Rows;

  model Unused
    Clock c = Clock(1, 10), never = Clock(0.25);
    output Integer n(start = 0);
  equation
    when c then
      n = previous(n) + 1;
    end when;
  end Unused;
end Growing;
