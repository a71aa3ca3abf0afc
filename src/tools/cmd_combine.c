/* cmd_combine.c - `causeway combine`: a model with modes as one whose structure does not change. */
#include "tools/tools.h"

#include <math.h>

ToolExit tool_combine(ToolRun *r) {
    SesModel m = tool_model(r);
    Text t = {0};
    SesSimulation how = {.record = {.path = "/dev/null"}, .combined = &t};
    const char *output = r->options->output;
    how.classic = output && (ses_ends_with(output, ".dym") || ses_ends_with(output, ".dymola"));
    how.options.start = r->options->start;
    how.options.stop = r->options->stop;
    how.options.tolerance = r->options->tolerance;
    how.options.interval = NAN;
    SesOutcome out;
    ToolExit code = ses_simulate(&m, &how, &out);
    if (code == TOOL_DONE && !t.n) {
        if (!base_error_count(r->ctx))
            base_error(r->ctx, "MODE0006", (Span){0}, "the structure of the model does not change: it is one already");
        code = TOOL_UNTRANSLATABLE;
    }
    if (code == TOOL_DONE) code = tool_write_text(r, base_text_str(&t), t.n);
    ses_free_outcome(&out);
    base_text_free(&t);
    ses_free(&m);
    return code;
}
