# RUN: bash %s
# CHECK: locked: 1
# CHECK: another one in front: 2
# CHECK: locked still: 1
# CHECK: error[PKG0030]: Gain 1.0.0 of causeway.lock is installed, but its files have changed
# CHECK: error[PKG0030]: Gain 1.0.0 of causeway.lock is not installed
# CHECK: error[PKG0008]
# --locked: the libraries of causeway.lock and no others, as they were.
set -eu
export XDG_DATA_HOME=$PWD/data
mkdir -p from/Gain 'path/Gain 1.0.0'
text() { printf 'package Gain\n  constant Real k = %s;\n  annotation(version = "1.0.0");\nend Gain;\n' "$1"; }
text 1 > from/Gain/package.mo
text 2 > 'path/Gain 1.0.0/package.mo'
printf 'model M\n  Real x = Gain.k;\n  annotation(uses(Gain(version = "1.0.0")));\nend M;\n' > M.mo
value() { causeway simulate M.mo -q -o m.csv "$@" && tail -1 m.csv | cut -d, -f2; }
causeway install Gain --from from --lock -q
echo "locked: $(value --locked)"
export MODELICAPATH=$PWD/path
echo "another one in front: $(value)"
echo "locked still: $(value --locked)"
unset MODELICAPATH
find data -name package.mo -exec sh -c 'echo "// changed" >> "$1"' _ {} \;
value --locked || true
causeway remove Gain -q
value --locked || true
rm causeway.lock
value --locked || true
