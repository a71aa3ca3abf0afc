# REQUIRES: release
# RUN: python3 %s %b %d
# CHECK: all as it should be
"""Sources inside FMUs, of both standards and all kinds, with and without arrays, keep strict rules; what the compiler inside is told of the C library is all that is called."""
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

build, here = sys.argv[1:3]
work = tempfile.mkdtemp()
strict = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]
bare = ["-std=c99", "-Wno-overflow", "-DFM_BARE", "-Werror=implicit-function-declaration", "-fsyntax-only"]
count = 0
for model, options in (("Relay.mo", ["--fmi", "2"]), ("Relay.mo", ["--fmi", "3"]), ("Flat.mo", ["--fmi", "3", "--kind", "cs"]),
                       ("Swing.mo", ["--fmi", "2"]), ("Swing.mo", ["--fmi", "3"]), ("Sparse.mo", ["--fmi", "3"]),
                       ("Relay.mo", ["--fmi", "2", "--step", "0.01", "--method", "inline-rk4"]),
                       ("Clocked.mo", ["Clocked.Tasks", "--fmi", "3", "--kind", "se"])):
    path = os.path.join(work, "x.fmu")
    subprocess.run([os.path.join(build, "causeway"), "fmu", os.path.join(here, model), *options, "--sources", "-o", path, "--quiet"], check=True)
    with zipfile.ZipFile(path) as fmu:
        names = [n for n in fmu.namelist() if n.startswith("sources/")]
        fmu.extractall(work, names)
    for name in names:
        if not name.endswith(".c"):
            continue
        for compiler, flags in (("gcc", strict), ("clang", strict), ("gcc", bare)):
            if shutil.which(compiler):
                subprocess.run([compiler, *flags, os.path.join(work, name)], check=True)
                count += 1
    shutil.rmtree(os.path.join(work, "sources"))
print("all as it should be: %d times" % count)
