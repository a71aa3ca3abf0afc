# RUN: python3 %s %r
# CHECK: tracked files in order
"""Tracked files hold no path of one machine, and every command and folder is documented."""
import os
import re
import shutil
import subprocess
import sys

root = sys.argv[1]
wrong = []


def tracked():
    """The files git knows; where there is no git, or no repository, all that are not built."""
    if shutil.which("git"):
        out = subprocess.run(["git", "-C", root, "ls-files", "-z"], stdout=subprocess.PIPE)
        if out.returncode == 0:
            return [p for p in out.stdout.decode().split("\0") if p]
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = [d for d in folders if not d.startswith((".git", "build")) and d != "demo"]
        found += [os.path.relpath(os.path.join(folder, f), root) for f in files]
    return found


MACHINE = re.compile(r"(?<![\w.])/(?:work|home|root|Users)/\w+")
for path in tracked():
    full = os.path.join(root, path)
    if not os.path.isfile(full):
        continue
    data = open(full, "rb").read()
    if b"\0" in data or path.startswith("tests/fuzz/corpus"):
        continue
    for n, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        m = MACHINE.search(line)
        if m and path != "tests/house/tracked.py":
            wrong.append("%s:%d: path of one machine: %s" % (path, n, m.group()))

read = lambda p: open(os.path.join(root, p), encoding="utf-8").read() if os.path.exists(os.path.join(root, p)) else ""
commands = re.findall(r'^    \{"(\w+)", TOOL_CMD_', read("src/tools/commands.c"), re.M)
for page in ("README.md", "docs/architecture.md"):
    for command in commands:
        if not re.search(r"causeway [\w|· ]*\b%s\b|`%s`" % (command, command), read(page)):
            wrong.append("%s does not mention the command %s" % (page, command))
for folder in sorted(os.listdir(os.path.join(root, "src"))):
    if "src/%s" % folder not in read("docs/architecture.md"):
        wrong.append("docs/architecture.md: the table of rooms does not mention src/%s" % folder)
    if not os.path.exists(os.path.join(root, "src", folder, folder + ".h")):
        wrong.append("src/%s has no header %s.h" % (folder, folder))
print("\n".join(wrong))
if wrong:
    sys.exit(1)
print("tracked files in order")
