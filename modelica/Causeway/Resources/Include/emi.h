/* emi.h of the source tree; installed, this is the header itself. */
#include "../../../../include/causeway/emi.h"
