# RUN: python3 %s
# CHECK: refused: 160 of 160
# CHECK: an old pointer is refused
# A saved state that anything has changed is refused, whichever bit it is.
import os, random, subprocess

open("k.mo", "w").write("""model K
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  parameter Real a = 2;
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -a*x;
  when sample(0, 0.1) then
    n = pre(n) + 1;
  end when;
end K;
""")
run = lambda *words: subprocess.run(["causeway", "simulate", "k.mo", "-o", os.devnull, *words], capture_output=True, text=True)
assert run("--save-state", "k.state@5", "--stop", "10").returncode == 0
good = open("k.state", "rb").read()
assert run("--restore", "k.state", "--stop", "10").returncode == 0
random.seed(7)
refused = 0
for k in range(160):
    data = bytearray(good)
    bit = k if k < 8 else random.randrange(8 * len(good))
    if k >= 140:
        data = data[:random.randrange(len(good))] if k < 150 else data + b"x" * (k - 149)
    else:
        data[bit // 8] ^= 1 << bit % 8
    open("bad.state", "wb").write(data)
    p = run("--restore", "bad.state", "--stop", "10")
    refused += p.returncode == 1 and "error[RT0006]" in p.stderr
print("refused: %d of 160" % refused)
open("bad.state", "wb").write(good[:-16])  # as versions without a checksum wrote it
print("an old pointer is refused" if "error[RT0006]" in run("--restore", "bad.state").stderr else "taken")
