# What cannot be installed is refused with a reason, and nothing is left behind.
# RUN: bash %s %d 2>&1
# CHECK: error[PKG0005]: the archive up.zip is refused: an entry would be written outside of its folder: Lib/../../outside.txt
# CHECK: error[PKG0005]: the archive root.zip is refused: an entry would be written outside of its folder: /tmp/outside.txt
# CHECK: error[PKG0005]: the archive link.zip is refused: it holds a link: Lib/link
# CHECK: error[PKG0005]: the archive bomb.zip is refused: it unpacks to far more than it is
# CHECK: error[PKG0005]: the archive text.zip is refused: it is no zip archive
# CHECK: error[PKG0001]: no libraries can be had from nowhere: No such file or directory
# CHECK: error[PKG0001]: no libraries can be had from empty: it holds no Modelica package
# CHECK: error[PKG0001]: no libraries can be had from text.txt: it is neither a folder
# CHECK: error[PKG0010]: git could not clone bad.git
# CHECK: error[PKG0004]: the index broken.json cannot be used: line 2: ':' is expected behind a name
# CHECK: error[PKG0004]: the index list.json cannot be used: it has no object "libs"
# CHECK: error[PKG0002]: Gone 1.0.0 is in the index {{.*}}gone.json, but not where the index says
# CHECK: error[PKG0008]: Lib 1.0.0 from {{.*}}changed.json is not what was promised
# CHECK: error[PKG0006]: http://127.0.0.1:9/index.json cannot be reached
# CHECK: error[PKG0001]: the name 'L' and version '../../x' of a library cannot be the name of a folder
# CHECK: warning[PKG0012]: the library at broken/Broken.mo cannot be read and is left out
# CHECK: error[PKG0007]: cannot make the folder
# CHECK: store: .
# CHECK-NOT: installed Lib
set -u
export XDG_DATA_HOME=$PWD/data HOME=$PWD/home
unset MODELICAPATH CAUSEWAY_INDEX
for kind in up root link bomb; do
    python3 "$1/make.py" --evil $kind $kind.zip
    causeway install --from $kind.zip
done
echo text > text.zip; causeway install --from text.zip
causeway install --from nowhere
mkdir empty; causeway install --from empty
echo text > text.txt; causeway install --from text.txt
mkdir -p bad.git/objects; touch bad.git/HEAD; causeway install --from bad.git
printf '{"libs": {\n"A" 1}}' > broken.json; causeway install A --from broken.json
echo '[1, 2]' > list.json; causeway install A --from list.json
echo '{"libs": {"Gone": {"versions": {"1.0.0": {"version": "1.0.0", "path": "gone"}}}}}' > gone.json
causeway install Gone --from gone.json
python3 "$1/make.py" libs Lib 1.0.0; causeway index libs -o changed.json; sed -i 's/"path": "/"path": "libs\//' changed.json
echo "// changed" >> "libs/Lib 1.0.0/package.mo"; causeway install Lib --from changed.json
causeway install A --from http://127.0.0.1:9/index.json
mkdir odd; echo 'package L annotation(version = "../../x"); end L;' > odd/L.mo; causeway install --from odd
mkdir broken; echo 'package Broken model' > broken/Broken.mo; causeway install --from broken 2>&1 | head -1
XDG_DATA_HOME=/dev/null causeway install --from libs
echo "store: $(find data -mindepth 3 2>/dev/null | tr '\n' ' ')."; ls outside.txt /tmp/outside.txt 2>/dev/null
exit 0
