# An index and archives behind an address: a server on this machine.
# RUN: bash %s %d 2>&1
# CHECK: == http
# CHECK: installed B 1.0.0
# CHECK: installed A 2.0.0
# CHECK: 0.5
# CHECK: == zip address
# CHECK: A 2.0.0 is installed already
# CHECK: == file address
# CHECK: installed A 2.0.0
# CHECK: == refused
# CHECK: error[PKG0006]: http://127.0.0.1:{{\d+}}/none.json was refused with status 404
set -u
export XDG_DATA_HOME=$PWD/data HOME=$PWD/home CAUSEWAY_CACHE=$PWD/cache
unset MODELICAPATH CAUSEWAY_INDEX http_proxy HTTP_PROXY all_proxy ALL_PROXY
mkdir served
python3 "$1/make.py" a A 2.0.0 uses:B:1.0.0; python3 "$1/make.py" --zip served/a.zip a
python3 "$1/make.py" b B 1.0.0; python3 "$1/make.py" --zip served/b.zip b
cat > served/index.json <<END
{"libs": {"A": {"git": "https://example.org/A", "versions": {
   "1.0.0": {"version": "1.0.0", "zipfile": "gone.zip", "path": "A 1.0.0", "sha": "0", "support": "support"},
   "2.0.0": {"version": "2.0.0", "zipfile": "a.zip", "path": "checkout-1.0/A 2.0.0", "uses": {"B": "1.0.0"}}}},
  "B": {"versions": {"1.0.0": {"version": "1.0.0", "zipfile": "b.zip", "path": "B"}}}},
 "mirrors": []}
END
python3 -u - > port <<'END' 2>/dev/null &
import functools
import http.server
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(http.server.SimpleHTTPRequestHandler, directory="served"))
print(server.server_address[1])
server.serve_forever()
END
server=$!
trap 'kill $server' EXIT
for i in $(seq 100); do [ -s port ] && break; sleep 0.1; done
at=http://127.0.0.1:$(cat port)
echo == http; causeway install A --from $at/index.json
causeway simulate A.M --stop 0.25 -q -o a.csv && tail -1 a.csv | cut -d, -f2
echo == zip address; causeway install A --from $at/a.zip
echo == file address; XDG_DATA_HOME=$PWD/other causeway install A --from file://$PWD/served/index.json
echo == refused; causeway install A --from $at/none.json
exit 0
