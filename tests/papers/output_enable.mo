// M. Otter, H. Olsson: New Features in Modelica 2.0 (2002): an output of a function says when it is wanted.  It did not become part of the language; the
// attribute is passed over with a warning, and results are taken by their place.
// RUN: causeway simulate %s -o %t.csv --stop 0
// CHECK: warning[INST0204]: type 'Real' has no attribute 'enable'
// FINAL: %t.csv ev[2] = 4 +- 0
// FINAL: %t.csv REV[2,1] = 3 +- 0
// FINAL: %t.csv alone[1] = 1 +- 0
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0204]
package L
  function parts
    input Real A[:, :];
    input Boolean getREV = false;
    output Real ev[size(A, 1)];
    output Real REV[size(A, 1), size(A, 1)](enable = getREV);
  algorithm
    for i in 1:size(A, 1) loop
      ev[i] := A[i, i];
    end for;
    REV := A;
  end parts;
  model Test
    Real ev[2], REV[2, 2], alone[2];
  equation
    (ev, REV) = parts([1, 2; 3, 4], getREV = true);
    alone = parts([1, 2; 3, 4]);
  end Test;
end L;
