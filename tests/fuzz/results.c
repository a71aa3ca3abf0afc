/* Files of numbers, whoever wrote them: results (CSV, MAT, HDF5) opened and read to their last column;
 * journals of studies gone on with.  No crash, no endless loop, no leak, whatever comes. */
#include "analysis/analysis.h"
#include "result/result.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A file in memory, by its path. */
static int make(const uint8_t *data, size_t size, char path[64]) {
    int fd = memfd_create("fuzz", 0);
    if (fd < 0 || write(fd, data, size) != (ssize_t)size) abort();
    snprintf(path, 64, "/proc/self/fd/%d", fd);
    return fd;
}

static void result(const uint8_t *data, size_t size) {
    char path[64];
    int fd = make(data, size, path);
    Context *ctx = base_context_new();
    ResResult *r = res_open(ctx, path);
    size_t n = 0;
    const char *const *names = r ? res_names(r, &n) : NULL;
    double sum = 0;
    for (size_t i = 0; i < n && i < 1000; i++) {
        const double *y = res_column(r, names[i]);
        for (size_t k = 0; y && k < res_rows(r); k++) sum += y[k];
        sum += (double)(strlen(res_unit(r, names[i])) + strlen(res_description(r, names[i])));
        sum += (double)strlen(res_display_unit(r, names[i]));
    }
    FILE *null = fopen("/dev/null", "wb"); /* every number is used */
    if (null) fprintf(null, "%g", sum), fclose(null);
    res_close(r);
    base_context_free(ctx);
    close(fd);
}

static void take(void *arg, const AnaRecord *r) {
    *(double *)arg += r->values ? r->values[0] : (double)strlen(r->text);
}

/* A journal of one column whose head is right, and one as it comes. */
static void journal(const uint8_t *data, size_t size, bool headed) {
    char path[64];
    int fd = make(data, headed ? 0 : size, path);
    Context *ctx = base_context_new();
    double sum = 0;
    AnaJournal *j = headed ? ana_journal_open(ctx, path, "study", 1) : NULL;
    if (j) {
        ana_journal_close(j);
        lseek(fd, 0, SEEK_END);
        if (write(fd, data, size) != (ssize_t)size) abort();
    }
    j = ana_journal_open(ctx, path, "study", 1);
    if (j) {
        ana_journal_each(j, take, &sum);
        ana_journal_close(j);
    }
    base_context_free(ctx);
    close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    result(data, size);
    journal(data, size, true);
    journal(data, size, false);
    return 0;
}
