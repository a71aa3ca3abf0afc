// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0940]
model A
  replaceable connector C Real v; flow Real i; end C;
  C c;
end A;
model M
  connector D Real v; Real i; end D;
  A a(redeclare connector C = D);
end M;
