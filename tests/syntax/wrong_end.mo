// RUN: causeway format %s
// EXIT: 2
// CHECK: error[SYN0012]: 'end Inner;' is missing before 'end Outer'
// CHECK: model 'Inner' begins here
// CHECK: error[SYN0011]: the class is called 'Second', its end says 'Secnd'
// CHECK: hint: write: end Second;
// CHECK-NOT: SYN0001
package Outer
  model Inner
    Real x;
  equation
    x = 1;
end Outer;

model Second
end Secnd;
