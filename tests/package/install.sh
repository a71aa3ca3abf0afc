# Libraries installed from a folder, an archive, a repository and an index; found without -L; removed again.
# RUN: bash %s %d 2>&1
# CHECK: == folder
# CHECK: installed B 1.0.0
# CHECK: installed A 2.1.0
# CHECK: A.M: 0 to 1
# CHECK: A 2.1.0 is installed already
# CHECK: == list
# CHECK: A 2.1.0 installed
# CHECK: B 1.0.0 installed
# CHECK: == version
# CHECK: installed A 1.0.0
# CHECK: error[PKG0002]: there is no such version of A; there are: {{1.0.0, 2.1.0|2.1.0, 1.0.0}}
# CHECK: error[PKG0002]: there is no library Bb
# CHECK: hint: did you mean B?
# CHECK: == zip
# CHECK: installed Z 3.0.0
# CHECK: == git
# CHECK: installed G 1.0.0
# CHECK: installed G 2.0.0
# CHECK: == index
# CHECK: "provides": ["2.0.0"]
# CHECK: installed A 2.1.0
# CHECK: == outdated and update
# CHECK: A 2.1.0: there is 2.2.0
# CHECK: installed A 2.2.0
# CHECK: A 2.1.0 stays until it is removed
# CHECK: A 2.2.0 is up to date
# CHECK: == remove
# CHECK: error[PKG0011]: A is installed in several versions
# CHECK: removed A 2.1.0
# CHECK: removed B 1.0.0
# CHECK: warning[PKG0009]: A 2.2.0 uses B 1.0.0, which is removed
# CHECK: error[PKG0011]: B is not installed
# CHECK: == vendor
# CHECK: project/A 2.2.0
# CHECK: project/B 1.0.0
# CHECK: == openmodelica
# CHECK: O 5.0.0 OpenModelica
# CHECK: O.M: 0 to 1
# CHECK: == nothing left over
# CHECK: 0
# CHECK: == missing
# CHECK: no library Nowhere was found: causeway install Nowhere --from WHERE installs it
# CHECK: where the libraries come from is missing
set -u
here=$1 store=data/causeway/libraries
export XDG_DATA_HOME=$PWD/data HOME=$PWD/home CAUSEWAY_CACHE=$PWD/cache
unset MODELICAPATH CAUSEWAY_INDEX
make() { python3 "$here/make.py" "$@"; }
make libs A 1.0.0; make libs A 2.1.0 uses:B:1.0.0 none:2.0.0; make libs B 1.0.0
echo == folder
causeway install A --from libs
causeway simulate A.M --stop 1 -o a.csv
causeway install A --from libs
echo == list
causeway list
echo == version
causeway install A@1 --from libs
causeway install A@7 --from libs
causeway install Bb --from libs
echo == zip
make zipped Z 3.0.0; make --zip z.zip zipped
causeway install --from z.zip
echo == git
git init -q repository && make repository G 1.0.0 && cd repository
git config user.email t@example.org && git config user.name t && git add -A && git commit -qm one && git tag v1.0.0
rm -r "G 1.0.0" && cd .. && make repository G 2.0.0 && cd repository && git add -A && git commit -qm two && cd ..
git clone -q --bare repository G.git
causeway install G@1.0.0 --from G.git
causeway install G --from G.git
echo == index
rm -r data
causeway index libs -o libs/index.json && cat libs/index.json
causeway install A --from libs/index.json
echo == outdated and update
make libs A 2.2.0 uses:B:1.0.0 && causeway index libs -o libs/index.json
causeway outdated
causeway update A
causeway update A
echo == remove
causeway remove A
causeway remove A@2.1.0
causeway remove B
causeway remove B
echo == vendor
causeway install B --from libs -q
causeway vendor project A
echo == openmodelica
make home/.openmodelica/libraries O 5.0.0
causeway list O
causeway simulate O.M --stop 1 -o o.csv
echo == nothing left over
ls -A "$store" | grep -c '^\.'
echo == missing
causeway simulate Nowhere.M
causeway install A
exit 0
