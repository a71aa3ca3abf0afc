// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:20: error[SYN0002]: character '!' has no meaning here
// CHECK: hint: 'not equal' is written '<>', negation 'not'
model M
  Boolean b = time != 1; // <- <>
end M;
