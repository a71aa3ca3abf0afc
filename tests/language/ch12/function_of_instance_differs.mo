// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: a.y = 3 +- 1e-12
// FINAL: b.y = 5 +- 1e-12
// A constant of the instance makes the functions different.
model FunctionOfInstanceDiffers
  model S
    constant Real k = 1;
    function f
      input Real x;
      output Real y;
    algorithm
      y := 0;
      while y < k loop
        y := y + x;
      end while;
    end f;
    Real y = f(1 + 0*time);
  end S;
  S a(k = 3), b(k = 5);
end FunctionOfInstanceDiffers;
