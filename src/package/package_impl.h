/* package_impl.h - what the files of package/ share. */
#ifndef CAUSEWAY_PACKAGE_IMPL_H
#define CAUSEWAY_PACKAGE_IMPL_H

#include "package/package.h"

#include <errno.h>
#include <string.h>

/* ---- files.c ----------------------------------------------------------------------------------------------------- */

bool pkg_exists(const char *path);
bool pkg_ends_with(const char *s, const char *end);
/* The whole chain of folders; false after reporting (PKG0007). */
bool pkg_make_folders(Context *ctx, const char *path);
/* Copies a file or a tree of files; folders of version control stay behind.  false after reporting. */
bool pkg_copy_tree(Context *ctx, const char *from, const char *to);
/* Moves what is at `from` to `to` in one step; what was there is kept until the new is in place. */
bool pkg_replace(Context *ctx, const char *from, const char *to);
bool pkg_write_file(Context *ctx, const char *path, const char *bytes, size_t n); /* beside, then renamed */
bool pkg_read_file(Context *ctx, const char *path, Text *out);
/* A new empty folder that pkg_clean removes; NULL after reporting. */
const char *pkg_scratch(Context *ctx);
bool pkg_cannot(Context *ctx, const char *what, const char *path); /* reports errno; false */

/* ---- zip.c, net.c ------------------------------------------------------------------------------------------------ */

bool pkg_is_address(const char *s); /* http://, https://, file:// */
bool pkg_download(Context *ctx, const char *address, Text *out);

/* ---- library_facts.c --------------------------------------------------------------------------------------------- */

PkgLibrary *pkg_new(Context *ctx, const char *name, const char *version);
/* Its lists are complete: they move to the arena in which it lives. */
void pkg_complete(Context *ctx, PkgLibrary *l);

#endif
