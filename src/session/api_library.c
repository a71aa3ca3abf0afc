/* api_library.c - causeway.h: installed libraries; pictures, pages and texts of classes; units. */
#include "session/api.h"

#include "units/units.h"

#include <string.h>

/* ---- installed libraries ----------------------------------------------------------------------------------------- */

size_t causeway_libraries(causeway_session *s, const causeway_library_info *const **list) {
    BaseGuard g;
    *list = NULL;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g), 0;
    ses_drop_answer(s);
    s->answer = ses_context(s);
    SesLibraries here = ses_installed(s->answer);
    const causeway_library_info **copy = BASE_ARRAY(&s->answer->arena, const causeway_library_info *, here.n + 1);
    size_t n = here.n;
    for (size_t i = 0; i < n; i++) copy[i] = base_copy(&s->answer->arena, &here.at[i], sizeof here.at[i]);
    vec_free(&here);
    ses_collect(&s->reports, s->answer);
    *list = copy;
    base_guard_pop(&g);
    return n;
}

/* What is asked about a Context that lives as long as the question. */
typedef struct {
    const char *from, *word, *path;
    size_t n;
    const char *const *words;
    bool flag;
} Question;

typedef causeway_status Answer(causeway_session *s, Context *ctx, const Question *q);

static causeway_status ask(causeway_session *s, Answer *answer, Question q) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g);
    Context *ctx = ses_context(s);
    causeway_status code = answer(s, ctx, &q);
    ses_collect(&s->reports, ctx);
    base_context_free(ctx);
    base_guard_pop(&g);
    return code;
}

typedef causeway_status Change(const SesPackages *p, const VecStr *words);

static causeway_status change(causeway_session *s, Context *ctx, const Question *q, Change *how) {
    SesPackages p = {.ctx = ctx, .from = q->from};
    VecStr words = {0};
    for (size_t i = 0; i < q->n; i++) vec_push(&words, base_strdup(&ctx->arena, q->words[i]));
    causeway_status code = how(&p, &words);
    vec_free(&words);
    causeway_refresh(s);
    return code;
}

static causeway_status install_words(const SesPackages *p, const VecStr *words) { return ses_install(p, words, false); }

static causeway_status install(causeway_session *s, Context *ctx, const Question *q) {
    return change(s, ctx, q, install_words);
}
static causeway_status update(causeway_session *s, Context *ctx, const Question *q) {
    return change(s, ctx, q, ses_update);
}
static causeway_status remove_words(causeway_session *s, Context *ctx, const Question *q) {
    return change(s, ctx, q, ses_remove);
}

causeway_status causeway_install(causeway_session *s, const char *from, size_t n, const char *const *words) {
    return ask(s, install, (Question){.from = from, .n = n, .words = words});
}

causeway_status causeway_update(causeway_session *s, const char *from, size_t n, const char *const *words) {
    return ask(s, update, (Question){.from = from, .n = n, .words = words});
}

causeway_status causeway_remove(causeway_session *s, size_t n, const char *const *words) {
    return ask(s, remove_words, (Question){.n = n, .words = words});
}

/* ---- pictures and pages ------------------------------------------------------------------------------------------ */

static causeway_status draw(causeway_session *s, Context *ctx, const Question *q) {
    SesRequest asked = s->asked;
    asked.subject = q->word;
    return ses_draw(ctx, &asked, &(SesDrawing){.diagram = q->flag}, q->path);
}

static causeway_status document(causeway_session *s, Context *ctx, const Question *q) {
    SesRequest asked = s->asked;
    DocCounts counts;
    asked.subject = q->word;
    return ses_document(ctx, &asked, q->path, &counts);
}

causeway_status causeway_draw(causeway_session *s, const char *class_name, bool diagram, const char *path) {
    return ask(s, draw, (Question){.word = class_name, .flag = diagram, .path = path});
}

causeway_status causeway_document(causeway_session *s, const char *class_name, const char *folder) {
    return ask(s, document, (Question){.word = class_name, .path = folder});
}

/* ---- texts and units --------------------------------------------------------------------------------------------- */

const char *causeway_format(causeway_session *s, const char *path, const char *text, size_t n) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g), NULL;
    ses_drop_answer(s);
    s->answer = ses_context(s);
    Text t = {0};
    SourceId source = base_source_string(s->answer->sources, path, text, n);
    bool ok = syn_format(s->answer, source, &t);
    const char *kept = ok ? base_strndup(&s->answer->arena, base_text_str(&t), t.n) : NULL;
    base_text_free(&t);
    ses_collect(&s->reports, s->answer);
    base_guard_pop(&g);
    return kept;
}

bool causeway_convert_unit(const char *unit, const char *shown, double *factor, double *offset) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return false;
    bool ok = unit_convert(unit, shown, factor, offset);
    base_guard_pop(&g);
    return ok;
}
