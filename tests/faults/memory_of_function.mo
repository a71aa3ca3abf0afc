// A function that wants more memory than there is ends its run, by name, and the result so far is kept; sizes whose product
// is beyond any number are not taken for small ones.
// REQUIRES: release
// RUN: causeway simulate %s --no-cache --memory 500 -o %t.csv
// EXIT: 5
// CHECK: memory_of_function.mo:12:10: error[RT0077]: the simulation stopped at an event at time 0.5: the function mean wants 15258.8 MiB of memory more
// CHECK: the result so far is kept
// FINAL: x = 0.5 +- 1e-9
// RUN: causeway simulate %s --no-cache -p late=1099511627776 -o %t.csv
// EXIT: 5
// CHECK: error[RT0077]: {{.*}} the function mean wants
function mean
  input Integer n[3];
  input Real x;
  output Real y;
protected
  Real a[n[1], n[2], n[3]];
algorithm
  for i in 1:n[1] loop
    a[i, 1, 1] := x;
  end for;
  y := sum(a[:, 1, 1])/n[1];
end mean;

model MemoryOfFunction
  parameter Real late = 2e9;
  Real many(start = 10, fixed = true);
  Real x;
equation
  when time > 0.5 then
    many = late;
  end when;
  x = mean(if many > 1e10 then {2097152, 2097152, 4194304} else {integer(many), 1, 1}, time);
end MemoryOfFunction;
