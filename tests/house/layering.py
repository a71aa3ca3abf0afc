# RUN: python3 %s %r %b
# CHECK: house in order
"""The rules of the house: who includes whom, whose name a function carries, nothing left lying about."""
import os
import re
import subprocess
import sys

root, build = sys.argv[1:3]
# From the foundation up; a folder may include only what stands before it.
PREFIX = {
    "base": "base_",
    "model": "md_",
    "result": "res_",
    "solve": "sol_",
    "runtime": "rt_",
    "units": "unit_",
    "dae": "dae_",
    "syntax": "syn_",
    "edit": "edit_",
    "library": "lib_",
    "package": "pkg_",
    "exchange": "xch_",
    "instance": "inst_",
    "elaborate": "inst_",
    "graphics": "gfx_",
    "document": "doc_",
    "flatten": "flat_",
    "algebra": "alg_",
    "symbolic": "sym_",
    "debug": "dbg_",
    "codegen": "gen_",
    "compile": "comp_",
    "inspect": "ins_",
    "modes": "mode_",
    "run": "run_",
    "fmi": "fmi_",
    "analysis": "ana_",
    "session": "ses_",
    "classic": "cls_",
    "server": "srv_",
    "script": "scr_",
    "tools": "tool_",
}
# Names that generated code calls carry the prefix of the generated side.
ALSO = {"codegen": ("cw_",), "compile": ("Modelica",), "runtime": ("cw_",), "session": ("causeway_",), "classic": ("causeway_",), "script": ("causeway_",), "server": ("causeway_",), "tools": ("xerbla_",)}
ORDER = list(PREFIX)
# The program stands on the session, and on the doors that stand on it.
BELOW_TOOLS = ("tools", "session", "classic", "server", "script")
# Functions of rooms below that files of the program still call by way of session.h: what is in here may only get less.
STILL_CALLED = {
    "cmd_compare.c": "ana_", "crash.c": "rt_", "cmd_explain.c": "dae_ dbg_",
    "cmd_flatten.c": "dae_", "cmd_fmu.c": "fmi_", "cmd_format.c": "syn_", "cmd_help.c": "rt_", "limits.c": "comp_",
    "cmd_linearize.c": "ana_", "manual.c": "rt_", "cmd_simulate.c": "dae_ dbg_", "cmd_show.c": "ana_", "cmd_spectrum.c": "ana_",
    "test_report.c": "ana_", "test_run.c": "ana_",
    "cmd_translate.c": "gen_", "cmd_trim.c": "rt_", "untrusted.c": "lib_", "watch.c": "rt_",
}
wrong = []


def sources():
    for folder, _, files in os.walk(os.path.join(root, "src")):
        for name in sorted(files):
            if name.endswith((".c", ".h")):
                yield os.path.relpath(os.path.join(folder, name), root)


def check_includes(path, text):
    home = path.split(os.sep)[1]
    if home not in PREFIX:
        wrong.append("%s: folder src/%s is not in the list of folders" % (path, home))
        return
    for n, line in enumerate(text.splitlines(), 1):
        m = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if not m:
            continue
        target = m.group(1).split("/")
        folder = target[0] if len(target) > 1 else home
        if folder not in PREFIX:
            wrong.append("%s:%d: include \"%s\" names no folder of src/" % (path, n, m.group(1)))
        elif ORDER.index(folder) > ORDER.index(home):
            wrong.append("%s:%d: %s includes upwards from %s" % (path, n, home, folder))
        elif home == "tools" and folder not in BELOW_TOOLS:
            wrong.append("%s:%d: the program includes the session, nothing below it" % (path, n))
        elif folder != home and target[-1] not in (folder + ".h", "abi.h"):
            wrong.append("%s:%d: %s is private to %s" % (path, n, m.group(1), folder))


def check_text(path, text):
    for n, line in enumerate(text.splitlines(), 1):
        if re.search(r"\b(TODO|FIXME|XXX|HACK)\b", line):
            wrong.append("%s:%d: unfinished note: %s" % (path, n, line.strip()))


def check_symbols():
    for target in ("engine.dir", "cw.dir"):
        check_objects(os.path.join(build, "CMakeFiles", target, "src"))


def check_objects(objects):
    files = []
    for folder, _, names in os.walk(objects):
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), objects)
            if name.endswith(".o") and path.split(os.sep)[0] in PREFIX and os.path.exists(os.path.join(root, "src", path[:-2])):
                files.append(path)
    listing = subprocess.run(["nm", "-A", "-g", "--defined-only", *files], cwd=objects, check=True, stdout=subprocess.PIPE,
                             text=True).stdout
    for line in listing.splitlines():
        path, symbol = line.split(":", 1)[0], line.split()[-1]
        home = path.split(os.sep)[0]
        allowed = (PREFIX[home],) + ALSO.get(home, ()) + ("__asan", "__odr_asan", "asan.", "__ubsan", "__sancov")
        if not symbol.startswith(allowed):
            wrong.append("src/%s: %s is not static and does not begin with %s" % (path[:-2], symbol, PREFIX[home]))


def check_calls():
    """The program calls base, results and the session; of rooms below no more than what STILL_CALLED says."""
    folder = os.path.join(build, "CMakeFiles", "cw.dir", "src", "tools")
    below = {prefix for room, prefix in PREFIX.items() if room not in BELOW_TOOLS + ("base", "result")}
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".c.o") or not os.path.exists(os.path.join(root, "src", "tools", name[:-2])):
            continue
        out = subprocess.run(["nm", "-u", os.path.join(folder, name)], check=True, stdout=subprocess.PIPE, text=True).stdout
        called = {p for symbol in out.split() for p in below if symbol.startswith(p)}
        for prefix in sorted(called - set(STILL_CALLED.get(name[:-2], "").split())):
            wrong.append("src/tools/%s: calls %s functions: that is the session's to do" % (name[:-2], prefix))
        for prefix in sorted(set(STILL_CALLED.get(name[:-2], "").split()) - called):
            wrong.append("tests/house/layering.py: src/tools/%s calls no %s function any more" % (name[:-2], prefix))


for path in sources():
    with open(os.path.join(root, path), encoding="utf-8") as f:
        text = f.read()
    check_includes(path, text)
    check_text(path, text)
check_symbols()
check_calls()
print("\n".join(wrong))
if wrong:
    sys.exit(1)
print("house in order")
