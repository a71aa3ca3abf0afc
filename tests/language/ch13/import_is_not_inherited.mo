// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST
// CHECK: K
package ImportIsNotInherited
  package A constant Real c = 2; end A;
  model Base
    import K = ImportIsNotInherited.A;
    Real x = K.c;
  end Base;
  model M
    extends Base;
    Real y = K.c;
  end M;
end ImportIsNotInherited;
