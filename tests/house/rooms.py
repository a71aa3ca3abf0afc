# RUN: python3 %s %r %b
# CHECK: rooms in order
"""Every file of a room stands in its table of contents, no two files have one name, nothing is exported that nobody calls, nothing global changes."""
import os
import re
import subprocess
import sys

root, build = sys.argv[1:3]
src, objects = os.path.join(root, "src"), os.path.join(build, "CMakeFiles", "engine.dir", "src")
sanitized = "-fsanitize" in open(os.path.join(build, "build.ninja"), encoding="utf-8").read()
wrong = []

# Variables that change, and why they may.
WRITABLE = {
    "base/guard.c": {"innermost": "of its thread"},
    "base/loader.c": {"loading": "libraries are opened by one thread at a time"},
    "base/arena.c": {"fail_countdown": "allocation faults injected by tests"},
    "exchange/objects.c": {"current": "of its thread"},
    "compile/own_tables.c": {"current": "of its thread"},
    "compile/tcc.c": {"tcc_lock": "libtcc can be used by one thread at a time"},
    "tools/cmd_classic.c": {"completing": "completion of the line editor has no argument", "words": "the same"},
}
# Exported without a caller in src/, and why.
UNCALLED = {
    "rt_model": "for those who hold a run and nothing else",
    "comp_tcc_environ": "libtcc refers to it",
    "comp_tcc_stderr": "the same",
    "comp_tcc_stdout": "the same",
    "lib_context": "for those who hold a tree and nothing else",
    "rt_refresh": "for those who change values between steps",
}
# Files that stand for themselves: the program, and texts that are compiled nowhere.
NO_CONTENTS = {"tools/main.c"}


def contents():
    for room in sorted(os.listdir(src)):
        header = os.path.join(src, room, room + ".h")
        if not os.path.exists(header):
            continue
        text = open(header, encoding="utf-8").read()
        head = text[:text.find("*/")]
        named = set(re.findall(r"[\w/]+\.c\b", head))
        patterns = [re.escape(w).replace(r"\*", r"\w*") for w in re.findall(r"[\w/]*\*[\w/]*\.c\b", head)]
        for folder, _, files in os.walk(os.path.join(src, room)):
            for name in sorted(files):
                path = os.path.relpath(os.path.join(folder, name), os.path.join(src, room))
                if not name.endswith(".c") or "%s/%s" % (room, path) in NO_CONTENTS:
                    continue
                if path not in named and not any(re.fullmatch(p, path) for p in patterns):
                    wrong.append("src/%s/%s.h: the table of contents does not name %s" % (room, room, path))


def names():
    places = {}
    for folder, _, files in os.walk(src):
        for name in files:
            places.setdefault(name, []).append(os.path.relpath(os.path.join(folder, name), root))
    for name in sorted(places):
        if len(places[name]) > 1:
            wrong.append("%s: one name, several files" % ", ".join(sorted(places[name])))


def object_files():
    for folder, _, names in os.walk(objects):
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), objects)
            if name.endswith(".c.o") and os.path.exists(os.path.join(src, path[:-2])):
                yield path


def uncalled(files):
    """Names that stand nowhere but in their declaration and their definition."""
    out = subprocess.run(["nm", "-A", "-g", "--defined-only"] + files, cwd=objects, stdout=subprocess.PIPE, text=True,
                         check=True).stdout
    words = {}
    for folder in ("src", "tests/unit", "tests/fuzz"):
        for at, _, names in os.walk(os.path.join(root, folder)):
            for name in names:
                if name.endswith((".c", ".h")):
                    text = open(os.path.join(at, name), encoding="utf-8").read()
                    for word in re.findall(r"\w+", re.sub(r"/\*.*?\*/", "", text, flags=re.S)):
                        words[word] = words.get(word, 0) + 1
    public = "".join(open(os.path.join(folder, name), encoding="utf-8").read()
                     for folder, _, names in os.walk(os.path.join(root, "include")) for name in names)
    for line in sorted(out.splitlines()):
        path, name = line.split(":", 1)[0], line.split()[-1]
        if words.get(name, 3) > 2 or name in UNCALLED or re.search(r"\b%s\b" % re.escape(name), public):
            continue
        if not name.startswith("Modelica"):  # called by the user's external functions
            wrong.append("src/%s: nobody calls %s: take it away" % (path[:-2], name))


def writable(files):
    out = subprocess.run(["objdump", "-t"] + files, cwd=objects, stdout=subprocess.PIPE, text=True, check=True).stdout
    path = ""
    for line in out.splitlines():
        m = re.match(r"(\S+):\s+file format", line)
        if m:
            path = m.group(1)[:-2]
            continue
        m = re.match(r"[0-9a-f]+ (.{7}) (\.t?bss|\.t?data|COMMON|\*COM\*)\S*\s+[0-9a-f]+ (?:\.hidden )?(\S+)$", line)
        if not m or "d" in m.group(1)[5:6] or m.group(2) + ".rel" in line:
            continue
        name = m.group(3).split(".")[0]
        if name not in WRITABLE.get(path, {}):
            wrong.append("src/%s: the variable %s may change: state belongs to a Context" % (path, name))


contents()
names()
if not sanitized:  # sanitizers add names of their own
    found = list(object_files())
    uncalled(found)
    writable(found)
print("\n".join(wrong))
if wrong:
    sys.exit(1)
print("rooms in order")
