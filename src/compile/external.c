/* external.c - where external functions come from.
 *
 * Before: the external functions of a GenModel.  After: an address for each, and for each the
 * function that tells its library in whose evaluation it runs.  A function is looked for in the
 * libraries of its Library annotation: sources in the Modelica library's Resources/C-Sources
 * (compiled once, kept in the cache), else objects in its Resources/Library, else the system's
 * libraries; in the text of its Include annotation (compiled once, kept in the cache), when that
 * holds more than lines like #include <math.h>; in the program itself (C library, LAPACK).
 */
#include "compile/compile_impl.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    char *text;   /* what the unit was made from, to find it again within a model */
    void *handle; /* NULL: it could not be made, and that was reported */
} Library;

struct CompExternals {
    Context *ctx;
    const GenModel *g;
    VEC(Library) libraries;
    VEC(void *) handles;
};

/* ---- files ------------------------------------------------------------------------------------------------------- */

bool comp_is_file(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static bool ends_with(const char *s, const char *end) {
    size_t n = strlen(s), m = strlen(end);
    return n >= m && !strcmp(s + n - m, end);
}

/* Adds name, size and time of change of a file. */
static void stamp(const char *path, Text *out) {
    struct stat st;
    if (stat(path, &st) == 0)
        base_text_printf(out, "%s %lld %lld.%09ld\n", path, (long long)st.st_size, (long long)st.st_mtim.tv_sec,
                         st.st_mtim.tv_nsec);
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Files of a folder with one of two endings, in order of name, added to list. */
static void list_files(const char *folder, const char *end1, const char *end2, VecStr *list) {
    size_t from = list->n;
    DIR *dir = opendir(folder);
    if (!dir) return;
    for (struct dirent *f; (f = readdir(dir));) {
        if (!ends_with(f->d_name, end1) && !(end2 && ends_with(f->d_name, end2))) continue;
        size_t n = strlen(folder) + strlen(f->d_name) + 2;
        char *path = base_realloc(NULL, n);
        snprintf(path, n, "%s/%s", folder, f->d_name);
        vec_push(list, path);
    }
    closedir(dir);
    if (list->n > from) qsort(list->at + from, list->n - from, sizeof(char *), by_text);
}

static void free_list(VecStr *list) {
    for (size_t i = 0; i < list->n; i++) base_realloc(list->at[i], 0);
    vec_free(list);
}

static void push_text(VecStr *list, const char *format, const char *a, const char *b) {
    size_t n = strlen(format) + strlen(a) + strlen(b) + 1;
    char *s = base_realloc(NULL, n);
    snprintf(s, n, format, a, b);
    vec_push(list, s);
}

/* ---- what a library is made of ----------------------------------------------------------------------------------- */

/* Libraries whose sources do not bear their name (Modelica/Resources/C-Sources/readme.txt). */
static const char *const composed[][2] = {
    {"ModelicaExternalC", "ModelicaFFT.c"},
    {"ModelicaExternalC", "ModelicaInternal.c"},
    {"ModelicaExternalC", "ModelicaRandom.c"},
    {"ModelicaExternalC", "ModelicaStrings.c"},
    {"ModelicaMatIO", "ModelicaMatIO.c"},
    {"ModelicaMatIO", "snprintf.c"},
    {"ModelicaStandardTables", "ModelicaStandardTables.c"},
    {"ModelicaStandardTables", "ModelicaStandardTablesUsertab.c"},
};

/* What a library of that folder calls in others; annotations of some versions name the first alone (3.2.1, 3.2.2). */
static const char *const needed[][2] = {
    {"ModelicaStandardTables", "ModelicaIO"},
    {"ModelicaStandardTables", "ModelicaMatIO"},
    {"ModelicaStandardTables", "zlib"},
    {"ModelicaIO", "ModelicaMatIO"},
    {"ModelicaIO", "zlib"},
    {"ModelicaMatIO", "zlib"},
};

static void push_if_file(VecStr *list, const char *folder, const char *name) {
    size_t n = list->n;
    push_text(list, "%s/%s", folder, name);
    if (comp_is_file(list->at[n])) return;
    base_realloc(list->at[n], 0);
    list->n = n;
}

/* Sources of a library in a folder of C sources. */
static void library_sources(const char *folder, const char *library, VecStr *out) {
    size_t from = out->n;
    for (size_t i = 0; i < sizeof composed / sizeof *composed; i++)
        if (!strcmp(composed[i][0], library)) push_if_file(out, folder, composed[i][1]);
    if (out->n > from) return;
    char name[512];
    snprintf(name, sizeof name, "%.500s.c", library);
    push_if_file(out, folder, name);
    snprintf(name, sizeof name, "%.300s/%.200s", folder, library);
    if (out->n == from) list_files(name, ".c", NULL, out);
}

/* An object for the linker in Resources/Library (MLS 12.9.4: the platform's folder first). */
static bool library_object(const char *folder, const char *library, VecStr *out) {
    static const char *const platforms[] = {"/linux64", ""};
    static const char *const endings[] = {".so", ".a"};
    for (size_t p = 0; p < 2; p++)
        for (size_t k = 0; k < 2; k++) {
            char path[2048];
            snprintf(path, sizeof path, "%.1500s%s/lib%.400s%s", folder, platforms[p], library, endings[k]);
            char *whole = comp_is_file(path) ? realpath(path, NULL) : NULL;
            if (!whole) continue;
            push_text(out, "%s%s", whole, "");
            free(whole); /* of realpath, not ours */
            return true;
        }
    return false;
}

/* ---- building ---------------------------------------------------------------------------------------------------- */

void comp_free_recipe(CompRecipe *r) {
    free_list(&r->sources), free_list(&r->objects), free_list(&r->folders), free_list(&r->system);
    base_text_free(&r->text);
}

static void add_folder(CompRecipe *r, const char *format, const char *folder) {
    if (!folder) return;
    size_t n = r->folders.n;
    push_text(&r->folders, format, folder, "");
    if (access(r->folders.at[n] + 2, R_OK) == 0) return;
    base_realloc(r->folders.at[n], 0);
    r->folders.n = n;
}

/* Sources of a library beside what names it: in the library of the function, in the one that its annotations point
 * to (IncludeDirectory, LibraryDirectory), in the folder itself, or in a library that it uses. */
static void find_sources(const DaeExternal *x, const char *library, CompRecipe *r) {
    char places[5][2048] = {"", "", "", "", ""};
    if (x->base_dir) snprintf(places[0], sizeof places[0], "%.2000s/Resources/C-Sources", x->base_dir);
    if (x->include_dir) snprintf(places[1], sizeof places[1], "%.2000s", x->include_dir);
    if (x->library_dir) snprintf(places[2], sizeof places[2], "%.2000s/../C-Sources", x->library_dir);
    if (x->base_dir) snprintf(places[3], sizeof places[3], "%.2000s", x->base_dir);
    if (x->used_dir) snprintf(places[4], sizeof places[4], "%.2000s", x->used_dir);
    size_t before = r->sources.n;
    for (size_t i = 0; i < 5 && r->sources.n == before; i++) {
        if (!*places[i]) continue;
        library_sources(places[i], library, &r->sources);
        if (r->sources.n == before || i == 0) continue;
        add_folder(r, "-I%s%s", places[i]);
        add_folder(r, "-I%s/zlib%s", places[i]);
    }
}

/* The object or the sources of a library; false: there are none. */
static bool find_parts(const DaeExternal *x, const char *library, bool in_c, CompRecipe *r) {
    size_t before = r->sources.n;
    if (in_c) find_sources(x, library, r);
    if (r->sources.n > before) return true;
    char own[2048] = "";
    if (x->base_dir) snprintf(own, sizeof own, "%.2000s/Resources/Library", x->base_dir); /* MLS 3.6, 12.9.4 */
    const char *places[] = {x->library_dir, own, x->base_dir};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (places[i] && library_object(places[i], library, &r->objects)) return true;
    if (!in_c) find_sources(x, library, r);
    return r->sources.n > before;
}

static bool names_library(const DaeExternal *x, const char *name) {
    for (uint32_t i = 0; i < x->nlibraries; i++)
        if (!strcmp(x->libraries[i], name)) return true;
    return false;
}

/* Libraries that those named need and that are beside them, each once. */
static void find_needed(const DaeExternal *x, bool in_c, CompRecipe *r) {
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        bool again = names_library(x, needed[i][1]);
        for (size_t k = 0; k < i; k++)
            again = again || (names_library(x, needed[k][0]) && !strcmp(needed[k][1], needed[i][1]));
        if (!again && names_library(x, needed[i][0])) find_parts(x, needed[i][1], in_c, r);
    }
}

/* What a library of a Library annotation is: an object, sources, or something that the system has. */
void comp_recipe_of(const DaeExternal *x, bool in_c, CompRecipe *r) {
    for (uint32_t i = 0; i < x->nlibraries; i++)
        if (!find_parts(x, x->libraries[i], in_c, r)) push_text(&r->system, "%s%s", x->libraries[i], "");
    if (r->sources.n || r->objects.n) find_needed(x, in_c, r);
    add_folder(r, "-I%s%s", x->include_dir);
    add_folder(r, "-I%s%s", x->used_dir);
    add_folder(r, "-I%s/Resources/Include%s", x->base_dir);
    add_folder(r, "-I%s/Resources/C-Sources%s", x->base_dir);
    add_folder(r, "-I%s/Resources/C-Sources/zlib%s", x->base_dir);
    if (x->include) add_folder(r, "-I%s%s", x->base_dir);
}

/* With what cc is called for all external code.  The tables of the Modelica library ask for a usertab of the model,
 * which few models have. */
static const char *const flags[] = {
    "-O1", "-w", "-shared", "-fPIC", "-pthread", "-DHAVE_ZLIB=1", "-DHAVE_UNISTD_H=1", "-DDUMMY_FUNCTION_USERTAB=1"};

/* Everything the shared object depends on, as text: the key of the cache. */
static void recipe_key(const CompRecipe *r, Text *out) {
    VecStr headers = {0};
    base_text_add(out, base_text_str((Text *)&r->text));
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) base_text_printf(out, "%s\n", flags[i]);
    for (size_t i = 0; i < r->folders.n; i++) {
        base_text_printf(out, "%s\n", r->folders.at[i]);
        list_files(r->folders.at[i] + 2, ".h", ".c", &headers);
    }
    for (size_t i = 0; i < r->sources.n; i++) stamp(r->sources.at[i], out);
    for (size_t i = 0; i < r->objects.n; i++) stamp(r->objects.at[i], out);
    for (size_t i = 0; i < headers.n; i++) stamp(headers.at[i], out);
    for (size_t i = 0; i < r->system.n; i++) base_text_printf(out, "-l%s\n", r->system.at[i]);
    free_list(&headers);
}

static int compile_recipe(const CompRecipe *r, const char *last_folder, const char *source, const char *object,
                          const char *log) {
    VEC(char *) argv = {0};
    const char *cc = getenv("CC");
    vec_push(&argv, (char *)(cc && *cc ? cc : "cc"));
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) vec_push(&argv, (char *)flags[i]);
    const char *fixed[] = {"-o", object, source};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) vec_push(&argv, (char *)fixed[i]);
    for (size_t i = 0; i < r->sources.n; i++)
        if (ends_with(r->sources.at[i], "/ModelicaInternal.c")) { /* see cw_realpath */
            vec_push(&argv, (char *)"-DCW_REALPATH");
            vec_push(&argv, (char *)"-Drealpath=cw_realpath");
        }
    for (size_t i = 0; i < r->folders.n; i++) vec_push(&argv, r->folders.at[i]);
    vec_push(&argv, (char *)"-I");
    vec_push(&argv, (char *)last_folder);
    for (size_t i = 0; i < r->sources.n; i++) vec_push(&argv, r->sources.at[i]);
    /* Built libraries are wanted for what the model calls in them, and are found again when they are shared. */
    VecStr paths = {0};
    if (r->objects.n) vec_push(&argv, (char *)"-Wl,--no-as-needed,-rpath,$ORIGIN");
    for (size_t i = 0; i < r->objects.n; i++) {
        vec_push(&argv, r->objects.at[i]);
        char *folder = base_realloc(NULL, strlen(r->objects.at[i]) + 12);
        sprintf(folder, "-Wl,-rpath,%s", r->objects.at[i]);
        *strrchr(folder, '/') = 0;
        vec_push(&paths, folder);
        vec_push(&argv, folder);
    }
    vec_push(&argv, (char *)"-lm");
    vec_push(&argv, NULL);
    int status = comp_run(argv.at, log, NULL);
    free_list(&paths);
    vec_free(&argv);
    return status;
}

static void *open_library(Context *ctx, const char *path, const char *what) {
    void *handle = base_load(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        base_unsupported(ctx, "COMP0007", (Span){0}, "external code of %s cannot be loaded: %s", what, dlerror());
    return handle;
}

static void refuse(Context *ctx, const char *what, bool inside, const Text *why) {
    Diag *d = base_unsupported(ctx, "COMP0006", (Span){0}, "external code of %s does not compile: %s", what,
                               base_text_str((Text *)why));
    if (inside)
        base_hint(ctx, d,
                  "there is no C compiler, so the one inside Causeway was used; install one (Debian package gcc), or "
                  "name one in CC");
}

/* Where a shared object is kept in the cache. */
typedef struct {
    const char *of_cc, *of_tcc; /* NULL: nowhere */
} Targets;

/* Compiles, loads, and puts the result under its name in the cache; NULL after reporting.  Where no compiler can be
 * started, the one inside compiles. */
static void *build(Context *ctx, const CompRecipe *r, Targets targets, const char *what) {
    char folder[COMP_FOLDER], source[COMP_PATH], object[COMP_PATH], log[COMP_PATH], header[COMP_PATH];
    const char *header_text = comp_utilities_header_text();
    Text why = {0};
    sigset_t old;
    comp_hold_signals(&old);
    if (!comp_temporary(folder)) {
        comp_let_signals(&old);
        base_error(ctx, "COMP0003", (Span){0}, "cannot make a folder for temporary files: %s", strerror(errno));
        return NULL;
    }
    snprintf(source, sizeof source, "%s/external.c", folder);
    snprintf(object, sizeof object, "%s/external.so", folder);
    snprintf(log, sizeof log, "%s/log", folder);
    snprintf(header, sizeof header, "%s/ModelicaUtilities.h", folder);
    bool written =
        base_write_file(source, r->text.at, r->text.n) && base_write_file(header, header_text, strlen(header_text));
    int status = written ? compile_recipe(r, folder, source, object, log) : 1;
    bool inside = status == -1;
    const char *target = inside ? targets.of_tcc : targets.of_cc;
    if (inside && target && comp_is_sealed(target)) {
        comp_remove_folder(folder);
        comp_let_signals(&old);
        return open_library(ctx, target, what);
    }
    if (inside) status = comp_tcc_recipe(r, folder, source, object, &why) ? 0 : 1;
    else if (status > 0) (void)base_read_file(log, 3000, &why);
    /* what is kept is opened where it is kept, so that it can be found again (comp_external_place) */
    bool kept = status == 0 && target && comp_cache_keep(object, target);
    void *handle = status == 0 ? open_library(ctx, kept ? target : object, what) : NULL;
    if (status != 0) refuse(ctx, what, inside, &why);
    comp_remove_folder(folder);
    comp_let_signals(&old);
    base_text_free(&why);
    return handle;
}

/* The shared object for a recipe: loaded before, in the cache, or made now. */
static void *load_recipe(CompExternals *x, const CompRecipe *r, const char *what) {
    Text key = {0};
    recipe_key(r, &key);
    for (size_t i = 0; i < x->libraries.n; i++)
        if (!strcmp(x->libraries.at[i].text, key.at)) {
            base_text_free(&key);
            return x->libraries.at[i].handle;
        }
    char target[1200], inside[1200];
    void *handle = NULL;
    uint64_t of_cc = base_hash(key.at, key.n, 0), of_tcc = base_hash(key.at, key.n, comp_override_file() ? 2 : 1);
    bool cache = comp_cache_path(x->ctx->cache, of_cc, "external", ".so", target, sizeof target) &&
                 comp_cache_path(x->ctx->cache, of_tcc, "external", ".so", inside, sizeof inside);
    if (cache && comp_is_sealed(target)) {
        comp_cache_used(target);
        handle = open_library(x->ctx, target, what);
    } else {
        handle = build(x->ctx, r, (Targets){cache ? target : NULL, cache ? inside : NULL}, what);
    }
    if (handle) vec_push(&x->handles, handle);
    vec_push(&x->libraries, ((Library){key.at, handle}));
    return handle;
}

static void start_text(CompRecipe *r) {
    base_text_add(&r->text, gen_abi_text());
    base_text_add(&r->text, comp_utilities_text());
}

/* ---- finding ----------------------------------------------------------------------------------------------------- */

/* Whether an Include text only names files, whose names begin with one of these characters. */
static bool only_names(const char *include, const char *quotes) {
    for (const char *s = include; *s;) {
        size_t n = strcspn(s, "\n"), blank = strspn(s, " \t\r");
        if (blank < n && !(s[blank] == '#' && strcspn(s + blank, quotes) < n - blank)) return false;
        s += n + (s[n] == '\n');
    }
    return true;
}

bool comp_only_system_headers(const char *include) { return only_names(include, "<"); }
static bool only_files(const char *include) { return only_names(include, "<\""); }

static const DaeExternal *external_at(const GenModel *g, size_t i) {
    return g->sym->dae->functions.at[g->externals.at[i].function].external;
}

static const DaeExternal *external_of(const CompExternals *x, size_t i) { return external_at(x->g, i); }

static bool same_text(const char *a, const char *b) { return a && b && !strcmp(a, b); }

static bool same_libraries(const DaeExternal *a, const DaeExternal *b) {
    bool same = a->nlibraries == b->nlibraries &&
                (a->library_dir == b->library_dir || same_text(a->library_dir, b->library_dir)) &&
                (a->base_dir == b->base_dir || same_text(a->base_dir, b->base_dir));
    for (uint32_t i = 0; same && i < a->nlibraries; i++) same = !strcmp(a->libraries[i], b->libraries[i]);
    return same;
}

/* Functions share a unit, and so its variables, when their Include texts are the same, or when the texts only name
 * files of one IncludeDirectory, and they are linked with the same libraries: such files call each other. */
bool comp_same_unit(const DaeExternal *a, const DaeExternal *b) {
    if (!a->include || !b->include) return false;
    if (same_text(a->include_dir, b->include_dir))
        return !strcmp(a->include, b->include) ||
               (only_files(a->include) && only_files(b->include) && same_libraries(a, b));
    return !a->include_dir && !b->include_dir && !strcmp(a->include, b->include);
}

/* The Include texts of a unit, each once, in the order of the functions. */
void comp_include_texts(const GenModel *g, const DaeExternal *e, Text *out) {
    for (size_t k = 0; k < g->externals.n; k++) {
        const DaeExternal *o = external_at(g, k);
        bool again = false;
        for (size_t j = 0; j < k; j++)
            again = again || (comp_same_unit(e, external_at(g, j)) &&
                              !strcmp(o->include ? o->include : "", external_at(g, j)->include));
        if (comp_same_unit(e, o) && !again) base_text_printf(out, "#line 1 \"Include\"\n%s\n", o->include);
    }
}

/* The Include text may declare other types than the mapping of the specification (12.9.1): double or long where an
 * Integer is given, float for a Real.  Other tools call the function behind its declaration, where C converts. */
void comp_call_text(const GenExternal *x, const char *name, Text *out) {
    Text args = {0};
    uint32_t n = 0;
    bool none = !strcmp(x->types, "void");
    base_text_printf(out, "static %s cw_call_%s(", x->result, name);
    for (const char *t = none ? "" : x->types; *t; n++) {
        size_t length = strcspn(t, ",");
        bool pointer = memchr(t, '*', length) != NULL;
        base_text_printf(out, "%s%.*s a%u", n ? ", " : "", (int)length, t, n);
        base_text_printf(&args, "%s%sa%u", n ? ", " : "", pointer ? "(void *)" : "", n);
        t += length + (t[length] ? strspn(t + length, ", ") : 0);
    }
    base_text_printf(out, "%s) {\n    (void)%s;\n    %s%s(%s);\n}\n", none ? "void" : "", x->symbol,
                     strcmp(x->result, "void") ? "return " : "", x->symbol, base_text_str(&args));
    base_text_free(&args);
}

/* One call serves all functions of the model with this symbol, unless they give it different arguments. */
static bool one_call(const GenModel *g, const GenExternal *x) {
    for (size_t i = 0; i < g->externals.n; i++) {
        const GenExternal *o = &g->externals.at[i];
        if (!strcmp(o->symbol, x->symbol) && (strcmp(o->types, x->types) || strcmp(o->result, x->result))) return false;
    }
    return !x->fortran;
}

/* The unit of the Include texts of a function, loaded. */
static void *include_unit(CompExternals *x, size_t i, const char *what) {
    const DaeExternal *e = external_of(x, i);
    CompRecipe r = {0};
    comp_recipe_of(e, false, &r);
    start_text(&r);
    comp_include_texts(x->g, e, &r.text);
    for (size_t k = 0; k < x->g->externals.n; k++) {
        const char *symbol = x->g->externals.at[k].symbol;
        bool again = false;
        for (size_t j = 0; j < k; j++)
            again = again || (comp_same_unit(e, external_of(x, j)) && !strcmp(symbol, x->g->externals.at[j].symbol));
        if (again || !comp_same_unit(e, external_of(x, k))) continue;
        bool call = one_call(x->g, &x->g->externals.at[k]);
        if (call) comp_call_text(&x->g->externals.at[k], symbol, &r.text);
        base_text_printf(&r.text, "void *cw_address_of_%s(void) { return (void *)%s%s; }\n", symbol,
                         call ? "cw_call_" : "", symbol);
    }
    r.alone = !r.sources.n && !r.objects.n;
    void *handle = load_recipe(x, &r, what);
    comp_free_recipe(&r);
    return handle;
}

/* From the Include texts. */
static void *from_include(CompExternals *x, size_t i, const char *what, void **enter) {
    void *handle = include_unit(x, i, what);
    if (!handle) return NULL;
    char name[600];
    snprintf(name, sizeof name, "cw_address_of_%.500s", x->g->externals.at[i].symbol);
    void *(*address)(void) = (void *(*)(void))base_symbol(handle, name);
    *enter = base_symbol(handle, "cw_enter");
    return address ? address() : NULL;
}

/* From the Include text of another function: that of the constructor, say, defines what works on its objects. */
static void *from_other_include(CompExternals *x, size_t i, const char *what, void **enter) {
    for (size_t k = 0; k < x->g->externals.n; k++) {
        const DaeExternal *e = external_of(x, k);
        if (k == i || !e->include || comp_only_system_headers(e->include)) continue;
        void *handle = include_unit(x, k, what);
        void *address = handle ? base_symbol(handle, x->g->externals.at[i].symbol) : NULL;
        if (!address) continue;
        *enter = base_symbol(handle, "cw_enter");
        return address;
    }
    return NULL;
}

/* A function of ModelicaUtilities that a model declares without an annotation (MLS 3.6, 12.9.6): the tool has it. */
static void *from_utilities(CompExternals *x, const char *symbol, const char *what, void **enter) {
    if (strncmp(symbol, "Modelica", 8) != 0 || !strstr(comp_utilities_header_text(), symbol)) return NULL;
    CompRecipe r = {0};
    start_text(&r);
    void *handle = load_recipe(x, &r, what), *address = handle ? dlsym(handle, symbol) : NULL;
    if (address) *enter = dlsym(handle, "cw_enter");
    comp_free_recipe(&r);
    return address;
}

static void *from_system(CompExternals *x, const CompRecipe *r, const char *symbol) {
    static const char *const endings[] = {"so", "so.3", "so.6", "so.2", "so.1"};
    for (size_t i = 0; i < r->system.n; i++)
        for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
            char path[512];
            snprintf(path, sizeof path, "lib%.400s.%s", r->system.at[i], endings[k]);
            void *handle = base_load(path, RTLD_NOW | RTLD_LOCAL);
            if (!handle) continue;
            vec_push(&x->handles, handle);
            void *address = base_symbol(handle, symbol);
            if (address) return address;
        }
    return NULL;
}

/* Of an archive the linker takes only what is asked for: all functions of the model that come from these libraries.
 * false: there is none. */
static bool ask_for_functions(const CompExternals *x, const DaeExternal *e, CompRecipe *r) {
    bool any = false;
    for (size_t k = 0; k < x->g->externals.n; k++) {
        const char *symbol = x->g->externals.at[k].symbol;
        bool again = false;
        for (size_t j = 0; j < k; j++) again = again || !strcmp(symbol, x->g->externals.at[j].symbol);
        if (again || !same_libraries(e, external_of(x, k)) || external_of(x, k)->include) continue;
        base_text_printf(&r->text, "extern void %s(void);\nvoid *cw_need_%s(void) { return (void *)%s; }\n", symbol,
                         symbol, symbol);
        any = true;
    }
    return any;
}

/* The recipe's libraries, when the function can be in them: archives of which nothing is asked would be linked in
 * vain. */
static void *load_libraries(CompExternals *x, const DaeExternal *e, CompRecipe *r, const char *what) {
    size_t archives = 0;
    start_text(r);
    for (size_t k = 0; k < r->objects.n; k++) archives += ends_with(r->objects.at[k], ".a");
    bool asked = archives && ask_for_functions(x, e, r);
    bool in_vain = !asked && e->include && !r->sources.n && archives == r->objects.n;
    return in_vain ? NULL : load_recipe(x, r, what);
}

/* Does b name all libraries of a, and more, or some that a does not have beside it? */
static bool is_wider(const DaeExternal *a, const CompRecipe *of_a, const DaeExternal *b, const CompRecipe *of_b) {
    if (!of_b->sources.n && !of_b->objects.n) return false;
    for (uint32_t i = 0; i < a->nlibraries; i++)
        if (!names_library(b, a->libraries[i])) return false;
    return b->nlibraries > a->nlibraries || (of_a->system.n && !of_b->system.n);
}

/* Who works on objects of another library (tables of the standard library, say) names the code that this one brings,
 * often not all of it and without having it beside itself.  It is the code that the functions of that library run. */
static const DaeExternal *wider_recipe(const CompExternals *x, const DaeExternal *e, CompRecipe *r) {
    if (!e->nlibraries) return e;
    for (size_t k = 0; k < x->g->externals.n; k++) {
        const DaeExternal *other = external_of(x, k);
        CompRecipe of_other = {0};
        if (other == e || same_text(e->base_dir, other->base_dir)) continue;
        comp_recipe_of(other, false, &of_other);
        if (is_wider(e, r, other, &of_other)) {
            comp_free_recipe(r);
            *r = of_other;
            return other;
        }
        comp_free_recipe(&of_other);
    }
    return e;
}

static void *find(CompExternals *x, size_t i, const char *what, void **enter) {
    const DaeExternal *e = external_of(x, i);
    const char *symbol = x->g->externals.at[i].symbol;
    void *address = xch_symbol(symbol, enter);
    if (address) return address; /* of our own library */
    CompRecipe r = {0};
    size_t errors = base_error_count(x->ctx);
    comp_recipe_of(e, false, &r);
    const DaeExternal *from = wider_recipe(x, e, &r);
    if (r.sources.n || r.objects.n) {
        void *handle = load_libraries(x, from, &r, what);
        address = handle ? base_symbol(handle, symbol) : NULL;
        if (address) *enter = base_symbol(handle, "cw_enter");
    }
    bool headers = e->include && comp_only_system_headers(e->include);
    if (!address && e->include && !headers && base_error_count(x->ctx) == errors)
        address = from_include(x, i, what, enter);
    if (!address) address = base_symbol(RTLD_DEFAULT, symbol);
    if (!address) address = from_system(x, &r, symbol);
    if (!address && headers && base_error_count(x->ctx) == errors) address = from_include(x, i, what, enter);
    if (!address && !e->include && base_error_count(x->ctx) == errors) address = from_other_include(x, i, what, enter);
    if (!address && base_error_count(x->ctx) == errors) address = from_utilities(x, symbol, what, enter);
    comp_free_recipe(&r);
    return address;
}

/* ---- */

/* A model may bring functions that a library only has dummies of (usertab of ModelicaStandardTables): Include units
 * without a library that define one are loaded first and for all, so that the linker prefers theirs. */
static void load_overrides(CompExternals *x) {
    static const char *const overridden[] = {"usertab"};
    for (size_t i = 0; i < x->g->externals.n; i++) {
        const DaeExternal *e = external_of(x, i);
        if (!e->include || e->nlibraries || comp_only_system_headers(e->include)) continue;
        void *enter, *handle = NULL;
        size_t loaded = x->handles.n;
        const DaeFunction *f = &x->g->sym->dae->functions.at[x->g->externals.at[i].function];
        from_include(x, i, base_str(x->ctx->names, f->name), &enter);
        if (x->handles.n > loaded) handle = x->handles.at[x->handles.n - 1];
        Dl_info from;
        for (size_t k = 0; handle && k < sizeof overridden / sizeof *overridden; k++) {
            void *own = base_symbol(handle, overridden[k]);
            void *again =
                own && dladdr(own, &from) ? base_load(from.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD) : NULL;
            if (again) vec_push(&x->handles, again);
        }
    }
}

/* For a model that is not trusted: functions that are our own, no others. */
static void use_own(Context *ctx, const GenModel *g, void **table) {
    const DaeFunction *first = NULL;
    size_t others = 0;
    for (size_t i = 0; i < g->externals.n; i++) {
        table[2 * i] = comp_table_symbol(g->externals.at[i].symbol, &table[2 * i + 1]);
        if (table[2 * i]) continue;
        if (first) others++;
        else first = &g->sym->dae->functions.at[g->externals.at[i].function];
    }
    if (!first) return;
    Diag *d =
        base_unsupported(ctx, "COMP0009", first->span, "the external function %s is not run: the model is not trusted",
                         base_str(ctx->names, first->name));
    if (others) base_note(ctx, d, (Span){0}, "nor are %zu others", others);
    base_hint(ctx, d, "only models that are trusted call external code");
}

CompExternals *comp_externals(Context *ctx, const GenModel *g, void **table) {
    CompExternals *x = base_realloc(NULL, sizeof *x);
    *x = (CompExternals){.ctx = ctx, .g = g};
    size_t errors = base_error_count(ctx);
    if (ctx->untrusted) use_own(ctx, g, table);
    else load_overrides(x);
    bool sound = base_error_count(ctx) == errors;
    for (size_t i = 0; sound && !ctx->untrusted && i < g->externals.n; i++) {
        const DaeFunction *f = &g->sym->dae->functions.at[g->externals.at[i].function];
        const char *name = base_str(ctx->names, f->name);
        void *enter = NULL;
        size_t before = base_error_count(ctx);
        table[2 * i] = find(x, i, name, &enter);
        table[2 * i + 1] = enter;
        if (table[2 * i] || base_error_count(ctx) > before) continue;
        Diag *d =
            base_unsupported(ctx, "COMP0008", f->span, "the external function \"%s\" of %s is found in no library",
                             g->externals.at[i].symbol, name);
        for (uint32_t k = 0; k < f->external->nlibraries; k++)
            base_note(ctx, d, (Span){0}, "looked in library \"%s\"", f->external->libraries[k]);
    }
    if (base_error_count(ctx) == errors) return x;
    comp_externals_free(x);
    return NULL;
}

void comp_externals_free(CompExternals *x) {
    if (!x) return;
    for (size_t i = 0; i < x->libraries.n; i++) base_realloc(x->libraries.at[i].text, 0);
    for (size_t i = 0; i < x->handles.n; i++) base_unload(x->handles.at[i]);
    vec_free(&x->libraries), vec_free(&x->handles);
    base_realloc(x, 0);
}
