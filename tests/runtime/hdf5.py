# RUN: causeway simulate %r/examples/bouncing_ball.mo -o a.csv -q
# RUN: causeway simulate %r/examples/bouncing_ball.mo -o a.h5 -q
# RUN: causeway compare a.h5 a.csv
# CHECK: 12 variables compared, 0 different, 0 missing
# RUN: causeway simulate %r/examples/bouncing_ball.mo --intervals 300000 -o b.h5 -q
# RUN: causeway simulate %r/examples/bouncing_ball.mo --intervals 300000 -o b.mat -q
# RUN: causeway compare b.h5 b.mat --tolerance 1e-12
# CHECK: 12 variables compared, 0 different, 0 missing
# RUN: /usr/bin/python3 %s
# CHECK: {{h5py reads the same|h5py is not installed}}
# RUN: head -c 5000 b.h5 > c.h5; causeway compare c.h5 a.csv
# EXIT: 1
# CHECK: error[RT0090]: c.h5 is not a result that can be read
"""A trajectory as HDF5: read back by us, and by the HDF5 library through h5py, in one chunk and in a tree of many."""
import csv

try:
    import h5py
except ImportError:
    h5py = None
    print("h5py is not installed")


def column(f, name):
    names = [n.decode() for n in f["names"][:]]
    i = names.index(name)
    k, factor, offset = f["columns"][i], f["factors"][i], f["offsets"][i]
    rows = f["data"].shape[1]
    return [float(offset)] * rows if k < 0 else offset + factor * f["data"][k, :]


if h5py:
    with h5py.File("a.h5", "r") as f, open("a.csv", newline="") as c:
        table = list(csv.reader(c))
        for k, name in enumerate(table[0]):
            values = column(f, name)
            assert len(values) == len(table) - 1
            assert all(float(row[k]) == x for row, x in zip(table[1:], values)), name
        assert f["units"][[n.decode() for n in f["names"][:]].index("g")] == b"m/s2"
    with h5py.File("b.h5", "r") as f:
        time = f["data"][0, :]
        assert f["data"].chunks[1] < len(time) / 64 and len(time) > 300000
        assert all(a <= b for a, b in zip(time, time[1:])) and time[-1] == 10
    print("h5py reads the same")
