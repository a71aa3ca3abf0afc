"""Many runs of one model: translated once, on threads, or on any executor of the form of concurrent.futures."""
from __future__ import annotations

import concurrent.futures
import html
import itertools
import os
import pickle
import sys
import zlib
import time as clock
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union, overload

import numpy as np

from . import _library as c
from ._library import library as lib
from .errors import CausewayError, FileError
from .model import Model, Value, _words, default_session
from .result import Result
from .study import Table, _points, study

Reducer = Callable[[Result], Any]


def _final(result: Result, names: Sequence[str]) -> Dict[str, float]:
    return {n: float(result[n][-1]) for n in names}


class Study(Sequence[Optional[Result]]):
    """The runs of a sweep in the order of their points: `study[i]`, `study.points[i]`, `study.errors[i]`.

    A run that failed is None here, its error stands in `errors`.
    """

    def __init__(self, points: List[Dict[str, Value]], results: List[Any], errors: List[Optional[CausewayError]]) -> None:
        self.points, self.results, self.errors = points, results, errors

    def __len__(self) -> int:
        return len(self.results)

    def __getitem__(self, i: Any) -> Any:
        return self.results[i]

    @property
    def failed(self) -> List[int]:
        """Numbers of the runs that failed."""
        return [i for i, e in enumerate(self.errors) if e is not None]

    def final(self, name: str) -> np.ndarray:
        """The last value of a variable in each run; NAN where it failed."""
        return np.array([np.nan if r is None else float(r[name][-1]) for r in self.results])

    def to_pandas(self, names: Union[str, Iterable[str]] = ()) -> Any:
        """A row per run: its point, the last values of `names`, and the error, if any."""
        import pandas as pd
        wanted = [names] if isinstance(names, str) else list(names)
        rows = []
        for point, result, error in zip(self.points, self.results, self.errors):
            row: Dict[str, Any] = dict(point)
            for name in wanted:
                row[name] = np.nan if result is None else float(result[name][-1])
            row["error"] = None if error is None else str(error).splitlines()[0]
            rows.append(row)
        return pd.DataFrame(rows)

    def __repr__(self) -> str:
        return "<Study of %d runs, %d failed>" % (len(self), len(self.failed))

    def _repr_html_(self) -> str:
        names = list(self.points[0]) if self.points else []
        head = "".join("<th>%s</th>" % html.escape(n) for n in names + ["run"])
        rows = []
        for point, result, error in list(zip(self.points, self.results, self.errors))[:20]:
            last = html.escape(str(error).splitlines()[0] if error is not None else repr(result))
            rows.append("<tr>%s<td>%s</td></tr>" % ("".join("<td>%s</td>" % html.escape(str(point.get(n, ""))) for n in names), last))
        more = "<p>and %d more</p>" % (len(self) - 20) if len(self) > 20 else ""
        return "<b>%d runs</b>, %d failed<table><tr>%s</tr>%s</table>%s" % (len(self), len(self.failed), head, "".join(rows), more)


def points_of(values: Mapping[str, Iterable[Value]], mode: str = "grid") -> List[Dict[str, Value]]:
    """All combinations of the values ("grid"), or the first with the first and so on ("zip")."""
    names = list(values)
    columns = [list(v) for v in values.values()]
    if mode == "grid":
        return [dict(zip(names, p)) for p in itertools.product(*columns)]
    if mode != "zip":
        raise ValueError("mode is 'grid' or 'zip', not %r" % mode)
    if len({len(column) for column in columns}) > 1:
        raise ValueError("zip wants equally many values: " + ", ".join("%s has %d" % (n, len(v)) for n, v in zip(names, columns)))
    return [dict(zip(names, p)) for p in zip(*columns)]


def design(values: Union[str, Sequence[str]] = (), random: Union[str, Sequence[str]] = (), *, plan: str = "grid", runs: int = 0,
           seed: int = 1) -> List[Dict[str, Value]]:
    """Points for `sweep`, the same as those of the command: values such as "k=1:0.5:10" or "k=list:1,2,5", random such as
    "m=normal(1, 0.1)"; plan "grid", "zip" or "latin" (of `runs` points).  Same seed, same numbers."""
    plans = ("grid", "zip", "latin")
    if plan not in plans:
        raise ValueError("plan is 'grid', 'zip' or 'latin', not %r" % plan)
    session = default_session()
    with session.lock:
        lib.clear_diagnostics(session.handle)
        made = lib.design_new(session.handle, plans.index(plan), runs, seed, *_words(values), *_words(random))
        if not made:
            raise FileError("these are no points of a study", session.diagnostics(), c.USAGE)
        try:
            return _points(made)
        finally:
            lib.design_free(made)


class _Journal:
    """Runs that are done, on disk: what is written survives the process, and is not done again."""

    def __init__(self, path: Optional[str], identity: Any) -> None:
        self.path = None if path is None else os.fspath(path)
        self.file: Any = None
        self.done: Dict[int, Tuple[Any, Any]] = {}
        if self.path is None:
            return
        head = b"causeway sweep %08x\n" % zlib.crc32(repr(identity).encode())
        whole = self._read(head)
        self.file = open(self.path, "r+b" if whole else "wb")
        if whole:
            self.file.truncate(whole)  # a record that a kill cut off
            self.file.seek(whole)
        else:
            self.file.write(head)
            self.file.flush()

    def _read(self, head: bytes) -> int:
        """Bytes that are whole; 0: there is no journal yet."""
        try:
            with open(self.path or "", "rb") as f:
                data = f.read()
        except FileNotFoundError:
            return 0
        if not data.startswith(head):
            if data.startswith(head[:15]):
                raise ValueError("%s is the journal of another study: remove it, or choose another name" % self.path)
            raise ValueError("%s is no journal" % self.path)
        at = len(head)
        while at + 8 <= len(data):
            n, check = int.from_bytes(data[at:at + 4], "little"), int.from_bytes(data[at + 4:at + 8], "little")
            record = data[at + 8:at + 8 + n]
            if len(record) < n or zlib.crc32(record) != check:
                break
            i, result, error = pickle.loads(record)
            self.done[i] = (result, error)
            at += 8 + n
        return at

    def add(self, i: int, result: Any, error: Any) -> None:
        if self.file is None:
            return
        record = pickle.dumps((i, result, error))
        self.file.write(len(record).to_bytes(4, "little") + zlib.crc32(record).to_bytes(4, "little") + record)
        self.file.flush()

    def close(self, complete: bool) -> None:
        if self.file is None:
            return
        self.file.close()
        if complete:
            os.unlink(self.path or "")


def _one(model: Model, point: Mapping[str, Value], record: Sequence[str], reduce: Optional[Reducer],
         options: Mapping[str, Any]) -> Tuple[Any, Optional[CausewayError]]:
    """One run, here or in another process (models pickle by name)."""
    try:
        result = model.simulate(parameters=point, record=list(record) or None, progress=False, **options)
        return (reduce(result) if reduce else result), None
    except CausewayError as error:
        return None, error


@overload
def sweep(model: Model, values: Union[Mapping[str, Iterable[Value]], Sequence[Mapping[str, Value]]], *, jobs: Optional[int] = None,
          mode: str = "grid", record: Sequence[str] = (), reduce: Optional[Reducer] = None, executor: Any = None,
          progress: Any = None, journal: Optional[str] = None, **options: Any) -> Study: ...


@overload
def sweep(model: Model, values: Union[Mapping[str, Iterable[Value]], Sequence[Mapping[str, Value]]], *, jobs: Optional[int] = None,
          mode: str = "grid", record: Sequence[str] = (), reduce: str, executor: Any = None,
          progress: Any = None, journal: Optional[str] = None, **options: Any) -> Table: ...


def sweep(model: Model, values: Union[Mapping[str, Iterable[Value]], Sequence[Mapping[str, Value]]], *, jobs: Optional[int] = None,
          mode: str = "grid", record: Sequence[str] = (), reduce: Union[None, str, Reducer] = None, executor: Any = None,
          progress: Any = None, journal: Optional[str] = None, **options: Any) -> Union[Study, Table]:
    """Runs a model for all points of `values`: {name: values} or a list of points.

    reduce: "final,max,mean" makes numbers of the variables `record` of each run, in the library's own threads: a Table, as
    of `study`.  Else each run is kept as a Result, or as what a function `reduce` makes of it.

    jobs: threads (default: the processors).  executor: anything with `submit`, such as mpi4py.futures.MPIPoolExecutor
    or a dask Client; its workers load the model by name.
    progress: True for a bar (the default on a terminal or in a notebook), or a function of (runs done, runs).
    journal: a file that keeps what is done until all is: the same call goes on from there after a crash, a kill or Ctrl-C.
    options: as of Model.simulate.  Ctrl-C keeps the runs that are done; the others are None.
    """
    if isinstance(reduce, str):
        if executor is not None:
            raise ValueError("numbers are reduced by the library's own threads: without an executor")
        bar = _Bar(len(points_of(values, mode)) if isinstance(values, Mapping) else len(values), progress)
        try:
            return study(model, values, mode=mode, record=record, reduce=reduce, jobs=jobs or 0, journal=journal,
                         progress=lambda done, runs: bar.show(done), **options)
        finally:
            bar.close()
    points = points_of(values, mode) if isinstance(values, Mapping) else [dict(p) for p in values]
    model.translate()
    for name in {n for p in points[:1] for n in p}:
        model._structural({name: 0})  # an unknown name is an error of the study, not of each run
    results: List[Any] = [None] * len(points)
    errors: List[Optional[CausewayError]] = [None] * len(points)
    own = executor is None
    pool = executor or concurrent.futures.ThreadPoolExecutor(jobs or os.cpu_count() or 1)
    futures: Dict[Any, int] = {}
    kept = _Journal(journal, (model.what, points, tuple(record), sorted(options.items(), key=str)))
    for i, known in kept.done.items():
        results[i], errors[i] = known
    bar = _Bar(len(points), progress)
    complete = False
    try:
        for i, point in enumerate(points):
            if i in kept.done:
                continue
            futures[pool.submit(_one, model, point, tuple(record), reduce, options)] = i
        for done, future in enumerate(_completed(futures), 1 + len(kept.done)):
            i = futures[future]
            results[i], errors[i] = future.result()
            kept.add(i, results[i], errors[i])
            bar.show(done)
        complete = True
    except KeyboardInterrupt:
        for future in futures:
            future.cancel()
    finally:
        bar.close()
        kept.close(complete)
        if own:
            pool.shutdown(wait=True)
    return Study(points, results, errors)


def _completed(futures: Mapping[Any, int]) -> Iterator[Any]:
    """Futures as they are done; those of other kinds in order."""
    if all(isinstance(f, concurrent.futures.Future) for f in futures):
        yield from concurrent.futures.as_completed(futures)
    else:
        yield from futures


class _Bar:
    """A line on a terminal or in a notebook, from the second second on; or the caller's own function."""

    def __init__(self, runs: int, progress: Any) -> None:
        self.runs, self.began, self.shown = runs, clock.monotonic(), 0
        self.call = progress if callable(progress) else None
        self.bar = progress is True or (progress is None and (sys.stderr.isatty() or "ipykernel" in sys.modules))

    def show(self, done: int) -> None:
        elapsed = clock.monotonic() - self.began
        if self.call:
            self.call(done, self.runs)
        elif self.bar and elapsed > 1:
            filled = 30 * done // max(self.runs, 1)
            line = "\r|%s| %d of %d runs, %.0f s left " % ("#" * filled + "." * (30 - filled), done, self.runs,
                                                          elapsed * (self.runs - done) / done)
            self.shown = max(self.shown, len(line))
            sys.stderr.write(line)
            sys.stderr.flush()

    def close(self) -> None:
        if self.shown:
            sys.stderr.write("\r" + " " * self.shown + "\r")
