/* The whole front end on any text: parse, look up, instantiate, flatten, print, and read the flat text back.  No crash,
 * no endless loop, no leak, whatever comes.
 *
 * Half of the mutations work on tokens, so that most texts parse and reach the later stations. */
#include "flatten/flatten.h"

#include <ctype.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);

static void flatten(Context *ctx, LibTree *lib, LibClass *cls) {
    Inst *inst = inst_new(ctx, lib);
    InstClass *model = inst_model(inst, cls, NULL);
    Dae *dae = model && !base_error_count(ctx) ? flat_model(inst, model) : NULL;
    if (dae) {
        Text text = {0};
        dae_print(dae, &text);
        Context *again = base_context_new();
        SourceId id = base_source_string(again->sources, "flat.dae", base_text_str(&text), text.n);
        Dae *back = dae_parse(again, id);
        if (back) dae_free(back);
        base_context_free(again);
        base_text_free(&text);
        dae_free(dae);
    }
    inst_free(inst);
}

static void check(Context *ctx, LibTree *lib, LibClass *cls) {
    Inst *inst = inst_new(ctx, lib);
    inst->checking = true;
    Text name = {0};
    lib_full_name(cls, &name);
    InstClass *c = inst_class_by_name(inst, base_text_str(&name), (Span){0});
    base_text_free(&name);
    if (c) inst_check_class(c);
    inst_free(inst);
}

static void front(const char *text, size_t size, bool whole) {
    Context *ctx = base_context_new();
    ctx->max_depth = 200;
    ctx->max_scalars = 10000;
    LibTree *lib = lib_new(ctx);
    LibClass *cls = lib_load_string(lib, "fuzz.mo", text, size);
    if (cls && lib_syn(cls) && !base_error_count(ctx)) {
        if (whole) flatten(ctx, lib, cls);
        else check(ctx, lib, cls);
    }
    Text messages = {0};
    base_diag_take(ctx, &messages);
    base_text_free(&messages);
    lib_free(lib);
    base_context_free(ctx);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    front((const char *)data, size, true);
    front((const char *)data, size, false);
    return 0;
}

/* ---- mutations of tokens ----------------------------------------------------------------------------------------- */

static const char *const words[] = {"model ",
                                    "block ",
                                    "package ",
                                    "record ",
                                    "connector ",
                                    "expandable connector ",
                                    "type ",
                                    "function ",
                                    "operator record ",
                                    "operator function ",
                                    "enumeration(a, b)",
                                    "extends ",
                                    "import ",
                                    "within ",
                                    "end ",
                                    "redeclare ",
                                    "replaceable ",
                                    "constrainedby ",
                                    "each ",
                                    "final ",
                                    "inner ",
                                    "outer ",
                                    "parameter ",
                                    "constant ",
                                    "discrete ",
                                    "input ",
                                    "output ",
                                    "flow ",
                                    "stream ",
                                    "partial ",
                                    "encapsulated ",
                                    "pure ",
                                    "impure ",
                                    "protected ",
                                    "public ",
                                    "equation ",
                                    "initial equation ",
                                    "algorithm ",
                                    "external \"C\" ",
                                    "annotation(Evaluate=true)",
                                    "if ",
                                    " then ",
                                    " else ",
                                    " elseif ",
                                    "end if;",
                                    "for i in 1:2 loop ",
                                    "end for;",
                                    "while ",
                                    " loop ",
                                    "end while;",
                                    "when ",
                                    "end when;",
                                    "connect(a, b);",
                                    "der(x)",
                                    "pre(x)",
                                    "previous(x)",
                                    "sample(0, 1)",
                                    "Clock(1, 2)",
                                    "hold(x)",
                                    "subSample(x, 2)",
                                    "initialState(a);",
                                    "transition(a, b, true);",
                                    "activeState(a)",
                                    "Connections.root(a.r);",
                                    "inStream(x)",
                                    "actualStream(x)",
                                    "size(x, 1)",
                                    "zeros(2)",
                                    "fill(1, 2)",
                                    "cat(1, x, x)",
                                    "sum(x)",
                                    "{i for i in 1:3}",
                                    "x[:]",
                                    "x[end]",
                                    "[1, 2; 3, 4]",
                                    "String(x)",
                                    "Real ",
                                    "Integer ",
                                    "Boolean ",
                                    "String ",
                                    "Clock ",
                                    "time",
                                    "(start = 1)",
                                    "(min = 0)",
                                    "= break",
                                    "break ",
                                    "return;",
                                    "assert(true, \"\");",
                                    "terminate(\"\");",
                                    "reinit(x, 1);",
                                    "noEvent(",
                                    "smooth(0, ",
                                    "delay(x, 1)",
                                    "homotopy(x, 1)",
                                    "'constructor'",
                                    "'+'",
                                    ".",
                                    ",",
                                    ";",
                                    "(",
                                    ")",
                                    "{",
                                    "}",
                                    "[",
                                    "]",
                                    "=",
                                    ":=",
                                    "+",
                                    "-",
                                    "*",
                                    "/",
                                    "^",
                                    "<",
                                    ">",
                                    "not "};

typedef struct {
    size_t from, to;
} Token;

static size_t tokens(const uint8_t *s, size_t n, Token *out, size_t most) {
    size_t count = 0, i = 0;
    while (i < n && count < most) {
        size_t from = i;
        if (isalnum(s[i]) || s[i] == '_') {
            while (i < n && (isalnum(s[i]) || s[i] == '_')) i++;
        } else if (isspace(s[i])) {
            i++;
            continue;
        } else {
            i++;
        }
        out[count++] = (Token){from, i};
    }
    return count;
}

static unsigned next(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Replaces [from, to) of the text; returns the new size (the old one when it would not fit). */
static size_t replace(uint8_t *data, size_t size, size_t max, size_t from, size_t to, const void *with, size_t n) {
    if (size - (to - from) + n > max) return size;
    memmove(data + from + n, data + to, size - to);
    memcpy(data + from, with, n);
    return size - (to - from) + n;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed) {
    static Token t[20000];
    unsigned r = seed;
    size_t n = next(&r) % 4 ? tokens(data, size, t, 20000) : 0;
    if (n < 2) return LLVMFuzzerMutate(data, size, max);
    Token a = t[next(&r) % n], b = t[next(&r) % n];
    size_t last = next(&r) % 8;
    size_t k = (size_t)(&t[0] - t);
    uint8_t copy[512];
    switch (next(&r) % 6) {
    case 0: /* a token becomes another one of the text */
    case 1:
        k = b.to - b.from > sizeof copy ? sizeof copy : b.to - b.from;
        memcpy(copy, data + b.from, k);
        return replace(data, size, max, a.from, a.to, copy, k);
    case 2: { /* some tokens are left out */
        size_t i = next(&r) % n, j = i + last < n ? i + last : n - 1;
        return replace(data, size, max, t[i].from, t[j].to, "", 0);
    }
    case 3: { /* some tokens stand again elsewhere */
        size_t i = next(&r) % n, j = i + last * 3 < n ? i + last * 3 : n - 1;
        k = t[j].to - t[i].from > sizeof copy ? sizeof copy : t[j].to - t[i].from;
        memcpy(copy, data + t[i].from, k);
        return replace(data, size, max, a.from, a.from, copy, k);
    }
    default: {
        const char *w = words[next(&r) % (sizeof words / sizeof *words)];
        return replace(data, size, max, a.from, next(&r) % 2 ? a.to : a.from, w, strlen(w));
    }
    }
}
