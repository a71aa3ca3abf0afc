// RUN: causeway format %s
// EXIT: 2
// CHECK: error[SYN0010]: 'input' is a keyword and cannot be used as the name of a component
// CHECK: hint: choose another name, or quote it
// CHECK: error[SYN0026]: 'Real' is a predefined type and cannot be declared again
// CHECK-NOT: SYN0001
model KeywordAsName
  Real input;
  Real 'output' "this one is fine";
  Integer Real;
end KeywordAsName;
