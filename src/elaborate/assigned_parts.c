/* assigned_parts.c - fields and elements of a function's results that no statement gives a value (MLS 3.6, 12.4.4).
 *
 * Before: the body of the function is typed.  Told is what no statement can have meant: a field of a record that is
 * nowhere assigned, alone or with the whole; an element of an array whose assignments all name single elements.  Such
 * a part is zero when the function returns, so that this is a warning.
 */
#include "elaborate/elaborate_impl.h"

enum { MOST_ELEMENTS = 4096 };

typedef struct {
    const InstComp *result;
    InstComp **fields; /* of a record; NULL: an array */
    uint32_t n;        /* fields or elements */
    bool *given;
    bool any, whole; /* some part is assigned; all may be */
} Parts;

/* The element that all subscripts name; -1: they may name others. */
static int64_t element_of(const InstExpr *target, const InstType *type) {
    const InstPart *p = &target->parts[0];
    int64_t at = 0;
    if (p->nsubs != type->ndims) return -1;
    for (uint32_t k = 0; k < p->nsubs; k++) {
        const InstExpr *s = p->subs[k];
        if (!s || s->kind != INST_E_INTEGER || s->integer < 1 || s->integer > type->dims[k]) return -1;
        at = at * type->dims[k] + s->integer - 1;
    }
    return at;
}

static void give_part(Parts *p, const InstExpr *target) {
    for (uint32_t i = 0; target && target->kind == INST_E_TUPLE && i < target->nargs; i++)
        give_part(p, target->args[i]);
    if (target && target->kind == INST_E_ERROR) p->whole = true;
    if (!target || target->kind != INST_E_CREF || target->parts[0].comp != p->result) return;
    p->any = true;
    if (p->fields) {
        if (target->nparts == 1) p->whole = true;
        for (uint32_t i = 0; target->nparts > 1 && i < p->n; i++)
            if (p->fields[i]->name == target->parts[1].comp->name) p->given[i] = true;
        return;
    }
    int64_t at = target->nparts == 1 ? element_of(target, &p->result->type) : -1;
    if (at < 0) p->whole = true;
    else p->given[at] = true;
}

static void look(Parts *p, const InstStmt *s) {
    for (; s && !p->whole; s = s->next) {
        if (s->rhs) give_part(p, s->lhs);
        for (uint32_t i = 0; i < s->nbranches; i++) look(p, s->branches[i].stmts);
        look(p, s->body);
    }
}

/* Room for the parts of a result; false: nothing can be told of them. */
static bool begin_parts(Arena *arena, Parts *p) {
    const InstComp *c = p->result;
    if (c->binding.value || c->covered || c->type.base == INST_ANY) return false;
    if (c->type.base == INST_RECORD) {
        if (c->type.ndims || !c->cls || c->cls->builtin) return false;
        p->fields = inst_fields(c->cls, &p->n);
    } else {
        int64_t n = c->type.ndims ? 1 : 0;
        for (uint32_t k = 0; k < c->type.ndims; k++) {
            if (c->type.dims[k] <= 0 || c->type.dims[k] > MOST_ELEMENTS) return false;
            n *= c->type.dims[k];
            if (n > MOST_ELEMENTS) return false;
        }
        p->n = (uint32_t)n;
    }
    p->given = BASE_ARRAY(arena, bool, p->n + 1);
    return p->n > 0;
}

/* A field that has a value by its declaration, or that may be empty, is not missed. */
static bool is_missed(const Parts *p, uint32_t i) {
    if (p->given[i]) return false;
    if (!p->fields) return true;
    const InstComp *f = p->fields[i];
    if (!f->present || f->binding.value || f->covered || f->type.base == INST_RECORD || f->type.base > INST_ENUM)
        return false;
    for (uint32_t k = 0; k < f->type.ndims; k++)
        if (f->type.dims[k] <= 0) return false;
    return true;
}

static void tell(const InstFunction *f, const Parts *p) {
    Inst *in = f->inst;
    Text names = {0};
    uint32_t missed = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        if (!is_missed(p, i) || missed++ >= 3) continue;
        base_text_printf(&names, "%s%s", missed > 1 ? ", " : "", inst_name(in, p->result->name));
        if (p->fields) base_text_printf(&names, ".%s", inst_name(in, p->fields[i]->name));
        else {
            uint32_t rest = i, below = p->n;
            for (uint32_t k = 0; k < p->result->type.ndims; k++) {
                below /= (uint32_t)p->result->type.dims[k];
                base_text_printf(&names, "%s%u", k ? ", " : "[", rest / below + 1);
                rest %= below;
            }
            base_text_add(&names, "]");
        }
    }
    if (missed > 3) base_text_printf(&names, " and %u more", missed - 3);
    Span span = p->result->syn ? p->result->syn->name_span : (Span){0};
    if (missed) {
        Diag *d = inst_warning(f->cls, "INST0577", span, "of output %s of function %s %s get%s no value (MLS 12.4.4)",
                               inst_name(in, p->result->name), inst_class_text(f->cls), base_text_str(&names),
                               missed > 1 ? "" : "s");
        base_hint(in->ctx, d, "assign %s in the algorithm, or give %s a default; now %s zero",
                  missed > 1 ? "them" : "it", missed > 1 ? "them" : "it", missed > 1 ? "they are" : "it is");
    }
    base_text_free(&names);
}

void inst_check_parts(InstFunction *f) {
    Arena arena = {0};
    for (uint32_t k = 0; k < f->noutputs; k++) {
        Parts p = {.result = f->outputs[k]};
        if (!begin_parts(&arena, &p)) continue;
        look(&p, f->body);
        if (p.whole || (!p.any && !p.fields)) continue; /* of arrays that get nothing at all assigned.c tells */
        tell(f, &p);
    }
    base_free_arena(&arena);
}
