// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:24: error[SYN0002]: character '&' has no meaning here
// CHECK: hint: the logical operator is written 'and'
model M
  Boolean b = time > 1 && time < 2; // <- and
end M;
