# Which versions fit together: the newest that covers all uses; older ones of what asks; conflicts with their chains.
# RUN: bash %s %d 2>&1
# CHECK: == covers
# CHECK: installed M 4.1.0
# CHECK: installed P 1.0.0
# CHECK: == older one of what asks
# CHECK: installed M 3.2.3
# CHECK-NOT: installed Q 2.0.0
# CHECK: installed Q 1.0.0
# CHECK: == conflict
# CHECK: error[PKG0003]: no version of M suits all that need it; there are: 3.2.3, 4.1.0
# CHECK: note: R 1.0.0 uses M 3.2.3
# CHECK: note: S 1.0.0 -> T 1.0.0 uses M 4.0.0
# CHECK: hint: M 4.1.0 knows how to convert from 3.2.3: causeway convert libs/R 1.0.0
# CHECK: == cycle
# CHECK: installed Y 1.0.0
# CHECK: installed X 1.0.0
# CHECK: == missing
# CHECK: warning[PKG0009]: W 1.0.0 uses Absent 9.9, which is not there
# CHECK: == the installed version that covers
# CHECK: 3
# CHECK: 4
# CHECK: == the folder named comes first where it suits
# CHECK: 40
set -u
export HOME=$PWD/home
unset MODELICAPATH CAUSEWAY_INDEX
make() { python3 "$here/make.py" libs "$@"; }
here=$1
make M 3.2.3; make M 4.1.0 none:4.0.0 from:3.2.3
make P 1.0.0 uses:M:4.0.0
make Q 1.0.0 uses:M:3.2.3; make Q 2.0.0 uses:M:4.0.0
make R 1.0.0 uses:M:3.2.3; make S 1.0.0 uses:T:1.0.0; make T 1.0.0 uses:M:4.0.0
make X 1.0.0 uses:Y:1.0.0; make Y 1.0.0 uses:X:1.0.0
make W 1.0.0 uses:Absent:9.9
try() { echo "== $1"; shift; XDG_DATA_HOME=$PWD/data$RANDOM$RANDOM causeway install "$@" --from libs; }
try covers P
try "older one of what asks" R Q
try conflict R S
try cycle X
try missing W
echo == the installed version that covers
export XDG_DATA_HOME=$PWD/several CAUSEWAY_CACHE=$PWD/cache
make M 3.2.4 none:3.2.2; causeway install -q M@3.2.4 --from libs; causeway install -q M@4.1.0 --from libs
user() { echo "package User$1 model U M.M m; end U; annotation(uses(M(version = \"$2\"))); end User$1;" > User$1.mo; }
run() { causeway simulate "$@" --stop 1 -q -o u.csv && tail -1 u.csv | cut -d, -f2; }
user 1 3.2.2; run User1.mo; user 2 4.0.0; run User2.mo
echo == the folder named comes first where it suits
mkdir -p mine; cp -r "libs/M 4.1.0" mine/M; sed -i 's/version = 4;/version = 40;/' mine/M/package.mo
run -L mine User2.mo
exit 0
