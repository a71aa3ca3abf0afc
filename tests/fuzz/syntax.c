/* The parser, the printer and the formatter on any bytes: no crash, no endless loop, whatever
 * comes; a text that can be formatted is stable when it is formatted again. */
#include "syntax/syntax.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void print_bindings(Context *ctx, const SynClass *c, int depth) {
    if (depth > 50) return;
    for (const SynElement *e = c->elements; e; e = e->next) {
        if (e->kind == SYN_CLASS_DEF && e->cls) print_bindings(ctx, e->cls, depth + 1);
        if (e->kind != SYN_COMPONENT || !e->mod || !e->mod->value) continue;
        Text text = {0};
        syn_print_expr(ctx->names, e->mod->value, &text);
        base_text_free(&text);
    }
}

static void format_twice(Context *ctx, SourceId id) {
    Text once = {0}, twice = {0};
    if (syn_format(ctx, id, &once)) {
        SourceId again = base_source_string(ctx->sources, "again.mo", base_text_str(&once), once.n);
        if (!syn_format(ctx, again, &twice)) abort();
        if (once.n != twice.n || (once.n && memcmp(once.at, twice.at, once.n) != 0)) abort();
    }
    base_text_free(&once);
    base_text_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Context *ctx = base_context_new();
    SourceId id = base_source_string(ctx->sources, "fuzz.mo", (const char *)data, size);
    SynFile *file = syn_parse(ctx, id);
    if (!file->failed)
        for (const SynElement *e = file->classes; e; e = e->next) print_bindings(ctx, e->cls, 0);
    bool failed = file->failed;
    syn_free(file);
    if (!failed) format_twice(ctx, id);
    base_context_free(ctx);
    return 0;
}
