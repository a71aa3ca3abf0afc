"""Curves as SVG, without any other package: panels above each other with one axis of time."""
from __future__ import annotations

import html
import math
from typing import List, Sequence, Tuple

import numpy as np

COLOURS = ("#1f77b4", "#d65f0e", "#2c9932", "#c72735", "#8058b0", "#0db89e")
WIDTH, LEFT, RIGHT, HEIGHT, ROW = 560.0, 64.0, 14.0, 110.0, 15.0
Panel = Tuple[str, List[Tuple[str, np.ndarray]]]


def _step(span: float, count: int) -> float:
    """1, 2 or 5 times a power of ten that gives about so many ticks."""
    rough = span / count
    power = 10.0 ** math.floor(math.log10(rough))
    return power * next(m for m in (1.0, 2.0, 5.0, 10.0) if m * power >= rough * 0.999)


def _ticks(low: float, high: float, count: int) -> List[float]:
    step = _step(high - low, count)
    first = math.ceil(low / step - 1e-9)
    return [i * step for i in range(first, math.floor(high / step + 1e-9) + 1)]


def _range(columns: Sequence[np.ndarray], margin: float) -> Tuple[float, float]:
    finite = np.concatenate([c[np.isfinite(c)] for c in columns]) if columns else np.zeros(0)
    if not len(finite):
        return 0.0, 1.0
    low, high = float(finite.min()), float(finite.max())
    if not high - low > 1e-12 * max(abs(low), abs(high)):
        half = abs(low) * 0.1 or 1.0
        return low - half, high + half
    return low - margin * (high - low), high + margin * (high - low)


def _points(time: np.ndarray, column: np.ndarray, x: Tuple[float, float], y: Tuple[float, float], top: float) -> str:
    """A path: of many points the least and greatest of each stretch."""
    n = len(column)
    keep = np.arange(n)
    if n > 2000:
        edges = np.linspace(0, n, 501).astype(int)
        parts = [(a + int(np.argmin(column[a:b])), a + int(np.argmax(column[a:b])), b - 1)
                 for a, b in zip(edges[:-1], edges[1:]) if b > a]
        keep = np.unique(np.array([0] + [i for part in parts for i in part]))
    words, down = [], False
    for i in keep:
        if not math.isfinite(column[i]):
            down = False
            continue
        across = LEFT + (time[i] - x[0]) / (x[1] - x[0]) * (WIDTH - LEFT - RIGHT)
        words.append("%s%.1f %.1f" % ("L" if down else "M", across, top + HEIGHT * (y[1] - column[i]) / (y[1] - y[0])))
        down = True
    return "".join(words)


def _axes(x: Tuple[float, float], y: Tuple[float, float], top: float, last: bool) -> List[str]:
    lines = []
    for value in _ticks(y[0], y[1], 4):
        at = top + HEIGHT * (y[1] - value) / (y[1] - y[0])
        lines.append('<path class="g" d="M%g %.1fH%g"/><text x="%g" y="%.1f" text-anchor="end">%.6g</text>'
                     % (LEFT, at, WIDTH - RIGHT, LEFT - 5, at + 4, value))
    for value in _ticks(x[0], x[1], 8):
        at = LEFT + (value - x[0]) / (x[1] - x[0]) * (WIDTH - LEFT - RIGHT)
        lines.append('<path class="g" d="M%.1f %gV%g"/>' % (at, top, top + HEIGHT))
        if last:
            lines.append('<text x="%.1f" y="%g" text-anchor="middle">%.6g</text>' % (at, top + HEIGHT + 14, value))
    return lines


def _panel(time: np.ndarray, panel: Panel, x: Tuple[float, float], top: float, colour: int, last: bool) -> Tuple[List[str], float]:
    """A legend, then the field; the place below."""
    unit, members = panel
    parts = []
    for i, (name, _) in enumerate(members):
        top += ROW
        parts.append('<text x="%g" y="%g" fill="%s">%s</text>' % (LEFT, top - 4, COLOURS[(colour + i) % len(COLOURS)], html.escape(name)))
    y = _range([column for _, column in members], 0.05)
    parts += _axes(x, y, top, last)
    if unit:
        parts.append('<text transform="translate(12 %g) rotate(-90)" text-anchor="middle">[%s]</text>' % (top + HEIGHT / 2, html.escape(unit)))
    for i, (_, column) in enumerate(members):
        parts.append('<path fill="none" stroke="%s" stroke-width="1.5" d="%s"/>'
                     % (COLOURS[(colour + i) % len(COLOURS)], _points(time, column, x, y, top)))
    return parts, top + HEIGHT + 8


def svg(time: np.ndarray, label: str, panels: Sequence[Panel]) -> str:
    """Panels of (unit, [(name, column)]) over time."""
    x, top, colour = _range([time], 0.0), 2.0, 0
    parts: List[str] = []
    for k, panel in enumerate(panels):
        more, top = _panel(time, panel, x, top, colour, k == len(panels) - 1)
        parts += more
        colour += len(panel[1])
    if panels:
        parts.append('<text x="%g" y="%g" text-anchor="middle">%s</text>' % ((LEFT + WIDTH - RIGHT) / 2, top + 22, html.escape(label)))
        top += 28
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" font-size="11" font-family="sans-serif" '
            'fill="#333"><style>.g{stroke:#ddd;fill:none}</style>%s</svg>' % (WIDTH, top, WIDTH, "".join(parts)))
