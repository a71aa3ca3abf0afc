/* compile_impl.h - what the files of compile/ share. */
#ifndef CAUSEWAY_COMPILE_IMPL_H
#define CAUSEWAY_COMPILE_IMPL_H

#include "compile/compile.h"
#include "exchange/exchange.h"
#include <signal.h>
#include <stdatomic.h>
#include <string.h>

struct CompUnit {
    void *tcc;    /* TCCState, or NULL */
    void *shared; /* handle of dlopen, or NULL */
};

/* ---- cc.c -------------------------------------------------------------------------------------------------------- */

/* Runs a program with arguments (argv[0] searched in PATH, NULL at the end), its output and errors
 * into a file. The exit status, or -1 when it could not be started.  With group it runs in a
 * process group of its own, whose number is stored there as soon as it runs, so that another thread
 * can end it.  Usable from any thread. */
int comp_run(char *const *argv, const char *output, atomic_int *group);
/* Between the two an interrupt waits, so that temporary files are removed before it ends the process. */
void comp_hold_signals(sigset_t *old);
void comp_let_signals(const sigset_t *old);
enum {
    COMP_FOLDER = 1024,
    COMP_PATH = COMP_FOLDER + 128
}; /* room for the name of a temporary folder; of files in it */
/* A fresh folder for temporary files ("/tmp/causeway.PID.XXXXXX") in $TMPDIR, or elsewhere when that cannot be used;
 * path has room for COMP_FOLDER bytes. */
bool comp_temporary(char *path);
void comp_remove_folder(const char *path);
CompUnit *comp_load(const char *path, Text *why); /* dlopen; NULL with the reason */

/* The whole unit for a compiler outside the process: abi, helpers, text. */
void comp_whole_text(const char *text, Text *out);

/* ---- tcc.c ------------------------------------------------------------------------------------------------------- */

/* Compiled into an object file, not linked; false, silently, when that cannot be. */
bool comp_tcc_object(const char *text, const char *path);
/* Files (C texts, objects, libraries) made into a shared object that stands on the C library of this machine, with
 * include folders; false: why gets the words. */
bool comp_tcc_shared(const VecStr *files, const VecStr *folders, const char *object, Text *why);
/* Such a file (its name must end in .o) made ready to run; NULL, silently, when it is not one. */
CompUnit *comp_tcc_link(const char *path);

/* ---- cache_folder.c ---------------------------------------------------------------------------------------------- */

/* Keeps a copy of an object in the cache.  It gets its checksum and that of its name behind its end, so that one that
 * is damaged, or stands under another's name, is not loaded. */
bool comp_cache_keep(const char *object, const char *path);
bool comp_is_sealed(const char *path);

/* ---- external.c -------------------------------------------------------------------------------------------------- */

typedef struct CompExternals CompExternals; /* libraries held open */

/* Addresses of all external functions of g into table (two for each, see GenExternal).  NULL after
 * reporting. */
CompExternals *comp_externals(Context *ctx, const GenModel *g, void **table);
void comp_externals_free(CompExternals *x);

/* What a shared object of external code is made of. */
typedef struct {
    VecStr sources, objects, folders; /* for the compiler: files, objects, -I folders */
    VecStr system;                    /* names of libraries that the system must have */
    Text text;                        /* C text before the sources */
    bool alone;                       /* nothing but the text calls ModelicaError and its like */
} CompRecipe;

/* in_c: sources where there are some, also beside objects. */
void comp_recipe_of(const DaeExternal *x, bool in_c, CompRecipe *r);
void comp_free_recipe(CompRecipe *r);
bool comp_is_file(const char *path);
/* An Include text has nothing but lines like #include <math.h>. */
bool comp_only_system_headers(const char *include);
/* The Include texts of two functions are compiled together. */
bool comp_same_unit(const DaeExternal *a, const DaeExternal *b);
/* The Include texts of the unit of a function. */
void comp_include_texts(const GenModel *g, const DaeExternal *e, Text *out);
/* A function cw_call_NAME behind the Include text that takes what the model gives and calls the external one. */
void comp_call_text(const GenExternal *x, const char *name, Text *out);

/* ---- external_tcc.c ---------------------------------------------------------------------------------------------- */

/* What cc makes of a recipe, made by libtcc: `source` holds the recipe's text, `folder` takes what is needed for a
 * while.  false: why gets the words. */
bool comp_tcc_recipe(const CompRecipe *r, const char *folder, const char *source, const char *object, Text *why);

/* ---- utility_texts.c --------------------------------------------------------------------------------------------- */
const char *comp_utilities_text(void);
const char *comp_utilities_header_text(void);
const char *comp_c_headers_text(void); /* headers of C and POSIX, each behind a line "== NAME" */

/* own_tables.c: a function behind the tables of the Modelica library, and what tells it in whose evaluation it runs;
 * NULL: there is none of this name. */
void *comp_table_symbol(const char *name, void **entered);
/* own_table_file.c: rows * cols numbers of a text file, row by row; false: *why says what is wrong. */
bool comp_read_table(const char *path, const char *name, const char *delimiter, int header, double **at, size_t *rows,
                     size_t *cols, const char **why);

#endif
