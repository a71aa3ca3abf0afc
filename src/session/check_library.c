/* check_library.c - a package checked: every class in it, on several threads.
 *
 * Each thread has its own Context and class tree and draws the next class from a shared counter.  What is reported
 * about a class is kept as text, in the order of the classes, so that the output does not depend on the
 * threads.  Models that are complete are flattened and counted; other classes are checked as they stand.
 */
#include "session/session_impl.h"

#include "flatten/flatten.h"

#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    Context *ctx; /* of the client */
    const SesRequest *asked;
    const char *word; /* a file to be loaded, or a name */
    SesLibraryCheck *out;
    _Atomic size_t next;
} Check;

/* A class of a model that is made with values of that model, model Loss = Friction(d = diameter), is part of it. */
static bool is_part_of_model(const LibClass *cls) {
    const SynClass *in = cls->parent ? cls->parent->syn : NULL;
    return in && (in->restriction == SYN_MODEL || in->restriction == SYN_BLOCK) && cls->syn->form == SYN_SHORT &&
           cls->syn->mod;
}

static bool is_model(const LibClass *cls) {
    const SynClass *syn = cls->syn;
    /* A replaceable or redeclared model has its meaning inside its package only. */
    uint32_t prefixes = syn->prefixes | (cls->element ? cls->element->prefixes : 0);
    /* those must be balanced (MLS 4.8) */
    bool simulable = syn->restriction == SYN_MODEL || syn->restriction == SYN_BLOCK;
    return simulable && !is_part_of_model(cls) && !(prefixes & (SYN_PARTIAL_CLASS | SYN_REPLACEABLE | SYN_REDECLARE));
}

static void collect(Check *k, LibTree *lib, LibClass *cls, int depth) {
    SynClass *syn = lib_syn(cls);
    if (!syn || depth > 100) return;
    Text name = {0};
    lib_full_name(cls, &name);
    vec_push(&k->out->classes,
             ((SesChecked){.name = base_strdup(&k->ctx->arena, base_text_str(&name)), .model = is_model(cls)}));
    base_text_free(&name);
    LibClass **children;
    size_t n = lib_children(lib, cls, &children);
    for (size_t i = 0; i < n; i++) collect(k, lib, children[i], depth + 1);
}

/* What a model leaves to its user.  One without public connectors is complete: it can be counted and must have values
 * for all its parameters.  One with connectors is a part; what is missing comes from where it is used. */
typedef struct {
    bool connectors; /* or outer components */
    bool classes;    /* replaceable ones that are still partial: a medium, say */
} Open;

static Open what_is_open(Context *ctx, LibTree *lib, const char *name) {
    size_t mark = base_diag_mark(ctx); /* the check itself reports */
    Inst *inst = inst_new(ctx, lib);
    inst->checking = true;
    InstClass *c = inst_class_by_name(inst, name, (Span){0});
    Open open = {!c, false};
    if (c) inst_prepare(c);
    for (uint32_t i = 0; c && i < c->nelements; i++) {
        InstElement *e = c->elements[i];
        InstClass *given = e->kind == SYN_CLASS_DEF && e->is_replaceable ? inst_element_class(c, e) : NULL;
        if (given && (given->prefixes & SYN_PARTIAL_CLASS)) open.classes = true;
        InstComp *comp = e->kind == SYN_COMPONENT && !e->is_protected ? inst_component(c, e) : NULL;
        if (!comp || !comp->cls) continue;
        uint8_t kind = comp->cls->restriction;
        bool input = comp->prefixes & SYN_INPUT && !comp->binding.value; /* its user gives the value (4.8) */
        open.connectors |=
            kind == SYN_CONNECTOR || kind == SYN_EXPANDABLE_CONNECTOR || comp->prefixes & SYN_OUTER || input;
    }
    inst_free(inst);
    base_diag_rollback(ctx, mark);
    return open;
}

static bool leaves_classes_open(Context *ctx, LibTree *lib, LibClass *cls) {
    Text name = {0};
    lib_full_name(cls, &name);
    bool open = what_is_open(ctx, lib, base_text_str(&name)).classes;
    base_text_free(&name);
    return open;
}

/* Where a connector has not as many flow as potential variables (tolerated) its users decide how many equations there
 * are. */
static bool counts_alone(const Context *ctx, InstClass *model) {
    uint32_t n;
    InstComp **fields = inst_fields(model, &n);
    for (uint32_t i = 0; !ctx->strict && i < n; i++)
        if (!fields[i]->element->is_protected && inst_out_of_balance(fields[i])) return false;
    return true;
}

/* A part is counted too where all that it needs is known, its connectors taken as connected (MLS 4.8).  What cannot be
 * flattened, because a medium is not chosen yet or a parameter has no value, is left to the models that use it. */
static void check_part(Context *ctx, LibTree *lib, const SesChecked *c) {
    size_t mark = base_diag_mark(ctx);
    Inst *inst = inst_new(ctx, lib);
    LibClass *cls = lib_find_path(lib, c->name);
    InstClass *model = cls ? inst_model(inst, cls, NULL) : NULL;
    Dae *dae = model && !base_error_count(ctx) ? flat_model(inst, model) : NULL;
    bool known = dae && !base_error_count(ctx);
    base_diag_rollback(ctx, mark);
    known = known && !ses_is_open(dae) && counts_alone(ctx, model);
    if (known) ses_check_balance(ctx, dae);
    if (known && !base_error_count(ctx)) flat_check_balance(model, dae, true);
    if (dae) dae_free(dae);
    inst_free(inst);
}

static causeway_status check_as(Context *ctx, LibTree *lib, const SesChecked *c, Open open, bool alone,
                                InstRetry retry) {
    size_t mark = base_diag_mark(ctx);
    Inst *inst = inst_new(ctx, lib);
    inst->checking = !alone;
    inst->retry = retry;
    LibClass *cls = lib_find_path(lib, c->name);
    InstClass *model = cls ? inst_model(inst, cls, NULL) : NULL;
    Dae *dae = alone && model && !base_error_count(ctx) ? flat_model(inst, model) : NULL;
    if (dae && !base_error_count(ctx)) ses_check_balance(ctx, dae);
    if (dae && !base_error_count(ctx)) flat_check_balance(model, dae, true);
    if (!alone && model) inst_check_class(model);
    bool ok = model && (dae || !alone) && !base_error_count(ctx), again = inst->again;
    retry = inst->retry;
    if (dae) dae_free(dae);
    inst_free(inst);
    if (again) {
        base_diag_rollback(ctx, mark);
        return check_as(ctx, lib, c, open, alone, retry);
    }
    if (ok && !alone && !open.classes) check_part(ctx, lib, c);
    ok = ok && !base_error_count(ctx);
    return ok ? CAUSEWAY_OK : ses_model_error(ctx);
}

static causeway_status check_model(Context *ctx, LibTree *lib, const SesChecked *c) {
    Open open = what_is_open(ctx, lib, c->name);
    bool alone = !open.connectors && !open.classes;
    causeway_status code = check_as(ctx, lib, c, open, alone, (InstRetry){0});
    bool lacks_inner = !ctx->strict && base_errors_are(ctx, "INST0401");
    if (!alone || !(lacks_inner || base_errors_are(ctx, "INST0603"))) return code;
    base_diag_clear(ctx); /* all it lacks are values of parameters, or inner components, which its user gives */
    return check_as(ctx, lib, c, open, false, (InstRetry){0});
}

static causeway_status check_other(Context *ctx, LibTree *lib, const SesChecked *c) {
    Inst *inst = inst_new(ctx, lib);
    inst->checking = true;
    InstClass *i = inst_class_by_name(inst, c->name, (Span){0});
    if (i) inst_check_class(i);
    inst_free(inst);
    const LibClass *cls = lib_find_path(lib, c->name);
    bool part = cls && is_part_of_model(cls) && base_errors_are(ctx, "INST0605");
    if (part) base_diag_clear(ctx); /* all it lacks are values that vary, which its model gives */
    return base_error_count(ctx) || !i ? ses_model_error(ctx) : CAUSEWAY_OK;
}

causeway_status ses_check_class(Context *ctx, LibTree *lib, const char *name) {
    LibClass *cls = lib_find_path(lib, name);
    if (!cls || !lib_syn(cls)) return CAUSEWAY_USAGE;
    SesChecked c = {.name = name, .model = is_model(cls)};
    return c.model ? check_model(ctx, lib, &c) : check_other(ctx, lib, &c);
}

causeway_status ses_check_names(Context *ctx, LibTree *lib, const char *name) {
    SesChecked c = {.name = name};
    return check_other(ctx, lib, &c);
}

static SesSaid said_of(Context *ctx, const Diag *d) {
    Text text = {0};
    base_diag_print(ctx, d, &text);
    SesSaid s = {.bytes = text.n};
    base_text_free(&text);
    if (d->severity != SEV_WARNING) return s;
    const char *path = d->span.file ? base_source(ctx->sources, d->span.file)->path : "";
    s.key = base_hash(path, strlen(path), base_hash(d->text, strlen(d->text), d->span.start + 1));
    return s;
}

/* A line of a library is told of once, however many classes it is met in. */
static void drop_repeated(SesLibraryCheck *out) {
    Map seen = {0};
    for (size_t i = 0; i < out->classes.n; i++) {
        SesChecked *c = &out->classes.at[i];
        Text kept = {0};
        size_t at = 0;
        for (size_t k = 0; k < c->said.n; k++) {
            const SesSaid *s = &c->said.at[k];
            bool again = s->key && base_map_get(&seen, s->key, NULL);
            if (s->key) base_map_put(&seen, s->key, 1);
            if (!again) base_text_addn(&kept, c->text.at + at, s->bytes);
            at += s->bytes;
        }
        if (c->text.n > at) base_text_addn(&kept, c->text.at + at, c->text.n - at);
        base_text_free(&c->text);
        c->text = kept;
    }
    base_map_free(&seen);
}

static void check_some(void *arg, size_t worker) {
    (void)worker;
    Check *k = arg;
    Context *ctx = base_context_new();
    ctx->format = k->ctx->format;
    ctx->colour = k->ctx->colour;
    ctx->strict = k->ctx->strict;
    ctx->verbose = k->ctx->verbose;
    ctx->max_errors = k->ctx->max_errors;
    ctx->confined = k->ctx->confined;
    causeway_status code;
    LibTree *lib = ses_open_libraries(ctx, k->asked, &code);
    if (lib && ses_find_class(ctx, k->asked, lib, k->word, &code)) {
        for (size_t i; (i = atomic_fetch_add(&k->next, 1)) < k->out->classes.n;) {
            SesChecked *c = &k->out->classes.at[i];
            base_diag_clear(ctx);
            c->code = c->model ? check_model(ctx, lib, c) : check_other(ctx, lib, c);
            const Diag *d;
            for (size_t at = 0; (d = base_diag_next(ctx, &at));) vec_push(&c->said, said_of(ctx, d));
            base_diag_take(ctx, &c->text);
            base_tolerated_take(ctx, &c->tolerated);
        }
    }
    lib_free(lib);
    base_context_free(ctx);
}

/* The classes that stand beside cls in a file that the user named. */
static void collect_beside(Check *k, LibTree *lib, const LibClass *cls) {
    if (cls->parent || !cls->file || !ses_is_file(k->asked, k->word)) return;
    for (SynElement *e = cls->file->classes; e; e = e->next)
        if (e->cls && e->cls != cls->syn) collect(k, lib, lib_of(lib, e->cls), 0);
}

static void check_collected(Check *k, int threads) {
    threads = threads < 1 ? 1 : threads;
    base_parallel(threads, (size_t)threads, check_some, k);
    SesLibraryCheck *out = k->out;
    drop_repeated(out);
    out->worst = base_error_count(k->ctx) ? ses_model_error(k->ctx) : CAUSEWAY_OK;
    for (size_t i = 0; i < out->classes.n; i++) {
        causeway_status code = out->classes.at[i].code;
        if (out->worst == CAUSEWAY_OK || (code != CAUSEWAY_OK && code < out->worst)) out->worst = code;
    }
}

void ses_check_beside(Context *ctx, const SesRequest *asked, int threads, SesLibraryCheck *out) {
    Check k = {.ctx = ctx, .asked = asked, .out = out};
    const char *modifiers;
    k.word = ses_split_word(ctx, asked, asked->subject, &modifiers);
    size_t mark = base_diag_mark(ctx);
    causeway_status code;
    LibTree *lib = ses_ends_with(k.word, ".mo") ? ses_open_libraries(ctx, asked, &code) : NULL;
    LibClass *cls = lib ? ses_find_class(ctx, asked, lib, k.word, &code) : NULL;
    base_diag_rollback(ctx, mark); /* the check of the model itself reports */
    if (cls && lib_syn(cls)) collect_beside(&k, lib, cls);
    if (out->classes.n) check_collected(&k, threads);
    lib_free(lib);
}

bool ses_check_package(Context *ctx, const SesRequest *asked, int threads, bool failed, SesLibraryCheck *out) {
    Check k = {.ctx = ctx, .asked = asked, .out = out};
    const char *modifiers;
    k.word = ses_split_word(ctx, asked, asked->subject, &modifiers);
    size_t mark = base_diag_mark(ctx);
    causeway_status code;
    LibTree *lib = ses_ends_with(k.word, ".dae") ? NULL : ses_open_libraries(ctx, asked, &code);
    LibClass *cls = lib ? ses_find_class(ctx, asked, lib, k.word, &code) : NULL;
    SynClass *syn = cls ? lib_syn(cls) : NULL;
    bool simulable =
        syn && (syn->restriction == SYN_MODEL || syn->restriction == SYN_BLOCK || syn->restriction == SYN_CLASS) &&
        !(syn->prefixes & SYN_PARTIAL_CLASS);
    bool package = syn && (failed ? leaves_classes_open(ctx, lib, cls) : !simulable);
    if (package) base_diag_clear(ctx);
    if (package) { /* nothing to count: checked as it stands */
        lib_check_storage(lib, cls);
        collect_beside(&k, lib, cls);
        collect(&k, lib, cls, 0);
        check_collected(&k, threads);
    } else {
        base_diag_rollback(ctx, mark);
    }
    lib_free(lib);
    return package;
}

void ses_free_check(SesLibraryCheck *c) {
    for (size_t i = 0; i < c->classes.n; i++)
        base_text_free(&c->classes.at[i].text), base_text_free(&c->classes.at[i].tolerated),
            vec_free(&c->classes.at[i].said);
    vec_free(&c->classes);
}
