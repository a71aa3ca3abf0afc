/* result.h - trajectories: written row by row in one of several formats, kept in memory, read back by column.
 *
 * Sections, in the order data flows:
 *   formats.c  the table of formats; opening a file to write or to read; what writers share
 *   csv.c      comma-separated values (RFC 4180)
 *   mat.c      the MATLAB v4 trajectory that every Modelica tool reads
 *   hdf5.c     HDF5, by columns in blocks: no limit of size, read by h5py, MATLAB, Julia, ...
 *   memory.c   in memory
 *   read.c     results by name
 *   repair.c   files whose writer was killed, completed for other programs
 *
 * Who computes a trajectory has all values in one array, v[0] being the time; a schema says which of them are recorded
 * and under which names.  Nothing here knows of models.
 */
#ifndef CAUSEWAY_RESULT_H
#define CAUSEWAY_RESULT_H

#include "base/base.h"

/* ---- what is recorded -------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t from; /* number of the value it shows */
    int8_t sign;   /* 1; -1: its negative; 0: one minus it (a Boolean's opposite) */
    bool constant; /* does not change during the run */
} ResSignal;

static inline double res_value(const double *v, ResSignal s) {
    return s.sign > 0 ? v[s.from] : s.sign < 0 ? -v[s.from] : 1 - v[s.from];
}

typedef enum { RES_NAME, RES_UNIT, RES_DISPLAY_UNIT, RES_DESCRIPTION } ResWord;

typedef struct {
    const ResSignal *signals; /* without the time */
    size_t n;
    void (*word)(const void *arg, size_t signal, ResWord what, Text *out); /* appends */
    const void *arg;
    double start, stop; /* times of the run */
} ResSchema;

/* ---- formats.c: writing ------------------------------------------------------------------------------------------ */

/* A trajectory being written.  header comes once, with constants known; then rows; close completes and frees.  After
 * flush all rows so far are in the file, for res_open and res_repair, whatever happens to the process.  false: could
 * not be written, errno says why. */
typedef struct ResWriter {
    bool (*header)(struct ResWriter *w, const ResSchema *s, const double *v);
    bool (*row)(struct ResWriter *w, const ResSchema *s, const double *v);
    bool (*flush)(struct ResWriter *w);
    bool (*close)(struct ResWriter *w);
} ResWriter;

typedef struct ResResult ResResult;

typedef struct {
    const char *name, *ending, *about;
    ResWriter *(*writer)(FILE *out);
    bool (*recognises)(const char *data, size_t n); /* the beginning of a file */
    bool (*reader)(ResResult *r, const char *path); /* fills r from its mapped file; false after reporting */
    /* Completes a file, open to be read and written, that was mapped into r and read.  false: errno says why. */
    bool (*repair)(ResResult *r, int fd, uint64_t *dropped);
} ResFormat;

const ResFormat *res_formats(size_t *n);
const ResFormat *res_format_of(const char *path); /* by its ending, any case; NULL when none has it */
void res_list_endings(Text *out);                 /* ".mat, .csv or .h5" */
/* Opens a file to write, by its ending (else as CSV).  NULL: cannot be opened, errno says why. */
ResWriter *res_create(const char *path);

/* ---- memory.c ---------------------------------------------------------------------------------------------------- */

ResWriter *res_memory(void);
/* What a writer of res_memory has got so far, as a result of its own; NULL before the first row. */
ResResult *res_memory_result(Context *ctx, const ResWriter *w, const ResSchema *s);

/* ---- read.c ------------------------------------------------------------------------------------------------------ */

/* Opens a result in any of the formats.  NULL after a diagnostic (RT009.) in ctx, which must outlive it. */
ResResult *res_open(Context *ctx, const char *path);
void res_close(ResResult *r);
size_t res_rows(const ResResult *r);
/* Names in file order; names[0] is the time. */
const char *const *res_names(const ResResult *r, size_t *n);
/* rows values of a column, owned by r; NULL when there is no such name.  Constants are spread over all rows. */
const double *res_column(ResResult *r, const char *name);
const double *res_time(ResResult *r);
/* "" when not known.  MAT keeps the unit in brackets at the end of the description. */
const char *res_unit(const ResResult *r, const char *name);
const char *res_display_unit(const ResResult *r, const char *name); /* in which people want to see it */
size_t res_line(const ResResult *r, size_t row);                    /* in a text file, from 1; 0: it is none */
/* The last line of a text file that ends in the middle of it, as that of a program that was killed: its row is left
 * out.  0: there is none. */
size_t res_cut_line(const ResResult *r);
const char *res_description(const ResResult *r, const char *name);
/* Writes it all to a file, by its ending; false: errno says why. */
bool res_write(ResResult *r, const char *path);

/* ---- repair.c ---------------------------------------------------------------------------------------------------- */

/* Completes a file whose writer was killed, in place: every program reads it then, up to the last rows flushed.  *rows
 * it has; *dropped: bytes behind them that made no row.  A file that is whole stays as it is.  false after a diagnostic
 * (RT0090, RT0091). */
bool res_repair(Context *ctx, const char *path, size_t *rows, uint64_t *dropped);

#endif
