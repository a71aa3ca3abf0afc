// The first identifier of a name is found in the nearest scope, and the rest inside it (5.3.2).
// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0503]
package P
  package Q
    constant Real c = 5;
  end Q;
  model M
    package Q
      constant Real d = 6;
    end Q;
    Real x = Q.c;
  end M;
end P;
