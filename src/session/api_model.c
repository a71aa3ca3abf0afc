/* api_model.c - causeway.h: models and their variables. */
#include "session/api.h"

#include <math.h>
#include <string.h>

SesCounts ses_model_counts(const causeway_model *m) { return m->m.dae ? ses_counts(m->m.dae) : (SesCounts){0}; }

/* The model in another translation. */
struct SesVariantModel {
    uint64_t key; /* of what is different */
    causeway_model *model;
};

/* ---- making ------------------------------------------------------------------------------------------------------ */

/* The session's request as it is now, with texts of its own. */
static void copy_request(causeway_model *m, const SesRequest *from, const char *what) {
    Arena *a = &m->arena;
    m->asked = (SesRequest){.no_default_libraries = from->no_default_libraries, .no_cache = from->no_cache};
    m->asked.subject = base_strdup(a, what);
    for (size_t i = 0; i < from->libraries.n; i++) vec_push(&m->asked.libraries, base_strdup(a, from->libraries.at[i]));
    for (size_t i = 0; i < from->versions.n; i++) vec_push(&m->asked.versions, base_strdup(a, from->versions.at[i]));
    for (size_t i = 0; i < from->files.n; i++) vec_push(&m->asked.files, base_strdup(a, from->files.at[i]));
    for (size_t i = 0; i < from->texts.n; i++) {
        const SesText *t = &from->texts.at[i];
        vec_push(&m->asked.texts, ((SesText){base_strdup(a, t->path), base_strndup(a, t->text, t->n), t->n}));
    }
}

/* Is there such a class, or such a file? */
static bool exists(causeway_session *s, const char *what) {
    causeway_status code;
    const char *modifiers;
    LibTree *lib = ses_browse(s);
    if (!lib) return false;
    const char *word = ses_split_word(s->ctx, &s->asked, what, &modifiers);
    bool found = ses_is_file(&s->asked, word) || ses_find_class(s->ctx, &s->asked, lib, word, &code);
    ses_collect(&s->reports, s->ctx);
    return found;
}

static causeway_model *make(causeway_session *s, const SesRequest *from, const char *what) {
    causeway_model *m = base_realloc(NULL, sizeof *m);
    memset(m, 0, sizeof *m);
    atomic_init(&m->owners, 1);
    pthread_mutex_init(&m->lock, NULL);
    m->session = s;
    copy_request(m, from, what);
    m->ctx = ses_context(s);
    m->stats.began = base_seconds();
    m->m = (SesModel){.ctx = m->ctx, .asked = &m->asked, .stats = &m->stats, .keep = true};
    m->name = m->asked.subject;
    return m;
}

causeway_model *ses_variant(causeway_session *s, const causeway_model *m, const char *what) {
    return make(s, &m->asked, what);
}

causeway_model *causeway_model_new(causeway_session *s, const char *what) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&s->reports, &g), NULL;
    causeway_model *m = exists(s, what) ? make(s, &s->asked, what) : NULL;
    base_guard_pop(&g);
    return m;
}

causeway_model *causeway_model_retain(causeway_model *m) {
    atomic_fetch_add(&m->owners, 1);
    return m;
}

static void drop_shown(causeway_model *m) {
    if (!m->shown.ctx) return;
    ses_free(&m->shown);
    base_context_free(m->shown.ctx);
    base_text_free(&m->shown_stats.counts);
    m->shown = (SesModel){0};
}

void causeway_model_free(causeway_model *m) {
    if (!m || atomic_fetch_sub(&m->owners, 1) != 1) return;
    for (size_t i = 0; i < m->variants.n; i++) causeway_model_free(m->variants.at[i]->model);
    vec_free(&m->variants);
    ses_free_reports(&m->said);
    ses_free_tangents(m->tangents);
    drop_shown(m);
    ses_free(&m->m);
    base_context_free(m->ctx);
    base_text_free(&m->text);
    base_text_free(&m->flat);
    base_text_free(&m->stats.counts);
    base_map_free(&m->by_name);
    base_realloc(m->alias, 0);
    for (int i = 0; i < 4; i++) vec_free(&m->sets[i]);
    vec_free(&m->asked.libraries);
    vec_free(&m->asked.versions);
    vec_free(&m->asked.files);
    vec_free(&m->asked.texts);
    vec_free(&m->asked.parameters);
    pthread_mutex_destroy(&m->lock);
    base_free_arena(&m->arena);
    base_realloc(m, 0);
}

const char *causeway_model_name(const causeway_model *m) { return m->name; }

/* ---- stations ---------------------------------------------------------------------------------------------------- */

void causeway_translation_init(causeway_translation *t) {
    memset(t, 0, sizeof *t);
    t->size = sizeof *t;
}

/* After the client has ended a translation: as if it had not begun. */
static causeway_status stopped(SesModel *at) {
    bool keep = at->keep;
    ses_free(at);
    at->keep = keep;
    at->ctx->stopped = false;
    at->stats->counts.n = 0;
    base_diag_clear(at->ctx);
    return CAUSEWAY_STOPPED;
}

/* Goes to a station; what was reported is moved to the session. */
static causeway_status reach(causeway_model *m, SesModel *at, causeway_status (*station)(SesModel *m)) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return ses_guard_fell(&m->session->reports, &g);
    if (m->session->max_memory) base_guard_bound(&g, m->session->max_memory);
    causeway_status code = base_cancelled(at->ctx) ? CAUSEWAY_STOPPED : station(at);
    if (at->ctx->stopped) code = stopped(at);
    ses_collect(&m->session->reports, at->ctx);
    base_guard_pop(&g);
    return code;
}

/* The same of the model itself: what failed once fails always, but for what the client has ended. */
static causeway_status reach_own(causeway_model *m, causeway_status (*station)(SesModel *m)) {
    causeway_status code = reach(m, &m->m, station);
    if (code != CAUSEWAY_STOPPED) m->failed = code;
    return code;
}

/* The other copy of the model, in a Context of its own. */
static SesModel *shown(causeway_model *m) {
    if (m->shown.ctx) return &m->shown;
    m->shown_stats = (SesStats){0};
    m->shown = (SesModel){.ctx = ses_context(m->session), .asked = &m->asked, .stats = &m->shown_stats};
    return &m->shown;
}

static causeway_status check(SesModel *m) {
    causeway_status code = ses_flat(m);
    return code == CAUSEWAY_OK ? ses_check_flat(m) : code;
}

causeway_status causeway_model_check(causeway_model *m) {
    drop_shown(m);
    causeway_status code = reach(m, shown(m), check);
    drop_shown(m);
    return code;
}

causeway_status causeway_model_flatten(causeway_model *m) {
    if (m->m.dae) return CAUSEWAY_OK;
    causeway_status code = m->failed ? m->failed : reach_own(m, ses_flat);
    if (!code) m->name = base_str(m->ctx->names, m->m.dae->model);
    return code;
}

causeway_status causeway_model_translate(causeway_model *m, const causeway_translation *how) {
    causeway_translation t;
    causeway_translation_init(&t);
    if (how) memcpy(&t, how, how->size < sizeof t ? how->size : sizeof t);
    if (m->failed) return m->failed;
    if (m->m.comp) return CAUSEWAY_OK;
    m->asked.no_tearing = t.no_tearing;
    m->asked.steady_state = t.steady_state;
    m->asked.response = t.response;
    if (t.fmu_kind) m->asked.fmu.kind = base_strdup(&m->arena, t.fmu_kind);
    m->asked.fmu.in_process = t.in_process;
    m->asked.fmu.step = t.fmu_step;
    m->asked.fmu.coupling = t.coupling;
    if (t.tunable) m->asked.fmu.tunable = base_strdup(&m->arena, t.tunable);
    m->asked.tier = t.compile && strcmp(t.compile, "tcc") == 0  ? COMP_TCC
                    : t.compile && strcmp(t.compile, "cc") == 0 ? COMP_CC
                                                                : COMP_AUTO;
    if (m->ctx->untrusted) m->asked.tier = COMP_TCC;
    return ses_translate(m);
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

static causeway_status commented_code(SesModel *m) { return ses_code(m, true); }

/* A program in another language, from a translation of its own. */
static const char *target_text(causeway_model *m, const char *name, size_t *n) {
    BaseGuard g;
    drop_shown(m);
    SesModel *at = shown(m);
    causeway_status code = CAUSEWAY_USAGE;
    m->text.n = 0;
    if (!BASE_GUARDED(&g)) return (void)ses_guard_fell(&m->session->reports, &g), NULL;
    const GenTarget *target = ses_find_target(at->ctx, name);
    if (target) code = base_cancelled(at->ctx) ? CAUSEWAY_STOPPED : ses_target(at, target, &m->text);
    if (at->ctx->stopped) code = stopped(at);
    ses_collect(&m->session->reports, at->ctx);
    base_guard_pop(&g);
    drop_shown(m);
    if (n) *n = code == CAUSEWAY_OK ? m->text.n : 0;
    return code == CAUSEWAY_OK ? base_text_str(&m->text) : NULL;
}

/* The model is run to find out; nothing is written of it. */
static const char *text_of_run(causeway_model *m, const char *form) {
    BaseGuard g;
    drop_shown(m);
    SesModel *at = shown(m);
    SesOutcome outcome;
    m->text.n = 0;
    SesSimulation how = {.record = {.path = "/dev/null"}, .classic = strcmp(form, "combine:classic") == 0};
    *(strcmp(form, "modes") == 0 ? &how.modes : &how.combined) = &m->text;
    how.options.start = how.options.stop = how.options.tolerance = how.options.interval = NAN;
    if (!BASE_GUARDED(&g)) return (void)ses_guard_fell(&m->session->reports, &g), NULL;
    causeway_status code = ses_simulate(at, &how, &outcome);
    if (code == CAUSEWAY_OK && !m->text.n && how.modes)
        base_text_add(&m->text, "its structure does not change: it is run as one\n");
    if (code == CAUSEWAY_OK && !m->text.n) {
        code = CAUSEWAY_UNTRANSLATABLE;
        if (!base_error_count(at->ctx))
            base_error(at->ctx, "MODE0006", (Span){0}, "the structure of the model does not change: it is one already");
    }
    ses_free_outcome(&outcome);
    ses_collect(&m->session->reports, at->ctx);
    base_guard_pop(&g);
    drop_shown(m);
    return code == CAUSEWAY_OK ? base_text_str(&m->text) : NULL;
}

/* The structural debugger: the diagnosis takes the place of the messages. */
static const char *diagnosis(causeway_model *m, bool json) {
    drop_shown(m);
    SesModel *at = shown(m);
    causeway_status code = reach(m, at, ses_flat);
    DbgDiagnosis *x = code == CAUSEWAY_OK ? ses_check_structure(at) : NULL;
    m->text.n = 0;
    if (x) {
        base_diag_clear(at->ctx);
        dbg_print_diagnosis(x, DBG_STRATEGY_ALL, json, &m->text);
        dbg_free_diagnosis(x);
    }
    ses_collect(&m->session->reports, at->ctx);
    drop_shown(m);
    return x ? base_text_str(&m->text) : NULL;
}

/* Of the model as it is at a station. */
static void print_form(causeway_model *m, const SesModel *at, const char *form) {
    m->text.n = 0;
    if (strcmp(form, "flat") == 0) dae_print(at->flat ? at->flat : at->dae, &m->text);
    else if (strcmp(form, "c") == 0) base_text_addn(&m->text, at->gen->text, at->gen->text_size);
    else if (strncmp(form, "incidence", 9) == 0)
        dbg_incidence(at->sym,
                      strcmp(form, "incidence:svg") == 0    ? DBG_FORM_SVG
                      : strcmp(form, "incidence:json") == 0 ? DBG_FORM_JSON
                                                            : DBG_FORM_TEXT,
                      &m->text);
    else dbg_explain(at->sym, strcmp(form, "json") == 0, &m->text);
}

static const char *text_of(causeway_model *m, const char *form, size_t *n) {
    static const char target[] = "target:";
    const char *text = NULL;
    if (strncmp(form, target, sizeof target - 1) == 0) return target_text(m, form + sizeof target - 1, n);
    if (strncmp(form, "combine", 7) == 0 || strcmp(form, "modes") == 0) text = text_of_run(m, form);
    else if (strncmp(form, "diagnosis", 9) == 0) text = diagnosis(m, strcmp(form, "diagnosis:json") == 0);
    else {
        bool flat = strcmp(form, "flat") == 0, c = strcmp(form, "c") == 0;
        if (flat && m->shown.sym) drop_shown(m); /* translation has changed it */
        SesModel *at = shown(m);
        if (reach(m, at, flat ? ses_flat : c ? commented_code : ses_sorted) == CAUSEWAY_OK) {
            print_form(m, at, form);
            text = base_text_str(&m->text);
        } else drop_shown(m);
    }
    if (n) *n = text ? m->text.n : 0;
    return text;
}

const char *causeway_model_text(causeway_model *m, const char *form, size_t *n) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return (void)ses_guard_fell(&m->session->reports, &g), NULL;
    const char *text = text_of(m, form, n);
    base_guard_pop(&g);
    return text;
}

static const char *why_of(causeway_model *m, const char *variable) {
    SesModel *at = shown(m);
    if (reach(m, at, ses_sorted) != CAUSEWAY_OK) {
        drop_shown(m);
        return NULL;
    }
    m->text.n = 0;
    if (dbg_query(at->sym, DBG_ASK_WHY, variable, false, &m->text)) {
        dbg_query(at->sym, DBG_ASK_COMPUTES, variable, false, &m->text);
        return base_text_str(&m->text);
    }
    base_error(at->ctx, "TOOL0018", (Span){0}, "the model has no variable %s", variable);
    ses_collect(&m->session->reports, at->ctx);
    return NULL;
}

static const char *answer(causeway_model *m, DbgQuestion question, const char *variable, bool json) {
    SesModel *at = shown(m);
    m->text.n = 0;
    if (reach(m, at, ses_sorted) != CAUSEWAY_OK) return drop_shown(m), NULL;
    if (dbg_query(at->sym, question, variable, json, &m->text)) return base_text_str(&m->text);
    base_error(at->ctx, "TOOL0018", (Span){0}, "the model has no variable %s", variable);
    ses_collect(&m->session->reports, at->ctx);
    return NULL;
}

const char *causeway_model_ask(causeway_model *m, const char *question, const char *variable, bool json) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return (void)ses_guard_fell(&m->session->reports, &g), NULL;
    DbgQuestion q = strcmp(question, "depends") == 0    ? DBG_ASK_DEPENDS
                    : strcmp(question, "computes") == 0 ? DBG_ASK_COMPUTES
                                                        : DBG_ASK_WHY;
    const char *text = answer(m, q, variable, json);
    base_guard_pop(&g);
    return text;
}

const char *causeway_model_why(causeway_model *m, const char *variable) {
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return (void)ses_guard_fell(&m->session->reports, &g), NULL;
    const char *text = why_of(m, variable);
    base_guard_pop(&g);
    return text;
}

/* ---- tables of a translated model -------------------------------------------------------------------------------- */

enum { NEGATED = 62 };

static const char *name_of(causeway_model *m, const Dae *d, DaeVar v) {
    Text t = {0};
    if (v == 0) base_text_add(&t, "time");
    else dae_var_text(d, v, &t);
    const char *name = base_strdup(&m->arena, base_text_str(&t));
    base_text_free(&t);
    return name;
}

static bool is_settable_parameter(const DaeVariable *v) {
    return v->kind == DAE_KIND_PARAMETER && !(v->flags & (DAE_FINAL | DAE_STRUCTURAL | DAE_HIDDEN)) &&
           v->base != DAE_OBJECT;
}

static void make_tables(causeway_model *m) {
    const Dae *d = m->m.dae;
    size_t n = d->vars.n;
    m->names = BASE_ARRAY(&m->arena, const char *, n + 1);
    m->alias = base_realloc(NULL, (n + 1) * sizeof *m->alias);
    for (size_t i = n; i-- > 0;) {
        m->names[i] = name_of(m, d, (DaeVar)i);
        m->alias[i] = -1;
        base_map_put(&m->by_name, base_hash(m->names[i], strlen(m->names[i]), 0), i + 1);
    }
    for (size_t i = 0; i < m->m.sym->aliases.n; i++) {
        const SymAlias *a = &m->m.sym->aliases.at[i];
        m->alias[a->var] = (int64_t)a->target | (a->sign < 0 ? (int64_t)1 << NEGATED : 0);
    }
    for (size_t i = 0; i < m->m.sym->states.n; i++) vec_push(&m->sets[CAUSEWAY_STATES], m->m.sym->states.at[i].x);
    for (uint32_t i = 1; i < n; i++) {
        const DaeVariable *v = &d->vars.at[i];
        bool unknown = v->kind == DAE_KIND_CONTINUOUS || v->kind == DAE_KIND_DISCRETE;
        if (unknown && (v->flags & DAE_INPUT)) vec_push(&m->sets[CAUSEWAY_INPUTS], i);
        if (unknown && (v->flags & DAE_OUTPUT)) vec_push(&m->sets[CAUSEWAY_OUTPUTS], i);
        if (is_settable_parameter(v)) vec_push(&m->sets[CAUSEWAY_PARAMETERS], i);
    }
    m->name = base_str(m->ctx->names, d->model);
}

causeway_status ses_translate(causeway_model *m) {
    if (m->failed || m->names) return m->failed;
    BaseGuard g;
    causeway_status code = reach_own(m, ses_ready);
    if (code) return code;
    if (!BASE_GUARDED(&g)) return m->failed = ses_guard_fell(&m->session->reports, &g);
    ins_complete(m->m.gen); /* runs find nothing left to make */
    make_tables(m);
    base_guard_pop(&g);
    return CAUSEWAY_OK;
}

void ses_locked(causeway_model *m, void (*work)(void *arg), void *arg) {
    BaseGuard g;
    pthread_mutex_lock(&m->lock);
    bool done = BASE_GUARDED(&g);
    if (done) {
        work(arg);
        base_guard_pop(&g);
    }
    pthread_mutex_unlock(&m->lock);
    if (!done) base_unwind(g.memory, g.text);
}

typedef struct {
    causeway_model *model;
    const CwModel *code;
} Newest;

static void take_code(void *arg) {
    Newest *n = arg;
    n->code = comp_code(n->model->m.comp);
}

const CwModel *ses_newest_code(causeway_model *m) {
    Newest n = {m, NULL};
    ses_locked(m, take_code, &n);
    return n.code;
}

size_t causeway_variable_count(const causeway_model *m) { return m->names ? m->m.dae->vars.n : 0; }

static double constant(const Dae *d, DaeOperand o) {
    bool known = o != DAE_NO_OPERAND && dae_operand_is_const(o);
    return known ? d->constants.at[o & ~DAE_CONSTANT_BIT] : NAN;
}

static causeway_kind kind_of(DaeKind kind) {
    switch (kind) {
    case DAE_KIND_CONSTANT: return CAUSEWAY_CONSTANT;
    case DAE_KIND_PARAMETER: return CAUSEWAY_PARAMETER;
    case DAE_KIND_DISCRETE: return CAUSEWAY_DISCRETE;
    case DAE_KIND_DERIVATIVE: return CAUSEWAY_DERIVATIVE;
    case DAE_KIND_PRE: return CAUSEWAY_DISCRETE;
    default: return CAUSEWAY_CONTINUOUS;
    }
}

static bool is_state(const causeway_model *m, DaeVar v) {
    const VecU32 *states = &m->sets[CAUSEWAY_STATES];
    for (size_t i = 0; i < states->n; i++)
        if (states->at[i] == v) return true;
    return false;
}

static bool describe_variable(const causeway_model *m, size_t i, causeway_variable *v) {
    static const causeway_type types[] = {[DAE_REAL] = CAUSEWAY_REAL,
                                          [DAE_INTEGER] = CAUSEWAY_INTEGER,
                                          [DAE_BOOLEAN] = CAUSEWAY_BOOLEAN,
                                          [DAE_STRING] = CAUSEWAY_STRING,
                                          [DAE_ENUM] = CAUSEWAY_ENUMERATION};
    if (i >= causeway_variable_count(m)) return false;
    const Dae *d = m->m.dae;
    const DaeVariable *from = &d->vars.at[i];
    const DaeAttrs *a = &d->attrs.at[from->attrs];
    const Names *names = m->ctx->names;
    *v = (causeway_variable){
        .size = sizeof *v, .name = m->names[i], .kind = i ? kind_of(from->kind) : CAUSEWAY_TIME, .sign = 1};
    v->start = v->min = v->max = v->nominal = NAN;
    v->unit = i ? base_str(names, a->unit) : "s";
    v->display_unit = base_str(names, a->display_unit);
    v->quantity = base_str(names, a->quantity);
    v->description = i ? base_str(names, a->comment) : "Simulation time";
    v->type_name = "";
    v->alias = -1;
    if (i == 0) return true;
    v->type = from->base <= DAE_ENUM ? types[from->base] : CAUSEWAY_REAL;
    if (v->kind == CAUSEWAY_PARAMETER && (from->flags & DAE_STRUCTURAL)) v->kind = CAUSEWAY_CONSTANT;
    if (from->base == DAE_ENUM && a->enum_type) v->type_name = base_str(names, d->enums.at[a->enum_type].name);
    v->start = constant(d, from->start);
    v->min = constant(d, a->min);
    v->max = constant(d, a->max);
    v->nominal = constant(d, a->nominal);
    v->fixed = from->flags & DAE_FIXED;
    v->input = from->flags & DAE_INPUT;
    v->output = from->flags & DAE_OUTPUT;
    v->is_protected = from->flags & DAE_PROTECTED;
    v->hidden = (from->flags & DAE_HIDDEN) || from->kind == DAE_KIND_PRE || from->base == DAE_OBJECT;
    v->state = is_state(m, (DaeVar)i);
    v->settable = is_settable_parameter(from) || from->kind == DAE_KIND_CONTINUOUS || from->kind == DAE_KIND_DISCRETE;
    if (m->alias[i] >= 0) {
        v->alias = m->alias[i] & (((int64_t)1 << NEGATED) - 1);
        v->sign = m->alias[i] >> NEGATED ? -1 : 1;
    }
    return true;
}

causeway_status causeway_describe_variable(const causeway_model *m, size_t i, causeway_variable *v) {
    causeway_variable all;
    if (!describe_variable(m, i, &all)) return CAUSEWAY_USAGE;
    ses_hand_out(v, &all, sizeof all);
    return CAUSEWAY_OK;
}

/* Without blanks outside quotes: "a[1, 2]" means a[1,2]. */
static void squeeze(const char *s, char *to, size_t room) {
    bool quoted = false;
    size_t n = 0;
    for (; *s && n + 1 < room; s++) {
        if (*s == '\'') quoted = !quoted;
        if (quoted || !strchr(" \t\r\n", *s)) to[n++] = *s;
    }
    to[n] = 0;
}

int64_t causeway_find_variable(const causeway_model *m, const char *name) {
    uint64_t found;
    char plain[4096];
    squeeze(name, plain, sizeof plain);
    if (!base_map_get(&m->by_name, base_hash(plain, strlen(plain), 0), &found)) return -1;
    return strcmp(m->names[found - 1], plain) == 0 ? (int64_t)found - 1 : -1;
}

const char *causeway_nearest_variable(const causeway_model *m, const char *name) {
    VEC(const char *) names = {0};
    BaseGuard g;
    if (!BASE_GUARDED(&g)) return NULL;
    const Dae *d = m->m.dae;
    for (size_t i = 1; i < causeway_variable_count(m); i++)
        if (!(d->vars.at[i].flags & DAE_HIDDEN) && d->vars.at[i].kind < DAE_KIND_DERIVATIVE)
            vec_push(&names, m->names[i]);
    const char *near = base_nearest(name, names.at, names.n);
    vec_free(&names);
    base_guard_pop(&g);
    return near;
}

size_t causeway_variables_of(const causeway_model *m, causeway_set set, const uint32_t **numbers) {
    bool known = (unsigned)set < 4;
    if (numbers) *numbers = known ? m->sets[set].at : NULL;
    return known ? m->sets[set].n : 0;
}

causeway_status causeway_model_experiment(const causeway_model *m, causeway_experiment *out) {
    RtOptions o = {.stop = 1, .tolerance = 1e-6};
    if (m->m.gen) o = rt_options(m->m.gen->description);
    if (!(o.interval > 0)) o.interval = (o.stop - o.start) / 500;
    causeway_experiment all = {sizeof all, o.start, o.stop, o.tolerance, o.interval};
    ses_hand_out(out, &all, sizeof all);
    return CAUSEWAY_OK;
}

/* ---- the flat equations ------------------------------------------------------------------------------------------ */

static void put_flat(const Context *ctx, const Dae *d, Text *out) {
    Blob b = {0};
    base_sources_save(ctx->sources, &b);
    dae_save(d, &b);
    base_blob_finish(&b, ctx->names, out);
    base_blob_free(&b);
}

/* Those that were kept, or of a translation from the cache from the text again. */
static void make_flat(void *arg) {
    causeway_model *m = arg;
    if (m->flat.n) return;
    if (m->m.flat) {
        put_flat(m->ctx, m->m.flat, &m->flat);
        return;
    }
    SesStats stats = {.began = base_seconds()};
    SesModel again = {.ctx = ses_context(m->session), .asked = &m->asked, .stats = &stats};
    if (ses_flat(&again) == CAUSEWAY_OK) put_flat(again.ctx, again.dae, &m->flat);
    Context *ctx = again.ctx;
    ses_free(&again);
    base_context_free(ctx);
    base_text_free(&stats.counts);
}

static Dae *load_flat(const causeway_model *m, Context *ctx) {
    BlobReader r;
    if (!m->flat.n) return NULL;
    base_blob_open(&r, ctx->names, m->flat.at, m->flat.n);
    Dae *d = base_sources_load(ctx->sources, &r) ? dae_load(ctx, &r) : NULL;
    base_blob_close(&r);
    return d;
}

Dae *ses_copy_flat(causeway_model *m, Context *ctx) {
    ses_locked(m, make_flat, m);
    return load_flat(m, ctx);
}

/* ---- in other ways ----------------------------------------------------------------------------------------------- */

typedef struct {
    causeway_model *of;
    const RunTranslation *how;
    const VecStr *given;
    causeway_model *made;
} Wanted;

static uint64_t hash_texts(const VecStr *texts, uint64_t hash) {
    for (size_t i = 0; texts && i < texts->n; i++) hash = base_hash(texts->at[i], strlen(texts->at[i]), hash);
    return hash;
}

static uint64_t key_of(const Wanted *w) {
    const RunTranslation *t = w->how;
    uint64_t flags = (uint64_t)t->no_tearing | (uint64_t)t->other_starts << 1 | (uint64_t)t->steady_state << 2 |
                     (uint64_t)(t->rank == RUN_RANK_BY_VALUE) << 3;
    uint64_t hash = base_hash(&flags, sizeof flags, 1);
    if (t->whole) hash = base_hash(t->whole, strlen(t->whole), hash);
    return hash_texts(t->settings, hash_texts(w->given, base_mix(hash, 2)));
}

static void give_setting(causeway_model *m, const char *setting) {
    ses_change_setting(&m->arena, &m->asked.parameters, setting);
}

/* From the flat equations, where no value changes them; else by way of the cache or of the text. */
static causeway_model *make_variant(const Wanted *w) {
    causeway_model *m = w->of, *v = make(m->session, &m->asked, m->asked.subject);
    v->failed = CAUSEWAY_MEMORY; /* unless it comes to its end */
    v->asked.response = m->asked.response;
    v->asked.tier = m->asked.tier;
    v->asked.fmu = m->asked.fmu;
    ses_ask(&v->asked, w->how);
    for (size_t i = 0; i < m->asked.parameters.n; i++) give_setting(v, m->asked.parameters.at[i]);
    for (size_t i = 0; w->given && i < w->given->n; i++) give_setting(v, w->given->at[i]);
    bool own = v->asked.parameters.n == m->asked.parameters.n;
    for (size_t i = 0; w->how->settings && i < w->how->settings->n; i++) give_setting(v, w->how->settings->at[i]);
    own = own && v->asked.parameters.n == m->asked.parameters.n && !(w->how->settings && w->how->settings->n);
    v->m.keep = !own;
    if (own && m->m.flat) {
        make_flat(m);
        v->m.dae = load_flat(m, v->ctx);
    }
    causeway_status code = ses_ready(&v->m);
    ses_collect(&v->said, v->ctx);
    if (!code) ins_complete(v->m.gen);
    if (!code) make_tables(v);
    v->failed = code;
    return v;
}

static void find_variant(void *arg) {
    Wanted *w = arg;
    uint64_t key = key_of(w);
    for (size_t i = 0; i < w->of->variants.n; i++)
        if (w->of->variants.at[i]->key == key) w->made = w->of->variants.at[i]->model;
    if (w->made) return;
    SesVariantModel *v = BASE_ARRAY(&w->of->arena, SesVariantModel, 1);
    *v = (SesVariantModel){key, w->made = make_variant(w)};
    vec_push(&w->of->variants, v);
}

causeway_model *ses_translated(causeway_model *m, const RunTranslation *how, const VecStr *given) {
    Wanted w = {m, how, given, NULL};
    ses_locked(m, find_variant, &w);
    return w.made;
}
