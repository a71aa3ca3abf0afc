/* journal.c - what is done of a study, on disk.
 *
 *     head:    "causeway study 1\n", length of the identity (8 bytes), the identity, columns (4 bytes), checksum (8
 *     bytes)
 *     record:  run (8), status (4), length of the text (4), columns numbers (8 each), text, checksum (8) of all before
 *     it
 *
 * A record is appended with one write; its checksum tells whether all of it arrived.  The first one that is damaged,
 * and what follows it, is cut off when the file is opened again: those runs are done anew.
 */
#include "analysis/analysis.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char MAGIC[] = "causeway study 1\n";
enum { HEAD_OF_RECORD = 16, CHECKSUM = 8 };

struct AnaJournal {
    int file; /* -1: in memory only */
    uint32_t columns;
    pthread_mutex_t lock;
    Map place;              /* run -> number in records */
    VEC(AnaRecord) records; /* values and texts lie in arena */
    Arena arena;
};

static bool write_whole(int file, const char *at, size_t n) {
    while (n > 0) {
        ssize_t done = write(file, at, n);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        at += done;
        n -= (size_t)done;
    }
    return true;
}

static void put(Text *t, const void *data, size_t n) { base_text_addn(t, data, n); }

static void finish(Text *t, size_t from) {
    uint64_t sum = base_hash(t->at + from, t->n - from, 1);
    put(t, &sum, sizeof sum);
}

static void remember(AnaJournal *j, const AnaRecord *r) {
    AnaRecord copy = *r;
    copy.values = r->values ? base_copy(&j->arena, r->values, j->columns * sizeof(double)) : NULL;
    copy.text = base_strdup(&j->arena, r->text);
    base_map_put(&j->place, r->run, j->records.n);
    vec_push(&j->records, copy);
}

/* The record at data[at..n); its length, or 0 when it is not whole. */
static size_t take_record(AnaJournal *j, const char *data, size_t at, size_t n) {
    if (n - at < HEAD_OF_RECORD + CHECKSUM) return 0;
    AnaRecord r = {0};
    uint32_t length;
    memcpy(&r.run, data + at, 8);
    memcpy(&r.status, data + at + 8, 4);
    memcpy(&length, data + at + 12, 4);
    size_t numbers = j->columns * sizeof(double), whole = HEAD_OF_RECORD + numbers + length;
    if (n - at < whole + CHECKSUM) return 0;
    uint64_t sum;
    memcpy(&sum, data + at + whole, CHECKSUM);
    if (sum != base_hash(data + at, whole, 1)) return 0;
    if (ana_journal_has(j, r.run)) return whole + CHECKSUM;
    double *values = base_copy(&j->arena, data + at + HEAD_OF_RECORD, numbers + 1);
    r.values = r.status ? NULL : values;
    r.text = base_strndup(&j->arena, data + at + HEAD_OF_RECORD + numbers, length);
    base_map_put(&j->place, r.run, j->records.n);
    vec_push(&j->records, r);
    return whole + CHECKSUM;
}

static bool read_whole(int file, Text *t) {
    char buffer[65536];
    for (ssize_t n; (n = read(file, buffer, sizeof buffer)) != 0;) {
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        base_text_addn(t, buffer, (size_t)n);
    }
    return true;
}

static void make_head(Text *head, const char *identity, uint32_t columns) {
    uint64_t length = strlen(identity);
    put(head, MAGIC, sizeof MAGIC - 1);
    put(head, &length, sizeof length);
    put(head, identity, length);
    put(head, &columns, sizeof columns);
    finish(head, 0);
}

/* Records of an earlier try; false after a diagnostic. */
static bool resume(Context *ctx, AnaJournal *j, const char *path, const Text *head) {
    Text old = {0};
    bool ok = read_whole(j->file, &old);
    size_t known = old.n < head->n ? old.n : head->n;
    bool same = known == 0 || memcmp(old.at, head->at, known) == 0;
    if (!ok) base_error(ctx, "ANA0010", (Span){0}, "cannot read %s: %s", path, strerror(errno));
    if (ok && !same) {
        Diag *d = base_error(ctx, "ANA0011", (Span){0}, "%s belongs to another study", path);
        base_hint(ctx, d,
                  "model, factors, seed and columns must be the same to go on with it; else choose another "
                  "name, or remove the file");
        ok = false;
    }
    size_t at = old.n >= head->n ? head->n : 0;
    for (size_t n; ok && at && at < old.n && (n = take_record(j, old.at, at, old.n)) > 0;) at += n;
    if (ok && at < head->n) {
        ok = ftruncate(j->file, 0) == 0 && lseek(j->file, 0, SEEK_SET) == 0 && write_whole(j->file, head->at, head->n);
    } else if (ok) {
        ok = ftruncate(j->file, (off_t)at) == 0 && lseek(j->file, (off_t)at, SEEK_SET) >= 0;
    }
    if (!ok && same) base_error(ctx, "ANA0010", (Span){0}, "cannot write %s: %s", path, strerror(errno));
    base_text_free(&old);
    return ok;
}

static AnaJournal *new_journal(int file, uint32_t columns) {
    AnaJournal *j = base_realloc(NULL, sizeof *j);
    *j = (AnaJournal){.file = file, .columns = columns};
    pthread_mutex_init(&j->lock, NULL);
    return j;
}

AnaJournal *ana_journal_open(Context *ctx, const char *path, const char *identity, uint32_t columns) {
    if (!path) return new_journal(-1, columns);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    struct flock alone = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (file < 0 || fcntl(file, F_SETLK, &alone) < 0) {
        base_error(ctx, "ANA0010", (Span){0}, "cannot open %s: %s", path,
                   file < 0 ? strerror(errno) : "another study is at work on it");
        if (file >= 0) close(file);
        return NULL;
    }
    AnaJournal *j = new_journal(file, columns);
    Text head = {0};
    make_head(&head, identity, columns);
    bool ok = resume(ctx, j, path, &head);
    base_text_free(&head);
    if (ok) return j;
    ana_journal_close(j);
    return NULL;
}

bool ana_journal_has(const AnaJournal *j, uint64_t run) {
    uint64_t at;
    return base_map_get(&j->place, run, &at);
}

const AnaRecord *ana_journal_record(const AnaJournal *j, uint64_t run) {
    uint64_t at;
    return base_map_get(&j->place, run, &at) ? &j->records.at[at] : NULL;
}

uint64_t ana_journal_count(const AnaJournal *j) { return j->records.n; }

/* Puts a record on disk; false: it is not there, and no half of it either. */
static bool append(AnaJournal *j, const Text *t) {
    if (j->file < 0) return true;
    off_t before = lseek(j->file, 0, SEEK_CUR);
    if (write_whole(j->file, t->at, t->n)) return true;
    int why = errno;
    if (ftruncate(j->file, before) == 0) (void)lseek(j->file, before, SEEK_SET);
    errno = why;
    return false;
}

bool ana_journal_add(AnaJournal *j, const AnaRecord *r) {
    Text t = {0};
    uint32_t length = (uint32_t)strlen(r->text);
    double zero = 0;
    put(&t, &r->run, 8);
    put(&t, &r->status, 4);
    put(&t, &length, 4);
    for (uint32_t i = 0; i < j->columns; i++) put(&t, r->values ? &r->values[i] : &zero, sizeof zero);
    put(&t, r->text, length);
    finish(&t, 0);
    pthread_mutex_lock(&j->lock);
    bool ok = append(j, &t);
    int why = errno;
    if (ok) remember(j, r);
    pthread_mutex_unlock(&j->lock);
    base_text_free(&t);
    errno = why;
    return ok;
}

static int by_run(const void *a, const void *b) {
    uint64_t x = ((const AnaRecord *)a)->run, y = ((const AnaRecord *)b)->run;
    return x < y ? -1 : x > y;
}

void ana_journal_each(AnaJournal *j, void (*visit)(void *arg, const AnaRecord *r), void *arg) {
    if (j->records.n) qsort(j->records.at, j->records.n, sizeof *j->records.at, by_run);
    base_map_clear(&j->place);
    for (size_t i = 0; i < j->records.n; i++) {
        base_map_put(&j->place, j->records.at[i].run, i);
        visit(arg, &j->records.at[i]);
    }
}

void ana_journal_close(AnaJournal *j) {
    if (j->file >= 0) close(j->file);
    pthread_mutex_destroy(&j->lock);
    base_map_free(&j->place);
    vec_free(&j->records);
    base_free_arena(&j->arena);
    base_realloc(j, 0);
}
