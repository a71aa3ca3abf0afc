/* The parser and the formatter on any bytes: no crash, no endless loop, whatever comes. */
#include "syntax/syntax.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Context *ctx = base_context_new();
    SourceId id = base_source_string(ctx->sources, "fuzz.mo", (const char *)data, size);
    SynFile *file = syn_parse(ctx, id);
    syn_free(file);
    Text text = {0};
    syn_format(ctx, id, &text);
    base_text_free(&text);
    base_context_free(ctx);
    return 0;
}
