/* outside.c - expressions that the front end cannot evaluate, because functions in them are external or run long.
 *
 * They are translated: a model with the variables of the script as constants and the expression as its equation is
 * initialised, and the result read from it.  Texts have no place among the values of a run: such results stay unknown.
 */
#include "script/script_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *base_word(const InstType *t) {
    static const char *const words[] = {[INST_REAL] = "Real", [INST_INTEGER] = "Integer", [INST_BOOLEAN] = "Boolean"};
    return t->base <= INST_BOOLEAN ? words[t->base] : NULL;
}

/* A declaration of that type; sizes that only the function knows follow from its value.  false: it has a type that no
 * run can hold. */
static bool declare(const InstType *t, const char *name, Text *out) {
    const char *word = base_word(t);
    if (!word) return false;
    base_text_printf(out, "  %s %s", word, name);
    for (uint32_t i = 0; i < t->ndims; i++) {
        base_text_add(out, i ? ", " : "[");
        if (t->dims[i] == INST_UNKNOWN_DIM) base_text_char(out, ':');
        else base_text_printf(out, "%" PRId64, t->dims[i]);
    }
    if (t->ndims) base_text_char(out, ']');
    return true;
}

/* Sizes as the translated model has them. */
static void find_sizes(const causeway_model *m, InstType *t, const char *name) {
    for (uint32_t k = 0; k < t->ndims; k++) {
        int64_t size = 0;
        for (bool there = t->dims[k] == INST_UNKNOWN_DIM; there; size += there) {
            Text element = {0};
            base_text_add(&element, name);
            for (uint32_t i = 0; i < t->ndims; i++)
                base_text_printf(&element, "%c%" PRId64, i ? ',' : '[', i == k ? size + 1 : 1);
            base_text_char(&element, ']');
            there = causeway_find_variable(m, base_text_str(&element)) >= 0;
            base_text_free(&element);
        }
        if (t->dims[k] == INST_UNKNOWN_DIM) t->dims[k] = size;
    }
}

/* The results that an expression has: one, or those of a call. */
static uint32_t results(const InstExpr *e, InstType *types, uint32_t most) {
    if (e->type.base != INST_TUPLE) return types[0] = e->type, 1;
    uint32_t n = e->kind == INST_E_CALL && e->function ? e->function->noutputs : 0;
    for (uint32_t i = 0; i < n && i < most; i++) types[i] = e->function->outputs[i]->type;
    return n <= most ? n : 0;
}

static bool write_model(Script *s, const char *text, const Name *variables, size_t nvariables, const InstType *types,
                        uint32_t n, Text *out) {
    base_text_add(out, "model '$Call'\n");
    for (size_t i = 0; i < nvariables; i++) {
        const char *name = base_str(s->ctx->names, variables[i]);
        Text declared = {0}, value = {0};
        scr_print_type(scr_find(s, name)->value, &declared);
        scr_print(scr_find(s, name)->value, &value);
        base_text_printf(out, "  constant %s %s = %s;\n", base_text_str(&declared), name, base_text_str(&value));
        base_text_free(&declared);
        base_text_free(&value);
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!declare(&types[i], base_sprintf(&s->scratch, "'$%u'", i), out)) return false;
        if (n == 1) base_text_printf(out, " = %s", text);
        base_text_add(out, ";\n");
    }
    if (n > 1) base_text_add(out, "equation\n  (");
    for (uint32_t i = 0; n > 1 && i < n; i++) base_text_printf(out, "%s'$%u'", i ? ", " : "", i);
    if (n > 1) base_text_printf(out, ") = %s;\n", text);
    base_text_add(out, "end '$Call';\n");
    return true;
}

static ScrValue *scalar(Script *s, const InstType *t, double x) {
    return t->base == INST_REAL      ? scr_real(s, x)
           : t->base == INST_INTEGER ? scr_integer(s, (int64_t)x)
                                     : scr_boolean(s, x != 0);
}

static ScrValue *read_value(Script *s, causeway_run *r, const InstType *t, uint32_t dim, const char *name) {
    static const ScrKind kinds[] = {[INST_REAL] = SCR_REAL, [INST_INTEGER] = SCR_INTEGER, [INST_BOOLEAN] = SCR_BOOLEAN};
    if (dim == t->ndims) {
        double x = causeway_run_get(r, t->ndims ? base_sprintf(&s->scratch, "%s]", name) : name);
        return scalar(s, t, x);
    }
    ScrValue *a = scr_array(s, kinds[t->base], (size_t)t->dims[dim]);
    for (size_t i = 0; i < a->n; i++)
        a->items[i] = read_value(s, r, t, dim + 1, base_sprintf(&s->scratch, "%s%c%zu", name, dim ? ',' : '[', i + 1));
    return a;
}

static ScrValue *simulate_model(Script *s, InstType *types, uint32_t n) {
    causeway_model *m = causeway_model_new(s->session, "'$Call'");
    causeway_run *r = m ? causeway_run_new(m) : NULL;
    ScrValue *answer = NULL;
    if (r && causeway_run_initialise(r) == CAUSEWAY_OK) {
        answer = n == 1 ? NULL : scr_tuple(s, n);
        for (uint32_t i = 0; i < n; i++) {
            find_sizes(m, &types[i], base_sprintf(&s->scratch, "'$%u'", i));
            ScrValue *v = read_value(s, r, &types[i], 0, base_sprintf(&s->scratch, "'$%u'", i));
            if (n == 1) answer = v;
            else answer->items[i] = v;
        }
    }
    for (size_t i = 0; r && i < causeway_run_diagnostic_count(r); i++)
        base_text_add(&s->errors,
                      causeway_format_diagnostic(s->session, causeway_run_get_diagnostic(r, i), CAUSEWAY_TEXT));
    if (r) causeway_run_free(r);
    causeway_model_free(m);
    return answer;
}

ScrValue *scr_translated(Script *s, const InstExpr *e, const char *text, const Name *variables, size_t nvariables) {
    static const char path[] = "<call>.mo";
    InstType types[16];
    Text model = {0};
    ScrValue *answer = NULL;
    uint32_t n = results(e, types, 16);
    for (uint32_t i = 0; i < n; i++) /* the instances go when the session changes */
        types[i].dims = base_copy(&s->scratch, types[i].dims, types[i].ndims * sizeof *types[i].dims);
    bool ok = n && write_model(s, text, variables, nvariables, types, n, &model);
    if (ok && causeway_load_text(s->session, path, base_text_str(&model), model.n, NULL) == CAUSEWAY_OK)
        answer = simulate_model(s, types, n);
    if (ok) ses_unload(s->session, path);
    base_text_free(&model);
    return answer;
}
