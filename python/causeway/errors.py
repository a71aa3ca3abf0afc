"""What goes wrong, as exceptions that carry the diagnostics and print them with source line and caret."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Sequence, Tuple, Type

SEVERITIES = ("note", "warning", "error")


@dataclass(frozen=True)
class Diagnostic:
    """One report: what, where, and what to do."""

    severity: str
    code: str
    text: str
    file: Optional[str] = None
    line: int = 0
    column: int = 0
    instance: Optional[str] = None
    hint: Optional[str] = None
    notes: Tuple[str, ...] = ()
    printed: str = field(default="", repr=False, compare=False)  # as the program prints it

    def __str__(self) -> str:
        return self.printed or "%s[%s]: %s" % (self.severity, self.code, self.text)


class CausewayError(Exception):
    """Base of all errors of this package; `diagnostics` says what was wrong, `status` is the program's exit code."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = (), status: int = 0) -> None:
        self.diagnostics: List[Diagnostic] = list(diagnostics)
        self.status = status
        printed = "\n".join(str(d).rstrip("\n") for d in self.diagnostics)
        super().__init__(message + ("\n" + printed if printed else ""))

    def _render_traceback_(self) -> List[str]:
        """What a notebook shows: the words alone, for the places inside this package say nothing to its reader."""
        return ["%s: %s" % (type(self).__name__, self)]

    def __reduce__(self) -> Tuple[Any, ...]:
        return (_again, (type(self), self.args, self.__dict__))


def _again(kind: Type[CausewayError], args: Tuple[Any, ...], state: Dict[str, Any]) -> CausewayError:
    """Unpickles an error: its constructor takes other arguments than it keeps."""
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(state)
    return error


class ModelError(CausewayError):
    """The model is invalid or cannot be translated."""


class InitialisationError(CausewayError):
    """No consistent start was found."""


class SimulationError(CausewayError):
    """The simulation ended early; `result` holds what was computed until then, or is None."""

    result: Optional[object] = None


class NameNotFound(CausewayError, KeyError):
    """There is no such variable, class or column."""

    def __str__(self) -> str:  # KeyError would print the repr
        return str(self.args[0]) if self.args else ""


class OptionError(CausewayError, ValueError):
    """An option of a run has no such value: an unknown solver, a text where a time is expected."""


class FileError(CausewayError, OSError):
    """A file or value that cannot be used."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""
