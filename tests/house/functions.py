# RUN: python3 %s %r %b
# CHECK: what is exported stands in the headers and in docs/functions.md
"""The functions that the library exports, those of the headers and docs/functions.md are the same; so is the version."""
import importlib.machinery
import importlib.util
import os
import re
import subprocess
import sys

root, build = sys.argv[1:3]
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("functions", os.path.join(root, "script", "functions"))
script = importlib.util.module_from_spec(importlib.util.spec_from_loader("functions", loader))
loader.exec_module(script)
wrong = []
declared = set(script.names())
library = os.path.join(build, "libcauseway.so")
if os.path.exists(library):
    listing = subprocess.run(["nm", "-D", "--defined-only", library], stdout=subprocess.PIPE, text=True, check=True).stdout
    exported = {name for name in re.findall(r" [A-Z] (\w+)", listing) if not name.startswith("CAUSEWAY_")}
    wrong += ["%s is exported and in no header" % name for name in sorted(exported - declared)]
    wrong += ["%s of a header is not exported" % name for name in sorted(declared - exported)]
with open(script.PAGE, encoding="utf-8") as f:
    stored = f.read()
if stored != script.page():
    wrong.append("docs/functions.md is stale: run script/functions")
with open(os.path.join(root, "VERSION"), encoding="utf-8") as f:
    version = f.read().strip()
numbers = ".".join(re.search(r"#define CAUSEWAY_VERSION_%s (\d+)" % part, script.read("causeway.h")).group(1) for part in ("MAJOR", "MINOR", "PATCH"))
if numbers != version:
    wrong.append("causeway.h says version %s, VERSION says %s" % (numbers, version))
wrong += ["docs/functions.md does not have %s" % name for name in sorted(declared) if name + "(" not in stored]
print("\n".join(wrong) or "what is exported stands in the headers and in docs/functions.md")
sys.exit(1 if wrong else 0)
