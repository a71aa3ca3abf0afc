/* cmd_cache.c - `causeway cache`: what the cache of translated models holds, and emptying it. */
#include "tools/tools.h"

#include <string.h>

ToolExit tool_cache(ToolRun *r) {
    const char *word = r->options->words.at[0];
    bool show = strcmp(word, "show") == 0, clear = strcmp(word, "clear") == 0;
    CompCacheSize s;
    if (!show && !clear && strcmp(word, "trim") != 0) {
        Diag *d = base_error(r->ctx, "TOOL0004", (Span){0}, "'%s' is nothing that can be done with the cache", word);
        base_hint(r->ctx, d, "usage: causeway cache show|trim|clear");
        return TOOL_USAGE;
    }
    if (!comp_cache_survey(&s)) {
        Diag *d = base_error(r->ctx, "TOOL0006", (Span){0}, "there is no place for a cache: %s will not do", s.folder);
        base_hint(
            r->ctx, d,
            "it must be a folder of yours, no link, that only you can write, and so must be every folder above it "
            "(those of the system are all right)");
        return TOOL_USAGE;
    }
    if (show)
        base_say(stdout, "%s: %llu models, %llu external libraries, %llu pieces of optimised code; %.1f of %.0f MiB\n",
                 s.folder, (unsigned long long)s.models, (unsigned long long)s.externals, (unsigned long long)s.others,
                 (double)s.bytes / (1 << 20), (double)comp_cache_bound() / (1 << 20));
    else printf("%llu files removed\n", (unsigned long long)comp_cache_trim(clear ? 0 : comp_cache_bound()));
    return TOOL_DONE;
}
