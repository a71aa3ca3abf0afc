# REQUIRES: tool cc
# FMUs as blocks: two of them in a loop through their direct feedthrough, and one for co-simulation beside.
# RUN: sh %d/make decay.fmu; causeway import decay.fmu -o Decay.mo; causeway check Decay.mo
# CHECK: Decay: {{.*}} equations
# RUN: causeway import decay.fmu --kind cs --step 0.05 | sed 's/Decay/Sampled/' > Sampled.mo
# RUN: causeway simulate Decay.mo Sampled.mo %d/Loop.mo -o loop.csv
# CHECK: Loop: 0 to 2 s with
# ALWAYS: loop.csv abs({a.u} + 0.5*({b.x} + {b.u})) < 1e-6
# ALWAYS: loop.csv abs({b.u} - 0.3*({a.x} + {a.u})) < 1e-6
# ALWAYS: loop.csv abs({a.x} - {reference.xa}) < 1e-4
# ALWAYS: loop.csv abs({b.x} - {reference.xb}) < 1e-4
# VALUE: loop.csv c.x(1) = 0.36787944117 +- 1e-10
#
# By connect: der(x) = -x + time.
# RUN: causeway simulate Decay.mo %d/Joined.mo -o joined.csv
# VALUE: joined.csv sink.u(1) = 1.7357588823 +- 1e-5
#
# Loops over FMUs, and the integrator, use the derivatives that they tell.
# RUN: sh %d/make decay.fmu -DTELL; causeway simulate Decay.mo Sampled.mo %d/Loop.mo -o told.csv
# CHECK: derivatives of decay are asked for
# CHECK: derivatives of decay are asked for
# ALWAYS: told.csv abs({a.x} - {reference.xa}) < 1e-4
