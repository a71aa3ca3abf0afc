// States that are told one by one, because only one is fixed, have derivatives that are told one by one.
// RUN: causeway fmu %s --fmi 3 -o unequal.fmu --quiet && causeway check unequal.fmu && unzip -p unequal.fmu modelDescription.xml | grep derivative=
// CHECK: 0 rules broken; the binary contradicts its description in 0 points
// CHECK: name="der(x[1])"
// CHECK: name="der(x[2])"
model Unequal
  Real x[2](start = {1, 2}, fixed = {true, false});
initial equation
  x[2] = 3;
equation
  der(x) = -x;
end Unequal;
