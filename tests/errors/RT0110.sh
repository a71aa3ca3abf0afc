# A program asks for derivatives by what cannot move by itself.
# RUN: %b/unit/session_tangents
# CHECK: error[RT0110]: there is no derivative by 'n': it is no Real
