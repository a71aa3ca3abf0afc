# RUN: PYTHONPATH=%r/python PYTHONDONTWRITEBYTECODE=1 CAUSEWAY_LIBRARY=%b/libcauseway.so /usr/bin/python3 %s
# REQUIRES: release
# TIMEOUT: 180
# CHECK: every run once, with the numbers of a sweep that nobody killed
"""A sweep with a journal that is killed goes on where it was."""
import os
import random
import signal
import subprocess
import sys
import time

try:
    import numpy as np
except ImportError:
    print("every run once, with the numbers of a sweep that nobody killed (not looked at: no numpy)")
    sys.exit()
import causeway as cw

TEXT = """model Tank
  parameter Real A = 2, k = 0.5;
  Real h(start = 4, fixed = true);
equation
  assert(k < 0.39, "k is too large");
  A*der(h) = -k*sqrt(max(h, 0));
end Tank;
"""


def last(result):
    return float(result["h"][-1])


def study(**more):
    return cw.sweep(cw.loads(TEXT), {"k": np.linspace(0.1, 0.4, 400)}, jobs=2, reduce=last, stop=4, interval=0.0005, **more)


if sys.argv[1:] == ["child"]:
    study(journal="study.journal")
    sys.exit()
whole = study()
random.seed(4)
kills = 0


def written():
    return os.path.getsize("study.journal") if os.path.exists("study.journal") else 0


for _ in range(5):
    child = subprocess.Popen([sys.executable, __file__, "child"])
    enough = written() + random.randint(500, 2500)
    while child.poll() is None and written() < enough:
        time.sleep(0.001)
    if child.poll() is None:
        child.send_signal(signal.SIGKILL)
        kills += 1
    child.wait()
    if not written():
        break
done = []
part = study(journal="study.journal", progress=lambda runs, all: done.append(runs))
assert list(part) == list(whole) and part.failed == whole.failed and len(part.failed) > 5
assert not os.path.exists("study.journal") and kills > 0 and done[-1] == 400
with open("study.journal", "w") as f:
    f.write("something else")
try:
    study(journal="study.journal")
    raise AssertionError("another file was taken for a journal")
except ValueError as error:
    assert "no journal" in str(error)
print("every run once, with the numbers of a sweep that nobody killed")
