// Other programs write the elements of a matrix x[1, 2] and a derivative a.der(x): they are the x[1,2] and der(a.x) of ours,
// when results are compared and when one is named.
// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// RUN: printf 'time,"a.x[1, 1]","a.x[1, 2]","a.der(x[1, 2])"\n0,0,0,4\n0.5,1,2,4\n1,2,4,4\n' > %t.theirs.csv
// RUN: causeway compare %t.csv %t.theirs.csv
// CHECK: 3 variables
// RUN: causeway compare %t.theirs.csv %t.csv
// EXIT: 1
// CHECK-NOT: der(a.x[1,2])
// CHECK: der(a.x[1,1])
// RUN: printf 'time,"a.x[1, 1]","a.x[1, 2]"\n0,0,0\n0.5,1,2.5\n1,2,5\n' > %t.other.csv
// RUN: causeway compare %t.csv %t.other.csv
// EXIT: 1
// CHECK: a.x[1, 2]
model CompareSubscripts
  model A
    Real x[1, 2](each start = 0, each fixed = true);
  equation
    der(x) = {{2, 4}};
  end A;
  A a;
end CompareSubscripts;
