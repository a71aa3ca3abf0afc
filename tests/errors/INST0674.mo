// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0674.mo:10:10: error[INST0674]: external function count_cells cannot be evaluated during translation
model M
  function f
    input Integer n;
    output Integer m;
  external "C" m = count_cells(n);
  end f;
  Real x[f(2)] = ones(f(2));
end M;
