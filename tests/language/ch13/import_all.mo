// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 5 +- 0
package ImportAll
  package A constant Real c = 2; constant Real d = 3; end A;
  model M
    import ImportAll.A.*;
    Real y = c + d;
  end M;
end ImportAll;
