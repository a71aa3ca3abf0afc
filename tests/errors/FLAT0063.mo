// RUN: causeway check %s
// CHECK: FLAT0063.mo:5:36: warning[FLAT0063]: experiment.StopTime must be a number that is known (MLS 18.4); it is ignored
model FLAT0063
  Real x = time;
  annotation(experiment(StopTime = "10"));
end FLAT0063;
