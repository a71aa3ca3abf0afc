/* utility_texts.c - the texts of utilities.c.txt, utilities_header.h.txt and c_headers.txt, carried inside the program
 * (see CMakeLists.txt). */
#include "compile/compile_impl.h"
#include "compile_texts.h"

const char *comp_utilities_text(void) { return (const char *)utilities_text; }
const char *comp_utilities_header_text(void) { return (const char *)utilities_header_text; }
const char *comp_c_headers_text(void) { return (const char *)c_headers_text; }
