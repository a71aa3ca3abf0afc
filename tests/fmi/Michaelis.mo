// States of which nothing says that they are small: inside an FMU their errors are held to the tolerance as in the program.
// RUN: causeway fmu %s --kind cs -o mm.fmu --quiet && causeway simulate mm.fmu --stop 20 --step 0.01 --tolerance 1e-6 -o mm.csv
// FINAL: mm.csv P = 1e-4 +- 1e-6
// FINAL: mm.csv S = 0 +- 1e-6
model Michaelis "an enzyme at work"
  Real S(start = 1e-4, fixed = true), E(start = 1e-7, fixed = true), ES(start = 0, fixed = true), P(start = 0, fixed = true);
  parameter Real k1 = 1e9, km = 1e3, k2 = 1e2;
equation
  der(S) = -k1*S*E + km*ES;
  der(E) = -k1*S*E + km*ES + k2*ES;
  der(ES) = k1*S*E - km*ES - k2*ES;
  der(P) = k2*ES;
end Michaelis;
