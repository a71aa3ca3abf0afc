/* external.c - external functions (MLS 12.9): the C unit that calls them, and the calls of that unit.
 */
#include "codegen/codegen_impl.h"

void gen_external_body(Emit *e, uint32_t function) {
    const DaeFunction *f = &e->g->dae->functions.at[function];
    base_unsupported(e->g->ctx, "GEN0004", f->span, "external function %s is not supported yet",
                     base_str(e->g->ctx->names, f->name));
}

void gen_external_finish(Gen *g) { (void)g; }
