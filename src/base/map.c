/* map.c - hash functions and the map from 64-bit keys to 64-bit values.
 *
 * Open addressing with linear probing; the capacity is a power of two and at most two thirds full; removal
 * shifts later entries back, so there are no tombstones.  Free slots carry a key of their own, and should a caller use
 * that key its value is kept beside the table.  The mixer folds a 128-bit product (the idea of wyhash, Wang Yi 2019).
 */
#include "base/base.h"

#include <string.h>

static const uint64_t odd_a = 0x9E3779B97F4A7C15u, odd_b = 0xD6E8FEB86659FD93u;

static uint64_t fold(uint64_t a, uint64_t b) {
    __uint128_t p = (__uint128_t)a * b;
    return (uint64_t)p ^ (uint64_t)(p >> 64);
}

uint64_t base_mix(uint64_t a, uint64_t b) { return fold(a ^ odd_a, b ^ odd_b ^ (a << 32 | a >> 32)); }

static uint64_t load(const unsigned char *p, size_t n) {
    uint64_t x = 0;
    memcpy(&x, p, n);
    return x;
}

uint64_t base_hash(const void *data, size_t n, uint64_t seed) {
    const unsigned char *p = data;
    uint64_t h = fold(seed ^ odd_a, n ^ odd_b);
    for (; n > 16; p += 16, n -= 16) h = fold(load(p, 8) ^ odd_b ^ h, load(p + 8, 8) ^ odd_a);
    uint64_t low, high = 0;
    if (n > 8) {
        low = load(p, 8);
        high = load(p + 8, n - 8);
    } else {
        low = n ? load(p, n) : 0;
    }
    return fold(fold(low ^ odd_b ^ h, high ^ odd_a), odd_b);
}

static const uint64_t free_key = 0xB5AD4ECEDA1CE2A9u;

static size_t slot_of(const Map *m, uint64_t key) { return fold(key ^ odd_b, odd_a) & (m->cap - 1); }

/* The slot that holds key, or the free one where it would go. */
static size_t find_slot(const Map *m, uint64_t key) {
    size_t i = slot_of(m, key);
    while (m->slots[i].key != key && m->slots[i].key != free_key) i = (i + 1) & (m->cap - 1);
    return i;
}

bool base_map_get(const Map *m, uint64_t key, uint64_t *val) {
    if (m->n == 0) return false;
    if (key == free_key) {
        if (m->has_free && val) *val = m->free_val;
        return m->has_free;
    }
    if (!m->cap) return false;
    const MapSlot *s = &m->slots[find_slot(m, key)];
    if (s->key != key) return false;
    if (val) *val = s->val;
    return true;
}

static void resize(Map *m, size_t cap) {
    MapSlot *old = m->slots;
    size_t old_cap = m->cap;
    m->cap = cap;
    m->slots = base_realloc(NULL, cap * sizeof *m->slots);
    for (size_t i = 0; i < cap; i++) m->slots[i] = (MapSlot){free_key, 0};
    for (size_t i = 0; i < old_cap; i++)
        if (old[i].key != free_key) m->slots[find_slot(m, old[i].key)] = old[i];
    base_realloc(old, 0);
}

void base_map_put(Map *m, uint64_t key, uint64_t val) {
    if (key == free_key) {
        m->n += !m->has_free;
        m->has_free = true;
        m->free_val = val;
        return;
    }
    if ((m->n + 1) * 3 > m->cap * 2) resize(m, m->cap ? m->cap * 2 : 16);
    MapSlot *s = &m->slots[find_slot(m, key)];
    m->n += s->key != key;
    *s = (MapSlot){key, val};
}

bool base_map_del(Map *m, uint64_t key) {
    if (!base_map_get(m, key, NULL)) return false;
    m->n--;
    if (key == free_key) {
        m->has_free = false;
        return true;
    }
    size_t mask = m->cap - 1, hole = find_slot(m, key);
    for (size_t i = (hole + 1) & mask; m->slots[i].key != free_key; i = (i + 1) & mask) {
        /* An entry may move into the hole only when that is not before its home slot. */
        size_t home = slot_of(m, m->slots[i].key);
        if (((i - home) & mask) < ((i - hole) & mask)) continue;
        m->slots[hole] = m->slots[i];
        hole = i;
    }
    m->slots[hole].key = free_key;
    return true;
}

bool base_map_next(const Map *m, size_t *at, uint64_t *key, uint64_t *val) {
    while (*at < m->cap && m->slots[*at].key == free_key) ++*at;
    if (*at > m->cap || (*at == m->cap && !m->has_free)) return false;
    bool beside = *at == m->cap; /* the key of free slots comes last */
    *key = beside ? free_key : m->slots[*at].key;
    *val = beside ? m->free_val : m->slots[*at].val;
    ++*at;
    return true;
}

void base_map_clear(Map *m) {
    for (size_t i = 0; m->n && i < m->cap; i++) m->slots[i].key = free_key;
    m->n = 0;
    m->has_free = false;
}

void base_map_free(Map *m) {
    base_realloc(m->slots, 0);
    *m = (Map){0};
}
