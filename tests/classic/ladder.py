# RUN: python3 %s
# REQUIRES: release
# CHECK: ladder in time
"""A ladder of 1e5 stages is entered, partitioned and listed within 5 s of processor time, growing linearly."""
import math
import resource
import subprocess


def seconds(n):
    text = ("model type stage\n  cut A(va / ia), B(vb / -ib)\n  main path P <A - B>\n  parameter R = 1.0, C = 1.0\n  va - vb = R*ia\n"
            "  C*der(vb) = ia - ib\nend\nmodel ladder\n  input u\n  submodel (stage) %s\n  connect %s\n  s0.va = u\n  s%d.ib = 0\nend\n"
            "partition\noutput solved equations\n" % (" ".join("s%d" % i for i in range(n)), " - ".join("s%d" % i for i in range(n)), n - 1))
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    out = subprocess.run(["causeway", "classic"], input=text, stdout=subprocess.PIPE, text=True, check=True).stdout
    lines = out.count("\n")
    assert lines == 4 * n + 2, lines
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


small, large = seconds(20000), seconds(100000)
slope = math.log(large / small) / math.log(5)
print("1e5 stages: %.2f s, slope %.2f" % (large, slope))
if large < 5 and slope < 1.3:  # the mark is 1.1; a loaded machine gets some air
    print("ladder in time")
