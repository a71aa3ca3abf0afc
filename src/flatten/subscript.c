/* subscript.c - subscripts that vary during the run are checked where they are used (MLS 3.6, 10.5).
 *
 * An element picked by a subscript that varies becomes a choice among all elements, which knows no error.  So the
 * subscript goes through a function that asserts its bounds.  This assert counts only where values are accepted: while
 * relations are still searched for, a subscript may have any value.
 */
#include "flatten/flatten_impl.h"

#include <string.h>

enum { INDEX, SIZE, ARRAY, RESULT, NLOCALS };

static DaeExpr as_text(DaePool *p, DaeExpr e) {
    DaeExpr a[5] = {e};
    return flat_string_node(p, a, 0);
}

/* function $subscript(index, size, array): index, after it was found inside 1:size */
static uint32_t check_function(Flat *f) {
    if (f->subscript_function) return f->subscript_function;
    Names *names = f->ctx->names;
    DaePool *p = &f->dae->pool;
    DaeLocal *locals = BASE_ARRAY(f->dae->arena, DaeLocal, NLOCALS);
    locals[INDEX] = (DaeLocal){.name = base_name(names, "index"), .base = DAE_INTEGER};
    locals[SIZE] = (DaeLocal){.name = base_name(names, "size"), .base = DAE_INTEGER};
    locals[ARRAY] = (DaeLocal){.name = base_name(names, "array"), .base = DAE_STRING};
    locals[RESULT] = (DaeLocal){.name = base_name(names, "result"), .base = DAE_INTEGER, .role = 1};
    DaeExpr index = dae_local(p, INDEX, DAE_INTEGER, 0), size = dae_local(p, SIZE, DAE_INTEGER, 0);
    DaeExpr inside = dae_op2(p, DAE_AND, dae_op2(p, DAE_GE, index, dae_int(p, 1)), dae_op2(p, DAE_LE, index, size));
    DaeExpr words[] = {dae_text(p, base_name(names, "subscript ")),     as_text(p, index),
                       dae_text(p, base_name(names, " of ")),           dae_local(p, ARRAY, DAE_STRING, 0),
                       dae_text(p, base_name(names, " is outside 1:")), as_text(p, size)};
    DaeExpr message = words[0];
    for (size_t i = 1; i < sizeof words / sizeof words[0]; i++) message = dae_op2(p, DAE_STRCAT, message, words[i]);
    DaeExpr body[] = {dae_op3(p, DAE_ASSERT, inside, message, dae_int(p, DAE_ASSERT_ACCEPTED)),
                      dae_op2(p, DAE_ASSIGN, dae_local(p, RESULT, DAE_INTEGER, 0), index)};
    DaeFunction check = {.name = base_name(names, "$subscript"),
                         .locals = locals,
                         .nlocals = NLOCALS,
                         .ninputs = 3,
                         .noutputs = 1,
                         .body = dae_op(p, DAE_SEQ, body, 2),
                         .pure = true,
                         .smooth_order = -1};
    if (!f->dae->functions.n) vec_push(&f->dae->functions, ((DaeFunction){0}));
    f->subscript_function = dae_add_function(f->dae, &check);
    return f->subscript_function;
}

DaeExpr flat_checked_index(Flat *f, const InstExpr *sub, DaeExpr index, int64_t size, const char *array) {
    if (sub->type.base != INST_INTEGER) return index;
    DaeExpr args[] = {index, dae_int(&f->pool, size), dae_text(&f->pool, base_name(f->ctx->names, array))};
    DaeExpr checked = dae_call(f->dae, &f->pool, check_function(f), 0, args, 3);
    return f->undecided ? dae_op3(&f->pool, DAE_IF, f->undecided, checked, index) : checked;
}

/* "dimension 2 of 'level' (Tank.mo:12:9)" for messages: equal for all instances of a class, whose equations are one
 * shape */
const char *flat_array_words(Flat *f, const InstExpr *e, uint32_t part, uint32_t dimension) {
    Text t = {0};
    const InstComp *c = e->parts[part].comp;
    if (c->type.ndims > 1) base_text_printf(&t, "dimension %u of ", dimension + 1);
    base_text_char(&t, '\'');
    for (uint32_t i = 0; i <= part; i++) {
        const InstPart *p = &e->parts[i];
        uint32_t member = p->comp->members && p->nsubs ? (uint32_t)p->subs[0]->integer - 1 : 0;
        base_text_printf(&t, "%s%s", i ? "." : "", base_str(f->ctx->names, inst_part_name(p->comp, member)));
    }
    base_text_char(&t, '\'');
    if (e->span.file) {
        int line, column;
        base_source_position(f->ctx->sources, e->span.file, e->span.start, &line, &column);
        const char *path = base_source(f->ctx->sources, e->span.file)->path, *slash = strrchr(path, '/');
        base_text_printf(&t, " (%s:%d:%d)", slash ? slash + 1 : path, line, column);
    }
    const char *words = base_strdup(&f->temp, base_text_str(&t));
    base_text_free(&t);
    return words;
}
