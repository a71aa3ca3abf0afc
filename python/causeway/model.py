"""Sessions, models and runs: the objects of causeway.h, as Python sees them."""
from __future__ import annotations

import ctypes
import difflib
import html
import math
import os
import re
import sys
import tempfile
import threading
import time as clock
import warnings
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Type, Union

import numpy as np

from . import _library as c
from ._library import library as lib
from .edit import Edits
from .errors import (SEVERITIES, CausewayError, Diagnostic, FileError, InitialisationError, ModelError, NameNotFound,
                     OptionError, SimulationError)
from .result import Result

Value = Union[float, int, bool, str]
Progress = Union[None, bool, Callable[[float, float], Any]]


def _text(raw: Optional[bytes]) -> str:
    return (raw or b"").decode("utf-8", "replace")


class _Word(str):
    """A literal of an enumeration: no text in quotes."""


def _literal(value: Value) -> str:
    """A value as Modelica writes it."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, _Word):
        return str(value)
    if isinstance(value, str):
        return '"%s"' % value.replace("\\", "\\\\").replace('"', '\\"')
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    return repr(float(value))


def _collect(session: int, count: int, get: Callable[[int], Any]) -> List[Diagnostic]:
    found = []
    for i in range(count):
        pointer = get(i)
        d = pointer.contents
        printed = _text(lib.format_diagnostic(session, pointer, c.TEXT)) if session else ""
        found.append(Diagnostic(SEVERITIES[min(d.severity, 2)], _text(d.code), _text(d.text),
                                _text(d.place.file) if d.place.file else None, d.place.line, d.place.column,
                                _text(d.instance) if d.instance else None, _text(d.hint) if d.hint else None,
                                tuple(_text(d.notes[k].contents.text) for k in range(d.nnotes)), printed))
    return found


class Session(Edits):
    """Libraries, options and a cache.  One thread at a time works with it, which `lock` sees to."""

    def __init__(self, libraries: Sequence[str] = (), strict: bool = False, cache: Optional[str] = None,
                 default_libraries: bool = True) -> None:
        self.libraries = [os.fspath(p) for p in libraries]
        self.lock = threading.RLock()
        options = c.SessionOptions()
        lib.session_options_init(ctypes.byref(options))
        paths = (ctypes.c_char_p * max(1, len(self.libraries)))(*[p.encode() for p in self.libraries])
        options.nlibraries, options.libraries = len(self.libraries), paths
        options.no_default_libraries, options.strict = not default_libraries, strict
        options.cache = None if cache is None else os.fspath(cache).encode()
        self._arguments = (tuple(self.libraries), strict, cache, default_libraries)
        self.handle = lib.session_new(ctypes.byref(options))
        if not self.handle:
            raise CausewayError("no session could be made")

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            lib.session_free(self.handle)
            self.handle = None

    def diagnostics(self, clear: bool = True) -> List[Diagnostic]:
        """What was said since the last time."""
        found = _collect(self.handle, lib.diagnostic_count(self.handle), lambda i: lib.get_diagnostic(self.handle, i))
        if clear:
            lib.clear_diagnostics(self.handle)
        return found

    def check(self, status: int, message: str, kind: Type[CausewayError] = ModelError) -> None:
        """Raises an error of this kind, with what was said, unless the status is OK."""
        if status != c.OK:
            raise kind(message, self.diagnostics(), status)

    def load_file(self, path: str) -> str:
        """Reads a file of classes or a package's folder; the name of its last class."""
        name = ctypes.c_char_p()
        with self.lock:
            lib.clear_diagnostics(self.handle)
            self.check(lib.load_file(self.handle, os.fspath(path).encode(), ctypes.byref(name)), "%s was not read" % path)
            return _text(name.value)

    def load_text(self, text: str, path: str = "<text>") -> str:
        """Reads classes from a text; the name of its last class.  `path` names the text in messages; a text of the same
        path that was read before is forgotten."""
        return self._read(lib.load_text, text, path)

    def define(self, text: str, path: str) -> str:
        """The same, and a class of an earlier text that has the name of one of these gives way to it."""
        return self._read(lib.define_text, text, path)

    def _read(self, call: Callable[..., int], text: str, path: str) -> str:
        name = ctypes.c_char_p()
        raw = text.encode()
        with self.lock:
            lib.clear_diagnostics(self.handle)
            self.check(call(self.handle, path.encode(), raw, len(raw), ctypes.byref(name)), "the text was not read")
            return _text(name.value)

    def classes(self, parent: str = "") -> List[str]:
        """Names of the classes in a package; without one, the top level."""
        names = ctypes.POINTER(ctypes.c_char_p)()
        with self.lock:
            n = lib.classes(self.handle, parent.encode(), ctypes.byref(names))
            return [_text(names[i]) for i in range(n)]


_default: Optional[Session] = None
_default_lock = threading.Lock()


def default_session() -> Session:
    """The session of `load` without `libraries`: MODELICAPATH and installed libraries."""
    global _default
    with _default_lock:
        if _default is None:
            _default = Session()
        return _default


@dataclass(frozen=True)
class Variable:
    """What a model says about a variable.

    value: of a parameter or constant, what it has before a run (None where it cannot be computed, or moves);
    start: the attribute.
    """

    name: str
    type: str
    kind: str
    unit: str
    display_unit: str
    description: str
    start: float
    min: float
    max: float
    nominal: float
    fixed: bool
    input: bool
    output: bool
    state: bool
    protected: bool
    settable: bool
    number: int
    value: Union[None, float, int, bool, str] = None


Time = Union[float, str]
_TIMES = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "sec": 1.0, "min": 60.0, "h": 3600.0, "d": 86400.0, "": 1.0}
_OF_TIME = ("start", "stop", "interval", "max_step", "first_step", "fixed_step", "timeout")


def _seconds(name: str, value: Time) -> float:
    """A time as a number of seconds: 3600, "3600", "1h", "90 min"."""
    if not isinstance(value, str):
        try:
            return float(value)
        except (TypeError, ValueError):
            raise OptionError("%s is a time in seconds, or a text with a unit as \"1h\", not %r" % (name, value), (), c.USAGE) from None
    match = re.fullmatch(r"\s*([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)\s*([a-z]*)\s*", value)
    if not match or match.group(2) not in _TIMES:
        raise OptionError("%s is a time in seconds, or a text with one of the units ns, us, ms, s, min, h, d (\"1.5h\"), not %r"
                          % (name, value), (), c.USAGE)
    return float(match.group(1)) * _TIMES[match.group(2)]


def _option(name: str, value: Any) -> Any:
    """The value of an option of a run as the library takes it."""
    kinds = {field[0]: field[1] for field in c.RunOptions._fields_}
    if name not in kinds or name in ("size", "progress", "message", "arg"):
        near = difflib.get_close_matches(name, kinds, 1)
        raise TypeError("a run has no option '%s'%s" % (name, "; did you mean '%s'?" % near[0] if near else ""))
    if name in _OF_TIME:
        return _seconds(name, value)
    if name == "solver" and value not in solvers():
        near = difflib.get_close_matches(str(value), solvers(), 1)
        raise OptionError("there is no solver '%s'%s; cw.solvers() lists them: %s" % (
            value, ", did you mean '%s'?" % near[0] if near else "", ", ".join(solvers())), (), c.USAGE)
    if isinstance(value, str) and kinds[name] is ctypes.c_char_p:
        return value.encode()
    if isinstance(value, str) or (kinds[name] is ctypes.c_char_p):
        raise OptionError("%s cannot be %r" % (name, value), (), c.USAGE)
    return value


TYPES = ("Real", "Integer", "Boolean", "String", "enumeration")
KINDS = ("constant", "parameter", "discrete", "continuous", "derivative", "time")


def _value_of(run: int, v: c.Variable, i: int) -> Union[None, float, int, bool, str]:
    """The value of variable i of a run, as Python has it."""
    if v.type == c.STRING:
        raw = lib.run_get_text(run, v.name)
        return None if raw is None else _text(raw)
    number = ctypes.c_double()
    lib.run_get_numbers(run, 1, ctypes.byref(ctypes.c_uint32(i)), ctypes.byref(number))
    value = number.value
    if v.type == c.REAL or not math.isfinite(value):
        return value
    return bool(value) if v.type == c.BOOLEAN else int(value)


def _variable(model: int, i: int, run: Optional[int] = None) -> Variable:
    v = c.Variable(size=ctypes.sizeof(c.Variable))
    lib.describe_variable(model, i, ctypes.byref(v))
    return Variable(_text(v.name), _text(v.type_name) or TYPES[v.type], KINDS[v.kind], _text(v.unit), _text(v.display_unit),
                    _text(v.description), v.start, v.min, v.max, v.nominal, v.fixed, v.input, v.output, v.state,
                    v.is_protected, v.settable, i,
                    _value_of(run, v, i) if run and v.kind <= c.PARAMETER else None)


@dataclass(frozen=True)
class LinearModel:
    """dx = A x + B u, y = C x + D u around a point."""

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    states: List[str]
    inputs: List[str]
    outputs: List[str]
    time: float
    x: np.ndarray
    u: np.ndarray
    y: np.ndarray

    dx: np.ndarray = field(default_factory=lambda: np.zeros(0))  # derivatives at the point: zero where it is at rest
    held: str = ""  # clocked and discrete parts, which do not move
    _handle: Any = field(default=None, repr=False, compare=False)

    def __getstate__(self) -> Dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k != "_handle"}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state, _handle=None)

    @property
    def eigenvalues(self) -> np.ndarray:
        """Of the matrix A, in 1/s."""
        return np.linalg.eigvals(self.A) if len(self.states) else np.zeros(0)

    def _library(self) -> int:
        if self._handle is None:
            raise ModelError("this linear model came out of a pickle: linearise again for this")
        return int(self._handle.pointer)

    def _pair(self, output: str, input: str) -> Tuple[int, int]:
        for name, names in ((output, self.outputs), (input, self.inputs)):
            if name not in names:
                raise NameNotFound("the linear model has no '%s', but %s" % (name, ", ".join(names) or "none"))
        return self.outputs.index(output), self.inputs.index(input)

    def modes(self) -> List[Dict[str, Any]]:
        """Eigenvalues, slowest decay first, with frequency in Hz, damping and how much each state takes part."""
        n = len(self.states)
        modes, part = (c.Mode * max(1, n))(), np.zeros((n, n))
        status = lib.linear_modes(self._library(), ctypes.sizeof(c.Mode), modes, part.ctypes.data_as(ctypes.POINTER(ctypes.c_double)))
        if status != c.OK:
            raise ModelError("the eigenvalues could not be computed")
        return [{"eigenvalue": complex(m.re, m.im), "frequency": m.frequency, "damping": m.damping, "error": m.error,
                 "participation": dict(zip(self.states, part[k].tolist()))} for k, m in enumerate(modes[:n])]

    def zeros(self, output: Optional[str] = None, input: Optional[str] = None) -> np.ndarray:
        """Finite zeros from an input to an output; without these of all together (transmission zeros)."""
        if (output is None) != (input is None):
            raise TypeError("zeros() wants an output and an input, or neither")
        re, im = np.zeros(len(self.states) + 1), np.zeros(len(self.states) + 1)
        pointer = ctypes.POINTER(ctypes.c_double)
        to = (re.ctypes.data_as(pointer), im.ctypes.data_as(pointer))
        if output is None or input is None:
            n = lib.linear_all_zeros(self._library(), *to)
        else:
            n = lib.linear_zeros(self._library(), *self._pair(output, input), *to)
        return re[:n] + 1j * im[:n]

    def step(self, output: str, input: str, stop: float, points: int = 500) -> Tuple[np.ndarray, np.ndarray]:
        """Times, and the change of an output after a unit step of an input."""
        y, u = self._pair(output, input)
        values, h = np.zeros(points), stop / (points - 1)
        if lib.linear_step(self._library(), y, u, h, points, values.ctypes.data_as(ctypes.POINTER(ctypes.c_double))) != c.OK:
            raise ModelError("the step response could not be computed")
        return np.arange(points) * h, values

    def text(self, form: str = "mo") -> bytes:
        """As a Modelica model ("mo"), "json", "py", "mat", or a "report" for people."""
        size = ctypes.c_size_t()
        data = lib.linear_text(self._library(), form.encode(), ctypes.byref(size))
        if data is None:
            raise ValueError("there is no form '%s' of a linear model" % form)
        return ctypes.string_at(data, size.value)

    def save(self, path: str) -> None:
        """By its ending: .mo, .json, .py, .mat."""
        data = self.text(os.path.splitext(os.fspath(path))[1][1:])
        with open(path, "wb") as f:
            f.write(data)

    def _repr_html_(self) -> str:
        head = "<b>linear model at %g s</b>: %d states, %d inputs (%s), %d outputs (%s)" % (
            self.time, len(self.states), len(self.inputs), html.escape(", ".join(self.inputs)), len(self.outputs),
            html.escape(", ".join(self.outputs)))
        if self._handle is None:
            return head
        rows = "".join("<tr><td>%.6g%+.6gi</td><td>%.6g Hz</td><td>%.4g</td><td>%s</td></tr>" % (
            m["eigenvalue"].real, m["eigenvalue"].imag, m["frequency"], m["damping"],
            html.escape(max(m["participation"], key=m["participation"].get))) for m in self.modes()[:40])
        return head + "<table><tr><th>eigenvalue</th><th>frequency</th><th>damping</th><th>most of</th></tr>%s</table>" % rows

    def response(self, frequencies: Sequence[float]) -> np.ndarray:
        """G(2 pi i f) for each frequency in Hz: an array [frequency, output, input]."""
        identity = np.eye(len(self.states))
        return np.array([self.C @ np.linalg.solve(2j * np.pi * f * identity - self.A, self.B) + self.D
                         for f in np.atleast_1d(frequencies)])


EXACTNESS = ("exact", "held", "quotients", "ambiguous", "differences")


@dataclass(frozen=True)
class Tangents:
    """Derivatives of `of` (rows) by `by`, or along directions (columns)."""
    matrix: np.ndarray
    of: Tuple[str, ...]
    by: Tuple[str, ...]
    exactness: str  # "exact", "held", or how differences stand in: "quotients", "ambiguous", "differences"
    why: str        # ... in words

    @property
    def exact(self) -> bool:
        """By differentiated equations alone?"""
        return self.exactness == "exact"

    def __getitem__(self, key: Tuple[str, str]) -> float:
        """d["y", "p"]: the derivative of y by p."""
        return float(self.matrix[self.of.index(key[0]), self.by.index(key[1])])


class _LinearHandle:
    def __init__(self, pointer: int) -> None:
        self.pointer = pointer

    def __del__(self) -> None:
        lib.linear_free(self.pointer)


class Picture:
    """A drawing: `svg` is its text."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str) -> None:
        with open(path, "w", encoding="utf-8") as f:
            f.write(self.svg)


@dataclass(frozen=True)
class RestPoint:
    """A point where nothing moves: what `Model.trim` found."""

    method: str  # "Newton", "homotopy", "ramp" or "pseudo-transient"
    free: Dict[str, float]
    states: Dict[str, float]
    outputs: Dict[str, float]

    @property
    def parameters(self) -> Dict[str, Value]:
        """For `simulate(parameters=...)`, which begins there then."""
        found: Dict[str, Value] = dict(self.free)
        found.update({name + ".start": value for name, value in self.states.items()})
        return found


def _words(names: Union[str, Sequence[str]]) -> Tuple[int, Any]:
    """So many C strings."""
    words = [names] if isinstance(names, str) else list(names)
    return len(words), (ctypes.c_char_p * max(1, len(words)))(*[n.encode() for n in words])


def _shown(p: Variable) -> str:
    """The value of a parameter with its unit, as HTML."""
    if p.value is None:
        return ""
    number = isinstance(p.value, (int, float)) and not isinstance(p.value, bool)
    text = "%.6g" % p.value if number else _literal(p.value)
    return html.escape(text + (" " + p.unit if p.unit and number else ""))


class Model:
    """A class, with modifiers, ready to be checked, translated and simulated."""

    def __init__(self, session: Session, what: str, source: Optional[Tuple[str, str]] = None) -> None:
        self.session, self.what = session, what
        self._source = source  # ("file", path) or ("text", text): read again by who unpickles
        self.handle: Optional[int] = None
        with session.lock:
            lib.clear_diagnostics(session.handle)
            handle = lib.model_new(session.handle, what.encode())
            if not handle:
                raise ModelError("there is no model %s" % what, session.diagnostics(), c.INVALID)
        self.handle = handle
        self.name = _text(lib.model_name(handle))
        self._translated = False
        self._variants: Dict[str, "Model"] = {}
        self._still: Optional[Run] = None  # a run that never begins: values of parameters

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            lib.model_free(self.handle)
            self.handle = None

    def __reduce__(self) -> Tuple[Any, ...]:
        return (_load_again, (self.session._arguments, self.what, self._source))

    def __repr__(self) -> str:
        return "<Model %s>" % self.what

    def diagram(self, icon: bool = False) -> "Picture":
        """The diagram of the class as it was drawn, or its icon: SVG that a notebook shows."""
        with self.session.lock, tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "picture.svg")
            lib.clear_diagnostics(self.session.handle)
            self.session.check(lib.draw(self.session.handle, self.name.encode(), not icon, path.encode()),
                               "%s was not drawn" % self.name)
            with open(path, encoding="utf-8") as f:
                return Picture(f.read())

    def animate(self, path: str, stop: float = math.nan) -> str:
        """Runs the model and writes the motion of its shapes in space: .glb (glTF 2.0), or .png, its end."""
        if self._source:
            raise CausewayError("a model that was read from a text is animated from a file: write the text to one")
        options, run, why = c.SessionOptions(), c.RunOptions(), ctypes.create_string_buffer(4000)
        lib.session_options_init(ctypes.byref(options))
        lib.run_options_init(ctypes.byref(run))
        run.stop = stop
        paths = (ctypes.c_char_p * max(1, len(self.session.libraries)))(*[p.encode() for p in self.session.libraries])
        options.nlibraries, options.libraries = len(self.session.libraries), paths
        options.no_default_libraries = not self.session._arguments[3]
        status = lib.animate(ctypes.byref(options), self.what.encode(), ctypes.byref(run), os.fspath(path).encode(), why, len(why))
        if status != c.OK:
            raise CausewayError(_text(why.value))
        return os.fspath(path)

    def _repr_svg_(self) -> Optional[str]:
        try:
            picture = self.diagram().svg
        except CausewayError:
            return None
        shapes = ("<path", "<rect", "<text", "<image", "<polygon", "<polyline", "<ellipse", "<circle", "<line")
        return picture if any(shape in picture for shape in shapes) else None

    def _repr_html_(self) -> str:
        rows = "".join("<tr><td>%s</td><td>%s</td><td>%s</td></tr>" % (
            html.escape(p.name), _shown(p), html.escape(p.description)) for p in list(self.parameters.values())[:40])
        return "<b>%s</b>: %d states<br>%s<table>%s</table>" % (html.escape(self.name), len(self.states), self._repr_svg_() or "", rows)

    # ---- stations

    def check(self) -> List[Diagnostic]:
        """Warnings of a valid model; an invalid one raises ModelError."""
        with self.session.lock:
            lib.clear_diagnostics(self.session.handle)
            status = lib.model_check(self.handle)
            if status != c.OK:
                raise ModelError("%s is not valid" % self.name, self.session.diagnostics(), status)
            return self.session.diagnostics()

    def translate(self, no_tearing: bool = False, steady_state: bool = False, compile: str = "auto",
                  response: bool = False, fmu_kind: Optional[str] = None, fmu_step: float = 0, in_process: bool = False,
                  coupling: float = 0, tunable: Sequence[str] = ()) -> "Model":
        """Makes it ready to run; done once.  response: derivatives of all variables by formulas, for linear models.

        Of FMUs: fmu_kind "me", "cs" or "se" (the first it has); fmu_step: seconds between communication points;
        in_process: not in a process of its own; coupling: of a system, steps as long as connected values stay within this part
        of their size of what others take them for; tunable: tunable parameters that are inputs.
        """
        how = c.Translation()
        lib.translation_init(ctypes.byref(how))
        how.no_tearing, how.steady_state, how.compile = no_tearing, steady_state, compile.encode()
        how.response, how.in_process, how.fmu_step, how.coupling = response, in_process, fmu_step, coupling
        how.tunable = ",".join(tunable).encode() if tunable else None
        how.fmu_kind = None if fmu_kind is None else fmu_kind.encode()
        with self.session.lock:
            if not self._translated:
                lib.clear_diagnostics(self.session.handle)
                self.session.check(lib.model_translate(self.handle, ctypes.byref(how)), "%s was not translated" % self.name)
                self._translated = True
        return self

    def _form(self, form: str) -> str:
        with self.session.lock:
            lib.clear_diagnostics(self.session.handle)
            n = ctypes.c_size_t()
            text = lib.model_text(self.handle, form.encode(), ctypes.byref(n))
            if text is None:
                raise ModelError("%s has no text '%s'" % (self.name, form), self.session.diagnostics(), c.INVALID)
            return _text(text)

    def flatten(self) -> str:
        """The flat equations as text."""
        return self._form("flat")

    def explain(self, variable: Optional[str] = None) -> str:
        """What translation did; with a variable: where its value comes from."""
        if variable is None:
            return self._form("explain")
        with self.session.lock:
            lib.clear_diagnostics(self.session.handle)
            text = lib.model_why(self.handle, variable.encode())
            if text is None:
                raise NameNotFound(self._no_such(variable), self.session.diagnostics())
            return _text(text)

    def export_fmu(self, path: str, version: int = 2, kinds: str = "me,cs", sources: bool = False,
                   fixed_step: float = 0.0, method: Optional[str] = None, binaries: Optional[str] = None,
                   sizes: Optional[str] = None) -> str:
        """Writes the model as a Functional Mock-up Unit (FMI 2 or 3) for other tools; the path.

        kinds: "me,cs", "me", "cs", or "se" (version 3: scheduled execution of clocked models).
        sizes: structural parameters (version 3), such as "n=2;n=5", beside the model's own values.
        method: with a fixed step, such as "inline-rk4".  binaries: machines, "linux64,win64"; default: this one.
        """
        how = c.Fmu()
        lib.fmu_init(ctypes.byref(how))
        how.version, how.sources, how.fixed_step = version, sources, fixed_step
        how.method, how.binaries, how.sizes = (None if t is None else t.encode() for t in (method, binaries, sizes))
        how.model_exchange, how.co_simulation, how.scheduled = (k in kinds.split(",") for k in ("me", "cs", "se"))
        self.translate()
        with self.session.lock:
            lib.clear_diagnostics(self.session.handle)
            self.session.check(lib.model_export_fmu(self.handle, os.fspath(path).encode(), ctypes.byref(how)),
                               "%s was not exported" % self.name)
        return os.fspath(path)

    def export_system(self, path: str, version: int = 1, kinds: Optional[str] = None, fmi: int = 2) -> str:
        """Writes the model as a system of FMUs (FMI 2 or 3), one for each component (SSP 1 or 2; 2 for FMI 3); what they are, a line each."""
        parts = ctypes.c_char_p()
        with self.session.lock:
            lib.clear_diagnostics(self.session.handle)
            self.session.check(lib.model_export_system_as(self.handle, os.fspath(path).encode(), version, fmi,
                                                       None if kinds is None else kinds.encode(),
                                                       ctypes.byref(parts)), "%s was not exported" % self.name)
            return _text(parts.value)

    # ---- variables

    def _of(self, which: int) -> List[int]:
        self.translate()
        numbers = ctypes.POINTER(ctypes.c_uint32)()
        n = lib.variables_of(self.handle, which, ctypes.byref(numbers))
        return [int(numbers[i]) for i in range(n)]

    def _values(self) -> Optional[int]:
        """A run whose parameters have their values; None: they cannot be computed."""
        self.translate()
        if self._still is None:
            self._still = Run(self)
            self._still_has = lib.run_parameters(self._still.handle) == c.OK
        return self._still.handle if self._still_has else None

    @property
    def variables(self) -> Dict[str, Variable]:
        """All variables by name."""
        values = self._values()
        every = (_variable(self.handle or 0, i, values) for i in range(lib.variable_count(self.handle)))
        return {v.name: v for v in every}

    @property
    def parameters(self) -> Dict[str, Variable]:
        """Parameters by name; `m.parameters["k"].value` is the value before a run."""
        values = self._values()
        return {v.name: v for v in (_variable(self.handle or 0, i, values) for i in self._of(c.PARAMETERS))}

    @property
    def states(self) -> List[str]:
        """Names of the states, in the order of `Run.state`."""
        return [_variable(self.handle or 0, i).name for i in self._of(c.STATES)]

    @property
    def inputs(self) -> List[str]:
        """Names of the inputs at the top level."""
        return [_variable(self.handle or 0, i).name for i in self._of(c.INPUTS)]

    @property
    def outputs(self) -> List[str]:
        """Names of the outputs at the top level."""
        return [_variable(self.handle or 0, i).name for i in self._of(c.OUTPUTS)]

    def _no_such(self, name: str) -> str:
        near = lib.nearest_variable(self.handle, name.encode())
        return "%s has no variable '%s'" % (self.name, name) + ("; did you mean '%s'?" % _text(near) if near else "")

    @property
    def experiment(self) -> Dict[str, float]:
        """What the experiment annotation says: start, stop, tolerance, interval, in seconds."""
        self.translate()
        e = c.experiment(self.handle)
        return {"start": e.start, "stop": e.stop, "tolerance": e.tolerance, "interval": e.interval}

    def modified(self, **modifiers: Value) -> "Model":
        """The model with modifiers by keyword: `m.modified(n=3)`."""
        return self.with_modifiers(modifiers)

    def with_modifiers(self, modifiers: Mapping[str, Value]) -> "Model":
        """The model with modifiers: parameters that its structure depends on are changed this way, by translating."""
        text = ", ".join("%s = %s" % (name, _literal(value)) for name, value in modifiers.items())
        if not text:
            return self
        if text not in self._variants:
            base = self.what
            what = base[:-1] + ", " + text + ")" if base.endswith(")") else "%s(%s)" % (base, text)
            self._variants[text] = Model(self.session, what, self._source)
        return self._variants[text]

    # ---- running

    def run(self, parameters: Optional[Mapping[str, Value]] = None, **options: Any) -> "Run":
        """A run that has not begun: set values, then initialize, advance, step."""
        self.translate()
        structural = self._structural(parameters or {})
        if structural:
            warnings.warn("%s: the structure depends on %s, so the model is translated again" % (
                self.name, ", ".join(structural)), stacklevel=3)
            rest = {k: v for k, v in (parameters or {}).items() if k not in structural}
            return self.with_modifiers({k: self._typed(k, (parameters or {})[k]) for k in structural}).run(rest, **options)
        run = Run(self)
        for name, value in (parameters or {}).items():
            run.set(name, value)
        run.configure(**options)
        return run

    def _typed(self, name: str, value: Value) -> Value:
        """A text for a variable of an enumeration is one of its literals."""
        v = c.Variable()
        v.size = ctypes.sizeof(v)
        lib.describe_variable(self.handle, lib.find_variable(self.handle, name.encode()), ctypes.byref(v))
        return _Word(value) if isinstance(value, str) and v.type == c.ENUMERATION else value

    def _structural(self, values: Mapping[str, Value]) -> List[str]:
        found = []
        for name in values:
            i = lib.find_variable(self.handle, name.encode())
            if i < 0 and name.endswith(".start") and lib.find_variable(self.handle, name[:-6].encode()) >= 0:
                continue
            if i < 0:
                raise NameNotFound(self._no_such(name))
            v = c.Variable(size=ctypes.sizeof(c.Variable))
            lib.describe_variable(self.handle, i, ctypes.byref(v))
            if v.kind == c.CONSTANT or (v.kind == c.PARAMETER and not v.settable):
                found.append(name)
        return found

    def simulate(self, stop: Optional[Time] = None, *, start: Optional[Time] = None, tolerance: Optional[float] = None,
                 interval: Optional[Time] = None, solver: Optional[str] = None,
                 parameters: Union[None, str, Mapping[str, Value]] = None,
                 inputs: Union[None, str, Mapping[str, Any]] = None, start_from: Union[None, str, Result] = None,
                 steady_state: bool = False, record: Optional[Sequence[str]] = None, output: Optional[str] = None,
                 timeout: Optional[Time] = None, max_steps: int = 0, progress: Progress = None,
                 all_variables: bool = False) -> Result:
        """Runs the model from start to stop; what is not given comes from its experiment annotation.

        Times are seconds, or a text with a unit: "90 min", "1h", "20ms".

        parameters: values by name ("x.start" is a start value), or a file of them.  inputs: a number, or a pair
        (times, values), by name, or a file with columns.  start_from: a result, or "FILE@TIME", whose states are the start.
        steady_state: begin where nothing moves.  record: names or patterns with * and ?.  progress: True for a bar, or a
        function of (time, part of the way).  Ctrl-C gives the result up to there, marked `interrupted`.
        """
        run = self._prepared(parameters, inputs, start_from, start=start, stop=stop, tolerance=tolerance, interval=interval,
                             solver=solver, timeout=timeout, max_steps=max_steps, all_variables=all_variables)
        run.record(record or (), output)
        if steady_state:
            run.rest()
        return run.finish(progress)

    def _prepared(self, parameters: Union[None, str, Mapping[str, Value]], inputs: Union[None, str, Mapping[str, Any]],
                  start_from: Union[None, str, Result], **options: Any) -> "Run":
        from_file = isinstance(parameters, (str, os.PathLike))
        values = None if from_file else parameters
        run = self.run(values, **options)  # type: ignore[arg-type]
        if from_file:
            run.set_file(parameters)  # type: ignore[arg-type]
        if isinstance(inputs, (str, os.PathLike)):
            run.set_input_file(inputs)
        else:
            for name, signal in (inputs or {}).items():
                run.set_input(name, signal)
        if start_from is not None:
            run.start_from(start_from)
        return run

    def linearize(self, at: Optional[float] = None, parameters: Union[None, str, Mapping[str, Value]] = None,
                  outputs: Sequence[str] = (), steady_state: bool = False,
                  inputs: Union[None, str, Mapping[str, Any]] = None, start_from: Union[None, str, Result] = None,
                  **options: Any) -> LinearModel:
        """The linear model at time `at` (default: the start), from the differentiated equations; outputs: further
        variables, by name or pattern.  steady_state: at a point where nothing moves."""
        self.translate(response=True)
        run = self._prepared(parameters, inputs, start_from, **options)
        if steady_state:
            run.rest()
        else:
            run.initialize()
        if at is not None and at > run.time:
            run.advance(at)
        return run.linearize(outputs)

    def trim(self, fix: Optional[Mapping[str, float]] = None, free: Sequence[str] = (), moving: Sequence[str] = (),
             parameters: Union[None, str, Mapping[str, Value]] = None, outputs: Sequence[str] = (), **options: Any) -> RestPoint:
        """A point where nothing moves: variables of `fix` have these values, as many inputs or Real parameters of `free`
        give them, states of `moving` need not rest."""
        self.translate(response=True)
        run = self._prepared(parameters, None, None, **options)
        method = run.rest(fix, free, moving)
        names = [free] if isinstance(free, str) else list(free)
        more = [outputs] if isinstance(outputs, str) else list(outputs)
        return RestPoint(method, {n: run.get(n) for n in names}, {n: run.get(n) for n in self.states},
                         {n: run.get(n) for n in self.outputs + more})


class Run:
    """A model with values.  One thread at a time; `stop` may be called from any."""

    def __init__(self, model: Model, handle: Optional[int] = None) -> None:
        self.model = model
        self.handle: Optional[int] = handle
        self._recording = False
        if handle is None:
            with model.session.lock:
                lib.clear_diagnostics(model.session.handle)
                self.handle = lib.run_new(model.handle)
                if not self.handle:
                    raise ModelError("%s has no run" % model.name, model.session.diagnostics(), c.UNTRANSLATABLE)
        self._options = c.RunOptions()
        lib.run_options_init(ctypes.byref(self._options))
        self._said = 0

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            lib.run_free(self.handle)
            self.handle = None

    def __repr__(self) -> str:
        return "<Run of %s at time %g>" % (self.model.name, self.time)

    def diagnostics(self) -> List[Diagnostic]:
        """What this run has said."""
        with self.model.session.lock:
            return _collect(self.model.session.handle, lib.run_diagnostic_count(self.handle),
                            lambda i: lib.run_get_diagnostic(self.handle, i))

    def _check(self, status: int, message: str) -> None:
        if status == c.OK:
            return
        kinds: Dict[int, Type[CausewayError]] = {c.USAGE: FileError, c.INITIALISATION: InitialisationError,
                                                 c.STOPPED: SimulationError}
        raise kinds.get(status, CausewayError)(message, self.diagnostics()[self._said:], status)

    def configure(self, **options: Any) -> "Run":
        """start, stop, interval, tolerance, solver, max_step, first_step, fixed_step, max_steps, timeout, no_event_rows,
        all_variables, exact_save, impulses; None leaves a value as it is."""
        for name, value in options.items():
            if value is None:
                continue
            setattr(self._options, name, _option(name, value))
        self._said = lib.run_diagnostic_count(self.handle)
        self._check(lib.run_configure(self.handle, ctypes.byref(self._options)), "the options of the run are not possible")
        return self

    def set(self, name: str, value: Value) -> "Run":
        """A parameter before the run, an input or a state during it."""
        self._said = lib.run_diagnostic_count(self.handle)
        if isinstance(value, (str, bool, np.bool_)):
            text = value if isinstance(value, str) else _literal(bool(value))
            status = lib.run_set_text(self.handle, name.encode(), text.encode())
        else:
            status = lib.run_set(self.handle, name.encode(), float(value))
        if status != c.OK and lib.find_variable(self.model.handle, name.encode()) < 0 and not name.endswith(".start"):
            raise NameNotFound(self.model._no_such(name))
        self._check(status, "%s cannot be set" % name)
        return self

    def set_input(self, name: str, signal: Any) -> "Run":
        """A number, or a pair (times, values): linear between its points, held where the input is discrete; two points
        of one time are a jump."""
        if np.ndim(signal) == 0:
            return self.set(name, signal)
        times = np.ascontiguousarray(signal[0], dtype=float)
        values = np.ascontiguousarray(signal[1], dtype=float)
        if times.shape != values.shape or times.ndim != 1:
            raise FileError("the input %s has %s times and %s values" % (name, times.shape, values.shape))
        pointer = ctypes.POINTER(ctypes.c_double)
        self._said = lib.run_diagnostic_count(self.handle)
        status = lib.run_set_input(self.handle, name.encode(), len(times), times.ctypes.data_as(pointer),
                                   values.ctypes.data_as(pointer))
        if status != c.OK and lib.find_variable(self.model.handle, name.encode()) < 0:
            raise NameNotFound(self.model._no_such(name))
        self._check(status, "the input %s cannot be set" % name)
        return self

    def set_file(self, path: str) -> "Run":
        """Parameters and start values from a file: lines NAME,VALUE, or an object of JSON."""
        self._said = lib.run_diagnostic_count(self.handle)
        self._check(lib.run_set_file(self.handle, os.fspath(path).encode()), "%s was not taken" % path)
        return self

    def set_input_file(self, path: str) -> "Run":
        """Inputs from the columns of a file (CSV, MAT, HDF5)."""
        self._said = lib.run_diagnostic_count(self.handle)
        self._check(lib.run_set_input_file(self.handle, os.fspath(path).encode()), "%s was not taken" % path)
        return self

    def start_from(self, result: Union[str, Result]) -> "Run":
        """Begins with the states of a result at its end, or of a file "FILE@TIME"."""
        if isinstance(result, Result):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "start.h5")
                result.write(path)
                return self.start_from(path)
        self._said = lib.run_diagnostic_count(self.handle)
        self._check(lib.run_start_from(self.handle, os.fspath(result).encode()), "%s was not taken" % result)
        return self

    def rest(self, fix: Optional[Mapping[str, float]] = None, free: Sequence[str] = (), moving: Sequence[str] = ()) -> str:
        """Initialises to a point where nothing moves; the way that led there."""
        what, method = c.Rest(), ctypes.c_char_p()
        lib.rest_init(ctypes.byref(what))
        what.nfixed, what.fixed = _words(list(fix or {}))
        values = [float(v) for v in (fix or {}).values()]
        what.values = (ctypes.c_double * max(1, len(values)))(*values)
        what.nfree, what.free = _words(free)
        what.nmoving, what.moving = _words(moving)
        self._said = lib.run_diagnostic_count(self.handle)
        self._guarded(lambda: lib.run_rest(self.handle, ctypes.byref(what), ctypes.byref(method)),
                      "%s has no point of rest that was found" % self.model.name)
        return _text(method.value)

    def get(self, name: str) -> Any:
        """The value of a variable now; before the run has begun, of a parameter."""
        lib.run_parameters(self.handle)  # only before the run begins
        model = lib.run_model(self.handle)  # perhaps it has gone on as another one
        i = lib.find_variable(model, name.encode())
        if i < 0:
            raise NameNotFound(self.model._no_such(name))
        v = c.Variable(size=ctypes.sizeof(c.Variable))
        lib.describe_variable(model, i, ctypes.byref(v))
        if v.type == c.STRING:
            return _text(lib.run_get_text(self.handle, name.encode()))
        value = lib.run_get(self.handle, name.encode())
        return bool(value) if v.type == c.BOOLEAN else int(value) if v.type in (c.INTEGER, c.ENUMERATION) else value

    __getitem__ = get
    __setitem__ = set

    @property
    def time(self) -> float:
        """The time that the run has reached."""
        return float(lib.run_time(self.handle))

    @property
    def mode(self) -> Tuple[int, str]:
        """Of a model whose structure changes: the number of the mode that holds, and its conditions; 0 and "" else."""
        conditions = ctypes.c_char_p()
        number = int(lib.run_mode(self.handle, ctypes.byref(conditions)))
        return number, (conditions.value or b"").decode()

    @property
    def state(self) -> np.ndarray:
        """The states, in the order of model.states; assign to go on from another point."""
        x = np.zeros(len(self.model._of(c.STATES)))
        lib.run_states(self.handle, x.ctypes.data_as(ctypes.POINTER(ctypes.c_double)))
        return x

    @state.setter
    def state(self, x: Sequence[float]) -> None:
        values = np.ascontiguousarray(x, dtype=float)
        n = len(self.model._of(c.STATES))
        if values.shape != (n,):
            raise ValueError("%s has %d states, not %s" % (self.model.name, n, values.shape))
        self._said = lib.run_diagnostic_count(self.handle)
        self._check(lib.run_set_states(self.handle, values.ctypes.data_as(ctypes.POINTER(ctypes.c_double))),
                    "the states cannot be set")

    @property
    def derivatives(self) -> np.ndarray:
        """Derivatives of the states, in the order of model.states."""
        dx = np.zeros(len(self.model._of(c.STATES)))
        self._said = lib.run_diagnostic_count(self.handle)
        self._check(lib.run_derivatives(self.handle, dx.ctypes.data_as(ctypes.POINTER(ctypes.c_double))),
                    "the derivatives cannot be computed")
        return dx

    def record(self, patterns: Sequence[str] = (), path: Optional[str] = None) -> "Run":
        """What is kept of the run: names and patterns with * and ? (none: all), in memory and in a file."""
        self._said = lib.run_diagnostic_count(self.handle)
        self._check(lib.run_record(self.handle, *_words(patterns), os.fspath(path).encode() if path else None),
                    "the signals cannot be recorded")
        self._recording = True
        return self

    def record_to(self, row: Callable[[np.ndarray], Any], patterns: Sequence[str] = (),
                  begin: Optional[Callable[[List[str]], Any]] = None, end: Optional[Callable[[], Any]] = None) -> "Run":
        """Rows go to a function while the run goes on: begin(names) before them, once more when a remedy begins the run
        again or it goes on as another model; row(values), the time first; end().  False from one of them ends the run."""
        def rows(_: Any, n: int, values: Any) -> bool:
            return row(np.ctypeslib.as_array(values, (n,)).copy()) is not False

        def columns(_: Any, n: int, names: Any) -> bool:
            return begin is None or begin([_text(names[i]) for i in range(n)]) is not False

        sink = c.Sink(ctypes.sizeof(c.Sink), c.SINK_BEGIN(columns), c.SINK_ROW(rows), c.SINK_END(lambda _: end and end()))
        self._said = lib.run_diagnostic_count(self.handle)
        self._sink = sink
        self._check(lib.run_record_to(self.handle, *_words(patterns), ctypes.byref(sink)), "the signals cannot be recorded")
        return self

    def initialize(self) -> "Run":
        """Computes consistent values at the start."""
        self._said = lib.run_diagnostic_count(self.handle)
        self._guarded(lambda: lib.run_initialise(self.handle), "%s has no consistent start" % self.model.name)
        return self

    def advance(self, time: float) -> "Run":
        """Runs on to this time, in seconds."""
        self._said = lib.run_diagnostic_count(self.handle)
        self._guarded(lambda: lib.run_advance(self.handle, float(time)), "%s did not reach %g s" % (self.model.name, time))
        return self

    def advance_until(self, time: float = np.inf, *, event: bool = False, steps: int = 0, seconds: float = 0,
                      pace: float = 0) -> "Run":
        """To whatever comes first: the time, the first event, so many steps, so many seconds on the wall; `pause` from
        another thread.  The run can go on afterwards.  pace: seconds of the model in a second on the wall, at most."""
        until = c.Until()
        lib.until_init(ctypes.byref(until))
        until.time, until.event, until.steps, until.seconds, until.pace = float(time), event, steps, seconds, pace
        self._said = lib.run_diagnostic_count(self.handle)
        self._guarded(lambda: lib.run_advance_until(self.handle, ctypes.byref(until)), "%s cannot go on" % self.model.name)
        return self

    def pause(self) -> None:
        """From any thread: `advance_until` returns at the next step."""
        lib.run_pause(self.handle)

    @property
    def remedies(self) -> List[Dict[str, Any]]:
        """What was tried where the run failed: name, helped, seconds, time."""
        found = []
        for i in range(lib.run_remedies(self.handle, 0, None)):
            r = c.Remedy()
            r.size = ctypes.sizeof(r)
            lib.run_remedies(self.handle, i, ctypes.byref(r))
            found.append({"name": _text(r.name), "helped": r.helped, "seconds": r.seconds, "time": r.time})
        return found

    def step(self) -> "Run":
        """One step of the integrator."""
        self._said = lib.run_diagnostic_count(self.handle)
        self._check(lib.run_step(self.handle), "%s cannot go on" % self.model.name)
        return self

    def next_event(self, limit: float) -> "Run":
        """To behind the next event, or to limit."""
        self._said = lib.run_diagnostic_count(self.handle)
        self._guarded(lambda: lib.run_next_event(self.handle, float(limit)), "%s did not reach %g s" % (self.model.name, limit))
        return self

    def reset(self) -> "Run":
        """Back to before initialisation; values that were set are kept."""
        self._check(lib.run_reset(self.handle), "the run cannot be reset")
        return self

    def clone(self) -> "Run":
        """A second run that goes on by itself from the same point."""
        handle = lib.run_clone(self.handle)
        if not handle:
            self._check(c.FAULT, "the run cannot be cloned")
        return Run(self.model, handle)

    def stop(self) -> None:
        """From any thread: the run ends at the next step."""
        lib.run_stop(self.handle)

    def save(self) -> bytes:
        """Everything the future of the run depends on."""
        data, n = ctypes.c_void_p(), ctypes.c_size_t()
        self._check(lib.run_save(self.handle, ctypes.byref(data), ctypes.byref(n)), "the run cannot be saved")
        try:
            return ctypes.string_at(data.value or 0, n.value)
        finally:
            lib.free(data)

    def restore(self, saved: bytes) -> "Run":
        """Goes on from what `save` gave, of a run of the same model."""
        self._said = lib.run_diagnostic_count(self.handle)
        self._check(lib.run_restore(self.handle, saved, len(saved)), "this is not a saved run of %s" % self.model.name)
        return self

    @property
    def statistics(self) -> Dict[str, Any]:
        """Steps, events, evaluations, seconds, and the solver."""
        s = c.Statistics()
        s.size = ctypes.sizeof(s)
        lib.run_statistics(self.handle, ctypes.byref(s))
        return {name: _text(getattr(s, name)) if name == "solver" else getattr(s, name)
                for name, _ in c.Statistics._fields_ if name != "size"}

    def result(self) -> Result:
        """What was recorded so far."""
        handle = lib.run_result(self.handle)
        if not handle:
            raise SimulationError("nothing was recorded", self.diagnostics(), c.STOPPED)
        result = Result(handle, self.model.name, self.statistics)
        result.diagnostics = self.diagnostics()
        why = ctypes.c_char_p()
        if lib.run_terminated(self.handle, ctypes.byref(why)):
            result.terminated = _text(why.value)
        return result

    def finish(self, progress: Progress = None) -> Result:
        """To the stop time; Ctrl-C gives what was computed."""
        interrupted = False
        self._said = lib.run_diagnostic_count(self.handle)
        try:
            self._guarded(lambda: lib.run_to_end(self.handle), "%s did not reach its end" % self.model.name, progress)
        except KeyboardInterrupt:
            interrupted = True
        except SimulationError as error:
            error.result = self.result() if self._recording else None
            raise
        result = self.result()
        result.interrupted = interrupted
        if interrupted:
            warnings.warn("%s was interrupted at %g s" % (self.model.name, self.time), stacklevel=3)
        return result

    def _guarded(self, work: Callable[[], int], message: str, progress: Progress = None) -> None:
        """Works in a thread beside, so that Ctrl-C and progress are seen here; the library lets Python run meanwhile."""
        if threading.current_thread() is not threading.main_thread():
            self._check(work(), message)
            return
        status: List[int] = []
        thread = threading.Thread(target=lambda: status.append(work()), daemon=True)
        bar = _Bar(self, progress)
        interrupted = False
        thread.start()
        wait = 0.002
        while thread.is_alive():
            try:
                thread.join(wait)
                wait = min(0.05, 2 * wait)
                bar.show()
            except KeyboardInterrupt:
                interrupted = True
                lib.run_stop(self.handle)
        bar.close()
        if interrupted:
            raise KeyboardInterrupt
        self._check(status[0] if status else c.FAULT, message)

    def tangents(self, of: Sequence[str], by: Sequence[str], initial: bool = False,
                 directions: Optional[np.ndarray] = None) -> Tangents:
        """Derivatives of variables by states, inputs, parameters and start values ("x.start"), at the present point
        with states held; initial: of the initial point.  directions: a column for each, instead of `by` one by one."""
        numbers = [lib.find_variable(self.model.handle, name.encode()) for name in of]
        for name, number in zip(of, numbers):
            if number < 0:
                raise NameNotFound(self.model._no_such(name))
        what = c.Tangents()
        lib.tangents_init(ctypes.byref(what))
        what.nof, what.of = len(numbers), (ctypes.c_uint32 * len(numbers))(*numbers)
        what.nby, what.by = _words(by)
        what.initial = initial
        columns = len(by)
        if directions is not None:
            along = np.asfortranarray(directions, dtype=float).reshape(len(by), -1, order="F")
            columns = along.shape[1]
            what.ndirections = columns
            what.directions = along.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
        out = np.zeros((columns, len(numbers)))
        self._said = lib.run_diagnostic_count(self.handle)
        self._check(lib.run_tangents(self.handle, ctypes.byref(what), out.ctypes.data_as(ctypes.POINTER(ctypes.c_double))),
                    "the derivatives cannot be computed")
        return Tangents(out.T.copy(), tuple(of), tuple(by), EXACTNESS[what.exactness], _text(what.why))

    def linearize(self, outputs: Sequence[str] = ()) -> LinearModel:
        """The linear model at the present point, with further variables (names, patterns) as outputs."""
        self._said = lib.run_diagnostic_count(self.handle)
        pointer = lib.run_linearise(self.handle, *_words(outputs))
        if not pointer:
            self._check(c.USAGE, "%s cannot be linearised" % self.model.name)
        handle = _LinearHandle(pointer)
        data = c.LinearData()
        data.size = ctypes.sizeof(data)
        lib.linear_get(pointer, ctypes.byref(data))
        n, m, p = data.nstates, data.ninputs, data.noutputs

        def matrix(at: Any, rows: int, columns: int) -> np.ndarray:
            count = rows * columns
            values = np.array(at[:count]) if count else np.zeros(0)
            return values.reshape(columns, rows).T.copy()

        label = lambda at, count: [_text(at[i]) for i in range(count)]  # noqa: E731
        return LinearModel(matrix(data.a, n, n), matrix(data.b, n, m), matrix(data.c, p, n), matrix(data.d, p, m),
                           label(data.states, n), label(data.inputs, m), label(data.outputs, p), data.time,
                           matrix(data.x0, n, 1)[:, 0], matrix(data.u0, m, 1)[:, 0], matrix(data.y0, p, 1)[:, 0],
                           matrix(data.f0, n, 1)[:, 0], _text(data.held), handle)


class _Bar:
    """A line on a terminal or in a notebook, from the second second on; or the caller's own function."""

    def __init__(self, run: Run, progress: Progress) -> None:
        self.run, self.began, self.shown = run, clock.monotonic(), 0
        self.call = progress if callable(progress) else None
        wanted = sys.stderr.isatty() or "ipykernel" in sys.modules
        self.bar = progress is True or (progress is None and wanted)
        options = run._options
        experiment = c.experiment(run.model.handle)
        self.start = experiment.start if math.isnan(options.start) else options.start
        self.stop = experiment.stop if math.isnan(options.stop) else options.stop

    def part(self) -> float:
        span = self.stop - self.start
        return min(1.0, max(0.0, (self.run.time - self.start) / span)) if span > 0 else 1.0

    def show(self) -> None:
        if self.call:
            if self.call(self.run.time, self.part()) is False:
                self.run.stop()
        elif self.bar and clock.monotonic() - self.began > 1:
            part, width = self.part(), 30
            elapsed = clock.monotonic() - self.began
            left = "%.0f s left" % (elapsed * (1 - part) / part) if part > 0.01 else ""
            line = "\r%s |%s| %3.0f %% %s " % (self.run.model.name, "#" * int(width * part) + "." * (width - int(width * part)),
                                               100 * part, left)
            self.shown = len(line)
            sys.stderr.write(line)
            sys.stderr.flush()

    def close(self) -> None:
        if self.call:
            self.call(self.run.time, self.part())
        if self.shown:
            sys.stderr.write("\r" + " " * self.shown + "\r")
            sys.stderr.flush()


FILES = (".mo", ".dae", ".fmu", ".ssp", ".dym", ".dymola")


def load(what: str, libraries: Sequence[str] = (), strict: bool = False, session: Optional[Session] = None) -> Model:
    """A model by the name of its class ("Lib.M", also "Lib.M(k = 3)") or by a file (.mo, .dae, .fmu).

    Libraries are found in `libraries`, MODELICAPATH and among those installed.
    """
    name = os.fspath(what)
    if (name.endswith(FILES) or os.sep in name) and not os.path.exists(name):
        raise FileError("there is no file %s; look at the folder: %s" % (name, os.path.abspath(os.path.dirname(name) or ".")))
    if session is None:
        session = Session(libraries, strict) if libraries or strict else default_session()
    return Model(session, name)


def loads(text: str, model: Optional[str] = None, libraries: Sequence[str] = (), strict: bool = False) -> Model:
    """A model from text: its last class, or the one named."""
    session = Session(libraries, strict)
    last = session.load_text(text)
    return Model(session, model or last, ("text", text))


def _load_again(arguments: Tuple[Any, ...], what: str, source: Optional[Tuple[str, str]]) -> Model:
    libraries, strict, cache, defaults = arguments
    if source is None and not libraries and not strict and cache is None and defaults:
        return Model(default_session(), what)
    session = Session(libraries, strict, cache, defaults)
    if source:
        session.load_text(source[1])
    return Model(session, what, source)


def read(path: str) -> Result:
    """A result from a file: MAT, CSV or the columnar form."""
    session = default_session()
    with session.lock:
        lib.clear_diagnostics(session.handle)
        handle = lib.result_open(session.handle, os.fspath(path).encode())
        if not handle:
            raise FileError("%s was not read" % path, session.diagnostics(), c.USAGE)
    return Result(handle, os.path.splitext(os.path.basename(path))[0])


def statechart(path: str) -> str:
    """A statechart (SCXML, a table in CSV, or text) as the text of a Modelica block."""
    session = default_session()
    with session.lock:
        lib.clear_diagnostics(session.handle)
        text = lib.statechart(session.handle, os.fspath(path).encode())
        if text is None:
            raise FileError("%s was not read as a statechart" % path, session.diagnostics(), c.USAGE)
        return _text(text)


def solvers() -> Dict[str, str]:
    """Integration methods with a line about each."""
    name, about = ctypes.c_char_p(), ctypes.c_char_p()
    found = {}
    for i in range(lib.solvers(0, None, None)):
        lib.solvers(i, ctypes.byref(name), ctypes.byref(about))
        found[_text(name.value)] = _text(about.value)
    return found


def version() -> str:
    """The version of the library."""
    return _text(lib.version())
