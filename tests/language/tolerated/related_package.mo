// A package with the same base as the constraining one, but not a subtype of it: what it lacks shows where it is used.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[INST0940]
// FINAL: pipe.y = 6 +- 1e-9
// RUN: causeway check --strict %s > %t.txt 2>&1
// EXIT: 2
// FILE-CHECK: %t.txt error[INST0940]
model RelatedPackage
  package Medium "what all media have"
    constant Real c = 1;
  end Medium;
  package Wet
    extends Medium(c = 2);
    constant Real moisture = 0.1;
  end Wet;
  package Dry
    extends Medium(c = 3);
  end Dry;
  model Pipe
    replaceable package M = Wet;
    Real y = 2*M.c;
  end Pipe;
  Pipe pipe(redeclare package M = Dry);
end RelatedPackage;
