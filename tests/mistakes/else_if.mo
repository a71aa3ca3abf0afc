// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0012]: expected 'end if', found keyword 'end'
// CHECK: else_if.mo:12:8: note: behind 'else' this 'if' begins another one
// CHECK: hint: write elseif, in one word
// CHECK-NOT: error[SYN0001]
model M
  Real x;
equation
  if time > 0.5 then
    x = 1;
  else if time > 0.2 then
    x = 2;
  else
    x = 3;
  end if;
end M;
