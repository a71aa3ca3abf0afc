// An input of a component that is not connected and that nobody reads has its start value; one that is read is missed.
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// CHECK: warning[FLAT0098]: the input b.spare.signal is not connected (MLS 4.8): nobody reads it, and it has its start value
// FINAL: b.y.signal = 2 +- 1e-12
// FINAL: b.spare.signal = 4 +- 1e-12
// RUN: causeway check %s P.M
// CHECK: 4 equations, 4 unknowns
// RUN: causeway check --strict %s P.M
// EXIT: 2
// CHECK: error[TOOL0016]: nothing determines b.spare.signal
// RUN: causeway check %s P.Read
// EXIT: 2
// CHECK: error[
package P
  connector In
    input Real signal(start = 4);
  end In;
  connector Out
    output Real signal;
  end Out;
  model Block
    In u;
    In spare "for a second signal, which this kind does not need";
    Out y;
  equation
    y.signal = 2*u.signal;
  end Block;
  model Source
    Out y;
  equation
    y.signal = time;
  end Source;
  model M
    Source s;
    Block b;
  equation
    connect(s.y, b.u);
  end M;
  model Read
    Source s;
    Block b;
  equation
    connect(s.y, b.spare);
  end Read;
end P;
