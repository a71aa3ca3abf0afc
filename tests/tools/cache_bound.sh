# The cache is shown, bounded and cleared; messages of a translation come again; a folder that cannot be written is no error.
# RUN: printf 'model M\n  parameter Real R = 2;\n  Real v, i;\nequation\n  v = R*i;\n  v = 4;\n  assert(i < 1, "large current", AssertionLevel.warning);\nend M;\n' > M.mo
# RUN: export CAUSEWAY_CACHE=$PWD/cache; causeway simulate M.mo -q -o a.csv; causeway cache show; causeway cache clear; causeway cache show
# CHECK: cache: 1 models, 0 external libraries, 0 pieces of optimised code
# CHECK: 1 files removed
# CHECK: cache: 0 models
# RUN: export CAUSEWAY_CACHE=$PWD/cache; for i in 1 2 3 4 5 6 7 8 9; do sed "s/R = 2/R = $i/; s/M/M$i/" M.mo > M$i.mo; causeway simulate M$i.mo -q -o a.csv; done 2> /dev/null; CAUSEWAY_CACHE_SIZE=0.01 causeway cache trim; causeway cache show
# CHECK: {{[1-8]}} files removed
# CHECK: {{[1-8]}} models
# RUN: CAUSEWAY_CACHE=/proc/nowhere XDG_CACHE_HOME=/proc/nowhere HOME=/proc/nowhere causeway simulate M.mo -q -o a.csv --stats s.json
# RUN: CAUSEWAY_CACHE_SIZE=0 causeway simulate M.mo -q -o a.csv --stats s.json; grep cache s.json
# CHECK: "cache": "off"
# RUN: causeway cache empty
# EXIT: 1
# CHECK: error[TOOL0004]
#
# A coefficient that becomes zero changes how equations are solved: translated again.
# RUN: printf 'model Z\n  parameter Real k = 2;\n  Real a, b;\nequation\n  k*a + b = 4;\n  a + b = 3;\nend Z;\n' > Z.mo; export CAUSEWAY_CACHE=$PWD/cache; causeway simulate Z.mo -q -o a.csv; for k in 3 0 5; do causeway simulate Z.mo -q -o %t.$k.csv -p k=$k --stats s.json; grep cache s.json; done
# CHECK: "cache": "hit"
# CHECK: "cache":
# CHECK: "cache": "hit"
# FINAL: %t.3.csv a = 0.5 +- 1e-12
# FINAL: %t.0.csv b = 4 +- 1e-12
# FINAL: %t.5.csv a = 0.25 +- 1e-12
#
# What translation had to say is said again, with the line it is about.
# RUN: printf 'model W\n  Real x(unit = "s", start = 1, fixed = true);\n  Real y(unit = "m");\nequation\n  der(x) = -x;\n  y = x;\nend W;\n' > W.mo; export CAUSEWAY_CACHE=$PWD/cache; causeway simulate W.mo -q -o a.csv > one.txt 2>&1; causeway simulate W.mo -q -o a.csv --stats s.json > two.txt 2>&1; grep cache s.json; cmp one.txt two.txt && cat two.txt
# CHECK: "cache": "hit"
# CHECK: warning[FLAT0120]
# CHECK: y = x;
