// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0638]
model M
  constant Real c = 3;
algorithm
  c := 4;
end M;
