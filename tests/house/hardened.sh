# The program is built so that a fault of it is harder to misuse: full RELRO, position independent, no executable stack, guards of
# the stack, checked string functions (docs/security.md).
# REQUIRES: tool readelf
# REQUIRES: release
# RUN: readelf -lW %b/causeway | grep -c GNU_RELRO; readelf -dW %b/causeway | grep -c 'BIND_NOW'; readelf -hW %b/causeway | grep -c 'DYN '; readelf -lW %b/causeway | grep GNU_STACK | grep -c 'RW '; readelf --dyn-syms -W %b/causeway | grep -c '__stack_chk_fail'; readelf --dyn-syms -W %b/causeway | grep -c '__memcpy_chk\|__snprintf_chk\|__vsnprintf_chk' | sed 's/[1-9][0-9]*/some/'
# CHECK: 1
# CHECK: 1
# CHECK: 1
# CHECK: 1
# CHECK: 1
# CHECK: some
