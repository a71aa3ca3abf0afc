/* equal.c - are two pieces of syntax the same text?  Comments, annotations and layout do not count (MLS 3.6, 7.1, 7.4).
 *
 * Names are compared as written, except types of declarations, which are compared by the class they mean.
 */
#include "instance/instance_impl.h"

static bool same_list(SynExpr *const *a, uint32_t na, SynExpr *const *b, uint32_t nb) {
    if (na != nb) return false;
    for (uint32_t i = 0; i < na; i++)
        if (!inst_same_expr(a[i], b[i])) return false;
    return true;
}

bool inst_same_cref(const SynCref *a, const SynCref *b) {
    if (a->n != b->n || a->global != b->global) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        const SynPart *p = &a->parts[i], *q = &b->parts[i];
        if (p->name != q->name || !same_list(p->subs, p->nsubs, q->subs, q->nsubs)) return false;
    }
    return true;
}

bool inst_same_expr(const SynExpr *a, const SynExpr *b) {
    if (a == b) return true;
    if (!a || !b || a->kind != b->kind || a->op != b->op || a->nnamed != b->nnamed || a->niterators != b->niterators)
        return false;
    if (!same_list(a->args, a->nargs, b->args, b->nargs)) return false;
    for (uint32_t i = 0; i < a->nnamed; i++)
        if (a->named[i].name != b->named[i].name || !inst_same_expr(a->named[i].value, b->named[i].value)) return false;
    for (uint32_t i = 0; i < a->niterators; i++)
        if (a->iterators[i].name != b->iterators[i].name ||
            !inst_same_expr(a->iterators[i].range, b->iterators[i].range))
            return false;
    switch (a->kind) {
    case SYN_REAL: return a->real == b->real;
    case SYN_INTEGER: return a->integer == b->integer;
    case SYN_BOOLEAN: return a->boolean == b->boolean;
    case SYN_STRING: return a->string == b->string;
    case SYN_CREF:
    case SYN_CALL:
    case SYN_PARTIAL:
    case SYN_INDEXED: return inst_same_cref(&a->cref, &b->cref);
    default: return true;
    }
}

static bool same_element_text(const SynElement *a, const SynElement *b);

bool inst_same_modification(const SynModification *a, const SynModification *b) {
    const SynMod *x = a ? a->args : NULL, *y = b ? b->args : NULL;
    if (!inst_same_expr(a ? a->value : NULL, b ? b->value : NULL)) return false;
    for (; x && y; x = x->next, y = y->next) {
        if (x->each != y->each || x->final != y->final || x->redeclare != y->redeclare ||
            x->replaceable != y->replaceable)
            return false;
        if (x->is_break != y->is_break || !inst_same_cref(&x->name, &y->name)) return false;
        if (x->is_break) {
            if (!inst_same_expr(x->break_a, y->break_a) || !inst_same_expr(x->break_b, y->break_b)) return false;
            continue;
        }
        if (!inst_same_modification(x->mod, y->mod)) return false;
        if (!x->element != !y->element || (x->element && !same_element_text(x->element, y->element))) return false;
    }
    return !x && !y;
}

static bool same_iterators(const SynIterator *a, uint32_t na, const SynIterator *b, uint32_t nb) {
    if (na != nb) return false;
    for (uint32_t i = 0; i < na; i++)
        if (a[i].name != b[i].name || !inst_same_expr(a[i].range, b[i].range)) return false;
    return true;
}

static bool same_statements(const SynStatement *a, const SynStatement *b);

static bool same_equations(const SynEquation *a, const SynEquation *b) {
    for (; a && b; a = a->next, b = b->next)
        if (!inst_same_equation(a, b)) return false;
    return !a && !b;
}

static bool same_branches(const SynBranch *a, uint32_t na, const SynBranch *b, uint32_t nb) {
    if (na != nb) return false;
    for (uint32_t i = 0; i < na; i++)
        if (!inst_same_expr(a[i].condition, b[i].condition) || !same_equations(a[i].equations, b[i].equations) ||
            !same_statements(a[i].statements, b[i].statements))
            return false;
    return true;
}

bool inst_same_equation(const SynEquation *a, const SynEquation *b) {
    return a->kind == b->kind && inst_same_expr(a->lhs, b->lhs) && inst_same_expr(a->rhs, b->rhs) &&
           same_branches(a->branches, a->nbranches, b->branches, b->nbranches) &&
           same_iterators(a->iterators, a->niterators, b->iterators, b->niterators) && same_equations(a->body, b->body);
}

static bool same_statements(const SynStatement *a, const SynStatement *b) {
    for (; a && b; a = a->next, b = b->next)
        if (a->kind != b->kind || !inst_same_expr(a->lhs, b->lhs) || !inst_same_expr(a->rhs, b->rhs) ||
            !same_branches(a->branches, a->nbranches, b->branches, b->nbranches) ||
            !same_iterators(a->iterators, a->niterators, b->iterators, b->niterators) ||
            !same_statements(a->body, b->body))
            return false;
    return !a && !b;
}

static bool same_algorithms(const SynAlgorithm *a, const SynAlgorithm *b) {
    for (; a && b; a = a->next, b = b->next)
        if (!same_statements(a->statements, b->statements)) return false;
    return !a && !b;
}

static bool same_body(const SynClass *a, const SynClass *b) {
    const SynElement *x = a->elements, *y = b->elements;
    for (; x && y; x = x->next, y = y->next)
        if (!same_element_text(x, y)) return false;
    return !x && !y && same_equations(a->equations, b->equations) &&
           same_equations(a->initial_equations, b->initial_equations) &&
           same_algorithms(a->algorithms, b->algorithms) &&
           same_algorithms(a->initial_algorithms, b->initial_algorithms) && !a->external == !b->external;
}

static bool same_class_text(const SynClass *a, const SynClass *b) {
    if (a == b) return true;
    if (a->name != b->name || a->restriction != b->restriction || a->form != b->form || a->prefixes != b->prefixes)
        return false;
    if (a->form == SYN_LONG) return same_body(a, b);
    if (a->form == SYN_ENUMERATION) {
        if (a->nliterals != b->nliterals) return false;
        for (uint32_t i = 0; i < a->nliterals; i++)
            if (a->literals[i].name != b->literals[i].name) return false;
        return true;
    }
    return inst_same_cref(&a->base, &b->base) && same_list(a->dims, a->ndims, b->dims, b->ndims) &&
           a->base_prefixes == b->base_prefixes && inst_same_modification(a->mod, b->mod);
}

static bool same_element_text(const SynElement *a, const SynElement *b) {
    if (a->kind != b->kind || a->prefixes != b->prefixes) return false;
    if (a->kind == SYN_CLASS_DEF) return same_class_text(a->cls, b->cls);
    if (a->kind == SYN_IMPORT)
        return inst_same_cref(&a->type, &b->type) && a->import_alias == b->import_alias &&
               a->import_all == b->import_all && a->nimport_names == b->nimport_names;
    return a->name == b->name && inst_same_cref(&a->type, &b->type) &&
           same_list(a->dims, a->ndims, b->dims, b->ndims) &&
           same_list(a->type_dims, a->ntype_dims, b->type_dims, b->ntype_dims) &&
           inst_same_modification(a->mod, b->mod) && inst_same_expr(a->condition, b->condition);
}

/* What a class is behind short class definitions that change nothing. */
static const InstClass *plain(InstClass *c) {
    inst_prepare(c);
    while (c->syn && c->syn->form == SYN_SHORT && c->nbases == 1 && !c->syn->ndims && !c->syn->base_prefixes &&
           !c->syn->mod) {
        c = c->bases[0];
        inst_prepare(c);
    }
    return c;
}

/* The same class, looked up from two places.  While the heir is being made what it inherits cannot be found in it: the
 * same words mean the same then. */
static bool same_type(InstElement *a, InstElement *b) {
    bool words = inst_same_cref(&a->syn->type, &b->syn->type);
    if (words && a->scope == b->scope) return true;
    InstClass *x = inst_lookup_class_quiet(a->scope, &a->syn->type),
              *y = inst_lookup_class_quiet(b->scope, &b->syn->type);
    if (!x || !y) return words;
    if (x == y || (x->syn && x->syn == y->syn)) return true;
    const InstClass *p = plain(x), *q = plain(y);
    return p == q || (p->syn && p->syn == q->syn);
}

/* Do two modifications of a component give it the same value?  Attributes may differ. */
static bool same_value(const SynModification *a, const SynModification *b) {
    return inst_same_expr(a ? a->value : NULL, b ? b->value : NULL);
}

/* May two declarations of one name be taken as one (7.1): exactly the same contents?  Declarations that differ in
 * attributes only, or in modifiers of what is inside, are taken as one too, as by others: *warn is set. */
bool inst_same_declaration(InstElement *a, InstElement *b, bool *warn) {
    *warn = false;
    if (a->is_protected != b->is_protected || a->kind != b->kind) return false;
    if (a->syn == b->syn) return true;
    if (!a->syn || !b->syn) return false;
    const SynElement *x = a->syn, *y = b->syn;
    uint32_t ignored = SYN_PROTECTED | SYN_REDECLARE;
    if ((a->prefixes & ~ignored) != (b->prefixes & ~ignored)) return false;
    if (a->kind == SYN_CLASS_DEF) {
        if (same_class_text(x->cls, y->cls)) return true;
        InstClass *p = inst_element_class(a->home, a), *q = inst_element_class(b->home, b);
        return p && p == q;
    }
    if (!same_type(a, b) || !same_list(x->dims, x->ndims, y->dims, y->ndims) ||
        !same_list(x->type_dims, x->ntype_dims, y->type_dims, y->ntype_dims) ||
        !inst_same_expr(x->condition, y->condition))
        return false;
    if (inst_same_modification(x->mod, y->mod)) return true;
    *warn = true;
    return same_value(x->mod, y->mod);
}

/* Do two components of one name and class differ in modifiers of their parts, in sizes or conditions only? */
bool inst_similar_declaration(InstElement *a, InstElement *b) {
    if (a->kind != SYN_COMPONENT || b->kind != SYN_COMPONENT || !a->syn || !b->syn) return false;
    const SynElement *x = a->syn, *y = b->syn;
    uint32_t ignored = SYN_PROTECTED | SYN_REDECLARE;
    if (a->is_protected != b->is_protected || (a->prefixes & ~ignored) != (b->prefixes & ~ignored)) return false;
    return x->ndims + x->ntype_dims == y->ndims + y->ntype_dims && same_type(a, b) && same_value(x->mod, y->mod);
}
