# RUN: python3 %s %r/tests/fmi/Plant.mo
# CHECK: 1  tau
# CHECK: 9 is none of them
# CHECK: causeway emi {{.*}}Plant.mo Plant.Motor --inputs 'tau' --outputs 'w,w1' --parameters 'J2' -o asked.so
# CHECK: the same library
# CHECK: error[TOOL0004]: the answers end before the last question
# CHECK: at a terminal too
"""`causeway emi` without a model asks: answers from a pipe, too few answers, answers typed at a terminal."""
import os
import pty
import subprocess
import sys

plant = sys.argv[1]
answers = plant + " Plant.Motor\n1\nw w1\n9\nJ2\nasked.so\n"
done = subprocess.run(["causeway", "emi"], input=answers, text=True, capture_output=True)
print(done.stdout, done.stderr)
assert done.returncode == 0
subprocess.run(["causeway", "emi", plant, "Plant.Motor", "--inputs", "tau", "--outputs", "w,w1", "--parameters", "J2",
                "-o", "told.so", "--quiet"], check=True)
if open("asked.so", "rb").read() == open("told.so", "rb").read():
    print("the same library")
few = subprocess.run(["causeway", "emi"], input=plant + " Plant.Motor\n", text=True, capture_output=True)
print(few.stderr)
assert few.returncode == 1

child, terminal = pty.fork()
if child == 0:
    os.execvp("causeway", ["causeway", "emi"])
seen = b""
for wanted, answer in [(b"Model", plant + " Plant.Hybrid"), (b"names [", ""), (b"names [", "none"), (b"Library [", "typed.so")]:
    while wanted not in seen:
        seen += os.read(terminal, 4096)
    seen = seen[seen.index(wanted) + len(wanted):]
    os.write(terminal, (answer + "\n").encode())
try:
    while os.read(terminal, 4096):
        pass
except OSError:
    pass
if os.waitpid(child, 0)[1] == 0 and os.path.getsize("typed.so"):
    print("at a terminal too")
