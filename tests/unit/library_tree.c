/* library_tree.c - the class tree over a small library that the test writes itself. */
#include "library/library.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[64];

/* Writes a file below the root; folders are made on the way. */
static void put(const char *name, const char *text) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", root, name);
    for (char *p = path + strlen(root) + 1; (p = strchr(p, '/')); p++) {
        *p = 0;
        mkdir(path, 0777);
        *p = '/';
    }
    FILE *f = fopen(path, "w");
    if (!f) abort();
    fputs(text, f);
    fclose(f);
}

static const char *at(const char *name) {
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", root, name);
    return path;
}

static void write_library(void) {
    put("libs/Lib/package.mo", "package Lib \"a library\"\n constant Real c = 1;\n model Inside end Inside;\n"
                               " annotation(version = \"1.0\", uses(Other(version = \"2.0\")));\nend Lib;\n");
    put("libs/Lib/package.order", "Sub\nc\nInside\nAlone\n");
    put("libs/Lib/Alone.mo", "within Lib;\nmodel Alone\n  model Deep end Deep;\nend Alone;\n");
    put("libs/Lib/Sub/package.mo", "within Lib;\npackage Sub end Sub;\n");
    put("libs/Lib/Sub/Broken.mo", "within Lib;\nmodel Broken end Broken;\n");
    put("libs/Lib/Sub/Misnamed.mo", "within Lib.Sub;\nmodel Other end Other;\n");
    put("libs/Other 1.9/package.mo", "package Other end Other;\n");
    put("libs/Other 2.0/package.mo", "package Other end Other;\n");
    put("libs/Other 2.10.mo", "package Other end Other;\n");
    put("libs/Third/package.mo", "package Third annotation(version = \"2.0\", "
                                 "conversion(noneFromVersion = \"1.9\")); end Third;\n");
    put("libs/notes.txt", "not Modelica");
    put("user.mo", "model A end A;\nmodel B end B;\n");
}

static Name name(Context *c, const char *s) { return base_name(c->names, s); }

static void test_versions(void) {
    CHECK(lib_compare_versions("3.2.1", "3.10") < 0);
    CHECK(lib_compare_versions("3.2", "3.2.1") < 0);
    CHECK(lib_compare_versions("4.0.0 beta", "4.0.0") < 0);
    CHECK(lib_compare_versions("4.0.0 alpha", "4.0.0 beta") < 0);
    CHECK(lib_compare_versions("Test 1", "0.1") < 0);
    CHECK(lib_compare_versions("4.1.0", "4.1.0") == 0);
}

static void test_lookup(void) {
    Context *c = base_context_new();
    LibTree *t = lib_new(c);
    CHECK(lib_add_path(t, at("libs")));
    LibClass *lib = lib_find(t, NULL, name(c, "Lib"));
    CHECK(lib && !lib->syn);
    size_t files, bytes;
    LibClass *deep = lib_find_path(t, "Lib.Alone.Deep");
    lib_statistics(t, &files, &bytes);
    CHECK(deep && files == 1); /* only Alone.mo was parsed */
    Text full = {0};
    lib_full_name(deep, &full);
    CHECK(strcmp(base_text_str(&full), "Lib.Alone.Deep") == 0);
    base_text_free(&full);
    CHECK(lib_of(t, deep->syn) == deep && lib_of(t, deep->syn->parent) == deep->parent);
    CHECK(lib_top(deep) == lib);
    CHECK(!lib_find_path(t, "Lib.Nothing") && !lib_find_path(t, "Nothing"));
    CHECK(lib_find_path(t, "Lib.Inside"));
    LibClass **children;
    size_t n = lib_children(t, lib, &children);
    CHECK(n == 3);
    CHECK(children[0]->name == name(c, "Sub") && children[1]->name == name(c, "Inside") &&
          children[2]->name == name(c, "Alone"));
    CHECK(base_error_count(c) == 0);
    LibClass *other = lib_find(t, NULL, name(c, "Other")); /* Lib's text was read: its `uses` counts */
    CHECK(other && strcmp(other->version, "2.0") == 0);
    CHECK(strcmp(lib_nearest(t, lib, "Insid"), "Inside") == 0);
    lib_free(t);
    base_context_free(c);
}

static void test_newest(void) {
    Context *c = base_context_new();
    LibTree *t = lib_new(c);
    lib_add_path(t, at("libs"));
    LibClass *other = lib_find(t, NULL, name(c, "Other"));
    CHECK(other && strcmp(other->version, "2.10") == 0 && !other->folder && lib_syn(other));
    LibClass **top;
    CHECK(lib_children(t, NULL, &top) == 3);
    lib_free(t);
    base_context_free(c);
}

/* Warnings are not counted as errors; their text tells. */
static bool warns(Context *c, const char *what) {
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    base_diag_flush(c, f);
    fclose(f);
    bool found = strstr(text, what) != NULL;
    base_realloc(text, 0);
    return found;
}

static void test_wishes(void) {
    static const char *const wishes[] = {"2.0", "1.9", "1.0"};
    for (size_t i = 0; i < 3; i++) {
        Context *c = base_context_new();
        LibTree *t = lib_new(c);
        char text[128];
        lib_add_path(t, at("libs"));
        snprintf(text, sizeof text, "model M annotation(uses(Third(version = \"%s\"))); end M;", wishes[i]);
        lib_load_string(t, "<m>", text, strlen(text));
        CHECK(lib_syn(lib_find_path(t, "Third")) != NULL);
        CHECK(warns(c, "LIB0011") == (i == 2));
        lib_free(t);
        base_context_free(c);
    }
}

static void test_errors(void) {
    Context *c = base_context_new();
    LibTree *t = lib_new(c);
    CHECK(!lib_add_path(t, at("nowhere")));
    CHECK(base_error_count(c) == 1);
    lib_add_path(t, at("libs"));
    LibClass *broken = lib_find_path(t, "Lib.Sub.Broken"), *misnamed = lib_find_path(t, "Lib.Sub.Misnamed");
    CHECK(broken && lib_syn(broken) && base_error_count(c) == 2); /* within Lib, but stored in Lib.Sub */
    CHECK(misnamed && !lib_syn(misnamed) && base_error_count(c) == 3);
    CHECK(!lib_syn(misnamed) && base_error_count(c) == 3); /* said once */
    CHECK(lib_check_storage(t, lib_find_path(t, "Lib")) == 7);
    CHECK(!lib_load_file(t, at("missing.mo")) && base_error_count(c) == 4);
    lib_free(t);
    base_context_free(c);
}

static void test_user_files(void) {
    Context *c = base_context_new();
    LibTree *t = lib_new(c);
    LibClass *b = lib_load_file(t, at("user.mo"));
    CHECK(b && b->name == name(c, "B") && lib_find_path(t, "A") && lib_find_path(t, "B") == b);
    LibClass *alone = lib_load_file(t, at("libs/Lib/Alone.mo")); /* its library comes with it */
    CHECK(alone && alone->parent && alone->parent->name == name(c, "Lib"));
    LibClass *sub = lib_load_file(t, at("libs/Lib/Sub"));
    CHECK(sub && sub->name == name(c, "Sub"));
    const char *text = "model S Real x; end S;";
    CHECK(lib_load_string(t, "<text>", text, strlen(text)) == lib_find_path(t, "S"));
    CHECK(base_error_count(c) == 0);
    const char *again = "model S end S;";
    CHECK(!lib_load_string(t, "<again>", again, strlen(again)) && base_error_count(c) == 1);
    const char *lost = "within Nowhere; model T end T;";
    CHECK(!lib_load_string(t, "<lost>", lost, strlen(lost)) && base_error_count(c) == 2);
    lib_free(t);
    base_context_free(c);
}

static void test_resources(void) {
    Context *c = base_context_new();
    LibTree *t = lib_new(c);
    lib_add_path(t, at("libs"));
    char want[600];
    snprintf(want, sizeof want, "%s/libs/Lib/Resources/a b.txt", root);
    CHECK(strcmp(lib_resource(t, "modelica://Lib/Resources/a%20b.txt"), want) == 0);
    snprintf(want, sizeof want, "%s/libs/Lib/Sub/x.txt", root);
    CHECK(strcmp(lib_resource(t, "Modelica://Lib.Sub/x.txt"), want) == 0);
    CHECK(strcmp(lib_resource(t, "file:///etc/x"), "/etc/x") == 0);
    CHECK(strcmp(lib_resource(t, "data/x.txt"), "data/x.txt") == 0);
    CHECK(!lib_resource(t, "modelica://Missing/x.txt"));
    lib_free(t);
    base_context_free(c);
}

int main(void) {
    strcpy(root, "/tmp/causeway_library_XXXXXX");
    if (!mkdtemp(root)) return 1;
    write_library();
    test_versions();
    test_lookup();
    test_newest();
    test_wishes();
    test_errors();
    test_user_files();
    test_resources();
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", root);
    if (system(command) != 0) failed++;
    return test_done();
}
