/* check_library.c - `causeway check` of a package: every class in it, on several threads.
 *
 * Each thread has its own Context and class tree and draws the next class from a shared counter.  What is reported
 * about a class is kept as text and printed in the order of the classes, so that the output does not depend on the
 * threads.  Models that are complete are flattened and counted; other classes are checked as they stand.
 */
#include "tools/tools.h"

#include "flatten/flatten.h"

#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *name;
    bool model; /* has a meaning on its own: not partial, not replaceable */
    ToolExit code;
    Text text; /* what was reported */
} Class;

typedef struct {
    ToolRun *run;
    const char *word; /* of the command line: a file to be loaded, or a name */
    VEC(Class) classes;
    _Atomic size_t next;
} Check;

static void collect(Check *k, LibTree *lib, LibClass *cls, int depth) {
    SynClass *syn = lib_syn(cls);
    if (!syn || depth > 100) return;
    Text name = {0};
    lib_full_name(cls, &name);
    /* A replaceable or redeclared model has its meaning inside its package only. */
    uint32_t prefixes = syn->prefixes | (cls->element ? cls->element->prefixes : 0);
    /* those must be balanced (MLS 4.8) */
    bool simulable = syn->restriction == SYN_MODEL || syn->restriction == SYN_BLOCK;
    bool part = prefixes & (SYN_PARTIAL_CLASS | SYN_REPLACEABLE | SYN_REDECLARE);
    vec_push(&k->classes,
             ((Class){.name = base_strdup(&k->run->ctx->arena, base_text_str(&name)), .model = simulable && !part}));
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
        open.connectors |= kind == SYN_CONNECTOR || kind == SYN_EXPANDABLE_CONNECTOR || comp->prefixes & SYN_OUTER;
    }
    inst_free(inst);
    base_diag_rollback(ctx, mark);
    return open;
}

bool tool_leaves_classes_open(Context *ctx, LibTree *lib, LibClass *cls) {
    Text name = {0};
    lib_full_name(cls, &name);
    bool open = what_is_open(ctx, lib, base_text_str(&name)).classes;
    base_text_free(&name);
    return open;
}

/* A part is counted too where all that it needs is known, its connectors taken as connected (MLS 4.8).  What cannot be
 * flattened, because a medium is not chosen yet or a parameter has no value, is left to the models that use it. */
static void check_part(Context *ctx, LibTree *lib, const Class *c) {
    size_t mark = base_diag_mark(ctx);
    Inst *inst = inst_new(ctx, lib);
    LibClass *cls = lib_find_path(lib, c->name);
    InstClass *model = cls ? inst_model(inst, cls, NULL) : NULL;
    Dae *dae = model && !base_error_count(ctx) ? flat_model(inst, model) : NULL;
    bool known = dae && !base_error_count(ctx);
    base_diag_rollback(ctx, mark);
    known = known && !tool_is_open(dae);
    if (known) tool_check_balance(ctx, dae);
    if (known && !base_error_count(ctx)) flat_check_balance(model, dae);
    if (dae) dae_free(dae);
    inst_free(inst);
}

static ToolExit check_model(Context *ctx, LibTree *lib, const Class *c) {
    Open open = what_is_open(ctx, lib, c->name);
    bool alone = !open.connectors && !open.classes;
    Inst *inst = inst_new(ctx, lib);
    inst->checking = !alone;
    LibClass *cls = lib_find_path(lib, c->name);
    InstClass *model = cls ? inst_model(inst, cls, NULL) : NULL;
    Dae *dae = alone && model && !base_error_count(ctx) ? flat_model(inst, model) : NULL;
    if (dae && !base_error_count(ctx)) tool_check_balance(ctx, dae);
    if (dae && !base_error_count(ctx)) flat_check_balance(model, dae);
    if (!alone && model) inst_check_class(model);
    bool ok = model && (dae || !alone) && !base_error_count(ctx);
    if (dae) dae_free(dae);
    inst_free(inst);
    if (ok && !alone && !open.classes) check_part(ctx, lib, c);
    ok = ok && !base_error_count(ctx);
    return ok ? TOOL_DONE : tool_model_error(ctx);
}

static ToolExit check_other(Context *ctx, LibTree *lib, const Class *c) {
    Inst *inst = inst_new(ctx, lib);
    inst->checking = true;
    InstClass *i = inst_class_by_name(inst, c->name, (Span){0});
    if (i) inst_check_class(i);
    inst_free(inst);
    return base_error_count(ctx) || !i ? tool_model_error(ctx) : TOOL_DONE;
}

static void check_some(void *arg, size_t worker) {
    (void)worker;
    Check *k = arg;
    Context *ctx = base_context_new();
    ctx->format = k->run->ctx->format;
    ctx->colour = k->run->ctx->colour;
    ctx->strict = k->run->ctx->strict;
    ctx->max_errors = k->run->ctx->max_errors;
    LibTree *lib = lib_new(ctx);
    ToolRun run = {.ctx = ctx, .options = k->run->options};
    ToolExit code;
    if (tool_open_libraries(&run, lib, &code) && tool_find_class(&run, lib, k->word, &code)) {
        for (size_t i; (i = atomic_fetch_add(&k->next, 1)) < k->classes.n;) {
            Class *c = &k->classes.at[i];
            base_diag_clear(ctx);
            c->code = c->model ? check_model(ctx, lib, c) : check_other(ctx, lib, c);
            base_diag_take(ctx, &c->text);
        }
    }
    lib_free(lib);
    base_context_free(ctx);
}

ToolExit tool_check_library(ToolRun *r, LibTree *lib, LibClass *top, const char *word) {
    Check k = {.run = r, .word = word};
    lib_check_storage(lib, top);
    collect(&k, lib, top, 0);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int threads = tool_given(r->options->jobs) ? (int)r->options->jobs : (int)processors;
    if (threads < 1) threads = 1;
    base_parallel(threads, (size_t)threads, check_some, &k);
    ToolExit worst = base_error_count(r->ctx) ? tool_model_error(r->ctx) : TOOL_DONE;
    size_t failed = 0, models = 0;
    for (size_t i = 0; i < k.classes.n; i++) {
        Class *c = &k.classes.at[i];
        models += c->model;
        failed += c->code != TOOL_DONE;
        if (worst == TOOL_DONE || (c->code != TOOL_DONE && c->code < worst)) worst = c->code;
        if (c->code != TOOL_DONE) fprintf(stderr, "%s: failed\n", c->name);
        fputs(base_text_str(&c->text), stderr);
        base_text_free(&c->text);
    }
    if (!r->options->quiet)
        printf(r->options->json ? "{\"classes\":%zu,\"models\":%zu,\"failed\":%zu}\n"
                                : "%zu classes checked, %zu of them models; %zu failed\n",
               k.classes.n, models, failed);
    vec_free(&k.classes);
    return worst;
}
