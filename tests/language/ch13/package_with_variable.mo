// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST
// A package holds classes and constants (13.1).
package PackageWithVariable
  Real x = 1;
  model M Real y = 1; end M;
end PackageWithVariable;
