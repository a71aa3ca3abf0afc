"""Commands as the shell has them: Modelica statements and the verbs of OpenModelica's scripting language."""
from __future__ import annotations

import ctypes
import os
from typing import Any, List, Optional

from . import _library as c
from .errors import CausewayError
from .model import Session, default_session

lib = c.library


class ScriptError(CausewayError):
    """A command of a script failed; `output` is what was answered until the end."""

    def __init__(self, message: str, output: str) -> None:
        super().__init__(message)
        self.output = output


class Script:
    """Variables and classes live from call to call.

        s = cw.Script()
        s.run("simulate(M, stopTime = 2)")
        s.run("val(x, 1.0)")
    """

    def __init__(self, session: Optional[Session] = None, typed: bool = True, allow_system: bool = False, log: Optional[str] = None) -> None:
        self.session = session or default_session()
        self._said: List[str] = []
        self._wrong: List[str] = []
        options = c.ScriptOptions()
        lib.script_options_init(ctypes.byref(options))
        options.typed, options.allow_system = typed, allow_system
        options.log = None if log is None else os.fspath(log).encode()
        self._output = c.OUTPUT_CALL(lambda _, text: self._said.append(text.decode(errors="replace")))
        self._error = c.OUTPUT_CALL(lambda _, text: self._wrong.append(text.decode(errors="replace")))
        options.output, options.error = self._output, self._error
        self.handle: Any = lib.script_new(self.session.handle, ctypes.byref(options))
        if not self.handle:
            raise CausewayError("no script could be made")

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            lib.script_free(self.handle)
            self.handle = None

    def run(self, text: str, path: str = "<script>") -> str:
        """Carries out commands; what they answer.  ScriptError when one of them fails."""
        raw = text.encode()
        with self.session.lock:
            self._said.clear()
            self._wrong.clear()
            status = lib.script_run(self.handle, path.encode(), raw, len(raw))
            said, wrong = "".join(self._said), "".join(self._wrong)
        if status != c.OK:
            raise ScriptError(wrong.rstrip() or "a command failed", said)
        return said

    def run_file(self, path: str) -> str:
        """Carries out the commands of a file; what they answer."""
        with open(path, encoding="utf-8") as f:
            return self.run(f.read(), os.fspath(path))

    def complete(self, begun: str) -> List[str]:
        """Words that what was typed may become."""
        found = []
        with self.session.lock:
            words = lib.script_complete(self.handle, begun.encode())
            for i in range(100000):
                if not words[i]:
                    break
                found.append(words[i].decode())
        return found
