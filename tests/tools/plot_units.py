"""Is a unit as long on both axes of a drawing?  By the numbers beside its axes."""
import re
import sys

text = open(sys.argv[1]).read()


def scale(pattern):
    places = [(float(at), float(value)) for at, value in re.findall(pattern, text)]
    (p, a), (q, b) = places[0], places[1]
    return abs((q - p) / (b - a))


across = scale(r"<text x='([\d.]+)' y='[\d.]+' text-anchor='middle'>(-?[\d.e+]+)<")
up = scale(r"<text x='[\d.]+' y='([\d.]+)' text-anchor='end'>(-?[\d.e+]+)<")
print("equal scales" if abs(across - up) < 0.01 * up else "other scales")
