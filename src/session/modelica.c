/* modelica.c - a Modelica class to the flat DAE. */
#include "session/session_impl.h"

#include <stdarg.h>

#include "flatten/flatten.h"
#include "instance/instance.h"

/* What stands behind the flat DAE of a Modelica model. */
struct SesFront {
    Context *ctx;
    const SesRequest *asked;
    LibTree *lib; /* NULL: dropped */
    Inst *inst;
    InstClass *model; /* what was flattened */
    bool again;       /* dropped, and not to be read once more */
};

void ses_free_front(SesFront *f) {
    if (f->inst) inst_free(f->inst);
    lib_free(f->lib);
    f->inst = NULL;
    f->lib = NULL;
    f->model = NULL;
}

static causeway_status flatten_class(SesModel *m, LibClass *cls, bool share, InstRetry retry) {
    Inst *inst = m->front->inst = inst_new(m->ctx, m->front->lib);
    inst->share = share;
    inst->retry = retry;
    inst->once = true;
    SesClock began = ses_clock();
    InstMod *mods = NULL;
    bool ok = ses_modifiers(m, inst, cls, &mods) && !base_error_count(m->ctx);
    InstClass *model = ok ? inst_model(inst, cls, mods) : NULL;
    ses_phase(m->stats, SES_INSTANTIATE, began);
    if (ok && !model && !base_error_count(m->ctx)) {
        Text name = {0};
        lib_full_name(cls, &name);
        base_error(m->ctx, "TOOL0015", lib_syn(cls)->name_span, "%s has a meaning only inside its package",
                   base_text_str(&name));
        base_text_free(&name);
    }
    m->front->model = model;
    if (!model || base_error_count(m->ctx)) return ses_model_error(m->ctx);
    began = ses_clock();
    m->dae = flat_model(inst, model);
    ses_phase(m->stats, SES_FLATTEN, began);
    return m->dae && !base_error_count(m->ctx) ? CAUSEWAY_OK : ses_model_error(m->ctx);
}

static bool is_model(const SynClass *syn) {
    bool kind = syn->restriction == SYN_MODEL || syn->restriction == SYN_BLOCK || syn->restriction == SYN_CLASS;
    return kind && !(syn->prefixes & SYN_PARTIAL_CLASS);
}

/* Functions and types are used by models; there is nothing to simulate in them. */
static bool has_behaviour(const SynClass *syn) {
    return syn->restriction != SYN_FUNCTION && syn->restriction != SYN_OPERATOR_FUNCTION &&
           syn->restriction != SYN_TYPE;
}

/* The last model in a package, its own packages included, or NULL. */
static LibClass *last_model(LibTree *lib, LibClass *package, int depth) {
    LibClass **children;
    size_t n = depth < 100 ? lib_children(lib, package, &children) : 0;
    while (n-- > 0) {
        const SynClass *syn = lib_syn(children[n]);
        if (syn && is_model(syn)) return children[n];
        LibClass *inside = syn && syn->restriction == SYN_PACKAGE ? last_model(lib, children[n], depth + 1) : NULL;
        if (inside) return inside;
    }
    return NULL;
}

static const char *path_of(Context *ctx, const LibClass *cls) {
    Text t = {0};
    lib_full_name(cls, &t);
    const char *path = base_strdup(&ctx->arena, base_text_str(&t));
    base_text_free(&t);
    return path;
}

/* Another model of the package itself that is made to be run: it has an experiment.  NULL: there is none. */
static const char *other_model(Context *ctx, LibTree *lib, LibClass *package, const LibClass *model) {
    LibClass **children;
    size_t n = lib_children(lib, package, &children);
    for (size_t i = 0; i < n; i++) {
        const SynClass *syn = children[i] != model ? lib_syn(children[i]) : NULL;
        if (syn && is_model(syn) && syn_annotation(syn->annotation, ctx->names, "experiment"))
            return path_of(ctx, children[i]);
    }
    return NULL;
}

Diag *ses_note(Context *ctx, const char *code, Span span, const char *format, ...) {
    va_list args;
    va_start(args, format);
    Diag *d = base_report(ctx, SEV_NOTE, code, span, format, args);
    va_end(args);
    return d;
}

/* Of several models the last one is meant: it is said which that is. */
static void say_which(const SesModel *m, const SynClass *syn, const char *word, const char *path, const char *other) {
    Diag *d =
        ses_note(m->ctx, "TOOL0043", syn->name_span, "%s holds several models; the last one is run: %s", word, path);
    base_hint(m->ctx, d, "name the one you mean: %s %s", word, other);
}

/* What is to be flattened when a word has led to cls: of a file's package its last model is meant. */
static LibClass *meant_model(const SesModel *m, LibTree *lib, const char *word, LibClass *cls, causeway_status *code) {
    const SynClass *syn = lib_syn(cls);
    if (syn && !has_behaviour(syn)) {
        Diag *d = base_error(m->ctx, "TOOL0015", syn->name_span, "%s is a %s, not a model",
                             base_str(m->ctx->names, syn->name), syn_restriction_name(syn->restriction));
        base_hint(m->ctx, d, "use it in a model, and name that");
        *code = CAUSEWAY_INVALID;
        return NULL;
    }
    if (!syn || syn->restriction != SYN_PACKAGE) return syn ? cls : NULL;
    LibClass *model = last_model(lib, cls, 0);
    const char *path = model ? path_of(m->ctx, model) : "",
               *other = model ? other_model(m->ctx, lib, cls, model) : NULL;
    if (base_error_count(m->ctx)) return model;
    if (model && ses_is_file(m->asked, word)) {
        if (other) say_which(m, syn, word, path, other);
        return model;
    }
    Diag *d = base_error(m->ctx, "TOOL0015", syn->name_span, "%s is a package, not a model", word);
    if (model) base_hint(m->ctx, d, "name a model inside it: %s%s%s", path, other ? ", or " : "", other ? other : "");
    else base_hint(m->ctx, d, "it has no model that could be run");
    *code = CAUSEWAY_INVALID;
    return NULL;
}

/* The class that is asked for, found in libraries that are opened for it; NULL after reporting. */
static LibClass *open_class(const SesModel *m, LibTree **lib, causeway_status *code) {
    const char *modifiers, *word = ses_split_word(m->ctx, m->asked, m->asked->subject, &modifiers);
    *lib = ses_open_libraries(m->ctx, m->asked, code);
    LibClass *cls = *lib ? ses_find_class(m->ctx, m->asked, *lib, word, code) : NULL;
    if (!cls) return NULL;
    *code = CAUSEWAY_INVALID;
    return meant_model(m, *lib, word, cls, code);
}

/* Components declared one by one share instances as long as there is nothing to be said about one of them. */
static causeway_status flatten_shared(SesModel *m, LibClass *cls) {
    size_t mark = base_diag_mark(m->ctx);
    causeway_status code = flatten_class(m, cls, true, (InstRetry){0});
    for (int k = 0; k < 8; k++) { /* without sharing, and then with what was learnt about arrays and inner components */
        const Inst *inst = m->front->inst;
        bool shared = inst->ngroups && (inst->refused || code != CAUSEWAY_OK || base_diag_mark(m->ctx) != mark);
        InstRetry retry = inst->retry;
        if (m->ctx->stopped || !(shared || inst->again)) return code;
        base_diag_rollback(m->ctx, mark);
        if (m->dae) dae_free(m->dae);
        m->dae = NULL;
        ses_free_front(m->front);
        cls = open_class(m, &m->front->lib, &code);
        if (!cls) return code;
        code = flatten_class(m, cls, false, retry);
    }
    return code;
}

InstClass *ses_front_model(SesFront *f) {
    if (!f || f->lib || f->again) return f ? f->model : NULL;
    SesModel scratch = {.ctx = f->ctx, .asked = f->asked, .front = f};
    causeway_status code;
    size_t mark = base_diag_mark(scratch.ctx);
    f->again = true;
    LibClass *cls = open_class(&scratch, &f->lib, &code);
    f->inst = f->lib ? inst_new(scratch.ctx, f->lib) : NULL;
    if (f->inst) f->inst->share = true;
    InstMod *mods = NULL;
    if (cls && ses_modifiers(&scratch, f->inst, cls, &mods)) f->model = inst_model(f->inst, cls, mods);
    base_diag_rollback(scratch.ctx, mark);
    return f->model;
}

static void new_front(SesModel *m) {
    if (!m->front) m->front = BASE_NEW(&m->ctx->arena, SesFront);
    *m->front = (SesFront){.ctx = m->ctx, .asked = m->asked};
}

static void is_placed(void *arg, Diag *d) { *(bool *)arg |= d->instance && d->span.file; }

void ses_blame(SesModel *m) {
    bool placed = false; /* something is said about a component, at some line */
    base_diag_each(m->ctx, is_placed, &placed);
    if (!placed || ses_ends_with(m->asked->subject, ".dae")) return;
    if (!m->front) new_front(m); /* it came out of the cache */
    InstClass *model = ses_front_model(m->front);
    if (model) ses_blame_user(m->ctx, m->front->lib, model);
}

causeway_status ses_read_modelica(SesModel *m) {
    SesClock began = ses_clock();
    new_front(m);
    causeway_status code;
    LibClass *cls = open_class(m, &m->front->lib, &code);
    ses_phase(m->stats, SES_LOAD, began);
    if (cls) code = flatten_shared(m, cls);
    ses_blame(m);
    if (!m->front->lib) return code;
    size_t files, bytes;
    lib_statistics(m->front->lib, &files, &bytes);
    ses_count(m->stats, "files", (double)files);
    ses_count(m->stats, "bytes", (double)bytes);
    return code;
}
