// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0575]: ImpureBinding.count is impure and cannot be called from an equation that always holds
// CHECK: the function is declared here
model ImpureBinding
  impure function count input Real x; output Real y; algorithm y := x + 1; end count;
  Real z = count(time);
end ImpureBinding;
