// client.js - JSON-RPC over the standard streams of a process: requests, notifications, answers.
"use strict";
const { spawn } = require("child_process");

class Client {
  constructor(program, args, onNotification, onExit) {
    this.waiting = new Map();
    this.next = 1;
    this.buffer = Buffer.alloc(0);
    this.onNotification = onNotification;
    this.process = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.process.stdout.on("data", (data) => this.read(data));
    this.process.on("error", (e) => this.end(e, onExit));
    this.process.on("exit", (code) => this.end(new Error("the server ended with code " + code), onExit));
    this.process.stdin.on("error", () => {});
  }

  end(why, onExit) {
    if (this.ended) return;
    this.ended = true;
    for (const { reject } of this.waiting.values()) reject(why);
    this.waiting.clear();
    onExit(why, this.leaving);
  }

  read(data) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const head = this.buffer.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.buffer.toString("ascii", 0, head))[1]);
      if (this.buffer.length < head + 4 + length) return;
      const body = this.buffer.toString("utf8", head + 4, head + 4 + length);
      this.buffer = this.buffer.subarray(head + 4 + length);
      this.take(JSON.parse(body));
    }
  }

  take(message) {
    if (message.method) return this.onNotification(message.method, message.params);
    const asked = this.waiting.get(message.id);
    if (!asked) return;
    this.waiting.delete(message.id);
    if (message.error) asked.reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
    else asked.resolve(message.result);
  }

  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }), "utf8");
    this.process.stdin.write("Content-Length: " + body.length + "\r\n\r\n");
    this.process.stdin.write(body);
  }

  notify(method, params) {
    if (!this.ended) this.send({ method, params });
  }

  // A cancelled token (of VS Code) takes the request back.
  request(method, params, token) {
    if (this.ended) return Promise.reject(new Error("the server is not running"));
    const id = this.next++;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    if (token) token.onCancellationRequested(() => this.notify("$/cancelRequest", { id }));
    this.send({ id, method, params });
    return answer;
  }

  async stop() {
    if (this.ended) return;
    this.leaving = true;
    await this.request("shutdown", null).catch(() => {});
    this.notify("exit", null);
  }
}

module.exports = { Client };
