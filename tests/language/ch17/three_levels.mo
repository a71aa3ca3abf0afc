// RUN: causeway simulate %s -o %t.csv --stop 12 --interval 1
// VALUE: %t.csv v(0.5) = 1 +- 0
// VALUE: %t.csv v(2.5) = 3 +- 0
// VALUE: %t.csv v(3.5) = 13 +- 0
// VALUE: %t.csv v(4.5) = 23 +- 0
// VALUE: %t.csv v(5.5) = 123 +- 0
// VALUE: %t.csv top.middle.a.n(5.5) = 3 +- 0
// VALUE: %t.csv v(6.5) = 124 +- 0
// VALUE: %t.csv top.middle.a.n(6.5) = 1 +- 0
// One variable passed outwards through three levels of machines.
model ThreeLevels
  inner Integer v(start = 0);
  block Top
    inner outer output Integer v;
    block Middle
      inner outer output Integer v;
      block A
        outer output Integer v;
        Integer n(start = 0);
      equation
        v = previous(v) + 1;
        n = previous(n) + 1;
      end A;
      block B outer output Integer v; equation v = previous(v) + 10; end B;
      A a;
      B b;
    equation
      initialState(a);
      transition(a, b, a.n >= 3, immediate = false);
    end Middle;
    Middle middle;
  equation
    initialState(middle);
  end Top;
  block Other outer output Integer v; equation v = previous(v) + 100; end Other;
  Top top;
  Other other;
equation
  initialState(top);
  transition(top, other, ticksInState() >= 5, immediate = false);
  transition(other, top, true, immediate = false);
end ThreeLevels;
