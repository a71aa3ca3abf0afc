// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0011.mo:12:13: error[FLAT0011]: this subscript must be known during translation
model M
  connector C
    Real v;
    flow Real i;
  end C;
  C c[2], d;
  Integer n = if time > 1 then 1 else 2;
equation
  connect(c[n], d);
end M;
