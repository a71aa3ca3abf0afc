// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST
// CHECK: factor
package Encapsulated
  constant Real factor = 2;
  encapsulated model M
    Real y = factor;
  end M;
end Encapsulated;
