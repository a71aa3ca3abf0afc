# RUN: python3 %s
# CHECK: terminal in order
"""The shell on a terminal: editing, completion, commands of several lines, history of the session before."""
import os
import pty
import re
import select
import sys
import time

home = os.getcwd()


def talk(lines, wanted):
    """Types lines; all that was shown.  Waits for each text wanted."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(HOME=home, XDG_STATE_HOME=home + "/state", TERM="xterm", COLUMNS="100")
        os.execvp("causeway", ["causeway", "shell"])
    shown = ""

    def read_until(text, limit=20.0):
        nonlocal shown
        end = time.time() + limit
        while text not in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", shown):
            if time.time() > end:
                sys.exit("waited for %r, saw:\n%s" % (text, shown))
            if select.select([terminal], [], [], 0.1)[0]:
                try:
                    shown += os.read(terminal, 65536).decode(errors="replace")
                except OSError:
                    return
    read_until(">>> ")
    for line, want in zip(lines, wanted):
        shown = ""
        for _ in range(200 if line == "\x03" else 0):  # Ctrl-C when the run has begun
            if os.path.exists(home + "/Long_res.mat"):
                break
            time.sleep(0.1)
        os.write(terminal, line.encode())
        read_until(want)
    os.write(terminal, b"exit()\n")
    os.waitpid(pid, 0)
    os.close(terminal)


talk(["a := 6*7\n", "getErr\t\n", "for i in 1:3 loop\n", "a := a + i;\n", "end for;\n", "a\n", "model Decay Real x(start = 1); equation der(x) = -x; end Decay;\n",
      "checkModel(Dec\t)\n", "nothing\n"],
     ["Integer: 42", "getErrorString", "... ", "... ", ">>> ", "Integer: 48", "TypeName[1]: {Decay}", "Class Decay has 1 equation(s)",
      "error[INST0502]: nothing is not declared here"])
talk(["model Long Real x(start = 1, fixed = true), y(start = 0, fixed = true); equation der(x) = 1e3*y; der(y) = -1e3*x; end Long;\n",
      "simulate(Long, stopTime = 1e6, numberOfIntervals = 2)\n", "\x03", "1 + 1\n"],
     ["{Long}", "stopTime = 1e6", "interrupted", "Integer: 2"])
assert "a := 6*7" in open(home + "/state/causeway/history").read().replace("\\040", " ")
talk(["\x1b[A" * 9 + "\n"], ["Decay"])
print("terminal in order")
