/* cmd_cache.c - `causeway cache`: what the cache of translated models holds, and emptying it. */
#include "tools/tools.h"

#include <string.h>

ToolExit tool_cache(ToolRun *r) {
    const char *word = r->options->words.at[0];
    bool show = strcmp(word, "show") == 0, clear = strcmp(word, "clear") == 0;
    causeway_cache_info s = {.size = sizeof s};
    if (!show && !clear && strcmp(word, "trim") != 0) {
        Diag *d = base_error(r->ctx, "TOOL0004", (Span){0}, "'%s' is nothing that can be done with the cache", word);
        base_hint(r->ctx, d, "usage: causeway cache show|trim|clear");
        return TOOL_USAGE;
    }
    ToolExit code = ses_look_at_cache(r->ctx, &s);
    if (code != TOOL_DONE) return code;
    if (show)
        base_say(stdout, "%s: %llu models, %llu external libraries, %llu pieces of optimised code; %.1f of %.0f MiB\n",
                 s.folder, (unsigned long long)s.models, (unsigned long long)s.externals, (unsigned long long)s.others,
                 (double)s.bytes / (1 << 20), (double)s.bound / (1 << 20));
    else printf("%llu files removed\n", (unsigned long long)ses_trim_cache(r->ctx, clear ? 0 : s.bound));
    return TOOL_DONE;
}
