/* texts.c - the text of utilities.c.txt, carried inside the program (see CMakeLists.txt). */
#include "compile/compile_impl.h"
#include "compile_texts.h"

const char *comp_utilities_text(void) { return (const char *)utilities_text; }
