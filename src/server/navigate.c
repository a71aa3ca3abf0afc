/* navigate.c - from a name to its definition, its type, what implements it; hierarchies of types and calls. */
#include "server/server_impl.h"

static bool symbol_at(Server *s, const BaseJson *params, SrvUse *use) {
    uint32_t offset;
    SrvDocument *d = srv_asked(s, params, &offset);
    bool found = d && srv_use_at(s, d, offset, use) && use->symbol.kind != SRV_NOTHING;
    if (d) base_diag_clear(s->ctx); /* without a document there may be no world yet */
    return found;
}

void srv_definition(Server *s, const BaseJson *params, Text *out) {
    SrvUse use;
    if (!symbol_at(s, params, &use)) return;
    Span at = use.symbol.at;
    if (use.symbol.kind == SRV_ALIAS && use.symbol.target && lib_syn(use.symbol.target))
        at = use.symbol.target->syn->name_span;
    if (at.file) srv_put_location(s, at, out);
}

/* Where the name itself is made known: for that of an import the import. */
void srv_declaration(Server *s, const BaseJson *params, Text *out) {
    SrvUse use;
    if (symbol_at(s, params, &use) && use.symbol.at.file) srv_put_location(s, srv_root(s, use.symbol).at, out);
}

void srv_type_definition(Server *s, const BaseJson *params, Text *out) {
    SrvUse use;
    if (!symbol_at(s, params, &use)) return;
    LibClass *cls = srv_class_of(s, &use.symbol);
    if (cls && lib_syn(cls)) srv_put_location(s, cls->syn->name_span, out);
}

/* What stands in for it: classes that extend it, and what redeclares it. */
void srv_implementation(Server *s, const BaseJson *params, Text *out) {
    SrvUse use;
    SrvUses uses = {0};
    if (!symbol_at(s, params, &use)) return;
    base_text_char(out, '[');
    if (use.symbol.kind == SRV_CLASS || use.symbol.kind == SRV_COMPONENT) srv_find_uses(s, &use.symbol, &uses, NULL);
    for (size_t i = 0; i < uses.n; i++) {
        const SrvUse *u = &uses.at[i];
        bool other = u->role == SRV_DECLARATION && !srv_same(&u->symbol, &use.symbol);
        if (u->role != SRV_BASE && u->role != SRV_REDECLARE && !other) continue;
        srv_comma(out);
        srv_put_location(s, u->role == SRV_BASE && u->scope->syn ? u->scope->syn->name_span : u->span, out);
    }
    base_text_char(out, ']');
    vec_free(&uses);
}

/* ---- items of hierarchies ---------------------------------------------------------------------------------------- */

static void put_item(Server *s, LibClass *cls, Text *out) {
    SynClass *syn = lib_syn(cls);
    Text full = {0};
    if (!syn) return;
    lib_full_name(cls, &full);
    base_text_add(out, "{\"name\":");
    srv_put_text(out, srv_name(s, cls->name));
    base_text_printf(out, ",\"kind\":%d,\"detail\":", srv_class_kind(syn));
    srv_put_text(out, base_text_str(&full));
    base_text_add(out, ",\"uri\":");
    srv_put_uri(s, base_source(s->ctx->sources, syn->file->source)->path, out);
    base_text_add(out, ",\"range\":");
    srv_put_range(s, syn->span, out);
    base_text_add(out, ",\"selectionRange\":");
    srv_put_range(s, syn->name_span, out);
    base_text_add(out, ",\"data\":");
    srv_put_text(out, base_text_str(&full));
    base_text_char(out, '}');
    base_text_free(&full);
}

void srv_prepare_hierarchy(Server *s, const BaseJson *params, Text *out) {
    SrvUse use;
    if (!symbol_at(s, params, &use)) return;
    LibClass *cls = srv_class_of(s, &use.symbol);
    if (!cls || !lib_syn(cls)) return;
    base_text_char(out, '[');
    put_item(s, cls, out);
    base_text_char(out, ']');
}

/* The class of an item that was given out before; NULL after srv_refuse. */
static LibClass *item_class(Server *s, const BaseJson *params) {
    const char *name = base_json_string(base_json_get(params, "item"), "data");
    LibTree *lib = srv_world(s);
    LibClass *cls = name ? lib_find_path(lib, name) : NULL;
    if (!cls || !lib_syn(cls)) {
        srv_refuse(s, SRV_INVALID_PARAMS, "params.item.data names no class");
        return NULL;
    }
    return cls;
}

void srv_supertypes(Server *s, const BaseJson *params, Text *out) {
    LibClass *cls = item_class(s, params);
    LibClass *const *bases;
    if (!cls) return;
    uint32_t n = srv_bases(s, cls, &bases);
    base_text_char(out, '[');
    for (uint32_t i = 0; i < n; i++) {
        srv_comma(out);
        put_item(s, bases[i], out);
    }
    base_text_char(out, ']');
    base_diag_clear(s->ctx);
}

static SrvSymbol symbol_of(LibClass *cls) {
    return (SrvSymbol){
        .kind = SRV_CLASS, .name = cls->name, .cls = cls, .element = cls->element, .at = cls->syn->name_span};
}

void srv_subtypes(Server *s, const BaseJson *params, Text *out) {
    LibClass *cls = item_class(s, params);
    SrvUses uses = {0};
    Map seen = {0};
    if (!cls) return;
    SrvSymbol symbol = symbol_of(cls);
    srv_find_uses(s, &symbol, &uses, NULL);
    base_text_char(out, '[');
    for (size_t i = 0; i < uses.n; i++) {
        const SrvUse *u = &uses.at[i];
        if (u->role != SRV_BASE || !srv_same(&u->symbol, &symbol) || base_map_get(&seen, (uintptr_t)u->scope, NULL))
            continue;
        base_map_put(&seen, (uintptr_t)u->scope, 1);
        srv_comma(out);
        put_item(s, u->scope, out);
    }
    base_text_char(out, ']');
    base_map_free(&seen);
    vec_free(&uses);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

typedef struct {
    LibClass *cls;
    Span at;
} Call;

typedef struct {
    Server *s;
    LibClass *within;
    VEC(Call) calls;
} Calls;

static void keep_call(void *arg, const SrvUse *use) {
    Calls *c = arg;
    LibClass *cls = use->role == SRV_CALL ? srv_class_of(c->s, &use->symbol) : NULL;
    if (cls && use->scope == c->within) vec_push(&c->calls, ((Call){cls, use->span}));
}

/* One entry a class, with all its places: {"from"|"to": item, "fromRanges": [...]} */
static void put_calls(Server *s, const Calls *c, const char *key, Text *out) {
    Map seen = {0};
    base_text_char(out, '[');
    for (size_t i = 0; i < c->calls.n; i++) {
        LibClass *cls = c->calls.at[i].cls;
        if (base_map_get(&seen, (uintptr_t)cls, NULL)) continue;
        base_map_put(&seen, (uintptr_t)cls, 1);
        srv_comma(out);
        base_text_printf(out, "{\"%s\":", key);
        put_item(s, cls, out);
        base_text_add(out, ",\"fromRanges\":[");
        for (size_t k = i; k < c->calls.n; k++) {
            if (c->calls.at[k].cls != cls) continue;
            srv_comma(out);
            srv_put_range(s, c->calls.at[k].at, out);
        }
        base_text_add(out, "]}");
    }
    base_text_char(out, ']');
    base_map_free(&seen);
}

void srv_outgoing_calls(Server *s, const BaseJson *params, Text *out) {
    LibClass *cls = item_class(s, params);
    Calls c = {.s = s, .within = cls};
    if (!cls) return;
    SrvWalk w = {.from = cls->syn->span.start, .to = cls->syn->span.end, .visit = keep_call, .arg = &c};
    srv_walk(s, cls->file, &w);
    put_calls(s, &c, "to", out);
    vec_free(&c.calls);
    base_diag_clear(s->ctx);
}

void srv_incoming_calls(Server *s, const BaseJson *params, Text *out) {
    LibClass *cls = item_class(s, params);
    SrvUses uses = {0};
    Calls c = {.s = s};
    if (!cls) return;
    SrvSymbol symbol = symbol_of(cls);
    srv_find_uses(s, &symbol, &uses, NULL);
    for (size_t i = 0; i < uses.n; i++)
        if (uses.at[i].role == SRV_CALL) vec_push(&c.calls, ((Call){uses.at[i].scope, uses.at[i].span}));
    put_calls(s, &c, "from", out);
    vec_free(&c.calls);
    vec_free(&uses);
}
