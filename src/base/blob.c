/* blob.c - data structures as bytes, for files that the same program reads back (the cache of translated models).
 *
 * A blob is a row of pieces, each with its length in front and padded to eight bytes.  Names (interned strings) are
 * written as numbers of a table of their own, which stands in front:
 *
 *     number of names | names, each ended by zero | piece | piece | ...
 *
 * Whether the bytes are whole is for the reader of the file to find out (base_seal: length and checksum behind them);
 * pieces that do not fit are noticed here all the same and make the reader `bad`.
 */
#include "base/base.h"

#include <string.h>

/* ---- writing ----------------------------------------------------------------------------------------------------- */

void base_blob_put(Blob *b, const void *data, size_t n) {
    static const char zeros[8] = {0};
    uint64_t length = n;
    base_text_addn(&b->out, (const char *)&length, sizeof length);
    if (n) base_text_addn(&b->out, data, n);
    base_text_addn(&b->out, zeros, (8 - n % 8) % 8);
}

void base_blob_text(Blob *b, const char *s) { base_blob_put(b, s, s ? strlen(s) + 1 : 0); }

uint32_t base_blob_name(Blob *b, Name name) {
    uint64_t known;
    if (!name) return 0;
    if (base_map_get(&b->number_of, name, &known)) return (uint32_t)known;
    vec_push(&b->names, name);
    base_map_put(&b->number_of, name, b->names.n);
    return (uint32_t)b->names.n;
}

void base_blob_finish(Blob *b, const Names *names, Text *whole) {
    Blob table = {0};
    Text strings = {0};
    uint64_t n = b->names.n;
    for (size_t i = 0; i < n; i++)
        base_text_addn(&strings, base_str(names, b->names.at[i]), base_str_len(names, b->names.at[i]) + 1);
    base_blob_put(&table, &n, sizeof n);
    base_blob_put(&table, strings.at, strings.n);
    base_text_addn(whole, table.out.at, table.out.n);
    base_text_addn(whole, b->out.at ? b->out.at : "", b->out.n);
    base_text_free(&table.out);
    base_text_free(&strings);
}

void base_blob_free(Blob *b) {
    base_text_free(&b->out);
    base_map_free(&b->number_of);
    vec_free(&b->names);
}

/* ---- a seal ------------------------------------------------------------------------------------------------------ */

typedef struct {
    uint64_t length, checksum;
} Seal;

void base_seal(Text *t, size_t from) {
    Seal seal = {t->n - from, base_hash(t->at + from, t->n - from, t->n - from)};
    base_text_addn(t, (const char *)&seal, sizeof seal);
}

bool base_unseal(const char *data, size_t *n) {
    Seal seal;
    if (*n < sizeof seal) return false;
    size_t length = *n - sizeof seal;
    memcpy(&seal, data + length, sizeof seal);
    if (seal.length != length || seal.checksum != base_hash(data, length, length)) return false;
    *n = length;
    return true;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

const void *base_blob_take(BlobReader *r, size_t *n) {
    uint64_t length;
    *n = 0;
    if (r->bad || (size_t)(r->end - r->at) < sizeof length) {
        r->bad = true;
        return "";
    }
    memcpy(&length, r->at, sizeof length);
    size_t room = (size_t)(r->end - r->at) - sizeof length;
    if (length > room || (length + 7) / 8 * 8 > room) {
        r->bad = true;
        return "";
    }
    const char *data = r->at + sizeof length;
    r->at = data + (length + 7) / 8 * 8;
    *n = (size_t)length;
    return data;
}

void base_blob_take_into(BlobReader *r, void *to, size_t n) {
    size_t length;
    const void *data = base_blob_take(r, &length);
    if (length != n) r->bad = true;
    memset(to, 0, n);
    if (!r->bad && n) memcpy(to, data, n);
}

const void *base_blob_take_copy(BlobReader *r, Arena *a, size_t *n) {
    const void *data = base_blob_take(r, n);
    return *n ? base_copy(a, data, *n) : NULL;
}

const char *base_blob_take_text(BlobReader *r, Arena *a) {
    size_t n;
    const char *data = base_blob_take(r, &n);
    if (n && data[n - 1] != 0) r->bad = true;
    return n && !r->bad ? base_strndup(a, data, n - 1) : NULL;
}

void base_blob_open(BlobReader *r, Names *names, const char *data, size_t n) {
    *r = (BlobReader){.at = data, .end = data + n};
    uint64_t count;
    size_t length;
    base_blob_take_into(r, &count, sizeof count);
    const char *strings = base_blob_take(r, &length);
    if (count > length) r->bad = true;
    for (uint64_t i = 0; i < count && !r->bad; i++) {
        size_t room = strnlen(strings, length);
        if (room == length) r->bad = true;
        else vec_push(&r->names, base_intern(names, strings, room));
        strings += room + 1;
        length -= room + 1;
    }
}

Name base_blob_name_of(BlobReader *r, uint32_t number) {
    if (!number) return 0;
    if (number > r->names.n) r->bad = true;
    return r->bad ? 0 : r->names.at[number - 1];
}

void base_blob_close(BlobReader *r) { vec_free(&r->names); }
