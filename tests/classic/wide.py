# RUN: python3 %s
# CHECK: wide models passed
"""A node with 1e5 parts, whose sum has as many terms, and a sum written with 1e5 terms: no limit of the stack is met."""
import subprocess
import sys


def run(text):
    p = subprocess.run(["causeway", "classic"], input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if p.returncode:
        sys.exit("exit code %d\n%s" % (p.returncode, p.stdout[-500:]))
    return p.stdout


n = 100000
star = run("""model type load
  main cut A(v / i)
  parameter R = 2.0
  v = R*i
end
model type source
  main cut A(v / -i)
  v = 6
end
model star
  submodel source
  submodel (load) %s
  node n
  connect source at n, %s
end
set Eliminate on
partition
output solved equations
language c
outfile star.c
output model
""" % (" ".join("l%d" % i for i in range(n)), ", ".join("l%d at n" % i for i in range(n))))
assert "l2.i + l1.i + l0.i\n" in star and star.count("\n") == n + 4, star[-200:]
long = run("model long\n  local x, y, z\n  der(x) = 1\n  z = %s\n  y = z\nend\noutput solved equations\nvariable state y\ndifferentiate\n"
           "output equations\n" % " + ".join(["x"] * n))
assert long.count("derx + derx") > 1000, long[-200:]
sum_ = run("model long\n  local x, y\n  x = 1\n  y = %s\nend\nsimulate\nlist y\n" % " + ".join(["x"] * n))
assert "unknown  %d\n" % n in sum_, sum_[-200:]
print("wide models passed")
