# RUN: bash %s %d
# CHECK: 9 runs, 0 resumed, 3 failed
# CHECK: h final 1.44 3.48444
# CHECK: status 0 4
# CHECK: 2,4,"{{.*}}k is too large"
# CHECK: no room: said
# CHECK: the table of a study must end in .csv or .h5
# A study as numbers by columns; what failed is told beside it; a full disk is said.
set -eu
study="$1/Tank.mo -p A=1:1:3 -p k=list:0.1,0.2,4 --record h --reduce final,mean --stop 4 -j 2"
causeway sweep $study -o grid.h5
causeway show grid.h5
cat grid.h5.errors.csv
(ulimit -f 0; trap '' XFSZ; causeway sweep $study -o full.h5 -q 2>&1 || true) | grep -q 'cannot' && [ ! -s full.h5 ] && echo "no room: said"
causeway sweep $study -o grid.txt -q 2>&1 || true
