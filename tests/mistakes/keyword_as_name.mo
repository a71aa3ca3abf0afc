// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:8: error[SYN0010]: 'input' is a keyword and cannot be used as the name of a component
// CHECK: hint: choose another name, or quote it: 'input' with the quotes
model M
  Real input = time; // <- input is a keyword
end M;
