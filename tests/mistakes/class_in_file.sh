# A name without its file, a name of an older version, a variable that a result does not have: what to type instead.
# RUN: bash %s
# CHECK: hint: did you mean the file Motor.mo?
# CHECK: hint: did you mean the file Motor.mo, and Motor.Part in it: Motor.mo Motor.Part?
# CHECK: hint: did you mean Lib.New.Model? Lib 2.0.0 calls it so
# CHECK: hint: write it with the name of its package, or import it alone: import A.Same;
# CHECK: hint: causeway show m.csv 'part.*' lists what is there
printf 'model Motor\n  model P\n    parameter Real inertia = 1;\n  end P;\n  P part;\nend Motor;\n' > Motor.mo
causeway simulate Motor
causeway simulate Motor.Part
mkdir -p Lib
printf 'package Lib\n  package New\n    model Model\n    end Model;\n  end New;\n  annotation (version = "2.0.0", conversion(from(version = "1.0.0", change = {convertClass("Lib.Old", "Lib.New")})));\nend Lib;\n' > Lib/package.mo
causeway check Lib.Old.Model -L .
printf 'package A\n  model Same\n  end Same;\nend A;\npackage B\n  model Same\n  end Same;\nend B;\nmodel M\n  import A.*;\n  import B.*;\n  Same s;\nend M;\n' > M.mo
causeway check M.mo
causeway simulate Motor.mo -q -o m.csv
causeway plot m.csv part.speed
exit 0
