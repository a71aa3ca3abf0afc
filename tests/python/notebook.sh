# RUN: bash %s %r %b
# REQUIRES: release
# TIMEOUT: 240
# CHECK: {{not installed|tour.ipynb runs(.|\n)*the kernel runs}}
# Every notebook of the examples runs from a fresh start, and so does one of our own kernel.
set -eu
root=$1 build=$2
/usr/bin/python3 -c 'import nbconvert, nbformat, ipykernel, numpy' 2>/dev/null || { echo "not installed"; exit 0; }
export HOME=$PWD JUPYTER_DATA_DIR=$PWD/data PYTHONPATH=$root/python CAUSEWAY_LIBRARY=$build/libcauseway.so PYTHONDONTWRITEBYTECODE=1
export IPYTHONDIR=$PWD/ipython JUPYTER_RUNTIME_DIR=$PWD/runtime JUPYTER_CONFIG_DIR=$PWD/config
for notebook in "$root"/examples/notebooks/*.ipynb; do
    name=$(basename "$notebook")
    /usr/bin/python3 -m nbconvert --to notebook --execute --ExecutePreprocessor.timeout=120 "$notebook" --output-dir . --output "done-$name" > log.txt 2>&1 || {
        cat log.txt
        exit 1
    }
    /usr/bin/python3 - "done-$name" <<'PY'
import json, sys
outputs = [o for c in json.load(open(sys.argv[1]))["cells"] if c["cell_type"] == "code" for o in c["outputs"]]
kinds = {k for o in outputs for k in o.get("data", {})}
text = "".join("".join(o.get("text", "")) for o in outputs)
assert {"text/html", "image/svg+xml"} <= kinds, kinds
assert "a stiffer shaft is faster" in text, text
PY
    echo "$name runs"
done
causeway jupyter install -q
cat > kernel.ipynb <<'JSON'
{"cells": [{"cell_type": "code", "execution_count": null, "metadata": {}, "outputs": [], "source": "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend M;"},
 {"cell_type": "code", "execution_count": null, "metadata": {}, "outputs": [], "source": "round(M.simulate(stop=1)['x'][-1], 4)"}],
 "metadata": {"kernelspec": {"display_name": "Causeway", "language": "modelica", "name": "causeway"}}, "nbformat": 4, "nbformat_minor": 4}
JSON
/usr/bin/python3 -m nbconvert --to notebook --execute kernel.ipynb --output done.ipynb > log.txt 2>&1 || { cat log.txt; exit 1; }
grep -q '0.3679' done.ipynb && echo "the kernel runs"
