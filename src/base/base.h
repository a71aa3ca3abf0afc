/* base.h - what every other folder stands on.
 *
 * Sections, in the order data flows:
 *   guard.c    the end of memory, and our own faults
 *   arena.c    memory: one choke point, arenas, marks
 *   vec.h part growable arrays (macros)
 *   name.c     interned names: 32-bit ids for strings
 *   map.c      hash maps from 64-bit keys to 64-bit values
 *   text.c     string building
 *   file.c     files as wholes: read, written, replaced
 *   source.c   source files, memory mapped; spans; line and column of a span
 *   diag.c     diagnostics: code, severity, span, notes, instance path, hint
 *   diag_print.c  ... as text with source lines and carets, and as JSON lines
 *   pool.c     work pool: run independent jobs on several threads
 *   json.c     JSON as a tree
 *   sha256.c   hashes of contents
 *   spline.c   cubic interpolation between points
 *   loader.c   shared libraries, and processes beside them
 *   blob.c     data structures as bytes; depend.c: what was read, and whether it is still the same
 *   context.c  the Context that owns all of the above for one compilation
 */
#ifndef CAUSEWAY_BASE_H
#define CAUSEWAY_BASE_H

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#if defined(__GNUC__)
#define BASE_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define BASE_NORETURN __attribute__((noreturn))
#else
#define BASE_PRINTF(fmt, args)
#define BASE_NORETURN
#endif

/* ---- guard.c ----------------------------------------------------------------------------------------------------- */

/* Where exhausted memory and our own faults unwind to.  Without one on the thread they print a sentence and end the
 * process with exit code 70.
 *
 *     BaseGuard g;
 *     if (BASE_GUARDED(&g)) {
 *         work();
 *         base_guard_pop(&g);
 *     } else {  g.text says what happened; what was worked on is to be dropped  } */
typedef struct BaseGuard {
    jmp_buf jump;
    struct BaseGuard *outer;
    bool memory;                /* there was none left; else our own fault */
    size_t bound, left;         /* bytes that may be allocated behind it, and are left of them; see base_guard_bound */
    struct BaseGuard *bounding; /* the guard whose bound counts; NULL: there is none */
    locale_t own, host;         /* of the outermost one: numbers have points behind it, whatever the host's locale is */
    char text[1024];
} BaseGuard;

#define BASE_GUARDED(g) (base_guard_push(g), setjmp((g)->jump) == 0)
void base_guard_push(BaseGuard *g);
void base_guard_pop(BaseGuard *g);
bool base_is_guarded(void);
/* What this thread allocates behind the guard is bounded: more counts as exhausted memory. */
void base_guard_bound(BaseGuard *g, size_t bytes);
/* Takes so many bytes from the room that the thread has, or gives some back; false: there is not so much. */
bool base_take_room(size_t more, size_t less);
bool base_has_bound(void);
BASE_NORETURN void base_unwind(bool memory, const char *text); /* to the innermost guard, or the end */
BASE_NORETURN void base_out_of_memory(size_t size);
/* Our own fault: file, line and text. */
BASE_NORETURN void base_bug(const char *file, int line, const char *fmt, ...) BASE_PRINTF(3, 4);
#define BASE_ASSERT(cond) ((cond) ? (void)0 : base_bug(__FILE__, __LINE__, "%s", #cond))

/* ---- arena.c ----------------------------------------------------------------------------------------------------- */

/* The only calls to malloc/realloc/free of the program stand behind base_realloc.  It never returns
 * NULL for size > 0: when memory is out it does not return (guard.c).  size 0 frees. */
void *base_realloc(void *old, size_t size);

/* Between phases of large models: what was freed goes back to the system, wherever it lies. */
void base_trim(void);

/* Test builds: the n-th allocation from now on fails (0 switches the fault off). */
void base_fail_allocation(uint64_t n);

typedef struct BaseChunk BaseChunk;

typedef struct {
    BaseChunk *chunk; /* newest chunk; older ones hang behind it */
    char *next, *end; /* free part of the newest chunk */
    size_t total;     /* bytes handed out, for statistics */
    bool dense;       /* aligned to 8 only: for many small structs */
} Arena;

typedef struct {
    BaseChunk *chunk;
    char *next;
} ArenaMark;

void *base_alloc(Arena *a, size_t size);     /* zeroed, aligned to 16 (dense: 8) */
void *base_try_alloc(Arena *a, size_t size); /* the same, but NULL where there is not so much memory */
void *base_copy(Arena *a, const void *from, size_t size);
char *base_strdup(Arena *a, const char *s);
char *base_strndup(Arena *a, const char *s, size_t n);
char *base_sprintf(Arena *a, const char *fmt, ...) BASE_PRINTF(2, 3);
ArenaMark base_mark(Arena *a);
void base_release(Arena *a, ArenaMark mark); /* frees everything allocated since mark */
void base_free_arena(Arena *a);

#define BASE_NEW(arena, type) ((type *)base_alloc((arena), sizeof(type)))
#define BASE_ARRAY(arena, type, n) ((type *)base_alloc((arena), sizeof(type) * (size_t)(n)))

/* ---- vectors ----------------------------------------------------------------------------------------------------- */

/* A growable array in the heap: VEC(int) v = {0};  vec_push(&v, 3);  v.at[0];  v.n;  vec_free(&v); */
#define VEC(type)                                                                                                      \
    struct {                                                                                                           \
        type *at;                                                                                                      \
        size_t n, cap;                                                                                                 \
    }
#define vec_reserve(v, want)                                                                                           \
    ((v)->cap < (size_t)(want) ? (void)((v)->at = base_vec_grow((v)->at, &(v)->cap, (size_t)(want), sizeof *(v)->at))  \
                               : (void)0)
#define vec_push(v, x) (vec_reserve(v, (v)->n + 1), (void)((v)->at[(v)->n++] = (x)))
#define vec_pop(v) ((v)->at[--(v)->n])
#define vec_last(v) ((v)->at[(v)->n - 1])
#define vec_clear(v) ((void)((v)->n = 0))
#define vec_free(v) (base_realloc((v)->at, 0), (v)->at = NULL, (v)->n = (v)->cap = 0)
/* Appends n zeroed elements and returns the first. */
#define vec_extend(v, count)                                                                                           \
    (vec_reserve(v, (v)->n + (size_t)(count) + 1), memset((v)->at + (v)->n, 0, (size_t)(count) * sizeof *(v)->at),     \
     (v)->n += (size_t)(count), (v)->at + (v)->n - (size_t)(count))
void *base_vec_grow(void *at, size_t *cap, size_t want, size_t item);

typedef VEC(uint32_t) VecU32;
typedef VEC(char *) VecStr;

/* ---- name.c ------------------------------------------------------------------------------------------------------ */

/* An interned string: equal strings have equal ids.  0 is the empty string. */
typedef uint32_t Name;
typedef struct Names Names;

Names *base_names_new(void);
void base_names_free(Names *names);
Name base_intern(Names *names, const char *s, size_t n);
Name base_name(Names *names, const char *s);
const char *base_str(const Names *names, Name name); /* zero-terminated, lives as long as names */
size_t base_str_len(const Names *names, Name name);

/* ---- map.c ------------------------------------------------------------------------------------------------------- */

/* Hash map from uint64_t to uint64_t, open addressing.  A zeroed Map is an empty map.  Key and value lie side by side,
 * so that a lookup in a large map costs one cache miss. */
typedef struct {
    uint64_t key, val;
} MapSlot;

typedef struct {
    MapSlot *slots;
    size_t n, cap;     /* entries; slots, a power of two */
    uint64_t free_val; /* value of the one key that marks free slots ... */
    bool has_free;     /* ... when it is in the map */
} Map;

bool base_map_get(const Map *m, uint64_t key, uint64_t *val); /* false when absent */
void base_map_put(Map *m, uint64_t key, uint64_t val);
bool base_map_del(Map *m, uint64_t key);
/* All entries, in no order: for (size_t at = 0; base_map_next(m, &at, &key, &val);) ... */
bool base_map_next(const Map *m, size_t *at, uint64_t *key, uint64_t *val);
void base_map_clear(Map *m);
void base_map_free(Map *m);
uint64_t base_hash(const void *data, size_t n, uint64_t seed);
uint64_t base_mix(uint64_t a, uint64_t b); /* hash of a pair */

/* ---- text.c ------------------------------------------------------------------------------------------------------ */

typedef struct {
    char *at; /* zero-terminated once anything was added */
    size_t n, cap;
} Text;

void base_text_add(Text *t, const char *s);
void base_text_addn(Text *t, const char *s, size_t n);
void base_text_char(Text *t, char c);
void base_text_printf(Text *t, const char *fmt, ...) BASE_PRINTF(2, 3);
/* Shortest decimal text that reads back to the same double; always with '.' or 'e' when real is true. */
void base_text_double(Text *t, double x, bool real);
/* s as a JSON string with quotes; bytes that are not UTF-8 become U+FFFD. */
void base_text_json(Text *t, const char *s, size_t n);
/* The text as a string of the language: in quotes, with escapes (MLS 3.6, 2.4.4). */
void base_text_string(Text *t, const char *s, size_t n);
/* What stands in t from a place on is made harmless for a terminal: control characters but for new lines and tabs, and
 * bytes that are not UTF-8, become '?'. */
void base_text_clean(Text *t, size_t from);
/* Prints a sentence in which names and texts of others stand, made harmless as a whole. */
void base_say(FILE *out, const char *fmt, ...) BASE_PRINTF(2, 3);
const char *base_text_str(Text *t); /* never NULL */
void base_text_free(Text *t);

/* ---- file.c ------------------------------------------------------------------------------------------------------ */

bool base_is_folder(const char *path);
/* Appends the file, `most` bytes of it at the most (SIZE_MAX: all).  false: errno says why. */
bool base_read_file(const char *path, size_t most, Text *out);
bool base_write_file(const char *path, const char *bytes, size_t n); /* false: errno says why */
/* The same beside the file, which is then replaced: what was there stays whole when the disk is full. */
bool base_replace_file(const char *path, const char *bytes, size_t n);

/* ---- source.c ---------------------------------------------------------------------------------------------------- */

typedef uint32_t SourceId; /* 0 is "no file" */

typedef struct {
    SourceId file;
    uint32_t start, end; /* byte offsets, end exclusive */
} Span;

typedef struct {
    const char *path; /* as the user would type it */
    const char *text; /* n bytes and a zero byte */
    size_t n;
} Source;

typedef struct Sources Sources;

/* Maps (or reads) a file.  0 when it cannot be opened; errno says why.  The same path gives the same id. */
SourceId base_source_open(Sources *s, const char *path);
SourceId base_source_string(Sources *s, const char *path, const char *text, size_t n);
/* From now on this path, however it is spelt, has this text, whatever is on the disk; a path opened before keeps its
 * text. */
SourceId base_source_overlay(Sources *s, const char *path, const char *text, size_t n);
/* The text of a source becomes another one, under the same id; spans into the old one are meaningless. */
void base_source_replace(Sources *s, SourceId id, const char *text, size_t n);
/* The bytes of a source are read as Windows-1252 (so Latin-1 too) and become UTF-8, under the same id. */
void base_source_recode(Sources *s, SourceId id);
bool base_source_recoded(const Sources *s, SourceId id);
const Source *base_source(const Sources *s, SourceId id);
/* Its text will hardly be asked for again: that of a large file leaves memory until somebody does. */
void base_source_rest(const Sources *s, SourceId id);
SourceId base_source_count(const Sources *s); /* ids are below it */
/* Line and column (both from 1; column in characters, not bytes) of an offset. */
void base_source_position(const Sources *s, SourceId id, uint32_t offset, int *line, int *column);

/* ---- diag.c ------------------------------------------------------------------------------------------------------ */

typedef enum { SEV_NOTE, SEV_WARNING, SEV_ERROR, SEV_FATAL } Severity;

typedef struct DiagNote {
    Span span; /* may be empty (file 0) */
    const char *text;
    struct DiagNote *next;
} DiagNote;

typedef struct Diag {
    const char *code; /* "SYN0003": the folder that owns it and a number */
    Severity severity;
    Span span;
    const char *text;
    const char *instance; /* instance path such as "circuit.R1", or NULL */
    const char *hint;     /* what to do, or NULL */
    bool unsupported;     /* from base_unsupported */
    bool tolerated;       /* from base_tolerated, in a file of a library: counted, not printed */
    bool follows;         /* from an earlier one: counted, not printed */
    const char *cause;    /* said of the first place only where it shows: "class Modelica"; or NULL */
    DiagNote *notes;
    struct Diag *next;
} Diag;

typedef struct Diags Diags;
typedef struct Context Context;

/* Reports a problem; returns it so that notes can be added.  Past the cap of a Context (default 20
 * errors) errors are counted, not kept.  An identical (code, span, text) is reported once. */
Diag *base_error(Context *c, const char *code, Span span, const char *fmt, ...) BASE_PRINTF(4, 5);
Diag *base_warning(Context *c, const char *code, Span span, const char *fmt, ...) BASE_PRINTF(4, 5);
/* An error about a legal construct that we do not translate yet: named, never ignored.  When every error of a
 * run is of this kind the program ends with exit code 3 instead of 2. */
Diag *base_unsupported(Context *c, const char *code, Span span, const char *fmt, ...) BASE_PRINTF(4, 5);
/* What the specification forbids and other tools accept: an error when the Context is strict, else a warning, once a
 * class of the text (`place`; files of libraries: once a file, and only counted).  NULL when it was said before; notes
 * and hints of NULL are dropped. */
Diag *base_tolerated(Context *c, const char *code, const void *place, Span span, const char *fmt, va_list args);
Diag *base_report(Context *c, Severity sev, const char *code, Span span, const char *fmt, va_list args);
void base_note(Context *c, Diag *d, Span span, const char *fmt, ...) BASE_PRINTF(4, 5);
void base_hint(Context *c, Diag *d, const char *fmt, ...) BASE_PRINTF(3, 4);
void base_instance(Context *c, Diag *d, const char *path);
/* Errors of one cause are one error: the first. */
void base_cause(Context *c, Diag *d, const char *kind, const char *name);

bool base_errors_are(const Context *c, const char *code); /* there are some, all of this code */
size_t base_error_count(const Context *c);                /* errors and fatals so far, dropped ones included */
size_t base_unsupported_count(const Context *c);          /* those of them from base_unsupported */

/* Speculation: diagnostics reported between mark and rollback vanish (overload resolution, trial
 * elaboration).  Not calling rollback keeps them. */
size_t base_diag_mark(const Context *c);
bool base_diag_waiting(const Context *c); /* something was said and not printed */
void base_diag_rollback(Context *c, size_t mark);
/* A second attempt: what was said since mark is put aside, and in the end takes the place of what was said since, or is
 * dropped. */
Diags *base_diag_aside(Context *c, size_t mark);
void base_diag_decide(Context *c, size_t mark, Diags *aside, bool back);

/* All that has not been printed yet, in order. */
void base_diag_each(Context *c, void (*visit)(void *arg, Diag *d), void *arg);
/* A note in front of the others. */
void base_note_first(Context *c, Diag *d, Span span, const char *fmt, ...) BASE_PRINTF(4, 5);
/* Prints and forgets what has been reported since the last flush (counts stay).  An error that only follows from an
 * earlier one is not printed: one cause gives one error. */
void base_diag_flush(Context *c, FILE *out);
void base_diag_take(Context *c, Text *out); /* the same into a text */
/* One after the other what base_diag_take would print, NULL behind the last: for (size_t at = 0; (d = base_diag_next(c,
 * &at));) ... */
const Diag *base_diag_next(Context *c, size_t *at);
/* What base_diag_take left out because a library does it: lines "CODE path"; and one line that sums them up. */
void base_tolerated_take(Context *c, Text *lines);
void base_tolerated_note(Context *c, const char *lines, Text *out);
/* Forgets everything, counts included: the next class checked in this Context starts afresh. */
void base_diag_clear(Context *c);
typedef enum { DIAG_TEXT, DIAG_JSON } DiagFormat;
void base_diag_print(const Context *c, const Diag *d, Text *out); /* one of them, in the Context's format */

/* The nearest word to `wrong` among candidates, or NULL when none is near ("did you mean …?"). */
const char *base_nearest(const char *wrong, const char *const *candidates, size_t n);
/* Does the whole text match?  * stands for any text, ? for any character; brackets are themselves, as in names. */
bool base_matches(const char *pattern, const char *text);

/* ---- loader.c ---------------------------------------------------------------------------------------------------- */

/* dlopen, dlsym, dlclose and fork that do not meet on several threads: in a process that was forked while another
 * thread was in the loader, dlopen never comes back. */
void *base_load(const char *path, int flags);
void *base_symbol(void *library, const char *name);
void base_unload(void *library);
int base_fork(void); /* what fork gives */

/* ---- spline.c ---------------------------------------------------------------------------------------------------- */

/* Numbers as in Modelica.Blocks.Types.Smoothness. */
enum { BASE_AKIMA = 2, BASE_FRITSCH_BUTLAND = 4, BASE_STEFFEN = 5, BASE_MODIFIED_AKIMA = 6 };
typedef struct {
    const double *x, *y; /* x increases */
    size_t n, stride;    /* at least two points; numbers from one to the next */
} BasePoints;
bool base_is_spline(int kind);
/* Value, slope and second derivative in the stretch behind point k: at its start (part 0) to its end (1), straight on
 * beyond them. */
void base_spline(int kind, const BasePoints *p, size_t k, double part, double out[3]);

/* ---- pool.c ------------------------------------------------------------------------------------------------------ */

/* Runs job(arg, i) for i in [0, n) on `threads` threads (1: in the caller).  Returns when all are done.
 * Jobs that compile need a Context each: nothing in a Context is locked. */
void base_parallel(int threads, size_t n, void (*job)(void *arg, size_t i), void *arg);

/* ---- json.c ------------------------------------------------------------------------------------------------------ */

/* clang-format off */
typedef enum {
    BASE_JSON_NULL, BASE_JSON_BOOLEAN, BASE_JSON_NUMBER, BASE_JSON_STRING, BASE_JSON_ARRAY, BASE_JSON_OBJECT
} BaseJsonKind;
/* clang-format on */

typedef struct BaseJson BaseJson;
struct BaseJson {
    BaseJsonKind kind;
    double number;    /* BOOLEAN: 0 or 1 */
    const char *text; /* STRING */
    const char *key;  /* in an object, else NULL */
    BaseJson *items;  /* ARRAY, OBJECT: the first */
    BaseJson *next;   /* in an array or object */
    size_t n;
};

/* NULL when the text is no JSON: *at and *why say where and why. */
const BaseJson *base_json_read(Arena *a, const char *text, size_t n, size_t *at, const char **why);
const BaseJson *base_json_get(const BaseJson *object, const char *key); /* NULL: none, or no object */
const char *base_json_string(const BaseJson *object, const char *key);  /* NULL: none, or no string */

/* ---- sha256.c ---------------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t state[8];
    uint64_t bytes;
    size_t have;
    uint8_t rest[64];
} BaseSha256;

void base_sha256_begin(BaseSha256 *s);
void base_sha256_add(BaseSha256 *s, const void *data, size_t n);
void base_sha256_end(BaseSha256 *s, char hex[65]);

/* ---- blob.c ------------------------------------------------------------------------------------------------------ */

/* being written; a zeroed Blob is an empty one */
typedef struct {
    Text out;
    Map number_of; /* Name -> its number in names + 1 */
    VecU32 names;
} Blob;

void base_blob_put(Blob *b, const void *data, size_t n);         /* a piece: read back whole */
void base_blob_text(Blob *b, const char *s);                     /* a string, or NULL */
uint32_t base_blob_name(Blob *b, Name name);                     /* number to write instead of a Name */
void base_blob_finish(Blob *b, const Names *names, Text *whole); /* appends table of names and pieces */
void base_blob_free(Blob *b);
#define base_blob_put_vec(b, v) base_blob_put(b, (v)->at, (v)->n * sizeof *(v)->at)

typedef struct {
    const char *at, *end;
    bool bad;     /* a piece was not what was asked for; every answer since is empty */
    VecU32 names; /* number - 1 -> Name */
} BlobReader;

/* Pieces point into data, which must stay while the reader is used. */
/* Closes bytes for a file, those of t from `from` on: their length and a checksum come behind them.  base_unseal takes
 * that away from *n; false: the bytes are not those that were sealed. */
void base_seal(Text *t, size_t from);
bool base_unseal(const char *data, size_t *n);

void base_blob_open(BlobReader *r, Names *names, const char *data, size_t n);
void base_blob_close(BlobReader *r);
const void *base_blob_take(BlobReader *r, size_t *n);                /* bytes of the next piece, never NULL */
void base_blob_take_into(BlobReader *r, void *to, size_t n);         /* exactly n bytes, else bad */
const void *base_blob_take_copy(BlobReader *r, Arena *a, size_t *n); /* NULL when empty */
const char *base_blob_take_text(BlobReader *r, Arena *a);            /* NULL when NULL was put */
Name base_blob_name_of(BlobReader *r, uint32_t number);
#define base_blob_take_vec(r, v)                                                                                       \
    do {                                                                                                               \
        size_t bytes_;                                                                                                 \
        const void *data_ = base_blob_take(r, &bytes_);                                                                \
        vec_reserve(v, bytes_ / sizeof *(v)->at + 1);                                                                  \
        (v)->n = bytes_ / sizeof *(v)->at;                                                                             \
        memcpy((v)->at, data_, (v)->n * sizeof *(v)->at);                                                              \
    } while (0)

/* ---- depend.c ---------------------------------------------------------------------------------------------------- */

/* The compilation has looked at this file or folder (there or not), besides sources opened in the Context. */
void base_depend(Context *c, const char *path);
/* It used something that cannot be looked at again: the environment, the clock. */
void base_depend_never(Context *c);
bool base_depends_save(const Context *c, Blob *b); /* false when it cannot be repeated */
bool base_depends_hold(BlobReader *r);             /* would be read as it was then */

/* Sources and reports of a Context, for a Context in which no source has been opened yet: ids are the same again, texts
 * are read when a message needs them. */
void base_sources_save(const Sources *s, Blob *b);
bool base_sources_load(Sources *s, BlobReader *r);
void base_sources_forget(Sources *s);            /* all of them: spans become meaningless */
void base_diags_save(const Context *c, Blob *b); /* what has not been printed yet */
void base_diags_load(Context *c, BlobReader *r);

/* ---- context.c --------------------------------------------------------------------------------------------------- */

/* All state of one compilation.  Nothing else in the program is mutable and global. */
struct Context {
    Arena arena; /* lives as long as the compilation */
    Names *names;
    Sources *sources;
    Diags *diags;
    DiagFormat format;
    size_t max_errors; /* cap of printed errors */
    int max_depth;     /* nesting limit for recursion over user input (default 2000) */
    /* of a model, an array, a loop that is unrolled (default: what memory holds, at most 2^31 - 1) */
    uint64_t max_scalars;
    bool colour;  /* caret output in colour */
    bool verbose; /* messages in full length; else at most ten lines each */
    /* What else its user may try, by code of a diagnostic, in words of the program (an option); or NULL. */
    const char *(*advice)(const char *code);
    bool strict;    /* the letter of the specification: base_tolerated reports errors */
    bool scheduled; /* clocks do not tick by themselves: who runs the model tells them when */
    VecU32 asked;   /* SourceIds of the files named by the user; all others belong to libraries */
    double started; /* seconds since 1970 */
    VecU32 depends; /* Names of paths looked at: depend.c */
    Map depends_seen;
    bool untrusted;    /* external functions of models are not run */
    bool confined;     /* models read no files but those of their libraries during translation, and no environment */
    bool unrepeatable; /* another compilation of the same sources may give something else */
    bool (*cancelled)(void *arg); /* asked now and then: true ends the compilation; or NULL */
    void *cancelled_arg;
    const char *cache; /* folder of what is kept between compilations; NULL: the user's */
    bool stopped;      /* it was true: what stations return is of no use */
};

Context *base_context_new(void);
uint64_t base_machine_memory(void); /* bytes that the process may use: what the machine has, or its limits */
uint64_t base_most_scalars(void);   /* how many a model may have: what the memory that may be used holds */
void base_context_free(Context *c);
/* Asked in the loops of stations: true when they are to return at once, as after an error, without a word. */
static inline bool base_cancelled(Context *c) {
    return c->cancelled && (c->stopped || (c->stopped = c->cancelled(c->cancelled_arg)));
}

double base_seconds(void); /* monotonic clock */
/* The file that this code is in: the shared library, or the program.  false when it cannot be told. */
bool base_own_path(char *path, size_t size);

#endif
