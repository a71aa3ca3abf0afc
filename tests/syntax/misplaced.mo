// RUN: causeway format %s
// EXIT: 2
// CHECK: error[SYN0019]: expected the name of a component, found '='
// CHECK: hint: equations stand behind the word 'equation'
// CHECK: error[SYN0019]: a declaration cannot stand in an equation section
// CHECK: hint: move it before 'equation'
// CHECK: error[SYN0014]: 'connect' is an equation and cannot stand among statements
model Misplaced
  Real x;
  x = 1;
equation
  Real y;
  x = 2;
algorithm
  connect(a, b);
end Misplaced;
