// A variable that is time has a value reference of its own in FMI 3.0.
// RUN: causeway fmu %s --fmi 3 -o three.fmu
// RUN: causeway check three.fmu
// CHECK: 0 rules broken
// RUN: causeway simulate three.fmu --kind me --stop 2 -o r.csv
// FINAL: r.csv t = 2 +- 1e-12
// FINAL: r.csv x = 2 +- 1e-6
model TimeItself
  output Real t = time;
  output Real x(start = 0, fixed = true);
equation
  der(x) = if t > 1 then 2 else 0;
end TimeItself;
