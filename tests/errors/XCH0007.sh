# RUN: cp -r %r/tests/exchange x.fmu; mkdir -p x.fmu/binaries/linux64; echo no > x.fmu/binaries/linux64/decay.so; causeway check x.fmu
# EXIT: 2
# CHECK: error[XCH0007]: the binary for model exchange cannot be loaded: {{.*}}file too short
