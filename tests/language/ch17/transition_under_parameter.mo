// RUN: causeway simulate %s -o %t.csv --stop 3 --interval 1
// FINAL: v = 1 +- 0
model TransitionUnderParameter
  parameter Boolean leave = false;
  block A outer output Integer v; equation v = 1; end A;
  block B outer output Integer v; equation v = 2; end B;
  inner Integer v(start = 0);
  A a;
  B b, c;
equation
  initialState(a);
  transition(a, b, v > 5, immediate = false);
  if leave then
    transition(a, c, true, immediate = false, priority = 2);
  else
    transition(b, c, true, immediate = false);
  end if;
end TransitionUnderParameter;
