"""Reads a GLB by its specification (glTF 2.0, 4.4) and checks what must hold; looks at a PNG's size and colours."""
import json
import math
import struct
import sys
import zlib

data = open(sys.argv[1], "rb").read()
magic, version, length = struct.unpack("<4sII", data[:12])
assert magic == b"glTF" and version == 2 and length == len(data)
n, kind = struct.unpack("<I4s", data[12:20])
assert kind == b"JSON" and n % 4 == 0
doc = json.loads(data[20:20 + n])
size, kind = struct.unpack("<I4s", data[20 + n:28 + n])
assert kind == b"BIN\0" and size % 4 == 0
binary = data[28 + n:]
assert len(binary) == size == doc["buffers"][0]["byteLength"]
WIDTH = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}


def read(i):
    a = doc["accessors"][i]
    v = doc["bufferViews"][a["bufferView"]]
    w = WIDTH[a["type"]]
    assert v["byteLength"] == a["count"] * w * 4 and v["byteOffset"] % 4 == 0
    flat = struct.unpack_from("<%df" % (a["count"] * w), binary, v["byteOffset"])
    rows = [flat[k:k + w] for k in range(0, len(flat), w)]
    for k in range(w if "min" in a else 0):
        assert math.isclose(min(r[k] for r in rows), a["min"][k], abs_tol=1e-6)
        assert math.isclose(max(r[k] for r in rows), a["max"][k], abs_tol=1e-6)
    return rows


names = [x["name"] for x in doc["nodes"]]
assert names == ["rod", "bob", "gear"], names
for mesh in doc["meshes"]:
    p = mesh["primitives"][0]["attributes"]
    points, normals = read(p["POSITION"]), read(p["NORMAL"])
    assert len(points) == len(normals) and len(points) % 3 == 0 and len(points) > 30
    assert all(abs(math.hypot(*x) - 1) < 1e-4 for x in normals)
animation = doc["animations"][0]
moved = set()
for c in animation["channels"]:
    s = animation["samplers"][c["sampler"]]
    times, values = read(s["input"]), read(s["output"])
    assert len(times) == len(values) and all(a[0] < b[0] for a, b in zip(times, times[1:])) and abs(times[-1][0] - 5) < 1e-5
    if c["target"]["path"] == "rotation":
        moved.add(c["target"]["node"])
        assert all(abs(math.hypot(*q) - 1) < 1e-5 for q in values)
print("%d bodies move" % len(moved))

png = open(sys.argv[2], "rb").read()
assert struct.unpack(">II", png[16:24]) == (300, 200)
rows, at = b"", 8
while at < len(png):
    n, kind = struct.unpack(">I4s", png[at:at + 8])
    if kind == b"IDAT":
        rows += png[at + 8:at + 8 + n]
    at += 12 + n
assert len(set(zlib.decompress(rows))) > 40
