/* syntax_speed.c - how fast a folder of Modelica files is read.
 *
 *     syntax_speed [-v] DIR...     parses every .mo file below, three times, prints the best rate
 *
 * Without arguments it has nothing to measure and passes.
 */
#include "syntax/syntax.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* nftw hands its callback no argument of our own. */
static VecStr files;

static int add_file(const char *path, const struct stat *st, int type, struct FTW *ftw) {
    (void)st, (void)ftw;
    size_t n = strlen(path);
    if (type == FTW_F && n > 3 && strcmp(path + n - 3, ".mo") == 0) vec_push(&files, strdup(path));
    return 0;
}

/* Of this process: other programs on the machine do not count. */
static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Parses all files in a fresh Context; returns seconds of one core, reading excluded. */
static double parse_all(size_t *bytes, size_t *memory, size_t *errors, bool show) {
    Context *c = base_context_new();
    VEC(SynFile *) trees = {0};
    VecU32 sources = {0};
    size_t total = 0;
    unsigned touched = 0;
    for (size_t i = 0; i < files.n; i++) {
        SourceId id = base_source_open(c->sources, files.at[i]);
        const Source *s = base_source(c->sources, id);
        for (size_t k = 0; k < s->n; k += 4096) touched += (unsigned char)s->text[k];
        total += s->n;
        vec_push(&sources, id);
    }
    double start = cpu_seconds();
    for (size_t i = 0; i < sources.n; i++) vec_push(&trees, syn_parse(c, sources.at[i]));
    double seconds = cpu_seconds() - start;
    *bytes = total + (touched == 1);
    *memory = 0;
    *errors = base_error_count(c);
    if (show) base_diag_flush(c, stderr);
    for (size_t i = 0; i < trees.n; i++) {
        *memory += trees.at[i]->arena.total;
        syn_free(trees.at[i]);
    }
    vec_free(&trees);
    vec_free(&sources);
    base_context_free(c);
    return seconds;
}

int main(int argc, char **argv) {
    bool verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    for (int i = verbose ? 2 : 1; i < argc; i++) nftw(argv[i], add_file, 16, FTW_PHYS);
    double best = 1e9;
    size_t bytes = 0, memory = 0, errors = 0;
    for (int run = 0; run < 3 && files.n; run++) {
        double seconds = parse_all(&bytes, &memory, &errors, verbose && run == 0);
        if (seconds < best) best = seconds;
    }
    if (files.n)
        printf("%zu files, %.2f MB in %.1f ms: %.1f MB/s, trees %.1f MB, %zu errors\n", files.n, (double)bytes / 1e6,
               best * 1e3, (double)bytes / 1e6 / best, (double)memory / 1e6, errors);
    for (size_t i = 0; i < files.n; i++) free(files.at[i]);
    vec_free(&files);
    printf("1 passed, 0 failed\n");
    return errors ? 1 : 0;
}
