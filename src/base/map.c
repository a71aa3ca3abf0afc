/* map.c - hash functions and the map from 64-bit keys to 64-bit values.
 *
 * Open addressing with linear probing; the capacity is a power of two and at most two thirds full; removal
 * shifts later entries back, so there are no tombstones.  The mixer folds a 128-bit product (the idea of
 * wyhash, Wang Yi 2019).
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

static size_t slot_of(const Map *m, uint64_t key) {
    return fold(key ^ odd_b, odd_a) & (m->cap - 1);
}

bool base_map_get(const Map *m, uint64_t key, uint64_t *val) {
    if (m->n == 0) return false;
    for (size_t i = slot_of(m, key); m->used[i]; i = (i + 1) & (m->cap - 1)) {
        if (m->keys[i] != key) continue;
        if (val) *val = m->vals[i];
        return true;
    }
    return false;
}

static void resize(Map *m, size_t cap) {
    Map old = *m;
    m->cap = cap;
    m->n = 0;
    m->keys = base_realloc(NULL, cap * sizeof *m->keys);
    m->vals = base_realloc(NULL, cap * sizeof *m->vals);
    m->used = base_realloc(NULL, cap);
    memset(m->used, 0, cap);
    for (size_t i = 0; i < old.cap; i++)
        if (old.used[i]) base_map_put(m, old.keys[i], old.vals[i]);
    base_map_free(&old);
}

void base_map_put(Map *m, uint64_t key, uint64_t val) {
    if ((m->n + 1) * 3 > m->cap * 2) resize(m, m->cap ? m->cap * 2 : 16);
    size_t i = slot_of(m, key);
    while (m->used[i] && m->keys[i] != key) i = (i + 1) & (m->cap - 1);
    if (!m->used[i]) {
        m->used[i] = 1;
        m->keys[i] = key;
        m->n++;
    }
    m->vals[i] = val;
}

bool base_map_del(Map *m, uint64_t key) {
    if (m->n == 0) return false;
    size_t mask = m->cap - 1, hole = slot_of(m, key);
    while (m->used[hole] && m->keys[hole] != key) hole = (hole + 1) & mask;
    if (!m->used[hole]) return false;
    for (size_t i = (hole + 1) & mask; m->used[i]; i = (i + 1) & mask) {
        /* An entry may move into the hole only when that is not before its home slot. */
        size_t home = slot_of(m, m->keys[i]);
        if (((i - home) & mask) < ((i - hole) & mask)) continue;
        m->keys[hole] = m->keys[i];
        m->vals[hole] = m->vals[i];
        hole = i;
    }
    m->used[hole] = 0;
    m->n--;
    return true;
}

void base_map_clear(Map *m) {
    if (m->used) memset(m->used, 0, m->cap);
    m->n = 0;
}

void base_map_free(Map *m) {
    base_realloc(m->keys, 0);
    base_realloc(m->vals, 0);
    base_realloc(m->used, 0);
    *m = (Map){0};
}
