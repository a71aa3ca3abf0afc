/* external.c - the shared object with the wrappers of external functions. */
#include "compile/compile_impl.h"

CompUnit *comp_external(Context *ctx, const GenExternal *x) {
    (void)x;
    base_unsupported(ctx, "COMP0005", (Span){0}, "external functions are not supported yet");
    return NULL;
}

void comp_services(CompModel *m, const CompServices *services) { (void)m, (void)services; }
