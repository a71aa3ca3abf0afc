// RUN: causeway check %s
// EXIT: 3
// CHECK: FLAT0900.mo:8:3: error[FLAT0900]: assignment with two subscripts that vary is not translated
model M
  Real x[3, 3](each start = 0);
  Integer n = integer(time);
algorithm
  x[n, n] := 1;
end M;
