// RUN: causeway flatten %s
// CHECK: Real t.m.state.T;
// CHECK: Real t.m.X[2](start = 0.5);
partial package PM
  constant Integer nX = 1;
  replaceable record State Real p; end State;
  replaceable partial function f input State s; output Real y; end f;
  replaceable partial model BP State state; Real X[nX]; Real h; end BP;
end PM;
package Water
  extends PM(nX = 2);
  redeclare record extends State Real T; end State;
  redeclare function extends f algorithm y := s.p + s.T; end f;
  redeclare model extends BP(X(each start = 0.5))
  equation
    state.p = 1; state.T = 300 + time; X = {0.25, 0.75}; h = f(state);
  end BP;
end Water;
model M
  model Tank replaceable package Medium = PM; Medium.BP m; end Tank;
  Tank t(redeclare package Medium = Water);
end M;
