// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0632]
model M
  connector C Real v; flow Real i; end C;
  C a, b;
equation
  if time > 1 then
    connect(a, b);
  end if;
end M;
