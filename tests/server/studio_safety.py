# RUN: python3 %s %d
# CHECK: the studio is safe
# TIMEOUT: 120
"""Attacks on the studio: foreign names, origins and tokens, paths outside, long and broken messages, script in texts."""
import json
import os
import sys

sys.path.insert(0, sys.argv[1])
from studio_client import Closed, Page, Studio  # noqa: E402

os.environ["XDG_DATA_HOME"] = os.path.abspath("data")
os.makedirs("mine/sub")
with open("secret.mo", "w") as f:
    f.write("model Secret Real x = 42; end Secret;\n")
with open("secret.png", "w") as f:
    f.write("a secret picture")
EVIL = ('model Evil "<img src=x onerror=alert(1)>" parameter Real \'<script>alert(1)</script>\' = 1; Real y = time;\n'
        '  annotation(Documentation(info="<html><p>Words</p><script>alert(1)</script><img src=\\"x\\" onerror=\\"alert(1)\\">'
        '<a href=\\"javascript:alert(1)\\">go</a><iframe src=\\"//e.org\\"></iframe><img src=\\"modelica://Evil/../secret.png\\">'
        '<img src=\\"file:///etc/passwd\\"><img src=\\"../secret.png\\"></html>"));\nend Evil;\n')
with open("mine/Evil.mo", "w") as f:
    f.write(EVIL)

with Studio("mine/Evil.mo") as s:
    own = "127.0.0.1:%d" % s.port
    # who may have the page
    assert s.get("/")[0] == 403
    assert s.get("/?token=" + "0" * 32)[0] == 403
    assert s.get("/?token=" + s.token[:31])[0] == 403
    assert s.get("/?token=" + s.token + "0")[0] == 403
    assert s.get("/?token=" + s.token)[0] == 200
    assert s.get("/", Cookie=s.cookie())[0] == 200
    assert s.get("/", Cookie=s.cookie(), Sec_Fetch_Site="cross-site")[0] == 403
    assert s.get("/", Cookie="causeway-%d=%s" % (s.port, "f" * 32))[0] == 403
    status, fields, body = s.get("/?token=" + s.token)
    assert "script-src 'self'" in fields["Content-Security-Policy"] and "frame-ancestors 'none'" in fields["Content-Security-Policy"]
    assert "HttpOnly" in fields["Set-Cookie"] and "SameSite=Strict" in fields["Set-Cookie"]
    page = body.decode()
    assert page.count("<script") == 2 and page.count("</script>") == 2 and "<img" not in page, "names of the model are in the page"
    assert json.loads(page[page.index('json">') + 6:page.rindex("</script>")])["model"] == "Evil"
    # names that lead here from elsewhere
    assert s.get("/?token=" + s.token, Host="evil.example:%d" % s.port)[0] == 421
    assert s.get("/?token=" + s.token, Host=None)[0] == 421
    assert s.get("/app.js", Host="evil.example")[0] == 421
    # files: those of the page and no others
    assert s.get("/app.js")[0] == 200
    for path in ("/../secret.mo", "/%2e%2e/secret.mo", "/mine/Evil.mo", "/etc/passwd", "//etc/passwd", "/app.js/../../x", "/index.html"):
        assert s.get(path)[0] == 404, path
    assert s.get("/", method="POST")[0] == 405
    for bad in (b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nbad header\r\n\r\n", b"GET  / HTTP/1.1\r\n\r\n", b"\x00\x01\r\n\r\n", b"GET x HTTP/1.1\r\n\r\n"):
        assert b" 400 " in s.raw(bad), bad
    assert b" 431 " in s.raw(b"GET / HTTP/1.1\r\nX: " + b"a" * 40000)
    # who may have a WebSocket
    assert s.page().status == 101
    for headers in ({"Origin": "http://evil.example"}, {"Origin": None}, {"Origin": "null"}, {"Origin": "https://" + own},
                    {"Origin": "http://" + own + ".evil.example"}, {"Origin": "http://localhost:%d" % s.port}, {"Cookie": None},
                    {"Cookie": "causeway-%d=%s" % (s.port, "0" * 32)}):
        assert s.page(**headers).status == 403, headers
    assert s.page(Sec_WebSocket_Version="8").status == 400
    # messages that are too long are refused by their first bytes
    p = s.page()
    p.frame(b"", length=100 << 20)
    try:
        p.receive()
        raise AssertionError("a message of 100 MB is taken")
    except Closed as closed:
        assert closed.args[0] == 1009, closed.args
    p = s.page()
    p.frame(b"x" * (9 << 20), last=False)
    try:
        p.frame(b"x" * (9 << 20), kind=0)
        p.receive()
        raise AssertionError("a message of 18 MB in parts is taken")
    except Closed as closed:
        assert closed.args[0] == 1009, closed.args
    except (BrokenPipeError, ConnectionResetError):
        pass
    # frames that break the protocol
    for kind, how in ((1, {"masked": False}), (2, {}), (0, {}), (11, {}), (9, {"length": 200})):
        p = s.page()
        p.frame(b"{}", kind=kind, **how)
        try:
            while True:
                p.receive()
        except Closed as closed:
            assert closed.args[0] in (1002, 1003), (kind, closed.args)
    p = s.page()
    p.frame(b"hello", kind=9)
    assert p.receive() == (10, b"hello")
    half = json.dumps({"jsonrpc": "2.0", "id": 77, "method": "causeway/tree", "params": {}}).encode()
    p.frame(half[:20], last=False)
    p.frame(b"", kind=9)
    p.frame(half[20:], kind=0)
    assert p.receive()[0] == 10 and p.message()["id"] == 77
    # paths outside the folders
    p = s.page()
    outside = "file://" + os.path.abspath("secret.mo")
    p.tell("textDocument/didOpen", {"textDocument": {"uri": outside, "languageId": "modelica", "version": 1, "text": "model Secret end Secret;"}})
    assert "not open" in p.ask("textDocument/documentSymbol", {"textDocument": {"uri": outside}}, fails=True)["message"]
    p.ask("causeway/save", {"uri": outside, "text": "gone"}, fails=True)
    p.ask("causeway/save", {"uri": "file://" + os.path.abspath("mine/../secret.mo"), "text": "gone"}, fails=True)
    assert "42" in open("secret.mo").read()
    p.ask("causeway/class", {"class": "Secret"}, fails=True)
    p.tell("workspace/didChangeWorkspaceFolders", {"event": {"added": [{"uri": "file:///etc", "name": "x"}], "removed": []}})
    p.ask("causeway/results", {"run": -1}, fails=True)
    p.ask("causeway/results", {"run": "../../secret"}, fails=True)
    p.ask("causeway/text", {"class": "../secret"}, fails=True)
    # documentation holds words, not deeds
    html = p.ask("causeway/documentation", {"class": "Evil"})["info"]
    assert "Words" in html
    for bad in ("<script", "onerror", "javascript:", "<iframe", "passwd", "base64", "secret"):
        assert bad not in html, (bad, html)
    # what is not JSON, and what is deep
    p.frame(b"{nonsense")
    assert p.message()["error"]["code"] == -32700
    p.frame(b"[" * 100000)
    assert p.message()["error"]
    assert p.ask("causeway/tree", {})["classes"]
    # nothing runs because a folder is open; many pages at once
    others = [s.page() for _ in range(6)]
    assert all(o.ask("causeway/tree", {})["classes"] for o in others)
assert not os.path.exists("mine/Evil.experiments.json")
print("the studio is safe")
