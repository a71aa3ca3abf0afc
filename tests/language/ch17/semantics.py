# RUN: python3 %s causeway
# CHECK: 12 machines agree
"""State machines against the semantics model of MLS 17.3.4, written as clocked equations.

Machines of two levels with random transitions (immediate or delayed, with or without reset) run beside that model; each state counts
its ticks, so that the active state and every reset show.
"""
import csv
import random
import subprocess
import sys

SEMANTICS = """
block Semantics
  parameter Integer nStates, nT;
  parameter Integer from[nT], to[nT];
  parameter Boolean now[nT], resets[nT];
  input Boolean c[nT], active, reset;
  Integer selectedState, immediate, delayed(start = 0), fired, activeState, nextState(start = 0);
  Boolean selectedReset, activeReset, nextReset(start = false);
  Boolean activeResetStates[nStates], nextResetStates[nStates](each start = false);
equation
  selectedState = if reset then 1 else previous(nextState);
  selectedReset = reset or previous(nextReset);
  immediate = max(if now[i] and from[i] == selectedState and c[i] then i else 0 for i in 1:nT);
  delayed = max(if not now[i] and from[i] == nextState and c[i] then i else 0 for i in 1:nT);
  fired = max(previous(delayed), immediate);
  activeState = if reset then 1 elseif fired > 0 then to[max(fired, 1)] else selectedState;
  activeReset = reset or (if fired > 0 then resets[max(fired, 1)] else selectedReset);
  nextState = if active then activeState else previous(nextState);
  nextReset = not active and previous(nextReset);
  activeResetStates = {reset or previous(nextResetStates[i]) for i in 1:nStates};
  nextResetStates = if active then {activeState <> i and activeResetStates[i] for i in 1:nStates} else previous(nextResetStates);
end Semantics;
block S
  Integer n(start = 0) = previous(n) + 1;
end S;
"""


def boolean(x):
    return "true" if x else "false"


def transitions(r, n):
    """Connected states; of one state those with the lowest priority number last."""
    while True:
        found = [(a, r.randint(1, n), p, r.random() < 0.5, r.random() < 0.5)
                 for a in range(1, n + 1) for p in range(1, r.randint(int(a == 1), 3) + 1)]
        found.sort(key=lambda t: -t[2])
        seen = {1}
        for _ in found:
            for t in found:
                if t[0] in seen or t[1] in seen:
                    seen |= {t[0], t[1]}
        if len(seen) == n:
            return found


def calls(found, condition):
    return ["transition(s%d, s%d, %s[%d], immediate = %s, reset = %s, priority = %d);"
            % (t[0], t[1], condition, i + 1, boolean(t[3]), boolean(t[4]), t[2]) for i, t in enumerate(found)]


def parameters(n, found):
    column = lambda k, text: "{" + ", ".join(text(t[k]) for t in found) + "}"
    return "nStates = %d, nT = %d, from = %s, to = %s, now = %s, resets = %s" % (
        n, len(found), column(0, str), column(1, str), column(3, boolean), column(4, boolean))


def machine(seed):
    r = random.Random(seed)
    n, inner_n = r.randint(2, 3), r.randint(2, 3)
    outer, inner = transitions(r, n), transitions(r, inner_n)
    text = ["model T", SEMANTICS, "block M outer input Boolean d[%d]; Integer n(start = 0);" % len(inner)]
    text += ["S s%d;" % i for i in range(1, inner_n + 1)]
    text += ["equation n = previous(n) + 1; initialState(s1);"] + calls(inner, "d") + ["end M;"]
    text += ["M s%d; Semantics p%d(%s); Integer x%d(start = 0), y%d[%d](each start = 0);"
             % (i, i, parameters(inner_n, inner), i, i, inner_n) for i in range(1, n + 1)]
    text += ["inner Boolean d[%d]; Boolean c[%d], first(start = true); Integer k(start = -1); Semantics q(%s);"
             % (len(inner), len(outer), parameters(n, outer)), "equation",
             "k = previous(k) + sample(1, Clock(1, 10)); first = k < 0; q.active = true; q.reset = previous(first); q.c = c;",
             "initialState(s1);"] + calls(outer, "c")
    text += ["%s[%d] = mod(k*k + %d*k + %d, %d) == 0 and k > 0;" % (v, i + 1, r.randint(0, 4), i, r.randint(2, least))
             for v, of, least in (("c", outer, 8), ("d", inner, 6)) for i in range(len(of))]
    pairs = []
    for i in range(1, n + 1):
        text += ["p%d.active = q.activeState == %d; p%d.reset = p%d.active and (q.activeReset or q.activeResetStates[%d]); p%d.c = d;"
                 % (i, i, i, i, i, i),
                 "x%d = if p%d.active then (if p%d.reset then 0 else previous(x%d)) + 1 else previous(x%d);" % (i, i, i, i, i)]
        pairs.append(("s%d.n" % i, "x%d" % i))
        for j in range(1, inner_n + 1):
            text.append("y%d[%d] = if p%d.active and p%d.activeState == %d then (if p%d.activeReset or p%d.activeResetStates[%d] then 0 "
                        "else previous(y%d[%d])) + 1 else previous(y%d[%d]);" % (i, j, i, i, j, i, i, j, i, j, i, j))
            pairs.append(("s%d.s%d.n" % (i, j), "y%d[%d]" % (i, j)))
    return "\n".join(text + ["end T;", ""]), pairs


def agrees(causeway, seed):
    text, pairs = machine(seed)
    with open("machine.mo", "w") as f:
        f.write(text)
    subprocess.run([causeway, "simulate", "machine.mo", "--stop", "6.05", "--interval", "0.1", "--no-cache", "-o", "machine.csv"],
                   check=True, stdout=subprocess.DEVNULL)
    with open("machine.csv") as f:
        rows = list(csv.DictReader(f))
    for row in rows[1:]:
        for ours, model in pairs:
            if float(row[ours]) != float(row[model]):
                print("seed %d, time %s: %s = %s, %s = %s" % (seed, row["time"], ours, row[ours], model, row[model]))
                return False
    return True


print("%d machines agree" % sum(agrees(sys.argv[1], seed) for seed in range(12)))
