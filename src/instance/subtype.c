/* subtype.c - may one class stand where another is expected (MLS 3.6, chapter 6), and redeclarations that respect it
 * (7.3.2).
 *
 * Answers are remembered per pair of definitions, so that checking the media of a large fluid model costs once.
 */
#include <string.h>

#include "instance/instance_impl.h"

static Span place(const InstClass *c) { return c->syn ? c->syn->name_span : (Span){0}; }

static BASE_PRINTF(4, 5) void explain(Diag *d, const InstClass *c, Span at, const char *fmt, ...) {
    if (!d) return;
    char text[1000];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    base_note(c->inst->ctx, d, at, "%s", text);
}

static uint32_t declared_dims(InstElement *e, InstClass *type) {
    const InstElement *from = e;
    while (from->original && !from->syn->ndims && !from->syn->ntype_dims) from = from->original;
    inst_class_dims(type);
    return from->syn->ndims + from->syn->ntype_dims + type->type.ndims;
}

static int variability_rank(uint32_t p) {
    return p & SYN_CONSTANT ? 0 : p & SYN_PARAMETER ? 1 : p & SYN_DISCRETE ? 2 : 3;
}

static const char *causality(uint32_t p) {
    return p & SYN_FLOW     ? "flow"
           : p & SYN_STREAM ? "stream"
           : p & SYN_INPUT  ? "input"
           : p & SYN_OUTPUT ? "output"
                            : "neither flow, stream, input nor output";
}

/* The class that constrains redeclarations of an element (7.3.2). */
static InstClass *constraint_of(InstElement *e) {
    if (!e->syn) return NULL;
    if (e->syn->constraint.n) return inst_lookup_class(e->scope, &e->syn->constraint, e->syn->span);
    if (e->original) return constraint_of(e->original);
    return e->kind == SYN_COMPONENT ? inst_lookup_class_quiet(e->scope, &e->syn->type) : inst_element_class(e->home, e);
}

static bool component_fits(InstClass *a, InstElement *x, InstClass *b, InstElement *y, Diag *d) {
    Inst *in = a->inst;
    const char *name = inst_name(in, y->name);
    uint32_t same = SYN_FLOW | SYN_STREAM | SYN_INPUT | SYN_OUTPUT;
    InstClass *s = inst_lookup_class_quiet(x->scope, &x->syn->type);
    /* 6.3: its constraining interface */
    InstClass *t = y->is_replaceable ? constraint_of(y) : inst_lookup_class_quiet(y->scope, &y->syn->type);
    if (!s || !t) return true;
    inst_prepare(s);
    inst_prepare(t);
    if (((x->prefixes | s->type_prefixes) & same) != ((y->prefixes | t->type_prefixes) & same)) {
        const char *mine = causality((x->prefixes | s->type_prefixes) & same),
                   *other = causality((y->prefixes | t->type_prefixes) & same);
        explain(d, a, x->syn->span, "'%s' is %s in '%s' ...", name, mine, inst_class_text(a));
        explain(d, a, y->syn->span, "... but %s in '%s'", other, inst_class_text(b));
        return false;
    }
    if (declared_dims(x, s) != declared_dims(y, t)) {
        explain(d, a, x->syn->span, "'%s' has %u dimensions in '%s' ...", name, declared_dims(x, s),
                inst_class_text(a));
        explain(d, a, y->syn->span, "... but %u in '%s'", declared_dims(y, t), inst_class_text(b));
        return false;
    }
    if (variability_rank(x->prefixes) > variability_rank(y->prefixes) && variability_rank(y->prefixes) < 2) {
        static const char *const words[] = {"a constant", "a parameter", "discrete", "a variable"};
        explain(d, a, x->syn->span, "'%s' is %s in '%s' ...", name, words[variability_rank(x->prefixes)],
                inst_class_text(a));
        explain(d, a, y->syn->span, "... but %s in '%s'", words[variability_rank(y->prefixes)], inst_class_text(b));
        return false;
    }
    if (inst_is_subtype(s, t, NULL)) return true;
    explain(d, a, x->syn->span, "'%s' is of type '%s' in '%s' ...", name, inst_class_text(s), inst_class_text(a));
    explain(d, a, y->syn->span, "... but of type '%s' in '%s'", inst_class_text(t), inst_class_text(b));
    return false;
}

/* Inputs of a function that its constraining type does not have need a default: nobody gives them a value (6.5). */
static bool defaults_fit(InstClass *a, InstClass *b, Diag *d) {
    if (a->restriction != SYN_FUNCTION || b->restriction != SYN_FUNCTION) return true;
    for (uint32_t i = 0; i < a->nelements; i++) {
        const InstElement *x = a->elements[i];
        if (x->kind != SYN_COMPONENT || x->is_protected || !(x->prefixes & SYN_INPUT) || inst_find(b, x->name))
            continue;
        if (!x->syn || (x->syn->mod && x->syn->mod->value) || x->mod) continue;
        explain(d, a, x->syn->span, "input '%s' of '%s' is not in '%s' and has no default", inst_name(a->inst, x->name),
                inst_class_text(a), inst_class_text(b));
        return false;
    }
    return true;
}

static bool elements_fit(InstClass *a, InstClass *b, Diag *d) {
    for (uint32_t i = 0; i < b->nelements; i++) {
        InstElement *y = b->elements[i];
        if (y->is_protected) continue;
        InstElement *x = inst_find(a, y->name);
        if (!x || x->is_protected) {
            explain(d, a, y->syn->span, "'%s' has no public element '%s'", inst_class_text(a),
                    inst_name(a->inst, y->name));
            return false;
        }
        if (x->kind != y->kind) {
            explain(d, a, y->syn->span, "'%s' of '%s' is of another kind", inst_name(a->inst, y->name),
                    inst_class_text(a));
            return false;
        }
        if (x->kind == SYN_COMPONENT && x->syn && x->syn != y->syn && !component_fits(a, x, b, y, d)) return false;
    }
    return defaults_fit(a, b, d);
}

static bool decide(InstClass *a, InstClass *b, Diag *d) {
    if (a->builtin != b->builtin) {
        explain(d, a, place(a), "'%s' and '%s' are made from different predefined types", inst_class_text(a),
                inst_class_text(b));
        return false;
    }
    if (a->builtin == INST_ENUM + 1) {
        const SynClass *x = a->type.cls->syn, *y = b->type.cls->syn;
        if (x == y || y->open_enumeration) return true;
        bool same = x->nliterals == y->nliterals;
        for (uint32_t i = 0; same && i < x->nliterals; i++) same = x->literals[i].name == y->literals[i].name;
        if (!same)
            explain(d, a, place(a), "enumerations '%s' and '%s' have different literals", inst_class_text(a),
                    inst_class_text(b));
        return same;
    }
    if (a->builtin) return true;
    return elements_fit(a, b, d);
}

/* Is b among the bases of a?  Then a is a subtype without looking further (unless something was removed by break). */
static bool inherits(const InstClass *a, const InstClass *b) {
    if (a->syn && a->syn == b->syn) return true;
    for (uint32_t i = 0; i < a->nbases; i++)
        if (!(a->bases[i]->extends && a->bases[i]->extends->mod) && inherits(a->bases[i], b)) return true;
    return false;
}

bool inst_is_subtype(InstClass *a, InstClass *b, Diag *explain_to) {
    inst_prepare(a);
    inst_prepare(b);
    if (a == b || a->state == INST_FAILED || b->state == INST_FAILED) return true;
    if (inherits(a, b)) return true;
    uint64_t key = base_mix((uintptr_t)(a->syn ? (void *)a->syn : (void *)a),
                            (uintptr_t)(b->syn ? (void *)b->syn : (void *)b)),
             known;
    Map *memo = &inst_tree(a->inst)->subtypes;
    if (!explain_to && base_map_get(memo, key, &known)) return known != 0;
    base_map_put(memo, key, 1); /* recursive types: agree while being decided */
    bool ok = decide(a, b, explain_to);
    base_map_put(memo, key, ok);
    return ok;
}

/* ---- redeclarations ---------------------------------------------------------------------------------------------- */

static bool descends(const InstClass *a, const InstClass *b) {
    if (a->syn && a->syn == b->syn) return true;
    for (uint32_t i = 0; i < a->nbases; i++)
        if (descends(a->bases[i], b)) return true;
    return false;
}

/* Do two packages inherit from one that says something, as media do? */
static bool share_base(const InstClass *a, const InstClass *b) {
    for (uint32_t i = 0; i < b->nbases; i++)
        if ((b->bases[i]->nelements && descends(a, b->bases[i])) || share_base(a, b->bases[i])) return true;
    return false;
}

static uint32_t class_dims(InstClass *c) {
    inst_class_dims(c);
    return c->type.ndims;
}

static void require(InstElement *e, InstClass *type, InstClass *constraint, Span at, Span declared, const char *what) {
    Inst *in = e->home->inst;
    if (!type || !constraint || type == constraint) return;
    inst_prepare(type);
    /* whoever uses the class will choose another */
    if (in->checking && e->kind == SYN_CLASS_DEF && inst_is_partial(type)) return;
    size_t before = base_error_count(in->ctx);
    if (inst_is_subtype(type, constraint, NULL)) {
        if (!type->builtin || class_dims(type) == class_dims(constraint) || base_error_count(in->ctx) > before) return;
        Diag *d = inst_error(e->home, "INST0941", at, "%s '%s': '%s' has %u dimensions, '%s' has %u (MLS 7.3.2)", what,
                             inst_name(in, e->name), inst_class_text(type), class_dims(type),
                             inst_class_text(constraint), class_dims(constraint));
        base_note(in->ctx, d, declared, "the element is declared here");
        return;
    }
    /* what it lacks and somebody uses is reported there */
    uint8_t kind = type->restriction;
    bool component = kind == SYN_MODEL || kind == SYN_BLOCK || kind == SYN_CLASS || kind == SYN_RECORD ||
                     kind == SYN_TYPE || kind == SYN_CONNECTOR || kind == SYN_FUNCTION;
    bool package = kind == SYN_PACKAGE && share_base(type, constraint);
    Diag *d = (component || package ? inst_tolerate : inst_error)(
        e->home, "INST0940", at, "%s '%s': class '%s' is not a subtype of its constraining type '%s' (MLS 7.3.2)", what,
        inst_name(in, e->name), inst_class_text(type), inst_class_text(constraint));
    if (!d) return;
    base_note(in->ctx, d, declared, "the element is declared here");
    inst_is_subtype(type, constraint, d);
    base_hint(in->ctx, d, "choose a class that extends '%s'", inst_class_text(constraint));
}

/* For a class with dimensions of its own (type T = A[3]) the constraint speaks about A. */
static InstClass *without_own_dims(InstElement *e, InstClass *type) {
    if (e->kind != SYN_CLASS_DEF || !type->syn || type->syn->form != SYN_SHORT || !type->syn->ndims || !type->nbases)
        return type;
    return type->bases[0];
}

/* A component that is redeclared with dimensions keeps their number (7.3, 6.4). */
static void require_rank(InstElement *e, InstElement *old, InstClass *type) {
    uint32_t own = e->syn->ndims + e->syn->ntype_dims;
    InstClass *before = e->kind == SYN_COMPONENT && own ? inst_lookup_class_quiet(old->scope, &old->syn->type) : NULL;
    if (!before) return;
    uint32_t now = own + class_dims(type), then = old->syn->ndims + old->syn->ntype_dims + class_dims(before);
    if (now == then) return;
    Context *ctx = e->home->inst->ctx;
    Diag *d = inst_error(e->home, "INST0941", e->syn->span,
                         "redeclaration of '%s': it has %u dimension%s, the original has %u (MLS 7.3, 6.4)",
                         inst_name(e->home->inst, e->name), now, now == 1 ? "" : "s", then);
    base_note(ctx, d, old->syn->span, "the element is declared here");
}

void inst_restrict_redeclaration(InstElement *e, InstClass *type) {
    if (!e->syn || !type) return;
    Span at = e->syn->span;
    if (e->syn->constraint.n) {
        inst_prepare(type);
        require(e, without_own_dims(e, type), constraint_of(e), at, at, "replaceable");
    }
    if (!e->original || !e->original->syn) return;
    InstElement *old = e->original;
    InstClass *constraint = constraint_of(old);
    if (e->syn->constraint.n && constraint)
        require(e, constraint_of(e), constraint, at, old->syn->span, "constraining type of");
    require(e, type, constraint, at, old->syn->span, "redeclaration of");
    require_rank(e, old, type);
}

/* A component that is not replaceable may only be redeclared with the same type (7.3.3). */
void inst_restrict_same_type(InstElement *e, InstClass *type) {
    InstElement *old = e->original;
    if (!old || old->is_replaceable || e->kind != SYN_COMPONENT) return;
    InstClass *before = inst_lookup_class_quiet(old->scope, &old->syn->type);
    if (!before || before == type || (before->syn && before->syn == type->syn)) return;
    Diag *d = inst_tolerate(e->home, "INST0942", e->syn->span,
                            "'%s' is not replaceable and cannot be redeclared with another type (MLS 7.3.3)",
                            inst_name(e->home->inst, e->name));
    base_note(e->home->inst->ctx, d, old->syn->span, "it is declared here");
    base_hint(e->home->inst->ctx, d, "declare it 'replaceable' there");
}
