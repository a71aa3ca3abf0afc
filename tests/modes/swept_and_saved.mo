// RUN: causeway sweep %s -p J2=list:1,2,3 --record w1 --record w2 -o %t.csv
// CHECK: 3 runs, 0 resumed, 0 failed
// FILE-CHECK: %t.csv 1,2,5.99999
// RUN: causeway simulate %s -o first.csv --stop 1.5 --save-state run.bin
// RUN: causeway simulate %s -o rest.csv --restore run.bin
// VALUE: first.csv mode(1.2) = 2 +- 0
// VALUE: rest.csv mode(1.7) = 2 +- 0
// VALUE: rest.csv w2(2.5) = 3 +- 1e-8
// FINAL: rest.csv w1 = 6 +- 1e-8
// RUN: printf 'time,torque\n0,3\n1.5,3\n1.5,6\n3,6\n' > u.csv
// RUN: causeway simulate %s -p given=true --input u.csv -o input.csv
// VALUE: input.csv w2(2) = 3.5 +- 1e-8
// FINAL: input.csv w1 = 9.5 +- 1e-8
// RUN: causeway linearize %s --at 1.5
// CHECK: Swept at time 1.5: 1 state
// RUN: causeway linearize %s --at 0.5
// CHECK: Swept at time 0.5: 2 states
model Swept "Sweeps, saved runs and inputs from files reach a model whose structure changes"
  parameter Real J1 = 1, J2 = 2;
  parameter Boolean given = false;
  input Real torque;
  Real w1(start = 3, fixed = true), w2(start = 0, fixed = true), tau;
  Boolean closed = time >= 1 and time < 2;
equation
  J1*der(w1) = (if given then torque else 3) - tau;
  J2*der(w2) = tau;
  if closed then
    w1 = w2;
  else
    tau = 0;
  end if;
  annotation (experiment(StopTime = 3));
end Swept;
