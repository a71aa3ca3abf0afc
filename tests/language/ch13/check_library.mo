// RUN: causeway check Lib -L %d/data
// CHECK-NOT: error
