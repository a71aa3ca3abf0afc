/* Blobs: what is put is taken, and a blob that is cut or changed anywhere makes its reader bad, nothing else. */
#include "base/base.h"
#include "test.h"

#include <string.h>

static void fill(Context *c, Text *whole) {
    Blob b = {0};
    VEC(double) numbers = {0};
    for (int i = 0; i < 5; i++) vec_push(&numbers, i * 0.5);
    uint32_t names[3] = {base_blob_name(&b, base_name(c->names, "resistor")), base_blob_name(&b, 0),
                         base_blob_name(&b, base_name(c->names, "R"))};
    base_blob_put_vec(&b, &numbers);
    base_blob_put(&b, names, sizeof names);
    base_blob_text(&b, "a text");
    base_blob_text(&b, NULL);
    base_blob_text(&b, "");
    base_blob_finish(&b, c->names, whole);
    base_blob_free(&b);
    vec_free(&numbers);
}

/* Reads everything; true when all of it is as it was. */
static bool read(Context *c, const char *data, size_t n, bool *bad) {
    BlobReader r;
    Arena a = {0};
    VEC(double) numbers = {0};
    uint32_t names[3];
    base_blob_open(&r, c->names, data, n);
    base_blob_take_vec(&r, &numbers);
    base_blob_take_into(&r, names, sizeof names);
    Name first = base_blob_name_of(&r, names[0]), none = base_blob_name_of(&r, names[1]);
    const char *text = base_blob_take_text(&r, &a), *null = base_blob_take_text(&r, &a),
               *empty = base_blob_take_text(&r, &a);
    bool ok = !r.bad && numbers.n == 5 && numbers.at[4] == 2 && strcmp(base_str(c->names, first), "resistor") == 0 &&
              none == 0 && text && strcmp(text, "a text") == 0 && !null && empty && !*empty;
    *bad = r.bad;
    base_blob_close(&r);
    vec_free(&numbers);
    base_free_arena(&a);
    return ok;
}

int main(void) {
    Context *c = base_context_new(), *other = base_context_new();
    Text whole = {0};
    bool bad, all = true;
    base_name(other->names, "something else first"); /* names have other numbers there */
    fill(c, &whole);
    check(read(c, whole.at, whole.n, &bad) && !bad, "what was put is taken");
    check(read(other, whole.at, whole.n, &bad) && !bad, "in another Context too");
    for (size_t n = 0; n < whole.n; n++) {
        char *cut = base_realloc(NULL, n + 1); /* so that sanitizers see a byte too many */
        memcpy(cut, whole.at, n);
        bool same = read(other, cut, n, &bad);
        all = all && !same && bad;
        base_realloc(cut, 0);
    }
    check(all, "a blob that is cut is bad");
    for (size_t i = 0; i < whole.n; i++)
        for (int bit = 0; bit < 8; bit++) { /* must not crash; what it says does not matter: checksums stand in front */
            whole.at[i] ^= (char)(1 << bit);
            (void)read(other, whole.at, whole.n, &bad);
            whole.at[i] ^= (char)(1 << bit);
        }
    check(read(other, whole.at, whole.n, &bad), "and whole again");
    base_text_free(&whole);
    base_context_free(c);
    base_context_free(other);
    return test_done();
}
