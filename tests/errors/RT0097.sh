# A program that uses the library changes a run that goes on already.
# RUN: %b/unit/session_api
# CHECK: error[RT0097]: options of a run are set before it is initialised
