/* code_texts.c - the texts of abi.h and helpers.c, carried inside the program (see CMakeLists.txt). */
#include "codegen/codegen.h"
#include "codegen_texts.h"

const char *gen_abi_text(void) { return (const char *)abi_text; }
const char *gen_helpers_text(void) { return (const char *)helpers_text; }
