/* type.c - types: dimensions, enumerations, records; which types agree (MLS 3.6, 6.6 and 10).
 *
 * Before: the classes that types point at are instantiated.  After: dims of types live in the arena of the Inst;
 * INST_UNKNOWN_DIM agrees with every size, INST_ANY with every type.
 */
#include "instance/instance_impl.h"

#include <string.h>

/* ---- types ------------------------------------------------------------------------------------------------------- */

InstType inst_type(InstBase base) { return (InstType){.base = (uint8_t)base}; }

InstType inst_type_dims(Inst *in, InstType element, const int64_t *dims, uint32_t n) {
    if (n == 0) return element;
    InstType t = element;
    t.dims = BASE_ARRAY(&in->arena, int64_t, n + element.ndims);
    memcpy(t.dims, dims, n * sizeof *dims);
    if (element.ndims) memcpy(t.dims + n, element.dims, element.ndims * sizeof *dims);
    t.ndims = (uint8_t)(n + element.ndims);
    return t;
}

InstType inst_type_vector(Inst *in, InstType element, int64_t n) { return inst_type_dims(in, element, &n, 1); }

InstType inst_type_element(InstType t) {
    t.ndims = 0;
    t.dims = NULL;
    return t;
}

InstType inst_type_tail(InstType t, uint32_t drop) {
    if (drop >= t.ndims) return inst_type_element(t);
    t.dims += drop;
    t.ndims = (uint8_t)(t.ndims - drop);
    return t;
}

bool inst_type_numeric(const InstType *t) { return t->base == INST_REAL || t->base == INST_INTEGER; }

bool inst_is_overloaded(const InstType *t) {
    const InstClass *c = t->base == INST_RECORD ? t->cls : NULL;
    while (c && c->restriction == SYN_CONNECTOR && c->nbases == 1) c = c->bases[0]; /* connector C = input Complex */
    return c && c->restriction == SYN_OPERATOR_RECORD;
}

bool inst_dims_agree(const InstType *a, const InstType *b) {
    if (a->base == INST_ANY || b->base == INST_ANY) return true;
    if (a->ndims != b->ndims) return false;
    for (uint32_t i = 0; i < a->ndims; i++)
        if (a->dims[i] != b->dims[i] && a->dims[i] != INST_UNKNOWN_DIM && b->dims[i] != INST_UNKNOWN_DIM) return false;
    return true;
}

uint64_t inst_dims_count(const int64_t *dims, uint32_t n) {
    const uint64_t most = UINT64_C(1) << 62;
    uint64_t count = 1;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t size = dims[i] > 0 ? (uint64_t)dims[i] : 0;
        if (size == 0) return 0;
        count = count > most / size ? most : count * size;
    }
    return count;
}

bool inst_dims_fit(const Inst *in, const int64_t *dims, uint32_t n) {
    uint64_t count = inst_dims_count(dims, n);
    return count <= 50000000 && count <= in->ctx->max_scalars;
}

/* ---- enumerations ------------------------------------------------------------------------------------------------ */

InstClass *inst_enum_class(InstClass *c) {
    for (int guard = 0; c && guard < 100; guard++) {
        if (c->syn == NULL || c->syn->form == SYN_ENUMERATION) return c;
        if (c->nbases == 0) {
            if (c->type.cls && c->type.cls != c) {
                c = c->type.cls;
                continue;
            }
            return c;
        }
        c = c->bases[0];
    }
    return c;
}

static const char *const state_select_literals[] = {"never", "avoid", "default", "prefer", "always"};

uint32_t inst_enum_size(const InstClass *c) {
    c = inst_enum_class((InstClass *)c);
    if (c == NULL) return 0;
    return c->syn ? c->syn->nliterals : 5;
}

Name inst_enum_literal(const InstClass *c, uint32_t i) {
    c = inst_enum_class((InstClass *)c);
    if (c->syn) return c->syn->literals[i].name;
    return base_name(c->inst->ctx->names, state_select_literals[i]);
}

/* Equal when they list the same literals (MLS 6.3). */
static bool same_enum(const InstClass *a, const InstClass *b) {
    if (a == NULL || b == NULL) return true;
    a = inst_enum_class((InstClass *)a);
    b = inst_enum_class((InstClass *)b);
    if (a == b || (a->syn && a->syn == b->syn)) return true;
    if ((a->syn && a->syn->open_enumeration) || (b->syn && b->syn->open_enumeration)) return true;
    uint32_t n = inst_enum_size(a);
    if (n != inst_enum_size(b)) return false;
    for (uint32_t i = 0; i < n; i++)
        if (inst_enum_literal(a, i) != inst_enum_literal(b, i)) return false;
    return true;
}

/* ---- records ----------------------------------------------------------------------------------------------------- */

InstComp **inst_fields(InstClass *c, uint32_t *n) {
    if (c->fields == NULL) {
        inst_prepare(c);
        inst_components(c);
        InstComp **fields = BASE_ARRAY(&c->inst->arena, InstComp *, c->nelements + 1);
        uint32_t count = 0;
        for (uint32_t i = 0; i < c->nelements; i++) {
            InstElement *e = c->elements[i];
            if (e->kind != SYN_COMPONENT) continue;
            InstComp *f = inst_component(c, e);
            if (f && f->present) fields[count++] = f;
        }
        c->fields = fields;
        c->nfields = count;
    }
    *n = c->nfields;
    return c->fields;
}

int inst_field_index(InstClass *c, Name name) {
    uint32_t n;
    InstComp **f = inst_fields(c, &n);
    for (uint32_t i = 0; i < n; i++)
        if (f[i]->name == name) return (int)i;
    return -1;
}

/* The definition behind short class definitions without changes: two records of one definition agree at a glance. */
static const SynClass *definition(const InstClass *c) {
    while (c->syn && c->syn->form == SYN_SHORT && c->nbases == 1) c = c->bases[0];
    return c->syn;
}

/* Records agree when they have the same fields with agreeing types (MLS 6.6); sizes: and sizes. */
static bool same_record(InstClass *want, InstClass *have, bool sizes, int depth) {
    if (want == have || want == NULL || have == NULL || depth > 50) return true;
    uint32_t nw, nh;
    InstComp **w = inst_fields(want, &nw), **h = inst_fields(have, &nh);
    if (nw != nh) return false;
    for (uint32_t i = 0; i < nw; i++) {
        InstComp *f = w[i], *g = h[i];
        if (g->name != f->name) {
            int j = inst_field_index(have, f->name);
            if (j < 0) return false;
            g = h[j];
        }
        if (f->type.ndims != g->type.ndims || (sizes && !inst_dims_agree(&f->type, &g->type))) return false;
        if (f->type.base == INST_RECORD && g->type.base == INST_RECORD) {
            if (!same_record(f->type.cls, g->type.cls, sizes, depth + 1)) return false;
        } else if (!inst_base_agrees(&f->type, &g->type)) {
            return false;
        }
    }
    return true;
}

static bool same_object(const InstClass *a, const InstClass *b) {
    if (a == NULL || b == NULL || a == b) return true;
    return definition(a) == definition(b);
}

bool inst_same_record(InstClass *want, InstClass *have, bool sizes) { return same_record(want, have, sizes, 0); }

bool inst_base_agrees(const InstType *want, const InstType *have) {
    if (want->base == INST_ANY || have->base == INST_ANY) return true;
    if (want->base == INST_REAL && have->base == INST_INTEGER) return true;
    if (want->base != have->base) return false;
    switch (want->base) {
    case INST_ENUM: return same_enum(want->cls, have->cls);
    case INST_RECORD: return same_record(want->cls, have->cls, true, 0);
    case INST_OBJECT: return same_object(want->cls, have->cls);
    default: return true;
    }
}

bool inst_type_agrees(const InstType *want, const InstType *have) {
    return inst_dims_agree(want, have) && inst_base_agrees(want, have);
}

bool inst_type_common(Inst *in, const InstType *a, const InstType *b, InstType *out) {
    if (a->base == INST_ANY || b->base == INST_ANY) {
        *out = a->base == INST_ANY ? *b : *a;
        return true;
    }
    if (!inst_dims_agree(a, b)) return false;
    const InstType *base = a;
    if (!inst_base_agrees(a, b)) {
        if (!inst_base_agrees(b, a)) return false;
        base = b;
    }
    *out = *base;
    out->ndims = a->ndims;
    out->dims = a->dims;
    for (uint32_t i = 0; i < a->ndims; i++)
        if (a->dims[i] == INST_UNKNOWN_DIM && b->dims[i] != INST_UNKNOWN_DIM) {
            if (out->dims == a->dims) out->dims = base_copy(&in->arena, a->dims, a->ndims * sizeof *a->dims);
            out->dims[i] = b->dims[i];
        }
    return true;
}

const char *inst_type_string(Inst *in, const InstType *t) {
    Text text = {0};
    inst_type_text(t, &text);
    const char *s = base_strdup(&in->arena, base_text_str(&text));
    base_text_free(&text);
    return s;
}

void inst_note_difference(Inst *in, Diag *d, const InstType *a, const InstType *b, Span at) {
    uint32_t n, m;
    if (a->base != INST_RECORD || b->base != INST_RECORD || !a->cls || !b->cls) return;
    InstComp **left = inst_fields(a->cls, &n), **right = inst_fields(b->cls, &m);
    for (uint32_t i = 0; i < n; i++) {
        int k = inst_field_index(b->cls, left[i]->name);
        if (k >= 0 && inst_type_agrees(&left[i]->type, &right[k]->type)) continue;
        base_note(in->ctx, d, at, "they differ in '%s': %s and %s", inst_name(in, left[i]->name),
                  inst_type_string(in, &left[i]->type), k < 0 ? "nothing" : inst_type_string(in, &right[k]->type));
        return;
    }
    for (uint32_t k = 0; k < m; k++) {
        if (inst_field_index(a->cls, right[k]->name) >= 0) continue;
        base_note(in->ctx, d, at, "they differ in '%s': nothing and %s", inst_name(in, right[k]->name),
                  inst_type_string(in, &right[k]->type));
        return;
    }
}

static const char *base_name_of(const InstType *t) {
    switch (t->base) {
    case INST_REAL: return "Real";
    case INST_INTEGER: return "Integer";
    case INST_BOOLEAN: return "Boolean";
    case INST_STRING: return "String";
    case INST_CLOCK: return "Clock";
    case INST_TUPLE: return "several results";
    case INST_NORETURN: return "no result";
    case INST_FUNCTION: return "function";
    case INST_ANY: return "unknown type";
    default: return NULL;
    }
}

void inst_type_text(const InstType *t, Text *out) {
    const char *name = base_name_of(t);
    if (t->base == INST_FUNCTION && t->cls) name = NULL;
    if (name) base_text_add(out, name);
    else if (t->cls) inst_class_path(t->base == INST_ENUM ? inst_enum_class(t->cls) : t->cls, out);
    else base_text_add(out, t->base == INST_ENUM ? "enumeration" : "record");
    if (t->ndims == 0) return;
    base_text_char(out, '[');
    for (uint32_t i = 0; i < t->ndims; i++) {
        if (i) base_text_add(out, ", ");
        if (t->dims[i] == INST_UNKNOWN_DIM) base_text_char(out, ':');
        else base_text_printf(out, "%lld", (long long)t->dims[i]);
    }
    base_text_char(out, ']');
}
