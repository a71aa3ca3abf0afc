# causeway.lock: versions and hashes; --locked gives the same on another machine or says why not.
# RUN: bash %s %d 2>&1
# CHECK: "name": "A", "version": "1.0.0", "sha256": "
# CHECK: "name": "B", "version": "1.0.0"
# CHECK: == elsewhere
# CHECK: installed A 1.0.0
# CHECK: 2 libraries as in causeway.lock
# CHECK: == again
# CHECK: 2 libraries as in causeway.lock
# CHECK: == changed
# CHECK: error[PKG0008]: A 1.0.0 from {{.*}}libs is not what was promised
# CHECK: == vendor
# CHECK: project/A 1.0.0
# CHECK: == broken
# CHECK: error[PKG0008]: causeway.lock cannot be used
set -u
export HOME=$PWD/home
unset MODELICAPATH CAUSEWAY_INDEX
python3 "$1/make.py" libs A 1.0.0 uses:B:1.0.0; python3 "$1/make.py" libs B 1.0.0
XDG_DATA_HOME=$PWD/one causeway install A --from libs --lock -q; cat causeway.lock
python3 "$1/make.py" libs A 2.0.0
echo == elsewhere; XDG_DATA_HOME=$PWD/two causeway install --locked
echo == again; XDG_DATA_HOME=$PWD/two causeway install --locked
echo == changed; echo "// x" >> "libs/A 1.0.0/package.mo"; XDG_DATA_HOME=$PWD/three causeway install --locked
echo == vendor; XDG_DATA_HOME=$PWD/two causeway vendor project
echo == broken; echo '{' > causeway.lock; XDG_DATA_HOME=$PWD/two causeway install --locked
exit 0
