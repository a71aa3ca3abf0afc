/* utility_texts.c - the texts of utilities.c.txt and utilities_header.h.txt, carried inside the program
 * (see CMakeLists.txt). */
#include "compile/compile_impl.h"
#include "compile_texts.h"

const char *comp_utilities_text(void) { return (const char *)utilities_text; }
const char *comp_utilities_header_text(void) { return (const char *)utilities_header_text; }
