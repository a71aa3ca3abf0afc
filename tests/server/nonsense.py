# RUN: python3 %s
# CHECK: nonsense: all answered
"""What an editor must not send: every piece of it gets a proper answer, and the server goes on."""
import json
import os
import socket
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Failure, uri


def fails(code, method, params):
    try:
        c.ask(method, params)
    except Failure as e:
        assert e.code == code, (method, e.code, e.message)
        return e.message
    raise SystemExit("%s %s was accepted" % (method, params))


c = Client(initialize=False)
fails(-32002, "textDocument/hover", {})
c.tell("textDocument/didOpen", {"textDocument": {"uri": "file:///x.mo", "text": "model X end X;"}})  # too early: ignored
c.ask("initialize", {"capabilities": {}, "rootUri": None, "workspaceFolders": 3, "rootPath": 4})
fails(-32600, "initialize", {"capabilities": {}})


def complaint(data, code):
    n = len(c.complaints)
    c.raw(data)
    c.wait(lambda: len(c.complaints) > n)
    assert c.complaints[-1]["code"] == code, c.complaints[-1]


def framed(body):
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


# ---- bytes that are no messages
complaint(framed(b"{"), -32700)
complaint(framed(b"nonsense"), -32700)
complaint(framed(b""), -32700)
complaint(framed(b'{"a":' * 1000), -32700)
complaint(framed(b"\xff\xfe{}"), -32700)
complaint(framed(b'{"jsonrpc":"2.0","method":"x","params":"\x01"}'), -32700)
complaint(b"Content-Length: -5\r\n\r\n", -32700)
complaint(b"Content-Length: 99999999999999999999\r\n\r\n", -32700)
complaint(b"Content-Length: many\r\n\r\n", -32700)
complaint(b"Content-Type: text\r\n\r\n", -32700)
complaint(b"x" * 10000, -32700)
complaint(framed(b"[]"), -32600)
complaint(framed(b"17"), -32600)
complaint(framed(b'{"jsonrpc":"2.0","id":{},"method":"shutdown"}'), -32600)
complaint(framed(b'{"jsonrpc":"2.0"}'), -32600)
c.raw(b"content-length: 46 \r\nX-Other: 1\r\n\r\n" + b'{"jsonrpc":"2.0","method":"$/whatever","id":7}')
c.wait(lambda: 7 in c.answers)
assert c.answers.pop(7)["error"]["code"] == -32601

# ---- methods and parameters
assert "no method" in fails(-32601, "textDocument/teleport", {})
c.tell("$/unknownNotification", {"x": 1})
c.send({"jsonrpc": "2.0", "id": 99, "result": None})  # an answer to nothing
os.makedirs("w", exist_ok=True)
name = uri("w/A.mo")
c.open(name, "model A\n  Real x = 1; // \u00e4\U0001d538\nend A;\n")
EVERY = ["hover", "definition", "declaration", "typeDefinition", "implementation", "references", "documentHighlight", "rename",
         "prepareRename", "completion", "signatureHelp", "prepareTypeHierarchy", "prepareCallHierarchy", "linkedEditingRange"]
PLAIN = ["documentSymbol", "foldingRange", "semanticTokens/full", "semanticTokens/full/delta", "codeLens", "documentLink",
         "documentColor", "formatting", "diagnostic"]
for m in EVERY + PLAIN:
    for params in (None, [], {}, 3, {"textDocument": 3}, {"textDocument": {"uri": 4}}, {"textDocument": {"uri": "file:///not/open.mo"}},
                   {"textDocument": {"uri": "bogus"}}):
        fails(-32602, "textDocument/" + m, params)
for m in EVERY:
    for position in (None, 3, {}, {"line": -1, "character": 0}, {"line": 0.5, "character": 0}, {"line": "a", "character": 1},
                     {"line": 0, "character": -7}):
        fails(-32602, "textDocument/" + m, {"textDocument": {"uri": name}, "position": position, "newName": "y"})
    for position in ({"line": 10 ** 9, "character": 0}, {"line": 0, "character": 10 ** 12}, {"line": 1, "character": 19},
                     {"line": 1e300, "character": 1e300}):
        try:
            c.ask("textDocument/" + m, {"textDocument": {"uri": name}, "position": position, "newName": "y"})
        except Failure as e:
            assert e.code == -32803, (m, position, e.message)
for m in ("rangeFormatting", "semanticTokens/range", "inlayHint", "codeAction"):
    fails(-32602, "textDocument/" + m, {"textDocument": {"uri": name}, "range": {"start": {"line": 2}}})
fails(-32602, "textDocument/rename", {"textDocument": {"uri": name}, "position": {"line": 1, "character": 7}, "newName": "1x"})
fails(-32602, "textDocument/rename", {"textDocument": {"uri": name}, "position": {"line": 1, "character": 7}})
fails(-32602, "workspace/symbol", {})
fails(-32602, "workspace/executeCommand", {"command": "causeway.check"})
fails(-32602, "workspace/textDocumentContent", {"uri": "file:///etc/passwd"})
fails(-32602, "typeHierarchy/supertypes", {"item": {"data": "No.Such.Class"}})
fails(-32602, "completionItem/resolve", {})
fails(-32602, "textDocument/colorPresentation", {"color": {"red": 7}})

# ---- edits that are none change nothing; positions inside a pair of surrogates are in front of it
for range_ in ({"start": {"line": 5, "character": 0}, "end": {"line": 1, "character": 0}}, {"start": {}, "end": {}}):
    c.tell("textDocument/didChange", {"textDocument": {"uri": name, "version": 2},
                                      "contentChanges": [{"range": range_, "text": "?"}, {"text": 5}, 7]})
c.tell("textDocument/didChange", {"textDocument": {"uri": "file:///none.mo"}, "contentChanges": "x"})
c.tell("textDocument/didChange", None)
c.tell("textDocument/didClose", {"textDocument": {"uri": "file:///none.mo"}})
assert c.settled(name) == []
at = {"line": 1, "character": 19}
c.tell("textDocument/didChange", {"textDocument": {"uri": name, "version": 3},
                                  "contentChanges": [{"range": {"start": at, "end": at}, "text": "!"}]})
c.texts[name] = "model A\n  Real x = 1; // \u00e4!\U0001d538\nend A;\n"
assert c.settled(name) == []
folded = c.about("semanticTokens/full", name)["data"]
assert sum(folded[5 * i + 2] for i in range(len(folded) // 5) if folded[5 * i + 3] == 12) == 7, folded  # UTF-16 units of the comment
# ---- bytes that are not UTF-8, lone surrogates, zeros
c.raw(framed(b'{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///tmp/b.mo","text":"model B // \xff\xfe\nend B;"}}}'
             .replace(b"\n", b"\\n")))
c.wait(lambda: c.diagnostics.get("file:///tmp/b.mo"))
assert c.diagnostics["file:///tmp/b.mo"][0]["code"] == "SYN0006"
c.raw(framed(rb'{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:1","text":"model \ud800\u0000 end"}}}'))
c.wait(lambda: c.diagnostics.get("untitled:1"))
# ---- a request taken back before it began
n = c.number + 1
c.raw(framed(json.dumps({"jsonrpc": "2.0", "id": n, "method": "textDocument/hover", "params": {}}).encode()) +
      framed(json.dumps({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": n}}).encode()))
c.number = n
c.wait(lambda: n in c.answers)
assert c.answers.pop(n)["error"]["code"] in (-32800, -32602)
assert c.ask("shutdown", None) is None
fails(-32600, "textDocument/hover", {})
c.tell("exit", None)
assert c.process.wait(20) == 0
# ---- an editor that just goes away
c = Client()
c.process.stdin.close()
assert c.process.wait(20) == 1

# ---- a socket
path = os.path.abspath("socket")
server = subprocess.Popen(["causeway", "lsp", "--socket", path])
try:
    for _ in range(2):  # one connection after the other
        for _ in range(200):
            s = socket.socket(socket.AF_UNIX)
            if s.connect_ex(path) == 0:
                break
            time.sleep(0.05)
        s.sendall(framed(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"general":{"positionEncodings":["utf-8"]}}}}'))
        assert b'"positionEncoding":"utf-8"' in s.recv(1 << 16)
        s.close()
finally:
    server.terminate()
    server.wait()
print("nonsense: all answered")
