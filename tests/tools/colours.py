# RUN: python3 %s
# CHECK: on a terminal: coloured
# CHECK: with NO_COLOR: plain
# CHECK: into a pipe: plain
"""Messages are coloured on a terminal, unless NO_COLOR is set (no-color.org), and nowhere else."""
import os
import pty
import subprocess


def said(environment, terminal):
    command = ["causeway", "check", "no_such_file.mo"]
    if not terminal:
        return subprocess.run(command, stderr=subprocess.PIPE, env=environment).stderr
    master, slave = pty.openpty()
    subprocess.run(command, stdout=slave, stderr=slave, env=environment)
    os.close(slave)
    text = b""
    try:
        while chunk := os.read(master, 4096):
            text += chunk
    except OSError:
        pass
    os.close(master)
    return text


def judge(text):
    assert b"TOOL0005" in text, text
    return "coloured" if b"\x1b[" in text else "plain"


plain = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
plain["TERM"] = "xterm"
print("on a terminal:", judge(said(plain, True)))
print("with NO_COLOR:", judge(said({**plain, "NO_COLOR": "1"}, True)))
print("into a pipe:", judge(said(plain, False)))
