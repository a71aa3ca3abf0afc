/* tcc.c - a text compiled in the process by libtcc.
 *
 * Generated code includes no header and links no library: abi.h is put in front, and everything it
 * calls is given by address.  So nothing of a tcc installation is needed at run time.
 */
#include "compile/compile_impl.h"
#include <dlfcn.h>
#include <libtcc.h>
#include <link.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* libtcc keeps its state in globals while it compiles: one compilation at a time in the whole
 * process.  Nothing is allocated while the lock is held: a thread that finds no memory unwinds, and would keep it. */
static pthread_mutex_t tcc_lock = PTHREAD_MUTEX_INITIALIZER;

/* What libtcc refers to as stdout, stderr and environ (see CMakeLists.txt).  It prints only where nobody listens to its
 * errors, and needs an environment only to run programs: neither happens here. */
void *const comp_tcc_stdout, *const comp_tcc_stderr, *const comp_tcc_environ;

enum { MOST_WORDS = 4000 };

/* Messages of libtcc, in room that is there before. */
typedef struct {
    char text[MOST_WORDS];
    size_t n;
} Errors;

static void collect(void *arg, const char *message) {
    Errors *e = arg;
    size_t left = MOST_WORDS - e->n;
    int n = snprintf(e->text + e->n, left, "%s%s", e->n ? "\n" : "", message);
    e->n += n < 0 ? 0 : (size_t)n < left ? (size_t)n : left - 1;
}

static TCCState *new_state(Errors *errors, int output) {
    TCCState *s = tcc_new();
    if (!s) return NULL;
    tcc_set_error_func(s, errors, collect);
    tcc_set_options(s, "-nostdlib -nostdinc -w");
    tcc_set_output_type(s, output);
    return s;
}

static void add_symbols(TCCState *s, const GenSymbol *symbols, size_t n) {
    for (size_t i = 0; i < n; i++) tcc_add_symbol(s, symbols[i].name, symbols[i].address);
}

/* What libtcc gets of a generated text. */
static Text with_abi(const char *text) {
    Text all = {0};
    base_text_add(&all, "#define CW_CODE\n");
    base_text_add(&all, gen_abi_text());
    base_text_add(&all, "#line 1 \"model.c\"\n");
    base_text_add(&all, text);
    return all;
}

static void refuse(Context *ctx, const Errors *errors) {
    Diag *d = base_error(ctx, "COMP0002", (Span){0}, "generated code does not compile (tcc): %s", errors->text);
    base_hint(ctx, d, "this is a fault of causeway; please report it with the model");
}

static CompUnit *unit_of(TCCState *s) {
    CompUnit *u = base_realloc(NULL, sizeof *u);
    *u = (CompUnit){.tcc = s};
    return u;
}

CompUnit *comp_tcc(Context *ctx, const char *text, const GenSymbol *symbols, size_t nsymbols) {
    Errors errors = {.n = 0};
    Text all = with_abi(text);
    size_t n;
    const GenSymbol *own = gen_symbols(&n);
    pthread_mutex_lock(&tcc_lock);
    TCCState *s = new_state(&errors, TCC_OUTPUT_MEMORY);
    if (s) {
        add_symbols(s, own, n);
        add_symbols(s, symbols, nsymbols);
    }
    bool ok = s && tcc_compile_string(s, all.at) >= 0 && tcc_relocate(s, TCC_RELOCATE_AUTO) >= 0;
    if (s && !ok) tcc_delete(s);
    pthread_mutex_unlock(&tcc_lock);
    base_text_free(&all);
    if (!ok) refuse(ctx, &errors);
    return ok ? unit_of(s) : NULL;
}

bool comp_tcc_object(const char *text, const char *path) {
    Errors errors = {.n = 0};
    Text all = with_abi(text);
    pthread_mutex_lock(&tcc_lock);
    TCCState *s = new_state(&errors, TCC_OUTPUT_OBJ);
    bool ok = s && tcc_compile_string(s, all.at) >= 0 && tcc_output_file(s, path) >= 0;
    if (s) tcc_delete(s);
    pthread_mutex_unlock(&tcc_lock);
    base_text_free(&all);
    return ok;
}

/* In a program that is not position independent (Debian's python3) the address of a function may be a place in the
 * program: the next one is meant. */
size_t comp_c_libraries(const char *files[COMP_C_LIBRARIES]) {
    const void *const of[COMP_C_LIBRARIES] = {base_symbol(RTLD_NEXT, "sin"), base_symbol(RTLD_NEXT, "malloc")};
    size_t n = 0;
    for (size_t i = 0; i < COMP_C_LIBRARIES; i++) {
        Dl_info where;
        if (!of[i] || !dladdr(of[i], &where) || (n && !strcmp(files[n - 1], where.dli_fname))) continue;
        files[n++] = where.dli_fname;
    }
    return n;
}

/* What the library made needs, so that it says so. */
static bool link_c_libraries(TCCState *s) {
    const char *files[COMP_C_LIBRARIES];
    size_t n = comp_c_libraries(files);
    for (size_t i = 0; i < n; i++)
        if (tcc_add_file(s, files[i]) < 0) return false;
    return true;
}

/* Takes the versions of symbols out of the dynamic section: unversioned ones are bound to the oldest that the C library
 * has (exp and pow of 2.2.5, not 2.29), so that the library loads on older systems too. */
static void drop_versions(Text *binary) {
    ElfW(Ehdr) head;
    if (binary->n < sizeof head) return;
    memcpy(&head, binary->at, sizeof head);
    for (size_t i = 0; i < head.e_phnum; i++) {
        ElfW(Phdr) part;
        size_t at = head.e_phoff + i * sizeof part;
        if (at + sizeof part > binary->n) return;
        memcpy(&part, binary->at + at, sizeof part);
        if (part.p_type != PT_DYNAMIC) continue;
        for (at = part.p_offset; at + sizeof(ElfW(Dyn)) <= binary->n && at < part.p_offset + part.p_filesz;
             at += sizeof(ElfW(Dyn))) {
            ElfW(Dyn) entry;
            memcpy(&entry, binary->at + at, sizeof entry);
            if (entry.d_tag != DT_VERSYM && entry.d_tag != DT_VERNEED && entry.d_tag != DT_VERNEEDNUM) continue;
            entry = (ElfW(Dyn)){.d_tag = DT_DEBUG};
            memcpy(binary->at + at, &entry, sizeof entry);
        }
    }
}

bool comp_library(Context *ctx, const char *const *texts, size_t n, Text *binary) {
    Errors errors = {.n = 0};
    char path[64];
    int file = memfd_create("library", MFD_CLOEXEC); /* libtcc wants a name of a file; this one is nowhere on a disk */
    bool ok = file >= 0;
    if (!ok) collect(&errors, "there is no memory for it");
    if (ok) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
        pthread_mutex_lock(&tcc_lock);
        TCCState *s = new_state(&errors, TCC_OUTPUT_DLL);
        ok = s && link_c_libraries(s);
        for (size_t i = 0; i < n && ok; i++) ok = tcc_compile_string(s, texts[i]) >= 0;
        ok = ok && tcc_output_file(s, path) >= 0;
        if (s) tcc_delete(s);
        pthread_mutex_unlock(&tcc_lock);
        ok = ok && base_read_file(path, SIZE_MAX, binary);
        if (ok) drop_versions(binary);
        close(file);
    }
    if (!ok) refuse(ctx, &errors);
    return ok;
}

/* Shared libraries are found again where they lay. */
static void look_beside(TCCState *s, const char *file) {
    const char *slash = strrchr(file, '/'), *end = strrchr(file, '.');
    char option[MOST_WORDS];
    if (!slash || !end || strcmp(end, ".so") != 0) return;
    int n = snprintf(option, sizeof option, "\"-Wl,-rpath=%.*s\"", (int)(slash - file), file);
    if (n > 0 && (size_t)n < sizeof option) tcc_set_options(s, option);
}

static bool add_files(TCCState *s, const VecStr *files) {
    for (size_t i = 0; i < files->n; i++) {
        look_beside(s, files->at[i]);
        if (tcc_add_file(s, files->at[i]) < 0) return false;
    }
    return link_c_libraries(s);
}

bool comp_tcc_shared(const VecStr *files, const VecStr *folders, const char *object, Text *why) {
    Errors errors = {.n = 0};
    pthread_mutex_lock(&tcc_lock);
    TCCState *s = new_state(&errors, TCC_OUTPUT_DLL);
    /* Each library calls its own copies, but for what the model overrides; libtcc knows no visibility. */
    if (s && !comp_override_file()) tcc_set_options(s, "-Wl,-Bsymbolic");
    for (size_t i = 0; s && i < folders->n; i++) tcc_add_include_path(s, folders->at[i]);
    bool ok = s && add_files(s, files) && tcc_output_file(s, object) >= 0;
    if (s) tcc_delete(s);
    pthread_mutex_unlock(&tcc_lock);
    base_text_add(why, errors.text);
    return ok;
}

CompUnit *comp_tcc_link(const char *path) {
    Errors errors = {.n = 0};
    size_t n;
    const GenSymbol *own = gen_symbols(&n);
    pthread_mutex_lock(&tcc_lock);
    TCCState *s = new_state(&errors, TCC_OUTPUT_MEMORY);
    if (s) add_symbols(s, own, n);
    bool ok = s && tcc_add_file(s, path) >= 0 && tcc_relocate(s, TCC_RELOCATE_AUTO) >= 0;
    if (s && !ok) tcc_delete(s);
    pthread_mutex_unlock(&tcc_lock);
    return ok ? unit_of(s) : NULL;
}

void *comp_symbol(const CompUnit *u, const char *name) {
    return u->tcc ? tcc_get_symbol(u->tcc, name) : base_symbol(u->shared, name);
}

void comp_free(CompUnit *u) {
    if (!u) return;
    if (u->tcc) {
        pthread_mutex_lock(&tcc_lock);
        tcc_delete(u->tcc);
        pthread_mutex_unlock(&tcc_lock);
    }
    if (u->shared) base_unload(u->shared);
    base_realloc(u, 0);
}
