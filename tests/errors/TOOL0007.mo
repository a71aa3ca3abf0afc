// RUN: causeway flatten %s -o /dev/full
// EXIT: 1
// CHECK: error[TOOL0007]: /dev/full could not be written completely: No space left on device
model M
  Real x = time;
end M;
