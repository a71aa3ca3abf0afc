# RUN: python3 %s
# CHECK: 72 asked, none fell
# Questions about a document that is not open, and without one, are refused; the server goes on.
import json
import subprocess


def frame(message):
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


METHODS = ["definition", "declaration", "typeDefinition", "implementation", "hover", "references", "rename", "completion",
           "documentSymbol", "foldingRange", "codeAction", "signatureHelp", "prepareRename", "documentHighlight",
           "selectionRange", "prepareTypeHierarchy", "prepareCallHierarchy", "inlayHint"]
begin = [{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}, "rootUri": None}},
         {"jsonrpc": "2.0", "method": "initialized", "params": {}}]
end = [{"jsonrpc": "2.0", "id": 99, "method": "shutdown"}, {"jsonrpc": "2.0", "method": "exit"}]
asked = fell = 0
for uri in ("file:///nowhere/a.mo", "file://..mo", "untitled:1", None):
    for method in METHODS:
        place = {"line": 0, "character": 3}
        asked += 1
        question = {"jsonrpc": "2.0", "id": 5, "method": "textDocument/" + method, "params": {
            "textDocument": {"uri": uri} if uri else {}, "position": place, "positions": [place], "newName": "a",
            "range": {"start": place, "end": place}, "context": {"includeDeclaration": True, "diagnostics": []}}}
        p = subprocess.run(["causeway", "lsp"], input=b"".join(map(frame, begin + [question] + end)), capture_output=True,
                           timeout=50)
        if p.returncode or b'"id":99' not in p.stdout:
            fell += 1
            print(method, uri, p.returncode, p.stderr[:200])
print("%d asked, %s fell" % (asked, fell or "none"))
