# RUN: python3 %s %r
# CHECK: the package asks for what the build needs
"""debian/: the version is that of the project, and what script/bootstrap installs for building is asked for."""
import os
import re
import sys

root = sys.argv[1]


def text(name):
    with open(os.path.join(root, name), encoding="utf-8") as f:
        return f.read()


wrong = []
version = text("VERSION").strip()
if text("debian/changelog").split("(", 1)[1].split(")", 1)[0] != version:
    wrong.append("debian/changelog is not about version " + version)
wanted = set(re.search(r'^packages="(.*?)"', text("script/bootstrap"), re.M | re.S).group(1).split())
asked = set(re.split(r"[\s,|]+", re.search(r"^Build-Depends:(.*?)^\S", text("debian/control"), re.M | re.S).group(1)))
for package in sorted(wanted - asked - {"gcc", "libc6-dev", "make", "python3-numpy"}):  # build-essential, and run time
    wrong.append("debian/control does not ask for %s to build" % package)
for line in wrong:
    print(line)
if not wrong:
    print("the package asks for what the build needs")
sys.exit(bool(wrong))
