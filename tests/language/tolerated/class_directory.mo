// classDirectory() is the folder of the file in which it is called.
// RUN: causeway check %s
// CHECK: warning[INST0572]: classDirectory() is not part of the language
// RUN: causeway flatten %s
// CHECK: {{parameter String d = ".*tolerated/"}}
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0572]
model M
  parameter String d = classDirectory();
end M;
