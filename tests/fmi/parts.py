# REQUIRES: release
# RUN: python3 %s %b %d
# CHECK: all as it should be
"""FMUs carry compiled external functions and files; their states may be chosen while they run."""
import ctypes as c
import math
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

build, here = sys.argv[1:3]
sys.path.insert(0, here)
from importer import Fmu  # noqa: E402

tool = os.path.join(build, "causeway")
work = tempfile.mkdtemp(prefix="a b%")


def export(model, *options):
    path = os.path.join(work, model + ".fmu")
    subprocess.run([tool, "fmu", "-L", here, "Parts." + model, "-o", path, "--quiet", *options], check=True)
    return path


reader = Fmu(export("Reader"))
assert "resources/numbers.txt" in zipfile.ZipFile(os.path.join(work, "Reader.fmu")).namelist()
one = reader.make(1).start()
one.run(0, 1, 4)
assert abs(one.get("x") - math.exp(-1.5)) < 1e-6
assert abs(one.get("y") - 2 * math.exp(-1.5)) < 1e-6
assert abs(one.get("h") - 5 * math.exp(-1.5)) < 1e-5

# a start value that is set holds, instead of the one that the model declares
for kind in (0, 1):
    two = reader.make(kind).start(values={"x": 2.0})
    assert two.get("x") == 2 and abs(two.get("y") - 4) < 1e-12
two.run(0, 1, 4)
assert abs(two.get("x") - 2 * math.exp(-1.5)) < 1e-6

# where the folder lies is no matter of importers: the text is told as the description has it
said = subprocess.run([tool, "check", os.path.join(work, "Reader.fmu")], stdout=subprocess.PIPE, universal_newlines=True).stdout
assert "contradicts its description in 0 points" in said, said

# another file is read where it is asked for; the packed one has a name in the FMU
other = os.path.join(work, "other.txt")
with open(other, "w") as f:
    f.write("7 3\n")
for name, rate in ((other, 3), ("resources/numbers.txt", 1.5)):
    it = reader.make(1)
    it.call("SetString", it.references(["file"]), c.c_size_t(1), (c.c_char_p * 1)(name.encode()))
    it.start()
    it.run(0, 1, 4)
    assert abs(it.get("x") - math.exp(-rate)) < 1e-6, name

# what external code reports reaches the log, and only that instance ends
bad = reader.make(1)
bad.call("SetInteger", bad.references(["i"]), c.c_size_t(1), (c.c_int * 1)(5))
bad.call("SetupExperiment", 0, c.c_double(0), c.c_double(0), 0, c.c_double(0))
bad.call("EnterInitializationMode")
assert reader.dll.fmi2ExitInitializationMode(bad.handle) == 3
assert any("there is no number 5" in text for _, text in reader.log), reader.log
one.run(1, 2, 4)

# sources of external functions come with those of the model
with_sources = Fmu(export("Reader", "--sources"))
listed = [f.get("name") for f in with_sources.root.findall("CoSimulation/SourceFiles/File")]
assert listed[0] == "Parts_Reader.c" and "external_functions.c" in listed, listed
for compiler in ("gcc", "clang"):
    if not shutil.which(compiler):
        continue
    library = os.path.join(work, compiler + ".so")
    folder = os.path.join(with_sources.folder.name, "sources")
    for strict in ("Parts_Reader.c", "external_functions.c", "external_utilities.c"):
        subprocess.run([compiler, "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", strict], cwd=folder, check=True)
    subprocess.run([compiler, "-w", "-O1", "-shared", "-fPIC", *listed, "-o", library, "-lm"], cwd=folder, check=True)
    built = Fmu(os.path.join(work, "Reader.fmu"), library).make(1).start()
    built.run(0, 1, 4)
    assert abs(built.get("h") - 5 * math.exp(-1.5)) < 1e-5
if shutil.which("aarch64-linux-gnu-gcc"):
    assert "binaries/aarch64-linux/Parts_Reader.so" in zipfile.ZipFile(export("Reader", "--binary", "linux64,aarch64")).namelist()
if shutil.which("x86_64-w64-mingw32-gcc"):
    assert "binaries/win64/Parts_Reader.dll" in zipfile.ZipFile(export("Reader", "--binary", "linux64,win64")).namelist()

# states that are chosen while it runs: energy is kept, the pendulum swings through both axes
pendulum = Fmu(export("Pendulum"))
swing = pendulum.make(1).start()
swing.run(0, 5, 50)
x, y, vx, vy = swing.get("x", "y", "vx", "vy")
assert abs(x * x + y * y - 1) < 1e-8
assert abs(9.81 * y + (vx * vx + vy * vy) / 2) < 1e-4
exchange = pendulum.make(0).start()
assert exchange.integrate(3, 1e-3) >= 2
x, y, vx, vy = exchange.get("x", "y", "vx", "vy")
assert abs(x * x + y * y - 1) < 1e-8 and abs(9.81 * y + (vx * vx + vy * vy) / 2) < 1e-2
print("all as it should be")
