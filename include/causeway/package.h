/* package.h - installed libraries: install, update, remove, vendor; the cache of translated models. */
#ifndef CAUSEWAY_PUBLIC_PACKAGE_H
#define CAUSEWAY_PUBLIC_PACKAGE_H

#include "causeway.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- installed libraries ----------------------------------------------------------------------------------------- */

typedef struct causeway_use {
    const char *name, *version;
} causeway_use;

typedef struct causeway_library_info {
    const char *name, *version;
    const char *place; /* "installed", "MODELICAPATH", "OpenModelica", "with causeway" */
    const char *path;
    const char *from; /* where it came from, or NULL */
    size_t nuses;
    const causeway_use *const *uses;
} causeway_library_info;

/* Those that are found without being asked for; until the next call. */
CAUSEWAY_API size_t causeway_libraries(causeway_session *s, const causeway_library_info *const **list);
/* Words are NAME or NAME@VERSION, none: all that the source has.  from: a folder, a zip archive, a git repository, an
 * index; nothing else touches the network. */
CAUSEWAY_API causeway_status causeway_install(causeway_session *s, const char *from, size_t n,
                                              const char *const *words);
/* Newer versions of these (none: of all that were installed), from where they came, or from `from`. */
CAUSEWAY_API causeway_status causeway_update(causeway_session *s, const char *from, size_t n, const char *const *words);
CAUSEWAY_API causeway_status causeway_remove(causeway_session *s, size_t n, const char *const *words);
/* As causeway_install (from NULL: of what is installed), and writes causeway.lock; installs what that says. */
CAUSEWAY_API causeway_status causeway_lock(causeway_session *s, const char *from, size_t n, const char *const *words);
CAUSEWAY_API causeway_status causeway_install_locked(causeway_session *s);
/* Copies libraries, and what they use, below a folder (none: those of causeway.lock). */
CAUSEWAY_API causeway_status causeway_vendor(causeway_session *s, const char *folder, size_t n,
                                             const char *const *words);
/* Tells each installed library of which its source (NULL: its own) has a newer version. */
typedef void causeway_newer(void *arg, const char *name, const char *installed, const char *newest);
CAUSEWAY_API causeway_status causeway_outdated(causeway_session *s, const char *from, causeway_newer *visit, void *arg);
/* An index (JSON) of the libraries below a folder; until the next call; NULL after diagnostics. */
CAUSEWAY_API const char *causeway_index(causeway_session *s, const char *folder);
/* Writes a library, made for older versions of those it uses, converted by their scripts below a folder (NULL: it is
 * only looked at); what was done, a line a pass, until the next call; NULL after diagnostics. */
CAUSEWAY_API const char *causeway_convert(causeway_session *s, const char *library, const char *folder);

/* ---- the cache of translated models ------------------------------------------------------------------------------ */

typedef struct causeway_cache_info {
    size_t size;
    uint64_t models, externals, others; /* files: translated models, external code, optimised code */
    uint64_t bytes, bound;
    char folder[1000];
} causeway_cache_info;

/* Of the session's cache (causeway_session_options.cache). */
CAUSEWAY_API causeway_status causeway_cache_look(causeway_session *s, causeway_cache_info *out);
/* Removes what was not used for longest until at most `bytes` are left; the number of files removed. */
CAUSEWAY_API uint64_t causeway_cache_trim(causeway_session *s, uint64_t bytes);

#ifdef __cplusplus
}
#endif

#endif
