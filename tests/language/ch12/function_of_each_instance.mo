// RUN: causeway flatten %s
// CHECK: function FunctionOfEachInstance.S.f
// CHECK-NOT: f.$2
// Every instance of S has its own f; they are the same and are kept once.
model FunctionOfEachInstance
  model S
    function f
      input Real x;
      output Real y;
    algorithm
      y := x;
      while y > 1 loop
        y := y/2;
      end while;
    end f;
    Real y = f(time);
  end S;
  S a, b, c;
end FunctionOfEachInstance;
