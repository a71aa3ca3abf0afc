# RUN: python3 %s %r %b
# CHECK: built with clang and sanitizers: all passed
# REQUIRES: tool clang
# REQUIRES: release
# TIMEOUT: 300
"""The lower rooms and their unit tests, built with clang under the address and undefined-behaviour sanitizers.

A small part of what `make test SAN=1` does, in every run of the tests: what these rooms get wrong, everything above them
gets wrong too.  Objects are kept below the build folder and made anew when a source or a header is newer.
"""
import concurrent.futures
import os
import shutil
import subprocess
import sys

root, build = (os.path.abspath(p) for p in sys.argv[1:3])
ROOMS = ("base", "model", "units", "dae", "syntax", "library", "algebra")
TESTS = ("base_blob", "base_diag", "dae_expr", "dae_text", "syntax_expr", "syntax_format", "syntax_recovery", "library_tree",
         "algebra_expr", "algebra_calls")
FLAGS = ["-std=gnu11", "-O1", "-g1", "-D_GNU_SOURCE", "-I" + os.path.join(root, "src"), "-Wall", "-Wextra", "-Wshadow",
         "-Wconversion", "-Wno-sign-conversion", "-Werror", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer"]
out = os.path.join(build, "sanitized")
clang = (["ccache"] if shutil.which("ccache") else []) + ["clang"]
environment = dict(os.environ, CCACHE_BASEDIR=root, CCACHE_NOHASHDIR="1")  # one cache serves several checkouts
os.makedirs(out, exist_ok=True)


def newest_header():
    return max(os.path.getmtime(os.path.join(folder, name))
               for top in ("src", "tests/unit") for folder, _, names in os.walk(os.path.join(root, top))
               for name in names if name.endswith(".h"))


def compile_one(source, headers):
    made = os.path.join(out, os.path.relpath(source, root).replace(os.sep, "_") + ".o")
    if not os.path.exists(made) or os.path.getmtime(made) < max(os.path.getmtime(source), headers):
        text = open(source, encoding="utf-8").read()
        here = ["-DCAUSEWAY_SOURCE_DIR=\"%s\"" % root] if "CAUSEWAY_SOURCE_DIR" in text else []
        subprocess.run(clang + FLAGS + here + ["-c", source, "-o", made], env=environment, check=True)
    return made


def run_one(test, objects):
    program = os.path.join(out, test)
    subprocess.run(["clang", "-fsanitize=address,undefined", "-o", program, objects[test]] +
                   [o for name, o in objects.items() if name not in TESTS] + ["-lm", "-lpthread"], check=True)
    run = subprocess.run([program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=out)
    return test, run.returncode, run.stdout


sources = {}
for room in ROOMS:
    for name in sorted(os.listdir(os.path.join(root, "src", room))):
        if name.endswith(".c"):
            sources["%s/%s" % (room, name)] = os.path.join(root, "src", room, name)
for test in TESTS:
    sources[test] = os.path.join(root, "tests", "unit", test + ".c")
headers = newest_header()
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    objects = dict(zip(sources, pool.map(lambda s: compile_one(s, headers), sources.values())))
    results = list(pool.map(lambda t: run_one(t, objects), TESTS))
failed = [r for r in results if r[1] != 0]
for test, code, text in failed:
    print("%s: exit code %d\n%s" % (test, code, text[-4000:]))
print("built with clang and sanitizers: %s" % ("%d failed" % len(failed) if failed else "all passed"))
sys.exit(bool(failed))
