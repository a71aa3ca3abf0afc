# RUN: python3 %s %r
# CHECK: every diagnostic has its entry, its case and its place in docs/errors.md
"""The table of diagnostics, the source, the cases and docs/errors.md say the same."""
import glob
import importlib.machinery
import importlib.util
import os
import re
import sys

root = sys.argv[1]
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("errors", os.path.join(root, "script", "errors"))
script = importlib.util.module_from_spec(importlib.util.spec_from_loader("errors", loader))
loader.exec_module(script)
wrong = []
rows = script.table()
listed = [row[0] for row in rows]
TAGS = "|".join(tag for tag, _ in script.FOLDERS)

used = {}
for path in glob.glob(os.path.join(root, "src", "**", "*.c"), recursive=True):
    if path.endswith(os.path.join("session", "errors.c")):
        continue
    with open(path, encoding="utf-8") as f:
        for code in re.findall(r'"((?:%s)\d{4})"' % TAGS, f.read()):
            used.setdefault(code, os.path.relpath(path, root))

for code in sorted({c for c in listed if listed.count(c) > 1}):
    wrong.append("%s stands twice in src/session/errors.c" % code)
for code in sorted(set(used) - set(listed)):
    wrong.append("%s of %s is not in the table of src/session/errors.c" % (code, used[code]))
for code in sorted(set(listed) - set(used)):
    wrong.append("%s of the table is used nowhere in src" % code)

for code, meaning, remedy, example in rows:
    path = os.path.join(root, example)
    if not os.path.isfile(path):
        wrong.append("%s: there is no case %s" % (code, example))
        continue
    _, runs, checks = script.case(example)
    if not runs or not any("[%s]" % code in text for text in checks):
        wrong.append("%s: the case %s does not run anything that is checked to print [%s]" % (code, example, code))
    if not meaning or not remedy or meaning.endswith(".") or remedy.endswith("."):
        wrong.append("%s: meaning and remedy are sentences without full stop" % code)

if not wrong:
    with open(os.path.join(root, "docs", "errors.md"), encoding="utf-8") as f:
        if f.read() != script.page():
            wrong.append("docs/errors.md is stale: script/errors > docs/errors.md")

for line in wrong:
    print(line)
if not wrong:
    print("every diagnostic has its entry, its case and its place in docs/errors.md")
sys.exit(bool(wrong))
