// vscode.js FOLDER - the VS Code extension in a VS Code made of paper: what it registers is called as the editor would.
"use strict";
const assert = require("assert");
const fs = require("fs");
const path = require("path");
const Module = require("module");

const [extension, folder] = process.argv.slice(2);
const registered = {}, commands = {}, told = {};
let content, published = new Map();

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(start, end) { Object.assign(this, { start, end }); } }
const plain = (...names) => class { constructor(...values) { names.forEach((n, i) => (this[n] = values[i])); } };
class Uri {
  constructor(text) { this.text = text; this.scheme = text.split(":")[0]; }
  static parse(text) { return new Uri(text); }
  static file(p) { return new Uri("file://" + p); }
  toString() { return this.text; }
}
class WorkspaceEdit {
  constructor() { this.edits = {}; }
  set(uri, edits) { this.edits[uri] = edits; }
  renameFile() {}
}
const event = (name) => (f) => ((told[name] = f), { dispose() {} });
const register = (name) => (selector, provider) => ((registered[name] = provider), { dispose() {} });

const vscode = {
  Position, Range, Uri, WorkspaceEdit,
  Location: plain("uri", "range"), TextEdit: plain("range", "newText"), Hover: plain("contents", "range"), MarkdownString: plain("value"),
  Diagnostic: plain("range", "message", "severity"), DiagnosticRelatedInformation: plain("location", "message"),
  DocumentSymbol: plain("name", "detail", "kind", "range", "selectionRange"), SymbolInformation: plain("name", "kind", "container", "location"),
  CompletionItem: plain("label", "kind"), CompletionList: plain("items", "isIncomplete"), SelectionRange: plain("range", "parent"),
  SignatureHelp: plain(), SignatureInformation: plain("label", "documentation"), ParameterInformation: plain("label", "documentation"),
  DocumentHighlight: plain("range", "kind"), FoldingRange: plain("start", "end", "kind"), CodeAction: plain("title", "kind"),
  CodeActionKind: { QuickFix: "quickfix" }, CodeLens: plain("range", "command"), DocumentLink: plain("range", "target"),
  ColorInformation: plain("range", "color"), Color: plain("red", "green", "blue", "alpha"), ColorPresentation: plain("label"),
  InlayHint: plain("position", "label", "kind"), LinkedEditingRanges: plain("ranges"), TypeHierarchyItem: plain("kind", "name", "detail", "uri"),
  CallHierarchyItem: plain("kind", "name", "detail", "uri"), CallHierarchyIncomingCall: plain("from", "ranges"),
  CallHierarchyOutgoingCall: plain("to", "ranges"), SemanticTokens: plain("data", "id"), SemanticTokensEdits: plain("edits", "id"),
  SemanticTokensEdit: plain("start", "count", "data"), SemanticTokensLegend: plain("types", "modifiers"),
  StatusBarAlignment: { Left: 1 }, ViewColumn: { Beside: 2 }, ProgressLocation: { Window: 1 },
  languages: new Proxy({}, { get: (_, name) => name === "createDiagnosticCollection"
    ? () => ({ set: (uri, list) => published.set(uri.toString(), list), clear() {}, dispose() {} })
    : name === "registerWorkspaceSymbolProvider" ? (p) => register(name)(null, p) : register(name) }),
  workspace: {
    workspaceFolders: [{ uri: Uri.file(folder), name: "w" }], textDocuments: [],
    getConfiguration: () => ({ get: (key) => (key === "program" ? "causeway" : []) }),
    createFileSystemWatcher: () => ({ onDidCreate: event("created"), onDidDelete: event("deleted"), onDidChange: event("changed"), dispose() {} }),
    onDidOpenTextDocument: event("open"), onDidChangeTextDocument: event("change"), onDidCloseTextDocument: event("close"),
    onDidSaveTextDocument: event("save"), registerTextDocumentContentProvider: (_, p) => ((content = p), { dispose() {} }),
    fs: { readFile: async (uri) => fs.readFileSync(uri.text.slice(7)) },
  },
  window: {
    createOutputChannel: () => ({ appendLine() {}, show() {}, dispose() {} }), createStatusBarItem: () => ({ show() {}, hide() {}, dispose() {} }),
    setStatusBarMessage() {}, withProgress: (_, f) => f(null, { onCancellationRequested() {} }),
    createWebviewPanel: () => ({ webview: { set html(h) { told.picture = h; } } }),
  },
  commands: { registerCommand: (name, f) => ((commands[name] = f), { dispose() {} }) },
};

const load = Module._load;
Module._load = (name, ...more) => (name === "vscode" ? vscode : load(name, ...more));

const TEXT = "model Decay\n  parameter Real k = 2;\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -kk*x;\nend Decay;\n";
const file = path.join(folder, "Decay.mo");
const document = { uri: Uri.file(file), languageId: "modelica", version: 1, text: TEXT, getText() { return this.text; } };
const at = (line, character) => new Position(line, character);
const until = async (f) => { for (let i = 0; i < 500 && !f(); i++) await new Promise((r) => setTimeout(r, 20)); assert(f()); };

(async () => {
  const e = require(extension);
  await e.activate({ subscriptions: [] });
  told.open(document);
  await until(() => (published.get("file://" + file) || []).length);
  const [d] = published.get("file://" + file);
  assert(d.range.start.line === 4 && /kk/.test(d.message) && d.severity === 0, JSON.stringify(d));
  const whole = new Range(at(0, 0), at(9, 0));
  const actions = await registered.registerCodeActionsProvider.provideCodeActions(document, whole, null);
  assert(actions.some((a) => a.title === "change to k"), JSON.stringify(actions));
  const start = TEXT.split("\n")[4].indexOf("kk");
  document.version++;
  told.change({ document, contentChanges: [{ range: new Range(at(4, start), at(4, start + 2)), text: "k" }] });
  await until(() => !published.get("file://" + file).length);
  const r = registered;
  assert(/gain|k = 2/.test((await r.registerHoverProvider.provideHover(document, at(4, start))).contents.value));
  assert((await r.registerDefinitionProvider.provideDefinition(document, at(4, start)))[0].range.start.line === 1);
  assert((await r.registerReferenceProvider.provideReferences(document, at(4, start), { includeDeclaration: true })).length === 2);
  assert((await r.registerDocumentSymbolProvider.provideDocumentSymbols(document))[0].children.length === 2);
  assert((await r.registerCompletionItemProvider.provideCompletionItems(document, at(4, start))).items.some((i) => i.label === "x"));
  assert((await r.registerCodeLensProvider.provideCodeLenses(document)).length === 3);
  assert((await r.registerFoldingRangeProvider.provideFoldingRanges(document)).length > 0);
  assert((await r.registerDocumentSemanticTokensProvider.provideDocumentSemanticTokens(document)).data.length > 20);
  assert((await r.registerWorkspaceSymbolProvider.provideWorkspaceSymbols("Decay")).length === 1);
  const edit = await r.registerRenameProvider.provideRenameEdits(document, at(4, start), "gain");
  assert(edit.edits["file://" + file].length === 2);
  await assert.rejects(r.registerRenameProvider.provideRenameEdits(document, at(4, start), "x"));
  for (const name of ["registerInlayHintsProvider", "registerColorProvider", "registerDocumentLinkProvider"]) assert(r[name]);
  const run = await commands["causeway.plot"](document.uri.toString(), "Decay");
  assert(run.ok && /<svg/.test(told.picture), JSON.stringify(run));
  assert(/der\(x\)/.test(await content.provideTextDocumentContent(Uri.parse("causeway:/flat/Decay.dae"))));
  await e.deactivate();
  console.log("vscode: all as it should be");
})().catch((e) => { console.error(e); process.exit(1); });
