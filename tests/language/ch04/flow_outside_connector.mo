// flow may be declared in a record or model only as part of a connector (4.4.2).
// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0936]
model M
  connector C Real v; flow Integer i; end C;
  C c;
end M;
