# An external function has no derivative.
# RUN: %b/unit/session_tangents
# CHECK: warning[RT0112]: derivatives are not exact: differences were taken of the function P.gamma
