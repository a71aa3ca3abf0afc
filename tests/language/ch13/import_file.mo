// Old tools read another file so; the clause is passed over.
// RUN: causeway check %s
// CHECK: M: 1 equations, 1 unknowns
// CHECK: import_file.mo:8:1: warning[SYN0033]: a file cannot be imported
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[SYN0033]
import "Other/package.mo";
model M
  Real x = time;
end M;
