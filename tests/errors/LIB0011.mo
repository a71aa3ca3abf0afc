// RUN: mkdir Lib; printf 'within;\npackage Lib\n model A\n Real x = 1;\n end A;\n annotation(version = "1.0.0");\nend Lib;\n' > Lib/package.mo; causeway check %s -L .
// EXIT: 0
// CHECK: warning[LIB0011]: Lib 1.0.0 is used where version 2.0.0 was asked for
model M
  Lib.A a;
  annotation (uses(Lib(version = "2.0.0")));
end M;
