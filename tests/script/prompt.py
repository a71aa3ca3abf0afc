# RUN: python3 %s %b/causeway
# CHECK: the shell goes on
"""At a prompt: Ctrl-C drops the line and keeps the shell, '=' is answered with ':=', a bare quit ends it."""
import os
import pty
import re
import select
import sys
import time

child, terminal = pty.fork()
if child == 0:
    os.environ.update(TERM="xterm", HOME=os.getcwd(), XDG_STATE_HOME=os.getcwd())
    os.execv(sys.argv[1], [sys.argv[1], "shell"])


def until(word, seconds=20):
    """What the shell says until it says this."""
    said, end = "", time.time() + seconds
    while time.time() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                said += os.read(terminal, 65536).decode(errors="replace")
            except OSError:
                break
            plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", said)
            if word in plain:
                return plain
    raise AssertionError("no %r in %r" % (word, said))


def say(text):
    os.write(terminal, text.encode())


until(">>> ")
say("abc")
until("abc")
say("\x03")
until(">>> ")
say("20+3\n")
until("Integer: 23")
say("simulate(Modelica.Blocks\n")
until("... ")
say("\x03")
until(">>> ")
say("20+4\n")
assert "error" not in until("Integer: 24")
say("x = 3\n")
until("write x := 3")
say("quit\n")
for _ in range(100):
    done, status = os.waitpid(child, os.WNOHANG)
    if done:
        break
    try:
        os.read(terminal, 4096)
    except OSError:
        pass
    time.sleep(0.05)
assert done and os.waitstatus_to_exitcode(status) == 0, status
print("the shell goes on")
