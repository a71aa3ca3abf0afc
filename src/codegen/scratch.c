/* scratch.c - memory that arrays and strings take while functions run, and when it is given back.
 *
 * What an evaluation takes is freed at its end.  A function without arrays among its results gives back what it took
 * when it returns.  A loop gives back what its rounds took, every now and then: unless a variable that is set in it has
 * got new storage since, which is then kept.
 */
#include "codegen/codegen_impl.h"

#include <ctype.h>
#include <string.h>

/* ---- functions --------------------------------------------------------------------------------------------------- */

/* Scratch can be given back at the end when no result lies in it. */
bool gen_plain_results(const DaeFunction *f) {
    for (uint32_t k = 0; k < f->noutputs; k++) {
        const DaeLocal *l = &f->locals[f->ninputs + k];
        if (l->rank || l->base == DAE_STRING || l->base == DAE_OBJECT) return false;
    }
    return true;
}

/* The next call of a function in code: behind it, with its number in *id.  NULL: there is none. */
const char *gen_next_call(const char *code, const char *from, uint32_t *id) {
    for (const char *s = from; (s = strstr(s, "(e")); s += 2) {
        const char *name = s;
        while (name > code && name[-1] >= '0' && name[-1] <= '9') name--;
        if (name == s || name == code || name[-1] != 'f') continue;
        *id = (uint32_t)strtoul(name, NULL, 10);
        return s + 2;
    }
    return NULL;
}

/* Is the helper whose name begins here one that leaves nothing in scratch memory? */
static bool leaves_nothing(const char *name) {
    static const char *const plain[] = {
        "min",     "max",    "sign",   "not",     "div",     "mod",   "rem",     "power",  "pow",    "tanh",
        "compare", "fail",   "given",  "or_zero", "deeper",  "el1",   "el2",     "el",     "size",   "dot",
        "sum",     "min_of", "max_of", "scalar",  "product", "count", "outside", "linear", "solved", "linear_near"};
    size_t n = strcspn(name, "(");
    for (size_t k = 0; k < sizeof plain / sizeof *plain; k++)
        if (strlen(plain[k]) == n && !memcmp(plain[k], name, n)) return true;
    return false;
}

/* Does code, or a function that it calls, take scratch memory that is nobody's any more at its end?  To mark and to
 * release it costs as much as a function of a few operations. */
bool gen_takes_scratch(const Gen *g, const char *code) {
    if (strstr(code, "e->call->") || strstr(code, "->code)(e")) return true;
    for (const char *s = code; (s = strstr(s, "cw_")); s += 3)
        if (!leaves_nothing(s + 3)) return true;
    uint32_t id;
    for (const char *s = code; (s = gen_next_call(code, s, &id));)
        if (!gen_plain_results(&g->dae->functions.at[id])) return true;
    return false;
}

/* ---- loops ------------------------------------------------------------------------------------------------------- */

/* Is a variable set as a whole in code, x3 = ... or &x3? */
static bool is_set(const char *code, uint32_t k) {
    char name[16];
    size_t n = (size_t)snprintf(name, sizeof name, "x%u", k);
    for (const char *s = code; (s = strstr(s, name)); s += n) {
        bool whole = s == code || !(isalnum((unsigned char)s[-1]) || s[-1] == '_');
        if (!whole || isdigit((unsigned char)s[n])) continue;
        if ((s > code && s[-1] == '&') || strncmp(s + n, " = ", 3) == 0) return true;
    }
    return false;
}

/* Elements of arrays of strings may lie in what a round took, though the array does not. */
static bool has_string_arrays(const DaeFunction *f) {
    for (uint32_t k = 0; k < f->nlocals; k++)
        if (f->locals[k].rank && f->locals[k].base == DAE_STRING) return true;
    return false;
}

void gen_loop_scratch(Emit *e, uint32_t id, const char *turns, size_t body, Text *head) {
    const DaeFunction *f = e->fn;
    const char *code = base_text_str(e->out) + body;
    if ((f && has_string_arrays(f)) || !gen_takes_scratch(e->g, code)) return;
    Text same = {0}, keep = {0};
    base_text_printf(head, "void *m%u = e->call->mark(e);\n", id);
    for (uint32_t k = f ? f->ninputs : 0; f && k < f->nlocals; k++) {
        const DaeLocal *l = &f->locals[k];
        if (l->function_type || !(l->rank || l->base == DAE_STRING) || !is_set(code, k)) continue;
        base_text_printf(head, "const void *p%u_%u = x%u;\n", id, k, k);
        base_text_printf(&same, "%sx%u == p%u_%u", same.n ? " && " : "", k, id, k);
        base_text_printf(&keep, "p%u_%u = x%u; ", id, k, k);
    }
    base_text_printf(e->out, "if ((%s & 31) == 31) {\n", turns);
    if (same.n)
        base_text_printf(e->out, "if (%s) e->call->release(e, m%u);\nelse { %s}\n", same.at, id, base_text_str(&keep));
    else base_text_printf(e->out, "e->call->release(e, m%u);\n", id);
    base_text_printf(e->out, "m%u = e->call->mark(e);\n}\n", id);
    base_text_free(&same), base_text_free(&keep);
}
