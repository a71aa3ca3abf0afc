// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0632]
model M
  connector C Real e; flow Real f; end C;
  model A C c; equation c.e = 1; end A;
  A a, b;
equation
  when time > 1 then connect(a.c, b.c); end when;
end M;
