// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :7:5: error[SYN0019]: expected the name of a component, found '='
// CHECK: hint: equations stand behind the word 'equation'
model M
  Real x;
  x = time; // <- behind the word equation
end M;
