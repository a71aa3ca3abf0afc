/* variants.c - calls with many numbers among their arguments get a function of their own.
 *
 * A model of a semiconductor or of a medium is a function of a few variables and of a record of a hundred parameters,
 * which are numbers in the code.  Called as it stands the numbers are stored for each call, and every branch that they
 * decide is decided again.  Its variant takes the other arguments only,
 *
 *     f7_2(e, in, y)  =  f7(e, {300.15, in[0], 1.0, in[1], ...}, y)
 *
 * and an optimising compiler, told to put everything that it calls into it, works out what the numbers settle.
 */
#include "codegen/codegen_impl.h"

#include <ctype.h>

enum {
    LEAST_NUMBERS = 8, /* among the arguments, for a variant to pay */
    MOST_VARIANTS = 4, /* of one function */
};

static const char CALL[] = "(e,(CwCell[]){";

bool gen_takes_cells(const char *text) { return strstr(text, CALL) != NULL; }

/* The end of what stands between braces; s is behind the opening one. */
static const char *closing(const char *s) {
    for (int depth = 0; *s; s++) {
        if (*s == '"')
            for (s++; *s != '"'; s++) s += *s == '\\';
        else if (*s == '{') depth++;
        else if (*s == '}' && depth-- == 0) break;
    }
    return s;
}

/* {.r=1.5} or {.r=(-1.5)} */
static bool is_number(const char *cell, const char *end) {
    if (end - cell < 6 || memcmp(cell, "{.r=", 4) != 0) return false;
    const char *s = cell + 4;
    if (*s == '(') s++;
    if (*s == '-') s++;
    if (!isdigit((unsigned char)*s)) return false;
    return s + strspn(s, "0123456789.e+-)") == end - 1;
}

/* The variant of a function for these arguments, written when it is first wanted; 0: it has too many. */
static uint32_t variant_for(Gen *g, uint32_t function, const char *arguments) {
    Name key = base_name(g->ctx->names, arguments);
    uint32_t n = 0;
    for (size_t i = 0; i < g->variants.n; i++) {
        if (g->variants.at[i].function != function) continue;
        if (g->variants.at[i].arguments == key) return g->variants.at[i].number;
        n++;
    }
    if (n == MOST_VARIANTS) return 0;
    vec_push(&g->variants, ((GenVariant){function, n + 1, key}));
    const DaeFunction *f = &g->dae->functions.at[function];
    Text head = {0};
    base_text_printf(&head, "CW_ALL_IN_ONE static %sf%u_%u(CwEnv *e,const CwCell *in,CwCell *y)", gen_result_type(f),
                     function, n + 1);
    base_text_printf(&g->prototypes, "%s;\n", base_text_str(&head));
    base_text_printf(&g->functions, "%s {\n%sf%u%s%s},y);\n}\n", base_text_str(&head), f->noutputs ? "return " : "",
                     function, CALL, arguments);
    base_text_free(&head);
    return n + 1;
}

/* Arguments of a variant, with in[k] where one is no number; kept: those, as they stand.  Returns how many numbers. */
static uint32_t sort_arguments(const char *s, const char *end, Text *arguments, Text *kept) {
    uint32_t numbers = 0, others = 0;
    while (s < end) {
        const char *stop = closing(s + 1) + 1; /* each is a cell in braces */
        if (is_number(s, stop)) {
            base_text_addn(arguments, s, (size_t)(stop - s));
            numbers++;
        } else {
            base_text_printf(arguments, "in[%u]", others);
            if (others++) base_text_char(kept, ',');
            base_text_addn(kept, s, (size_t)(stop - s));
        }
        if (stop < end) base_text_char(arguments, ',');
        s = stop + (stop < end);
    }
    if (!others) base_text_add(kept, "{0}");
    return numbers;
}

void gen_variants(Gen *g, const char *text, Text *out) {
    const char *s = text;
    for (const char *call; (call = strstr(s, CALL));) {
        const char *first = call + sizeof CALL - 1, *end = closing(first), *name = call;
        while (name > s && isdigit((unsigned char)name[-1])) name--;
        Text arguments = {0}, kept = {0};
        uint32_t variant = 0;
        bool function = name < call && name > s && name[-1] == 'f'; /* else a helper */
        if (function && sort_arguments(first, end, &arguments, &kept) >= LEAST_NUMBERS)
            variant = variant_for(g, (uint32_t)strtoul(name, NULL, 10), base_text_str(&arguments));
        base_text_addn(out, s, (size_t)(call - s));
        if (variant) base_text_printf(out, "_%u", variant);
        base_text_add(out, CALL);
        s = first;
        if (variant) { /* calls in what is kept are looked at as well */
            gen_variants(g, base_text_str(&kept), out);
            s = end;
        }
        base_text_free(&arguments), base_text_free(&kept);
    }
    base_text_add(out, s);
}
