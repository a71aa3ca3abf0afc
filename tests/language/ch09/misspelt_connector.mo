// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0503]: b has no element port
// CHECK: did you mean 'ports'?
model M
  connector C Real v; flow Real i; end C;
  model B C ports; equation ports.i = 0; end B;
  B a, b;
equation
  connect(a.ports, b.port);
end M;
