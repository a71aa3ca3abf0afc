# A translated model is kept and used again while nothing it was made from has changed; --stats says what happened.
# RUN: mkdir lib; printf 'package Lib\n  constant Real k = 2;\nend Lib;\n' > lib/Lib.mo
# RUN: printf 'model M\n  parameter Real a = 1;\n  parameter Real b = 10*a;\n  parameter Integer n = 3;\n  Real x(start = b, fixed = true);\n  Real y[n] = fill(x, n);\n  output Real sum_y = sum(y);\nequation\n  der(x) = -Lib.k*a*x;\nend M;\n' > M.mo
# RUN: cat > run <<< 'causeway simulate M.mo -L lib -q --stats s.json -o "$@" && grep -o "cache\": .*" s.json'
# RUN: export CAUSEWAY_CACHE=$PWD/cache; . ./run one.csv; . ./run two.csv; cmp one.csv two.csv && echo same
# CHECK: cache": "new"
# CHECK: cache": "hit"
# CHECK: same
#
# Parameters: those that only change numbers need no new translation, and what depends on them follows.
# RUN: export CAUSEWAY_CACHE=$PWD/cache; . ./run %t.p.csv -p a=3; . ./run whole.csv -p a=3 --no-cache; cmp %t.p.csv whole.csv && echo same parameters
# CHECK: cache": "hit"
# CHECK: cache": "off"
# CHECK: same parameters
# VALUE: %t.p.csv x(0) = 30 +- 1e-12
# RUN: export CAUSEWAY_CACHE=$PWD/cache; . ./run %t.n.csv -p n=5; . ./run again.csv -p n=5; . ./run %t.m.csv -p n=2; . ./run again.csv -p n=5; . ./run again.csv -p n=2; . ./run again.csv -p n=5
# CHECK: cache": "structural"
# CHECK: cache": "hit"
# CHECK: cache": "structural"
# CHECK: cache": "hit"
# CHECK: cache": "hit"
# CHECK: cache": "hit"
# VALUE: %t.n.csv sum_y(0) = 50 +- 1e-12
# VALUE: %t.m.csv sum_y(0) = 20 +- 1e-12
#
# A changed source and a changed library: translated again.  The same contents with another time of change: not.
# RUN: export CAUSEWAY_CACHE=$PWD/cache; touch -d '2001-01-01' M.mo lib/Lib.mo; . ./run three.csv; sed -i 's/k = 2/k = 4/' lib/Lib.mo; . ./run %t.lib.csv --stop 0.5; sed -i 's/10\*a/20*a/' M.mo; . ./run %t.src.csv
# CHECK: cache": "hit"
# CHECK: cache": "changed"
# CHECK: cache": "changed"
# FINAL: %t.lib.csv x = 1.353352832 +- 1e-4
# VALUE: %t.src.csv x(0) = 20 +- 1e-12
# RUN: export CAUSEWAY_CACHE=$PWD/cache; mkdir lib/Other; . ./run five.csv; mkdir front; cp lib/Lib.mo front; sed -i 's/k = 4/k = 0/' front/Lib.mo; mv lib/Lib.mo lib/Old.mo; mkdir lib/Lib; printf 'package Lib\n  constant Real k = 0;\nend Lib;\n' > lib/Lib/package.mo; . ./run %t.moved.csv
# CHECK: cache": "changed"
# CHECK: cache": "changed"
# FINAL: %t.moved.csv x = 20 +- 1e-12
#
# Damage: half a file, a wrong byte in the middle, an empty file, a folder of that name.
# RUN: export CAUSEWAY_CACHE=$PWD/cache; . ./run good.csv; for f in cache/model-*; do truncate -s 500 $f; done; . ./run a.csv; for f in cache/model-*; do printf 'XXXX' | dd of=$f bs=1 seek=$(($(stat -c %%s $f) / 2)) conv=notrunc 2> /dev/null; done; . ./run b.csv; for f in cache/model-*; do : > $f; done; . ./run c.csv; for f in cache/model-*; do rm $f; mkdir $f; done; . ./run d.csv; cmp good.csv a.csv && cmp good.csv b.csv && cmp good.csv c.csv && cmp good.csv d.csv && echo damaged files are not used
# CHECK: cache": "hit"
# CHECK: cache": "new"
# CHECK: cache": "new"
# CHECK: cache": "new"
# CHECK: cache": "new"
# CHECK: damaged files are not used
#
# A value that a modification would not take is refused as by translation, also when the model is in the cache.
# RUN: printf 'model B\n  parameter Boolean b = false;\n  Real x = if b then 1 else 0;\nend B;\n' > B.mo; export CAUSEWAY_CACHE=$PWD/cache; causeway simulate B.mo -q -o x.csv; causeway simulate B.mo -q -o x.csv -p b=1
# EXIT: 2
# CHECK: expected Boolean, found Integer
