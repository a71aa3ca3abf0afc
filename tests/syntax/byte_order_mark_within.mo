// A file with a byte order mark that got a license in front of it: white space, as for others.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[SYN0002]: a byte order mark stands within the text
// FINAL: x = 1 +- 1e-9
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[SYN0002]: a byte order mark stands within the text
﻿model M
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
end M;
