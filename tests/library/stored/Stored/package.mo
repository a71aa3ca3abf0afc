// A redeclaration in the text of a package that is stored as a folder (MLS 3.6, 7.3.1, 13.4.1).
// RUN: causeway simulate Stored.M -L %d/.. -o %t.csv --stop 1
// FINAL: y = 5 +- 1e-12
package Stored
  partial package Base
    replaceable record State
    end State;
  end Base;
  model M
    Medium.State s(T = 5);
    Real y = s.T;
  end M;
end Stored;
