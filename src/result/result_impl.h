/* result_impl.h - what the files of src/result share. */
#ifndef CAUSEWAY_RESULT_IMPL_H
#define CAUSEWAY_RESULT_IMPL_H

#include "result/result.h"

#include <string.h>

/* ---- formats.c --------------------------------------------------------------------------------------------------- */

/* Signals that show the same value share a slot; constants have none. */
typedef struct {
    VEC(ResSignal) slots;
    uint32_t *of; /* by signal: its slot, counted from 1; 0: constant */
} ResSlots;

void res_share_slots(ResSlots *t, const ResSchema *s);
void res_free_slots(ResSlots *t);
/* "comment [unit|display]", as MAT files have it. */
void res_long_description(const ResSchema *s, size_t signal, Text *out);

/* ---- csv.c, mat.c, hdf5.c ---------------------------------------------------------------------------------------- */

ResWriter *res_csv_writer(FILE *out);
ResWriter *res_csv_units_writer(FILE *out); /* a second row names the units */
ResWriter *res_mat_writer(FILE *out);
ResWriter *res_hdf5_writer(FILE *out);
bool res_is_mat(const char *data, size_t n);
bool res_is_hdf5(const char *data, size_t n);
bool res_read_csv(ResResult *r, const char *path);
bool res_read_mat(ResResult *r, const char *path);
bool res_read_hdf5(ResResult *r, const char *path);
bool res_repair_csv(ResResult *r, int fd, uint64_t *dropped);
bool res_repair_mat(ResResult *r, int fd, uint64_t *dropped);
bool res_repair_hdf5(ResResult *r, int fd, uint64_t *dropped);
/* Writes over bytes of a file that is written at its end. */
bool res_write_at(int fd, uint64_t at, const void *data, size_t n);

/* ---- read.c ------------------------------------------------------------------------------------------------------ */

struct ResResult {
    Context *ctx;
    Arena arena;
    const char *map; /* the file, or NULL */
    size_t size;
    size_t rows, n;
    const char **names;
    const char **units, **descriptions;
    const char **display_units; /* NULL: none is known */
    VecU32 lines;               /* by row, of a text file */
    size_t cut_line;            /* of a text file: the last one, left out because it ends in its middle; 0: none */
    double **columns;           /* filled on demand */
    Map by_name;                /* hash of name -> index + 1 (first of equal ones) */
    /* A column, rows numbers from base_realloc; NULL where all are there from the start. */
    double *(*column)(struct ResResult *r, size_t k);
    void *inside; /* of the format, in the arena */
};

bool res_bad_file(ResResult *r, const char *path, const char *why);
void res_index(ResResult *r); /* after names are known */

#endif
