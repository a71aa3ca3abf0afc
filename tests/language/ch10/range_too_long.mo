// A range with more values than numbers can count is refused like any other size that does not fit.
// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0590]: value of w: expected Real[3], found Real[
model RangeTooLong
  Real w[3] = 8.5:100000000000000000000000000000000000000000000000000000000;
end RangeTooLong;
