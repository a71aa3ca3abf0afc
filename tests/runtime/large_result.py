# A MAT result of more than 4 GiB is read like any other: sizes and places are counted with 64 bits.  (The file is sparse: hardly anything is stored.)
# RUN: python3 %s large.mat small.csv; ls -l large.mat | awk '{print ($5 > 4 * 2^30) ? "larger than 4 GiB" : $5}'; causeway compare large.mat small.csv; rm large.mat
# CHECK: larger than 4 GiB
# CHECK: 1 variables compared, 0 different, 0 missing
import struct
import sys

ROWS, POINTS = 400000, 1500  # values a point, points: 4.8e9 bytes


def head(f, name, kind, rows, columns):
    f.write(struct.pack("<5i", kind, rows, columns, 0, len(name) + 1) + name.encode() + b"\0")


def texts(f, name, lines):
    width = max(map(len, lines))
    head(f, name, 51, width, len(lines))
    for line in lines:
        f.write(line.encode().ljust(width, b"\0"))


with open(sys.argv[1], "wb") as f:
    head(f, "Aclass", 51, 4, 11)
    lines = ["Atrajectory", "1.1        ", "           ", "binTrans   "]
    f.write("".join(lines[i][j] for j in range(11) for i in range(4)).encode())
    texts(f, "name", ["time", "x"])
    texts(f, "description", ["Simulation time [s]", "last row of all"])
    head(f, "dataInfo", 20, 4, 2)
    f.write(struct.pack("<8i", 0, 1, 0, -1, 2, ROWS, 0, -1))
    head(f, "data_1", 0, 1, 2)
    f.write(struct.pack("<2d", 0, 1))
    head(f, "data_2", 0, ROWS, POINTS)
    start = f.tell()
    for k in range(POINTS):
        f.seek(start + 8 * ROWS * k)
        f.write(struct.pack("<d", k / 100))
        f.seek(start + 8 * (ROWS * k + ROWS - 1))
        f.write(struct.pack("<d", k * k))
with open(sys.argv[2], "w") as f:
    f.write("time,x\n" + "".join("%r,%r\n" % (k / 100, float(k * k)) for k in range(POINTS)))
