/* Class instances: prints the instance tree of a class (with arguments), or checks a set of small models.
 *
 *   instance_tree [-L DIR]... [-f FILE.mo] CLASS...      names, types, dimensions, bindings of every component
 *   instance_tree -q ...                                 only counts and times
 *   instance_tree -c ...                                 checks equations and bindings as well
 *   instance_tree -a [-L DIR]... LIBRARY                 every class of a library that is not a package
 */
#include <stdlib.h>
#include <string.h>

#include "instance/instance.h"

static uint64_t ncomps;
static bool check_too;

static void print_type(const InstComp *c) {
    static const char *const names[] = {"Real",  "Integer", "Boolean",  "String", "enum", "Clock",
                                        "class", "object",  "function", "tuple",  "none", "?"};
    printf("%s", names[c->type.base]);
    if (c->cls) {
        Text t = {0};
        inst_class_path(c->cls, &t);
        printf(" %s", base_text_str(&t));
        base_text_free(&t);
    }
    for (uint32_t i = 0; i < c->type.ndims; i++) printf("%s%lld", i ? "," : "[", (long long)c->type.dims[i]);
    if (c->type.ndims) printf("]");
}

static void print_class(InstClass *c, int depth, bool quiet) {
    if (depth > 60) return;
    Inst *in = c->inst;
    for (uint32_t i = 0; i < c->nelements; i++) {
        InstComp *k = c->elements[i]->comp;
        if (!k) continue;
        ncomps++;
        if (!quiet) {
            Text path = {0}, v = {0};
            inst_path(k, &path);
            printf("%s : ", base_text_str(&path));
            print_type(k);
            if (k->variability <= INST_VAR_PARAMETER) printf(" %s", k->variability ? "parameter" : "constant");
            if (!k->present) printf(" absent");
            if (k->covered) printf(" covered");
            if (k->inner) printf(" outer");
            if (k->binding.value) {
                syn_print_expr(in->ctx->names, k->binding.value, &v);
                printf(" = %s", base_text_str(&v));
            }
            for (int a = 0; a < INST_ATTR_COUNT; a++) {
                if (!k->attrs[a]->value) continue;
                v.n = 0;
                syn_print_expr(in->ctx->names, k->attrs[a]->value, &v);
                printf(" #%d=%s", a, base_text_str(&v));
            }
            printf("\n");
            base_text_free(&path);
            base_text_free(&v);
        }
        if (k->present && k->cls && !k->cls->builtin && !k->inner) {
            if (k->elements) {
                uint64_t n = 1;
                for (uint32_t d = 0; d < k->type.ndims; d++) n *= (uint64_t)k->type.dims[d];
                for (uint64_t j = 0; j < n; j++) print_class(k->elements[j]->cls, depth + 1, quiet);
            } else {
                print_class(k->cls, depth + 1, quiet);
            }
        }
    }
}

/* Instantiates one class in a compilation of its own. */
static bool show(char **paths, int npaths, const char *file, const char *name, bool quiet) {
    double start = base_seconds();
    Context *ctx = base_context_new();
    LibTree *lib = lib_new(ctx);
    for (int i = 0; i < npaths; i++) lib_add_path(lib, paths[i]);
    LibClass *cls = file ? lib_load_file(lib, file) : NULL;
    if (name) cls = lib_find_path(lib, name);
    ncomps = 0;
    InstClass *c = NULL;
    Inst *in = inst_new(ctx, lib);
    if (cls) c = inst_model(in, cls, NULL);
    else printf("no class %s\n", name);
    if (c && check_too) inst_check_class(c);
    if (c) print_class(c, 0, quiet);
    size_t errors = base_error_count(ctx);
    printf("%s %s: %llu components, %u classes, %zu errors, %.1f ms\n", c && !errors ? "ok" : "FAILED",
           name ? name : file, (unsigned long long)ncomps, in->nclasses, errors, (base_seconds() - start) * 1e3);
    base_diag_flush(ctx, stdout);
    fflush(stdout);
    inst_free(in);
    lib_free(lib);
    base_context_free(ctx);
    return c && !errors;
}

static uint64_t nclasses, nbad;

static void visit(Context *ctx, LibTree *lib, Inst *in, LibClass *cls) {
    SynClass *s = lib_syn(cls);
    if (!s) return;
    LibClass **kids;
    size_t n = lib_children(lib, cls, &kids);
    if (s->restriction != SYN_PACKAGE && s->form != SYN_DER) {
        size_t before = base_error_count(ctx);
        nclasses++;
        InstClass *c = inst_model(in, cls, NULL);
        if (c && check_too) inst_check_class(c);
        if (base_error_count(ctx) > before) {
            Text t = {0};
            lib_full_name(cls, &t);
            printf("FAILED %s\n", base_text_str(&t));
            base_text_free(&t);
            nbad++;
        }
        base_diag_flush(ctx, stdout);
    }
    for (size_t i = 0; i < n; i++) visit(ctx, lib, in, kids[i]);
}

static bool show_all(char **paths, int npaths, const char *name) {
    double start = base_seconds();
    Context *ctx = base_context_new();
    LibTree *lib = lib_new(ctx);
    for (int i = 0; i < npaths; i++) lib_add_path(lib, paths[i]);
    Inst *in = inst_new(ctx, lib);
    in->checking = true;
    LibClass *top = lib_find_path(lib, name);
    if (top) visit(ctx, lib, in, top);
    printf("%s: %llu classes, %llu failed, %.1f s, %zu MB\n", name, (unsigned long long)nclasses,
           (unsigned long long)nbad, base_seconds() - start, in->arena.total >> 20);
    inst_free(in);
    lib_free(lib);
    base_context_free(ctx);
    return !nbad;
}

int main(int argc, char **argv) {
    char *paths[16];
    int npaths = 0;
    const char *file = NULL;
    bool quiet = false, any = false, all = false;
    int failed = 0, passed = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-L") && i + 1 < argc && npaths < 16) paths[npaths++] = argv[++i];
        else if (!strcmp(argv[i], "-f") && i + 1 < argc) file = argv[++i];
        else if (!strcmp(argv[i], "-q")) quiet = true;
        else if (!strcmp(argv[i], "-a")) all = true;
        else if (!strcmp(argv[i], "-c")) check_too = true;
        else {
            any = true;
            if (all ? show_all(paths, npaths, argv[i]) : show(paths, npaths, file, argv[i], quiet)) passed++;
            else failed++;
        }
    }
    if (file && !any) show(paths, npaths, file, NULL, quiet) ? passed++ : failed++;
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
