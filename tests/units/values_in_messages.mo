// Messages show values with their units, and as they are displayed.
// RUN: causeway simulate %s -o %t.csv --stop 2
// EXIT: 5
// CHECK: 'gain' is not a finite number
// CHECK: T = {{[0-9.]+}} K ({{-[0-9.e-]+}} degC)
model ValuesInMessages
  Real T(start = 283.15, fixed = true, unit = "K", displayUnit = "degC");
  Real gain(unit = "1/K");
equation
  der(T) = -10;
  gain = sqrt(T - 273.15)/T;
end ValuesInMessages;
