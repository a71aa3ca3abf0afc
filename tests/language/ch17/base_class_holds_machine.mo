// RUN: causeway simulate %s -o %t.csv --stop 4 --interval 1
// VALUE: %t.csv v(1.5) = 2 +- 0
// VALUE: %t.csv v(2.5) = 12 +- 0
partial model Machine
  block A outer output Integer v; equation v = previous(v) + 1; end A;
  block B outer output Integer v; equation v = previous(v) + 10; end B;
  inner Integer v(start = 0);
  A a;
  B b;
equation
  initialState(a);
end Machine;
model BaseClassHoldsMachine
  extends Machine;
equation
  transition(a, b, v >= 2, immediate = false);
end BaseClassHoldsMachine;
