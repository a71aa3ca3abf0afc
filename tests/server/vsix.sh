# RUN: bash %s %r
# CHECK: causeway.vsix
# CHECK: vsix: all as it should be
# The VS Code extension is packed without Node; where vsce is there, it packs the same files.
"$1/script/vsix" causeway.vsix || exit 1
python3 - <<'END' || exit 1
import json, xml.dom.minidom, zipfile
z = zipfile.ZipFile("causeway.vsix")
for part in ("extension.vsixmanifest", "[Content_Types].xml"):
    xml.dom.minidom.parseString(z.read(part))
about = json.loads(z.read("extension/package.json"))
named = [about["main"]] + [x[k] for kind, k in (("grammars", "path"), ("snippets", "path"), ("languages", "configuration"))
                           for x in about["contributes"][kind]]
for path in named:
    assert "extension/" + path[2:] in z.namelist(), path
known = {"." + f.rsplit(".", 1)[1] for f in z.namelist() if not f.startswith("[")}
types = z.read("[Content_Types].xml").decode()
assert all('"%s"' % k in types for k in known), known
open("ours", "w").write("\n".join(sorted(n for n in z.namelist() if n.startswith("extension/"))))
END
if command -v vsce > /dev/null; then
    cp -r "$1/editors/vscode" copy && cd copy
    vsce package --allow-missing-repository --skip-license --no-dependencies -o ../theirs.vsix > ../log 2>&1 || { cat ../log; exit 1; }
    cd ..
    python3 -c 'import zipfile; print("\n".join(sorted(n for n in zipfile.ZipFile("theirs.vsix").namelist() if n.startswith("extension/"))), end="")' > theirs
    cmp ours theirs || exit 1
fi
echo "vsix: all as it should be"
