# REQUIRES: release
# RUN: python3 %s %r
# TIMEOUT: 240
# CHECK: pages of the guide, every command gives what it shows
"""Runs the guide: every file of a page is written, every command run, and its output compared with what the page shows.

A block ```LANGUAGE NAME is the file NAME.  A block ```console holds commands behind "$ " and what they print.  There
"..." stands for any text, alone on a line for any lines.  A page with <!-- NEEDS: command --> is left out where the
command fails, a block with that in the line above it alone.  ModelicaStandardLibrary beside the files of a page is what
CAUSEWAY_MSL names.  `pages.py --fill PAGE` writes what commands print into a page.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

IMAGE = re.compile(r"!\[[^\]]*\]\(([^):]+)\)")
NEEDS = re.compile(r"^<!-- NEEDS: (.*) -->\n(?!```)", re.M)
BLOCK_NEEDS = re.compile(r"^<!-- NEEDS: (.*) -->\n\Z", re.M)
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)


def commands(text):
    """(command, lines shown) of a console block; a command goes on while its line ends with a backslash."""
    found, lines, i = [], text.splitlines(), 0
    while i < len(lines):
        assert lines[i].startswith("$ "), "a console block begins with a command: " + lines[i]
        command = lines[i][2:]
        while command.endswith("\\"):
            i += 1
            command = command[:-1] + lines[i]
        i += 1
        shown = []
        while i < len(lines) and not lines[i].startswith("$ "):
            shown.append(lines[i])
            i += 1
        found.append((command, shown))
    return found


def fits(shown, printed):
    pattern = ""
    for line in shown:
        pattern += "(?:.*\n)*?" if line == "..." else ".*".join(re.escape(p) for p in line.split("...")) + "\n"
    return re.fullmatch(pattern, printed)


def run(command, folder):
    here = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    build = os.path.dirname(os.path.realpath(shutil.which("causeway")))
    env = dict(os.environ, PYTHONPATH=os.path.join(here, "python"), CAUSEWAY_LIBRARY=os.path.join(build, "libcauseway.so"),
               PATH="/usr/bin" + os.pathsep + os.environ["PATH"], PYTHONDONTWRITEBYTECODE="1", XDG_DATA_HOME=os.path.join(folder, ".data"), HOME=folder, LC_ALL="C.UTF-8", COLUMNS="80",
               CAUSEWAY_CACHE=os.path.join(folder, ".cache"))
    p = subprocess.run(["bash", "-c", command], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                       text=True, timeout=120)
    return "".join(line.rstrip() + "\n" for line in p.stdout.splitlines())


def picture(made, stored, fill):
    """The pictures of a page are made by its commands.  Those of cairo differ with its version and the fonts."""
    with open(made, "rb") as f:
        new = f.read()
    if fill:
        with open(stored, "wb") as f:
            f.write(new)
    with open(stored, "rb") as f:
        same = f.read() == new
    return [] if same or b"glyph" in new else ["%s is not what the page's commands draw" % os.path.basename(stored)]


def holds(need):
    return subprocess.run(["bash", "-c", "PATH=/usr/bin:$PATH; " + need], stderr=subprocess.DEVNULL).returncode == 0


def page(path, fill):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    wrong, count, made = [], 0, ""
    at = 0
    if not all(holds(need) for need in NEEDS.findall(text)):
        return 0, []
    with tempfile.TemporaryDirectory() as folder:
        if os.environ.get("CAUSEWAY_MSL"):
            os.symlink(os.path.abspath(os.environ["CAUSEWAY_MSL"]), os.path.join(folder, "ModelicaStandardLibrary"))
        for m in BLOCK.finditer(text):
            made += text[at:m.start()]
            at = m.end()
            language, name, body = m.groups()
            need = BLOCK_NEEDS.search(text, 0, m.start())
            if need and not holds(need.group(1)):
                made += m.group(0)
                continue
            if name:
                os.makedirs(os.path.dirname(os.path.join(folder, name)) or folder, exist_ok=True)
                with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                    f.write(body)
            if language != "console":
                made += m.group(0)
                continue
            made += "```console\n"
            for command, shown in commands(body):
                printed = run(command, folder)
                count += 1
                ok = fits([line.rstrip() for line in shown], printed)
                made += "$ " + command + "\n" + ("\n".join(shown) + "\n" if ok and shown else printed)
                if not ok:
                    wrong.append("%s: `%s` prints\n%s" % (os.path.basename(path), command, printed))
            made += "```"
        for name in IMAGE.findall(text):
            wrong += picture(os.path.join(folder, name), os.path.join(os.path.dirname(path), name), fill)
    if fill:
        with open(path, "w", encoding="utf-8") as f:
            f.write(made + text[at:])
    return count, wrong


def main():
    assert shutil.which("causeway"), "causeway must be in PATH"
    fill = sys.argv[1] == "--fill"
    root = os.path.join(sys.argv[1], "docs", "guide")
    paths = sys.argv[2:] if fill else [os.path.join(root, n) for n in sorted(os.listdir(root)) if n.endswith(".md")]
    total, wrong = 0, []
    for path in paths:
        count, bad = page(path, fill)
        total += count
        wrong += bad
    if wrong and not fill:
        print("\n".join(wrong))
        sys.exit(1)
    print("%d commands in %d pages of the guide, every command gives what it shows" % (total, len(paths)))


main()
