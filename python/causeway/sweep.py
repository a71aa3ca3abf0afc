"""Many runs of one model: translated once, on threads, or on any executor of the form of concurrent.futures."""
from __future__ import annotations

import concurrent.futures
import itertools
import os
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from .errors import CausewayError
from .model import Model, Value
from .result import Result

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


def _one(model: Model, point: Mapping[str, Value], record: Sequence[str], reduce: Optional[Reducer],
         options: Mapping[str, Any]) -> Tuple[Any, Optional[CausewayError]]:
    """One run, here or in another process (models pickle by name)."""
    try:
        result = model.simulate(parameters=point, record=list(record) or None, progress=False, **options)
        return (reduce(result) if reduce else result), None
    except CausewayError as error:
        return None, error


def sweep(model: Model, values: Union[Mapping[str, Iterable[Value]], Sequence[Mapping[str, Value]]], *, jobs: Optional[int] = None,
          mode: str = "grid", record: Sequence[str] = (), reduce: Optional[Reducer] = None, executor: Any = None,
          progress: Any = None, **options: Any) -> Study:
    """Runs a model for all points of `values`: {name: values} or a list of points.

    jobs: threads (default: the processors).  executor: anything with `submit`, such as mpi4py.futures.MPIPoolExecutor
    or a dask Client; its workers load the model by name.  reduce: a function of each result, whose value is kept instead.
    options: as of Model.simulate.  Ctrl-C keeps the runs that are done; the others are None.
    """
    points = points_of(values, mode) if isinstance(values, Mapping) else [dict(p) for p in values]
    model.translate()
    for name in {n for p in points[:1] for n in p}:
        model._structural({name: 0})  # an unknown name is an error of the study, not of each run
    results: List[Any] = [None] * len(points)
    errors: List[Optional[CausewayError]] = [None] * len(points)
    own = executor is None
    pool = executor or concurrent.futures.ThreadPoolExecutor(jobs or os.cpu_count() or 1)
    futures: Dict[Any, int] = {}
    try:
        for i, point in enumerate(points):
            futures[pool.submit(_one, model, point, tuple(record), reduce, options)] = i
        for done, future in enumerate(_completed(futures), 1):
            i = futures[future]
            results[i], errors[i] = future.result()
            if callable(progress):
                progress(done, len(points))
    except KeyboardInterrupt:
        for future in futures:
            future.cancel()
    finally:
        if own:
            pool.shutdown(wait=True)
    return Study(points, results, errors)


def _completed(futures: Mapping[Any, int]) -> Iterator[Any]:
    """Futures as they are done; those of other kinds in order."""
    if all(isinstance(f, concurrent.futures.Future) for f in futures):
        yield from concurrent.futures.as_completed(futures)
    else:
        yield from futures
