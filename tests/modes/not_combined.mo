// RUN: causeway combine %s
// EXIT: 3
// CHECK: error[MODE0005]: the model cannot be written as a combined one: values jump by impulses
// RUN: causeway combine %r/examples/divider.mo
// EXIT: 3
// CHECK: error[MODE0006]: the structure of the model does not change
model NotCombined "No equation of the modes says what two capacitors share when they are switched together"
  Real v1(start = 8, fixed = true), v2(start = 0, fixed = true), i;
  Boolean closed = time >= 0.5;
equation
  der(v1) = -i;
  der(v2) = i;
  if closed then
    v1 = v2;
  else
    i = 0;
  end if;
end NotCombined;
