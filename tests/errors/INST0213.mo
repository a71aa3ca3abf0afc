// RUN: causeway check %s
// CHECK: INST0213.mo:8:7: warning[INST0213]: 'T' is a class: the value given to it has no effect (MLS 7.2)
model A
  type T = Real;
  T x = 1;
end A;
model INST0213
  A a(T = 3);
end INST0213;
