/* server_methods.c - the table of methods, and what every one of them needs: answers, refusals, the life of the
 * connection. */
#include "server/server_impl.h"

#include <stdlib.h>
#include <unistd.h>

/* ---- answers ----------------------------------------------------------------------------------------------------- */

static void send_message(Server *s, const Text *t) {
    bool (*write)(int out, const char *json, size_t n) =
        s->options->websocket ? srv_write_socket_frame : srv_write_frame;
    if (!s->broken && !write(s->options->out, t->at, t->n)) s->broken = true;
}

static void put_id(const BaseJson *id, Text *out) {
    if (id && id->kind == BASE_JSON_STRING) srv_put_text(out, id->text);
    else if (id && id->kind == BASE_JSON_NUMBER) base_text_double(out, id->number, false);
    else base_text_add(out, "null");
}

void srv_notify(Server *s, const char *method, const Text *params) {
    Text t = {0};
    base_text_printf(&t, "{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":", method);
    base_text_addn(&t, params->at, params->n);
    base_text_char(&t, '}');
    send_message(s, &t);
    base_text_free(&t);
}

void srv_answer_error(Server *s, const BaseJson *id, int code, const char *text) {
    Text t = {0};
    base_text_add(&t, "{\"jsonrpc\":\"2.0\",\"id\":");
    put_id(id, &t);
    base_text_printf(&t, ",\"error\":{\"code\":%d,\"message\":", code);
    srv_put_text(&t, text);
    base_text_add(&t, "}}");
    send_message(s, &t);
    base_text_free(&t);
}

void srv_answer_text(Server *s, const char *id, const char *member, const char *json, size_t n) {
    Text t = {0};
    base_text_printf(&t, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"%s\":", id, member);
    base_text_addn(&t, json, n);
    base_text_char(&t, '}');
    send_message(s, &t);
    base_text_free(&t);
}

void srv_fail_text(Server *s, const char *id, const char *code_and_reason) {
    char *reason;
    Text t = {0};
    long code = strtol(code_and_reason, &reason, 10);
    base_text_printf(&t, "{\"code\":%ld,\"message\":", code);
    srv_put_text(&t, reason + (*reason == ' '));
    base_text_char(&t, '}');
    srv_answer_text(s, id, "error", t.at, t.n);
    base_text_free(&t);
}

void srv_refuse(Server *s, int code, const char *fmt, ...) {
    va_list args;
    char text[1024];
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    s->error = code;
    s->error_text.n = 0;
    base_text_add(&s->error_text, text);
}

SrvDocument *srv_asked(Server *s, const BaseJson *params, uint32_t *offset) {
    const char *uri = base_json_string(base_json_get(params, "textDocument"), "uri");
    if (!uri) return srv_refuse(s, SRV_INVALID_PARAMS, "params.textDocument.uri is missing"), NULL;
    SrvDocument *d = srv_find_document(s, uri);
    if (!d) return srv_refuse(s, SRV_INVALID_PARAMS, "%s is not open", uri), NULL;
    if (offset && !srv_offset(s, d, base_json_get(params, "position"), offset))
        return srv_refuse(s, SRV_INVALID_PARAMS, "params.position is no position"), NULL;
    srv_world(s);
    return d;
}

/* ---- life -------------------------------------------------------------------------------------------------------- */

static const BaseJson *path_of(const BaseJson *j, const char *dotted) {
    while (j && *dotted) {
        char key[64];
        size_t n = strcspn(dotted, ".");
        if (n >= sizeof key) return NULL;
        memcpy(key, dotted, n);
        key[n] = 0;
        j = base_json_get(j, key);
        dotted += n + (dotted[n] == '.');
    }
    return j;
}

static bool is_true(const BaseJson *j, const char *dotted) {
    const BaseJson *x = path_of(j, dotted);
    return x && x->kind == BASE_JSON_BOOLEAN && x->number != 0;
}

static void add_folder(Server *s, const char *uri) {
    char *path = uri ? srv_path_of_uri(uri) : NULL;
    if (path) vec_push(&s->folders, path);
}

static void read_folders(Server *s, const BaseJson *params) {
    if (s->options->websocket) return; /* the studio says what is open, not a page */
    const BaseJson *list = base_json_get(params, "workspaceFolders");
    for (const BaseJson *f = list && list->kind == BASE_JSON_ARRAY ? list->items : NULL; f; f = f->next)
        add_folder(s, base_json_string(f, "uri"));
    if (!s->folders.n) add_folder(s, base_json_string(params, "rootUri"));
    const char *root = base_json_string(params, "rootPath");
    if (!s->folders.n && root) vec_push(&s->folders, strcpy(base_realloc(NULL, strlen(root) + 1), root));
}

static SrvEncoding agree_encoding(const BaseJson *params) {
    const BaseJson *list = path_of(params, "capabilities.general.positionEncodings");
    for (const BaseJson *e = list && list->kind == BASE_JSON_ARRAY ? list->items : NULL; e; e = e->next) {
        if (e->kind != BASE_JSON_STRING) continue;
        if (strcmp(e->text, "utf-8") == 0) return SRV_UTF8;
        if (strcmp(e->text, "utf-16") == 0) return SRV_UTF16;
        if (strcmp(e->text, "utf-32") == 0) return SRV_UTF32;
    }
    return SRV_UTF16;
}

static void initialize(Server *s, const BaseJson *params, Text *out) {
    static const char *const encodings[] = {"utf-16", "utf-8", "utf-32"};
    if (s->initialized) {
        srv_refuse(s, SRV_INVALID_REQUEST, "initialize was sent twice");
        return;
    }
    s->initialized = true;
    s->encoding = agree_encoding(params);
    read_folders(s, params);
    s->watches = is_true(params, "capabilities.workspace.didChangeWatchedFiles.dynamicRegistration");
    const BaseJson *kinds = path_of(params, "capabilities.workspace.workspaceEdit.resourceOperations");
    for (const BaseJson *k = kinds && kinds->kind == BASE_JSON_ARRAY ? kinds->items : NULL; k; k = k->next)
        s->rename_files |= k->kind == BASE_JSON_STRING && strcmp(k->text, "rename") == 0;
    base_text_printf(out, "{\"capabilities\":{\"positionEncoding\":\"%s\",", encodings[s->encoding]);
    base_text_add(out, "\"textDocumentSync\":{\"openClose\":true,\"change\":2,\"save\":{\"includeText\":false}},");
    srv_put_capabilities(s, out);
    base_text_printf(out, "},\"serverInfo\":{\"name\":\"causeway\",\"version\":\"%s\"}}", causeway_version());
}

/* Editors that watch files only when they are asked to. */
static void initialized(Server *s, const BaseJson *params, Text *out) {
    (void)params;
    (void)out;
    if (!s->watches) return;
    Text t = {0};
    base_text_printf(
        &t,
        "{\"jsonrpc\":\"2.0\",\"id\":\"watch-%u\",\"method\":\"client/registerCapability\",\"params\":{"
        "\"registrations\":[{\"id\":\"files\",\"method\":\"workspace/didChangeWatchedFiles\",\"registerOptions\":{"
        "\"watchers\":[{\"globPattern\":\"**/*.mo\"},{\"globPattern\":\"**/package.order\"}]}}]}}",
        ++s->next_id);
    send_message(s, &t);
    base_text_free(&t);
}

static void shut_down(Server *s, const BaseJson *params, Text *out) {
    (void)params;
    s->shut_down = true;
    base_text_add(out, "null");
}

static void leave(Server *s, const BaseJson *params, Text *out) {
    (void)params;
    (void)out;
    s->leaving = true;
}

static void cancel(Server *s, const BaseJson *params, Text *out) {
    (void)out;
    Text id = {0};
    put_id(base_json_get(params, "id"), &id);
    srv_cancel_job(s, base_text_str(&id)); /* requests that have not begun: serve.c looks ahead */
    base_text_free(&id);
}

static void ignore(Server *s, const BaseJson *params, Text *out) {
    (void)s;
    (void)params;
    (void)out;
}

/* ---- documents --------------------------------------------------------------------------------------------------- */

static void set_version(SrvDocument *d, const BaseJson *document) {
    const BaseJson *v = base_json_get(document, "version");
    d->has_version = v && v->kind == BASE_JSON_NUMBER;
    if (d->has_version) d->version = v->number;
}

/* The texts of open documents are the editor's: what happens to their files is no news. */
static bool is_news(Server *s, const BaseJson *params) {
    const BaseJson *list = base_json_get(params, "changes");
    if (!list || list->kind != BASE_JSON_ARRAY || !list->items) return true;
    for (const BaseJson *c = list->items; c; c = c->next) {
        const char *uri = base_json_string(c, "uri");
        if (!uri || !srv_find_document(s, uri)) return true;
    }
    return false;
}

/* Files changed beside the editor: all is read again when it is next needed. */
static void files_changed(Server *s, const BaseJson *params, Text *out) {
    (void)out;
    if (!is_news(s, params)) return;
    VecStr paths = {0};
    const BaseJson *list = base_json_get(params, "changes");
    for (const BaseJson *c = list && list->kind == BASE_JSON_ARRAY ? list->items : NULL; c; c = c->next) {
        const char *uri = base_json_string(c, "uri");
        char *path = uri ? srv_path_of_uri(uri) : NULL;
        if (path) vec_push(&paths, path);
    }
    srv_stop_check(s);
    srv_close_world(s);
    srv_forget_listings(s, paths.n ? &paths : NULL);
    while (paths.n) base_realloc(vec_pop(&paths), 0);
    vec_free(&paths);
    for (size_t i = 0; i < s->documents.n; i++) s->documents.at[i]->checked = s->documents.at[i]->told = false;
}

/* Editors that do not tell: when a text is opened or saved. */
static void look_around(Server *s, const BaseJson *params, Text *out) {
    if (!s->watches && srv_workspace_moved(s)) files_changed(s, params, out);
}

/* A page opens what lies in the folders of the studio and in libraries, and nothing else. */
static bool may_open(Server *s, const char *uri) {
    if (!s->options->websocket) return true;
    char *path = srv_path_of_uri(uri), *real = path ? realpath(path, NULL) : NULL;
    bool may = real && lib_holds_file(srv_world(s), real);
    for (size_t i = 0; real && !may && i < s->folders.n; i++) {
        size_t n = strlen(s->folders.at[i]);
        may = strncmp(real, s->folders.at[i], n) == 0 && real[n] == '/';
    }
    free(real);
    base_realloc(path, 0);
    return may;
}

static void did_open(Server *s, const BaseJson *params, Text *out) {
    const BaseJson *document = base_json_get(params, "textDocument");
    const char *uri = base_json_string(document, "uri"), *text = base_json_string(document, "text");
    if (!uri || !text || !may_open(s, uri)) return;
    look_around(s, params, out);
    SrvDocument *d = srv_find_document(s, uri);
    size_t n = strlen(text);
    if (d) srv_set_text(d, text, n), vec_clear(&d->meaning.list);
    else d = srv_open_document(s, uri, text, n);
    const char *language = base_json_string(document, "languageId");
    if (language && strcmp(language, "dymola") == 0) d->classic = true;
    set_version(d, document);
    srv_changed(s, d);
    s->last_edit = 0; /* nobody is typing */
}

static void did_change(Server *s, const BaseJson *params, Text *out) {
    (void)out;
    const BaseJson *document = base_json_get(params, "textDocument"), *list = base_json_get(params, "contentChanges");
    const char *uri = base_json_string(document, "uri");
    SrvDocument *d = uri ? srv_find_document(s, uri) : NULL;
    if (!d || !list || list->kind != BASE_JSON_ARRAY) return;
    for (const BaseJson *change = list->items; change; change = change->next) {
        const char *text = base_json_string(change, "text");
        const BaseJson *range = base_json_get(change, "range");
        if (!text) continue;
        size_t n = strlen(text);
        if (range && range->kind == BASE_JSON_OBJECT) {
            srv_edit_document(s, d, range, text, n);
        } else {
            srv_set_text(d, text, n);
            vec_clear(&d->meaning.list);
            d->edited = 0;
        }
    }
    set_version(d, document);
    srv_changed(s, d);
}

static void did_close(Server *s, const BaseJson *params, Text *out) {
    (void)out;
    const char *uri = base_json_string(base_json_get(params, "textDocument"), "uri");
    SrvDocument *d = uri ? srv_find_document(s, uri) : NULL;
    if (!d) return;
    srv_stop_check(s);
    vec_clear(&d->meaning.list);
    vec_clear(&d->syntax.list);
    d->has_version = false;
    srv_publish(s, d);
    srv_answer_pulls(s, d);
    srv_close_document(s, d);
    for (size_t i = 0; i < s->documents.n; i++) s->documents.at[i]->checked = false;
    srv_close_world(s); /* the text on the disk is in force again */
}

static void did_save(Server *s, const BaseJson *params, Text *out) {
    look_around(s, params, out);
    const char *uri = base_json_string(base_json_get(params, "textDocument"), "uri");
    SrvDocument *d = uri ? srv_find_document(s, uri) : NULL;
    if (d) d->checked = false;
    s->last_edit = 0;
}

static void folders_changed(Server *s, const BaseJson *params, Text *out) {
    if (s->options->websocket) return;
    const BaseJson *added = path_of(params, "event.added"), *removed = path_of(params, "event.removed");
    for (const BaseJson *f = added ? added->items : NULL; f; f = f->next) add_folder(s, base_json_string(f, "uri"));
    for (const BaseJson *f = removed ? removed->items : NULL; f; f = f->next) {
        const char *uri = base_json_string(f, "uri");
        char *path = uri ? srv_path_of_uri(uri) : NULL;
        for (size_t i = 0; path && i < s->folders.n; i++) {
            if (strcmp(s->folders.at[i], path) != 0) continue;
            base_realloc(s->folders.at[i], 0);
            s->folders.at[i--] = vec_last(&s->folders);
            s->folders.n--;
        }
        base_realloc(path, 0);
    }
    files_changed(s, params, out);
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

typedef enum {
    HERE,    /* in the server: quick */
    ASIDE,   /* in a child, about the texts as they are: an edit ends it */
    COMMAND, /* in a child, to its end */
} Where;

typedef struct {
    const char *name;
    SrvMethod *run;
    const char *capability; /* JSON member of what initialize answers, or NULL */
    Where where;
} Method;

static const Method methods[] = {
    {"initialize", initialize, NULL, HERE},
    {"initialized", initialized, NULL, HERE},
    {"shutdown", shut_down, NULL, HERE},
    {"exit", leave, NULL, HERE},
    {"$/setTrace", ignore, NULL, HERE},
    {"$/cancelRequest", cancel, NULL, HERE},
    {"textDocument/didOpen", did_open, NULL, HERE},
    {"textDocument/didChange", did_change, NULL, HERE},
    {"textDocument/didClose", did_close, NULL, HERE},
    {"textDocument/didSave", did_save, NULL, HERE},
    {"textDocument/willSave", ignore, NULL, HERE},
    {"workspace/didChangeWatchedFiles", files_changed, NULL, HERE},
    {"workspace/didChangeConfiguration", ignore, NULL, HERE},
    {"workspace/didChangeWorkspaceFolders", folders_changed,
     "\"workspace\":{\"workspaceFolders\":{\"supported\":true,\"changeNotifications\":true},\"textDocumentContent\":{"
     "\"schemes\":[\"causeway\"]}}",
     HERE},
    {"textDocument/documentSymbol", srv_document_symbol, "\"documentSymbolProvider\":true", HERE},
    {"textDocument/foldingRange", srv_folding_range, "\"foldingRangeProvider\":true", HERE},
    {"textDocument/selectionRange", srv_selection_range, "\"selectionRangeProvider\":true", HERE},
    {"textDocument/formatting", srv_formatting, "\"documentFormattingProvider\":true", HERE},
    {"textDocument/rangeFormatting", srv_range_formatting, "\"documentRangeFormattingProvider\":true", HERE},
    {"textDocument/diagnostic", srv_pull_diagnostics,
     "\"diagnosticProvider\":{\"interFileDependencies\":true,\"workspaceDiagnostics\":false}", HERE},
    {"textDocument/hover", srv_hover, "\"hoverProvider\":true", HERE},
    {"textDocument/definition", srv_definition, "\"definitionProvider\":true", HERE},
    {"textDocument/declaration", srv_declaration, "\"declarationProvider\":true", HERE},
    {"textDocument/typeDefinition", srv_type_definition, "\"typeDefinitionProvider\":true", HERE},
    {"textDocument/implementation", srv_implementation, "\"implementationProvider\":true", HERE},
    {"textDocument/references", srv_references, "\"referencesProvider\":true", HERE},
    {"textDocument/documentHighlight", srv_highlight, "\"documentHighlightProvider\":true", HERE},
    {"textDocument/prepareRename", srv_prepare_rename, NULL, HERE},
    {"textDocument/rename", srv_rename, "\"renameProvider\":{\"prepareProvider\":true}", HERE},
    {"textDocument/prepareTypeHierarchy", srv_prepare_hierarchy, "\"typeHierarchyProvider\":true", HERE},
    {"typeHierarchy/supertypes", srv_supertypes, NULL, HERE},
    {"typeHierarchy/subtypes", srv_subtypes, NULL, HERE},
    {"textDocument/prepareCallHierarchy", srv_prepare_hierarchy, "\"callHierarchyProvider\":true", HERE},
    {"callHierarchy/incomingCalls", srv_incoming_calls, NULL, HERE},
    {"callHierarchy/outgoingCalls", srv_outgoing_calls, NULL, HERE},
    {"textDocument/completion", srv_completion,
     "\"completionProvider\":{\"triggerCharacters\":[\".\",\"(\",\",\"],\"resolveProvider\":true}", HERE},
    {"completionItem/resolve", srv_resolve_completion, NULL, HERE},
    {"textDocument/signatureHelp", srv_signature_help,
     "\"signatureHelpProvider\":{\"triggerCharacters\":[\"(\",\",\"]}", HERE},
    {"textDocument/semanticTokens/full", srv_semantic_tokens, NULL, HERE},
    {"textDocument/semanticTokens/full/delta", srv_semantic_delta, NULL, HERE},
    {"textDocument/semanticTokens/range", srv_semantic_range, NULL, HERE},
    {"textDocument/codeLens", srv_code_lens, "\"codeLensProvider\":{\"resolveProvider\":false}", HERE},
    {"workspace/executeCommand", srv_execute,
     "\"executeCommandProvider\":{\"commands\":[\"causeway.check\",\"causeway.simulate\",\"causeway.plot\",\"causeway."
     "flat\","
     "\"causeway.code\"]}",
     COMMAND},
    {"workspace/textDocumentContent", srv_content, NULL, COMMAND},
    {"textDocument/codeAction", srv_code_action, "\"codeActionProvider\":{\"codeActionKinds\":[\"quickfix\"]}", ASIDE},
    {"textDocument/inlayHint", srv_inlay_hint, "\"inlayHintProvider\":true", ASIDE},
    {"textDocument/documentLink", srv_document_link, "\"documentLinkProvider\":{\"resolveProvider\":false}", HERE},
    {"textDocument/documentColor", srv_document_color, "\"colorProvider\":true", HERE},
    {"textDocument/colorPresentation", srv_color_presentation, NULL, HERE},
    {"textDocument/linkedEditingRange", srv_linked_editing, "\"linkedEditingRangeProvider\":true", HERE},
    {"causeway/tree", srv_tree, NULL, HERE},
    {"causeway/icons", srv_icons, NULL, HERE},
    {"causeway/class", srv_class, NULL, HERE},
    {"causeway/text", srv_text, NULL, HERE},
    {"causeway/save", srv_save, NULL, HERE},
    {"causeway/figures", srv_figures, NULL, HERE},
    {"causeway/sweep", srv_sweep, NULL, COMMAND},
    {"causeway/point", srv_point, NULL, COMMAND},
    {"causeway/search", srv_search_classes, NULL, HERE},
    {"causeway/diagram", srv_diagram, NULL, HERE},
    {"causeway/documentation", srv_documentation, NULL, HERE},
    {"causeway/parameters", srv_parameters, NULL, HERE},
    {"causeway/run", srv_run, NULL, HERE},
    {"causeway/control", srv_control, NULL, HERE},
    {"causeway/runs", srv_runs, NULL, HERE},
    {"causeway/open", srv_open_result, NULL, HERE},
    {"causeway/compare", srv_compare, NULL, ASIDE},
    {"causeway/results", srv_results, NULL, HERE},
    {"causeway/data", srv_data, NULL, HERE},
    {"causeway/scene", srv_scene, NULL, HERE},
    {"causeway/explain", srv_explain, NULL, ASIDE},
    {"causeway/experiment", srv_experiment, NULL, HERE},
    {"workspace/symbol", srv_workspace_symbol, "\"workspaceSymbolProvider\":true", HERE},
};
enum { METHODS = sizeof methods / sizeof *methods };

void srv_put_capabilities(Server *s, Text *out) {
    (void)s;
    bool first = false;
    base_text_add(out, "\"semanticTokensProvider\":{\"full\":{\"delta\":true},\"range\":true,\"legend\":");
    srv_put_token_legend(out);
    base_text_char(out, '}');
    for (size_t i = 0; i < METHODS; i++) {
        if (!methods[i].capability) continue;
        base_text_printf(out, "%s%s", first ? "" : ",", methods[i].capability);
        first = false;
    }
}

static const Method *find_method(const char *name) {
    for (size_t i = 0; i < METHODS; i++)
        if (strcmp(methods[i].name, name) == 0) return &methods[i];
    return NULL;
}

static void run_here(Server *s, const Method *m, const BaseJson *params, Text *out) {
    BaseGuard g;
    if (BASE_GUARDED(&g)) {
        m->run(s, params, out);
        base_guard_pop(&g);
    } else { /* our own fault, or no memory: what was worked on is dropped */
        srv_refuse(s, SRV_INTERNAL, "%s", g.text);
        s->inst = s->drawing = NULL;
        srv_close_world(s);
    }
}

static void run_method(Server *s, const Method *m, const BaseJson *params, const BaseJson *id) {
    Text out = {0}, written = {0};
    put_id(id, &written);
    s->error = 0;
    s->deferred = false;
    s->asked_id = base_text_str(&written);
    bool aside = id && m->where != HERE && srv_start_job(s, m->run, params, s->asked_id, m->where == ASIDE);
    if (!aside) run_here(s, m, params, &out);
    if (id && s->error) srv_answer_error(s, id, s->error, base_text_str(&s->error_text));
    else if (id && !aside && !s->deferred)
        srv_answer_text(s, s->asked_id, "result", out.n ? out.at : "null", out.n ? out.n : 4);
    base_text_free(&out);
    base_text_free(&written);
}

bool srv_call(Server *s, const char *method, const char *params, Text *out) {
    size_t at;
    const char *why;
    const Method *m = find_method(method);
    const BaseJson *json = base_json_read(&s->scratch, params, strlen(params), &at, &why);
    s->error = 0;
    if (m && json) run_here(s, m, json, out);
    return m && json && !s->error;
}

void srv_handle(Server *s, const BaseJson *message) {
    static const BaseJson none = {.kind = BASE_JSON_NULL};
    const BaseJson *id = base_json_get(message, "id"), *params = base_json_get(message, "params");
    const char *name = base_json_string(message, "method");
    if (message->kind != BASE_JSON_OBJECT || (id && id->kind != BASE_JSON_NUMBER && id->kind != BASE_JSON_STRING)) {
        srv_answer_error(s, NULL, SRV_INVALID_REQUEST, "a message is an object; its id is a number or a string");
        return;
    }
    if (!name) { /* an answer to a question of ours, or nonsense */
        if (!base_json_get(message, "result") && !base_json_get(message, "error"))
            srv_answer_error(s, id, SRV_INVALID_REQUEST, "a message without method");
        return;
    }
    const Method *m = find_method(name);
    if (!m) {
        if (id) srv_answer_error(s, id, SRV_NO_METHOD, base_sprintf(&s->scratch, "there is no method %s", name));
        return;
    }
    bool early = m->run != initialize && m->run != leave && !s->initialized;
    if (early || (s->shut_down && m->run != leave)) {
        if (id)
            srv_answer_error(s, id, early ? SRV_NOT_INITIALIZED : SRV_INVALID_REQUEST,
                             early ? "initialize comes first" : "the server was shut down");
        return;
    }
    run_method(s, m, params ? params : &none, id);
}
