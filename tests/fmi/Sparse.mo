// Large matrices inside an FMU are stored and factored sparse: that of the integrator, and those of systems of equations.  A ring is neither
// narrow nor full; saved states go on bit for bit though factors are not saved with them.
// RUN: causeway fmu %s -o sparse.fmu --sources --quiet && causeway check sparse.fmu
// CHECK: 0 rules broken; the binary contradicts its description in 0 points
// RUN: unzip -p sparse.fmu sources/Sparse.c | grep -c 'define FM_SPARSE'
// CHECK: 1
// RUN: causeway simulate sparse.fmu --kind cs --step 0.05 --stop 2 --tolerance 1e-7 -o cs.csv --quiet
// RUN: causeway simulate %s --stop 2 --tolerance 1e-10 -o native.csv --quiet
// FINAL: native.csv T[1] = 308.6150424 +- 1e-4
// FINAL: cs.csv T[1] = 308.6150424 +- 1e-4
// FINAL: cs.csv T[7] = 304.4380578 +- 1e-4
// FINAL: cs.csv y[17] = 0.6269013 +- 1e-6
// FINAL: cs.csv x = 188.3003772 +- 1e-3
model Sparse "heat along a ring, and a ring of nonlinear equations beside it"
  parameter Integer n = 120;
  Real T[n](each start = 300, each fixed = true), y[n](each start = 0.5), x(start = 0, fixed = true);
equation
  for i in 1:n loop
    der(T[i]) = 100*(T[if i == 1 then n else i - 1] - 2*T[i] + T[mod(i, n) + 1]) - (T[i] - 300) + (if i == 1 then 200*sin(time) else 0);
    y[i] + 0.2*y[mod(i, n) + 1]^3 + 0.1*y[if i == 1 then n else i - 1] = 1 + 0.5*sin(time + i/10);
  end for;
  der(x) = sum(y);
end Sparse;
