# RUN: python3 %s
# REQUIRES: release
# TIMEOUT: 240
# CHECK: ladder in time
"""A ladder of 1e5 stages, in a row and as models of ten models of ten models ..., is entered, partitioned and listed within 5 s of
processor time.  The work grows with an exponent of at most 1.1: measured in instructions where valgrind can count them, because
times on a busy machine say more about its caches; else by the least of several times."""
import math
import re
import resource
import shutil
import subprocess
import sys

STAGE = """model type stage
  cut IN(va / ia), OUT(vb / -ib)
  main path P <IN - OUT>
  parameter R = 1.0, C = 1.0
  va - vb = R*ia
  C*der(vb) = ia - ib
end
model type open
  main cut A(v / i)
  i = 0
end
model type source
  main cut A(v / .)
  external u
  v = u
end
"""


def chain(words):
    return "  connect %s\n" % " - ".join(words)


def in_a_row(n):
    stages = ["s%d" % i for i in range(n)]
    return STAGE + "model ladder\n  input u\n  submodel source, open\n  submodel (stage) %s\n%send\n" % (
        " ".join(stages), chain(["source"] + stages + ["open"]))


def nested(n):
    text, kind, ten = STAGE, "stage", ["s%d" % i for i in range(10)]
    while n > 1:
        n //= 10
        text += "model type of%d\n  submodel (%s) %s\n  cut IN s0:IN, OUT s9:OUT\n  main path P <IN - OUT>\n%send\n" % (
            n, kind, " ".join(ten), chain(ten))
        kind = "of%d" % n
    return text + "model ladder\n  input u\n  submodel source, open\n  submodel (%s) all\n  connect source - all - open\nend\n" % kind


def listed(make, n, *under):
    text = make(n) + "partition\noutput solved equations\n"
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run = subprocess.run([*under, shutil.which("causeway"), "classic"], input=text, capture_output=True, text=True, check=True)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    # of each stage two equations and two of its connection, one of the source and two of the open end
    assert run.stdout.count("\n") == 4 * n + 5, (n, run.stdout[:300], run.stdout[-300:])
    return spent, run.stderr


def instructions(make, n):
    spent, said = listed(make, n, "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")
    return int(re.search(r"refs:\s+([0-9,]+)", said).group(1).replace(",", ""))


for make in in_a_row, nested:
    large = min(listed(make, 100000)[0] for i in range(3))
    if shutil.which("valgrind"):
        unit, slope = "instructions", math.log10(instructions(make, 10000) / instructions(make, 1000))
    else:
        unit, slope = "time", math.inf
        for attempt in range(8):
            slope = min(slope, math.log10(large / min(listed(make, 10000)[0] for i in range(5))))
            large = min(large, listed(make, 100000)[0])
    print("%s: 1e5 stages in %.2f s, slope of %s %.2f" % (make.__name__, large, unit, slope))
    if large > 5 or slope > 1.1:
        sys.exit("too slow")
print("ladder in time")
