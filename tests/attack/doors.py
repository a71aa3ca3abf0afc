"""A model with a known solution through every door: both compilers, flat text, FMUs, a saved and restored run, Python."""
import subprocess

import hybrid


def python_with_numpy():
    for program in ("/usr/bin/python3", "python3"):
        try:
            if subprocess.run([program, "-c", "import numpy"], stderr=subprocess.DEVNULL).returncode == 0:
                return program
        except OSError:
            continue
    return None


PYTHON = python_with_numpy()
DOORS = ["tcc", "cc", "flat", "fmu-me", "fmu-cs", "restore", "no-cache"] + (["python"] if PYTHON else [])


def case(rng):
    made = hybrid.full(rng)
    if made is None:
        return None
    text, want, slack, stop = made
    if not 1e-4 < stop < 1e4:
        return None
    door = rng.choice(DOORS)
    t = ["--stop", repr(stop), "--tolerance", "1e-8"]
    plain = ["causeway", "simulate", "m.mo", "-o", "r.csv"] + t
    if door in ("tcc", "cc"):
        commands = [plain + ["--compile", door]]
    elif door == "no-cache":
        commands = [plain, plain]
    elif door == "flat":
        commands = [["sh", "-c", "causeway flatten m.mo > m.dae"],
                    ["causeway", "simulate", "m.dae", "-o", "r.csv"] + t]
    elif door.startswith("fmu"):
        kind = door[4:]
        commands = [["causeway", "fmu", "m.mo", "--kind", kind, "-o", "m.fmu"],
                    ["causeway", "simulate", "m.fmu", "--kind", kind, "-o", "r.csv", "--step", repr(stop / 200)] + t]
        if kind == "cs":
            slack = {n: 100 * x for n, x in slack.items()}
    elif door == "restore":
        middle = stop * rng.uniform(0.1, 0.9)
        commands = [["causeway", "simulate", "m.mo", "-o", "a.csv", "--save-state", "m.state@%r" % middle] + t,
                    ["causeway", "simulate", "m.mo", "-o", "r.csv", "--restore", "m.state"] + t]
    else:
        script = "import causeway; causeway.load('m.mo').simulate(stop=%r, tolerance=1e-8).write('r.csv')" % stop
        commands = [[PYTHON, "-c", script]]
    # a step may have gone to the end
    return {"text": text, "final": want, "slack": slack, "commands": commands, "door": door, "stop": stop,
            "refused": ["was saved at .* and the stop time is"]}
