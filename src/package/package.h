/* package.h - libraries as packages: where they come from, which versions fit together, what is installed.
 *
 * Sections, in the order data flows:
 *   library_source.c  a folder, a zip archive, a git repository or an index -> the libraries it offers
 *   library_facts.c   what a library says of itself: version, uses, what it can stand for
 *   package_index.c   the index of OpenModelica's package manager: read and written
 *   resolve.c         wishes -> one version of every library that is needed
 *   store.c           installed libraries: listing, installing, removing
 *   lock.c            causeway.lock: versions and hashes, so that another machine gets the same
 *                     ------------------------------------------------------------------------------
 *   files.c           folders: copied, hashed, removed, replaced as a whole
 *   zip.c             archives, unpacked with distrust
 *   net.c             addresses, read by libcurl
 *
 * Nothing here touches the network unless the user has named an address.  A library is put into place by one rename:
 * whatever happens, it is there as it was or as it shall be.
 */
#ifndef CAUSEWAY_PACKAGE_H
#define CAUSEWAY_PACKAGE_H

#include "library/library.h"

typedef struct {
    const char *name, *version;
} PkgUse;

typedef enum { PKG_OFFERED, PKG_INSTALLED, PKG_ON_PATH, PKG_OPENMODELICA, PKG_SHIPPED } PkgPlace;

/* One version of a library. */
typedef struct {
    const char *name, *version;
    VEC(PkgUse) uses;
    VecStr provides; /* versions that it can stand for as it is: noneFromVersion */
    VecStr converts; /* versions from which it knows how to convert */
    PkgPlace place;
    const char *path;    /* its folder or .mo file; NULL: not fetched yet */
    const char *from;    /* where it was offered, as it may be asked for again */
    const char *archive; /* of an index: address of the zip archive, or NULL */
    const char *inside;  /* of an index: its path in the archive, or beside the index */
    const char *sha256;  /* of its files, where a promise was made */
} PkgLibrary;

typedef VEC(PkgLibrary *) PkgList;

/* ---- library_facts.c --------------------------------------------------------------------------------------------- */

/* Appends the libraries that lie directly in a folder (or the one that it is, or the file is).  Those whose text cannot
 * be read are reported.  Returns how many. */
size_t pkg_read_folder(Context *ctx, const char *folder, PkgPlace place, PkgList *out);
/* Can it be used where `version` is asked for? */
bool pkg_covers(const PkgLibrary *l, const char *version);

/* ---- library_source.c -------------------------------------------------------------------------------------------- */

/* Appends what a source offers.  `version` is a wish that a git repository may have a tag for, or NULL.  false after
 * reporting (PKG0001 ...). */
bool pkg_open_source(Context *ctx, const char *from, const char *version, PkgList *out);
/* Brings the files of a library to disk: sets its path.  false after reporting. */
bool pkg_fetch(Context *ctx, PkgLibrary *l);
/* Removes what was unpacked or cloned on the way. */
void pkg_clean(Context *ctx);

/* ---- package_index.c --------------------------------------------------------------------------------------------- */

bool pkg_read_index(Context *ctx, const char *address, const char *text, size_t n, PkgList *out);
/* The index of the libraries in a list, with paths relative to a folder. */
bool pkg_write_index(Context *ctx, const PkgList *list, const char *folder, Text *out);

/* ---- resolve.c --------------------------------------------------------------------------------------------------- */

/* What the user asks for: "4.1.0", "4" (the newest 4.x) or NULL (the newest). */
typedef struct {
    const char *name, *version;
} PkgWish;
typedef VEC(PkgWish) PkgWishes;

PkgWish pkg_wish(Context *ctx, const char *word); /* NAME or NAME@VERSION */
/* One version of every library that the wishes and their uses need.  false after reporting (PKG0002, PKG0003); a
 * library that is used but offered nowhere is a warning (PKG0009). */
bool pkg_resolve(Context *ctx, const PkgWishes *wishes, const PkgList *offered, PkgList *chosen);

/* The newest version of every library that is offered, whatever it uses; uses that nothing covers are warnings. */
void pkg_take_all(Context *ctx, const PkgList *offered, const PkgList *present, PkgList *chosen);

/* ---- store.c ----------------------------------------------------------------------------------------------------- */

/* Every library that is found without -L, ours first. */
void pkg_installed(Context *ctx, PkgList *out);
/* Puts a library into place, or does nothing when the same files are there.  *new: they were not.  false after
 * reporting. */
bool pkg_install(Context *ctx, PkgLibrary *l, bool *new);
bool pkg_remove(Context *ctx, const PkgLibrary *l);
/* Copies a library into another folder, as "Name Version". */
bool pkg_copy(Context *ctx, const PkgLibrary *l, const char *folder, const char **path);

/* ---- lock.c ------------------------------------------------------------------------------------------------------ */

/* Both false after reporting (PKG0008). */
bool pkg_write_lock(Context *ctx, const char *file, const PkgList *list);
bool pkg_read_lock(Context *ctx, const char *file, PkgList *out);

/* ---- files.c ----------------------------------------------------------------------------------------------------- */

/* SHA-256 over the names and contents of all files of a library; false when something cannot be read (reported). */
bool pkg_hash(Context *ctx, const char *path, char hex[65]);
void pkg_remove_tree(const char *path);

/* ---- zip.c ------------------------------------------------------------------------------------------------------- */

/* Unpacks an archive below a folder.  false after a diagnostic: it is refused when anything in it would land
 * elsewhere. */
bool pkg_unzip(Context *ctx, const char *archive, const char *folder);

typedef struct {
    const char *name;
    const void *data;
    size_t size;
} PkgEntry;
/* Writes an archive of these entries.  false: could not be written, or there is no libzip. */
bool pkg_zip(const char *archive, const PkgEntry *entries, size_t n);
/* Loads what that needs, for a process that can load nothing later. */
bool pkg_zip_ready(void);

#endif
