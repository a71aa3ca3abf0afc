# RUN: python3 %s %r
# CHECK: 0 places out of form
"""The layout of all C is what clang-format 14 makes of it (.clang-format); no line is longer than 120 columns."""
import os
import shutil
import subprocess
import sys

root = sys.argv[1]
names = [os.path.join(folder, name)
         for top in ("src", "include", "tests", "examples", "modelica")
         for folder, _, files in os.walk(os.path.join(root, top))
         for name in files if name.endswith((".c", ".h")) and os.path.join("tests", "classic") not in folder]  # generated
bad = []
for name in names:
    for number, line in enumerate(open(name, encoding="utf-8"), 1):
        if len(line.rstrip("\n")) > 120:
            bad.append("%s:%d: longer than 120 columns" % (os.path.relpath(name, root), number))


def version_14():
    """Other versions lay some things out differently: theirs is not the house's layout."""
    if not shutil.which("clang-format"):
        return False
    return " 14." in subprocess.run(["clang-format", "--version"], stdout=subprocess.PIPE, text=True).stdout


if version_14():
    run = subprocess.run(["clang-format", "--dry-run", "-Werror"] + names, cwd=root, stderr=subprocess.PIPE, text=True)
    bad += [line for line in run.stderr.splitlines() if "error:" in line]
else:
    print("clang-format 14 is not installed: only the length of lines was looked at")
print("\n".join(bad[:40]))
print("%d files, %d places out of form" % (len(names), len(bad)))
sys.exit(bool(bad))
