# RUN: python3 %s
# CHECK: terminal session passed
"""The shell at a terminal (a pty): prompt, editing within a line, history by the arrow keys, completion of commands, options, variables and
file names; a model typed line by line; an error does not end the session."""
import os
import pty
import re
import select
import sys
import termios
import time

with open("a_small_model.dym", "w") as f:
    f.write("model small\n  local speed\n  speed = 42\nend\nsimulate\nlist speed\n")
pid, terminal = pty.fork()
if pid == 0:
    os.environ["TERM"] = "xterm"
    os.execvp("causeway", ["causeway", "classic"])
seen = ""


def read(until, seconds=30):
    """Reads what the terminal shows until a pattern is there; returns what came since the last call."""
    global seen
    came, end = "", time.time() + seconds
    while not re.search(until, came):
        ready, _, _ = select.select([terminal], [], [], max(0, end - time.time()))
        if not ready:
            sys.exit("waiting for %r, the terminal shows %r" % (until, came))
        try:
            data = os.read(terminal, 4096)
        except OSError:
            data = b""
        if not data:
            break
        came += re.sub("\x1b\\[[0-9;?]*[a-zA-Z]", "", data.decode(errors="replace"))
    seen += came
    return came


def send(keys):
    """Types, once the line editor listens: it has switched the terminal's own editing off."""
    end = time.time() + 30
    while termios.tcgetattr(terminal)[3] & termios.ICANON and time.time() < end:
        time.sleep(0.01)
    os.write(terminal, keys.encode())


def say(line, until="\n(.*\n)*> $"):
    send(line + "\r")
    return read(until)


def expect(text, pattern):
    if not re.search(pattern, text):
        sys.exit("%r is not in %r" % (pattern, text))


expect(read("> $"), "`help` lists the commands")
expect(say("partition"), "no model has been entered")               # the session goes on
send("differ\t")                                                      # completion of a command
read("entiate")
expect(say(""), "no model has been entered")
for line in ["model circuit", "  input source", "  output voltage", "  local charge", "  der(charge) = source - voltage"]:
    expect(say(line, "  $"), "")                                     # the prompt inside a model is blank
say("  voltage = 2*charge", "  $")
say("end")
send("set Elim\t")                                                    # of an option
read("inate")
say("on")
send("variable known sou\t")                                          # of a variable
read("rce")
say("")
say("initial source = 4")
say("experiment stopTime = 10")
expect(say("simulate"), "Time 0 to 10")
expect(say("list voltage"), r"voltage +unknown +(4|3\.99999|4\.00000)")
send("\x1b[A")                                                        # arrow up: the last line again
read("list voltage")
expect(say(""), r"voltage +unknown")
send("\x1b[A\x1b[A\x1b[A")                                             # further up, past the repetition
read("simulate")
expect(say(""), "Time 0 to 10")
send("lixst voltage\x01\x1b[C\x1b[C\x04")                               # to the beginning, two to the right, delete a character
expect(say(""), r"voltage +unknown")
send("list voltagexx\x7f\x7f")                                         # backspace
expect(say(""), r"voltage +unknown")
send("nonsense\x15list charge")                                        # the whole line thrown away
expect(say(""), r"charge +state +(2|1\.99999|2\.00000)")
send("@a_small_m\t")                                                  # of a file name
read("odel.dym")
expect(say(""), "speed +unknown +42")
expect(say("LIST SPEED"), "> ")
expect(say("List speed"), "speed +unknown +42")                      # commands in any case
expect(say("plot speed"), "speed")
send("stop\r")
_, status = os.waitpid(pid, 0)
if os.waitstatus_to_exitcode(status) != 2:                            # there were errors on the way
    sys.exit("exit code %d" % os.waitstatus_to_exitcode(status))
print("terminal session passed")
