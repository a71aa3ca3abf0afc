"""Notebooks: the cell magic %%modelica, and a kernel whose cells are Modelica or Python."""
from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any, Optional

from .errors import CausewayError
from .model import Model, Session

_STARTS = re.compile(r"\s*(?://[^\n]*\n\s*|/\*.*?\*/\s*)*(?:within\b|final\s|encapsulated\s|partial\s|expandable\s|operator\s|pure\s|impure\s)*"
                     r"(?:model|block|package|function|class|connector|record|type)\s+\w+", re.S)
_session: Optional[Session] = None
_cells = 0


def is_modelica(cell: str) -> bool:
    """Does the cell define classes?"""
    return bool(_STARTS.match(cell)) or cell.lstrip().startswith("within")


def define(cell: str, name: str = "") -> Model:
    """Reads the classes of a cell, beside those of cells before it; the model it is about.  A class that an earlier cell
    defined gives way."""
    global _session, _cells
    if _session is None:
        _session = Session()
    _cells += 1
    last = _session.define(cell, "modelica cell %d" % _cells)
    return Model(_session, name or last)


def _run_cell(namespace: Any, line: str, cell: str) -> Optional[Model]:
    words = line.split()
    try:
        model = define(cell, words[0] if words else "")
    except CausewayError as error:
        print(error, file=sys.stderr)
        return None
    namespace[model.name.rsplit(".", 1)[-1]] = model
    return model


def register(shell: Any) -> None:
    """Gives an IPython shell the magic: the model of the cell gets its own name as a variable."""
    def modelica(line: str, cell: str) -> Optional[Model]:
        return _run_cell(shell.user_ns, line, cell)
    shell.register_magic_function(modelica, magic_kind="cell", magic_name="modelica")


def kernel_spec() -> dict:
    return {"argv": [sys.executable, "-m", "causeway.jupyter", "-f", "{connection_file}"], "display_name": "Causeway",
            "language": "modelica", "env": {"PYTHONPATH": str(Path(__file__).resolve().parent.parent)}}


def install(folder: Optional[str] = None) -> str:
    """Writes the kernel's description where Jupyter looks for it; the path."""
    data = folder or os.environ.get("JUPYTER_DATA_DIR") or os.path.join(
        os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share"), "jupyter")
    place = Path(data) / "kernels" / "causeway"
    place.mkdir(parents=True, exist_ok=True)
    path = place / "kernel.json"
    path.write_text(json.dumps(kernel_spec(), indent=1) + "\n", encoding="utf-8")
    return str(path)


def main() -> None:
    if sys.argv[1:2] == ["install"]:
        print(install(*sys.argv[2:3]))
        return
    from ipykernel.ipkernel import IPythonKernel
    from ipykernel.kernelapp import IPKernelApp

    class CausewayKernel(IPythonKernel):  # type: ignore[misc]
        implementation = "causeway"
        banner = "Causeway: cells are Modelica classes or Python"

        def __init__(self, **options: Any) -> None:
            super().__init__(**options)
            self.shell.run_cell("import causeway as cw", store_history=False)
            register(self.shell)
            self.shell.input_transformers_cleanup.append(_mark)

    IPKernelApp.launch_instance(kernel_class=CausewayKernel)


def _mark(lines: list) -> list:
    """A cell of Modelica classes needs no magic."""
    return ["%%modelica\n"] + lines if is_modelica("".join(lines)) else lines


if __name__ == "__main__":
    main()
