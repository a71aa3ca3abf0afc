# RUN: python3 %s %r
# CHECK: the picture of the house is true
"""docs/house.svg shows which room includes which: a new line between rooms is drawn on purpose, or not at all."""
import os
import re
import subprocess
import sys

root = sys.argv[1]
script, page = os.path.join(root, "script", "house"), os.path.join(root, "docs", "house.svg")


def edges(svg):
    """Of the title: `room: rooms it includes; ...`."""
    title = re.search(r"<title>[^.]*\. (.*?)</title>", svg, re.S)
    return {tuple([room, below]) for part in (title.group(1).split("; ") if title else [])
            for room, _, rest in [part.partition(": ")] for below in rest.split() if below != "nothing"}


made = subprocess.run([sys.executable, script], stdout=subprocess.PIPE, text=True, check=True).stdout
with open(page, encoding="utf-8") as f:
    stored = f.read()
for room, below in sorted(edges(made) - edges(stored)):
    print("%s now includes %s" % (room, below))
for room, below in sorted(edges(stored) - edges(made)):
    print("%s no longer includes %s" % (room, below))
if made != stored:
    print("when that is meant: script/house > docs/house.svg")
    sys.exit(1)
print("the picture of the house is true")
