// RUN: causeway translate %s --target acsl
// EXIT: 3
// CHECK: error[TOOL0062]: Sampled cannot be written for the target acsl: the model has discrete variables or when-clauses
model Sampled
  Real x(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true);
equation
  der(x) = u - x;
  when sample(0, 0.1) then
    u = 1 - x;
  end when;
end Sampled;
