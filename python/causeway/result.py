"""Trajectories: columns as numpy arrays over the library's memory, interpolation, tables, pictures."""
from __future__ import annotations

import ctypes
import difflib
import fnmatch
import html
import io
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _library as c
from ._library import library as lib
from .errors import FileError, NameNotFound


class _Memory:
    """Owns a causeway_result; arrays made of its columns keep it alive."""

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def __del__(self) -> None:
        if self.handle:
            lib.result_free(self.handle)
            self.handle = 0


class _Column:
    """A column of the library seen by numpy (array interface), with its owner."""

    def __init__(self, memory: _Memory, pointer: Any, rows: int) -> None:
        self._memory = memory
        address = ctypes.cast(pointer, ctypes.c_void_p).value or 0
        self.__array_interface__ = {"shape": (rows,), "typestr": "<f8", "data": (address, True), "version": 3}


def _meant(name: str, names: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, names, 1)
    return "; did you mean '%s'?" % near[0] if near else ""


_SIGNS = {"degC": "\u00b0C", "degF": "\u00b0F", "deg": "\u00b0", "Ohm": "\u03a9"}


def _sign(unit: str) -> str:
    """A unit as pictures write it."""
    return _SIGNS.get(unit, unit)


def _time_scale(span: float) -> Tuple[float, str]:
    """Seconds up to ten minutes, then minutes, hours, days; as `causeway plot` does."""
    for above, scale, unit in ((7 * 86400.0, 86400.0, "d"), (4 * 3600.0, 3600.0, "h"), (600.0, 60.0, "min")):
        if span > above:
            return scale, unit
    return 1.0, "s"


def _size(column: np.ndarray) -> float:
    finite = np.abs(column[np.isfinite(column)])
    return float(finite.max()) if len(finite) else 0.0


FAR = 50.0  # variables without unit whose sizes differ by more than this have panels of their own


class _Panels:
    """Variables of a picture, one panel for each unit."""

    def __init__(self, result: "Result", names: Sequence[str], si: bool) -> None:
        self.panels: List[Tuple[str, float, List[Tuple[str, np.ndarray]]]] = []
        for name in names:
            unit, column = (result.unit(name), result[name]) if si else result.display(name)
            self._place(unit, _size(column), (name, column))

    def _place(self, unit: str, size: float, member: Tuple[str, np.ndarray]) -> None:
        for i, (have, largest, members) in enumerate(self.panels):
            near = unit or not size or not largest or 1 / FAR <= size / largest <= FAR
            if have == unit and near:
                self.panels[i] = (have, max(size, largest), members + [member])
                return
        self.panels.append((unit, size, [member]))


class Result(Mapping[str, np.ndarray]):
    """A trajectory.  `r["a.b"]` is a column, `r(2.5, "a.b")` its value at a time, `r.time` the instants;
    `r["a.*"]` is a dictionary of all columns that match.

    A result behaves like a read-only mapping of names to arrays.  It can be pickled.
    """

    def __init__(self, handle: int, model: str = "", statistics: Optional[Dict[str, Any]] = None) -> None:
        self._memory = _Memory(handle)
        self.model = model
        self.statistics: Dict[str, Any] = statistics or {}
        self.interrupted = False
        self.terminated: Optional[str] = None
        self.diagnostics: List[Any] = []
        self._columns: Dict[str, np.ndarray] = {}
        names = ctypes.POINTER(ctypes.c_char_p)()
        n = lib.result_names(handle, ctypes.byref(names))
        self._names: List[str] = [(names[i] or b"").decode() for i in range(n)]
        self._known = set(self._names)
        self._units: Dict[str, str] = {}

    # ---- names and columns

    @property
    def names(self) -> List[str]:
        """All names, the time first."""
        return list(self._names)

    @property
    def time(self) -> np.ndarray:
        """The instants, in seconds."""
        return self[self._names[0]]

    @property
    def rows(self) -> int:
        """The number of instants; an event has two."""
        return int(lib.result_rows(self._memory.handle))

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._known

    def __getitem__(self, name: str) -> Any:
        column = self._columns.get(name)
        if column is None and name not in self._known and ("*" in name or "?" in name):
            return {n: self[n] for n in self.match(name)}
        if column is None:
            pointer = lib.result_column(self._memory.handle, name.encode())
            if not pointer:
                raise NameNotFound("the result has no variable '%s'" % name + _meant(name, self._names))
            column = np.asarray(_Column(self._memory, pointer, self.rows))
            self._columns[name] = column
        return column

    def __call__(self, time: Union[float, Sequence[float], np.ndarray], name: str) -> Any:
        """The value of a variable at a time (or at several), linear between rows; at an event that behind it."""
        self[name]
        if np.ndim(time) == 0:
            return float(lib.result_at(self._memory.handle, name.encode(), float(np.asarray(time))))
        at = [lib.result_at(self._memory.handle, name.encode(), float(t)) for t in np.asarray(time).ravel()]
        return np.array(at).reshape(np.shape(time))

    def match(self, patterns: Union[str, Iterable[str]]) -> List[str]:
        """Names that match patterns with * and ?, in order; a pattern without match is an error."""
        found: Dict[str, None] = {}
        for pattern in [patterns] if isinstance(patterns, str) else patterns:
            if pattern in self._known:
                hits = [pattern]
            else:
                literal = pattern.replace("[", "[[]")  # brackets are subscripts, not sets of characters
                hits = [n for n in self._names if fnmatch.fnmatchcase(n, literal)]
            if not hits:
                raise NameNotFound("the result has no variable '%s'" % pattern + (
                    ", and none that matches; `names` lists them" if "*" in pattern or "?" in pattern else _meant(pattern, self._names)))
            found.update(dict.fromkeys(hits))
        return list(found)

    def unit(self, name: str) -> str:
        """The unit of a variable, "" when it has none."""
        self[name]
        return (lib.result_unit(self._memory.handle, name.encode()) or b"").decode()

    def display(self, name: str) -> Tuple[str, np.ndarray]:
        """The unit in which people want to see a variable (displayUnit), and its column in that unit."""
        unit, shown = self.unit(name), self._display_unit(name)
        factor, offset = ctypes.c_double(1), ctypes.c_double(0)
        if not shown or not lib.convert_unit(unit.encode(), shown.encode(), ctypes.byref(factor), ctypes.byref(offset)):
            return unit, self[name]
        return shown, factor.value * self[name] + offset.value

    def _display_unit(self, name: str) -> str:
        return (lib.result_display_unit(self._memory.handle, name.encode()) or b"").decode()

    def description(self, name: str) -> str:
        """What the model says about a variable."""
        self[name]
        return (lib.result_description(self._memory.handle, name.encode()) or b"").decode()

    @property
    def units(self) -> Dict[str, str]:
        """Units by name."""
        if not self._units:
            self._units = {n: (lib.result_unit(self._memory.handle, n.encode()) or b"").decode() for n in self._names}
        return self._units

    # ---- what follows from it

    def compare(self, reference: "Result", tolerance: float = 0.0) -> List[Dict[str, Any]]:
        """Variables of the reference that this result lacks or that leave a tube around it (of relative width `tolerance`,
        2e-3 unless given), the worst first: name, share of instants outside, largest deviation, its time, range."""
        found: List[Dict[str, Any]] = []
        missing = [n for n in reference.names[1:] if n not in self]
        for name in reference.names[1:]:
            d = c.Difference()
            d.size = ctypes.sizeof(d)
            if name in missing or lib.result_compare(self._memory.handle, reference._memory.handle, name.encode(), tolerance,
                                                     ctypes.byref(d)) != c.OK or d.same:
                continue
            found.append({"name": name, "outside": d.outside, "deviation": d.deviation, "time": d.time, "range": d.range})
        found.sort(key=lambda f: -f["deviation"] / max(f["range"], 1e-300))
        return found + [{"name": n, "outside": 1.0, "deviation": np.nan, "time": np.nan, "range": np.nan} for n in missing]

    def summary(self, name: str) -> Dict[str, float]:
        """min, max and final of a variable, first_change and last_change (NAN of a constant)."""
        out = c.Summary(size=ctypes.sizeof(c.Summary))
        if lib.result_summary(self._memory.handle, name.encode(), ctypes.byref(out)) != c.OK:
            self[name]  # says which name was meant
        return {field[0]: getattr(out, field[0]) for field in c.Summary._fields_[1:]}

    def spectrum(self, name: str, start: float = np.nan, stop: float = np.nan, window: str = "hann",
                 points: Optional[int] = None) -> Dict[str, Any]:
        """Amplitudes over frequencies in Hz, mean, root mean square, fundamental with total harmonic distortion; windows
        none, hann, hamming, blackman, flattop."""
        self[name]
        n = 16
        while n < (points or 2 * self.rows):
            n *= 2
        amplitude, out = np.zeros(n // 2), c.Spectrum()
        out.size = ctypes.sizeof(out)
        if lib.result_spectrum(self._memory.handle, name.encode(), start, stop, window.encode(), n,
                               amplitude.ctypes.data_as(ctypes.POINTER(ctypes.c_double)), ctypes.byref(out)) != c.OK:
            raise ValueError("no spectrum: start and stop lie inside the result, windows are none, hann, hamming, blackman, flattop")
        return {"frequency": np.arange(n // 2) * out.step, "amplitude": amplitude, "mean": out.mean, "rms": out.rms,
                "fundamental": out.fundamental, "first": out.amplitude, "thd": out.distortion}

    # ---- other forms

    def write(self, path: str) -> None:
        """Writes the result; the ending of the name chooses the format."""
        from .model import default_session
        session = default_session()
        with session.lock:
            session.check(lib.result_write(session.handle, self._memory.handle, str(path).encode()),
                          "%s could not be written" % path, FileError)

    def to_pandas(self, names: Optional[Iterable[str]] = None) -> Any:
        """A pandas.DataFrame over time."""
        import pandas as pd
        chosen = self._names[1:] if names is None else self.match(names)
        frame = pd.DataFrame({n: self[n] for n in chosen}, index=pd.Index(self.time, name=self._names[0]))
        frame.attrs["units"] = {n: self.unit(n) for n in chosen}
        return frame

    def to_xarray(self, names: Optional[Iterable[str]] = None) -> Any:
        """An xarray.Dataset over time, units and descriptions as attributes."""
        import xarray as xr
        chosen = self._names[1:] if names is None else self.match(names)
        data = {n: ("time", self[n], {"units": self.unit(n), "long_name": self.description(n)}) for n in chosen}
        return xr.Dataset(data, coords={"time": ("time", self.time, {"units": "s"})})

    def plot(self, *names: str, ax: Any = None, x: Optional[str] = None, si: bool = False, **style: Any) -> Any:
        """Draws variables over time (or over `x`) with matplotlib; one panel per unit; returns the axes.

        Units are those that the model wants to be shown (displayUnit) and long times are minutes, hours or days, as in
        `causeway plot`; si=True keeps the units of the computation.
        """
        import matplotlib.pyplot as plt
        chosen = self.match(names) if names else self._names[1:7]
        drawn = _Panels(self, chosen, si).panels
        if ax is None:
            _, panels = plt.subplots(len(drawn), 1, sharex=True, squeeze=False, figsize=(7, 2.6 * max(1, len(drawn))))
            axes = list(panels[:, 0])
        else:
            axes = [ax] * len(drawn)
        time = self.time
        scale, unit = (1.0, "s") if si or not len(time) else _time_scale(float(time[-1] - time[0]))
        across, label = time / scale, "time [%s]" % unit
        if x:
            of_x, across = (self.unit(x), self[x]) if si else self.display(x)
            label = x + (" [%s]" % _sign(of_x) if of_x else "")
        for panel, (of_y, _, members) in zip(axes, drawn):
            for name, column in members:
                panel.plot(across, column, label=name, **style)
            panel.legend(loc="best")
            panel.set_ylabel("[%s]" % _sign(of_y) if of_y else "")
            panel.grid(True, alpha=0.3)
        axes[-1].set_xlabel(label)
        axes[-1].figure.align_ylabels()
        return axes[0] if len(axes) == 1 else axes

    def _moving(self, most: int) -> List[str]:
        """The first variables that change."""
        found: List[str] = []
        for name in self._names[1:400]:
            finite = self[name][np.isfinite(self[name])]
            if len(finite) and finite.min() != finite.max():
                found.append(name)
            if len(found) == most:
                break
        return found

    def _svg(self, most: int = 6) -> str:
        """A small picture without any other package: the first variables that change, a panel for each unit, with axes."""
        from ._picture import svg
        time = self.time
        scale, unit = _time_scale(float(time[-1] - time[0])) if len(time) else (1.0, "s")
        panels = _Panels(self, self._moving(most), False).panels
        return svg(time / scale, "time [%s]" % unit, [(_sign(of_y), members) for of_y, _, members in panels])

    def _repr_svg_(self) -> str:
        return self._svg()

    def _repr_html_(self) -> str:
        return "<div><b>%s</b>, %d rows, %d variables%s</div>%s" % (
            html.escape(self.model or "result"), self.rows, len(self._names),
            " (interrupted)" if self.interrupted else "", self._svg())

    def __repr__(self) -> str:
        time = self.time
        span = "%g to %g s" % (time[0], time[-1]) if len(time) else "no rows"
        return "<Result %s: %s, %d rows, %d variables%s>" % (
            self.model or "", span, self.rows, len(self._names), ", interrupted" if self.interrupted else "")

    # ---- pickling: the numbers travel as one array

    def __reduce__(self) -> Tuple[Any, ...]:
        packed = io.BytesIO()
        np.save(packed, np.vstack([self[n] for n in self._names]) if self._names else np.zeros((0, 0)))
        texts = [(n, self.unit(n), self.description(n), self._display_unit(n)) for n in self._names]
        return (Table._unpack, (packed.getvalue(), texts, self.model, self.statistics, self.interrupted, self.terminated))


class Table(Result):
    """A result whose numbers live in Python: what another process sent."""

    def __init__(self, numbers: np.ndarray, texts: Sequence[Tuple[str, str, str, str]], model: str,
                 statistics: Dict[str, Any]) -> None:  # deliberately without the library's memory
        self._names = [t[0] for t in texts]
        self._known = set(self._names)
        self._units = {t[0]: t[1] for t in texts}
        self._texts = {t[0]: t[2] for t in texts}
        self._shown = {t[0]: t[3] for t in texts}
        self._columns = {t[0]: numbers[i] for i, t in enumerate(texts)}
        self._nrows = numbers.shape[1] if numbers.ndim == 2 else 0
        self.model, self.statistics = model, statistics
        self.interrupted, self.terminated, self.diagnostics = False, None, []

    @staticmethod
    def _unpack(packed: bytes, texts: Sequence[Tuple[str, str, str, str]], model: str, statistics: Dict[str, Any],
                interrupted: bool, terminated: Optional[str]) -> "Table":
        table = Table(np.load(io.BytesIO(packed)), texts, model, statistics)
        table.interrupted, table.terminated = interrupted, terminated
        return table

    @property
    def rows(self) -> int:
        """The number of instants; an event has two."""
        return self._nrows

    def _display_unit(self, name: str) -> str:
        return self._shown.get(name, "")

    def __getitem__(self, name: str) -> Any:
        if name not in self._columns and ("*" in name or "?" in name):
            return {n: self[n] for n in self.match(name)}
        if name not in self._columns:
            raise NameNotFound("the result has no variable '%s'" % name + _meant(name, self._names))
        return self._columns[name]

    def __call__(self, time: Any, name: str) -> Any:
        column, instants = self[name], self.time
        at = np.clip(np.searchsorted(instants, np.asarray(time, float), side="right"), 1, len(instants) - 1)
        left, right = instants[at - 1], instants[at]
        with np.errstate(invalid="ignore", divide="ignore"):
            part = np.where(right > left, (np.asarray(time, float) - left) / (right - left), 1.0)
        value = column[at - 1] + part * (column[at] - column[at - 1])
        return float(value) if np.ndim(time) == 0 else value

    def unit(self, name: str) -> str:
        """The unit of a variable, "" when it has none."""
        self[name]
        return self._units[name]

    def description(self, name: str) -> str:
        """What the model says about a variable."""
        self[name]
        return self._texts[name]

    def write(self, path: str) -> None:
        if not str(path).endswith(".csv"):
            raise FileError("a result that came from another process is written as .csv, not as %s" % path)
        quoted = ['"%s"' % n.replace('"', '""') for n in self._names]
        table = np.column_stack([self[n] for n in self._names])
        np.savetxt(path, table, delimiter=",", header=",".join(quoted), comments="", fmt="%.17g")
