// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0110]: import of 'B'
package ImportOfNothing
  package A constant Real c = 2; end A;
  model M
    import ImportOfNothing.A.B;
    Real y = B.c;
  end M;
end ImportOfNothing;
