// The prefix is wrong once: that the connector is then not balanced, that the left side is not translated, follows.
// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0904]: a package may only contain classes and constants
// CHECK: error[INST0935]: 'c' is 'flow', but its element 'f' is declared 'flow' itself
// CHECK: error[INST0502]: y is not declared here
// CHECK-NOT: INST0951
// CHECK-NOT: INST0505
// CHECK-NOT: FLAT0900
package P
  package Q
    Real p = 4;
  end Q;
  connector C
    Real e;
    flow Real f;
  end C;
  model M
    flow C c;
    Real x = Q.p;
  algorithm
    y := 1;
  end M;
end P;
