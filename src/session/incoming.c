/* incoming.c - what comes from other tools: FMUs shown and checked. */
#include "session/api.h"

#include <stdlib.h>
#include <string.h>

/* A file that cannot be read or unpacked is a matter of usage, one that breaks rules is invalid. */
static causeway_status file_error(const Context *ctx) {
    if (base_unsupported_count(ctx) == base_error_count(ctx)) return CAUSEWAY_UNTRANSLATABLE;
    return base_errors_are(ctx, "XCH0002") || base_errors_are(ctx, "PKG0005") ? CAUSEWAY_USAGE : CAUSEWAY_INVALID;
}

causeway_status ses_show_fmu(Context *ctx, const char *path, bool json, Text *out) {
    XchFmu *f = xch_open(ctx, path);
    if (!f) return file_error(ctx);
    xch_show(f->model, json, out);
    xch_close(f);
    return CAUSEWAY_OK;
}

causeway_status ses_check_fmu(Context *ctx, const char *path, Text *out) {
    XchFmu *f = xch_open(ctx, path);
    if (!f) return file_error(ctx);
    size_t broken = xch_check_rules(ctx, f->model), before = base_error_count(ctx);
    int probed = xch_probe(ctx, f);
    size_t contradictions = base_error_count(ctx) - before;
    base_text_printf(out, "%s: FMI %s, %zu variables, %u states, %u event indicators; %zu rules broken; ",
                     f->model->name, f->model->fmi_version, f->model->variables.n, f->model->nstates,
                     f->model->nindicators, broken);
    if (probed)
        base_text_printf(out, "the binary contradicts its description in %zu points (%s%s%s%s%s)\n", contradictions,
                         probed & XCH_ME ? "model exchange" : "", probed & XCH_ME && probed & XCH_CS ? ", " : "",
                         probed & XCH_CS ? "co-simulation" : "", probed & XCH_SE && probed != XCH_SE ? ", " : "",
                         probed & XCH_SE ? "scheduled execution" : "");
    else base_text_add(out, "there is no binary for this machine to look at\n");
    xch_close(f);
    return broken || contradictions ? CAUSEWAY_INVALID : CAUSEWAY_OK;
}

/* "me" or "cs", or the first that the FMU has; 0 after reporting. */
static int kind_of(Context *ctx, const XchFmu *f, const char *word) {
    const XchModel *m = f->model;
    int wanted = !word                 ? XCH_ME | XCH_CS | XCH_SE
                 : !strcmp(word, "me") ? XCH_ME
                 : !strcmp(word, "cs") ? XCH_CS
                 : !strcmp(word, "se") ? XCH_SE
                                       : 0;
    if (!wanted) {
        Diag *d = base_error(ctx, "TOOL0008", (Span){0}, "--kind %s: there are me, cs and se", word);
        base_hint(ctx, d, "write --kind me, --kind cs or --kind se");
        return 0;
    }
    if (m->me.there && wanted & XCH_ME) return XCH_ME;
    if (m->cs.there && wanted & XCH_CS) return XCH_CS;
    if (m->se.there && wanted & XCH_SE) return XCH_SE;
    Diag *d = base_unsupported(ctx, "XCH0010", (Span){0}, "%s has no %s", f->path,
                               wanted == XCH_ME   ? "model exchange"
                               : wanted == XCH_CS ? "co-simulation"
                                                  : "scheduled execution");
    base_hint(ctx, d, "`causeway show %s` says what it has", f->path);
    return 0;
}

/* Values of structural parameters among NAME=VALUE words: arrays get other sizes.  The words that are left. */
static VecStr take_sizes(Context *ctx, const XchFmu *f, const VecStr *given) {
    XchModel *m = f->model;
    VecStr left = {0};
    left.at = BASE_ARRAY(&ctx->arena, char *, given->n + 1);
    left.cap = given->n + 1;
    for (size_t i = 0; i < given->n; i++) {
        const char *word = given->at[i], *equals = strchr(word, '=');
        const char *name = equals ? base_strndup(&ctx->arena, word, (size_t)(equals - word)) : "";
        uint32_t v = xch_find(m, name);
        if (v == XCH_NONE || m->variables.at[v].causality != XCH_STRUCTURAL) left.at[left.n++] = (char *)word;
        else if (!xch_resize(m, v, strtod(equals + 1, NULL)))
            base_error(ctx, "TOOL0008", (Span){0}, "%s: the structural parameter does not take this value", word);
    }
    xch_learn_starts(f);
    return left;
}

/* A tunable parameter by its name, or that of an element of it; true: it is an input now. */
static bool move(Context *ctx, XchModel *m, const char *name) {
    uint32_t v = xch_find(m, name);
    const char *bracket = v == XCH_NONE ? strrchr(name, '[') : NULL;
    if (bracket) v = xch_find(m, base_strndup(&ctx->arena, name, (size_t)(bracket - name)));
    return v != XCH_NONE && (m->variables.at[v].moved || xch_move(m, v));
}

/* Tunable parameters that are asked for as inputs, or that a file of inputs has a column for. */
static void move_parameters(Context *ctx, XchModel *m, const SesFmu *asked) {
    char *rest, *names = base_strdup(&ctx->arena, asked->tunable ? asked->tunable : "");
    for (char *name = strtok_r(names, ", ", &rest); name; name = strtok_r(NULL, ", ", &rest)) {
        if (move(ctx, m, name)) continue;
        Diag *d = base_error(ctx, "TOOL0008", (Span){0}, "%s is no tunable parameter of the FMU", name);
        base_hint(ctx, d, "`causeway show` tells which parameters are tunable; fixed ones do not change during a run");
    }
    for (size_t i = 0; i < asked->inputs.n; i++) {
        size_t said = base_diag_mark(ctx), n;
        ResResult *file = res_open(ctx, asked->inputs.at[i]);
        const char *const *columns = file ? res_names(file, &n) : NULL;
        for (size_t k = 0; columns && k < n; k++) move(ctx, m, columns[k]);
        if (file) res_close(file);
        base_diag_rollback(ctx, said); /* who reads it for the run will say the same */
    }
}

causeway_status ses_statechart(Context *ctx, const char *path, Text *out) {
    return xch_statechart(ctx, path, out) ? CAUSEWAY_OK : ses_model_error(ctx);
}

causeway_status ses_import_fmu(Context *ctx, const char *path, const SesFmu *asked, const VecStr *parameters,
                               Text *out) {
    XchFmu *f = xch_open(ctx, path);
    if (!f) return file_error(ctx);
    VecStr left = take_sizes(ctx, f, parameters);
    if (left.n)
        base_error(ctx, "TOOL0008", (Span){0}, "%s: only structural parameters have values in a block that is written",
                   left.at[0]);
    move_parameters(ctx, f->model, asked);
    if (base_error_count(ctx)) return xch_close(f), CAUSEWAY_USAGE;
    char *whole = realpath(path, NULL);
    XchImport how = {.path = whole ? whole : path,
                     .kind = kind_of(ctx, f, asked->kind),
                     .in_process = asked->in_process,
                     .step = asked->step};
    if (how.kind) xch_modelica(f, &how, out);
    free(whole);
    xch_close(f);
    return how.kind ? CAUSEWAY_OK : ses_model_error(ctx);
}

/* ---- an FMU as a model ------------------------------------------------------------------------------------------- */

bool ses_is_fmu(const char *subject) { return ses_ends_with(subject, ".fmu"); }

/* The request with a text in the place of its subject. */
static void take_text(SesModel *m, const Text *t, VecStr parameters, bool points) {
    Arena *a = &m->ctx->arena;
    SesRequest *now = BASE_NEW(a, SesRequest);
    SesText *texts = BASE_ARRAY(a, SesText, m->asked->texts.n + 1);
    *now = *m->asked;
    now->subject = base_sprintf(a, "%s.mo", m->asked->subject);
    for (size_t i = 0; i < m->asked->texts.n; i++) texts[i + 1] = m->asked->texts.at[i];
    texts[0] = (SesText){now->subject, base_strndup(a, t->at, t->n), t->n};
    now->parameters = parameters;
    now->texts.at = texts;
    now->texts.n = now->texts.cap = m->asked->texts.n + 1;
    now->fmu.points = points;
    m->asked = now;
}

static causeway_status take_system(SesModel *m) {
    const char *path = m->asked->subject;
    const SesFmu *f = &m->asked->fmu;
    int kind = !f->kind ? 0 : !strcmp(f->kind, "me") ? XCH_ME : !strcmp(f->kind, "cs") ? XCH_CS : -1;
    XchImport how = {.in_process = f->in_process,
                     .kind = kind,
                     .step = f->step,
                     .tolerance = f->tolerance,
                     .length = f->length,
                     .coupling = f->coupling};
    Text t = {0};
    bool stepped = false;
    if (kind < 0) {
        Diag *d = base_error(m->ctx, "TOOL0008", (Span){0}, "--kind %s: of a system there are me and cs", f->kind);
        base_hint(m->ctx, d, "write --kind me or --kind cs");
        return CAUSEWAY_USAGE;
    }
    m->scratch = xch_scratch(m->ctx);
    bool ok =
        m->scratch && pkg_unzip(m->ctx, path, m->scratch) && xch_system(m->ctx, path, m->scratch, &how, &t, &stepped);
    if (ok) {
        take_text(m, &t, m->asked->parameters, stepped && how.coupling > 0);
        ((SesRequest *)m->asked)->no_cache = true; /* it refers to files that go with the model */
    }
    base_text_free(&t);
    return ok ? CAUSEWAY_OK : file_error(m->ctx);
}

/* NAME=VALUE of a state that is given means the parameter that holds its start value. */
static VecStr start_values(Arena *a, const XchModel *m, const VecStr *given) {
    VecStr now = {0};
    now.at = BASE_ARRAY(a, char *, given->n + 1);
    now.n = now.cap = given->n;
    for (size_t i = 0; i < given->n; i++) {
        const char *word = given->at[i], *equals = strchr(word, '=');
        const char *name = equals ? base_strndup(a, word, (size_t)(equals - word)) : "";
        uint32_t v = xch_find(m, name);
        bool state = false;
        for (size_t k = 0; v != XCH_NONE && k < m->states.n; k++) state = state || m->states.at[k] == v;
        state = state && m->variables.at[v].initial == XCH_EXACT && m->variables.at[v].starts;
        now.at[i] = state ? base_sprintf(a, "%s%s", xch_start_name(a, m, name), equals) : (char *)word;
    }
    return now;
}

causeway_status ses_take_fmu(SesModel *m) {
    Arena *a = &m->ctx->arena;
    if (m->asked->subject && ses_ends_with(m->asked->subject, ".ssp")) return take_system(m);
    if (!m->asked->subject || !ses_is_fmu(m->asked->subject)) return CAUSEWAY_OK;
    XchFmu *f = xch_open(m->ctx, m->asked->subject);
    if (!f) return file_error(m->ctx);
    char *whole = realpath(m->asked->subject, NULL);
    XchImport how = {.path = whole ? whole : m->asked->subject,
                     .kind = kind_of(m->ctx, f, m->asked->fmu.kind),
                     .in_process = m->asked->fmu.in_process,
                     .step = m->asked->fmu.step,
                     .tolerance = m->asked->fmu.tolerance,
                     .length = m->asked->fmu.length,
                     .bare = true};
    Text t = {0};
    VecStr parameters = take_sizes(m->ctx, f, &m->asked->parameters);
    move_parameters(m->ctx, f->model, &m->asked->fmu);
    if (base_error_count(m->ctx)) how.kind = 0;
    if (how.kind) xch_modelica(f, &how, &t);
    if (how.kind == XCH_ME) parameters = start_values(a, f->model, &parameters);
    free(whole);
    xch_close(f);
    if (!how.kind) return ses_model_error(m->ctx);
    take_text(m, &t, parameters, how.kind == XCH_CS);
    base_text_free(&t);
    return CAUSEWAY_OK;
}

/* 'a.b[1]' -> a.b[1] */
static Name unquoted(Names *names, const char *word) {
    Text t = {0};
    for (const char *s = word + 1; *s && !(*s == '\'' && !s[1]); s++) {
        if (*s == '\\' && s[1]) s++;
        base_text_char(&t, *s);
    }
    Name n = base_intern(names, base_text_str(&t), t.n);
    base_text_free(&t);
    return n;
}

void ses_name_as_fmu(SesModel *m) {
    if (!ses_ends_with(m->asked->subject, ".fmu.mo") && !ses_ends_with(m->asked->subject, ".ssp.mo")) return;
    dae_release_scratch(m->dae);
    for (size_t i = 1; i < m->dae->names.n; i++) {
        const char *word = base_str(m->ctx->names, m->dae->names.at[i].word);
        if (word[0] == '\'') m->dae->names.at[i].word = unquoted(m->ctx->names, word);
    }
}
