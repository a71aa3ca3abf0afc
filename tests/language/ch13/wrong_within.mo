// RUN: causeway check Bad.Wrong -L %d/data
// EXIT: 2
// CHECK: error[LIB0003]
// CHECK: within Bad;
