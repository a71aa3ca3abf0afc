// An initial algorithm computes three values, one of which another condition gives as well: both must agree.
// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv y(1) = 0 +- 0
// VALUE: %t.csv y(0.5) = 1 +- 0
// RUN: causeway simulate %s -o /dev/null -p before=true
// EXIT: 4
// CHECK: algorithm_known_elsewhere.mo:22:3: error[RT0043]: too many conditions are given at the start, and they disagree: pre(y) = before does not hold, 0 is not 1
// CHECK: this follows from the equations of the model and from algorithm (t0, t1, y)
model KnownElsewhere
  parameter Real t0(fixed=false), t1(fixed=false);
  Boolean y;
  parameter Boolean before = false;
initial algorithm
  t0 := 0.25;
  t1 := t0 + 0.5;
  if t0 < t1 then
    y := time >= t0 and time < t1;
  else
    y := true;
  end if;
initial equation
  pre(y) = before;
equation
  when sample(t0, 1) then y = true; elsewhen sample(t1, 1) then y = false; end when;
end KnownElsewhere;
