/* name.c - interned names.
 *
 * Text lives in an arena and never moves; an open-addressing table of ids finds it again.  The table keeps
 * 32 bits of each hash beside the id, so that a probe rarely touches the text.
 */
#include "base/base.h"

#include <string.h>

typedef struct {
    const char *text;
    uint32_t length;
    uint32_t hash;
} Entry;

typedef struct {
    uint32_t hash;
    Name id; /* 0: free slot (the empty name is never in the table) */
} Slot;

struct Names {
    Arena arena;
    VEC(Entry) entries;
    Slot *table;
    size_t mask; /* table size - 1, a power of two */
};

Names *base_names_new(void) {
    Names *names = base_realloc(NULL, sizeof *names);
    memset(names, 0, sizeof *names);
    size_t size = 1024;
    names->table = base_realloc(NULL, size * sizeof *names->table);
    memset(names->table, 0, size * sizeof *names->table);
    names->mask = size - 1;
    vec_push(&names->entries, ((Entry){"", 0, 0}));
    return names;
}

void base_names_free(Names *names) {
    if (!names) return;
    base_free_arena(&names->arena);
    vec_free(&names->entries);
    base_realloc(names->table, 0);
    base_realloc(names, 0);
}

static void grow(Names *names) {
    size_t size = (names->mask + 1) * 2;
    names->table = base_realloc(names->table, size * sizeof *names->table);
    memset(names->table, 0, size * sizeof *names->table);
    names->mask = size - 1;
    for (size_t id = 1; id < names->entries.n; id++) {
        uint32_t hash = names->entries.at[id].hash;
        size_t i = hash & names->mask;
        while (names->table[i].id) i = (i + 1) & names->mask;
        names->table[i] = (Slot){hash, (Name)id};
    }
}

Name base_intern(Names *names, const char *s, size_t n) {
    if (n == 0) return 0;
    uint32_t hash = (uint32_t)base_hash(s, n, 0);
    size_t i = hash & names->mask;
    for (; names->table[i].id; i = (i + 1) & names->mask) {
        if (names->table[i].hash != hash) continue;
        const Entry *e = &names->entries.at[names->table[i].id];
        if (e->length == n && memcmp(e->text, s, n) == 0) return names->table[i].id;
    }
    if (n > UINT32_MAX || names->entries.n >= UINT32_MAX) base_bug(__FILE__, __LINE__, "too many names");
    Name id = (Name)names->entries.n;
    vec_push(&names->entries, ((Entry){base_strndup(&names->arena, s, n), (uint32_t)n, hash}));
    names->table[i] = (Slot){hash, id};
    if (names->entries.n * 2 > names->mask + 1) grow(names);
    return id;
}

Name base_name(Names *names, const char *s) { return base_intern(names, s, strlen(s)); }

const char *base_str(const Names *names, Name name) { return names->entries.at[name].text; }

size_t base_str_len(const Names *names, Name name) { return names->entries.at[name].length; }
