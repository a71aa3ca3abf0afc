// The editor: CodeMirror 6 with a tokenizer for Modelica, and the language server behind completion and hover.
import { EditorState, Extension, StateEffect, StateField } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, drawSelection, Decoration, DecorationSet } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, foldGutter, syntaxHighlighting, codeFolding, foldKeymap, indentUnit, foldService } from "@codemirror/language";
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { search, searchKeymap, highlightSelectionMatches } from "@codemirror/search";
import { setDiagnostics, lintGutter, lintKeymap } from "@codemirror/lint";
import { tags as t } from "@lezer/highlight";

const keywords = new Set("algorithm and annotation block break class connect connector constant constrainedby der discrete each else elseif elsewhen encapsulated end enumeration equation expandable extends external false final flow for function if import impure in initial inner input loop model not operator or outer output package parameter partial protected public pure record redeclare replaceable return stream then true type when while within".split(" "));
const types = new Set(["Real", "Integer", "Boolean", "String", "Clock"]);

const modelica = StreamLanguage.define<{ comment: boolean; string: boolean }>({
  name: "modelica",
  startState: () => ({ comment: false, string: false }),
  token(s, state) {
    if (state.comment) {
      if (s.skipTo("*/")) { s.match("*/"); state.comment = false; } else s.skipToEnd();
      return "comment";
    }
    if (state.string) {
      while (!s.eol()) { const c = s.next(); if (c === "\\") s.next(); else if (c === '"') { state.string = false; break; } }
      return "string";
    }
    if (s.eatSpace()) return null;
    if (s.match("//")) { s.skipToEnd(); return "comment"; }
    if (s.match("/*")) { state.comment = true; return "comment"; }
    if (s.match('"')) { state.string = true; return "string"; }
    if (s.match(/^\d+(\.\d*)?([eE][+-]?\d+)?/) || s.match(/^\.\d+([eE][+-]?\d+)?/)) return "number";
    if (s.match(/^'(\\.|[^'\\])*'/)) return "variableName";
    const word = s.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null;
    if (word) return keywords.has(word[0]) ? "keyword" : types.has(word[0]) ? "typeName" : /^[A-Z]/.test(word[0]) ? "className" : "variableName";
    s.next();
    return "operator";
  },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } } },
});

const colours = (dark: boolean) => syntaxHighlighting(HighlightStyle.define(dark ? [
  { tag: t.keyword, color: "#8fb8ff" }, { tag: t.typeName, color: "#4fc6d6" }, { tag: t.className, color: "#63cf86" },
  { tag: t.string, color: "#e6b25a" }, { tag: t.comment, color: "#93a0b2", fontStyle: "italic" }, { tag: t.number, color: "#ff9a66" },
] : [
  { tag: t.keyword, color: "#1f4fb0" }, { tag: t.typeName, color: "#00697a" }, { tag: t.className, color: "#1a6b3c" },
  { tag: t.string, color: "#8a5200" }, { tag: t.comment, color: "#5a6576", fontStyle: "italic" }, { tag: t.number, color: "#b03a08" },
]));

const setMark = StateEffect.define<{ from: number; to: number } | null>();
const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, tr) {
    set = set.map(tr.changes);
    for (const e of tr.effects) if (e.is(setMark)) set = e.value && e.value.to > e.value.from ? Decoration.set([Decoration.mark({ class: "cm-marked" }).range(e.value.from, e.value.to)]) : Decoration.none;
    return set;
  },
  provide: f => EditorView.decorations.from(f),
});

// annotation(...) folds away.
const foldAnnotations = foldService.of((state, from, to) => {
  const line = state.doc.sliceString(from, to), m = /\bannotation\s*\(/.exec(line);
  if (!m) return null;
  let depth = 0, inString = false;
  const start = from + m.index + m[0].length;
  for (let i = start - 1; i < Math.min(state.doc.length, start + 200000); ) {
    const piece = state.doc.sliceString(i, i + 4096);
    for (let k = 0; k < piece.length; k++) {
      const c = piece[k];
      if (inString) { if (c === "\\") k++; else if (c === '"') inString = false; }
      else if (c === '"') inString = true;
      else if (c === "(") depth++;
      else if (c === ")" && --depth === 0) return i + k > to ? { from: start, to: i + k } : null;
    }
    i += piece.length;
  }
  return null;
});

interface Text { uri: string; text: string; readOnly: boolean }
interface Hooks { ask(method: string, params: object): Promise<any>; changed(t: any, text: string, changes: any[]): void; save(): void }
let view: EditorView | null = null, open: Text | null = null;

const place = (state: EditorState, at: number) => { const l = state.doc.lineAt(at); return { line: l.number - 1, character: at - l.from }; };
const offset = (state: EditorState, p: { line: number; character: number }) => {
  if (p.line >= state.doc.lines) return state.doc.length;
  const l = state.doc.line(p.line + 1);
  return Math.min(l.to, l.from + p.character);
};

export function mount(host: HTMLElement, text: Text, dark: boolean, hooks: Hooks) {
  unmount();
  open = text;
  const complete = async (c: CompletionContext): Promise<CompletionResult | null> => {
    const word = c.matchBefore(/[\w.]*/);
    if (!c.explicit && (!word || word.from === word.to)) return null;
    const a = await hooks.ask("textDocument/completion", { textDocument: { uri: text.uri }, position: place(c.state, c.pos) });
    const items = Array.isArray(a) ? a : a?.items ?? [], from = c.matchBefore(/\w*/)?.from ?? c.pos;
    return { from, validFor: /^\w*$/, options: items.slice(0, 300).map((i: any) => ({ label: i.label, detail: i.detail, apply: i.insertText && i.insertTextFormat !== 2 ? i.insertText : i.label, type: ({ 7: "class", 9: "namespace", 3: "function", 14: "keyword", 5: "property", 6: "variable" } as any)[i.kind] })) };
  };
  const hover = hoverTooltip(async (v, pos) => {
    const a = await hooks.ask("textDocument/hover", { textDocument: { uri: text.uri }, position: place(v.state, pos) }).catch(() => null);
    const words = a?.contents?.value ?? a?.contents;
    if (!words) return null;
    return { pos, create() { const dom = document.createElement("div"); dom.className = "hovertext"; dom.textContent = String(words).replace(/```\w*\n?/g, "").replace(/\*\*|`/g, ""); return { dom }; } };
  });
  const extensions: Extension[] = [
    lineNumbers(), foldGutter(), codeFolding(), foldAnnotations, history(), drawSelection(), highlightActiveLine(), highlightActiveLineGutter(), bracketMatching(),
    closeBrackets(), modelica, colours(dark), indentUnit.of("  "), search({ top: true }), highlightSelectionMatches(), lintGutter(), marked, hover,
    autocompletion({ override: [complete] }),
    keymap.of([{ key: "Mod-s", run: () => { hooks.save(); return true; } }, ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
    EditorState.readOnly.of(text.readOnly), EditorView.editable.of(true),
    EditorView.contentAttributes.of({ "aria-label": "Text of the class", tabindex: "0" }),
    EditorView.updateListener.of(u => {
      if (!u.docChanged) return;
      const list: any[] = [];
      u.changes.iterChanges((a, b, _c, _d, inserted) => list.push({ a, b, text: inserted.toString() }));
      // From behind, so that each range is one of the old text.
      const changes = list.reverse().map(c => ({ range: { start: place(u.startState, c.a), end: place(u.startState, c.b) }, text: c.text }));
      hooks.changed(text, u.state.doc.toString(), changes);
    }),
    EditorView.theme({}, { dark }),
  ];
  view = new EditorView({ parent: host, state: EditorState.create({ doc: text.text, extensions }) });
}
export function unmount() { view?.destroy(); view = null; open = null; }
export function reveal(range: { start: any; end: any }, mark: boolean) {
  if (!view) return;
  const from = offset(view.state, range.start), to = offset(view.state, range.end);
  view.dispatch({ selection: { anchor: from }, effects: [EditorView.scrollIntoView(from, { y: "start", yMargin: 60 }), setMark.of(mark ? { from, to } : null)] });
  if (mark) view.focus();
}
export function showDiagnostics(list: any[]) {
  if (!view || !open) return;
  const s = view.state;
  view.dispatch(setDiagnostics(s, list.map(d => ({
    from: offset(s, d.range.start), to: Math.max(offset(s, d.range.start), offset(s, d.range.end)),
    severity: (["", "error", "warning", "info", "hint"] as const)[d.severity] || "info", message: d.message, source: d.code,
  }) as any)));
}
