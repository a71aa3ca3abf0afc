/* Arena, vectors, names, maps, hashing, text, the work pool. */
#include "base/base.h"
#include "test.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void test_arena(void) {
    Arena a = {0};
    char *first = base_strdup(&a, "first");
    ArenaMark mark = base_mark(&a);
    for (int i = 0; i < 1000; i++) {
        char *p = base_alloc(&a, (size_t)i * 37);
        CHECK((uintptr_t)p % 16 == 0 && (i == 0 || (p[0] == 0 && p[i * 37 - 1] == 0)));
        memset(p, 0xAA, (size_t)i * 37);
    }
    base_release(&a, mark);
    CHECK(strcmp(first, "first") == 0);
    char *zeroed = base_alloc(&a, 100);
    CHECK(zeroed[0] == 0 && zeroed[99] == 0);
    char *big = base_alloc(&a, 50 << 20);
    CHECK(big[(50 << 20) - 1] == 0);
    char *text = base_sprintf(&a, "%0300d|%s", 7, "end");
    CHECK(strlen(text) == 304 && strcmp(text + 299, "7|end") == 0);
    base_free_arena(&a);
    CHECK(a.chunk == NULL);
}

/* An allocation that fails ends the process with 70 and a message, wherever it is. */
static void test_faults(void) {
    fflush(stdout);
    for (uint64_t n = 1; n <= 5; n++) {
        pid_t child = fork();
        if (child == 0) {
            if (!freopen("/dev/null", "w", stderr)) _exit(1);
            base_fail_allocation(n);
            Context *c = base_context_new();
            base_context_free(c);
            _exit(0);
        }
        int status;
        waitpid(child, &status, 0);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 70);
    }
}

static void test_vectors(void) {
    VEC(int) v = {0};
    for (int i = 0; i < 100000; i++) vec_push(&v, i * 3);
    CHECK(v.n == 100000 && v.at[77777] == 233331 && vec_last(&v) == 299997);
    CHECK(vec_pop(&v) == 299997 && v.n == 99999);
    int *more = vec_extend(&v, 5);
    CHECK(more[0] == 0 && more[4] == 0 && v.n == 100004);
    vec_free(&v);
    CHECK(v.at == NULL && v.n == 0);
}

static void test_names(void) {
    Names *names = base_names_new();
    CHECK(base_name(names, "") == 0 && base_str(names, 0)[0] == 0);
    Name x = base_name(names, "x");
    char word[32];
    Name ids[20000];
    for (int i = 0; i < 20000; i++) {
        snprintf(word, sizeof word, "name_%d", i);
        ids[i] = base_name(names, word);
    }
    int wrong = 0;
    for (int i = 0; i < 20000; i++) {
        snprintf(word, sizeof word, "name_%d", i);
        wrong += base_name(names, word) != ids[i] || strcmp(base_str(names, ids[i]), word) != 0;
    }
    CHECK(wrong == 0);
    CHECK(base_intern(names, "xyz", 1) == x && base_str_len(names, x) == 1);
    CHECK(base_intern(names, "a\0b", 3) != base_intern(names, "a\0c", 3));
    base_names_free(names);
}

static void test_maps(void) {
    Map m = {0};
    uint64_t v = 0;
    CHECK(!base_map_get(&m, 0, &v) && !base_map_del(&m, 0));
    for (uint64_t i = 0; i < 50000; i++) base_map_put(&m, i * i, i);
    CHECK(m.n == 50000 && base_map_get(&m, 49 * 49, &v) && v == 49);
    for (uint64_t i = 0; i < 50000; i += 2) CHECK(base_map_del(&m, i * i));
    int wrong = 0;
    for (uint64_t i = 0; i < 50000; i++) wrong += base_map_get(&m, i * i, &v) != (i % 2 == 1) || (i % 2 && v != i);
    CHECK(wrong == 0 && m.n == 25000);
    base_map_put(&m, 1, 99);
    CHECK(base_map_get(&m, 1, &v) && v == 99 && m.n == 25000);
    uint64_t marks = 0xB5AD4ECEDA1CE2A9u; /* the key of free slots is a key like others */
    CHECK(!base_map_get(&m, marks, &v) && !base_map_del(&m, marks));
    base_map_put(&m, marks, 7);
    CHECK(base_map_get(&m, marks, &v) && v == 7 && m.n == 25001);
    CHECK(base_map_del(&m, marks) && !base_map_get(&m, marks, &v) && m.n == 25000);
    base_map_put(&m, marks, 8);
    base_map_clear(&m);
    CHECK(!base_map_get(&m, 1, &v) && !base_map_get(&m, marks, &v) && m.n == 0);
    base_map_put(&m, marks, 9);
    CHECK(base_map_get(&m, marks, &v) && v == 9 && !base_map_get(&m, 1, &v));
    base_map_put(&m, 5, 1);
    uint64_t key, sum = 0, entries = 0;
    for (size_t at = 0; base_map_next(&m, &at, &key, &v); entries++) sum += v;
    CHECK(entries == 2 && sum == 10);
    base_map_free(&m);
    CHECK(base_hash("abc", 3, 0) != base_hash("abd", 3, 0) && base_hash("", 0, 0) != base_hash("", 0, 1));
    CHECK(base_mix(1, 2) != base_mix(2, 1));
}

static bool prints_as(double x, bool real, const char *want) {
    Text t = {0};
    base_text_double(&t, x, real);
    bool ok = strcmp(base_text_str(&t), want) == 0;
    if (!ok) printf("got %s, want %s\n", t.at, want);
    base_text_free(&t);
    return ok;
}

static void test_text(void) {
    Text t = {0};
    CHECK(strcmp(base_text_str(&t), "") == 0);
    base_text_add(&t, "a");
    base_text_char(&t, 'b');
    base_text_printf(&t, "%0200d", 5);
    CHECK(t.n == 202 && t.at[201] == '5' && t.at[202] == 0);
    base_text_free(&t);
    base_text_json(&t, "q\"\\\n\x01\xC3\xA4\xFF", 8);
    CHECK(strcmp(base_text_str(&t), "\"q\\\"\\\\\\n\\u0001\xC3\xA4\xEF\xBF\xBD\"") == 0);
    base_text_free(&t);
    CHECK(prints_as(0.1, true, "0.1") && prints_as(3, true, "3.0") && prints_as(3, false, "3"));
    CHECK(prints_as(1e300, true, "1e+300") && prints_as(1e15, true, "1e+15") && prints_as(-0.0, true, "-0.0"));
    CHECK(prints_as(NAN, true, "nan") && prints_as(-INFINITY, true, "-inf"));
    uint64_t state = 1;
    int wrong = 0;
    for (int i = 0; i < 20000; i++) {
        state = base_mix(state, (uint64_t)i);
        double x;
        memcpy(&x, &state, sizeof x);
        if (!isfinite(x)) continue;
        base_text_double(&t, x, true);
        wrong += strtod(t.at, NULL) != x;
        base_text_free(&t);
    }
    CHECK(wrong == 0);
}

static void add_job(void *arg, size_t i) { atomic_fetch_add((_Atomic size_t *)arg, i); }

static void test_pool(void) {
    _Atomic size_t sum = 0;
    base_parallel(4, 1000, add_job, (void *)&sum);
    CHECK(sum == 499500);
    base_parallel(1, 10, add_job, (void *)&sum);
    base_parallel(3, 0, add_job, (void *)&sum);
    CHECK(sum == 499545);
}

int main(void) {
    test_arena();
    test_faults();
    test_vectors();
    test_names();
    test_maps();
    test_text();
    test_pool();
    return test_done();
}
