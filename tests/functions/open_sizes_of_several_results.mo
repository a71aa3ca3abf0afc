// RUN: causeway simulate %s Several -o %t.csv
// FINAL: %t.csv x[1] = 2 +- 1e-9
// FINAL: %t.csv x[3] = 3 +- 1e-9
// FINAL: %t.csv first = 3 +- 1e-9
// FINAL: %t.csv d[1] = 4 +- 1e-9
// FINAL: %t.csv at = 4 +- 1e-9
// RUN: causeway simulate %s Wrong -o /dev/null
// EXIT: 4
// CHECK: function result has another size than the variables it is assigned to
// The size of a result may be known to the function alone (MLS 3.6, 12.4.4): of several results each has that of the
// variable which takes it, in equations and in statements.
function double_until "doubles elements up to the first above 2"
  input Real u[:];
  output Real y[:];
  output Real first;
algorithm
  y := u;
  first := 0;
  for i in 1:size(u, 1) loop
    if y[i] > 2 then
      first := y[i];
      break;
    end if;
    y[i] := 2*y[i];
  end for;
end double_until;
model Several
  Real x[3], first;
  discrete Real d[3](start = {1, 4, 3}, each fixed = true);
  discrete Real at(start = 0, fixed = true);
equation
  (x, first) = double_until({time, 2, 3});
algorithm
  when {time > 0.2, time > 0.7} then
    (d, at) := double_until({d[1], d[3], d[2]});
  end when;
  annotation(experiment(StopTime = 1));
end Several;
model Wrong
  Real x[4], first;
equation
  (x, first) = double_until({time, 2, 3});
end Wrong;
