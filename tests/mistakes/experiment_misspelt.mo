// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 0
// CHECK: :7:25: warning[FLAT0064]: experiment has no 'stoptime' (MLS 18.4); it is ignored
// CHECK: hint: did you mean StopTime?
model M
  Real x = time;
  annotation(experiment(stoptime = 2)); // <- StopTime
end M;
