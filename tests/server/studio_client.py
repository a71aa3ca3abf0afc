"""A page of the studio without a browser: the program, HTTP, a WebSocket (RFC 6455), requests and notifications."""
import base64
import json
import os
import re
import socket
import struct
import subprocess
import time


class Closed(Exception):
    """The server has closed the WebSocket: args are its code and reason."""


class Studio:
    """`causeway studio` with these words."""

    def __init__(self, *words, cwd=None):
        self.process = subprocess.Popen(["causeway", "studio", "--no-browser", *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True, cwd=cwd)
        self.address = self.process.stdout.readline().strip()
        found = re.match(r"http://127\.0\.0\.1:(\d+)/\?token=(\w+)$", self.address)
        assert found, self.address
        self.port, self.token = int(found.group(1)), found.group(2)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        assert self.process.wait(10) == 0

    def raw(self, data, wait=5):
        """Sends bytes; all bytes of the answer until the server closes."""
        with socket.create_connection(("127.0.0.1", self.port), wait) as s:
            s.settimeout(wait)
            s.sendall(data)
            out = b""
            try:
                while piece := s.recv(1 << 16):
                    out += piece
            except (ConnectionResetError, socket.timeout):
                pass
            return out

    def get(self, path, method="GET", **headers):
        """(status, headers, body)"""
        fields = {"Host": "127.0.0.1:%d" % self.port, **{k.replace("_", "-"): v for k, v in headers.items()}}
        head = "".join("%s: %s\r\n" % f for f in fields.items() if f[1] is not None)
        answer = self.raw(("%s %s HTTP/1.1\r\n%s\r\n" % (method, path, head)).encode())
        first, _, rest = answer.partition(b"\r\n")
        names, _, body = rest.partition(b"\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in names.decode().split("\r\n") if ": " in line)
        return int(first.split()[1]), fields, body

    def cookie(self):
        return "causeway-%d=%s" % (self.port, self.token)

    def page(self, **how):
        return Page(self, **how)


class Page:
    """One WebSocket of a studio, already initialized."""

    def __init__(self, studio, initialize=True, **headers):
        host = "127.0.0.1:%d" % studio.port
        fields = {"Host": host, "Origin": "http://" + host, "Cookie": studio.cookie(), "Upgrade": "websocket",
                  "Connection": "Upgrade", "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
                  "Sec-WebSocket-Version": "13"}
        fields.update({k.replace("_", "-"): v for k, v in headers.items()})
        self.socket = socket.create_connection(("127.0.0.1", studio.port), 20)
        head = "".join("%s: %s\r\n" % f for f in fields.items() if f[1] is not None)
        self.socket.sendall(("GET /socket HTTP/1.1\r\n%s\r\n" % head).encode())
        self.buffer, self.notes, self.next = b"", [], 0
        while b"\r\n\r\n" not in self.buffer:
            piece = self.socket.recv(4096)
            if not piece:
                break
            self.buffer += piece
        answer, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.status = int(answer.split()[1]) if answer else 0
        if self.status == 101 and initialize:
            self.ask("initialize", {"capabilities": {}})
            self.tell("initialized", {})

    def frame(self, data, kind=1, last=True, masked=True, length=None):
        n = len(data) if length is None else length
        head = bytes([(0x80 if last else 0) | kind])
        bit = 0x80 if masked else 0
        head += bytes([bit | n]) if n < 126 else bytes([bit | 126]) + struct.pack(">H", n) if n < 65536 else bytes(
            [bit | 127]) + struct.pack(">Q", n)
        key = os.urandom(4) if masked else b""
        body = bytes(b ^ key[i % 4] for i, b in enumerate(data)) if masked else data
        self.socket.sendall(head + key + body)

    def send(self, message):
        self.frame(json.dumps(message).encode())

    def tell(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def _need(self, n):
        while len(self.buffer) < n:
            piece = self.socket.recv(1 << 16)
            if not piece:
                raise Closed(0, "")
            self.buffer += piece
        out, self.buffer = self.buffer[:n], self.buffer[n:]
        return out

    def receive(self):
        """(kind, data) of the next frame"""
        head = self._need(2)
        n = head[1] & 127
        if n > 125:
            n = struct.unpack(">H" if n == 126 else ">Q", self._need(2 if n == 126 else 8))[0]
        data = self._need(n)
        if head[0] & 15 == 8:
            raise Closed(struct.unpack(">H", data[:2])[0], data[2:].decode())
        return head[0] & 15, data

    def message(self):
        kind, data = self.receive()
        return json.loads(data) if kind == 1 else None

    def ask(self, method, params, fails=False):
        self.next += 1
        self.send({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params})
        while True:
            m = self.message()
            if m and m.get("id") == self.next and "method" not in m:
                assert fails == ("error" in m), m
                return m["error"] if fails else m["result"]
            if m:
                self.notes.append(m)

    def until(self, method, good, seconds=30):
        """Parameters of the next notification of that kind that is good."""
        end = time.time() + seconds
        while time.time() < end:
            for i, m in enumerate(self.notes):
                if m.get("method") == method and good(m["params"]):
                    del self.notes[:i + 1]
                    return m["params"]
            self.socket.settimeout(max(0.1, end - time.time()))
            m = self.message()
            if m:
                self.notes.append(m)
        raise AssertionError("no %s within %g s" % (method, seconds))

    def run(self, model, **params):
        """Runs a model to its end: parameters of the last notification."""
        k = self.ask("causeway/run", {"class": model, **params})["run"]
        return self.until("causeway/run", lambda p: p["run"] == k and p.get("ended"))

    def curves(self, run, *names, **how):
        answer = self.ask("causeway/data", {"run": run, "names": list(names), "pixels": 1000, **how})
        return {c["name"]: {k: floats(c[k]) if k in "txy" else c[k] for k in c} for c in answer["curves"]}

    def close(self):
        self.socket.close()


def floats(text):
    data = base64.b64decode(text)
    return struct.unpack("<%dd" % (len(data) // 8), data)
