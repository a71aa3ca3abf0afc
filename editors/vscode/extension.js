// extension.js - VS Code and `causeway lsp`: documents out, answers in.  It knows no Modelica; what is understood is the server's.
"use strict";
const vscode = require("vscode");
const { Client } = require("./client");

const LANGUAGES = ["modelica", "dymola"];
const SELECTOR = LANGUAGES.map((language) => ({ language }));
let client, diagnostics, output, status, registrations = [], legend;

// ---- from the protocol's values to VS Code's
const position = (p) => new vscode.Position(p.line, p.character);
const range = (r) => new vscode.Range(position(r.start), position(r.end));
const location = (l) => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range));
const locations = (l) => (l ? [].concat(l).map(location) : null);
const textEdit = (e) => new vscode.TextEdit(range(e.range), e.newText);
const markdown = (m) => (m ? new vscode.MarkdownString(typeof m === "string" ? m : m.value) : undefined);
const severity = (n) => [0, 0, 1, 2, 3][n || 1];

function workspaceEdit(edit) {
  const out = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(edit.changes || {})) out.set(vscode.Uri.parse(uri), edits.map(textEdit));
  for (const change of edit.documentChanges || []) {
    if (change.kind === "rename") out.renameFile(vscode.Uri.parse(change.oldUri), vscode.Uri.parse(change.newUri));
    else out.set(vscode.Uri.parse(change.textDocument.uri), change.edits.map(textEdit));
  }
  return out;
}

function diagnostic(d) {
  const out = new vscode.Diagnostic(range(d.range), d.message, severity(d.severity));
  out.code = d.code;
  out.source = d.source;
  out.relatedInformation = (d.relatedInformation || []).map((i) => new vscode.DiagnosticRelatedInformation(location(i.location), i.message));
  return out;
}

function symbol(s) {
  const out = new vscode.DocumentSymbol(s.name, s.detail || "", s.kind - 1, range(s.range), range(s.selectionRange));
  out.children = (s.children || []).map(symbol);
  return out;
}

function item(x) {
  const out = new vscode.CompletionItem(x.label, x.kind - 1);
  Object.assign(out, { detail: x.detail, sortText: x.sortText, insertText: x.insertText, asked: x });
  return out;
}

function hierarchyItem(Kind, x) {
  const out = new Kind(x.kind - 1, x.name, x.detail, vscode.Uri.parse(x.uri), range(x.range), range(x.selectionRange));
  out.asked = x;
  return out;
}

function selection(s) {
  return new vscode.SelectionRange(range(s.range), s.parent ? selection(s.parent) : undefined);
}

// ---- questions
const about = (document) => ({ textDocument: { uri: document.uri.toString() } });
const at = (document, p) => ({ ...about(document), position: { line: p.line, character: p.character } });
const within = (document, r) => ({ ...about(document), range: { start: r.start, end: r.end } });

// A request that fails gives nothing; rename says why.
async function ask(method, params, token) {
  try {
    return await client.request(method, params, token);
  } catch (e) {
    return null;
  }
}

const providers = {
  registerHoverProvider: [{
    async provideHover(d, p, t) {
      const h = await ask("textDocument/hover", at(d, p), t);
      return h && new vscode.Hover(markdown(h.contents), range(h.range));
    } }],
  registerDefinitionProvider: [{ provideDefinition: async (d, p, t) => locations(await ask("textDocument/definition", at(d, p), t)) }],
  registerDeclarationProvider: [{ provideDeclaration: async (d, p, t) => locations(await ask("textDocument/declaration", at(d, p), t)) }],
  registerTypeDefinitionProvider: [{ provideTypeDefinition: async (d, p, t) => locations(await ask("textDocument/typeDefinition", at(d, p), t)) }],
  registerImplementationProvider: [{ provideImplementation: async (d, p, t) => locations(await ask("textDocument/implementation", at(d, p), t)) }],
  registerReferenceProvider: [{
    provideReferences: async (d, p, context, t) => locations(await ask("textDocument/references", { ...at(d, p), context }, t)) }],
  registerDocumentHighlightProvider: [{
    async provideDocumentHighlights(d, p, t) {
      return ((await ask("textDocument/documentHighlight", at(d, p), t)) || []).map((h) => new vscode.DocumentHighlight(range(h.range), h.kind - 1));
    } }],
  registerDocumentSymbolProvider: [{ provideDocumentSymbols: async (d, t) => ((await ask("textDocument/documentSymbol", about(d), t)) || []).map(symbol) }],
  registerFoldingRangeProvider: [{
    async provideFoldingRanges(d, _, t) {
      const kinds = { comment: 1, imports: 2, region: 3 };
      return ((await ask("textDocument/foldingRange", about(d), t)) || []).map((f) => new vscode.FoldingRange(f.startLine, f.endLine, kinds[f.kind]));
    } }],
  registerSelectionRangeProvider: [{
    provideSelectionRanges: async (d, positions, t) => ((await ask("textDocument/selectionRange", { ...about(d), positions }, t)) || []).map(selection) }],
  registerCompletionItemProvider: [{
    async provideCompletionItems(d, p, t) {
      const list = await ask("textDocument/completion", at(d, p), t);
      return list && new vscode.CompletionList(list.items.map(item), list.isIncomplete);
    },
    async resolveCompletionItem(x, t) {
      const more = x.asked.data && (await ask("completionItem/resolve", x.asked, t));
      if (more) x.documentation = markdown(more.documentation);
      return x;
    } }, ".", "(", ","],
  registerSignatureHelpProvider: [{
    async provideSignatureHelp(d, p, t) {
      const h = await ask("textDocument/signatureHelp", at(d, p), t);
      if (!h) return null;
      const out = new vscode.SignatureHelp();
      out.signatures = h.signatures.map((s) => {
        const one = new vscode.SignatureInformation(s.label, s.documentation);
        one.parameters = s.parameters.map((x) => new vscode.ParameterInformation(x.label, x.documentation));
        return one;
      });
      out.activeSignature = h.activeSignature;
      out.activeParameter = h.activeParameter;
      return out;
    } }, "(", ","],
  registerRenameProvider: [{
    async prepareRename(d, p, t) {
      const r = await client.request("textDocument/prepareRename", at(d, p), t);
      if (!r) throw new Error("there is no name here");
      return { range: range(r.range), placeholder: r.placeholder };
    },
    provideRenameEdits: async (d, p, newName, t) => workspaceEdit(await client.request("textDocument/rename", { ...at(d, p), newName }, t)) }],
  registerDocumentFormattingEditProvider: [{
    provideDocumentFormattingEdits: async (d, options, t) => ((await ask("textDocument/formatting", { ...about(d), options }, t)) || []).map(textEdit) }],
  registerDocumentRangeFormattingEditProvider: [{
    provideDocumentRangeFormattingEdits: async (d, r, options, t) =>
      ((await ask("textDocument/rangeFormatting", { ...within(d, r), options }, t)) || []).map(textEdit) }],
  registerCodeActionsProvider: [{
    async provideCodeActions(d, r, _, t) {
      return ((await ask("textDocument/codeAction", { ...within(d, r), context: { diagnostics: [] } }, t)) || []).map((a) => {
        const out = new vscode.CodeAction(a.title, vscode.CodeActionKind.QuickFix);
        out.edit = workspaceEdit(a.edit);
        out.isPreferred = a.isPreferred;
        out.diagnostics = (a.diagnostics || []).map(diagnostic);
        return out;
      });
    } }],
  registerCodeLensProvider: [{
    async provideCodeLenses(d, t) {
      return ((await ask("textDocument/codeLens", about(d), t)) || []).map((l) => new vscode.CodeLens(range(l.range), l.command));
    } }],
  registerDocumentLinkProvider: [{
    async provideDocumentLinks(d, t) {
      return ((await ask("textDocument/documentLink", about(d), t)) || []).map((l) => new vscode.DocumentLink(range(l.range), vscode.Uri.parse(l.target)));
    } }],
  registerColorProvider: [{
    async provideDocumentColors(d, t) {
      return ((await ask("textDocument/documentColor", about(d), t)) || []).map(
        (c) => new vscode.ColorInformation(range(c.range), new vscode.Color(c.color.red, c.color.green, c.color.blue, c.color.alpha)));
    },
    async provideColorPresentations(color, context, t) {
      const { red, green, blue, alpha } = color;
      const params = { ...within(context.document, context.range), color: { red, green, blue, alpha } };
      return ((await ask("textDocument/colorPresentation", params, t)) || []).map((p) => new vscode.ColorPresentation(p.label));
    } }],
  registerInlayHintsProvider: [{
    async provideInlayHints(d, r, t) {
      return ((await ask("textDocument/inlayHint", within(d, r), t)) || []).map((h) => {
        const out = new vscode.InlayHint(position(h.position), h.label, h.kind);
        out.tooltip = h.tooltip;
        out.paddingLeft = h.paddingLeft;
        return out;
      });
    } }],
  registerLinkedEditingRangeProvider: [{
    async provideLinkedEditingRanges(d, p, t) {
      const l = await ask("textDocument/linkedEditingRange", at(d, p), t);
      return l && new vscode.LinkedEditingRanges(l.ranges.map(range));
    } }],
  registerTypeHierarchyProvider: [{
    async prepareTypeHierarchy(d, p, t) {
      return ((await ask("textDocument/prepareTypeHierarchy", at(d, p), t)) || []).map((x) => hierarchyItem(vscode.TypeHierarchyItem, x));
    },
    provideTypeHierarchySupertypes: async (x, t) =>
      ((await ask("typeHierarchy/supertypes", { item: x.asked }, t)) || []).map((y) => hierarchyItem(vscode.TypeHierarchyItem, y)),
    provideTypeHierarchySubtypes: async (x, t) =>
      ((await ask("typeHierarchy/subtypes", { item: x.asked }, t)) || []).map((y) => hierarchyItem(vscode.TypeHierarchyItem, y)) }],
  registerCallHierarchyProvider: [{
    async prepareCallHierarchy(d, p, t) {
      return ((await ask("textDocument/prepareCallHierarchy", at(d, p), t)) || []).map((x) => hierarchyItem(vscode.CallHierarchyItem, x));
    },
    provideCallHierarchyIncomingCalls: async (x, t) => ((await ask("callHierarchy/incomingCalls", { item: x.asked }, t)) || []).map(
      (c) => new vscode.CallHierarchyIncomingCall(hierarchyItem(vscode.CallHierarchyItem, c.from), c.fromRanges.map(range))),
    provideCallHierarchyOutgoingCalls: async (x, t) => ((await ask("callHierarchy/outgoingCalls", { item: x.asked }, t)) || []).map(
      (c) => new vscode.CallHierarchyOutgoingCall(hierarchyItem(vscode.CallHierarchyItem, c.to), c.fromRanges.map(range))) }],
};

function registerProviders() {
  for (const [name, [provider, ...more]] of Object.entries(providers)) registrations.push(vscode.languages[name](SELECTOR, provider, ...more));
  registrations.push(vscode.languages.registerWorkspaceSymbolProvider({
    async provideWorkspaceSymbols(query, t) {
      return ((await ask("workspace/symbol", { query }, t)) || []).map(
        (s) => new vscode.SymbolInformation(s.name, s.kind - 1, s.containerName, location(s.location)));
    } }));
  const tokens = async (method, params, t) => {
    const r = await ask(method, params, t);
    return r && new vscode.SemanticTokens(new Uint32Array(r.data), r.resultId);
  };
  const full = {
    provideDocumentSemanticTokens: (d, t) => tokens("textDocument/semanticTokens/full", about(d), t),
    async provideDocumentSemanticTokensEdits(d, previousResultId, t) {
      const r = await ask("textDocument/semanticTokens/full/delta", { ...about(d), previousResultId }, t);
      if (!r) return null;
      if (r.data) return new vscode.SemanticTokens(new Uint32Array(r.data), r.resultId);
      return new vscode.SemanticTokensEdits(
        r.edits.map((e) => new vscode.SemanticTokensEdit(e.start, e.deleteCount, new Uint32Array(e.data || []))), r.resultId);
    } };
  registrations.push(vscode.languages.registerDocumentSemanticTokensProvider(SELECTOR, full, legend));
  registrations.push(vscode.languages.registerDocumentRangeSemanticTokensProvider(
    SELECTOR, { provideDocumentRangeSemanticTokens: (d, r, t) => tokens("textDocument/semanticTokens/range", within(d, r), t) }, legend));
}

// ---- documents
const isOurs = (d) => LANGUAGES.includes(d.languageId) && d.uri.scheme !== "causeway";

function opened(d) {
  if (!isOurs(d)) return;
  client.notify("textDocument/didOpen",
    { textDocument: { uri: d.uri.toString(), languageId: d.languageId, version: d.version, text: d.getText() } });
}

function changed(e) {
  if (!isOurs(e.document) || !e.contentChanges.length) return;
  client.notify("textDocument/didChange", {
    textDocument: { uri: e.document.uri.toString(), version: e.document.version },
    contentChanges: e.contentChanges.map((c) => ({ range: { start: c.range.start, end: c.range.end }, text: c.text })) });
}

function watchDocuments() {
  const files = vscode.workspace.createFileSystemWatcher("**/*.{mo,order}");
  const touched = (type) => (uri) => client.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uri.toString(), type }] });
  registrations.push(
    files, files.onDidCreate(touched(1)), files.onDidDelete(touched(3)),
    files.onDidChange((uri) => {
      const open = vscode.workspace.textDocuments.some((d) => d.uri.toString() === uri.toString());
      if (!open) touched(2)(uri); // what is open is known
    }),
    vscode.workspace.onDidOpenTextDocument(opened), vscode.workspace.onDidChangeTextDocument(changed),
    vscode.workspace.onDidCloseTextDocument((d) => isOurs(d) && client.notify("textDocument/didClose", about(d))),
    vscode.workspace.onDidSaveTextDocument((d) => isOurs(d) && client.notify("textDocument/didSave", about(d))));
}

// ---- commands
async function run(command, uri, name) {
  const title = command.replace("causeway.", "") + " " + name;
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title, cancellable: true }, async (_, token) => {
    try {
      const r = await client.request("workspace/executeCommand", { command, arguments: [uri, name] }, token);
      output.appendLine(r.text);
      if (r.picture) {
        const svg = await vscode.workspace.fs.readFile(vscode.Uri.file(r.picture));
        const panel = vscode.window.createWebviewPanel("causeway.plot", name, vscode.ViewColumn.Beside, {});
        panel.webview.html = "<body style='background:white'>" + Buffer.from(svg).toString("utf8") + "</body>";
      } else if (!r.ok) {
        output.show(true);
      }
      vscode.window.setStatusBarMessage(r.ok ? r.text.split("\n")[0] : title + " failed", 8000);
      return r;
    } catch (e) {
      output.appendLine(title + ": " + e.message);
      output.show(true);
    }
  });
}

// The model around the cursor: the first lens at or above it.
async function modelHere() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !isOurs(editor.document)) return null;
  const lenses = (await ask("textDocument/codeLens", about(editor.document))) || [];
  const line = editor.selection.active.line;
  const above = lenses.filter((l) => l.range.start.line <= line);
  const lens = above[above.length - 1] || lenses[0];
  return lens ? lens.command.arguments : null;
}

async function here(what) {
  const model = await modelHere();
  if (!model) return vscode.window.showInformationMessage("There is no model here.");
  if (what !== "flat" && what !== "c") return run("causeway." + what, ...model);
  const uri = vscode.Uri.parse("causeway:/" + what + "/" + model[1] + (what === "c" ? ".c" : ".dae"));
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true, viewColumn: vscode.ViewColumn.Beside });
}

// ---- life
async function start() {
  const settings = vscode.workspace.getConfiguration("causeway");
  const args = ["lsp"];
  for (const folder of settings.get("libraries") || []) args.push("-L", folder);
  client = new Client(settings.get("program") || "causeway", args, (method, params) => {
    if (method === "textDocument/publishDiagnostics") diagnostics.set(vscode.Uri.parse(params.uri), params.diagnostics.map(diagnostic));
  }, (why, leaving) => {
    if (leaving) return;
    status.text = "$(error) causeway";
    status.tooltip = why.message;
    status.show();
    output.appendLine(why.message + "; causeway.program in the settings says which program is started");
  });
  const folders = (vscode.workspace.workspaceFolders || []).map((f) => ({ uri: f.uri.toString(), name: f.name }));
  const answer = await client.request("initialize", {
    processId: process.pid, rootUri: folders.length ? folders[0].uri : null, workspaceFolders: folders,
    capabilities: {
      workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["rename"] } },
      textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } } });
  const l = answer.capabilities.semanticTokensProvider.legend;
  legend = new vscode.SemanticTokensLegend(l.tokenTypes, l.tokenModifiers);
  client.notify("initialized", {});
  status.hide();
  vscode.workspace.textDocuments.forEach(opened);
  watchDocuments();
  registerProviders();
}

async function stop() {
  registrations.forEach((r) => r.dispose());
  registrations = [];
  diagnostics.clear();
  if (client) await client.stop();
}

async function activate(context) {
  diagnostics = vscode.languages.createDiagnosticCollection("causeway");
  output = vscode.window.createOutputChannel("Causeway");
  status = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Left);
  context.subscriptions.push(
    diagnostics, output, status,
    vscode.workspace.registerTextDocumentContentProvider("causeway", {
      async provideTextDocumentContent(uri) {
        try {
          return (await client.request("workspace/textDocumentContent", { uri: uri.toString(true) })).text;
        } catch (e) {
          return e.message;
        }
      } }),
    ...["check", "simulate", "plot"].map((c) => vscode.commands.registerCommand("causeway." + c, (uri, name) => run("causeway." + c, uri, name))),
    ...["check", "simulate", "plot"].map((c) => vscode.commands.registerCommand("causeway." + c + "Here", () => here(c))),
    vscode.commands.registerCommand("causeway.flatHere", () => here("flat")),
    vscode.commands.registerCommand("causeway.codeHere", () => here("c")),
    vscode.commands.registerCommand("causeway.restart", async () => {
      await stop();
      await start();
    }));
  await start().catch((e) => output.appendLine(e.message));
}

module.exports = { activate, deactivate: stop };
