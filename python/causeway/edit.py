"""Edits of classes: each changes spans of bytes of their text, and the rest stays as the user wrote it."""
import ctypes
from dataclasses import dataclass
from typing import Any, Sequence, Tuple

from . import _library as c
from ._library import library as lib


@dataclass(frozen=True)
class Edit:
    """What an edit changes: bytes `start` to `end` of the text of `path` become `text`, for each of `spans`.

    text: the whole text that results; remark: what is left to do, or "".
    """

    path: str
    spans: Tuple[Tuple[int, int, str], ...]
    text: str
    remark: str


def _numbers(values: Sequence[Any]) -> str:
    flat = [x for v in values for x in (v if isinstance(v, (tuple, list)) else (v,))]
    return " ".join(repr(float(x)) for x in flat)


class Edits:
    """The edits of a session.  They change the session's text at once (apply=False: they only say what would change);
    `save` writes it to disk."""

    handle: Any
    lock: Any

    def edit(self, class_name: str, verb: str, *arguments: str, apply: bool = True) -> Edit:
        """An edit by its name in the library (causeway_edit_verbs)."""
        raw = (ctypes.c_char_p * max(1, len(arguments)))(*[a.encode() for a in arguments])
        out = c.EditResult(size=ctypes.sizeof(c.EditResult))
        with self.lock:
            lib.clear_diagnostics(self.handle)
            status = lib.edit(self.handle, class_name.encode(), verb.encode(), len(arguments), raw, apply, ctypes.byref(out))
            self.check(status, "%s was not edited" % class_name)  # type: ignore[attr-defined]
            spans = tuple((s.contents.start, s.contents.end, s.contents.text.decode())
                          for s in (out.spans[i] for i in range(out.nspans)))
            return Edit(out.path.decode(), spans, ctypes.string_at(out.text, out.length).decode(), out.remark.decode())

    def add_component(self, class_name: str, type: str, name: str, prefixes: str = "", modifiers: str = "", value: str = "",
                      comment: str = "", annotation: str = "", apply: bool = True) -> Edit:
        """Declares a component: add_component("M", "Gain", "g", modifiers="(k = 2)")."""
        return self.edit(class_name, "addComponent", type, name, prefixes, modifiers, value, comment, annotation, apply=apply)

    def remove_component(self, class_name: str, name: str, apply: bool = True) -> Edit:
        """Removes a component and the connections that name it; `remark` tells other uses."""
        return self.edit(class_name, "removeComponent", name, apply=apply)

    def connect(self, class_name: str, a: str, b: str, annotation: str = "", apply: bool = True) -> Edit:
        """Adds connect(a, b)."""
        return self.edit(class_name, "addConnection", a, b, annotation, apply=apply)

    def disconnect(self, class_name: str, a: str, b: str, apply: bool = True) -> Edit:
        """Removes connect(a, b), written in either order."""
        return self.edit(class_name, "removeConnection", a, b, apply=apply)

    def set_value(self, class_name: str, component: str, value: str, apply: bool = True) -> Edit:
        """The value in a declaration; "" removes it."""
        return self.edit(class_name, "setValue", component, value, apply=apply)

    def set_modifier(self, class_name: str, path: str, value: str, base: str = "", apply: bool = True) -> Edit:
        """A modifier, "g.k"; "" removes it.  Of inherited components the extends clause is modified (`base`: which)."""
        return self.edit(class_name, "setModifier", path, value, base, apply=apply)

    def redeclare(self, class_name: str, path: str, element: str, base: str = "", apply: bool = True) -> Edit:
        """redeclare("M", "tank.Medium", "package Medium = Air")."""
        return self.edit(class_name, "redeclare", path, element, base, apply=apply)

    def set_type(self, class_name: str, component: str, type: str, apply: bool = True) -> Edit:
        """Another type for a component."""
        return self.edit(class_name, "setType", component, type, apply=apply)

    def set_dimensions(self, class_name: str, component: str, dimensions: str, apply: bool = True) -> Edit:
        """Sizes of a component, "3, n"; "" makes it a scalar."""
        return self.edit(class_name, "setDimensions", component, dimensions, apply=apply)

    def set_condition(self, class_name: str, component: str, condition: str, apply: bool = True) -> Edit:
        """The condition behind `if`; "" removes it."""
        return self.edit(class_name, "setCondition", component, condition, apply=apply)

    def set_comment(self, class_name: str, text: str, component: str = "", apply: bool = True) -> Edit:
        """The description of a component, or of the class."""
        return self.edit(class_name, "setComment", component, text, apply=apply)

    def set_annotation(self, class_name: str, path: str, value: str, component: str = "", apply: bool = True) -> Edit:
        """An argument of an annotation, "experiment.StopTime", of the class or of a component."""
        return self.edit(class_name, "setAnnotation", component, path, value, apply=apply)

    def place(self, class_name: str, component: str, extent: Sequence[Any], origin: Sequence[float] = (0, 0),
              rotation: float = 0, apply: bool = True) -> Edit:
        """Where a component stands in the diagram: extent (x1, y1, x2, y2) around the origin."""
        return self.edit(class_name, "setPlacement", component, _numbers(extent), _numbers(origin), repr(float(rotation)), apply=apply)

    def set_line(self, class_name: str, a: str, b: str, points: Sequence[Any], colour: str = "", apply: bool = True) -> Edit:
        """The line of connect(a, b): points [(x, y), ...]."""
        return self.edit(class_name, "setLine", a, b, _numbers(points), colour, apply=apply)

    def add_class(self, class_name: str, text: str, apply: bool = True) -> Edit:
        """A class text at the end of a package."""
        return self.edit(class_name, "addClass", text, apply=apply)

    def remove_class(self, class_name: str, apply: bool = True) -> Edit:
        """Removes a class from its text."""
        return self.edit(class_name, "removeClass", apply=apply)

    def source(self, class_name: str) -> str:
        """The text that holds a class, as the session has it."""
        n = ctypes.c_size_t()
        with self.lock:
            lib.clear_diagnostics(self.handle)
            text = lib.class_source(self.handle, class_name.encode(), None, ctypes.byref(n))
            self.check(c.OK if text else 1, "%s has no text" % class_name)  # type: ignore[attr-defined]
            return ctypes.string_at(text, n.value).decode()

    def set_source(self, class_name: str, text: str) -> None:
        """Another text in place of that which holds a class."""
        path, raw = ctypes.c_char_p(), text.encode()
        with self.lock:
            lib.clear_diagnostics(self.handle)
            found = lib.class_source(self.handle, class_name.encode(), ctypes.byref(path), None)
            self.check(c.OK if found else 1, "%s has no text" % class_name)  # type: ignore[attr-defined]
            lib.overlay(self.handle, bytes(path.value or b""), raw, len(raw))

    def save(self, class_name: str) -> None:
        """Writes the text that holds a class to its file."""
        with self.lock:
            lib.clear_diagnostics(self.handle)
            self.check(lib.save_class(self.handle, class_name.encode()), "%s was not saved" % class_name)  # type: ignore[attr-defined]
