/* lens.c - check, simulate and plot beside a model; the commands behind them; flat text and generated C as documents.
 *
 * All of it runs in a child (job.c), through the library, with the texts of the editor over those of the disk.
 */
#include "server/server_impl.h"

#include <spawn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- lenses ------------------------------------------------------------------------------------------------------ */

static void put_lens(Server *s, const SrvDocument *d, Span at, const char *title, const char *command, const char *name,
                     Text *out) {
    srv_comma(out);
    base_text_add(out, "{\"range\":");
    srv_put_range(s, at, out);
    base_text_printf(out, ",\"command\":{\"title\":\"%s\",\"command\":\"%s\",\"arguments\":[", title, command);
    srv_put_text(out, d->uri);
    base_text_char(out, ',');
    srv_put_text(out, name);
    base_text_add(out, "]}}");
}

/* A part is connected to something: it has connectors, inputs, or what only its user can give. */
static bool is_part_of(Server *s, LibClass *cls, Map *done) {
    SynClass *syn = base_map_get(done, (uintptr_t)cls, NULL) ? NULL : lib_syn(cls);
    LibClass *const *bases;
    base_map_put(done, (uintptr_t)cls, 1);
    for (const SynElement *e = syn ? syn->elements : NULL; e; e = e->next) {
        if (e->kind != SYN_COMPONENT || e->prefixes & SYN_PROTECTED) continue;
        if (e->prefixes & (SYN_INPUT | SYN_OUTER)) return true;
        LibClass *type = srv_named_class(s, cls, &e->type);
        SynClass *t = type ? lib_syn(type) : NULL;
        if (t && (t->restriction == SYN_CONNECTOR || t->restriction == SYN_EXPANDABLE_CONNECTOR)) return true;
    }
    uint32_t n = syn ? srv_bases(s, cls, &bases) : 0;
    for (uint32_t i = 0; i < n; i++)
        if (is_part_of(s, bases[i], done)) return true;
    return false;
}

static bool is_part(Server *s, LibClass *cls) {
    Map done = {0};
    bool part = is_part_of(s, cls, &done);
    base_map_free(&done);
    return part;
}

static void put_lenses(Server *s, const SrvDocument *d, const SynElement *list, Text *out, int depth) {
    for (const SynElement *e = list; e && depth < 50; e = e->next) {
        SynClass *c = e->kind == SYN_CLASS_DEF ? e->cls : NULL;
        if (!c || !c->name) continue;
        bool model = (c->restriction == SYN_MODEL || c->restriction == SYN_BLOCK) && !(c->prefixes & SYN_PARTIAL_CLASS);
        if (model && c->form != SYN_ENUMERATION) {
            LibClass *cls = lib_of(s->lib, c);
            Text name = {0};
            lib_full_name(cls, &name);
            put_lens(s, d, c->name_span, "check", "causeway.check", base_text_str(&name), out);
            bool runs = syn_annotation(c->annotation, s->ctx->names, "experiment") || !is_part(s, cls);
            if (runs) put_lens(s, d, c->name_span, "simulate", "causeway.simulate", base_text_str(&name), out);
            if (runs) put_lens(s, d, c->name_span, "plot", "causeway.plot", base_text_str(&name), out);
            base_text_free(&name);
        }
        put_lenses(s, d, c->elements, out, depth + 1);
    }
}

void srv_code_lens(Server *s, const BaseJson *params, Text *out) {
    SrvDocument *d = srv_asked(s, params, NULL);
    if (!d) return;
    base_text_char(out, '[');
    if (d->file) put_lenses(s, d, d->file->classes, out, 0);
    base_text_char(out, ']');
    base_diag_clear(s->ctx);
}

/* ---- the library under the editor's texts ------------------------------------------------------------------------ */

causeway_session *srv_session(Server *s) {
    causeway_session_options o;
    VEC(const char *) libraries = {0};
    causeway_session_options_init(&o);
    for (size_t i = 0; i < s->folders.n; i++)
        if (access(s->folders.at[i], F_OK) == 0) vec_push(&libraries, s->folders.at[i]);
    for (size_t i = 0; i < s->options->libraries.n; i++) vec_push(&libraries, s->options->libraries.at[i]);
    o.nlibraries = libraries.n;
    o.libraries = libraries.at;
    o.no_default_libraries = s->options->no_default_libraries;
    causeway_session *session = causeway_session_new(&o);
    for (size_t i = 0; i < s->documents.n; i++) {
        const SrvDocument *d = s->documents.at[i];
        if (!d->classic) causeway_overlay(session, d->path, d->text, d->n);
    }
    for (size_t i = 0; i < s->documents.n; i++) /* after all texts: one may use another */
        if (!s->documents.at[i]->classic && !s->documents.at[i]->stored)
            causeway_load_file(session, s->documents.at[i]->path, NULL);
    for (size_t i = 0; i < s->options->files.n; i++)
        if (!srv_is_open_path(s, s->options->files.at[i])) causeway_load_file(session, s->options->files.at[i], NULL);
    vec_free(&libraries);
    causeway_clear_diagnostics(session);
    return session;
}

static void put_diagnostics(causeway_session *session, Text *out) {
    for (size_t i = 0; i < causeway_diagnostic_count(session); i++)
        base_text_add(out, causeway_format_diagnostic(session, causeway_get_diagnostic(session, i), CAUSEWAY_TEXT));
}

/* {"ok": true, "text": "..."} */
static void put_outcome(bool ok, const Text *words, Text *out) {
    base_text_printf(out, "{\"ok\":%s,\"text\":", ok ? "true" : "false");
    base_text_json(out, words->at ? words->at : "", words->n);
}

static void check(causeway_session *session, causeway_model *m, const char *name, Text *out) {
    Text words = {0};
    causeway_status code = m ? causeway_model_check(m) : CAUSEWAY_INVALID;
    if (code == CAUSEWAY_OK) base_text_printf(&words, "%s is valid and balanced", name);
    put_diagnostics(session, &words);
    put_outcome(code == CAUSEWAY_OK, &words, out);
    base_text_char(out, '}');
    base_text_free(&words);
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

/* A folder of ours among the temporary files, or NULL. */
static const char *results_folder(Server *s) {
    const char *tmp = getenv("TMPDIR");
    struct stat st;
    const char *path = base_sprintf(&s->scratch, "%s/causeway-%u", tmp && *tmp ? tmp : "/tmp", (unsigned)getuid());
    if (mkdir(path, 0700) != 0 && (lstat(path, &st) != 0 || !S_ISDIR(st.st_mode) || st.st_uid != getuid())) return NULL;
    return path;
}

static bool simulate(Server *s, causeway_session *session, causeway_model *m, const char *path, Text *words) {
    causeway_run *r = m ? causeway_run_new(m) : NULL;
    (void)s;
    causeway_status code = r ? causeway_run_record(r, 0, NULL, path) : CAUSEWAY_INVALID;
    if (code == CAUSEWAY_OK) code = causeway_run_to_end(r);
    if (code == CAUSEWAY_OK) base_text_printf(words, "simulated to %g: %s", causeway_run_time(r), path);
    for (size_t i = 0; r && i < causeway_run_diagnostic_count(r); i++)
        base_text_printf(words, "%s%s", words->n ? "\n" : "", causeway_run_get_diagnostic(r, i)->text);
    put_diagnostics(session, words);
    if (r) causeway_run_free(r); /* the file is whole now */
    return code == CAUSEWAY_OK;
}

/* What a plot without further words shows: states, else the first variables that are no parameters. */
static void choose_variables(causeway_model *m, VecStr *names) {
    enum { MOST = 6 };
    const uint32_t *states;
    causeway_variable v = {.size = sizeof v};
    size_t n = causeway_variables_of(m, CAUSEWAY_STATES, &states);
    for (size_t i = 0; i < n && names->n < MOST; i++)
        if (causeway_describe_variable(m, states[i], &v) == CAUSEWAY_OK && !v.hidden)
            vec_push(names, (char *)(uintptr_t)v.name);
    for (size_t i = 1; i < causeway_variable_count(m) && !n && names->n < MOST; i++) {
        if (causeway_describe_variable(m, i, &v) != CAUSEWAY_OK || v.hidden || v.is_protected || v.alias >= 0) continue;
        if (v.kind == CAUSEWAY_CONTINUOUS || v.kind == CAUSEWAY_DISCRETE) vec_push(names, (char *)(uintptr_t)v.name);
    }
}

/* The program itself draws. */
static bool plot(const char *result, const VecStr *names, const char *picture) {
    char own[4096];
    VEC(char *) words = {0};
    pid_t child;
    int status = 1;
    if (!base_own_path(own, sizeof own)) return false;
    vec_push(&words, own);
    vec_push(&words, (char *)"plot");
    vec_push(&words, (char *)(uintptr_t)result);
    for (size_t i = 0; i < names->n; i++) vec_push(&words, names->at[i]);
    vec_push(&words, (char *)"--output");
    vec_push(&words, (char *)(uintptr_t)picture);
    vec_push(&words, NULL);
    bool ok = posix_spawn(&child, own, NULL, NULL, words.at, environ) == 0 && waitpid(child, &status, 0) == child;
    vec_free(&words);
    return ok && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void run(Server *s, causeway_session *session, causeway_model *m, const char *name, bool picture, Text *out) {
    const char *folder = results_folder(s);
    Text words = {0};
    VecStr names = {0};
    if (!folder) {
        srv_refuse(s, SRV_REQUEST_FAILED, "there is no folder for results: set TMPDIR to one that can be written");
        return;
    }
    const char *result = base_sprintf(&s->scratch, "%s/%s.mat", folder, name);
    const char *svg = base_sprintf(&s->scratch, "%s/%s.svg", folder, name);
    bool ok = simulate(s, session, m, result, &words), drawn = false;
    if (ok && picture) {
        choose_variables(m, &names);
        drawn = names.n && plot(result, &names, svg);
    }
    put_outcome(ok, &words, out);
    if (ok) {
        base_text_add(out, ",\"result\":");
        srv_put_text(out, result);
    }
    if (drawn) {
        base_text_add(out, ",\"picture\":");
        srv_put_text(out, svg);
    }
    base_text_char(out, '}');
    vec_free(&names);
    base_text_free(&words);
}

/* A text of the model: "flat" or "c"; false after diagnostics. */
static bool text_of(causeway_session *session, causeway_model *m, const char *form, Text *words) {
    size_t n = 0;
    const char *text = m ? causeway_model_text(m, form, &n) : NULL;
    if (text) base_text_addn(words, text, n);
    else put_diagnostics(session, words);
    return text != NULL;
}

/* arguments: [uri, class] */
void srv_execute(Server *s, const BaseJson *params, Text *out) {
    const char *command = base_json_string(params, "command");
    const BaseJson *list = base_json_get(params, "arguments");
    const BaseJson *name = list && list->kind == BASE_JSON_ARRAY && list->items ? list->items->next : NULL;
    if (!command || !name || name->kind != BASE_JSON_STRING) {
        srv_refuse(s, SRV_INVALID_PARAMS, "a command and its arguments [uri, class] are needed");
        return;
    }
    srv_world(s);
    causeway_session *session = srv_session(s);
    causeway_model *m = causeway_model_new(session, name->text);
    Text words = {0};
    if (strcmp(command, "causeway.check") == 0) {
        check(session, m, name->text, out);
    } else if (strcmp(command, "causeway.simulate") == 0 || strcmp(command, "causeway.plot") == 0) {
        run(s, session, m, name->text, strcmp(command, "causeway.plot") == 0, out);
    } else if (strcmp(command, "causeway.flat") == 0 || strcmp(command, "causeway.code") == 0) {
        put_outcome(text_of(session, m, strcmp(command, "causeway.flat") == 0 ? "flat" : "c", &words), &words, out);
        base_text_char(out, '}');
    } else {
        srv_refuse(s, SRV_INVALID_PARAMS, "there is no command %s", command);
    }
    base_text_free(&words);
    if (m) causeway_model_free(m);
    causeway_session_free(session);
}

/* causeway:/flat/P.M.dae and causeway:/c/P.M.c */
void srv_content(Server *s, const BaseJson *params, Text *out) {
    const char *uri = base_json_string(params, "uri");
    bool flat = uri && strncmp(uri, "causeway:/flat/", 15) == 0, code = uri && strncmp(uri, "causeway:/c/", 12) == 0;
    if (!flat && !code) {
        srv_refuse(s, SRV_INVALID_PARAMS, "an address is causeway:/flat/CLASS.dae or causeway:/c/CLASS.c");
        return;
    }
    const char *from = uri + (flat ? 15 : 12), *end = from + strlen(from);
    if (ses_ends_with(from, flat ? ".dae" : ".c")) end -= flat ? 4 : 2;
    const char *name = base_strndup(&s->scratch, from, (size_t)(end - from));
    Text words = {0};
    srv_world(s);
    causeway_session *session = srv_session(s);
    causeway_model *m = causeway_model_new(session, name);
    if (!text_of(session, m, flat ? "flat" : "c", &words))
        srv_refuse(s, SRV_REQUEST_FAILED, "%s", base_text_str(&words));
    base_text_add(out, "{\"text\":");
    base_text_json(out, base_text_str(&words), words.n);
    base_text_char(out, '}');
    base_text_free(&words);
    if (m) causeway_model_free(m);
    causeway_session_free(session);
}
