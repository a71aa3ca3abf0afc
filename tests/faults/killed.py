# A run that is killed leaves its rows, up to the last flush: for our own reader at once, for others after `causeway repair`.
# RUN: /usr/bin/python3 %s
# CHECK: killed results in order
# TIMEOUT: 120
import csv, os, signal, struct, subprocess, sys, time

MODEL = """model Long "goes on for hours; x is known at every time"
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
  parameter Real k = 3 "a constant of the result";
  Real z = -x;
equation
  der(x) = 1;
  der(y) = -1e3*(y - cos(1e3*time));
end Long;
"""
open("long.mo", "w").write(MODEL)


def killed(path, seconds=4.0):
    p = subprocess.Popen(["causeway", "simulate", "long.mo", "-o", path, "--stop", "1e6", "--interval", "1e-3", "-q"])
    time.sleep(seconds)
    assert p.poll() is None, "the run has ended too early"
    p.send_signal(signal.SIGKILL)
    p.wait()


def rows(path):  # our own reader takes it as it is
    out = subprocess.run(["causeway", "compare", path, path, "--json"], capture_output=True, text=True)
    assert out.returncode == 0, out.stderr
    return out.stdout


def repair(path, *more):
    out = subprocess.run(["causeway", "repair", path, *more], capture_output=True, text=True)
    assert out.returncode == 0, out.stderr
    n = int(out.stdout.split(": ")[1].split(" rows")[0])
    return n, float(out.stdout.split(" to ")[1].split(";")[0]), out.stdout


def check(n, last, t, x, z):
    assert n > 1000, n
    assert abs(t[0]) < 1e-12 and abs(t[-1] - last) < 1e-3 * max(1, last), (t[0], t[-1], last)
    assert all(b > a for a, b in zip(t, t[1:])), "time is not rising"
    worst = max(abs(a - b) for a, b in zip(t, x))
    assert worst < 1e-6 * max(1, t[-1]), worst
    assert max(abs(a + b) for a, b in zip(x, z)) == 0


def test_csv():
    killed("a.csv")
    rows("a.csv")
    n, last, _ = repair("a.csv")
    with open("a.csv") as f:
        table = list(csv.reader(f))
    assert len(table) == n + 1 and all(len(r) == len(table[0]) for r in table)
    col = {name: [float(r[i]) for r in table[1:]] for i, name in enumerate(table[0])}
    check(n, last, col["time"], col["x"], col["z"])


def test_mat():
    killed("a.mat")
    rows("a.mat")
    n, last, _ = repair("a.mat", "-o", "b.mat")
    data = open("b.mat", "rb").read()
    at, matrices = 0, {}
    while at < len(data):  # every matrix is whole, and nothing follows the last
        kind, m, k, imag, length = struct.unpack_from("<5i", data, at)
        name = data[at + 20:at + 20 + length - 1].decode()
        at += 20 + length
        width = {0: 8, 20: 4, 51: 1}[kind]
        matrices[name] = (m, k, data[at:at + m * k * width])
        assert len(matrices[name][2]) == m * k * width, name
        at += m * k * width
    m, k, raw = matrices["data_2"]
    assert k == n, (k, n)
    values = struct.unpack("<%dd" % (m * k), raw)
    try:
        import scipy.io
        assert scipy.io.loadmat("b.mat")["data_2"].shape == (m, n)
    except ImportError:
        pass
    t = values[0::m]
    info = struct.unpack("<%di" % (4 * matrices["dataInfo"][1]), matrices["dataInfo"][2])
    wide, count, text = matrices["name"]
    names = [text[i * wide:(i + 1) * wide].rstrip(b"\0 ").decode() for i in range(count)]
    def column(name):
        i = names.index(name)
        slot = info[4 * i + 1]
        return [(-1 if slot < 0 else 1) * v for v in values[abs(slot) - 1::m]]
    check(n, last, t, column("x"), column("z"))


def test_hdf5():
    killed("a.h5")
    rows("a.h5")
    n, last, _ = repair("a.h5")
    try:
        import h5py
    except ImportError:
        h5py = None
    if h5py:
        f = h5py.File("a.h5")
        names = [s.decode() for s in f["names"]]
        assert f["data"].shape[1] == n
        def column(name):
            i = names.index(name)
            c = f["columns"][i]
            return list(f["offsets"][i] + f["factors"][i] * f["data"][c])
        check(n, last, column("time"), column("x"), column("z"))
    again = repair("a.h5")
    assert again[0] == n and "dropped" not in again[2]


def test_whole():
    for end in ("csv", "mat", "h5"):
        path = "whole." + end
        subprocess.run(["causeway", "simulate", "long.mo", "-o", path, "--stop", "1", "-q"], check=True)
        before = open(path, "rb").read()
        n, last, text = repair(path)
        assert n == 501 and last == 1 and "dropped" not in text, text
        assert open(path, "rb").read() == before, path


test_whole()
test_csv()
test_mat()
test_hdf5()
print("killed results in order")
