/* binary.c - the shared object of an FMU: where it lies, loading it, the functions it must have. */
#include "exchange/unit_impl.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#if defined(__aarch64__)
static const char *const folders2[] = {"aarch64-linux", "linux64"};
static const char platform3[] = "aarch64-linux";
#else
static const char *const folders2[] = {"linux64", "x86_64-linux"};
static const char platform3[] = "x86_64-linux";
#endif

/* An FMU often brings solvers of its own, of names that our process knows too: its own ones are meant.  (Sanitizers
 * must come first everywhere.) */
#if defined(__SANITIZE_ADDRESS__)
enum { OPEN_FLAGS = RTLD_NOW | RTLD_LOCAL };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
enum { OPEN_FLAGS = RTLD_NOW | RTLD_LOCAL };
#else
enum { OPEN_FLAGS = RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND };
#endif
#else
enum { OPEN_FLAGS = RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND };
#endif

/* All of FMI 2.0.4 (chapters 2 to 4) and 3.0.2, by what demands them. */
static const struct {
    int version, kinds; /* kinds 0: every FMU */
    const char *names;
} demanded[] = {
    {2, 0,
     "GetTypesPlatform GetVersion SetDebugLogging Instantiate FreeInstance SetupExperiment EnterInitializationMode "
     "ExitInitializationMode Terminate Reset GetReal GetInteger GetBoolean GetString SetReal SetInteger SetBoolean "
     "SetString GetFMUstate SetFMUstate FreeFMUstate SerializedFMUstateSize SerializeFMUstate DeSerializeFMUstate "
     "GetDirectionalDerivative"},
    {2, XCH_ME,
     "EnterEventMode NewDiscreteStates EnterContinuousTimeMode CompletedIntegratorStep SetTime SetContinuousStates "
     "GetDerivatives GetEventIndicators GetContinuousStates GetNominalsOfContinuousStates"},
    {2, XCH_CS,
     "SetRealInputDerivatives GetRealOutputDerivatives DoStep CancelStep GetStatus GetRealStatus GetIntegerStatus "
     "GetBooleanStatus GetStringStatus"},
    {3, 0,
     "GetVersion SetDebugLogging InstantiateModelExchange InstantiateCoSimulation InstantiateScheduledExecution "
     "FreeInstance EnterInitializationMode ExitInitializationMode EnterEventMode Terminate Reset GetFloat32 GetFloat64 "
     "GetInt8 GetUInt8 GetInt16 GetUInt16 GetInt32 GetUInt32 GetInt64 GetUInt64 GetBoolean GetString GetBinary "
     "GetClock "
     "SetFloat32 SetFloat64 SetInt8 SetUInt8 SetInt16 SetUInt16 SetInt32 SetUInt32 SetInt64 SetUInt64 SetBoolean "
     "SetString SetBinary SetClock GetNumberOfVariableDependencies GetVariableDependencies GetFMUState SetFMUState "
     "FreeFMUState SerializedFMUStateSize SerializeFMUState DeserializeFMUState GetDirectionalDerivative "
     "GetAdjointDerivative EnterConfigurationMode ExitConfigurationMode GetIntervalDecimal GetIntervalFraction "
     "GetShiftDecimal GetShiftFraction SetIntervalDecimal SetIntervalFraction SetShiftDecimal SetShiftFraction "
     "EvaluateDiscreteStates UpdateDiscreteStates EnterContinuousTimeMode CompletedIntegratorStep SetTime "
     "SetContinuousStates GetContinuousStateDerivatives GetEventIndicators GetContinuousStates "
     "GetNominalsOfContinuousStates GetNumberOfEventIndicators GetNumberOfContinuousStates EnterStepMode "
     "GetOutputDerivatives DoStep ActivateModelPartition"}};

static const struct {
    const char *two, *three;
} names[] = {
#define ROW(name, two, three) {two, three},
    XCH_FUNCTIONS(ROW)
#undef ROW
};

const char *xch_fn_name(const XchModel *m, XchFn f) {
    const char *name = m->version == 2 ? names[f].two : names[f].three;
    return name ? name : "?";
}

const char *xch_binary_path(Arena *arena, const XchFmu *f, int kind, const char **where) {
    const XchModel *m = f->model;
    const XchInterface *x = kind == XCH_ME ? &m->me : kind == XCH_CS ? &m->cs : &m->se;
    if (strchr(x->identifier, '/')) return *where = "nowhere: modelIdentifier is no name of a file", NULL;
    const char *first = NULL;
    for (size_t i = 0; i < 2; i++) {
        const char *platform = m->version == 2 ? folders2[i] : platform3;
        const char *inside = base_sprintf(arena, "binaries/%s/%s.so", platform, x->identifier);
        const char *path = base_sprintf(arena, "%s/%s", f->folder, inside);
        if (!first) first = inside;
        if (access(path, R_OK) == 0) return *where = inside, path;
    }
    *where = first;
    return NULL;
}

bool xch_load(const XchModel *m, const char *path, XchBinary *b, char *why, size_t room) {
    *b = (XchBinary){.handle = base_load(path, OPEN_FLAGS)};
    if (!b->handle) {
        const char *text = dlerror();
        const char *slash = text ? strstr(text, path) : NULL; /* the folder is of no interest */
        snprintf(why, room, "%s",
                 slash == text && text ? text + strlen(path) + 2
                 : text                ? text
                                       : "it cannot be loaded");
        return false;
    }
    for (int i = 0; i < XCH_FN_COUNT; i++) {
        const char *name = m->version == 2 ? names[i].two : names[i].three;
        char symbol[80];
        snprintf(symbol, sizeof symbol, "fmi%d%s", m->version, name ? name : "");
        if (name) b->fn[i] = base_symbol(b->handle, symbol);
    }
    return true;
}

void xch_missing(const XchModel *m, int kinds, const XchBinary *b, Text *out) {
    for (size_t i = 0; i < sizeof demanded / sizeof *demanded; i++) {
        if (demanded[i].version != m->version || (demanded[i].kinds && !(demanded[i].kinds & kinds))) continue;
        for (const char *s = demanded[i].names; *s;) {
            size_t n = strcspn(s, " ");
            char symbol[80];
            snprintf(symbol, sizeof symbol, "fmi%d%.*s", m->version, (int)n, s);
            if (!base_symbol(b->handle, symbol)) base_text_printf(out, "%s%s", out->n ? " " : "", symbol);
            s += n + (s[n] == ' ');
        }
    }
}
