# RUN: python3 %s %r
# CHECK: the page is what its source says
# REQUIRES: tool node
# REQUIRES: file web/node_modules/esbuild/package.json
# TIMEOUT: 120
"""web/dist is what esbuild makes of web/src, and the types agree."""
import filecmp
import os
import subprocess
import sys

web = os.path.join(sys.argv[1], "web")
out = os.path.abspath("dist")
subprocess.run(["node", "build.mjs", out], cwd=web, check=True)
kept = os.path.join(web, "dist")
names = sorted(set(os.listdir(out)) | set(os.listdir(kept)))
stale = [n for n in names if not os.path.exists(os.path.join(out, n)) or not os.path.exists(os.path.join(kept, n))
         or not filecmp.cmp(os.path.join(out, n), os.path.join(kept, n), shallow=False)]
assert not stale, "%s: run `npm run build` in web/" % ", ".join(stale)
subprocess.run(["node", "node_modules/typescript/bin/tsc", "--noEmit"], cwd=web, check=True)
print("the page is what its source says")
