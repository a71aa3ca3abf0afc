/* modelica.c - Modelica text to the flat DAE: libraries, the class that is meant, -p as modifications. */
#include "tools/tools.h"

#include "flatten/flatten.h"
#include "instance/instance.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

/* What stands behind the flat DAE of a Modelica model. */
struct ToolFront {
    ToolRun *run;
    LibTree *lib; /* NULL: dropped */
    Inst *inst;
    InstClass *model; /* what was flattened */
    bool again;       /* dropped, and not to be read once more */
};

void tool_free_front(struct ToolFront *f) {
    if (f->inst) inst_free(f->inst);
    lib_free(f->lib);
    f->inst = NULL;
    f->lib = NULL;
    f->model = NULL;
}

static bool is_file(const char *word) {
    return tool_ends_with(word, ".mo") || strchr(word, '/') || access(word, R_OK) == 0;
}

/* The class that comes last in a file; NULL after a report. */
static LibClass *load_file(ToolRun *r, LibTree *lib, const char *path, ToolExit *code) {
    size_t errors = base_error_count(r->ctx);
    LibClass *last = access(path, R_OK) == 0 ? lib_load_file(lib, path) : NULL;
    *code = last ? TOOL_DONE : TOOL_INVALID;
    if (!last && base_error_count(r->ctx) == errors) {
        base_error(r->ctx, "TOOL0005", (Span){0}, "cannot read %s: %s", path, strerror(errno ? errno : ENOENT));
        *code = TOOL_USAGE;
    }
    if (base_error_count(r->ctx) == errors) return last;
    if (last) *code = tool_model_error(r->ctx); /* it was read, but something in its file is wrong */
    return NULL;
}

bool tool_open_libraries(ToolRun *r, LibTree *lib, ToolExit *code) {
    const ToolOptions *o = r->options;
    bool ok = true;
    *code = TOOL_USAGE;
    for (size_t i = 0; i < o->libraries.n; i++) ok &= lib_add_path(lib, o->libraries.at[i]);
    lib_add_default_paths(lib);
    for (size_t i = 0; ok && i + 1 < o->words.n; i++) {
        ok = is_file(o->words.at[i]);
        if (ok) {
            ok = load_file(r, lib, o->words.at[i], code) != NULL;
        } else {
            Diag *d = base_error(r->ctx, "TOOL0004", (Span){0}, "too many words: %s is no file", o->words.at[i]);
            base_hint(r->ctx, d, "one model at a time; files that it needs may stand in front of it");
        }
    }
    return ok;
}

static void refuse_model(ToolRun *r, LibTree *lib, const char *word) {
    /* The longest part of the path that exists tells where the name goes wrong. */
    LibClass *parent = NULL;
    const char *rest = word;
    for (const char *dot; (dot = strchr(rest, '.')) != NULL; rest = dot + 1) {
        LibClass *next = lib_find(lib, parent, base_intern(r->ctx->names, rest, (size_t)(dot - rest)));
        if (!next) break;
        parent = next;
    }
    const char *name = base_strndup(&r->ctx->arena, rest, strcspn(rest, "."));
    const char *near = lib_nearest(lib, parent, name);
    Diag *d = base_error(r->ctx, "TOOL0005", (Span){0}, "there is no class %s", word);
    if (near && parent) base_hint(r->ctx, d, "did you mean %.*s%s?", (int)(rest - word), word, near);
    else if (near) base_hint(r->ctx, d, "did you mean %s?", near);
    else if (!parent)
        base_hint(r->ctx, d,
                  "no library %s was found: causeway install %s --from WHERE installs it, -L DIR names a folder that "
                  "holds it",
                  name, name);
    else base_hint(r->ctx, d, "%.*s has no class %s", (int)(rest - word - 1), word, name);
}

LibClass *tool_find_class(ToolRun *r, LibTree *lib, const char *word, ToolExit *code) {
    if (is_file(word)) return load_file(r, lib, word, code);
    size_t errors = base_error_count(r->ctx);
    LibClass *cls = lib_find_path(lib, word);
    if (cls) lib_syn(cls);
    *code = cls ? TOOL_DONE : TOOL_USAGE;
    if (base_error_count(r->ctx) > errors) { /* a file on the way, or its own, is wrong: that is the message */
        *code = tool_model_error(r->ctx);
        return NULL;
    }
    if (!cls) refuse_model(r, lib, word);
    return cls;
}

/* ---- -p NAME=VALUE as a modification ----------------------------------------------------------------------------- */

/* Whether a dotted name means a parameter of the model (subscripts, other variables, unknown names: these are
 * left to the runtime, which sets values by variable and reports what does not exist). */
static bool is_parameter_path(Inst *inst, InstClass *model, const char *name, size_t n) {
    const char *end = name + n;
    for (InstClass *c = model; c;) {
        size_t length = 0;
        while (name + length < end && (isalnum((unsigned char)name[length]) || name[length] == '_')) length++;
        InstElement *e = inst_find(c, base_intern(inst->ctx->names, name, length));
        InstComp *comp = e && e->kind == SYN_COMPONENT ? inst_component(c, e) : NULL;
        if (!comp || length == 0) return false;
        name += length;
        if (name == end) return comp->variability <= INST_VAR_PARAMETER && comp->type.base != INST_RECORD;
        if (*name++ != '.' || comp->type.ndims) return false;
        c = comp->cls;
    }
    return false;
}

/* Turns those -p that name parameters into modifications; marks them in m->set. */
static InstMod *parameter_mods(ToolRun *r, Inst *inst, LibClass *cls, ToolModel *m) {
    const VecStr *given = &r->options->parameters;
    Arena *a = &r->ctx->arena;
    m->set = BASE_ARRAY(a, bool, given->n + 1);
    InstClass *plain = given->n ? inst_model(inst, cls, NULL) : NULL;
    InstMod *root = NULL;
    for (size_t i = 0; plain && i < given->n; i++) {
        const char *word = given->at[i], *equals = strchr(word, '=');
        if (!equals || !is_parameter_path(inst, plain, word, (size_t)(equals - word))) continue;
        const char *name = base_strndup(a, word, (size_t)(equals - word));
        InstMod *with = inst_mod_option(inst, root, name, equals + 1);
        if (!with) return NULL;
        root = with;
        m->set[i] = true;
    }
    return root;
}

static ToolExit flatten_class(ToolRun *r, LibClass *cls, ToolModel *m, bool share) {
    Inst *inst = m->front->inst = inst_new(r->ctx, m->front->lib);
    inst->share = share;
    inst->once = true;
    ToolClock began = tool_clock();
    InstMod *mods = parameter_mods(r, inst, cls, m);
    InstClass *model = base_error_count(r->ctx) ? NULL : inst_model(inst, cls, mods);
    tool_phase(&r->stats, TOOL_INSTANTIATE, began);
    if (!model && !base_error_count(r->ctx)) {
        Text name = {0};
        lib_full_name(cls, &name);
        base_error(r->ctx, "TOOL0015", lib_syn(cls)->name_span, "%s has a meaning only inside its package",
                   base_text_str(&name));
        base_text_free(&name);
    }
    if (!model || base_error_count(r->ctx)) return tool_model_error(r->ctx);
    m->front->model = model;
    began = tool_clock();
    m->dae = flat_model(inst, model);
    tool_phase(&r->stats, TOOL_FLATTEN, began);
    return m->dae && !base_error_count(r->ctx) ? TOOL_DONE : tool_model_error(r->ctx);
}

static bool is_model(const SynClass *syn) {
    bool kind = syn->restriction == SYN_MODEL || syn->restriction == SYN_BLOCK || syn->restriction == SYN_CLASS;
    return kind && !(syn->prefixes & SYN_PARTIAL_CLASS);
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

/* What is to be flattened when a word has led to cls: of a file's package its last model is meant. */
static LibClass *meant_model(ToolRun *r, LibTree *lib, const char *word, LibClass *cls, ToolExit *code) {
    const SynClass *syn = lib_syn(cls);
    if (!syn || syn->restriction != SYN_PACKAGE) return syn ? cls : NULL;
    LibClass *model = is_file(word) ? last_model(lib, cls, 0) : NULL;
    if (model || base_error_count(r->ctx)) return model;
    Diag *d = base_error(r->ctx, "TOOL0015", syn->name_span, "%s is a package, not a model", word);
    base_hint(r->ctx, d, "name a model inside it");
    *code = TOOL_INVALID;
    return NULL;
}

/* The class that a word means, found in libraries that are opened for it; NULL after reporting. */
static LibClass *open_class(ToolRun *r, LibTree *lib, const char *word, ToolExit *code) {
    *code = TOOL_USAGE;
    LibClass *cls = tool_open_libraries(r, lib, code) ? tool_find_class(r, lib, word, code) : NULL;
    if (!cls) return NULL;
    *code = TOOL_INVALID;
    return meant_model(r, lib, word, cls, code);
}

/* Components declared one by one share instances as long as there is nothing to be said about one of them. */
static ToolExit flatten_shared(ToolRun *r, const char *word, LibClass *cls, ToolModel *m) {
    size_t mark = base_diag_mark(r->ctx);
    ToolExit code = flatten_class(r, cls, m, true);
    Inst *inst = m->front->inst;
    if (!inst->ngroups || (!inst->refused && code == TOOL_DONE && base_diag_mark(r->ctx) == mark)) return code;
    base_diag_rollback(r->ctx, mark);
    if (m->dae) dae_free(m->dae);
    m->dae = NULL;
    tool_free_front(m->front);
    m->front->lib = lib_new(r->ctx);
    cls = open_class(r, m->front->lib, word, &code);
    return cls ? flatten_class(r, cls, m, false) : code;
}

InstClass *tool_front_model(struct ToolFront *f) {
    if (!f || f->lib || f->again) return f ? f->model : NULL;
    ToolRun *r = f->run;
    ToolModel scratch = {.front = f};
    ToolExit code;
    size_t mark = base_diag_mark(r->ctx);
    f->again = true;
    f->lib = lib_new(r->ctx);
    LibClass *cls = open_class(r, f->lib, tool_subject(r->options), &code);
    f->inst = inst_new(r->ctx, f->lib);
    f->inst->share = true;
    if (cls) f->model = inst_model(f->inst, cls, parameter_mods(r, f->inst, cls, &scratch));
    base_diag_rollback(r->ctx, mark);
    return f->model;
}

ToolExit tool_read_modelica(ToolRun *r, const char *word, ToolModel *m) {
    ToolClock began = tool_clock();
    m->front = BASE_NEW(&r->ctx->arena, struct ToolFront);
    m->front->run = r;
    m->front->lib = lib_new(r->ctx);
    ToolExit code;
    LibClass *cls = open_class(r, m->front->lib, word, &code);
    tool_phase(&r->stats, TOOL_LOAD, began);
    if (cls) code = flatten_shared(r, word, cls, m);
    size_t files, bytes;
    lib_statistics(m->front->lib, &files, &bytes);
    tool_count(&r->stats, "files", (double)files);
    tool_count(&r->stats, "bytes", (double)bytes);
    return code;
}
