/* test.h - what unit tests share: checks are counted, those that fail are printed, and `return test_done();` ends main.
 *
 *     CHECK(x == 3);
 *     check(x == 3, "three");                    a name for what is checked
 *     check(x == 3, "three", equation);          ... and of which of several cases
 */
#ifndef CAUSEWAY_TEST_H
#define CAUSEWAY_TEST_H

#include <stdbool.h>
#include <stdio.h>

static int passed, failed;

static inline bool check_at(bool ok, const char *file, int line, const char *what, const char *which, ...) {
    if (ok) passed++;
    else {
        failed++;
        printf("%s:%d: failed: %s%s%s\n", file, line, what, *which ? ": " : "", which);
    }
    return ok;
}
#define check(ok, ...) check_at(ok, __FILE__, __LINE__, __VA_ARGS__, "", "")
#define CHECK(cond) check_at(cond, __FILE__, __LINE__, #cond, "")

static inline int test_done(void) {
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}

#endif
