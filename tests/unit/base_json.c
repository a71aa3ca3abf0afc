/* JSON to a tree, and SHA-256. */
#include "base/base.h"

#include <string.h>

static int passed, failed;

static void check(bool ok, const char *what) {
    passed += ok;
    failed += !ok;
    if (!ok) printf("failed: %s\n", what);
}

static const BaseJson *read(Arena *a, const char *text, size_t *at) {
    const char *why;
    return base_json_read(a, text, strlen(text), at, &why);
}

static void values(Arena *a) {
    size_t at;
    const BaseJson *j =
        read(a, " {\"a\": [1, -2.5e3, true, null], \"b\": {\"c\": \"x\\n\\u00e9\\ud83d\\ude00\"}} ", &at);
    const BaseJson *list = base_json_get(j, "a");
    check(j && j->kind == BASE_JSON_OBJECT && j->n == 2, "an object of two members");
    check(list && list->n == 4 && list->items->number == 1 && list->items->next->number == -2500, "numbers");
    check(list && list->items->next->next->kind == BASE_JSON_BOOLEAN && list->items->next->next->number == 1, "true");
    check(list && list->items->next->next->next->kind == BASE_JSON_NULL, "null");
    const char *text = base_json_string(base_json_get(j, "b"), "c");
    check(text && strcmp(text, "x\n\xc3\xa9\xf0\x9f\x98\x80") == 0, "escapes");
    check(!base_json_get(j, "z") && !base_json_string(j, "a") && !base_json_get(NULL, "a"), "what is not there");
    check(read(a, "[]", &at) && read(a, "{}", &at) && read(a, "\"\"", &at), "empty ones");
}

static void mistakes(Arena *a) {
    const char *const wrong[] = {"",    "{",   "[1,]",   "{\"a\"}",      "{\"a\":}",   "[1 2]", "\"x",       "\"\\q\"",
                                 "tru", "1 2", "{1: 2}", "\"\\ud83d\"x", "[\"a\nb\"]", "nul",   "\"\\u12\"", "}"};
    size_t at;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) check(!read(a, wrong[i], &at), wrong[i]);
    read(a, "[1, 2, x]", &at);
    check(at == 7, "where it is wrong");
    Text deep = {0};
    for (int i = 0; i < 100000; i++) base_text_char(&deep, '[');
    check(!read(a, base_text_str(&deep), &at), "nested without end");
    base_text_free(&deep);
}

static void hash_is(const char *text, size_t times, const char *want) {
    BaseSha256 s;
    char hex[65];
    base_sha256_begin(&s);
    for (size_t i = 0; i < times; i++) base_sha256_add(&s, text, strlen(text));
    base_sha256_end(&s, hex);
    check(strcmp(hex, want) == 0, want);
}

int main(void) {
    Arena a = {0};
    values(&a);
    mistakes(&a);
    base_free_arena(&a);
    /* examples of FIPS 180 */
    hash_is("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    hash_is("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    hash_is("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    hash_is("aaaaaaaaaa", 100000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
