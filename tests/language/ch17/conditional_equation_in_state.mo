// RUN: causeway simulate %s -o %t.csv --stop 6 --interval 1
// VALUE: %t.csv a.y(1.5) = -1 +- 0
// VALUE: %t.csv a.y(2.5) = 1 +- 0
model ConditionalEquationInState
  block S
    Integer n(start = 0), y;
  equation
    n = previous(n) + 1;
    if n > 2 then
      y = 1;
    else
      y = -1;
    end if;
  end S;
  S a;
equation
  initialState(a);
end ConditionalEquationInState;
