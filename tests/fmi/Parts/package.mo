package Parts "Models whose FMUs carry more than their equations: external functions, files, states that are chosen"
  class Table "A file of numbers, read once"
    extends ExternalObject;
    function constructor
      input String file;
      output Table t;
      external "C" t = open_numbers(file) annotation(Include = "#include \"numbers.h\"");
    end constructor;
    function destructor
      input Table t;
      external "C" close_numbers(t) annotation(Include = "#include \"numbers.h\"");
    end destructor;
  end Table;

  function number
    input Table t;
    input Integer i;
    output Real y;
    external "C" y = number(t, i) annotation(Include = "#include \"numbers.h\"");
  end number;

  function twice "External code of one's own, and the C library"
    input Real x;
    output Real y;
    external "C" y = twice(x) annotation(Include = "static double twice(double x) { return 2*x; }");
  end twice;

  function hypotenuse
    input Real x, y;
    output Real z;
    external "C" z = hypot(x, y) annotation(Include = "#include <math.h>");
  end hypotenuse;

  function fullPathName "Evaluated during translation"
    input String name;
    output String path;
    external "C" path = ModelicaInternal_fullPathName(name);
  end fullPathName;

  model Reader
    parameter String file = fullPathName("modelica://Parts/Resources/numbers.txt");
    parameter Integer i = 2;
    Table table = Table(file);
    Real x(start = 1, fixed = true), y, h;
  equation
    der(x) = -number(table, i)*x;
    y = twice(x);
    h = hypotenuse(3*x, 4*x);
  end Reader;

  model Pendulum "Two of four candidates are states, which ones changes with the angle"
    Real x(start = 1, fixed = true), y(start = 0), vx, vy(start = 0, fixed = true), F;
  equation
    der(x) = vx;
    der(y) = vy;
    der(vx) = -F*x;
    der(vy) = -F*y - 9.81;
    x^2 + y^2 = 1;
  end Pendulum;
end Parts;
