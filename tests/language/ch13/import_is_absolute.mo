// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0110]
// The first name of an import is looked up at the top (13.2.1.1).
package ImportIsAbsolute
  package A constant Real c = 2; end A;
  model M
    import A.c;
    Real y = c;
  end M;
end ImportIsAbsolute;
