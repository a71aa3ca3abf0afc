# REQUIRES: tool cc
# An FMU as a model: by our integrators (events of state and time found), and in its own steps.  Names, parameters, start
# values and units are its own.
# RUN: sh %d/make decay.fmu; causeway simulate decay.fmu -p k=2 -p u=0.1 -o %t.me.csv
# CHECK: Decay: 0 to 2 s with cvode
# RUN: causeway simulate decay.fmu --kind cs --in-process -p k=2 -p u=0.1 -o %t.cs.csv
# CHECK: 200 steps, 200 events
# VALUE: %t.me.csv x(0.7) = 0.2842671158 +- 1e-5
# VALUE: %t.me.csv x(2) = 0.4425842723 +- 1e-5
# VALUE: %t.me.csv y(2) = 0.5425842723 +- 1e-5
# VALUE: %t.me.csv jumps(2) = 2 +- 0
# VALUE: %t.me.csv ticks(1.7) = 3 +- 0
# VALUE: %t.cs.csv x(2) = 0.44258427230571 +- 1e-12
# VALUE: %t.cs.csv ticks(1.7) = 3 +- 0
# RUN: causeway simulate decay.fmu --stop 0.5 -p x=3 -o start.csv && head -1 start.csv
# CHECK: time,x_start,x,u,y,k,jumps,phase,limit,again,tick,ticks,der(x)
# RUN: causeway simulate decay.fmu --kind cs --in-process --stop 0.004 -q -o short.csv && wc -l < short.csv
# CHECK: 502
# VALUE: start.csv x(0) = 3 +- 0
# VALUE: start.csv x(0.5) = 1.8195919791 +- 1e-5
#
# What it becomes in an event begins with the derivatives that were there: no event without consequence.
# RUN: sh %d/make bend.fmu -DBEND=1; causeway simulate bend.fmu --kind me -p tick=9 -q -o bend.csv --stats bend.json
# RUN: tr -d ' ' < bend.json | grep -E 'state_events|restarts'
# CHECK: "state_events":1,
# CHECK: "restarts":1
# VALUE: bend.csv x(2) = -0.4152729 +- 1e-4
#
# Whatever happens in its process ends with a message.
# RUN: sh %d/make bad.fmu -DMISBEHAVE_CRASH; causeway simulate bad.fmu -o bad.csv
# EXIT: 4
# CHECK: bad.fmu: the FMU crashed in fmi2EnterInitializationMode (Segmentation fault)
# RUN: sh %d/make bad.fmu -DMISBEHAVE_EXIT; causeway simulate bad.fmu -o bad.csv
# EXIT: 4
# CHECK: bad.fmu: the FMU ended its process in fmi2EnterInitializationMode, with code 3
# RUN: sh %d/make bad.fmu -DMISBEHAVE_LOOP; causeway simulate bad.fmu --timeout 3 -o bad.csv
# EXIT: 4
# CHECK: error[RT0076]: the time limit was reached at time 0
#
# Our own FMUs come back.
# RUN: for v in 2 3; do for k in me cs; do causeway fmu %r/examples/bouncing_ball.mo --fmi $v -o ball.fmu -q; causeway simulate ball.fmu --kind $k --stop 0.4 -q -o $k$v.csv; done; done
# VALUE: me2.csv height(0.4) = 0.21520000 +- 1e-4
# VALUE: me3.csv height(0.4) = 0.21520000 +- 1e-4
# VALUE: cs2.csv height(0.4) = 0.21520000 +- 1e-4
# VALUE: cs3.csv height(0.4) = 0.21520000 +- 1e-4
