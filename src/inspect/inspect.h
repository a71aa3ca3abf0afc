/* inspect.h - a run seen by the compiler: failures explained by equations and numbers, Jacobians verified.
 *
 * Sections:
 *   explain_run.c  what the runtime asks when something fails (RtExplain)
 *   verify.c       Jacobians against differences, for --check-jacobian
 *
 * The runtime knows no equations (model.h); while the compiler lives, these tell it about them.
 */
#ifndef CAUSEWAY_INSPECT_H
#define CAUSEWAY_INSPECT_H

#include "codegen/codegen.h"
#include "runtime/runtime.h"

/* ---- explain_run.c ----------------------------------------------------------------------------------------------- */

/* A run of the model behind g (rt_new), with explanations; diagnostics go to ctx.  g must outlive it. */
Runtime *ins_runtime(const GenModel *g, const CwModel *code, Context *ctx);
/* Makes the pattern of the DAE form, where that is what a run will choose, so that g->description is complete without
 * the compiler. */
void ins_complete(GenModel *g);

/* ---- verify.c ---------------------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t entries, wrong; /* compared; that disagree beyond doubt */
} InsVerified;

/* Compares the analytic Jacobians of the ODE and of every system of equations with differences at the present
 * point, and the matrix of the DAE form as it is put together of them; names wrong equations (RT0095) and entries
 * (RT0096), each once: `reported` remembers them from point to point.  Values are as before afterwards. */
InsVerified ins_verify_jacobians(const GenModel *g, Runtime *rt, Map *reported);

#endif
