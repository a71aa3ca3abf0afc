"""Studies of the library: many runs of one model, each reduced to numbers, as `causeway sweep` makes them."""
from __future__ import annotations

import ctypes
import os
import threading
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _library as c
from ._library import library as lib
from .errors import FileError, NameNotFound
from .model import Model, Value, _literal, _option, _words

Points = Union[Mapping[str, Iterable[Value]], Sequence[Mapping[str, Value]]]


class Table:
    """A row a run: `table["h final"]` is a column, `table.points[i]` the point of a run, `table.errors[i]` why it failed."""

    def __init__(self, points: List[Dict[str, Value]], columns: List[str], values: np.ndarray, status: np.ndarray,
                 errors: List[Optional[str]]) -> None:
        self.points, self.columns, self.values, self.status, self.errors = points, columns, values, status, errors

    def __len__(self) -> int:
        return len(self.points)

    def __getitem__(self, column: str) -> np.ndarray:
        if column not in self.columns:
            raise NameNotFound("the study has no column '%s'; it has %s" % (column, ", ".join(self.columns[:8])))
        return self.values[:, self.columns.index(column)]

    @property
    def failed(self) -> List[int]:
        """Numbers of the runs that failed."""
        return [i for i, e in enumerate(self.errors) if e is not None]

    def to_pandas(self) -> Any:
        """A pandas.DataFrame with a row a run: its point, its numbers, its error."""
        import pandas as pd
        frame = pd.DataFrame([dict(p) for p in self.points])
        for name in self.columns:
            frame[name] = self[name]
        frame["error"] = self.errors
        return frame

    def __repr__(self) -> str:
        return "<Table of %d runs, %d columns, %d failed>" % (len(self), len(self.columns), len(self.failed))

    def _repr_html_(self) -> str:
        return str(self.to_pandas().head(20)._repr_html_())


def _factor(name: str, values: Iterable[Value]) -> str:
    literals = [_literal(v) for v in values]
    if any("," in text for text in literals):
        raise ValueError("values of %s with a comma cannot be points of a study" % name)
    return "%s=list:%s" % (name, ",".join(literals))


def _factors(values: Points, mode: str) -> Tuple[List[str], str]:
    """As words of the library, and the plan."""
    if isinstance(values, Mapping):
        return [_factor(name, list(column)) for name, column in values.items()], mode
    points = list(values)
    names = list(points[0]) if points else []
    if any(set(p) != set(names) for p in points):
        raise ValueError("every point of a study gives values to the same names")
    return [_factor(name, [p[name] for p in points]) for name in names], "zip"


def _interruptible(handle: int, ended: threading.Event) -> int:
    """Runs the study in another thread, so that Ctrl-C reaches this one: it then ends behind the runs at work."""
    status: List[int] = []
    worker = threading.Thread(target=lambda: status.append(lib.study_run(handle)))
    worker.start()
    while worker.is_alive():
        try:
            worker.join(0.1)
        except KeyboardInterrupt:
            ended.set()
    return status[0]


def _rows(handle: int, runs: int) -> Tuple[List[str], np.ndarray, np.ndarray, List[Optional[str]]]:
    raw = ctypes.POINTER(ctypes.c_char_p)()
    n = lib.study_columns(handle, ctypes.byref(raw))
    columns = [(raw[i] or b"").decode() for i in range(n)]
    values, status, errors = np.empty((runs, n)), np.empty(runs, dtype=int), []
    why = ctypes.c_char_p()
    for i in range(runs):
        row = values[i].ctypes.data_as(ctypes.POINTER(ctypes.c_double))
        status[i] = lib.study_row(handle, i, row, ctypes.byref(why))
        errors.append((why.value or b"").decode("utf-8", "replace") if status[i] else None)
    return columns, values, status, errors


def _number(literal: str) -> Value:
    """A literal of Modelica as Python has it; what is none stays text."""
    if literal in ("true", "false"):
        return literal == "true"
    for kind in (int, float):
        try:
            return kind(literal)
        except ValueError:
            pass
    return literal


def _points(made: int) -> List[Dict[str, Value]]:
    raw = ctypes.POINTER(ctypes.c_char_p)()
    names = [(raw[i] or b"").decode() for i in range(lib.design_factors(made, ctypes.byref(raw)))]
    return [{name: _number(lib.design_value(made, run, k).decode()) for k, name in enumerate(names)}
            for run in range(lib.design_runs(made))]


def study(model: Model, values: Points = (), *, random: Union[str, Sequence[str]] = (), runs: int = 0, seed: int = 1,
          mode: str = "grid", record: Union[str, Sequence[str]] = (), reduce: str = "final", jobs: int = 0,
          parameters: Union[str, Sequence[str]] = (), inputs: Union[str, Sequence[str]] = (),
          start_from: Optional[str] = None, journal: Optional[str] = None, output: Optional[str] = None,
          progress: Any = None, **options: Any) -> Table:
    """Runs a model for all points and keeps numbers of each: reduce "final,min,max,mean,rms,q05,q95" of the variables
    `record`.  values: {name: values}, or a list of points; random: "m=normal(1, 0.1)"; mode "grid", "zip" or "latin" (of
    `runs` points).  parameters, inputs, start_from: files that all runs share.  journal: a file that keeps what is done
    until all is: the same call goes on from there after a crash.  output: the table as .csv or .h5 too.  progress: a
    function of (runs done, runs); where it returns False, or at Ctrl-C, the other runs are rows that were not run.
    options: start, stop, interval, tolerance, solver and others of a run."""
    plans = ("grid", "zip", "latin")
    words, plan = _factors(values, mode)
    if plan not in plans:
        raise ValueError("mode is 'grid', 'zip' or 'latin', not %r" % mode)
    model.translate()
    session, run, how = model.session, c.RunOptions(), c.StudyOptions()
    lib.run_options_init(ctypes.byref(run))
    for name, value in options.items():
        if value is not None:
            setattr(run, name, _option(name, value))
    lib.study_options_init(ctypes.byref(how))
    how.run = ctypes.pointer(run)
    how.nrecord, how.record = _words(record)
    how.nparameter_files, how.parameter_files = _words(parameters)
    how.ninput_files, how.input_files = _words(inputs)
    how.reduce, how.jobs = reduce.encode(), jobs
    how.start_from = None if start_from is None else os.fspath(start_from).encode()
    how.journal = None if journal is None else os.fspath(journal).encode()
    ended = threading.Event()
    how.progress = c.STUDY_CALL(lambda _, done, all: not ended.is_set() and (progress is None or progress(done, all) is not False))
    made = handle = None
    with session.lock:
        try:
            lib.clear_diagnostics(session.handle)
            made = lib.design_new(session.handle, plans.index(plan), runs, seed, *_words(words), *_words(random))
            handle = made and lib.study_new(model.handle, made, ctypes.byref(how))
            if not handle:
                raise FileError("the study cannot be made", session.diagnostics(), c.USAGE)
            status = _interruptible(handle, ended)
            if status not in (c.OK, c.STOPPED):
                raise FileError("the study ended early", session.diagnostics(), status)
            if output is not None:
                session.check(lib.study_write(handle, os.fspath(output).encode()), "%s was not written" % output, FileError)
            points = _points(made)
            table = Table(points, *_rows(handle, len(points)))
        finally:
            lib.study_free(handle)
            lib.design_free(made)
    if journal is not None and status == c.OK:
        os.unlink(journal)
    return table
