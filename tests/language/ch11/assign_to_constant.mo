// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0638]
model M
  constant Real c = 1;
algorithm
  c := 2;
end M;
