// A motion that slides along a switching surface: inside an FMU the relation gets a hysteresis, as in the program,
// whether the FMU integrates or its importer.
// RUN: causeway fmu %s --kind cs -o relay.fmu --quiet && causeway simulate relay.fmu --step 0.1 --stop 2 -o relay.csv
// FINAL: relay.csv x = 0 +- 2e-4
// FINAL: relay.csv y = 1.5 +- 1e-3
// RUN: causeway fmu %s --kind me -o relay.fmu --quiet && causeway simulate relay.fmu --in-process --stop 2 -o me.csv
// FINAL: me.csv x = 0 +- 2e-4
// FINAL: me.csv y = 1.5 +- 1e-3
model Relay "slides from time 0.5 on"
  Real x(start = 0.5, fixed = true);
  Real y(start = 0, fixed = true) "two thirds of the time x is positive";
equation
  der(x) = if x > 0 then -1 else 2;
  der(y) = if x > 0 then 1 else 0;
end Relay;
