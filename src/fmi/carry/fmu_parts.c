/* fmu_parts.c - what lies beside the FMU's own code: its folder of resources, shared objects of external functions. */

/* The path of a file in the folder of resources, which importers give as an address (2.0) or as a path (3.0). */
static const char *fm_resource(CwEnv *e, const char *name) {
    FmRun *run = fm_host(e);
    const char *folder = run->resources ? run->resources : "";
    size_t room = strlen(folder) + strlen(name) + 2, n = 0;
    char *path = (char *)fm_memory(e, room);
    int address = strncmp(folder, "file:", 5) == 0;
    if (address) {
        folder += 5;
        if (folder[0] == '/' && folder[1] == '/') {
            for (folder += 2; *folder && *folder != '/';) folder++; /* the machine's name, mostly none */
        }
#ifdef _WIN32
        if (folder[0] == '/' && folder[1] && folder[2] == ':') folder++;
#endif
    }
    for (; *folder; folder++) {
        int high = address && *folder == '%' && folder[1] && folder[2];
        if (high) {
            static const char digits[] = "0123456789abcdef";
            const char *a = strchr(digits, folder[1] | 32), *b = strchr(digits, folder[2] | 32);
            high = a && b;
            if (high) path[n++] = (char)((a - digits) * 16 + (b - digits)), folder += 2;
        }
        if (!high) path[n++] = *folder;
    }
    if (n && path[n - 1] != '/' && path[n - 1] != '\\') path[n++] = '/';
    memcpy(path + n, name, strlen(name) + 1);
    return path;
}

/* Importers know files of that folder as resources/NAME, wherever it lies: so they are told, set and saved. */
static const char *fm_told_text(FmRun *run, int var) {
    void *mark = fm_mark(&run->env);
    const char *folder = fm_resource(&run->env, ""), *text = run->s[var];
    size_t n = strlen(folder);
    int inside = n >= 10 && strncmp(text, folder, n) == 0 && strcmp(folder + n - 10, "resources/") == 0;
    fm_release(&run->env, mark);
    return inside ? text + n - 10 : text;
}

static void fm_put_text(FmRun *run, int var, const char *text) {
    int packed = text && strncmp(text, "resources/", 10) == 0;
    fm_set_string(run, var, packed ? fm_resource(&run->env, text + 10) : text);
}

#ifdef FM_EXTERNALS
#ifdef FM_LINKED
/* The sources of external functions are compiled together with this file: external_functions.c knows them. */
int fm_bind(void (**table)(void));
static const char *fm_bind_externals(FmRun *run) {
    (void)run;
    return fm_bind(cw_external) ? 0 : "external functions are missing";
}
#else
/* Shared objects lie beside this one. */
static const char *fm_bind_externals(FmRun *run) {
    static void *handles[sizeof fm_libraries / sizeof *fm_libraries];
    FmPlace here;
    size_t folder, i;
    int first;
    char path[4096];
    (void)run;
    if (cw_external[0]) return 0;
    if (!dladdr((void *)fm_bind_externals, &here)) return "the place of this library is not known";
    for (folder = strlen(here.file); folder && here.file[folder - 1] != '/';) folder--;
    for (first = 1; first >= 0; first--)
        for (i = 0; fm_libraries[i].name; i++) {
            const char *beside = fm_libraries[i].packed ? here.file : "";
            int n;
            if (fm_libraries[i].override != first) continue;
            n = snprintf(path, sizeof path, "%.*s%s", (int)(*beside ? folder : 0), beside, fm_libraries[i].name);
            handles[i] = n > 0 && (size_t)n < sizeof path ? dlopen(path, first ? 0x102 : 2) : 0;
            if (!handles[i]) return dlerror();
        }
    for (i = 0; i < FM_EXTERNALS; i++) {
        void *library = fm_externals[i].library < 0 ? 0 : handles[fm_externals[i].library];
        void *(*address)(void);
        snprintf(path, sizeof path, "cw_address_of_%.500s", fm_externals[i].symbol);
        *(void **)&address = library ? dlsym(library, path) : 0;
        *(void **)&cw_external[2 * i] = address ? address() : dlsym(library, fm_externals[i].symbol);
        *(void **)&cw_external[2 * i + 1] = library ? dlsym(library, "cw_enter") : 0;
        if (!cw_external[2 * i]) {
            cw_external[0] = 0;
            return dlerror();
        }
    }
    return 0;
}
#endif
#else
static const char *fm_bind_externals(FmRun *run) {
    (void)run;
    return 0;
}
#endif
