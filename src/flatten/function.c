/* function.c - functions become DaeFunctions.
 *
 * Before: a typed function.  After: its entry in dae->functions.  Arrays stay whole (sizes may be unknown); records are
 * taken apart into one local per leaf field.  Expressions and statements are in function_body.c.
 */
#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

#include "flatten/flatten_impl.h"

/* ---- locals ------------------------------------------------------------------------------------------------------ */

static uint32_t add_local(FlatFn *fn, const DaeLocal *l) {
    vec_push(&fn->locals, *l);
    return (uint32_t)fn->locals.n - 1;
}

uint32_t flat_fn_temp(FlatFn *fn, DaeBase base, int rank) {
    char word[32];
    snprintf(word, sizeof word, "$t%zu", fn->locals.n);
    DaeExpr *dims = BASE_ARRAY(fn->f->dae->arena, DaeExpr, rank + 1);
    DaeLocal l = {.name = base_name(fn->f->ctx->names, word),
                  .base = (uint8_t)base,
                  .rank = (uint8_t)rank,
                  .role = 2,
                  .made = true,
                  .dims = dims};
    return add_local(fn, &l);
}

/* Sizes of a component's own dimensions as expressions of the inputs; 0 where ':'. */
static void own_dims(FlatFn *fn, InstComp *c, DaeExpr *dims) {
    DaePool *p = &fn->f->dae->pool;
    for (int k = 0; k < c->type.ndims; k++) {
        if (c->type.dims[k] >= 0) {
            dims[k] = dae_int(p, c->type.dims[k]);
            continue;
        }
        const SynExpr *s = inst_dimension_syntax(c, (uint32_t)k);
        dims[k] = 0;
        if (!s || s->kind == SYN_COLON) continue;
        InstExpr *e = inst_expr(inst_dimension_scope(c), s, NULL);
        FnVal v;
        if (e->kind != INST_E_ERROR && flat_fn_value(fn, e, &v) && v.n == 1) dims[k] = v.e[0];
    }
}

static void declare_leaves(FlatFn *fn, InstComp *c, int nouter, const char *prefix, uint8_t role, uint32_t record) {
    Flat *f = fn->f;
    int rank = nouter + c->type.ndims;
    Text name = {0};
    base_text_printf(&name, "%s%s%s", prefix, *prefix ? "." : "", base_str(f->ctx->names, c->name));
    if (c->type.base == INST_RECORD) {
        uint32_t nf;
        InstComp **fields = flat_fields(f, c->type.cls ? c->type.cls : c->cls, &nf);
        for (uint32_t i = 0; i < nf; i++) declare_leaves(fn, fields[i], rank, base_text_str(&name), role, record);
    } else {
        DaeLocal l = {.name = base_name(f->ctx->names, base_text_str(&name)),
                      .base = (uint8_t)flat_base(&c->type),
                      .rank = (uint8_t)rank,
                      .role = role,
                      .dims = BASE_ARRAY(f->dae->arena, DaeExpr, rank + 1),
                      .record = record,
                      .enum_type = flat_enum_type(f, &c->type)};
        if (c->type.base == INST_FUNCTION) {
            l.base = DAE_OBJECT;
            InstFunction *proto = c->type.cls ? inst_function(c->type.cls) : NULL;
            l.function_type = proto ? flat_function(f, proto) : 0;
        }
        add_local(fn, &l);
    }
    base_text_free(&name);
}

/* Sizes may refer to any variable of the function, so they come after all declarations. */
static void size_leaves(FlatFn *fn, InstComp *c, const DaeExpr *outer, int nouter, uint32_t *at) {
    Flat *f = fn->f;
    int rank = nouter + c->type.ndims;
    DaeExpr *dims = BASE_ARRAY(f->dae->arena, DaeExpr, rank + 1);
    if (nouter) memcpy(dims, outer, sizeof *dims * (size_t)nouter);
    own_dims(fn, c, dims + nouter);
    if (c->type.base == INST_RECORD) {
        uint32_t nf;
        InstComp **fields = flat_fields(f, c->type.cls ? c->type.cls : c->cls, &nf);
        for (uint32_t i = 0; i < nf; i++) size_leaves(fn, fields[i], dims, rank, at);
    } else {
        fn->locals.at[(*at)++].dims = dims;
    }
}

static void declare(FlatFn *fn, InstComp **comps, uint32_t n, uint8_t role) {
    for (uint32_t i = 0; i < n; i++) {
        base_map_put(&fn->first, (uint64_t)(uintptr_t)comps[i], fn->locals.n);
        declare_leaves(fn, comps[i], 0, "", role, comps[i]->type.base == INST_RECORD ? ++fn->nrecords : 0);
    }
}

static void sizes(FlatFn *fn, InstComp **comps, uint32_t n, uint32_t *at) {
    for (uint32_t i = 0; i < n; i++) size_leaves(fn, comps[i], NULL, 0, at);
}

/* Variables that declare_leaves makes of a component. */
static uint32_t leaf_locals(Flat *f, InstComp *c) {
    uint32_t nf, n = 0;
    if (c->type.base != INST_RECORD) return 1;
    InstComp **fields = flat_fields(f, c->type.cls ? c->type.cls : c->cls, &nf);
    for (uint32_t i = 0; i < nf; i++) n += leaf_locals(f, fields[i]);
    return n;
}

/* The value of one component, whose first leaf is local `first`.  lead: dimensions of the arrays of records around
 * it; a value without them is that of each element. */
static void initial_value(FlatFn *fn, InstComp *c, uint32_t first, uint32_t lead) {
    InstExpr *e = inst_binding_expr(c);
    FnVal v;
    FlatStmts hoisted = {0};
    fn->stmts = &hoisted;
    size_t mark = base_diag_mark(fn->f->ctx);
    bool ok = e && e->kind != INST_E_ERROR && flat_fn_value(fn, e, &v);
    /* function h = F(object = object): of the instance around it, and each call has it among its arguments */
    if (!ok && fn->locals.at[first].role == 0) base_diag_rollback(fn->f->ctx, mark);
    fn->stmts = NULL;
    /* an input has its value from the call: a default that needs statements must not take its place */
    ok = ok && !(hoisted.list.n && fn->locals.at[first].role == 0);
    for (size_t k = 0; ok && k < hoisted.list.n; k++) vec_push(&fn->prologue.list, hoisted.list.at[k]);
    for (uint32_t k = 0; ok && k < v.n; k++) {
        const DaeExpr *dims = fn->locals.at[first + k].dims;
        int missing = fn->locals.at[first + k].rank - dae_at(&fn->f->dae->pool, v.e[k])->rank;
        if (missing > 0 && missing <= (int)lead) v.e[k] = flat_fn_repeat(fn, v.e[k], dims, (uint32_t)missing);
        if (!hoisted.list.n) {
            fn->locals.at[first + k].init = v.e[k];
            continue;
        }
        DaePool *p = &fn->f->dae->pool;
        const DaeLocal *l = &fn->locals.at[first + k];
        DaeExpr target = dae_local(p, first + k, (DaeBase)l->base, l->rank);
        vec_push(&fn->prologue.list, dae_op2(p, DAE_ASSIGN, target, v.e[k]));
    }
    vec_free(&hoisted.list);
}

/* Values of the fields of a record that has none as a whole, and of the fields of those.  *at: its first leaf. */
static void field_values(FlatFn *fn, InstComp *c, uint32_t *at, uint32_t lead, int depth) {
    uint32_t nf = 0;
    InstComp **fields = c->type.base == INST_RECORD && c->cls && depth < 32 ? flat_fields(fn->f, c->cls, &nf) : NULL;
    lead += c->type.ndims;
    uint32_t end = *at + leaf_locals(fn->f, c);
    for (uint32_t k = 0; k < nf; k++) {
        if (fields[k]->binding.value) {
            initial_value(fn, fields[k], *at, lead);
            *at += leaf_locals(fn->f, fields[k]);
        } else {
            field_values(fn, fields[k], at, lead, depth + 1);
        }
    }
    *at = end;
}

/* Default values: of inputs (used by functional calls), initial values of outputs and locals; a record without a value
 * of its own may have values for its fields: result(re = re, im = im). */
static void initial_values(FlatFn *fn, InstComp **comps, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        InstComp *c = comps[i];
        uint64_t first;
        if (!base_map_get(&fn->first, (uint64_t)(uintptr_t)c, &first)) continue;
        bool given =
            fn->locals.at[first].role == 0 && c->type.base == INST_OBJECT; /* by every call, and not made again */
        if (c->binding.value && !given) {
            initial_value(fn, c, (uint32_t)first, 0);
            continue;
        }
        uint32_t at = (uint32_t)first;
        field_values(fn, c, &at, 0, 0);
    }
}

bool flat_fn_object(FlatFn *fn, InstComp *c, uint64_t *first) {
    if (c->type.base != INST_OBJECT || c->type.ndims || !c->binding.value) return false;
    FlatStmts *around = fn->stmts;
    *first = flat_fn_temp(fn, DAE_OBJECT, 0);
    initial_value(fn, c, (uint32_t)*first, 0);
    fn->stmts = around;
    base_map_put(&fn->first, (uint64_t)(uintptr_t)c, *first);
    return true;
}

/* ---- external functions ------------------------------------------------------------------------------------------ */

static const SynMod *annotation_of(Flat *f, InstFunction *fn, const char *what) {
    const SynMod *m = fn->external ? syn_annotation(fn->external->annotation, f->ctx->names, what) : NULL;
    if (!m && fn->cls->syn) m = syn_annotation(fn->cls->syn->annotation, f->ctx->names, what);
    return m;
}

static const char *annotation_text(Flat *f, InstFunction *fn, const char *what) {
    const SynMod *m = annotation_of(f, fn, what);
    if (!m || !m->mod || !m->mod->value) return NULL;
    InstExpr *e = inst_expr(fn->cls, m->mod->value, NULL);
    InstValue *v = inst_eval(f->in, e, INST_EVAL_SILENT);
    return v && v->type.base == INST_STRING && v->n ? base_str(f->ctx->names, v->str[0]) : NULL;
}

static void external_libraries(Flat *f, InstFunction *fn, DaeExternal *x) {
    const SynMod *m = annotation_of(f, fn, "Library");
    if (!m || !m->mod || !m->mod->value) return;
    InstExpr *e = inst_expr(fn->cls, m->mod->value, NULL);
    InstValue *v = inst_eval(f->in, e, INST_EVAL_SILENT);
    if (!v || v->type.base != INST_STRING) return;
    x->libraries = BASE_ARRAY(f->dae->arena, const char *, v->n + 1);
    for (uint64_t i = 0; i < v->n; i++) x->libraries[x->nlibraries++] = base_str(f->ctx->names, v->str[i]);
}

static const char *external_folder(Flat *f, InstFunction *fn, const char *what, const char *fallback) {
    const char *uri = annotation_text(f, fn, what);
    LibClass *top = fn->cls->lib ? lib_top(fn->cls->lib) : NULL;
    const char *folder = !uri && top ? lib_folder(top) : NULL;
    if (folder) return base_sprintf(f->dae->arena, "%s/Resources/%s", folder, fallback);
    const char *path = uri ? lib_resource(f->in->lib, uri) : NULL;
    return path ? base_strdup(f->dae->arena, path) : NULL;
}

/* Without a written call: inputs in order, then outputs; a single scalar output is the result (12.9.3). */
static void default_arguments(FlatFn *fn, InstFunction *in, DaeExternal *x) {
    DaePool *p = &fn->f->dae->pool;
    uint32_t n = (uint32_t)fn->locals.n;
    VEC(DaeExpr) args = {0};
    bool result = in->noutputs == 1 && in->outputs[0]->type.ndims == 0 && in->outputs[0]->type.base != INST_RECORD;
    for (uint32_t i = 0; i < n; i++) {
        const DaeLocal *l = &fn->locals.at[i];
        if (l->role == 2) continue;
        DaeExpr e = dae_local(p, i, (DaeBase)l->base, l->rank);
        if (l->role == 1 && result) {
            x->result = e;
            continue;
        }
        vec_push(&args, e);
        for (int k = 1; k <= l->rank; k++) vec_push(&args, dae_op2(p, DAE_SIZE, e, dae_int(p, k)));
    }
    x->args = base_copy(fn->f->dae->arena, args.at, args.n * sizeof *args.at);
    x->nargs = (uint32_t)args.n;
    vec_free(&args);
}

/* A record is given to external code as a structure where it is written whole (12.9.1.3); where only fields of it are
 * written, these are arguments like any other. */
static bool note_records(FlatFn *fn, const InstExpr *e, const FnVal *v, VecU32 *whole, VecU32 *parts) {
    DaeExpr first = v->n ? v->e[0] : 0;
    const DaeNode *n = first ? dae_at(&fn->f->dae->pool, first) : NULL;
    uint32_t record = n && n->op == DAE_LOCAL && n->id < fn->locals.n ? fn->locals.at[n->id].record : 0;
    if (!record) return true;
    bool all = e->kind == INST_E_CREF && e->nparts == 1 && e->type.base == INST_RECORD;
    const VecU32 *others = all ? parts : whole;
    for (size_t i = 0; i < others->n; i++) {
        if (others->at[i] != record) continue;
        flat_unsupported(fn->f, e->span, "a record given to external code as a whole and by its fields");
        return false;
    }
    vec_push(all ? whole : parts, record);
    return true;
}

static bool written_arguments(FlatFn *fn, InstFunction *in, DaeExternal *x) {
    VEC(DaeExpr) args = {0};
    VecU32 whole = {0}, parts = {0};
    bool ok = true;
    for (uint32_t i = 0; ok && i < in->external->nargs; i++) {
        InstExpr *e = inst_expr(in->cls, in->external->args[i], NULL);
        FnVal v;
        ok = e->kind != INST_E_ERROR && flat_fn_value(fn, e, &v) && note_records(fn, e, &v, &whole, &parts);
        for (uint32_t k = 0; ok && k < v.n; k++) vec_push(&args, v.e[k]);
    }
    for (size_t i = 0; i < parts.n; i++)
        for (size_t k = 0; k < fn->locals.n; k++)
            if (fn->locals.at[k].record == parts.at[i]) fn->locals.at[k].record = 0;
    vec_free(&whole);
    vec_free(&parts);
    if (ok && in->external->output) {
        InstExpr *e = inst_expr(in->cls, in->external->output, NULL);
        FnVal v;
        ok = e->kind != INST_E_ERROR && flat_fn_value(fn, e, &v) && v.n == 1;
        if (ok) x->result = v.e[0];
    }
    x->args = BASE_ARRAY(fn->f->dae->arena, DaeExpr, args.n + 1);
    if (args.n) memcpy(x->args, args.at, args.n * sizeof *args.at);
    x->nargs = (uint32_t)args.n;
    vec_free(&args);
    return ok;
}

/* Where a library names C code of one that it uses (ModelicaExternalC): the sources of the first of those that has
 * some. */
static const char *used_sources(Flat *f, LibClass *top) {
    const SynMod *uses = top && top->syn ? syn_annotation(top->syn->annotation, f->ctx->names, "uses") : NULL;
    for (const SynMod *u = uses && uses->mod ? uses->mod->args : NULL; u; u = u->next) {
        LibClass *used = u->name.n ? lib_find(f->in->lib, NULL, u->name.parts[0].name) : NULL;
        if (!used || !used->folder) continue;
        const char *path = base_sprintf(f->dae->arena, "%s/Resources/C-Sources", used->folder);
        if (access(path, R_OK) == 0) return path;
    }
    return NULL;
}

/* The folder of the file that declares a function: a model of one file has its C code beside it. */
static const char *file_folder(Flat *f, const InstClass *c) {
    const Source *src = c->syn && c->syn->file ? base_source(f->ctx->sources, c->syn->file->source) : NULL;
    const char *slash = src && src->path ? strrchr(src->path, '/') : NULL;
    char *folder = base_sprintf(f->dae->arena, "%.*s", slash ? (int)(slash - src->path) : 1, slash ? src->path : ".");
    char *whole = realpath(*folder ? folder : "/", NULL);
    if (!whole) return NULL;
    const char *kept = base_strdup(f->dae->arena, whole);
    free(whole); /* of realpath, not ours */
    return kept;
}

static bool external(FlatFn *fn, InstFunction *in, DaeFunction *out) {
    Flat *f = fn->f;
    DaeExternal *x = BASE_NEW(f->dae->arena, DaeExternal);
    SynExternal *s = in->external;
    x->language = s->language ? s->language : base_name(f->ctx->names, "C");
    x->c_name = s->name ? s->name : in->cls->name;
    if (s->has_call) {
        if (!written_arguments(fn, in, x)) return false;
    } else {
        default_arguments(fn, in, x);
    }
    const char *include = annotation_text(f, in, "Include");
    x->include = include ? base_strdup(f->dae->arena, include) : NULL;
    external_libraries(f, in, x);
    x->include_dir = external_folder(f, in, "IncludeDirectory", "Include");
    x->library_dir = external_folder(f, in, "LibraryDirectory", "Library");
    LibClass *top = NULL;
    for (const InstClass *c = in->cls; c && !top; c = c->scope) top = c->lib ? lib_top(c->lib) : NULL;
    const char *folder = top ? lib_folder(top) : NULL;
    x->base_dir = folder ? base_strdup(f->dae->arena, folder) : file_folder(f, in->cls);
    x->used_dir = x->nlibraries ? used_sources(f, top) : NULL;
    x->constructor = in->is_constructor;
    x->destructor = in->is_destructor;
    out->external = x;
    return true;
}

/* local >= min, or local <= max, as an assert. */
static void input_limit(FlatFn *fn, InstFunction *in, InstComp *c, uint32_t local, InstAttr which, VecU32 *out) {
    Flat *f = fn->f;
    DaePool *p = &f->dae->pool;
    bool lower = which == INST_ATTR_MIN;
    FnVal v;
    InstExpr *e = c->attrs[which]->value ? inst_attr_expr(c, which) : NULL;
    if (!e || e->kind == INST_E_ERROR || !flat_fn_value(fn, e, &v) || v.n != 1) return;
    DaeExpr holds = dae_op2(p, lower ? DAE_GE : DAE_LE, dae_local(p, local, DAE_INTEGER, 0), v.e[0]);
    const char *text =
        base_sprintf(&f->ctx->arena, "argument %s of %s is %s its %s value", base_str(f->ctx->names, c->name),
                     base_str(f->ctx->names, in->name), lower ? "below" : "above", lower ? "least" : "largest");
    DaeExpr message = dae_text(p, base_name(f->ctx->names, text));
    vec_push(out, dae_op3(p, DAE_ASSERT, dae_no_event(p, holds), message, dae_int(p, DAE_ASSERT_STOP)));
}

/* What C need not look at: limits of the Integer inputs of an external function are asserted before it is called. */
static DaeExpr input_limits(FlatFn *fn, InstFunction *in, uint32_t ninputs) {
    VecU32 list = {0};
    for (uint32_t k = 0; k < in->ninputs; k++) {
        InstComp *c = in->inputs[k];
        for (uint32_t i = 0; i < ninputs && c->type.base == INST_INTEGER && !c->type.ndims; i++) {
            if (fn->locals.at[i].name != c->name || fn->locals.at[i].record) continue;
            input_limit(fn, in, c, i, INST_ATTR_MIN, &list);
            input_limit(fn, in, c, i, INST_ATTR_MAX, &list);
        }
    }
    DaeExpr seq = list.n ? dae_op(&fn->f->dae->pool, DAE_SEQ, list.at, (uint32_t)list.n) : 0;
    vec_free(&list);
    return seq;
}

/* ---- derivative annotations (12.7.1) ----------------------------------------------------------------------------- */

static bool names_input(const SynMod *m, Names *names, const char *what, Name input) {
    for (const SynMod *a = m->mod ? m->mod->args : NULL; a; a = a->next)
        if (a->name.n && !strcmp(base_str(names, a->name.parts[0].name), what) && a->mod && a->mod->value &&
            a->mod->value->kind == SYN_CREF && a->mod->value->cref.n && a->mod->value->cref.parts[0].name == input)
            return true;
    return false;
}

/* Is the name a word of the text of a span? */
static bool mentions(Flat *f, Span span, const char *word) {
    const Source *src = span.file ? base_source(f->ctx->sources, span.file) : NULL;
    size_t n = strlen(word);
    for (const char *at = src ? src->text + span.start : NULL, *end = src ? src->text + span.end : NULL;
         at && at + n <= end; at++)
        if (!strncmp(at, word, n) && !isalnum((unsigned char)at[-1]) && at[-1] != '_' &&
            !isalnum((unsigned char)at[n]) && at[n] != '_')
            return true;
    return false;
}

/* The annotation tells more about the derivative than the body does: an input that counts for the derivative is not
 * read (Modelica.Mechanics.Rotational.Sources.Move).  Such a function must be differentiated as a call. */
bool flat_derivative_tells_more(Flat *f, InstFunction *fn) {
    const SynMod *m = fn->cls->syn ? syn_annotation(fn->cls->syn->annotation, f->ctx->names, "derivative") : NULL;
    for (uint32_t i = 0; m && i < fn->ninputs; i++) {
        Name name = fn->inputs[i]->name;
        if (fn->inputs[i]->type.base != INST_REAL || names_input(m, f->ctx->names, "noDerivative", name)) continue;
        bool read = false;
        for (InstStmt *s = inst_function_body(fn); s && !read; s = s->next)
            read = mentions(f, s->span, base_str(f->ctx->names, name));
        for (uint32_t k = 0; k < fn->nlocals && !read; k++)
            read = fn->locals[k]->binding.value &&
                   mentions(f, fn->locals[k]->binding.value->span, base_str(f->ctx->names, name));
        if (!read) return true;
    }
    return false;
}

static int derivative_order(const SynMod *m, Names *names) {
    for (const SynMod *a = m->mod ? m->mod->args : NULL; a; a = a->next)
        if (a->name.n && !strcmp(base_str(names, a->name.parts[0].name), "order") && a->mod && a->mod->value &&
            a->mod->value->kind == SYN_INTEGER)
            return (int)a->mod->value->integer;
    return 1;
}

/* Inputs that nobody wrote have no place in the order that the annotation stands for: the body is differentiated. */
static bool takes_from_model(const InstFunction *fn) {
    for (uint32_t i = 0; i < fn->ninputs; i++)
        if (fn->inputs[i]->element && fn->inputs[i]->element->captured) return true;
    return false;
}

static void derivatives(FlatFn *fn, InstFunction *in, DaeFunction *out) {
    Flat *f = fn->f;
    Names *names = f->ctx->names;
    const SynMod *list = in->cls->syn ? in->cls->syn->annotation : NULL;
    if (in->external && in->external->annotation && !syn_annotation(list, names, "derivative"))
        list = in->external->annotation;
    uint32_t n = 0;
    for (const SynMod *m = list; m; m = m->next)
        n += m->name.n && !strcmp(base_str(names, m->name.parts[0].name), "derivative");
    out->derivatives = BASE_ARRAY(f->dae->arena, DaeDerivative, n + 1);
    for (const SynMod *m = list; m; m = m->next) {
        if (!m->name.n || strcmp(base_str(names, m->name.parts[0].name), "derivative") || !m->mod || !m->mod->value ||
            m->mod->value->kind != SYN_CREF)
            continue;
        InstClass *c = inst_lookup_class(in->cls, &m->mod->value->cref, m->span);
        InstFunction *d = c ? inst_function(c) : NULL;
        uint32_t number = d && !takes_from_model(in) && !takes_from_model(d) ? flat_function(f, d) : 0;
        if (!number) continue;
        DaeDerivative *der = &out->derivatives[out->nderivatives++];
        der->function = number;
        der->order = derivative_order(m, names);
        uint8_t *skip = BASE_ARRAY(f->dae->arena, uint8_t, out->ninputs + 1);
        for (uint32_t i = 0; i < in->ninputs; i++) {
            Name name = in->inputs[i]->name;
            if (!names_input(m, names, "noDerivative", name) && !names_input(m, names, "zeroDerivative", name))
                continue;
            uint64_t first, end = out->ninputs;
            base_map_get(&fn->first, (uint64_t)(uintptr_t)in->inputs[i], &first);
            if (i + 1 < in->ninputs) base_map_get(&fn->first, (uint64_t)(uintptr_t)in->inputs[i + 1], &end);
            for (uint64_t k = first; k < end; k++)
                skip[k] = names_input(m, names, "noDerivative", name) ? DAE_SKIP_NO : DAE_SKIP_ZERO;
        }
        der->skip = skip;
    }
}

/* ---- inverse annotations (12.8) ---------------------------------------------------------------------------------- */

/* What the annotation says the input is, or 0: of a scalar, one expression without statements before it.  What is wrong
 * with it is told with --strict only: the function itself is sound without. */
static DaeExpr inverse_value(FlatFn *fn, InstFunction *in, const SynMod *m, uint32_t *input) {
    Flat *f = fn->f;
    InstComp *c = NULL;
    for (uint32_t i = 0; i < in->ninputs && m->name.n == 1; i++)
        if (in->inputs[i]->name == m->name.parts[0].name) c = in->inputs[i];
    uint64_t first;
    if (!c || !base_map_get(&fn->first, (uint64_t)(uintptr_t)c, &first) || c->type.base != INST_REAL || c->type.ndims ||
        !m->mod || !m->mod->value)
        return 0;
    *input = (uint32_t)first;
    size_t mark = base_diag_mark(f->ctx), nlocals = fn->locals.n;
    FlatStmts hoisted = {0};
    FnVal v;
    bool failed = f->failed;
    f->inline_depth++; /* for a try */
    fn->stmts = &hoisted;
    InstExpr *e = inst_expr(in->cls, m->mod->value, NULL);
    bool ok = e && e->kind != INST_E_ERROR && flat_fn_value(fn, e, &v) && v.n == 1 && !hoisted.list.n &&
              fn->locals.n == nlocals;
    fn->stmts = NULL;
    f->inline_depth--;
    vec_free(&hoisted.list);
    fn->locals.n = nlocals;
    if (!ok && !f->ctx->strict) {
        base_diag_rollback(f->ctx, mark);
        f->failed = failed;
    }
    const DaeNode *n = ok ? dae_at(&f->dae->pool, v.e[0]) : NULL;
    return n && !n->rank && n->base == DAE_REAL ? v.e[0] : 0;
}

static void inverses(FlatFn *fn, InstFunction *in, DaeFunction *out) {
    Flat *f = fn->f;
    const SynMod *list = in->cls->syn ? syn_annotation(in->cls->syn->annotation, f->ctx->names, "inverse") : NULL;
    if (!list || !list->mod || out->noutputs != 1 || out->locals[out->ninputs].rank ||
        out->locals[out->ninputs].base != DAE_REAL || !out->pure)
        return;
    VEC(DaeInverse) made = {0};
    for (const SynMod *m = list->mod->args; m; m = m->next) {
        DaeInverse v = {0};
        v.value = inverse_value(fn, in, m, &v.input);
        if (v.value) vec_push(&made, v);
    }
    out->inverses = base_copy(f->dae->arena, made.at, made.n * sizeof *made.at);
    out->ninverses = (uint32_t)made.n;
    vec_free(&made);
}

static int smooth_order(Flat *f, InstFunction *in) {
    const SynMod *m = in->cls->syn ? syn_annotation(in->cls->syn->annotation, f->ctx->names, "smoothOrder") : NULL;
    return m && m->mod && m->mod->value && m->mod->value->kind == SYN_INTEGER ? (int)m->mod->value->integer : -1;
}

/* ---- the function ------------------------------------------------------------------------------------------------ */

/* Whoever makes an external object also needs what destroys it (12.9.7). */
static void destructor(Flat *f, const InstFunction *constructor) {
    InstClass *object = inst_derived(constructor->cls)->scope;
    InstElement *e = object ? inst_find(object, base_name(f->ctx->names, "destructor")) : NULL;
    InstClass *c = e && e->kind == SYN_CLASS_DEF ? inst_element_class(object, e) : NULL;
    InstFunction *fn = c ? inst_function(c) : NULL;
    if (fn && fn->is_destructor) flat_function(f, fn);
}

/* ---- functions that are the same --------------------------------------------------------------------------------- */

static bool same_local(const DaeLocal *a, const DaeLocal *b) {
    bool same = a->name == b->name && a->base == b->base && a->rank == b->rank && a->role == b->role &&
                a->init == b->init && a->enum_type == b->enum_type && a->function_type == b->function_type &&
                a->record == b->record;
    for (int k = 0; same && k < a->rank && (a->dims || b->dims); k++)
        same = a->dims && b->dims && a->dims[k] == b->dims[k];
    return same;
}

/* Equal expressions have equal numbers, so equal bodies are one number. */
static bool same_function(const DaeFunction *a, const DaeFunction *b) {
    if (a->external || b->external || a->body != b->body || a->nlocals != b->nlocals || a->ninputs != b->ninputs ||
        a->noutputs != b->noutputs || a->pure != b->pure || a->inline_request != b->inline_request ||
        a->late_inline != b->late_inline || a->smooth_order != b->smooth_order || a->nderivatives != b->nderivatives ||
        a->ninverses != b->ninverses)
        return false;
    for (uint32_t i = 0; i < a->nlocals; i++)
        if (!same_local(&a->locals[i], &b->locals[i])) return false;
    for (uint32_t i = 0; i < a->nderivatives; i++) {
        const DaeDerivative *x = &a->derivatives[i], *y = &b->derivatives[i];
        if (x->function != y->function || x->order != y->order || !x->skip != !y->skip ||
            (x->skip && memcmp(x->skip, y->skip, a->ninputs)))
            return false;
    }
    for (uint32_t i = 0; i < a->ninverses; i++)
        if (a->inverses[i].input != b->inverses[i].input || a->inverses[i].value != b->inverses[i].value) return false;
    return true;
}

/* A function that every instance brings along (equalityConstraint of a connector) is kept once; others of the same name
 * are told apart: names of functions are unique in a Dae. */
static uint32_t shared(Flat *f, uint32_t number) {
    Dae *d = f->dae;
    Name name = d->functions.at[number].name;
    uint64_t known = 0;
    base_map_get(&f->function_named, name, &known);
    while (f->function_before.n <= number) vec_push(&f->function_before, 0);
    uint32_t others = 0;
    for (uint32_t k = (uint32_t)known; k; k = f->function_before.at[k], others++)
        if (k != number && number + 1 == d->functions.n &&
            same_function(&d->functions.at[k], &d->functions.at[number])) {
            d->functions.n--; /* it called nothing new, or it would not be the last */
            return k;
        }
    f->function_before.at[number] = (uint32_t)known;
    base_map_put(&f->function_named, name, number);
    if (others)
        d->functions.at[number].name =
            base_name(f->ctx->names, base_sprintf(&f->temp, "%s.$%u", base_str(f->ctx->names, name), others + 1));
    return number;
}

uint32_t flat_function(Flat *f, InstFunction *in) {
    FlatFnInfo *info = flat_fn_info(f, in);
    if (info->number == UINT32_MAX) return 0;
    if (info->number && info->number < f->dae->functions.n) return info->number;
    if (!f->dae->functions.n) vec_push(&f->dae->functions, ((DaeFunction){0}));
    uint32_t number = (uint32_t)f->dae->functions.n;
    info->number = number;
    vec_push(&f->dae->functions,
             ((DaeFunction){.name = in->name, .pure = in->pure, .smooth_order = smooth_order(f, in)}));
    FlatFn fn = {.f = f, .in = in};
    size_t errors = base_error_count(f->ctx);
    declare(&fn, in->inputs, in->ninputs, 0);
    uint32_t ninputs = (uint32_t)fn.locals.n;
    declare(&fn, in->outputs, in->noutputs, 1);
    uint32_t noutputs = (uint32_t)fn.locals.n - ninputs;
    declare(&fn, in->locals, in->nlocals, 2);
    uint32_t at = 0;
    sizes(&fn, in->inputs, in->ninputs, &at);
    sizes(&fn, in->outputs, in->noutputs, &at);
    sizes(&fn, in->locals, in->nlocals, &at);
    /* known to recursive calls */
    DaeFunction *out = &f->dae->functions.at[number];
    out->ninputs = ninputs;
    out->noutputs = noutputs;
    out->nlocals = (uint32_t)fn.locals.n;
    out->locals = fn.locals.n ? base_copy(f->dae->arena, fn.locals.at, fn.locals.n * sizeof *fn.locals.at) : NULL;
    out->span = in->cls->syn ? in->cls->syn->name_span : (Span){0};
    initial_values(&fn, in->inputs, in->ninputs);
    initial_values(&fn, in->outputs, in->noutputs);
    initial_values(&fn, in->locals, in->nlocals);
    DaeFunction made = f->dae->functions.at[number]; /* initial values may have made other functions: out is stale */
    if (in->external) {
        if (external(&fn, in, &made) && in->is_constructor) destructor(f, in);
        made.body = input_limits(&fn, in, ninputs);
    } else {
        InstStmt *body = inst_function_reported(in);
        DaeExpr seq = flat_fn_body(&fn, body);
        if (fn.prologue.list.n) {
            vec_push(&fn.prologue.list, seq);
            seq = dae_op(&f->dae->pool, DAE_SEQ, fn.prologue.list.at, (uint32_t)fn.prologue.list.n);
        }
        made.body = seq;
    }
    made.nlocals = (uint32_t)fn.locals.n;
    made.locals = (fn.locals.n ? base_copy(f->dae->arena, fn.locals.at, fn.locals.n * sizeof *fn.locals.at) : NULL);
    f->dae->functions.at[number] = made;
    derivatives(&fn, in, &made);
    inverses(&fn, in, &made);
    f->dae->functions.at[number] = made;
    vec_free(&fn.locals);
    vec_free(&fn.prologue.list);
    base_map_free(&fn.first);
    base_map_free(&fn.iters);
    if (base_error_count(f->ctx) != errors) {
        f->failed = true;
        /* what is said while a call is inlined for a try is taken back: the next one says it again */
        info->number = f->inline_depth ? 0 : UINT32_MAX;
        return 0;
    }
    info->number = shared(f, number);
    return info->number;
}
