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

#ifdef __cplusplus
}
#endif

#endif
