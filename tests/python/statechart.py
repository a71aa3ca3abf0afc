# RUN: PYTHONPATH=%r/python PYTHONDONTWRITEBYTECODE=1 CAUSEWAY_LIBRARY=%b/libcauseway.so /usr/bin/python3 %s %r
# CHECK: statecharts in order
# REQUIRES: release
"""A statechart becomes the text of a block, which is a model; what is wrong is an error with its place."""
import sys

import causeway as cw

root = sys.argv[1]
text = cw.statechart(root + "/examples/papers/remelhe/lamp.scxml")
assert text.startswith("block Lamp"), text[:40]
try:
    cw.statechart(root + "/README.md")
    raise SystemExit("README.md is no statechart")
except cw.FileError as e:
    assert "XCH0030" in str(e.diagnostics) or "statechart" in str(e), e
print("statecharts in order")
