// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :7:5: error[SYN0011]: the class is called 'M', its end says 'N'
// CHECK: hint: write: end M;
model M
  Real x = time;
end N; // <- the name of the class
