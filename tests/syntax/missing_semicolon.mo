// RUN: causeway format %s
// EXIT: 2
// CHECK: missing_semicolon.mo:10:8: error[SYN0009]: ';' is missing after this declaration
// CHECK: found identifier 'Real' here
// CHECK: missing_semicolon.mo:13:7: error[SYN0009]: ';' is missing after this equation
// CHECK-NOT: SYN0001
within;
model MissingSemicolon
  // the next line
  Real x
  Real y;
equation
  x = 1
  y = 2;
end MissingSemicolon;
