// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0134]: backSample gives a clock that would tick before the clock it is derived from (MLS 16.5.2)
model BackSampleTooFar
  Clock u = Clock(3, 10);
  Clock y1 = shiftSample(u, 3);
  Clock y2 = backSample(y1, 2) "fine";
  Clock y3 = backSample(y1, 4);
end BackSampleTooFar;
