// The text of a class: CodeMirror, which is loaded when a text is first shown.  Every file that was opened keeps its
// document; what is typed while the connection is lost is sent when it is back.
import { useEffect, useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import { RpcError, ask, on, onConnect, tell } from "./rpc";
import { Location, Position, dark, go, place, problem, remember, recall } from "./state";
import { textVersion } from "./inspector";

export interface Diagnostic { range: { start: Position; end: Position }; severity: number; code?: string; message: string }
export interface OpenText { uri: string; text: string; version: number; readOnly: boolean; changed: boolean; saved: string; diagnostics: Diagnostic[] }
export const texts = new Map<string, OpenText>();
export const diagnostics = signal<Map<string, Diagnostic[]>>(new Map());
const wanted = signal<Location | null>(null);
const current = signal<OpenText | null>(null);
export const unsaved = signal(0);
let editor: any = null; // the module /editor.js

export function showInText(at: Location | undefined, name: string) {
  wanted.value = at ?? null;
  go({ class: name || place.peek().class, path: "", view: "text" });
}
function open(t: OpenText) {
  tell("textDocument/didOpen", { textDocument: { uri: t.uri, languageId: "modelica", version: t.version, text: t.text } });
}
onConnect(() => { for (const t of texts.values()) open(t); });
on("textDocument/publishDiagnostics", p => {
  const t = texts.get(p.uri), next = new Map(diagnostics.value);
  next.set(p.uri, p.diagnostics);
  diagnostics.value = next;
  if (t) { t.diagnostics = p.diagnostics; if (current.value?.uri === t.uri) editor?.showDiagnostics(p.diagnostics); }
});

let timer = 0;
export function changed(t: OpenText, text: string, changes: { range: { start: Position; end: Position }; text: string }[]) {
  t.text = text;
  t.version++;
  t.changed = text !== t.saved;
  tell("textDocument/didChange", { textDocument: { uri: t.uri, version: t.version }, contentChanges: changes });
  remember("draft." + t.uri, t.changed ? { text, saved: t.saved } : null); // a page that is closed loses nothing
  unsaved.value = [...texts.values()].filter(x => x.changed).length;
  clearTimeout(timer);
  timer = window.setTimeout(() => textVersion.value++, 300);
}
export async function load(name: string): Promise<{ text: OpenText; range: Location["range"] }> {
  const a = await ask("causeway/text", { class: name });
  let t = texts.get(a.uri);
  if (!t) {
    t = { uri: a.uri, text: a.text, version: 1, readOnly: a.readOnly, changed: false, saved: a.text, diagnostics: [] };
    const draft = recall<{ text: string; saved?: string } | null>("draft." + a.uri, null);
    if (draft && !a.readOnly && draft.text !== a.text) {
      t.text = draft.text;
      t.changed = true;
      unsaved.value++;
      problem.value = draft.saved === a.text ? "What you typed last time and did not save is here again." : "What you typed last time and did not save is here again; the file has been changed since.";
    }
    texts.set(a.uri, t);
    open(t);
  }
  return { text: t, range: a.range };
}
let overwrite = ""; // the user was told that its file has changed
export async function save() {
  const t = current.value;
  if (!t || !t.changed || t.readOnly) return;
  try {
    await ask("causeway/save", { uri: t.uri, text: t.text, ...(overwrite === t.uri ? {} : { was: t.saved }) });
    overwrite = "";
    t.saved = t.text;
    t.changed = false;
    remember("draft." + t.uri, null);
    tell("textDocument/didSave", { textDocument: { uri: t.uri } });
    unsaved.value = [...texts.values()].filter(x => x.changed).length;
    current.value = { ...t };
    texts.set(t.uri, current.value);
  } catch (e) {
    problem.value = (e as Error).message;
    if ((e as RpcError).code === -32801) { overwrite = t.uri; problem.value += ". Save again to replace it by your text, or copy your text and reload the page."; }
  }
}

export function TextView() {
  const host = useRef<HTMLDivElement>(null), name = place.value.class, isDark = dark.value;
  useEffect(() => {
    let live = true;
    (async () => {
      const [module, loaded] = await Promise.all([editor ?? import(/* @vite-ignore */ "/editor.js" as string), load(name)]);
      if (!live || !host.current) return;
      editor = module;
      current.value = loaded.text;
      editor.mount(host.current, texts.get(loaded.text.uri)!, isDark, { ask, changed, save });
      const at = wanted.peek();
      editor.reveal(at && at.uri === loaded.text.uri ? at.range : loaded.range, !!at);
      wanted.value = null;
      editor.showDiagnostics(loaded.text.diagnostics);
    })().catch(e => (problem.value = e.message));
    return () => { live = false; editor?.unmount(); };
  }, [name, isDark]);
  const t = current.value, list = t ? diagnostics.value.get(t.uri) ?? [] : [];
  unsaved.value;
  return (
    <div class="textview">
      <div class="textbar">
        <span class="quiet">{t ? decodeURIComponent(t.uri.replace("file://", "")) : ""}</span>
        {t?.readOnly && <span class="chip quiet">read only</span>}
        {t && texts.get(t.uri)?.changed && <button class="small" onClick={save}>Save (Ctrl+S)</button>}
        <span class="gap" />
        {list.length > 0 && <span class={list.some(d => d.severity === 1) ? "bad" : "warn"}>{list.length} {list.length === 1 ? "finding" : "findings"}</span>}
      </div>
      <div class="editor" ref={host} />
    </div>
  );
}
