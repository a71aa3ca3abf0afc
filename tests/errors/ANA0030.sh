# RUN: OMPI_COMM_WORLD_SIZE=2 bash %s %r
# CHECK: error[ANA0030]: started by mpirun, but
# CHECK: hint: install libopenmpi3
# A study that mpirun started, on a machine whose MPI is not one that we know.
printf 'int nothing;\n' > mpi.c
cc -shared -fPIC mpi.c -o libmpi.so.40
LD_LIBRARY_PATH=. causeway sweep "$1/tests/analysis/Tank.mo" -p A=1:3 --record h || true
