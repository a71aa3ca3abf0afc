// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0213.mo:9:7: error[INST0213]: 'T' is a class and cannot be given a value (MLS 7.2)
model A
  type T = Real;
  T x = 1;
end A;
model INST0213
  A a(T = 3);
end INST0213;
