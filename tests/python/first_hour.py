# RUN: PYTHONPATH=%r/python PYTHONDONTWRITEBYTECODE=1 CAUSEWAY_LIBRARY=%b/libcauseway.so /usr/bin/python3 %s
# CHECK: first hour in order
# REQUIRES: release
"""What new users met: values before a run, patterns, errors by kind, cells that see each other, docstrings."""
import inspect

import numpy as np

import causeway as cw
from causeway import jupyter

TEXT = """model Heat
  parameter Real k(start = 5, min = 1e-60) = 2*half, half(unit = "W/K") = 1.5;
  parameter Integer n = 3;
  parameter Boolean on = n > 2;
  parameter String label = "a<b";
  Real T(unit = "K", displayUnit = "degC", start = 300, fixed = true), large = 1e6*sin(time), small = 1e-3*cos(time);
equation
  der(T) = -k*(T - 290)/3600;
  annotation (experiment(StopTime = 7200));
end Heat;
"""


def raises(kind, words, call):
    try:
        call()
    except kind as error:
        assert words in str(error), (words, str(error))
        return error
    raise AssertionError("no %s" % kind.__name__)


# values before a run
m = cw.loads(TEXT)
p = m.parameters
assert (p["k"].value, p["half"].value, p["n"].value, p["on"].value, p["label"].value) == (3.0, 1.5, 3, True, "a<b"), p
assert p["n"].value is not True and p["on"].value is True
assert m.variables["T"].value is None and p["k"].start == 5
page = m._repr_html_()
assert "<td>1.5 W/K</td>" in page and "<td>&quot;a&lt;b&quot;</td>" in page, page
run = m.run(parameters={"half": 2})
assert run.get("k") == 4 and run["n"] == 3
assert run.initialize().get("k") == 4

# patterns, units of time, the error of each mistake
r = m.simulate(stop="2h", interval="1 min")
assert abs(r.time[-1] - 7200) < 1e-9 and len(r["T"]) >= 121
found = r["sm*"]
assert set(found) == {"small"} and np.array_equal(found["small"], r["small"])
raises(cw.NameNotFound, "none that matches", lambda: r["x.*"])
raises(KeyError, "did you mean 'T'", lambda: r["T "])
raises(cw.FileError, "there is no file Nofile.mo", lambda: cw.load("Nofile.mo"))
raises(OSError, "there is no file", lambda: cw.load("folder/Nofile.fmu"))
raises(cw.OptionError, "did you mean 'cvode'", lambda: m.simulate(solver="cvod"))
raises(ValueError, "units ns, us, ms, s, min, h, d", lambda: m.simulate(stop="1 fortnight"))
raises(cw.OptionError, "stop is a time", lambda: m.simulate(stop=[1]))
raises(TypeError, "did you mean 'tolerance'", lambda: m.run(tolerence=1e-6))
assert raises(cw.OptionError, "solver", lambda: m.simulate(solver="x")).status == 1

# pictures: shown in display units, long times in other units, what is far apart in panels of its own
unit, celsius = r.display("T")
assert unit == "degC" and abs(celsius[0] - 26.85) < 1e-9
picture = r._svg()
assert "[\u00b0C]" in picture and "time [min]" in picture and picture.count("rotate(-90)") == 2, picture[:400]
assert picture.count(">large<") == 1 and picture.count('class="g"') > 20

# cells: each sees those before it, a changed one takes the place of the old one
jupyter.define("block A\n  output Real y = 1;\nend A;")
b = jupyter.define("model B\n  A a;\n  Real x = 2*a.y;\nend B;\nmodel C\n  B b;\nend C;")
assert b.name == "C" and b.simulate()["b.x"][-1] == 2
jupyter.define("block A\n  output Real y = 4;\nend A;")
assert jupyter.define("model D\n  C c;\nend D;").simulate()["c.b.x"][-1] == 8
wrong = raises(cw.ModelError, "yy", lambda: jupyter.define("model B\n  A a;\n  Real x = a.yy;\nend B;").simulate())
assert len(wrong._render_traceback_()) == 1 and "Traceback" not in wrong._render_traceback_()[0]
assert jupyter.define("model B\n  A a;\n  Real x = 3*a.y;\nend B;").simulate()["x"][-1] == 12
raises(cw.ModelError, "SYN", lambda: jupyter.define("model B\n  Real x = ;\nend B;"))
assert cw.load("B", session=jupyter._session).simulate()["x"][-1] == 12  # the cell that does not parse changed nothing
s = cw.Session()
assert [s.load_text("model %s Real x = time; end %s;" % (n, n), "cell") for n in "PQRS"] == list("PQRS")
assert "S" in s.classes() and "R" not in s.classes()

# every public member says what it is
silent = [k for k in cw.__all__ if not inspect.getdoc(getattr(cw, k))]
for k in cw.__all__:
    kind = getattr(cw, k)
    for n in dir(kind) if inspect.isclass(kind) and kind.__module__.startswith("causeway") else []:
        own = next((vars(base)[n] for base in kind.__mro__ if n in vars(base)), None)
        base = next((base for base in kind.__mro__ if n in vars(base)), object)
        if n.startswith("_") or not base.__module__.startswith("causeway") or not (callable(own) or isinstance(own, property)):
            continue
        if not inspect.getdoc(getattr(kind, n)):
            silent.append("%s.%s" % (k, n))
assert not silent, silent
print("first hour in order")
