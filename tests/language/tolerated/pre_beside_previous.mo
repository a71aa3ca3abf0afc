// pre of a clocked variable beside previous() is previous.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[INST0551]: pre() beside previous() is taken for previous()
// VALUE: %t.csv y(0.95) = 0.8 +- 1e-9
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0551]
model M
  Real u = sample(time, Clock(0.1));
  Real v = 2*u;
  Real d = pre(v) - previous(u) "the u of the tick before";
  Real y = hold(d);
end M;
