/* compile.h - C text to machine code: in memory by libtcc at once, by cc in the background for long
 * runs.
 *
 * Sections, in the order data flows:
 *   tcc.c            a text compiled in the process (libtcc)
 *   cc.c             a text compiled by the system's C compiler into a shared object; in the background
 *   external.c       where external functions come from: C sources of Modelica libraries, Include
 *                    texts, system libraries
 *   external_sources.c  the same as C files, for compilers elsewhere
 *   external_tcc.c   their sources compiled by libtcc, where the machine has no C compiler
 *   own_tables.c     interpolation tables of the Modelica library, for models that are not trusted
 *   own_table_file.c their text files
 *   cache_folder.c   the cache folder: keyed by content, written atomically, bounded in size
 *   utility_texts.c  the C of Modelica's utility functions and headers of C, as texts
 *   ready.c          a GenModel made ready to run, at the best tier that is there
 */
#ifndef CAUSEWAY_COMPILE_H
#define CAUSEWAY_COMPILE_H

#include "codegen/codegen.h"

/* ---- tcc.c, cc.c ------------------------------------------------------------------------------------------------- */

typedef struct CompUnit CompUnit; /* loaded code */

/* Compiles text in memory.  symbols are what it may call.  NULL after reporting COMP0001 with the
 * compiler's words (our own fault: exit code 70). */
CompUnit *comp_tcc(Context *ctx, const char *text, const GenSymbol *symbols, size_t nsymbols);
/* Compiles text with cc -shared into a temporary folder and loads it.  flags such as "-O2"; keep: path in
 * the cache for a copy, or NULL.  NULL after COMP0002. */
CompUnit *comp_cc(Context *ctx, const char *text, const char *flags, const char *keep);
void *comp_symbol(const CompUnit *u, const char *name); /* NULL when there is none */
void comp_free(CompUnit *u);
/* Removes the temporary folders of this process, whatever they were for: it is about to end. */
void comp_remove_temporary(void);

/* ---- cache_folder.c ---------------------------------------------------------------------------------------------- */

#define COMP_MODEL_MARK "cwmodel2" /* the first eight bytes of a translated model */

/* Path in the cache folder (made when missing) for a thing of this kind; false when there is no
 * place for it.  The folder is the one asked for (Context.cache), or $CAUSEWAY_CACHE, $XDG_CACHE_HOME/causeway or
 * ~/.cache/causeway. */
bool comp_cache_path(const char *asked, uint64_t key, const char *kind, const char *ending, char *out, size_t n);
/* Puts a file there as a whole or not at all, whatever other processes do; then sees to the bound.
 */
bool comp_cache_write(const char *path, const void *data, size_t n);
/* Opens a file of the cache to read; -1 when there is none that only the user can have written. */
int comp_cache_open(const char *path);
void comp_cache_used(const char *path); /* what was used last is removed last */
/* Largest total in bytes: $CAUSEWAY_CACHE_SIZE (MiB), 1 GiB unless given. */
uint64_t comp_cache_bound(void);

typedef struct {
    char folder[1000];
    uint64_t models, externals, others; /* number of files: translated models, external code, code of cc */
    uint64_t bytes;
} CompCacheSize;
bool comp_cache_survey(const char *asked, CompCacheSize *size); /* asked: as in comp_cache_path */
/* Removes what was not used for longest until at most `bytes` are left.  The number of files removed. */
uint64_t comp_cache_trim(const char *asked, uint64_t bytes);

/* ---- ready.c ----------------------------------------------------------------------------------------------------- */

typedef enum { COMP_AUTO, COMP_TCC, COMP_CC } CompTier; /* --compile auto|tcc|cc */

typedef struct {
    CompTier tier;
    const char *flags;     /* for cc; NULL: "-O2" */
    const char *keep_text; /* write the C text to this file as well, or NULL */
    double patience;       /* auto: seconds of running before cc is started (default 1) */
    bool keep;             /* use code that is in the cache, and keep there what is compiled */
} CompOptions;

typedef struct CompModel CompModel;

/* Compiles and loads; external functions included.  NULL after reporting. */
CompModel *comp_model(GenModel *g, const CompOptions *options);
/* The fastest code there is.  Call at step boundaries: with COMP_AUTO the answer changes once, when
 * cc, started in the background after `patience` seconds of calls, is done.  Both give the same
 * values to rounding. */
const CwModel *comp_code(CompModel *m);
double comp_seconds(const CompModel *m); /* spent compiling in the foreground */
void comp_model_free(CompModel *m);
/* Files that an external function (DaeFunction) was found in: the shared object compiled for it (NULL: none was), and
 * the one that holds its code. */
void comp_external_place(const CompModel *m, uint32_t function, const char **unit, const char **holder);
/* The file of the model's own version of a function that a library only has a dummy of; NULL: there is none. */
const char *comp_override_file(void);

/* ---- tcc.c ------------------------------------------------------------------------------------------------------- */

/* Whole C texts, which include no header, as the bytes of a shared library.  false after a diagnostic (COMP0002). */
bool comp_library(Context *ctx, const char *const *texts, size_t n, Text *binary);
/* Files of the C libraries of this machine, which that reads; their number. */
enum { COMP_C_LIBRARIES = 2 };
size_t comp_c_libraries(const char *files[COMP_C_LIBRARIES]);

/* ---- cc.c -------------------------------------------------------------------------------------------------------- */

/* Files of a folder. */
typedef struct {
    const char *name, *text;
    size_t n;
    bool unit; /* to be compiled; else others include it */
} CompSource;
typedef VEC(CompSource) CompSources;

/* C files as the bytes of a shared library, by a compiler for another machine, with -O2.  0: done; -1: the compiler
 * cannot be started; else it failed, *why: its words. */
int comp_foreign(const char *compiler, const CompSources *files, Text *binary, Text *why);

/* ---- external_sources.c ------------------------------------------------------------------------------------------ */

/* All external functions as C files, texts in the arena.  false: *which, counted as in GenModel.externals, cannot be
 * had so, *why says why. */
bool comp_external_sources(const GenModel *g, Arena *arena, CompSources *out, size_t *which, Text *why);

#endif
