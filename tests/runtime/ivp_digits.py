# Seven initial value problems at tolerance 1e-6 with all settings as they are: three correct digits in every state.
# RUN: python3 %s %r %b/causeway
# REQUIRES: release
# TIMEOUT: 240
# CHECK: 7 problems with three digits or more
import importlib.machinery
import importlib.util
import json
import os
import sys

root, tool = sys.argv[1:]
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("precision", os.path.join(root, "bench", "precision"))
precision = importlib.util.module_from_spec(importlib.util.spec_from_loader("precision", loader))
loader.exec_module(precision)
with open(os.path.join(root, "bench", "precision.json")) as f:
    exact = json.load(f)["reference"]
enough = 0
for problem in precision.PROBLEMS:
    got = precision.final(tool, problem, 1e-6, "auto", 120)
    digits = precision.digits(got[0], exact[problem]) if got else None
    print(problem, digits)
    enough += digits is not None and digits >= 3
print(enough, "problems with three digits or more")
