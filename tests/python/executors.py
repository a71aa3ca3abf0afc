# RUN: export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; PYTHONPATH=%r/python PYTHONDONTWRITEBYTECODE=1 CAUSEWAY_LIBRARY=%b/libcauseway.so bash -c "/usr/bin/python3 -c 'import mpi4py, distributed' 2>/dev/null || { echo not installed; exit 0; }; /usr/bin/python3 %s dask && mpirun -n 3 --oversubscribe /usr/bin/python3 -m mpi4py.futures %s mpi"
# REQUIRES: tool mpirun
# REQUIRES: release
# TIMEOUT: 240
# CHECK: {{not installed|dask agrees(.|\n)*mpi agrees}}
"""Sweeps on other people's executors: dask.distributed and mpi4py.futures give what threads give."""
import os
import sys

import causeway as cw

TEXT = """model Tank
  parameter Real A = 2, k = 0.5;
  Real h(start = 4, fixed = true);
equation
  assert(k < 0.9, "k is too large");
  A*der(h) = -k*sqrt(max(h, 0));
  annotation (experiment(StopTime = 4));
end Tank;
"""


def last(result):
    return float(result["h"][-1])


def points():
    return {"k": [0.1, 0.2, 0.3, 0.95], "A": [1, 2, 3]}


def compare(executor, name):
    tank = cw.loads(TEXT)
    here = cw.sweep(tank, points(), jobs=1, reduce=last)
    there = cw.sweep(tank, points(), executor=executor, reduce=last)
    assert list(here) == list(there), (list(here), list(there))
    assert here.failed == there.failed == [9, 10, 11] and "k is too large" in str(there.errors[9])
    whole = cw.sweep(tank, {"k": [0.1, 0.2]}, executor=executor)
    assert abs(whole[1]["h"][-1] - here[1 * 3 + 1]) < 1e-12 and len(whole[0].time) > 2  # results pickle
    print(name, "agrees", flush=True)


def main():
    if sys.argv[1] == "dask":
        from distributed import Client, LocalCluster
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
            client.upload_file(os.path.abspath(__file__))
            compare(client, "dask")
    else:
        from mpi4py.futures import MPIPoolExecutor
        with MPIPoolExecutor() as executor:
            compare(executor, "mpi")


if __name__ == "__main__":
    main()
