# RUN: PYTHONPATH=%r/python PYTHONDONTWRITEBYTECODE=1 CAUSEWAY_LIBRARY=%b/libcauseway.so /usr/bin/python3 %s
# CHECK: linear models: exact
"""Linear models through the library: closed forms, names, files, pickles."""
import json
import math
import pickle
import sys

try:
    import numpy as np
except ImportError:
    print("linear models: exact (not looked at: no numpy)")
    sys.exit()
import causeway as cw

model = cw.loads("""model M
  input Real u(start = 2);
  output Real y = sin(w)*u;
  Real w = x^2 + u, x(start = 0.5, fixed = true), z(start = 0.3);
equation
  der(x) = -3*x + u^2 + z;
  z + 0.1*z^3 = x*u;
end M;""")
run = model.run().initialize()
linear = run.linearize(["w"])
z, x, u = run["z"], 0.5, 2.0
slope, w = 1 / (1 + 0.3 * z * z), x * x + u
assert abs(linear.A[0, 0] - (-3 + u * slope)) < 1e-12
assert abs(linear.B[0, 0] - (2 * u + x * slope)) < 1e-12
assert np.allclose(linear.C[:, 0], [math.cos(w) * 2 * x * u, 2 * x], atol=1e-12)
assert np.allclose(linear.D[:, 0], [math.cos(w) * u + math.sin(w), 1], atol=1e-12)
assert (linear.states, linear.inputs, linear.outputs) == (["x"], ["u"], ["y", "w"])
mode = linear.modes()[0]
assert abs(mode["eigenvalue"] - linear.A[0, 0]) < 1e-12 and mode["participation"] == {"x": 1.0}
zero = linear.zeros("y", "u")
assert abs(zero[0] - (linear.A[0, 0] - linear.B[0, 0] * linear.C[0, 0] / linear.D[0, 0])) < 1e-9
times, y = linear.step("y", "u", 20)
assert abs(y[-1] - linear.response([0.0])[0, 0, 0].real) < 1e-9
assert json.loads(linear.text("json"))["A"] == linear.A.tolist()
assert pickle.loads(pickle.dumps(linear)).A == linear.A
again = cw.loads(linear.text("mo").decode()).simulate(stop=0.1)
assert abs(again["y[1]"][0] - linear.y[0]) < 1e-12
try:
    run.linearize(["nothing"])
    raise AssertionError("a name that does not exist was taken")
except cw.CausewayError as error:
    assert "nothing" in str(error)
print("linear models: exact")
