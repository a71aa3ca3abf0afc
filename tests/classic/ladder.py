# RUN: python3 %s
# REQUIRES: release
# TIMEOUT: 240
# CHECK: ladder in time
"""A ladder of 1e5 stages, in a row and as models of ten models of ten models ..., is entered, partitioned and listed within 5 s of
processor time, and the time grows with an exponent of at most 1.1 between 1e4 and 1e5 stages.  Times are the least of several runs:
what else the machine does only adds."""
import math
import resource
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


def seconds(make, n):
    text = make(n) + "partition\noutput solved equations\n"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(["causeway", "classic"], input=text, stdout=subprocess.PIPE, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # of each stage two equations and two of its connection, one of the source and two of the open end
    assert out.count("\n") == 4 * n + 5, (make, n, out.count("\n"), out[:300], out[-300:])
    return after.ru_utime - before.ru_utime


for make in in_a_row, nested:
    small = large = math.inf
    for attempt in range(8):
        small = min([small] + [seconds(make, 10000) for i in range(3)])
        large = min(large, seconds(make, 100000))
        slope = math.log10(large / small)
        if attempt > 0 and large <= 5 and slope <= 1.1:
            break
    print("%s: 1e5 stages in %.2f s, slope %.2f" % (make.__name__, large, slope))
    if large > 5 or slope > 1.1:
        sys.exit("too slow")
print("ladder in time")
