/* api.c - causeway.h: version, session, diagnostics. */
#include "session/session_impl.h"

const char *causeway_version(void) { return "0.2.0"; }
