// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0642.mo:8:5: error[INST0642]: Connections.root cannot stand inside when or under a condition that is not a parameter expression (MLS 9.4.1)
model M
  Real x = 1;
equation
  when time > 1 then
    Connections.root(x);
  end when;
end M;
