// RUN: causeway simulate
// EXIT: 1
// CHECK: error[TOOL0004]: something is missing: [FILE]... MODEL|FILE [OPTION]...
model M
  Real x = time;
end M;
