// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:8: error[SYN0002]: character 'ω' has no meaning here
// CHECK: hint: other characters than ASCII may stand only in strings and comments
model M
  Real ω = time; // <- letters of ASCII only
end M;
