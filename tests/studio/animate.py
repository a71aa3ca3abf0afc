# RUN: PYTHONPATH=%r/python PYTHONDONTWRITEBYTECODE=1 CAUSEWAY_LIBRARY=%b/libcauseway.so /usr/bin/python3 %s %r
# REQUIRES: release
# CHECK: animated
"""Model.animate of the Python package: the same file as the program's."""
import os
import subprocess
import sys

import causeway as cw

trial = os.path.join(sys.argv[1], "examples", "drive.mo")
m = cw.load(trial)
assert m.animate("swing.glb") == "swing.glb"
subprocess.run(["causeway", "animate", trial, "-o", "own.glb"], check=True, stdout=subprocess.DEVNULL)
assert open("swing.glb", "rb").read() == open("own.glb", "rb").read()
m.animate("swing.png", stop=1)
assert open("swing.png", "rb").read(8) == b"\x89PNG\r\n\x1a\n"
for path in ("swing.avi", "/nowhere/at/all.glb"):
    try:
        m.animate(path)
        raise SystemExit("%s was written" % path)
    except cw.CausewayError as e:
        assert path in str(e), e
print("animated")
