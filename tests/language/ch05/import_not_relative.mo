// Imports start at the top, not in the scope of the class (13.2.1.1).
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0110]
package P
  package Q
    constant Real c = 7;
  end Q;
  model M
    import Q.c;
    Real x = c;
  end M;
end P;
