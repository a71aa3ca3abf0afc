// RUN: causeway check %s
// EXIT: 2
// CHECK: SYN0002.mo:6:12: error[SYN0002]: character '$' has no meaning here
model M
  Real x = 1;
  Real y = $x;
end M;
