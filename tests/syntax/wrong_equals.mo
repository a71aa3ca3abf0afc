// RUN: causeway format %s
// EXIT: 2
// CHECK: error[SYN0013]: ':=' assigns; an equation is written with '='
// CHECK: error[SYN0001]: expected '=' in an equation, found ';'
// CHECK: hint: '==' compares; an equation is written with '='
// CHECK: error[SYN0014]: '=' states an equation; an assignment is written with ':='
model WrongEquals
  Real x, y, z;
equation
  x := 1;
  z == 2;
algorithm
  y = 3;
end WrongEquals;
