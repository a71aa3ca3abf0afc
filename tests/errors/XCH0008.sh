# RUN: cp -r %r/tests/exchange x.fmu; causeway simulate x.fmu
# EXIT: 4
# CHECK: error[XCH0008]: {{.*}}x.fmu cannot be instantiated: dlopen failed: it has no binary for this machine (binaries/linux64/decay.so)
