// RUN: causeway check %s
// EXIT: 2
// CHECK: SYN0018.mo:5:12: error[SYN0018]: 'constant' and 'parameter' exclude each other
model M
  constant parameter Real y = 1;
end M;
