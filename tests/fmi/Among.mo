// Derivatives of two arrays that stand among each other: states and derivatives are told as single numbers then.
// RUN: causeway fmu %s --fmi 3 -o %t.fmu; causeway check %t.fmu
// CHECK: 6 states, {{.*}}; 0 rules broken; the binary contradicts its description in 0 points
// RUN: causeway simulate %t.fmu --kind me --stop 1 --tolerance 1e-8 -o %t.csv
// FINAL: a[2] = 0.1353352832 +- 1e-6
// FINAL: b[1] = 0.7357588823 +- 1e-6
model Among
  Real a[3](each start = 1, each fixed = true), b[3](each start = 1, each fixed = true);
equation
  for i in 1:3 loop
    der(a[i]) = -i*a[i];
    der(b[i]) = a[i] - b[i];
  end for;
end Among;
