// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[INST0518]: g cannot be found through w, which is of a class that protects it (MLS 4.1)
// FINAL: z = 2 +- 1e-12
// RUN: causeway check %s --strict
// EXIT: 2
// CHECK: error[INST0518]
model ProtectedFunction "the world of MultiBody protected its gravity so"
  model W
  protected
    function g input Real x; output Real y; algorithm y := x + 1; end g;
  end W;
  W w;
  Real z = w.g(time);
end ProtectedFunction;
