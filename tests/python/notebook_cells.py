# RUN: PYTHONPATH=%r/python PYTHONDONTWRITEBYTECODE=1 IPYTHONDIR=%t_ipython CAUSEWAY_LIBRARY=%b/libcauseway.so /usr/bin/python3 %s 2>&1
# CHECK: {{not installed|notebook in order}}
# REQUIRES: release
"""The magic in IPython: six cells, a changed one, one with a mistake, which is told without a traceback."""
import contextlib
import io
import sys

try:
    from IPython.core.interactiveshell import InteractiveShell
except ImportError:
    print("not installed")
    sys.exit(0)

ip = InteractiveShell.instance()
ip.run_line_magic("load_ext", "causeway")
for n in "PQRSTU":
    assert repr(ip.run_cell_magic("modelica", "", "model %s\n  Real x = time;\nend %s;\n" % (n, n))) == "<Model %s>" % n
ip.run_cell_magic("modelica", "", "model V\n  P p;\n  Q q;\nend V;")
assert ip.user_ns["V"].simulate()["q.x"][-1] == 1
ip.run_cell_magic("modelica", "", "model P\n  Real x = yy;\nend P;")
said = io.StringIO()
with contextlib.redirect_stdout(said):
    ip.run_cell("P.simulate()")
lines = said.getvalue().splitlines()
assert "yy" in said.getvalue() and len(lines) < 10 and "Traceback" not in said.getvalue(), said.getvalue()
print("notebook in order")
