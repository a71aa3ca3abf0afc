// RUN: causeway format %s
// EXIT: 2
// CHECK: error[SYN0012]: expected 'end if', found 'end for'
// CHECK: this 'if' is to be closed
// CHECK: error[SYN0012]: expected 'end when', found keyword 'end'
// CHECK: this 'when' is to be closed
// CHECK-NOT: SYN0009
model UnclosedIf
equation
  if a then
    x = 1;
  end for;
  when b then
    x = 2;
end UnclosedIf;
