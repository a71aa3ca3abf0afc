// RUN: causeway check %s
// EXIT: 2
// CHECK: typographic_minus.mo:6:14: error[SYN0002]: character '−' has no meaning here
// CHECK: hint: write '-', a character of ASCII
model M
  Real x = 3 − time;
end M;
