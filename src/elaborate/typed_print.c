/* typed_print.c - typed expressions as text, for messages and flat Modelica.
 *
 * References print with full paths of the components they name; what the compiler inserted (casts) is not shown.
 */
#include "elaborate/elaborate_impl.h"

static void list(const Inst *in, InstExpr *const *args, uint32_t n, Text *out) {
    for (uint32_t i = 0; i < n; i++) {
        if (i) base_text_add(out, ", ");
        if (args[i]) inst_expr_text(in, args[i], out);
    }
}

static void iterators(const Inst *in, const InstExpr *e, Text *out) {
    for (uint32_t i = 0; i < e->niters; i++) {
        base_text_printf(out, "%s%s in ", i ? ", " : " for ", inst_name(in, e->iters[i]->name));
        inst_expr_text(in, e->iters[i]->range, out);
    }
}

static void reference(const Inst *in, const InstExpr *e, Text *out) {
    for (uint32_t i = 0; i < e->nparts; i++) {
        const InstPart *p = &e->parts[i];
        bool member = p->comp->members && p->nsubs;
        const InstComp *c = member ? p->comp->members[p->subs[0]->integer - 1]->comp : p->comp;
        if (i == 0) {
            inst_path(c, out);
        } else {
            base_text_char(out, '.');
            base_text_add(out, inst_name(in, c->name));
        }
        if (p->nsubs == 0 || member) continue;
        base_text_char(out, '[');
        list(in, p->subs, p->nsubs, out);
        base_text_char(out, ']');
    }
}

static void operand(const Inst *in, const InstExpr *e, Text *out) {
    bool compound =
        e->kind == INST_E_BINARY || e->kind == INST_E_IF || e->kind == INST_E_UNARY || e->kind == INST_E_RANGE;
    if (compound) base_text_char(out, '(');
    inst_expr_text(in, e, out);
    if (compound) base_text_char(out, ')');
}

static void call(const Inst *in, const char *name, InstExpr *const *args, uint32_t n, Text *out) {
    base_text_add(out, name);
    base_text_char(out, '(');
    while (n && args[n - 1] == NULL) n--;
    list(in, args, n, out);
    base_text_char(out, ')');
}

static void literal(const Inst *in, const InstExpr *e, Text *out) {
    switch (e->kind) {
    case INST_E_REAL: base_text_double(out, e->real, true); break;
    case INST_E_INTEGER: base_text_printf(out, "%lld", (long long)e->integer); break;
    case INST_E_BOOLEAN: base_text_add(out, e->integer ? "true" : "false"); break;
    case INST_E_STRING: base_text_printf(out, "\"%s\"", inst_name(in, e->string)); break;
    default: {
        uint32_t n = inst_enum_size(e->cls);
        inst_type_text(&e->type, out);
        if (e->integer >= 1 && e->integer <= (int64_t)n)
            base_text_printf(out, ".%s", inst_name(in, inst_enum_literal(e->cls, (uint32_t)e->integer - 1)));
    }
    }
}

void inst_expr_text(const Inst *in, const InstExpr *e, Text *out) {
    switch ((InstExprKind)e->kind) {
    case INST_E_REAL:
    case INST_E_INTEGER:
    case INST_E_BOOLEAN:
    case INST_E_STRING:
    case INST_E_ENUM: literal(in, e, out); break;
    case INST_E_CREF: reference(in, e, out); break;
    case INST_E_TIME: base_text_add(out, "time"); break;
    case INST_E_ITER: base_text_add(out, inst_name(in, e->iter->name)); break;
    case INST_E_END: base_text_add(out, "end"); break;
    case INST_E_COLON: base_text_char(out, ':'); break;
    case INST_E_ERROR: base_text_add(out, "<error>"); break;
    case INST_E_UNARY:
        base_text_add(out, e->op == SYN_NOT ? "not " : "-");
        operand(in, e->args[0], out);
        break;
    case INST_E_BINARY:
        operand(in, e->args[0], out);
        base_text_printf(out, " %s ", inst_op_text(e->op));
        operand(in, e->args[1], out);
        break;
    case INST_E_IF:
        base_text_add(out, "if ");
        inst_expr_text(in, e->args[0], out);
        base_text_add(out, " then ");
        inst_expr_text(in, e->args[1], out);
        base_text_add(out, " else ");
        inst_expr_text(in, e->args[2], out);
        break;
    case INST_E_CAST: inst_expr_text(in, e->args[0], out); break;
    case INST_E_CALL: call(in, inst_name(in, e->function->name), e->args, e->nargs, out); break;
    case INST_E_BUILTIN: call(in, inst_builtin_name(e->builtin), e->args, e->nargs, out); break;
    case INST_E_RECORD: call(in, inst_class_text(e->cls), e->args, e->nargs, out); break;
    case INST_E_ARRAY:
        base_text_char(out, '{');
        list(in, e->args, e->nargs, out);
        base_text_char(out, '}');
        break;
    case INST_E_RANGE:
        for (uint32_t i = 0; i < 3; i++) {
            if (e->args[i] == NULL) continue;
            if (i) base_text_char(out, ':');
            operand(in, e->args[i], out);
        }
        break;
    case INST_E_SUBSCRIPT:
        base_text_char(out, '(');
        inst_expr_text(in, e->args[0], out);
        base_text_add(out, ")[");
        list(in, e->args + 1, e->nargs - 1, out);
        base_text_char(out, ']');
        break;
    case INST_E_FIELD:
        operand(in, e->args[0], out);
        base_text_printf(out, ".%s", inst_name(in, e->field));
        break;
    case INST_E_COMPREHENSION:
    case INST_E_REDUCTION:
        base_text_add(out, e->kind == INST_E_REDUCTION ? inst_builtin_name(e->builtin) : "");
        base_text_char(out, e->kind == INST_E_REDUCTION ? '(' : '{');
        inst_expr_text(in, e->args[0], out);
        iterators(in, e, out);
        base_text_char(out, e->kind == INST_E_REDUCTION ? ')' : '}');
        break;
    case INST_E_TUPLE: call(in, "", e->args, e->nargs, out); break;
    case INST_E_RESULT: inst_expr_text(in, e->args[0], out); break;
    case INST_E_PARTIAL: call(in, inst_name(in, e->function->name), e->args, e->nargs, out); break;
    }
}
