/* api_upkeep.c - causeway.h: what keeps libraries in order: vendored, indexed, converted, tested; FMUs of others; the
 * cache. */
#include "session/api.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A question to a session: its answer is a status, and a text or a list that lives until the next one. */
typedef struct {
    causeway_session *s;
    Context *ctx; /* s->answer */
    const char *word, *path, *kind;
    size_t n;
    const char *const *words;
    bool flag;
    double step;
    const SesSay *say;
    causeway_newer *visit;
    void *arg;
    Text text;
    const causeway_case **cases;
    causeway_verdict *verdict;
    const causeway_case *of;
    causeway_result *result;
} Question;

static causeway_status ask(Question *q, causeway_status (*answer)(Question *q)) {
    BaseGuard g;
    causeway_session *s = q->s;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g);
    ses_drop_answer(s);
    q->ctx = s->answer = ses_context(s);
    causeway_status code = answer(q);
    ses_collect(&s->reports, q->ctx);
    base_guard_pop(&g);
    return code;
}

/* The text of an answer, kept; NULL where there is none. */
static const char *ask_text(Question *q, causeway_status (*answer)(Question *q)) {
    causeway_status code = ask(q, answer);
    const char *kept = code == CAUSEWAY_OK ? base_strndup(&q->ctx->arena, base_text_str(&q->text), q->text.n) : NULL;
    base_text_free(&q->text);
    return kept;
}

/* ---- packages ---------------------------------------------------------------------------------------------------- */

static VecStr words_of(Question *q) {
    VecStr words = {0};
    for (size_t i = 0; i < q->n; i++) vec_push(&words, base_strdup(&q->ctx->arena, q->words[i]));
    return words;
}

static causeway_status vendor(Question *q) {
    SesPackages p = {.ctx = q->ctx};
    VecStr words = words_of(q);
    causeway_status code = ses_vendor(&p, q->path, &words);
    vec_free(&words);
    return code;
}

causeway_status causeway_vendor(causeway_session *s, const char *folder, size_t n, const char *const *words) {
    Question q = {.s = s, .path = folder, .n = n, .words = words};
    return ask(&q, vendor);
}

static causeway_status lock(Question *q) {
    SesPackages p = {.ctx = q->ctx, .from = q->path};
    VecStr words = words_of(q);
    causeway_status code = q->flag ? ses_install_locked(&p) : ses_install(&p, &words, true);
    vec_free(&words);
    causeway_refresh(q->s);
    return code;
}

causeway_status causeway_lock(causeway_session *s, const char *from, size_t n, const char *const *words) {
    Question q = {.s = s, .path = from, .n = n, .words = words};
    return ask(&q, lock);
}

causeway_status causeway_install_locked(causeway_session *s) {
    Question q = {.s = s, .flag = true};
    return ask(&q, lock);
}

static causeway_status outdated(Question *q) {
    SesPackages p = {.ctx = q->ctx, .from = q->path};
    return ses_outdated(&p, q->visit, q->arg);
}

causeway_status causeway_outdated(causeway_session *s, const char *from, causeway_newer *visit, void *arg) {
    Question q = {.s = s, .path = from, .visit = visit, .arg = arg};
    return ask(&q, outdated);
}

static causeway_status list_folder(Question *q) { return ses_index(q->ctx, q->path, &q->text); }

const char *causeway_index(causeway_session *s, const char *folder) {
    Question q = {.s = s, .path = folder};
    return ask_text(&q, list_folder);
}

static void add_line(void *arg, const char *line) { base_text_printf(arg, "%s\n", line); }

static causeway_status convert(Question *q) {
    SesSay say = {add_line, &q->text};
    return ses_convert(q->ctx, &q->s->asked, q->word, q->path, &say);
}

const char *causeway_convert(causeway_session *s, const char *library, const char *folder) {
    Question q = {.s = s, .word = library, .path = folder};
    return ask_text(&q, convert);
}

/* ---- FMUs of others ---------------------------------------------------------------------------------------------- */

static causeway_status show_fmu(Question *q) { return ses_show_fmu(q->ctx, q->path, q->flag, &q->text); }

const char *causeway_fmu_text(causeway_session *s, const char *path, bool json) {
    Question q = {.s = s, .path = path, .flag = json};
    return ask_text(&q, show_fmu);
}

static causeway_status check_fmu(Question *q) { return ses_check_fmu(q->ctx, q->path, &q->text); }

causeway_status causeway_fmu_check(causeway_session *s, const char *path) {
    Question q = {.s = s, .path = path};
    causeway_status code = ask(&q, check_fmu);
    base_text_free(&q.text);
    return code;
}

static causeway_status import_fmu(Question *q) {
    SesFmu how = {.kind = q->kind, .in_process = q->flag, .step = q->step};
    VecStr parameters = {0};
    return ses_import_fmu(q->ctx, q->path, &how, &parameters, &q->text);
}

const char *causeway_fmu_import(causeway_session *s, const char *path, const char *kind, bool in_process, double step) {
    Question q = {.s = s, .path = path, .kind = kind, .flag = in_process, .step = step};
    return ask_text(&q, import_fmu);
}

static causeway_status statechart(Question *q) { return ses_statechart(q->ctx, q->path, &q->text); }

const char *causeway_statechart(causeway_session *s, const char *path) {
    Question q = {.s = s, .path = path};
    return ask_text(&q, statechart);
}

/* ---- checks ------------------------------------------------------------------------------------------------------ */

causeway_status causeway_check_package(causeway_session *s, const char *package, int jobs, causeway_checked *visit,
                                       void *arg) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g);
    Context *ctx = ses_context(s);
    SesRequest asked = s->asked;
    SesLibraryCheck k = {0};
    asked.subject = package;
    bool there = ses_check_package(ctx, &asked, jobs > 0 ? jobs : (int)sysconf(_SC_NPROCESSORS_ONLN), false, &k);
    for (size_t i = 0; there && i < k.classes.n; i++) {
        SesChecked *c = &k.classes.at[i];
        visit(arg, c->name, c->model, c->code, base_text_str(&c->text));
    }
    causeway_status code = there ? k.worst : CAUSEWAY_USAGE;
    ses_free_check(&k);
    ses_collect(&s->reports, ctx);
    base_context_free(ctx);
    base_guard_pop(&g);
    return code;
}

/* ---- tests of a library ------------------------------------------------------------------------------------------ */

static double number_of(const char *text) { return text ? strtod(text, NULL) : NAN; }

static causeway_status find_cases(Question *q) {
    SesCases found = {0};
    causeway_status code = ses_find_cases(q->ctx, &q->s->asked, q->word, q->path, NULL, &found);
    q->cases = BASE_ARRAY(&q->ctx->arena, const causeway_case *, found.cases.n + 1);
    for (size_t i = 0; code == CAUSEWAY_OK && i < found.cases.n; i++) {
        const SesCase *c = &found.cases.at[i];
        causeway_case one = {.model = c->model,
                             .reference = c->reference,
                             .signals = c->signals,
                             .start = number_of(c->start),
                             .stop = number_of(c->stop),
                             .interval = number_of(c->interval),
                             .tolerance = number_of(c->tolerance)};
        q->cases[q->n++] = base_copy(&q->ctx->arena, &one, sizeof one);
    }
    ses_free_cases(&found);
    return code;
}

size_t causeway_cases(causeway_session *s, const char *library, const char *references,
                      const causeway_case *const **list) {
    Question q = {.s = s, .word = library, .path = references};
    causeway_status code = ask(&q, find_cases);
    *list = code == CAUSEWAY_OK ? q.cases : NULL;
    return code == CAUSEWAY_OK ? q.n : 0;
}

static causeway_status judge(causeway_session *s, const causeway_case *c, causeway_result *r, causeway_verdict *out) {
    Context *ctx = base_context_new();
    SesCase of = {.model = c->model, .reference = c->reference, .signals = c->signals};
    SesJudgement j = {0};
    ResResult *reference = c->reference ? res_open(ctx, c->reference) : NULL;
    causeway_verdict v = {.size = out->size, .same = true};
    if (reference) v.same = ses_judge(ctx, &of, ses_result(r), reference, &j);
    v.compared = j.compared;
    v.different = j.different;
    snprintf(v.why, sizeof v.why, "%s", base_text_str(&j.why));
    ses_hand_out(out, &v, sizeof v);
    bool ok = reference || !c->reference;
    if (reference) res_close(reference);
    base_text_free(&j.why);
    vec_free(&j.differing);
    ses_collect(&s->reports, ctx);
    base_context_free(ctx);
    return ok ? CAUSEWAY_OK : CAUSEWAY_USAGE;
}

/* Recorded is what is compared, or all that a result has. */
static causeway_status run_case(causeway_session *s, causeway_run *r, const causeway_case *c, causeway_verdict *out) {
    causeway_run_options options;
    causeway_run_options_init(&options);
    options.start = c->start;
    options.stop = c->stop;
    options.interval = c->interval;
    options.tolerance = c->tolerance;
    causeway_status code = causeway_run_configure(r, &options);
    if (code == CAUSEWAY_OK) code = causeway_run_record(r, 0, NULL, NULL);
    if (code == CAUSEWAY_OK) code = causeway_run_to_end(r);
    causeway_result *result = code == CAUSEWAY_OK ? causeway_run_result(r) : NULL;
    if (result) code = judge(s, c, result, out);
    causeway_result_free(result);
    ses_repeat(&s->reports, &r->reports);
    return code;
}

causeway_status causeway_case_run(causeway_session *s, const causeway_case *c, causeway_verdict *out) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g);
    causeway_model *m = causeway_model_new(s, c->model);
    causeway_status code = m ? causeway_model_translate(m, NULL) : CAUSEWAY_INVALID;
    causeway_run *r = code == CAUSEWAY_OK ? causeway_run_new(m) : NULL;
    if (r) code = run_case(s, r, c, out);
    causeway_run_free(r);
    causeway_model_free(m);
    base_guard_pop(&g);
    return code;
}

/* ---- the cache --------------------------------------------------------------------------------------------------- */

causeway_status ses_look_at_cache(Context *ctx, causeway_cache_info *out) {
    CompCacheSize s;
    bool there = comp_cache_survey(ctx->cache, &s);
    causeway_cache_info all = {.size = out->size, .models = s.models, .externals = s.externals, .others = s.others};
    all.bytes = s.bytes;
    all.bound = comp_cache_bound();
    snprintf(all.folder, sizeof all.folder, "%s", s.folder);
    ses_hand_out(out, &all, sizeof all);
    if (there) return CAUSEWAY_OK;
    Diag *d = base_error(ctx, "TOOL0006", (Span){0}, "there is no place for a cache: %s will not do", s.folder);
    base_hint(ctx, d,
              "it must be a folder of yours, no link, that only you can write, and so must be every folder above it "
              "(those of the system are all right)");
    return CAUSEWAY_USAGE;
}

causeway_status causeway_cache_look(causeway_session *s, causeway_cache_info *out) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g);
    Context *ctx = ses_context(s);
    causeway_status code = ses_look_at_cache(ctx, out);
    ses_collect(&s->reports, ctx);
    base_context_free(ctx);
    base_guard_pop(&g);
    return code;
}

uint64_t ses_trim_cache(Context *ctx, uint64_t bytes) { return comp_cache_trim(ctx->cache, bytes); }

uint64_t causeway_cache_trim(causeway_session *s, uint64_t bytes) { return comp_cache_trim(s->cache, bytes); }
