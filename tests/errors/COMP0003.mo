// Folders for temporary files can be made, but nothing can be written into them.
// RUN: ulimit -f 0; causeway simulate %s --compile cc --no-cache -o /dev/null
// EXIT: 70
// CHECK: error[COMP0003]: cannot make a folder for temporary files: File too large
model M
  Real x = time;
end M;
