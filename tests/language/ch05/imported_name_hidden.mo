// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0502]: c is not declared here
package P
  package Q
    constant Real c = 7;
  end Q;
  model M
    import P.Q;
    Real x = c;
  end M;
end P;
