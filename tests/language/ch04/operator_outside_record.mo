// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0925]
model M
  operator '+'
    function add
      input Real a;
      input Real b;
      output Real c;
    algorithm
      c := a + b;
    end add;
  end '+';
  Real x = 1;
end M;
