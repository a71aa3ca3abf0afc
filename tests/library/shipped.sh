# The library that we ship: every class is valid by the letter of the language, every example runs and gives its stored result.
# RUN: causeway check --strict Causeway
# CHECK: classes checked
# CHECK: ; 0 failed
# CHECK-NOT: warning
# RUN: causeway test Causeway --reference %r/modelica/Causeway/Resources/Reference -j 2
# CHECK: 66 verified
# TIMEOUT: 300
