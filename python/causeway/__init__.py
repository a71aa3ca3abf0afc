"""Causeway: equation-based models as Python objects.

    import causeway as cw
    m = cw.load("Modelica.Blocks.Examples.PID_Controller")
    r = m.simulate(stop=4, parameters={"PI.k": 90}, record=["inertia1.*"])
    r["inertia1.w"], r.time, r.units
"""
from .errors import (CausewayError, Diagnostic, FileError, InitialisationError, ModelError, NameNotFound,
                     OptionError, SimulationError)
from .model import (LinearModel, Model, RestPoint, Run, Session, Tangents, Variable, load, loads, read, solvers,
                    statechart, version)
from .result import Result
from .script import Script, ScriptError
from .study import Table, study
from .sweep import Study, design, sweep

__version__ = version()
__all__ = ["CausewayError", "Diagnostic", "FileError", "InitialisationError", "LinearModel", "Model", "ModelError",
           "NameNotFound", "OptionError", "RestPoint", "Result", "Run", "Script", "ScriptError", "Session", "SimulationError", "Study", "Table", "Tangents", "Variable", "design", "load", "loads", "read",
           "solvers", "statechart", "study", "sweep", "version"]


def load_ipython_extension(shell: object) -> None:
    """%load_ext causeway: the cell magic %%modelica."""
    from .jupyter import register
    register(shell)
