"""A small client of the language server: starts it, sends what an editor would send, keeps what it says."""
import json
import os
import re
import select
import subprocess
import time


class Failure(Exception):
    """An error answer."""

    def __init__(self, error):
        super().__init__("%s: %s" % (error["code"], error["message"]))
        self.code, self.message = error["code"], error["message"]


def uri(path):
    return "file://" + os.path.abspath(path)


class Client:
    def __init__(self, *options, root=None, program="causeway", capabilities=None, initialize=True):
        self.process = subprocess.Popen([program, "lsp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.buffer, self.number = b"", 0
        self.texts, self.versions, self.diagnostics = {}, {}, {}
        self.answers, self.said, self.complaints = {}, [], []
        if initialize:
            self.capabilities = self.ask("initialize", {
                "processId": os.getpid(), "rootUri": uri(root) if root else None,
                "capabilities": capabilities or {}})["capabilities"]
            self.tell("initialized", {})

    # ---- wire
    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps(message).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def tell(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def _take(self):
        head, mark, rest = self.buffer.partition(b"\r\n\r\n")
        if not mark:
            return False
        length = int(head.split(b":")[1])
        if len(rest) < length:
            return False
        body, self.buffer = rest[:length], rest[length:]
        message = json.loads(body)
        if message.get("method") == "textDocument/publishDiagnostics":
            p = message["params"]
            self.diagnostics[p["uri"]] = p["diagnostics"]
            self.said.append((time.perf_counter(), p))
        elif "method" in message:
            self.said.append((time.perf_counter(), message))
        elif message.get("id") is None:
            self.complaints.append(message["error"])
        else:
            self.answers[message["id"]] = message
        return True

    def read(self, timeout):
        """Reads what there is; False when nothing came in this time."""
        if not select.select([self.process.stdout], [], [], timeout)[0]:
            return False
        data = os.read(self.process.stdout.fileno(), 1 << 16)
        if not data:
            raise EOFError("the server went away, exit code %s" % self.process.wait())
        self.buffer += data
        while self._take():
            pass
        return True

    def wait(self, ready, timeout=60):
        end = time.time() + timeout
        while not ready():
            if time.time() > end:
                raise TimeoutError("no answer within %d s" % timeout)
            self.read(0.2)

    def start(self, method, params):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return self.number

    def ask(self, method, params, timeout=60):
        n = self.start(method, params)
        self.wait(lambda: n in self.answers, timeout)
        answer = self.answers.pop(n)
        if "error" in answer:
            raise Failure(answer["error"])
        return answer["result"]

    # ---- documents
    def open(self, name, text, language="modelica"):
        self.texts[name], self.versions[name] = text, 1
        self.tell("textDocument/didOpen", {"textDocument": {
            "uri": name, "languageId": language, "version": 1, "text": text}})

    def change(self, name, start, end, text):
        """Replaces characters start..end of the text (offsets in characters; the text must be in the BMP)."""
        old = self.texts[name]
        self.versions[name] += 1
        change = {"range": {"start": position(old, start), "end": position(old, end)}, "text": text}
        self.texts[name] = old[:start] + text + old[end:]
        self.tell("textDocument/didChange", {
            "textDocument": {"uri": name, "version": self.versions[name]}, "contentChanges": [change]})

    def at(self, method, name, where, more=None):
        """Asks about a place: an offset, or a text whose first occurrence is meant, `|` marking the place in it."""
        if isinstance(where, str):
            where = place(self.texts[name], where)
        params = {"textDocument": {"uri": name}, "position": position(self.texts[name], where)}
        params.update(more or {})
        return self.ask("textDocument/" + method, params)

    def about(self, method, name, more=None):
        return self.ask("textDocument/" + method, {"textDocument": {"uri": name}, **(more or {})})

    def settled(self, name, quiet=0.3):
        """Diagnostics of a document when nothing more is said about it: the server is asked for all there are."""
        return self.ask("textDocument/diagnostic", {"textDocument": {"uri": name}}, 120)["items"]

    def close(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        self.process.stdin.close()
        return self.process.wait(20)


def place(text, mark):
    bar = mark.index("|") if "|" in mark else 0
    at = text.index(mark.replace("|", "", 1))
    return at + bar


LINE = re.compile("\r\n|\n|\r")


def position(text, offset):
    line = start = 0
    for m in LINE.finditer(text, 0):
        if m.end() > offset:
            break
        line, start = line + 1, m.end()
    return {"line": line, "character": offset - start}


def offset(text, pos):
    at = 0
    for _ in range(pos["line"]):
        at = LINE.search(text, at).end()
    return at + pos["character"]


def slice_of(text, span):
    return text[offset(text, span["start"]):offset(text, span["end"])]


def apply(text, edits):
    """The text after a list of TextEdits."""
    for e in sorted(edits, key=lambda e: offset(text, e["range"]["start"]), reverse=True):
        text = text[:offset(text, e["range"]["start"])] + e["newText"] + text[offset(text, e["range"]["end"]):]
    return text
