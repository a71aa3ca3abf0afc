# RUN: python3 %s
# CHECK: all classes drawn, 60 pictures as stored
# REQUIRES: env CAUSEWAY_MSL
# TIMEOUT: 300
"""Pictures of the Modelica library 4.1.0: all classes without error within 60 s, 60 of them as they were when somebody
looked at them (golden.txt: digest, layer, class).  CAUSEWAY_MSL is the folder that holds `Modelica`.

`golden.py --fill` writes the digests anew: look at the pictures first.
"""
import hashlib
import os
import subprocess
import sys
import tempfile
import time

stored = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden.txt")
msl = os.environ["CAUSEWAY_MSL"]
with open(os.path.join(msl, "Modelica", "package.mo"), encoding="utf-8") as f:
    assert 'version = "4.1.0"' in f.read().replace("version=", "version = "), "this is for version 4.1.0"
lines, wrong = [], []
with tempfile.TemporaryDirectory() as folder:
    began = time.perf_counter()
    subprocess.run(["causeway", "draw", "--all", "Modelica", "-L", msl, "-o", folder], check=True)
    spent = time.perf_counter() - began
    assert spent <= 60, "%.1f s" % spent
    with open(stored, encoding="utf-8") as f:
        for line in f:
            digest, layer, name = line.split()
            with open(os.path.join(folder, "%s.%s.svg" % (name, layer)), "rb") as g:
                now = hashlib.sha256(g.read()).hexdigest()[:16]
            lines.append("%s %s %s\n" % (now, layer, name))
            if now != digest:
                wrong.append("%s of %s" % (layer, name))
if "--fill" in sys.argv:
    with open(stored, "w", encoding="utf-8") as f:
        f.writelines(lines)
assert not wrong or "--fill" in sys.argv, "other pictures than stored: " + ", ".join(wrong)
print("all classes drawn, %d pictures as stored" % len(lines))
