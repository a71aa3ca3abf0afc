// The connection: JSON-RPC over one WebSocket.  What is asked while it is down is asked again when it is back, and
// whoever keeps state on the server is told to bring it there anew (onConnect).
import { signal } from "@preact/signals";

export class RpcError extends Error {
  constructor(public code: number, message: string) { super(message); }
}

interface Waiting { method: string; params: unknown; resolve(v: any): void; reject(e: Error): void; sent: boolean }

export const connected = signal<"connecting" | "open" | "lost">("connecting");
const waiting = new Map<number, Waiting>();
const listeners = new Map<string, ((params: any) => void)[]>();
const onConnects: (() => void)[] = [];
let socket: WebSocket | null = null;
let next = 1;
let ready = false;
let delay = 250;

export function onConnect(f: () => void) { onConnects.push(f); }

export function on(method: string, f: (params: any) => void) {
  listeners.set(method, [...(listeners.get(method) ?? []), f]);
}

function post(message: object) { socket!.send(JSON.stringify({ jsonrpc: "2.0", ...message })); }

function flush() {
  for (const [id, w] of waiting)
    if (!w.sent) { w.sent = true; post({ id, method: w.method, params: w.params }); }
}

export function ask<T = any>(method: string, params: object = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    waiting.set(next++, { method, params, resolve, reject, sent: false });
    if (ready) flush();
  });
}

// Notifications about texts are not kept while the connection is down: onConnect sends the whole texts.
export function tell(method: string, params: object = {}) { if (ready) post({ method, params }); }

function receive(text: string) {
  const m = JSON.parse(text);
  if (m.method) {
    if (m.id !== undefined) post({ id: m.id, result: null });
    for (const f of listeners.get(m.method) ?? []) f(m.params);
    return;
  }
  const w = waiting.get(m.id);
  if (!w) return;
  waiting.delete(m.id);
  if (m.error) w.reject(new RpcError(m.error.code, m.error.message));
  else w.resolve(m.result);
}

function lost() {
  socket = null;
  ready = false;
  connected.value = "lost";
  for (const w of waiting.values()) w.sent = false;
  setTimeout(connect, delay);
  delay = Math.min(delay * 2, 4000);
}

export function connect() {
  if (socket) return;
  const own = new WebSocket(`ws://${location.host}/socket`);
  socket = own;
  own.onmessage = e => receive(e.data);
  own.onclose = lost;
  own.onopen = () => {
    const id = next++;
    waiting.set(id, {
      method: "initialize", params: {}, sent: true, reject: () => own.close(), resolve() {
        ready = true;
        delay = 250;
        post({ method: "initialized", params: {} });
        connected.value = "open";
        for (const f of onConnects) f();
        flush();
      },
    });
    post({ id, method: "initialize", params: { capabilities: { general: { positionEncodings: ["utf-16"] } } } });
  };
}

export function disconnectForTest() { socket?.close(); }
