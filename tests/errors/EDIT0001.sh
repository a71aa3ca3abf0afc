# RUN: bash %s
# CHECK: error[EDIT0001]: there is no connect(a, b)
# An edit that cannot be done: the connection is not there.
cat > edits.mos <<'S'
loadString("model M end M;"); deleteConnection(a, b, M); getErrorString();
S
causeway run edits.mos
