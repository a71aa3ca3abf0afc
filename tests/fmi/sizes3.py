# REQUIRES: release
# RUN: python3 %s %b %d
# CHECK: all sizes
"""Structural parameters of FMI 3.0: configuration before and while it runs, states across configurations."""
import ctypes as c
import math
import subprocess
import sys

sys.path.insert(0, sys.argv[2])
from fmu3 import D, S, Fmu, here, tool, work  # noqa: E402

tanks = Fmu("Tanks", "Chain", options=["--sizes", "n=1;n=4"])
described = {v.get("name"): v for v in tanks.root.find("ModelVariables")}
n = described["n"]
assert n.tag == "UInt64" and (n.get("causality"), n.get("start"), n.get("min"), n.get("max")) == ("structuralParameter", "2", "1", "4")
assert [d.get("valueReference") for d in described["level"].findall("Dimension")] == [n.get("valueReference")]
assert "inside" not in described


def size(value):
    tanks.call("EnterConfigurationMode")
    tanks.call("SetUInt64", tanks.refs("n"), S(1), (c.c_uint64 * 1)(value), S(1))
    return tanks.dll.fmi3ExitConfigurationMode(tanks.handle)


def levels(number):
    out = (D * number)()
    tanks.call("GetFloat64", tanks.refs("level"), S(1), out, S(number))
    return list(out)


# before it begins: what was set stays set
tanks.instance()
tanks.call("SetFloat64", tanks.refs("k"), S(1), (D * 2)(2, 2), S(2))
assert size(3) == 3 and "not made for these" in tanks.said[-1]
tanks.call("SetUInt64", tanks.refs("n"), S(1), (c.c_uint64 * 1)(1), S(1))
tanks.call("ExitConfigurationMode")
tanks.initialise()
tanks.step(0, 1)
assert abs(levels(1)[0] - (1 - math.exp(-2)) / 2) < 1e-5, levels(1)

# while it runs: states and counts go on, new ones begin as declared
state = c.c_void_p()
tanks.call("GetFMUState", c.byref(state))
first = levels(1)
assert size(4) == 0
assert levels(4) == first + [0, 0, 0] and tanks.get("count", "Int32", c.c_int) == 1
number = S()
tanks.call("GetNumberOfContinuousStates", c.byref(number))
assert number.value == 4
tanks.step(1, 1)
assert tanks.get("count", "Int32", c.c_int) >= 2 and levels(4)[1] > 0.1 > levels(4)[3] > 0
assert tanks.dll.fmi3GetFloat64(tanks.handle, tanks.refs("level"), S(1), (D * 2)(), S(2)) == 3

# back to a state of another configuration, by way of its bytes
length = S()
tanks.call("SerializedFMUStateSize", state, c.byref(length))
room = (c.c_ubyte * length.value)()
tanks.call("SerializeFMUState", state, room, length)
tanks.call("FreeFMUState", c.byref(state))
again = c.c_void_p()
tanks.call("DeserializeFMUState", room, length, c.byref(again))
tanks.call("SetFMUState", again)
tanks.call("FreeFMUState", c.byref(again))
assert levels(1) == first
tanks.call("Reset")
assert levels(2) == [0, 0]
tanks.dll.fmi3FreeInstance(tanks.handle)

no = subprocess.run([tool, "fmu", here + "/Chain.mo", "Chain.Tanks", "--fmi", "3", "--sizes", "n:3", "-o", work + "/no.fmu"],
                    stderr=subprocess.PIPE, universal_newlines=True)
assert no.returncode == 1 and "FMI0005" in no.stderr, no
print("all sizes")
