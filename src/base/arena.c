/* arena.c - memory.
 *
 * Every byte of the program comes through base_realloc, so that a test can make any allocation fail.
 * An arena is a stack of chunks that grow geometrically; an allocation bumps a pointer; everything is freed
 * together, or back to a mark.
 *
 *   arena -> chunk (newest) -> chunk -> chunk -> NULL
 *            [head|used ....|next ... end|tail]
 *
 * The tail is never handed out: a struct of which only the front was allocated can be copied whole.
 */
#include "base/base.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { ALIGN = 16, TAIL = 64, FIRST_CHUNK = 64 << 10, LARGEST_CHUNK = 4 << 20 };

struct BaseChunk {
    BaseChunk *older;
    size_t size; /* bytes after the head */
};

#define CHUNK_HEAD ((sizeof(BaseChunk) + ALIGN - 1) / ALIGN * ALIGN)

static char *chunk_data(BaseChunk *c) { return (char *)c + CHUNK_HEAD; }

/* Countdown of the injected fault; 0 is off.  The one mutable global: it belongs to the test harness, not to
 * a compilation. */
static _Atomic uint64_t fail_countdown;

void base_fail_allocation(uint64_t n) { atomic_store(&fail_countdown, n); }

static bool fault_is_due(void) {
    uint64_t left = atomic_load_explicit(&fail_countdown, memory_order_relaxed);
    if (left == 0) return false;
    atomic_store(&fail_countdown, left - 1);
    return left == 1;
}

/* A system that promises more memory than it has ends the process that uses it: better not to begin. */
static void *ask_system(void *old, size_t size) {
    enum { LARGE = 1 << 30 };
    if (fault_is_due() || (size > LARGE && size > base_machine_memory())) return NULL;
    return realloc(old, size);
}

/* Under a bound (guard.c) every byte counts, also those that malloc rounds up to. */
static void *ask_bounded(void *old, size_t size) {
    size_t before = malloc_usable_size(old);
    if (!base_take_room(size, before)) return NULL;
    void *p = ask_system(old, size);
    if (p) (void)base_take_room(malloc_usable_size(p), size);
    else (void)base_take_room(before, size);
    return p;
}

/* size > 0; NULL: there is not so much. */
static void *try_realloc(void *old, size_t size) {
    return base_has_bound() ? ask_bounded(old, size) : ask_system(old, size);
}

void *base_realloc(void *old, size_t size) {
    if (size == 0) {
        if (base_has_bound()) (void)base_take_room(0, malloc_usable_size(old));
        free(old);
        return NULL;
    }
    void *p = try_realloc(old, size);
    if (!p) base_out_of_memory(size);
    return p;
}

void base_trim(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

static bool add_chunk(Arena *a, size_t need) {
    size_t size = a->chunk ? a->chunk->size * 2 : FIRST_CHUNK;
    if (size > LARGEST_CHUNK) size = LARGEST_CHUNK;
    if (size < need) size = need;
    BaseChunk *c = try_realloc(NULL, CHUNK_HEAD + size + TAIL);
    if (!c) return false;
    c->older = a->chunk;
    c->size = size;
    a->chunk = c;
    a->next = chunk_data(c);
    a->end = a->next + size;
    return true;
}

/* Room for size bytes, not zeroed; NULL: there is not so much. */
static void *try_take(Arena *a, size_t size) {
    size_t mask = (size_t)(ALIGN - 1) >> a->dense, rounded = (size + !size + mask) & ~mask; /* dense: half of ALIGN */
    if ((size_t)(a->end - a->next) < rounded && !add_chunk(a, rounded)) return NULL;
    void *p = a->next;
    a->next += rounded;
    a->total += rounded;
    return p;
}

static void *take(Arena *a, size_t size) {
    if (size > SIZE_MAX / 2) base_bug(__FILE__, __LINE__, "allocation of %zu bytes", size);
    void *p = try_take(a, size);
    if (!p) base_out_of_memory(size);
    return p;
}

void *base_alloc(Arena *a, size_t size) {
    void *p = take(a, size);
    memset(p, 0, size);
    return p;
}

void *base_try_alloc(Arena *a, size_t size) {
    void *p = size > SIZE_MAX / 2 ? NULL : try_take(a, size);
    return p ? memset(p, 0, size) : NULL;
}

void *base_copy(Arena *a, const void *from, size_t size) {
    void *p = take(a, size);
    if (size) memcpy(p, from, size);
    return p;
}

char *base_strndup(Arena *a, const char *s, size_t n) {
    char *p = take(a, n + 1);
    if (n) memcpy(p, s, n);
    p[n] = 0;
    return p;
}

char *base_strdup(Arena *a, const char *s) { return base_strndup(a, s, strlen(s)); }

char *base_sprintf(Arena *a, const char *fmt, ...) {
    char small[256];
    va_list args;
    va_start(args, fmt);
    int n = vsnprintf(small, sizeof small, fmt, args);
    va_end(args);
    if (n < 0) return base_strdup(a, "");
    if ((size_t)n < sizeof small) return base_strndup(a, small, (size_t)n);
    char *p = take(a, (size_t)n + 1);
    va_start(args, fmt);
    vsnprintf(p, (size_t)n + 1, fmt, args);
    va_end(args);
    return p;
}

ArenaMark base_mark(Arena *a) { return (ArenaMark){a->chunk, a->next}; }

void base_release(Arena *a, ArenaMark mark) {
    while (a->chunk != mark.chunk) {
        BaseChunk *older = a->chunk->older;
        base_realloc(a->chunk, 0);
        a->chunk = older;
    }
    a->next = mark.next;
    a->end = a->chunk ? chunk_data(a->chunk) + a->chunk->size : NULL;
}

void base_free_arena(Arena *a) {
    base_release(a, (ArenaMark){NULL, NULL});
    *a = (Arena){0};
}

void *base_vec_grow(void *at, size_t *cap, size_t want, size_t item) {
    size_t more = *cap < 8 ? 8 : *cap + *cap / 2;
    if (more < want) more = want;
    if (more > SIZE_MAX / 2 / item) base_bug(__FILE__, __LINE__, "vector of %zu items", more);
    *cap = more;
    return base_realloc(at, more * item);
}
