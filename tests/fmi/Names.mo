// One number under two names with different units: each has a value reference of its own (FMI 2.0.4, 2.2.7).
// RUN: causeway fmu %s -o two.fmu --quiet && causeway check two.fmu
// CHECK: 0 rules broken; the binary contradicts its description in 0 points
// RUN: causeway fmu %s --fmi 3 -o three.fmu --quiet && causeway check three.fmu
// CHECK: 0 rules broken; the binary contradicts its description in 0 points
// Aliases of an output have value references of their own: FMPy counts them as unknowns of initialisation otherwise.
// RUN: unzip -p three.fmu modelDescription.xml | grep -c '<Alias' || true
// CHECK: 0
// RUN: causeway simulate two.fmu --kind me -o two.csv --quiet
// FINAL: two.csv power = 3 +- 1e-6
// FINAL: two.csv rate = 3 +- 1e-6
// FINAL: two.csv bare = 3 +- 1e-6
model Names
  Real energy(unit = "J", start = 0, fixed = true);
  output Real power(unit = "W");
  output Real rate(unit = "J/s");
  Real bare, same(unit = "W");
equation
  der(energy) = power;
  power = 1 + 2*time;
  rate = power;
  bare = power;
  same = power;
end Names;
