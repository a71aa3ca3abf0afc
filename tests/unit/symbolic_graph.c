/* Matching, components, Dulmage-Mendelsohn and colouring on graphs of integers. */
#include "symbolic/symbolic_impl.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static void build(SymGraph *g, const char *text) {
    sym_graph_init(g);
    for (const char *p = text; *p; p++) {
        if (*p == '|') sym_graph_close_row(g);
        else if (*p >= '0' && *p <= '9') sym_graph_edge(g, (uint32_t)(*p - '0'));
    }
}

static void clear_match(uint32_t *a, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) a[i] = SYM_NONE;
}

static void test_match(void) {
    SymGraph g;
    uint32_t rows[10], cols[10];
    build(&g, "01|0|12|");
    clear_match(rows, 10), clear_match(cols, 10);
    CHECK(sym_match(&g, 3, rows, cols) == 3);
    CHECK(rows[0] == 1 && rows[1] == 0 && rows[2] == 2);
    sym_graph_free(&g);
    build(&g, "01|01|01|2|");
    clear_match(rows, 10), clear_match(cols, 10);
    CHECK(sym_match(&g, 3, rows, cols) == 3);
    sym_graph_free(&g);
}

/* A long chain in which every greedy choice can be wrong, and a random graph against single
 * augmentation. */
static void test_random(void) {
    for (unsigned seed = 1; seed < 60; seed++) {
        SymGraph g;
        sym_graph_init(&g);
        uint32_t n = 40, x = seed * 2654435761u;
        for (uint32_t r = 0; r < n; r++) {
            for (int k = 0; k < 2; k++) {
                x = x * 1664525u + 1013904223u;
                sym_graph_edge(&g, (x >> 8) % n);
            }
            sym_graph_close_row(&g);
        }
        uint32_t rows[40], cols[40], rows2[40], cols2[40], count = 0;
        clear_match(rows, n), clear_match(cols, n), clear_match(rows2, n), clear_match(cols2, n);
        uint32_t best = sym_match(&g, n, rows, cols);
        SymSearch s;
        sym_search_init(&s, n);
        for (uint32_t r = 0; r < n; r++) count += sym_augment(&g, &s, r, NULL, true, rows2, cols2);
        CHECK(best == count);
        for (uint32_t r = 0; r < n; r++) {
            if (rows[r] != SYM_NONE) CHECK(cols[rows[r]] == r);
            if (rows2[r] != SYM_NONE) CHECK(cols2[rows2[r]] == r);
        }
        sym_search_free(&s);
        sym_graph_free(&g);
    }
}

static void test_components(void) {
    /* node 0 needs item 1; 1 needs 2; 2 needs 1 and 3; 3 needs nothing; owner is the identity */
    uint32_t off[] = {0, 1, 2, 4}, cnt[] = {1, 1, 2, 0}, items[] = {1, 2, 1, 3}, owner[] = {0, 1, 2, 3}, order[4];
    VecU32 ends = {0};
    sym_components(4, off, cnt, items, owner, 4, order, &ends);
    CHECK(ends.n == 3);
    CHECK(order[0] == 3 && order[3] == 0);
    CHECK(ends.at[0] == 1 && ends.at[1] == 3 && ends.at[2] == 4);
    vec_free(&ends);
}

/* part3.md T7 and T4: the sets are canonical, whatever the matching. */
static void test_decompose(void) {
    SymGraph g;
    uint32_t rows[10], cols[10];
    uint8_t rp[10], cp[10];
    build(&g, "1|12|12|234|45|3456|567|");
    clear_match(rows, 10), clear_match(cols, 10);
    CHECK(sym_match(&g, 8, rows, cols) == 6);
    sym_decompose(&g, 8, rows, cols, rp, cp);
    for (int i = 0; i < 3; i++) CHECK(rp[i] == SYM_PART_OVER);
    for (int i = 3; i < 7; i++) CHECK(rp[i] == SYM_PART_UNDER);
    CHECK(cp[1] == SYM_PART_OVER && cp[2] == SYM_PART_OVER && cp[7] == SYM_PART_UNDER);
    sym_graph_free(&g);
    build(&g, "12|12|23|2346|56|");
    clear_match(rows, 10), clear_match(cols, 10);
    CHECK(sym_match(&g, 7, rows, cols) == 5);
    sym_decompose(&g, 7, rows, cols, rp, cp);
    CHECK(rp[0] == SYM_PART_WELL && rp[2] == SYM_PART_WELL && rp[3] == SYM_PART_UNDER);
    CHECK(cp[4] == SYM_PART_UNDER && cp[5] == SYM_PART_UNDER && cp[6] == SYM_PART_UNDER);
    CHECK(cp[3] == SYM_PART_WELL);
    sym_graph_free(&g);
}

static void test_colour(void) {
    /* tridiagonal 5x5 */
    uint32_t ptr[] = {0, 2, 5, 8, 11, 13}, ind[] = {0, 1, 0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4}, colour[5];
    CHECK(sym_colour(5, 5, ptr, ind, 1000, colour) == 3);
    CHECK(colour[0] == 0 && colour[1] == 1 && colour[2] == 2 && colour[3] == 0);
    CHECK(sym_colour(5, 5, ptr, ind, 3, colour) == 0);
}

/* Row i is adjacent to i and i+1 (mod n) in an order that misleads; must be near linear. */
static void test_size(void) {
    uint32_t n = 1000000;
    SymGraph g;
    sym_graph_init(&g);
    for (uint32_t r = 0; r < n; r++) {
        sym_graph_edge(&g, (r + 1) % n);
        if (r) sym_graph_edge(&g, r);
        sym_graph_close_row(&g);
    }
    uint32_t *rows = base_realloc(NULL, n * 4), *cols = base_realloc(NULL, n * 4);
    clear_match(rows, n), clear_match(cols, n);
    clock_t t = clock();
    CHECK(sym_match(&g, n, rows, cols) == n);
    CHECK(clock() - t < 3 * CLOCKS_PER_SEC);
    base_realloc(rows, 0), base_realloc(cols, 0);
    sym_graph_free(&g);
}

int main(void) {
    test_match();
    test_random();
    test_components();
    test_decompose();
    test_colour();
    test_size();
    return test_done();
}
