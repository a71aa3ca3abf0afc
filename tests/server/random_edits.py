# RUN: python3 %s
# CHECK: random edits: nothing stale
# TIMEOUT: 180
"""Hundreds of random edits, most of which break the text, with questions in between: the server never goes away, answers
everything, and what it tells in the end is what a fresh look tells.  `bench/server --edits 100000` does more of it."""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, uri
from texts import big, random_edit

os.makedirs("w", exist_ok=True)
rng = random.Random(3)
text = big(120)
name = uri("w/Big.mo")
c = Client(root="w")
c.open(name, text)
QUESTIONS = ["hover", "definition", "completion", "signatureHelp", "documentHighlight", "typeDefinition", "linkedEditingRange"]
WHOLE = ["documentSymbol", "foldingRange", "semanticTokens/full", "documentColor", "documentLink", "codeLens"]
for i in range(600):
    old = c.texts[name]
    if i % 60 == 0:
        c.change(name, 0, len(old), text)
    else:
        c.change(name, *random_edit(rng, old))
    if i % 5 == 0:
        c.at(rng.choice(QUESTIONS), name, rng.randrange(len(c.texts[name]) + 1))
    if i % 11 == 0:
        c.about(rng.choice(WHOLE), name)
    if i % 60 == 59:
        had = c.settled(name)
        fresh = Client(root="w")
        fresh.open(name, c.texts[name])
        want = fresh.settled(name)
        fresh.close()
        stale, missing = {str(d) for d in had} - {str(d) for d in want}, {str(d) for d in want} - {str(d) for d in had}
        if stale or missing:
            raise SystemExit("edit %d: stale %s, missing %s" % (i, list(stale)[:2], list(missing)[:2]))
assert c.close() == 0
print("random edits: nothing stale")
