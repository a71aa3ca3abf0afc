"""Makes small libraries for the tests of this folder.

make.py FOLDER NAME VERSION [uses:NAME:VERSION] [none:VERSION] [from:VERSION]... writes FOLDER/"NAME VERSION"/package.mo
make.py --zip FILE FOLDER   packs a folder;  --evil KIND FILE writes an archive that must be refused
"""
import os
import stat
import sys
import zipfile


def library(folder, name, version, *facts):
    uses = ["%s(version = \"%s\")" % tuple(f.split(":")[1:]) for f in facts if f.startswith("uses:")]
    none = ["noneFromVersion = \"%s\"" % f.split(":")[1] for f in facts if f.startswith("none:")]
    froms = ["from(version = \"%s\", script = \"modelica://%s/c.mos\")" % (f.split(":")[1], name)
             for f in facts if f.startswith("from:")]
    place = os.path.join(folder, "%s %s" % (name, version))
    os.makedirs(os.path.join(place, "Resources"), exist_ok=True)
    with open(os.path.join(place, "package.mo"), "w") as f:
        f.write("package %s\n  constant Real version = %s;\n  model M\n    Real x = version*time;\n  end M;\n"
                "  annotation(version = \"%s\"%s%s);\nend %s;\n"
                % (name, version.split(".")[0], version, ", uses(%s)" % ", ".join(uses) if uses else "",
                   ", conversion(%s)" % ", ".join(none + froms) if none + froms else "", name))
    with open(os.path.join(place, "Resources", "data.txt"), "w") as f:
        f.write("data of %s\n" % name)


def pack(target, folder):
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as z:
        for where, _, names in os.walk(folder):
            for name in sorted(names):
                path = os.path.join(where, name)
                z.write(path, os.path.join("checkout-1.0", os.path.relpath(path, folder)))


def evil(kind, target):
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr("Lib/package.mo", "package Lib end Lib;\n")
        if kind == "up":
            z.writestr("Lib/../../outside.txt", "x")
        elif kind == "root":
            z.writestr("/tmp/outside.txt", "x")
        elif kind == "link":
            link = zipfile.ZipInfo("Lib/link")
            link.create_system = 3
            link.external_attr = (stat.S_IFLNK | 0o777) << 16
            z.writestr(link, "/etc/passwd")
        elif kind == "bomb":
            z.writestr("Lib/zeros", b"\0" * (200 << 20))


if sys.argv[1] == "--zip":
    pack(*sys.argv[2:])
elif sys.argv[1] == "--evil":
    evil(*sys.argv[2:])
else:
    library(*sys.argv[1:])
