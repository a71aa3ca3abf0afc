// RUN: causeway check %s
// EXIT: 2
// CHECK: LIB0008.mo:1:1: error[LIB0008]: the file defines no class
// nothing here
