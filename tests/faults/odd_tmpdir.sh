# A place for temporary files that is not there, cannot be written, is no folder, is full or has a very long name: another one is used.
# RUN: printf 'model M\n  function f\n    input Real x;\n    output Real y;\n  external "C" y = cw_twice(x) annotation(Include="double cw_twice(double x) { return 2*x; }");\n  end f;\n  Real x = f(time);\nend M;\n' > M.mo
# RUN: touch file; long=$PWD/$(printf 'long%.0s' $(seq 60)); mkdir $long; deep=$PWD/$(printf 'deep%.0s/' $(seq 300)); for d in /nowhere $PWD/file /proc $long $deep /dev/full ""; do CAUSEWAY_CACHE=$PWD/c$((n++)) TMPDIR=$d causeway simulate M.mo --compile cc -q -o %t.csv && echo well; done; ls $long | wc -l
# CHECK: well
# CHECK: well
# CHECK: well
# CHECK: well
# CHECK: well
# CHECK: well
# CHECK: well
# CHECK: 0
# FINAL: %t.csv x = 2 +- 1e-9
#
# Without a cache external code is made for the one run.
# RUN: CAUSEWAY_CACHE=/proc/nowhere causeway simulate M.mo -q -o %t.2.csv
# FINAL: %t.2.csv x = 2 +- 1e-9
