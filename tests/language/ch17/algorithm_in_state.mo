// RUN: causeway simulate %s -o %t.csv --stop 6 --interval 1
// VALUE: %t.csv x(1.5) = 3 +- 1e-12
// VALUE: %t.csv x(2.5) = 2 +- 1e-12
// VALUE: %t.csv x(3.5) = 1 +- 1e-12
model AlgorithmInState
  block Up
    outer output Real x;
    Real step;
  algorithm
    step := 1.5;
    x := previous(x) + step;
  end Up;
  block Down outer output Real x; algorithm x := previous(x) - 1; end Down;
  inner Real x(start = 0);
  Up up;
  Down down;
equation
  initialState(up);
  transition(up, down, x >= 3, immediate = false);
end AlgorithmInState;
