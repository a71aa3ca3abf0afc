# A run that was restored does not know its initial point any more.
# RUN: %b/unit/session_tangents
# CHECK: error[RT0111]: the derivatives could not be computed
