// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0514]: enumeration Size has no literal lagre
model M
  type Size = enumeration(small, large);
  Size s = Size.lagre;
end M;
