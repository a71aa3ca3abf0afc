# Formatting in place keeps the rights of a file, and links to it.
# RUN: printf 'model M Real x=1;end M;\n' > a.mo; cp a.mo b.mo; cp a.mo c.mo; chmod 600 a.mo; chmod 755 b.mo; ln -s b.mo link.mo; ln c.mo d.mo; causeway format -i a.mo link.mo c.mo; stat -c '%%a %%F' a.mo b.mo link.mo; cmp c.mo d.mo && grep -c 'Real x = 1' a.mo b.mo c.mo; ls
# CHECK: 600 regular file
# CHECK: 755 regular file
# CHECK: 777 symbolic link
# CHECK: a.mo:1
# CHECK: b.mo:1
# CHECK: c.mo:1
# CHECK-NOT: a.mo.
