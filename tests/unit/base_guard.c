/* base_guard.c - exhausted memory and internal errors unwind to the guard of their thread. */
#include "base/base.h"

#include <string.h>

static int passed, failed;
#define CHECK(cond) ((cond) ? (void)passed++ : (void)(failed++, printf("%s:%d: %s\n", __FILE__, __LINE__, #cond)))

static void test_memory(void) {
    BaseGuard g;
    volatile bool behind = false;
    if (BASE_GUARDED(&g)) {
        base_fail_allocation(1);
        (void)base_realloc(NULL, 100);
        behind = true;
        base_guard_pop(&g);
    }
    CHECK(!behind);
    CHECK(g.memory);
    CHECK(strstr(g.text, "BASE0001") != NULL);
    CHECK(!base_is_guarded());
}

static void test_nested(void) {
    BaseGuard outer, inner;
    volatile int reached = 0;
    if (BASE_GUARDED(&outer)) {
        if (BASE_GUARDED(&inner)) base_bug("src/here.c", 7, "%s is wrong", "this");
        reached = 1;
        CHECK(!inner.memory && strstr(inner.text, "src/here.c:7: this is wrong") != NULL);
        base_bug("src/there.c", 8, "again");
    }
    CHECK(reached == 1);
    CHECK(strstr(outer.text, "src/there.c:8: again") != NULL);
    CHECK(!base_is_guarded());
}

/* On threads: the fault comes back to the thread that started them. */
static void job(void *arg, size_t i) {
    (void)arg;
    if (i == 37) base_bug("src/job.c", 1, "job %zu", i);
}

static void test_threads(void) {
    for (volatile int threads = 1; threads <= 4; threads = threads + 1) {
        BaseGuard g;
        volatile bool behind = false;
        if (BASE_GUARDED(&g)) {
            base_parallel(threads, 100, job, NULL);
            behind = true;
            base_guard_pop(&g);
        }
        CHECK(!behind);
        CHECK(strstr(g.text, "src/job.c:1: job 37") != NULL);
    }
}

/* Bytes behind a guard are counted, those behind guards inside it too; what is given back can be had again. */
static void test_bound(void) {
    BaseGuard outer, inner;
    char *volatile kept = NULL;
    volatile bool fell = false;
    if (BASE_GUARDED(&outer)) {
        base_guard_bound(&outer, 1 << 20);
        for (int i = 0; i < 100; i++) base_realloc(base_realloc(NULL, 900000), 0);
        kept = base_realloc(NULL, 500000);
        if (BASE_GUARDED(&inner)) {
            base_realloc(NULL, 600000);
            base_guard_pop(&inner);
        } else fell = inner.memory;
        kept = base_realloc(kept, 1000000);
        base_guard_pop(&outer);
    }
    CHECK(fell && kept);
    base_realloc(kept, 0);
    base_realloc(base_realloc(NULL, 4 << 20), 0); /* behind it nothing is counted */
}

int main(void) {
    test_bound();
    test_memory();
    test_nested();
    test_threads();
    printf("%d passed, %d failed\n", passed, failed);
    return failed ? 1 : 0;
}
