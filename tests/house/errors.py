# RUN: python3 %s %r
# CHECK: every diagnostic has its entry, its case and its place in docs/errors
"""The table of diagnostics, the source, the cases and docs/errors/ say the same."""
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
    with open(path, encoding="utf-8") as f:
        for code in re.findall(r'"((?:%s)\d{4})"' % TAGS, f.read()):
            used.setdefault(code, os.path.relpath(path, root))

for code in sorted({c for c in listed if listed.count(c) > 1}):
    wrong.append("%s stands twice in src/*/*.errors" % code)
for code in sorted(set(used) - set(listed)):
    wrong.append("%s of %s has no row in src/*/*.errors" % (code, used[code]))
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

folder = os.path.join(root, "docs", "errors")
if not wrong:
    made = script.pages()
    for name in sorted(set(made) | set(os.listdir(folder))):
        path = os.path.join(folder, name)
        if name not in made:
            wrong.append("docs/errors/%s is no page of script/errors" % name)
        elif not os.path.exists(path) or open(path, encoding="utf-8").read() != made[name]:
            wrong.append("docs/errors/%s is stale: run script/errors" % name)
    for code in listed:
        pages = [name for name in made if name != "README.md" and "\n### %s\n" % code in made[name]]
        if len(pages) != 1 or "(%s#%s)" % (pages[0], code.lower()) not in made["README.md"]:
            wrong.append("%s stands on %d pages and must stand on one that the index leads to" % (code, len(pages)))
if os.path.exists(os.path.join(root, "docs", "errors.md")):
    wrong.append("docs/errors.md is not made any more: the pages are in docs/errors")

for line in wrong:
    print(line)
if not wrong:
    print("every diagnostic has its entry, its case and its place in docs/errors")
sys.exit(bool(wrong))
