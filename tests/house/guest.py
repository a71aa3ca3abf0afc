# RUN: python3 %s %r
# CHECK: a good guest
"""The runtime lives in somebody else's process: it writes to no terminal, handles no signals, ends nothing."""
import os
import re
import sys

root = sys.argv[1]
FORBIDDEN = re.compile(r"\b(stdout|stderr|printf\(\"|puts\(|fputs\(|signal\(|sigaction\(|sigaltstack\(|alarm\(|_?[eE]xit\(|abort\(|"
                       r"pthread_sigmask\()")
# The end of a process that nobody guards.
ALLOWED = {"src/base/guard.c"}
wrong = []
for room in ("base", "runtime", "model"):
    folder = os.path.join(root, "src", room)
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        path = "src/%s/%s" % (room, name)
        if not name.endswith((".c", ".h")) or path in ALLOWED:
            continue
        with open(os.path.join(root, path), encoding="utf-8") as f:
            text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group(0).count("\n"), f.read(), flags=re.S)
        for n, line in enumerate(text.splitlines(), 1):
            m = FORBIDDEN.search(line)
            if m:
                wrong.append("%s:%d: %s" % (path, n, line.strip()))
print("\n".join(wrong))
if wrong:
    sys.exit(1)
print("a good guest")
