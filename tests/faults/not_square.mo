// Equations too few and too many: what is undetermined, what is too much is named.
// RUN: causeway simulate %s -o /dev/null
// EXIT: 2
// CHECK: not_square.mo:{{\d+}}:{{\d+}}: error[TOOL0016]: nothing determines z
// RUN: sed 's/y = 2\*x;/y = 2*x; z = 1; x + z = 3;/' %s > over.mo; causeway simulate over.mo -o /dev/null
// EXIT: 2
// CHECK: over.mo:{{\d+}}:{{\d+}}: error[SYM
// CHECK: over-determined
// RUN: sed 's/y = 2\*x;/y = 2*x + z;/' %s > under.mo; causeway simulate under.mo -o /dev/null
// EXIT: 2
// CHECK: under.mo:{{\d+}}:{{\d+}}: error[SYM
// CHECK: under-determined
model NotSquare
  Real x, y, z;
equation
  x = time;
  y = 2*x;
end NotSquare;
