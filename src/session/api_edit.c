/* api_edit.c - causeway/edit.h: edits of the texts of a session. */
#include "session/api.h"

#include "edit/edit.h"

#include <causeway/edit.h>
#include <errno.h>
#include <string.h>

size_t causeway_edit_verbs(size_t i, const char **name, const char **arguments, size_t *needed) {
    size_t n;
    const EditVerb *verbs = edit_verbs(&n);
    if (i < n && name) *name = verbs[i].name;
    if (i < n && arguments) *arguments = verbs[i].arguments;
    if (i < n && needed) *needed = verbs[i].needed;
    return n;
}

/* The text of a class; NULL after reporting into ctx. */
static const Source *source_of(causeway_session *s, Context *ctx, const char *class_name) {
    LibTree *lib = ses_browse(s);
    LibClass *cls = lib ? lib_find_path(lib, class_name) : NULL;
    SynClass *syn = cls ? lib_syn(cls) : NULL;
    if (syn) return base_source(s->ctx->sources, syn->span.file);
    base_error(ctx, "EDIT0001", (Span){0}, "there is no class %s that could be edited", class_name);
    return NULL;
}

static size_t words_of(const char *list) {
    size_t n = *list != 0;
    for (; *list; list++) n += *list == ' ';
    return n;
}

/* The verb with all its arguments; NULL after reporting. */
static const EditVerb *verb_of(Context *ctx, const char *name, size_t n, const char *const *given, const char **all) {
    const EditVerb *v = edit_find_verb(name);
    size_t most = v ? words_of(v->arguments) : 0;
    for (size_t i = 0; i < most; i++) all[i] = i < n && given[i] ? given[i] : "";
    if (v && n >= v->needed && n <= most) return v;
    Diag *d = v ? base_error(ctx, "EDIT0001", (Span){0}, "%s takes %zu arguments at least and %zu at most, not %zu",
                             name, v->needed, most, n)
                : base_error(ctx, "EDIT0001", (Span){0}, "there is no edit '%s'", name);
    if (v) base_hint(ctx, d, "its arguments are: %s", v->arguments);
    return NULL;
}

static void hand_over(Context *ctx, EditClass *e, const char *path, const Text *made, causeway_edit_result *out) {
    const EditSpan *spans;
    size_t n = edit_spans(e, &spans);
    const causeway_edit_span **list = BASE_ARRAY(&ctx->arena, const causeway_edit_span *, n + 1);
    for (size_t i = 0; i < n; i++) {
        causeway_edit_span one = {spans[i].start, spans[i].end, spans[i].text};
        list[i] = base_copy(&ctx->arena, &one, sizeof one);
    }
    causeway_edit_result all = {.path = path, .nspans = n, .spans = list, .length = made->n, .remark = edit_remark(e)};
    all.text = base_strndup(&ctx->arena, made->at ? made->at : "", made->n);
    ses_hand_out(out, &all, sizeof all);
}

static causeway_status edit(causeway_session *s, Context *ctx, const char *class_name, const EditVerb *v,
                            const char *const *arguments, bool apply, causeway_edit_result *out) {
    const Source *source = source_of(s, ctx, class_name);
    if (!source) return CAUSEWAY_USAGE;
    const char *path = base_strdup(&ctx->arena, source->path);
    EditClass *e = edit_open(ctx, path, source->text, source->n, class_name);
    Text made = {0};
    causeway_status code = CAUSEWAY_INVALID;
    if (!e && !base_error_count(ctx))
        base_error(ctx, "EDIT0001", (Span){0}, "%s does not declare %s", path, class_name);
    if (e && !v->run(e, arguments)) {
        base_error(ctx, "EDIT0001", (Span){0}, "%s: %s", class_name, edit_remark(e));
        code = CAUSEWAY_USAGE;
    } else if (e && edit_result(e, &made)) {
        hand_over(ctx, e, path, &made, out);
        code = apply ? causeway_overlay(s, path, made.at ? made.at : "", made.n) : CAUSEWAY_OK;
    }
    edit_close(e);
    base_text_free(&made);
    return code;
}

causeway_status causeway_edit(causeway_session *s, const char *class_name, const char *verb, size_t n,
                              const char *const *arguments, bool apply, causeway_edit_result *out) {
    enum { MOST = 8 };
    const char *all[MOST];
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g);
    ses_drop_answer(s);
    Context *ctx = s->answer = ses_context(s);
    const EditVerb *v = verb_of(ctx, verb, n, arguments, all);
    causeway_status code = v ? edit(s, ctx, class_name, v, all, apply, out) : CAUSEWAY_USAGE;
    ses_collect(&s->reports, ctx);
    base_guard_pop(&g);
    return code;
}

const char *causeway_class_source(causeway_session *s, const char *class_name, const char **path, size_t *length) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g), NULL;
    ses_drop_answer(s);
    Context *ctx = s->answer = ses_context(s);
    const Source *source = source_of(s, ctx, class_name);
    const char *text = source ? base_strndup(&ctx->arena, source->text, source->n) : NULL;
    if (source && path) *path = base_strdup(&ctx->arena, source->path);
    if (length) *length = source ? source->n : 0;
    ses_collect(&s->reports, ctx);
    base_guard_pop(&g);
    return text;
}

causeway_status causeway_save_class(causeway_session *s, const char *class_name) {
    const char *path;
    size_t n;
    const char *text = causeway_class_source(s, class_name, &path, &n);
    BaseGuard g;
    if (!text) return CAUSEWAY_USAGE;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g);
    Context *ctx = ses_context(s);
    bool ok = base_replace_file(path, text, n);
    if (!ok) base_error(ctx, "TOOL0006", (Span){0}, "cannot write %s: %s", path, strerror(errno));
    ses_collect(&s->reports, ctx);
    base_context_free(ctx);
    base_guard_pop(&g);
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}
