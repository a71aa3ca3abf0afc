# Units that contradict each other inside a library, found behind a long chain of equations: the search for a line of
# the user among them ends (each variable leads back to the equation that gave its unit, and from there to itself).
# RUN: bash %s
# TIMEOUT: 20
# CHECK: M: 41 equations, 41 unknowns
# CHECK-NOT: FLAT0120
mkdir Lib
{
    echo 'package Lib model Part parameter Real length(unit = "m") = 1; Real duration(unit = "s");'
    for i in $(seq 40); do echo "Real a$i;"; done
    echo 'equation a1 = length; a2 = a1; duration = a40;'
    for i in $(seq 3 40); do echo "a$i = a$((i - 1)) + a$((i - 2));"; done
    echo 'end Part; end Lib;'
} > Lib/package.mo
echo 'model M Lib.Part part; end M;' > m.mo
causeway check -L . m.mo
