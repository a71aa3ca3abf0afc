/* guard.c - the end of memory, and our own faults: the process ends, or the thread unwinds to who guards it.
 *
 * A library must not end the process of its host.  So every entry of the library pushes a guard; what goes wrong behind
 * it jumps back there.  What was being worked on is lost then, with its memory.
 */
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

static _Thread_local BaseGuard *innermost;

void base_guard_push(BaseGuard *g) {
    g->outer = innermost;
    g->text[0] = 0;
    g->memory = false;
    g->bound = g->left = 0;
    g->bounding = innermost ? innermost->bounding : NULL;
    if (!innermost) {
        g->own = newlocale(LC_ALL_MASK, "C", (locale_t)0);
        g->host = g->own ? uselocale(g->own) : (locale_t)0;
    }
    innermost = g;
}

static void leave(const BaseGuard *g) {
    innermost = g->outer;
    if (innermost || !g->own) return;
    uselocale(g->host);
    freelocale(g->own);
}

void base_guard_bound(BaseGuard *g, size_t bytes) {
    g->bound = g->left = bytes;
    g->bounding = g;
}

bool base_has_bound(void) { return innermost && innermost->bounding; }

bool base_take_room(size_t more, size_t less) {
    BaseGuard *g = innermost->bounding;
    if (more > less && more - less > g->left) return false;
    if (more > less) g->left -= more - less;
    else g->left = less - more < g->bound - g->left ? g->left + (less - more) : g->bound; /* some is older than it */
    return true;
}

void base_guard_pop(BaseGuard *g) { leave(g); }

bool base_is_guarded(void) { return innermost != NULL; }

void base_unwind(bool memory, const char *text) {
    BaseGuard *g = innermost;
    if (!g) {
        fputs(text, stderr);
        if (memory) _Exit(70);
        exit(70);
    }
    leave(g);
    g->memory = memory;
    snprintf(g->text, sizeof g->text, "%s", text);
    longjmp(g->jump, 1);
}

void base_out_of_memory(size_t size) {
    char text[256];
    snprintf(text, sizeof text,
             "causeway: error[BASE0001]: out of memory: %zu bytes could not be had\n"
             "  hint: record fewer signals, make the model smaller, or raise the memory limit\n",
             size);
    base_unwind(true, text);
}

void base_bug(const char *file, int line, const char *fmt, ...) {
    const char *inside = strstr(file, "src/");
    char text[1024];
    int n = snprintf(text, sizeof text, "causeway: internal error at %s:%d: ", inside ? inside : file, line);
    va_list args;
    va_start(args, fmt);
    n += vsnprintf(text + n, sizeof text - (size_t)n - 120, fmt, args);
    va_end(args);
    if (n > (int)sizeof text - 120) n = (int)sizeof text - 120;
    snprintf(text + n, sizeof text - (size_t)n,
             "\n  hint: this is a fault of causeway, not of the model; please report it with the model\n");
    base_unwind(false, text);
}
