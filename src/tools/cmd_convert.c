/* cmd_convert.c - `causeway convert`: a library made for older versions of others, converted by their conversion
 * scripts. */
#include "tools/tools.h"

static void print_line(void *arg, const char *line) {
    (void)arg;
    base_say(stdout, "%s\n", line);
}

ToolExit tool_convert(ToolRun *r) {
    const ToolOptions *o = r->options;
    SesSay say = {.line = o->quiet ? NULL : print_line};
    return ses_convert(r->ctx, &r->asked, o->words.at[0], o->output, &say);
}
