/* value.c - values at translation time: scalars, arrays, records.
 *
 * Values are immutable once another part of the program may see them; the interpreter copies before it writes.
 * Arrays are row major; an array of records holds nfields values per element.
 */
#include "elaborate/elaborate_impl.h"

#include <string.h>

Arena *inst_value_arena(Inst *in) {
    InstElabState *st = in->elab;
    return st && st->running ? &st->scratch : &in->arena;
}

InstValue *inst_value_deep(Arena *to, const InstValue *v) {
    if (v == NULL) return NULL;
    InstValue *c = base_copy(to, v, sizeof *v);
    bool fields = v->type.base == INST_RECORD || v->type.base == INST_TUPLE || v->type.base == INST_FUNCTION ||
                  v->type.base == INST_OBJECT;
    if (fields) {
        uint64_t n = v->n * v->nfields;
        c->rec = BASE_ARRAY(to, InstValue *, n + 1);
        for (uint64_t i = 0; i < n; i++) c->rec[i] = inst_value_deep(to, v->rec[i]);
    } else if (v->type.base == INST_STRING) {
        c->str = base_copy(to, v->str, v->n * sizeof *v->str);
    } else {
        c->num = base_copy(to, v->num, v->n * sizeof *v->num);
    }
    return c;
}

InstValue *inst_value_new(Inst *in, InstType type) {
    Arena *arena = inst_value_arena(in);
    if (type.ndims == 0 && type.base != INST_RECORD) { /* the usual case: value and head in one piece */
        InstValue *s = base_alloc(arena, sizeof(InstValue) + sizeof(double));
        s->type = type;
        s->n = 1;
        s->num = (double *)(s + 1);
        return s;
    }
    InstValue *v = BASE_NEW(arena, InstValue);
    v->type = type;
    v->n = inst_dims_count(type.dims, type.ndims);
    if (type.base == INST_RECORD) {
        if (type.cls) inst_fields(type.cls, &v->nfields);
        v->rec = BASE_ARRAY(arena, InstValue *, v->n * v->nfields + 1);
    } else if (type.base == INST_STRING) {
        v->str = BASE_ARRAY(arena, Name, v->n + 1);
    } else {
        v->num = BASE_ARRAY(arena, double, v->n + 1);
    }
    return v;
}

InstValue *inst_value_real(Inst *in, double x) {
    InstValue *v = inst_value_new(in, inst_type(INST_REAL));
    v->num[0] = x;
    return v;
}

InstValue *inst_value_int(Inst *in, int64_t i) {
    InstValue *v = inst_value_new(in, inst_type(INST_INTEGER));
    v->num[0] = (double)i;
    return v;
}

InstValue *inst_value_bool(Inst *in, bool b) {
    InstValue *v = inst_value_new(in, inst_type(INST_BOOLEAN));
    v->num[0] = b;
    return v;
}

InstValue *inst_value_string(Inst *in, Name s) {
    InstValue *v = inst_value_new(in, inst_type(INST_STRING));
    v->str[0] = s;
    return v;
}

InstValue *inst_value_enum(Inst *in, InstClass *cls, int64_t i) {
    InstType t = inst_type(INST_ENUM);
    t.cls = cls;
    InstValue *v = inst_value_new(in, t);
    v->num[0] = (double)i;
    return v;
}

void inst_value_put(InstValue *to, uint64_t i, const InstValue *from, uint64_t j) {
    if (to->type.base == INST_RECORD) {
        for (uint32_t k = 0; k < to->nfields && k < from->nfields; k++)
            to->rec[i * to->nfields + k] = from->rec[j * from->nfields + k];
    } else if (to->type.base == INST_STRING) {
        to->str[i] = from->str[j];
    } else {
        to->num[i] = from->num[j];
    }
}

static void copy_range(InstValue *to, uint64_t i, const InstValue *from, uint64_t j, uint64_t n) {
    if (to->type.base == INST_RECORD || to->type.base == INST_STRING) {
        for (uint64_t k = 0; k < n; k++) inst_value_put(to, i + k, from, j + k);
    } else if (n) {
        memcpy(to->num + i, from->num + j, n * sizeof *to->num);
    }
}

InstValue *inst_value_copy(Inst *in, const InstValue *v) {
    if (v->type.base == INST_TUPLE) return (InstValue *)v;
    InstValue *c = inst_value_new(in, v->type);
    copy_range(c, 0, v, 0, v->n);
    return c;
}

InstValue *inst_value_as(Inst *in, InstValue *v, InstBase base) {
    if (v == NULL || v->type.base == base) return v;
    InstValue *c = BASE_NEW(inst_value_arena(in), InstValue);
    *c = *v;
    c->type.base = (uint8_t)base;
    c->type.cls = NULL;
    return c;
}

InstValue *inst_value_element(Inst *in, const InstValue *v, uint64_t i, uint32_t ndims) {
    if (ndims == 0) return (InstValue *)v;
    InstValue *e = inst_value_new(in, inst_type_tail(v->type, ndims));
    copy_range(e, 0, v, i * e->n, e->n);
    return e;
}

InstValue *inst_value_stack(Inst *in, InstValue **v, uint64_t n, const int64_t *dims, uint32_t ndims,
                            InstType element) {
    InstType inner = n ? v[0]->type : element;
    if (n && inner.base == INST_INTEGER && element.base == INST_REAL) inner.base = INST_REAL;
    for (uint64_t i = 1; i < n; i++) {
        if (v[i]->type.base == INST_REAL) inner.base = INST_REAL;
        if (!inst_dims_agree(&inner, &v[i]->type)) return NULL;
    }
    if (n == 0)
        for (uint32_t i = 0; i < inner.ndims; i++)
            if (inner.dims[i] == INST_UNKNOWN_DIM) {
                inner.dims = base_copy(&in->arena, inner.dims, inner.ndims * sizeof *inner.dims);
                inner.dims[i] = 0;
            }
    InstValue *a = inst_value_new(in, inst_type_dims(in, inner, dims, ndims));
    for (uint64_t i = 0; i < n; i++) copy_range(a, i * v[i]->n, v[i], 0, v[i]->n);
    return a;
}

InstValue *inst_value_field(Inst *in, const InstValue *v, uint32_t field) {
    if (v->type.ndims == 0) return v->rec[field];
    uint32_t nf;
    InstComp **fields = inst_fields(v->type.cls, &nf);
    VEC(InstValue *) parts = {0};
    for (uint64_t i = 0; i < v->n; i++) {
        InstValue *f = v->rec[i * v->nfields + field];
        if (f == NULL) {
            vec_free(&parts);
            return NULL;
        }
        vec_push(&parts, f);
    }
    InstValue *r = inst_value_stack(in, parts.at, v->n, v->type.dims, v->type.ndims, fields[field]->type);
    vec_free(&parts);
    return r;
}

bool inst_value_equal(const InstValue *a, const InstValue *b) {
    if (a == b) return true;
    if (a == NULL || b == NULL || a->n != b->n || !inst_dims_agree(&a->type, &b->type)) return false;
    if (a->type.base == INST_OBJECT || b->type.base == INST_OBJECT) return false; /* every object is its own */
    if ((a->type.base == INST_STRING) != (b->type.base == INST_STRING)) return false;
    if ((a->type.base == INST_RECORD) != (b->type.base == INST_RECORD)) return false;
    for (uint64_t i = 0; i < a->n; i++) {
        if (a->type.base == INST_STRING) {
            if (a->str[i] != b->str[i]) return false;
        } else if (a->type.base == INST_RECORD) {
            if (a->nfields != b->nfields) return false;
            for (uint32_t k = 0; k < a->nfields; k++)
                if (!inst_value_equal(a->rec[i * a->nfields + k], b->rec[i * a->nfields + k])) return false;
        } else if (a->num[i] != b->num[i]) {
            return false;
        }
    }
    return true;
}

static void scalar_text(const Inst *in, const InstValue *v, uint64_t i, Text *out) {
    switch (v->type.base) {
    case INST_REAL: base_text_double(out, v->num[i], true); break;
    case INST_INTEGER: base_text_printf(out, "%lld", (long long)inst_whole(v->num[i])); break;
    case INST_BOOLEAN: base_text_add(out, v->num[i] != 0 ? "true" : "false"); break;
    case INST_STRING:
        base_text_char(out, '"');
        base_text_add(out, base_str(in->ctx->names, v->str[i]));
        base_text_char(out, '"');
        break;
    case INST_ENUM:
        inst_type_text(&(InstType){.base = INST_ENUM, .cls = v->type.cls}, out);
        base_text_char(out, '.');
        if (v->num[i] >= 1 && v->num[i] <= inst_enum_size(v->type.cls))
            base_text_add(out, base_str(in->ctx->names, inst_enum_literal(v->type.cls, (uint32_t)v->num[i] - 1)));
        break;
    case INST_RECORD:
        inst_class_path(v->type.cls, out);
        base_text_char(out, '(');
        for (uint32_t k = 0; k < v->nfields; k++) {
            if (k) base_text_add(out, ", ");
            if (v->rec[i * v->nfields + k]) inst_value_text(in, v->rec[i * v->nfields + k], out);
            else base_text_char(out, '?');
        }
        base_text_char(out, ')');
        break;
    default: base_text_char(out, '?');
    }
}

static void array_text(const Inst *in, const InstValue *v, uint32_t dim, uint64_t first, uint64_t count, Text *out) {
    if (dim == v->type.ndims) {
        scalar_text(in, v, first, out);
        return;
    }
    uint64_t n = (uint64_t)v->type.dims[dim];
    base_text_char(out, '{');
    for (uint64_t i = 0; i < n; i++) {
        if (i) base_text_add(out, ", ");
        array_text(in, v, dim + 1, first + i * (count / n), count / n, out);
    }
    base_text_char(out, '}');
}

void inst_value_text(const Inst *in, const InstValue *v, Text *out) {
    if (v->type.base == INST_TUPLE) {
        base_text_add(out, "(several results)");
        return;
    }
    array_text(in, v, 0, 0, v->n, out);
}
