/* code_texts.c - texts carried inside the program (see CMakeLists.txt): abi.h, helpers.c, systems of C programs. */
#include "codegen/codegen.h"
#include "codegen_texts.h"

const char *gen_abi_text(void) { return (const char *)abi_text; }
const char *gen_helpers_text(void) { return (const char *)helpers_text; }
const char *gen_systems_text(void) { return (const char *)systems_text; }
