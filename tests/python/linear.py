# REQUIRES: release
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

# zeros of several inputs and outputs together: the pencil loses rank there, and the right number of them is found
state_space = """model S
  parameter Real A[:, :] = %s, B[:, :] = %s, C[:, :] = %s, D[:, :] = %s;
  input Real u[size(B, 2)];
  output Real y[size(C, 1)];
  Real x[size(A, 1)](each start = 0, each fixed = true);
equation
  der(x) = A*x + B*u;
  y = C*x + D*u;
end S;"""


def matrix(m):
    return "[" + "; ".join(", ".join(repr(float(v)) for v in row) for row in m) + "]"


def zeros_of(A, B, C, D):
    return cw.loads(state_space % tuple(map(matrix, (A, B, C, D)))).linearize().zeros()


def rank_falls(A, B, C, D, z):
    def pencil(s):
        return np.block([[A - s * np.eye(len(A)), B], [C, D]])
    usual = np.linalg.matrix_rank(pencil(0.7391 + 0.312j))
    sigma = np.linalg.svd(pencil(z), compute_uv=False)
    return sigma[usual - 1] < 1e-9 * sigma[0]


draw = np.random.default_rng(7)
for n, m, p, degree, expected in ((5, 2, 2, 0, 5), (5, 2, 2, 1, 3), (6, 3, 3, 1, 3), (4, 1, 1, 1, 3), (5, 2, 3, 1, 0), (5, 3, 2, 0, 0)):
    A, B, C = draw.normal(size=(n, n)), draw.normal(size=(n, m)), draw.normal(size=(p, n))
    D = draw.normal(size=(p, m)) if degree == 0 else np.zeros((p, m))
    found = zeros_of(A, B, C, D)
    assert len(found) == expected, (n, m, p, degree, found)
    assert all(rank_falls(A, B, C, D, z) for z in found), found
# more outputs than inputs, and a state that no output sees: it is a zero
A = np.diag([-1.0, -2.0, -3.0])
found = zeros_of(A, np.array([[1.0], [1], [1]]), np.array([[1.0, 0, 0], [0, 1e6, 0]]), np.zeros((2, 1)))
assert len(found) == 1 and abs(found[0] + 3) < 1e-9, found
# sizes far apart: seven integrators behind a fast one
A = np.diag([1e-3] * 7, -1)
A[0, 0] = -1e6
found = zeros_of(A, np.eye(8, 1), np.eye(1, 8, 7) + np.eye(1, 8, 6), np.zeros((1, 1)))
assert len(found) == 1 and abs(found[0] + 1e-3) < 1e-9, found
print("linear models: exact")
