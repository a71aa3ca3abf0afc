// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST
// Unqualified import is from a package (13.2.1).
package ImportFromModel
  model A constant Real c = 2; Real x = 1; end A;
  model M
    import ImportFromModel.A.*;
    Real y = c;
  end M;
end ImportFromModel;
