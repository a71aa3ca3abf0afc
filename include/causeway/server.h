/* server.h - the server behind editors. */
#ifndef CAUSEWAY_PUBLIC_SERVER_H
#define CAUSEWAY_PUBLIC_SERVER_H

#include "causeway.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- editors ----------------------------------------------------------------------------------------------------- */

/* Serves an editor over two file descriptors, by the Language Server Protocol, until it leaves: CAUSEWAY_OK after
 * `shutdown` and `exit`, CAUSEWAY_STOPPED when it went away without.  Of the options libraries and
 * no_default_libraries count; NULL: defaults.  Checks and runs are children of this process (fork): call it from a
 * process that has no other threads. */
CAUSEWAY_API causeway_status causeway_serve(const causeway_session_options *options, int in, int out);

/* ---- motion in space --------------------------------------------------------------------------------------------- */

/* Runs a model (a class, or a file) and writes the motion of its shapes, as MultiBody has them: .glb (glTF 2.0) or .png
 * (its end).  Of the options libraries and no_default_libraries count; both kinds may be NULL.  What went wrong is
 * written to why, size bytes with the final zero (size may be 0). */
CAUSEWAY_API causeway_status causeway_animate(const causeway_session_options *options, const char *model,
                                              const causeway_run_options *run, const char *path, char *why,
                                              size_t size);

#ifdef __cplusplus
}
#endif

#endif
