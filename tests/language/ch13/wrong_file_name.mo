// RUN: causeway check Bad.Other -L %d/data
// EXIT: 2
// CHECK: error[LIB0005]
