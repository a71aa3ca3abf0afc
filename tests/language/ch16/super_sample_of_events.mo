// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0134]: superSample would have to divide the interval of an event clock (MLS 16.5.2)
model SuperSampleOfEvents
  Clock u = Clock(time > 0.1);
  Clock y1 = subSample(u, 4);
  Clock y2 = superSample(y1, 2) "fine: subSample(u, 2)";
  Clock y4 = superSample(y1, 5);
end SuperSampleOfEvents;
