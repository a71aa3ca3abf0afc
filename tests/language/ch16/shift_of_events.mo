// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0134]: shiftSample would have to divide the interval of an event clock (MLS 16.5.2)
model ShiftOfEvents
  Clock u = Clock(time > 0.1);
  Clock y1 = shiftSample(u, 2) "fine";
  Clock y2 = shiftSample(u, 2, 3);
end ShiftOfEvents;
