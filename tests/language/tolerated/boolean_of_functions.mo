// What functions give to a Boolean changes between events: it is computed at events, with a warning.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[FLAT0061]: 'b' changes at events only
// VALUE: %t.csv b(0.4) = 0 +- 0
// FINAL: b = 1 +- 0
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[FLAT0061]
model M
  function above
    input Real x;
    output Boolean y;
  algorithm
    y := x > 0.25;
  end above;
  Boolean b = above(time) and not above(time - 1);
  Boolean t = time > 0.5;
end M;
