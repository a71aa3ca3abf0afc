# RUN: bash %s %b
# CHECK: found where the system's Python looks
# REQUIRES: release
# What `make install` puts below /usr/local is imported without PYTHONPATH by the system's Python.
set -eu
DESTDIR=$PWD/root cmake --install "$1" --prefix /usr/local > log 2>&1 || { cat log; exit 1; }
unset PYTHONPATH CAUSEWAY_LIBRARY
/usr/bin/python3 - <<'PY'
import os, sys
places = [p for p in sys.path if p and os.path.exists("root" + p + "/causeway/__init__.py")]
assert places, sys.path
sys.path.insert(0, os.getcwd() + "/root" + places[0])
try:
    import numpy
except ImportError:
    numpy = None
if numpy:
    import causeway
    assert causeway.loads("model M Real x = 2; end M;").simulate()["x"][-1] == 2
print("found where the system's Python looks")
PY
