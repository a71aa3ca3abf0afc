/* fmu_options.c - what may be asked of the export of an FMU, in words: kinds, machines, methods. */
#include "fmi/fmi_impl.h"

#include <string.h>

typedef struct {
    const char *word;
    int value;
} Word;

static const Word kinds_known[] = {{"me", FMI_ME}, {"cs", FMI_CS}, {"se", FMI_SE}, {NULL, 0}};
static const Word machines[] = {{"linux64", FMI_LINUX64}, {"win64", FMI_WIN64}, {"aarch64", FMI_AARCH64}, {NULL, 0}};
enum { VARIABLE = -1 };
/* cvode: the method that CVODE is known for, here in our own code */
static const Word methods[] = {{"bdf", VARIABLE},
                               {"cvode", VARIABLE},
                               {"inline-euler", FMI_EULER},
                               {"inline-rk4", FMI_RK4},
                               {"inline-implicit-euler", FMI_IMPLICIT_EULER},
                               {"inline-sdirk4", FMI_SDIRK4},
                               {NULL, 0}};

static const Word *find_word(const Word *known, const char *at, size_t n) {
    for (; known->word; known++)
        if (strlen(known->word) == n && !strncmp(known->word, at, n)) return known;
    return NULL;
}

static void refuse(Context *ctx, const char *option, const char *given, const Word *known) {
    Text all = {0};
    for (; known->word; known++) base_text_printf(&all, "%s%s", all.n ? ", " : "", known->word);
    Diag *d = base_error(ctx, "FMI0005", (Span){0}, "--%s %s is not known", option, given);
    base_hint(ctx, d, "there are %s", base_text_str(&all));
    base_text_free(&all);
}

/* Words parted by commas, together; 0 after reporting. */
static int together(Context *ctx, const char *option, const char *words, const Word *known) {
    int all = 0;
    for (const char *at = words; at;) {
        size_t n = strcspn(at, ",");
        const Word *w = find_word(known, at, n);
        if (!w) return refuse(ctx, option, words, known), 0;
        all |= w->value;
        at = at[n] ? at + n + 1 : NULL;
    }
    return all;
}

bool fmi_options(Context *ctx, const char *kinds, const char *binaries, const char *method, FmiExport *what) {
    what->kinds = kinds ? together(ctx, "kind", kinds, kinds_known) : FMI_ME | FMI_CS;
    if (!what->kinds) return false;
    if (what->kinds & FMI_SE && (what->kinds != FMI_SE || what->version != 3)) {
        Diag *d =
            base_error(ctx, "FMI0005", (Span){0}, "--kind %s: scheduled execution stands alone, in FMI 3.0", kinds);
        base_hint(ctx, d,
                  "--fmi 3 --kind se; the other kinds have an FMU of their own, in which clocks tick by themselves");
        return false;
    }
    if (binaries && !(what->binaries = together(ctx, "binary", binaries, machines))) return false;
    what->method = FMI_SDIRK4;
    if (!method) return true;
    const Word *w = find_word(methods, method, strlen(method));
    if (!w) return refuse(ctx, "method", method, methods), false;
    if (w->value != VARIABLE) what->method = (FmiMethod)w->value;
    if ((w->value == VARIABLE) == !(what->fixed_step > 0)) return true;
    Diag *d =
        base_error(ctx, "FMI0005", (Span){0},
                   w->value == VARIABLE ? "--method %s chooses its steps itself" : "--method %s needs a step", method);
    base_hint(ctx, d, w->value == VARIABLE ? "leave --step out, or take an inline method" : "add --step H");
    return false;
}
