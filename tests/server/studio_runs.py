# RUN: python3 %s %d %r
# CHECK: the studio runs models
# TIMEOUT: 180
"""What a page of the studio asks: classes, pictures, parameters, experiments, runs and their curves (MathModelica's Simulation Center:
run, plot, stop, parameters and start values changed without building again, messages)."""
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, sys.argv[1])
from studio_client import Studio, floats  # noqa: E402

os.environ["XDG_DATA_HOME"] = os.path.abspath("data")
os.mkdir("mine")
shutil.copy(os.path.join(sys.argv[2], "tests", "studio", "Trial.mo"), "mine/Trial.mo")
with open("mine/More.mo", "w") as f:
    f.write("""package More
  model Sizes "A parameter decides on the structure"
    parameter Integer n = 2;
    Real x[n](each start = 1, each fixed = true);
    parameter Real k = 1 "Rate" annotation(Dialog(group = "Rates", enable = n > 2));
  equation
    der(x) = -k*x;
    annotation(experiment(StopTime = 1));
  end Sizes;
  model Spikes "One value in ten thousand stands out"
    Real y = if sample0 > 0.5 then 1000 else sin(6.283185307179586*time);
    discrete Real sample0(start = 0, fixed = true);
  equation
    when time > 0.5 then
      sample0 = 1;
    elsewhen time > 0.50001 then
      sample0 = 0;
    end when;
    annotation(experiment(StopTime = 1, Interval = 1e-5));
  end Spikes;
  model Driven
    input Real u;
    Real x(start = 0, fixed = true);
  equation
    der(x) = u;
    annotation(experiment(StopTime = 1));
  end Driven;
  model Bad
    Real x;
  equation
    x = y;
  end Bad;
  annotation(Documentation(info = "zirconium"));
end More;
""")


def phases(page, run):
    return {m["params"]["phase"] for m in page.notes if m.get("method") == "causeway/run" and m["params"]["run"] == run and "phase" in m["params"]}


def go(page, model, **how):
    """The last word of a run and the phases it went through."""
    k = page.ask("causeway/run", {"class": model, **how})["run"]
    seen = set()
    while True:
        m = page.notes.pop(0) if page.notes else page.message()
        p = m.get("params", {}) if m else {}
        if p.get("run") != k:
            continue
        seen.add(p.get("phase"))
        if p.get("ended"):
            return p, seen


with Studio("mine") as s:
    p = s.page()
    p.socket.settimeout(60)
    # classes
    tops = {c["class"]: c for c in p.ask("causeway/tree", {})["classes"]}
    assert {"Trial", "More"} <= set(tops) and tops["Trial"]["children"] and not tops["Trial"]["readOnly"], tops
    inner = {c["name"]: c for c in p.ask("causeway/tree", {"class": "Trial"})["classes"]}
    assert inner["Drive"]["runs"] and inner["Drive"]["comment"] == "Two wheels and a spring" and not inner["Drive"]["children"]
    assert tops["Causeway"]["readOnly"]
    assert [c["class"] for c in p.ask("causeway/search", {"text": "Drive"})["classes"]][0] == "Trial.Drive"
    assert "More" in [c["class"] for c in p.ask("causeway/search", {"text": "zirconium", "in": "text"})["classes"]]
    icons = p.ask("causeway/icons", {"classes": ["Trial.Parts.Inertia", "Trial.Drive"]})["icons"]
    assert icons["Trial.Parts.Inertia"].startswith("<?xml") and icons["Trial.Drive"] == ""
    about = p.ask("causeway/class", {"class": "Trial.Drive"})
    assert about["kind"] == "model" and about["experiment"] == {"StopTime": 2}
    # pictures and dialogs
    picture = p.ask("causeway/diagram", {"class": "Trial.Drive", "layer": "diagram"})
    parts = {i["name"]: i for i in picture["items"] if i["kind"] == "Component"}
    assert set(parts) == {"motor", "first", "spring", "second"}
    assert [i["name"] for i in parts["spring"]["items"] if i.get("connector")] == ["a", "b"]
    assert [(i["from"], i["to"]) for i in picture["items"] if "from" in i] == [("motor.b", "first.a"), ("first.b", "spring.a"), ("spring.b", "second.a")]
    rows = {r["name"]: r for r in p.ask("causeway/parameters", {"class": "Trial.Drive", "path": "first"})["rows"]}
    assert rows["J"]["value"] == "0.5" and rows["J"]["default"] == "1" and rows["J"]["unit"] == "kg.m2" and rows["phi0"]["tab"] == "Initialisation"
    rows = {r["name"]: r for r in p.ask("causeway/parameters", {"class": "More.Sizes"})["rows"]}
    assert rows["k"]["group"] == "Rates" and not rows["k"]["enable"]
    # a run; again with other values, without translation; start values
    end, seen = go(p, "Trial.Drive")
    assert end["ok"] and end["t"] == 2 and "translating" in seen and "first.w" in end["states"], end
    first = p.curves(end["run"], "first.w", "second.w")
    assert first["first.w"]["unit"] == "rad/s"
    total = 0.5 * first["first.w"]["y"][-1] + 2 * first["second.w"]["y"][-1]
    assert abs(total - 19) < 1e-2, total
    end, seen = go(p, "Trial.Drive", values={"motor.size": "20", "first.phi.start": "0.5"})
    assert end["ok"] and "translating" not in seen, seen
    again = p.curves(end["run"], "first.w", "second.w", "first.phi")
    assert abs(0.5 * again["first.w"]["y"][-1] + 2 * again["second.w"]["y"][-1] - 38) < 2e-2 and again["first.phi"]["y"][0] == 0.5
    end, seen = go(p, "Trial.Drive", values={"motor.sise": "20"})
    assert not end["ok"] or any("sise" in m["text"] for m in end["messages"]), end
    # a measurement beside the runs, and whether a run stays inside a tube around it
    with open("mine/measured.csv", "w") as f:
        f.write("time,x[1]\n" + "".join("%g,%.9g\n" % (k / 100, math.exp(-2 * k / 100)) for k in range(101)))
    measured = p.ask("causeway/open", {"class": "More.Sizes", "path": "measured.csv"})["run"]
    good = go(p, "More.Sizes", values={"k": "2"})[0]["run"]
    bad = go(p, "More.Sizes", values={"k": "2.2"})[0]["run"]
    verdict = [p.ask("causeway/compare", {"run": r, "reference": measured, "names": ["x[1]", "x[2]"]})["differences"] for r in (good, bad)]
    assert verdict[0][0]["same"] and not verdict[1][0]["same"] and verdict[1][0]["deviation"] > 0.02 and not verdict[0][1]["known"], verdict
    p.ask("causeway/open", {"class": "More.Sizes", "path": "../outside.csv"}, fails=True)
    p.ask("causeway/open", {"class": "More.Sizes", "path": "/etc/passwd"}, fails=True)
    p.ask("causeway/open", {"class": "More.Sizes", "path": "More.mo"}, fails=True)
    # inputs from files of the folder, and from no others
    with open("mine/u.csv", "w") as f:
        f.write("time,u\n0,2\n10,2\n")
    shutil.copy("mine/u.csv", "outside.csv")
    end, seen = go(p, "More.Driven", experiment={"inputs": ["u.csv"]})
    assert end["ok"] and abs(p.curves(end["run"], "x")["x"]["y"][-1] - 2) < 1e-3, end
    end, seen = go(p, "More.Driven", experiment={"inputs": ["../outside.csv"]})
    assert not end["ok"] and "not in the folders" in end["messages"][0]["text"], end
    # what the structure depends on is translated again, and back again
    end, seen = go(p, "More.Sizes", values={"k": "2"})
    assert end["ok"] and abs(p.curves(end["run"], "x[2]")["x[2]"]["y"][-1] - math.exp(-2)) < 1e-3
    end, seen = go(p, "More.Sizes", values={"n": "4"})
    assert end["ok"] and "translating" in seen and "x[4]" in p.ask("causeway/results", {"run": end["run"]})["names"]
    end, seen = go(p, "More.Sizes", values={"n": "4", "k": "3"})
    assert end["ok"] and "translating" not in seen
    # a text that changes is translated again
    uri = "file://" + os.path.abspath("mine/More.mo")
    text = open("mine/More.mo").read()
    p.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "modelica", "version": 1, "text": text}})
    p.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": text.replace("-k*x", "-10*k*x")}]})
    end, seen = go(p, "More.Sizes")
    assert end["ok"] and abs(p.curves(end["run"], "x[1]")["x[1]"]["y"][-1] - math.exp(-10)) < 1e-4
    assert "-10*k" not in open("mine/More.mo").read()
    p.ask("causeway/save", {"uri": uri, "text": text.replace("-k*x", "-10*k*x")})
    assert "-10*k" in open("mine/More.mo").read()
    changed = p.ask("causeway/save", {"uri": uri, "text": "", "was": text}, fails=True)
    assert changed["code"] == -32801 and "-10*k" in open("mine/More.mo").read()
    p.ask("causeway/save", {"uri": uri, "text": text.replace("-k*x", "-10*k*x"), "was": text.replace("-k*x", "-10*k*x")})
    # failures say why
    end, seen = go(p, "More.Bad")
    assert not end["ok"] and any("y" in m["text"] and m.get("line") for m in end["messages"]), end
    end, seen = go(p, "Trial.Wrong")
    assert not end["ok"] and any("too small" in m["text"] for m in end["messages"]) and abs(end["t"] - 0.5) < 1e-3, end
    assert p.curves(end["run"], "x")["x"]["y"][-1] < 0.51
    # curves are thinned, but nothing that stands out is lost; what is zoomed has all its rows
    end, seen = go(p, "More.Spikes")
    curve = p.curves(end["run"], "y", pixels=200)["y"]
    assert curve["rows"] > 100000 and len(curve["y"]) < 900 and max(curve["y"]) == 1000 and curve["max"] == 1000
    assert list(curve["t"]) == sorted(curve["t"])
    near = p.curves(end["run"], "y", pixels=1000, t0=0.4999, t1=0.5003)["y"]
    assert max(near["y"]) == 1000 and sum(v == 1000 for v in near["y"]) >= 2 and len(near["y"]) < 80
    events = p.ask("causeway/data", {"run": end["run"], "names": ["y"], "pixels": 10})["events"]
    assert len(events) == 2 and abs(events[0] - 0.5) < 1e-6, events
    over = p.ask("causeway/data", {"run": end["run"], "names": ["y"], "x": "time", "pixels": 50})["curves"][0]
    assert floats(over["x"]) == floats(over["t"])
    assert p.ask("causeway/data", {"run": end["run"], "names": ["nothing"], "pixels": 50})["curves"][0]["missing"]
    # rows while it runs; pause, speed, stop
    k = p.ask("causeway/run", {"class": "Trial.Long", "watch": ["x", "y"]})["run"]
    live = p.until("causeway/run", lambda m: m["run"] == k and m.get("rows"))
    numbers = floats(live["rows"])
    assert live["width"] == 3 and len(numbers) % 3 == 0 and all(abs(numbers[i + 1]**2 + numbers[i + 2]**2 - 1) < 0.01 for i in range(0, len(numbers), 3))
    p.ask("causeway/control", {"run": k, "do": "pause"})
    paused = p.until("causeway/run", lambda m: m["run"] == k and m.get("phase") == "paused")
    time.sleep(0.3)
    later = p.until("causeway/run", lambda m: m["run"] == k and m.get("phase") == "paused")
    assert later["t"] == paused["t"]
    p.ask("causeway/control", {"run": k, "do": "resume"})
    p.until("causeway/run", lambda m: m["run"] == k and m.get("phase") == "running" and m["t"] > later["t"])
    p.ask("causeway/control", {"run": k, "do": "stop"})
    end = p.until("causeway/run", lambda m: m["run"] == k and m.get("ended"))
    assert end["stopped"] and not end["ok"] and p.ask("causeway/results", {"run": k})["rows"] > 0
    began = time.time()
    end, seen = go(p, "Trial.Drive", speed=4, experiment={"stop": 2})
    assert end["ok"] and 0.35 < time.time() - began < 5, time.time() - began
    # a run that dies takes nothing else with it
    k = p.ask("causeway/run", {"class": "Trial.Long"})["run"]
    p.until("causeway/run", lambda m: m["run"] == k and m.get("phase") == "running")
    for child in subprocess.run(["pgrep", "-P", str(s.process.pid)], stdout=subprocess.PIPE, text=True).stdout.split():
        for worker in subprocess.run(["pgrep", "-P", child], stdout=subprocess.PIPE, text=True).stdout.split():
            os.kill(int(worker), signal.SIGKILL)
    end = p.until("causeway/run", lambda m: m["run"] == k and m.get("ended"))
    assert not end["ok"] and "signal 9" in end["messages"][0]["text"], end
    # its worker was killed too: the run that meets the dead process says so, the next one has a new one
    assert go(p, "Trial.Drive")[0]["ok"] or go(p, "Trial.Drive")[0]["ok"]
    # what is kept: experiments beside the model, notes about runs for other pages
    answer = p.ask("causeway/experiment", {"class": "Trial.Drive", "set": {"stop": 3, "values": {"spring.c": "200"}}})
    assert answer["path"] == os.path.abspath("mine/Trial.experiments.json")
    p.ask("causeway/experiment", {"class": "Trial.Swing", "set": {"stop": 1}})
    kept = json.load(open("mine/Trial.experiments.json"))
    assert kept == {"Trial.Drive": {"stop": 3, "values": {"spring.c": "200"}}, "Trial.Swing": {"stop": 1}}
    assert p.ask("causeway/experiment", {"class": "Trial.Drive"})["experiment"]["stop"] == 3
    assert p.ask("causeway/experiment", {"class": "Causeway.Blocks", "set": {}})["path"].startswith(os.path.abspath("data"))
    with open("mine/Trial.experiments.json", "w") as f:
        f.write("{ broken")
    assert "correct it" in p.ask("causeway/experiment", {"class": "Trial.Drive"}, fails=True)["message"]
    p.ask("causeway/runs", {"run": 1, "note": "first"})
    other = s.page()
    listed = {r["run"]: r["note"] for r in other.ask("causeway/runs", {})["runs"]}
    assert listed[1] == "first" and other.curves(1, "first.w")["first.w"]["y"] == first["first.w"]["y"]
    # in space: the bob hangs at the end of the rod
    end, seen = go(p, "Trial.Swing")
    scene = p.ask("causeway/scene", {"run": end["run"], "frames": 5})
    assert [x["name"] for x in scene["shapes"]] == ["rod", "bob", "gear"] and not any(x["missing"] for x in scene["shapes"])
    # studies and points
    table = p.ask("causeway/sweep", {"class": "More.Sizes", "values": ["k=linspace:0.1,0.3,3"], "record": ["x[1]"], "reduce": "final"})
    assert table["factors"] == ["k"] and all(abs(r["values"][0] - math.exp(-10 * float(r["given"][0]))) < 1e-4 for r in table["rows"])
    p.ask("causeway/sweep", {"class": "More.Sizes", "values": ["k=linspace:0,1,100000"], "record": ["x[1]"]}, fails=True)
    assert "Hz" in p.ask("causeway/point", {"class": "Trial.Drive", "what": "linear"})["text"]
    assert "at rest" in p.ask("causeway/point", {"class": "More.Sizes", "what": "rest"})["text"]
    assert "twist" in p.ask("causeway/explain", {"class": "Trial.Drive", "form": "why", "variable": "spring.twist"})["text"]
    p.ask("causeway/explain", {"class": "Trial.Drive", "form": "/etc/passwd"}, fails=True)
runs = [f for f in os.listdir(os.environ.get("TMPDIR", "/tmp")) if f.startswith("causeway-runs-%d" % s.process.pid)]
assert not runs
print("the studio runs models")
