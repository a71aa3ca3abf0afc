// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0503]
package P
  package Q
    constant Real c = 7;
  end Q;
  package R
    import P.Q;
    constant Real d = 1;
  end R;
  model M
    Real x = R.Q.c;
  end M;
end P;
