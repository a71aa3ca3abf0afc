# Conditions that differ inside more arrays than the program takes apart by itself.
# RUN: bash %s > many.mo && causeway check many.mo
# EXIT: 3
# CHECK: error[INST0410]: this condition differs between the elements of an array of components
cat <<'M'
model Inner
  Real x = 1;
end Inner;
record Data
  Real v[2];
end Data;
model Part
  parameter Data data;
  Inner inside if data.v[1] > 2;
end Part;
model Many
M
for i in $(seq 70); do echo "  Part part$i[2](data(v = {{1, 3}, {3, 3}}));"; done
echo "end Many;"
