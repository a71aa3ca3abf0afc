/* names.c - names of variables as chains of (parent, word, subscripts).
 *
 * A name is stored once: "rod.cell[17].T" shares everything but its last words with its neighbours.
 */
#include <string.h>

#include "model/model.h"

/* Subscripts of a name: one or two of the usual size lie in MdNameNode.subs itself, marked by the top bits
 *   10 i (30 bits)        11 i (15 bits) j (15 bits)
 * others in the table of subscripts. */
enum { ONE_SUB = 1 << 30, PAIRED_SUB = 1 << 15 };
static const uint32_t PACKED_ONE = 2u << 30, PACKED_TWO = 3u << 30;

bool md_pack_subs(const int32_t *subs, int nsubs, uint32_t *packed) {
    if (nsubs == 0) *packed = 0;
    else if (nsubs == 1 && subs[0] >= 0 && subs[0] < ONE_SUB) *packed = PACKED_ONE | (uint32_t)subs[0];
    else if (nsubs == 2 && subs[0] >= 0 && subs[0] < PAIRED_SUB && subs[1] >= 0 && subs[1] < PAIRED_SUB)
        *packed = PACKED_TWO | (uint32_t)subs[0] << 15 | (uint32_t)subs[1];
    else return false;
    return true;
}

int md_subs(const uint32_t *table, uint32_t at, int32_t packed[2], const int32_t **subs) {
    *subs = packed;
    if (at == 0) return 0;
    if (at < PACKED_ONE) {
        *subs = (const int32_t *)table + at + 1;
        return (int)table[at];
    }
    bool two = at >= PACKED_TWO;
    packed[0] = (int32_t)(two ? at >> 15 & (PAIRED_SUB - 1) : at & (ONE_SUB - 1));
    packed[1] = (int32_t)(at & (PAIRED_SUB - 1));
    return two ? 2 : 1;
}

void md_name_text(MdNames names, MdName n, void (*word)(const char *word, bool head, Text *out), Text *out) {
    if (!n) return;
    MdName chain[64];
    int depth = 0;
    for (MdName k = n; k; k = names.nodes[k].parent) {
        if (depth == 64) { /* deeper than the buffer: the upper part first */
            md_name_text(names, k, word, out);
            base_text_char(out, '.');
            break;
        }
        chain[depth++] = k;
    }
    while (depth--) {
        const MdNameNode *node = &names.nodes[chain[depth]];
        const char *text = base_str(names.words, node->word);
        if (word) word(text, node->parent == 0, out);
        else base_text_add(out, text);
        int32_t packed[2];
        const int32_t *subs;
        int nsubs = md_subs(names.subs, node->subs, packed, &subs);
        for (int i = 0; i < nsubs; i++) base_text_printf(out, "%c%d", i ? ',' : '[', (int)subs[i]);
        if (nsubs) base_text_char(out, ']');
        if (depth) base_text_char(out, '.');
    }
}

void md_var_text(const MdModel *m, MdVar v, Text *out) {
    const MdVariable *x = &m->vars[v];
    bool operated = x->kind == MD_KIND_DERIVATIVE || x->kind == MD_KIND_PRE;
    if (!operated) {
        md_name_text(md_names(m), x->name, NULL, out);
        return;
    }
    base_text_add(out, x->kind == MD_KIND_PRE ? "pre(" : "der(");
    md_var_text(m, x->of, out);
    base_text_char(out, ')');
}

/* ---- finding ----------------------------------------------------------------------------------------------------- */

/* Does the text that ends at `end` end with these subscripts?  They are taken off; blanks do not count. */
static bool ends_with_subs(const char *s, size_t *end, const int32_t *subs, int nsubs) {
    if (!nsubs) return true;
    char text[200];
    size_t n = 0, at = *end;
    for (int i = 0; i < nsubs && n < sizeof text - 20; i++)
        n += (size_t)snprintf(text + n, 20, "%c%d", i ? ',' : '[', (int)subs[i]);
    text[n++] = ']';
    while (n > 0) {
        while (at > 0 && s[at - 1] == ' ') at--;
        if (at == 0 || s[at - 1] != text[n - 1]) return false;
        at--, n--;
    }
    *end = at;
    return true;
}

/* Is the text up to `end` the name n?  Compared from its end: names differ there. */
static bool is_name(const MdModel *m, MdName n, const char *s, size_t end) {
    for (; n; n = m->names[n].parent) {
        const MdNameNode *node = &m->names[n];
        int32_t packed[2];
        const int32_t *subs;
        int nsubs = md_subs(m->subs, node->subs, packed, &subs);
        if (!ends_with_subs(s, &end, subs, nsubs)) return false;
        size_t length = base_str_len(m->words, node->word);
        if (length > end || memcmp(s + end - length, base_str(m->words, node->word), length) != 0) return false;
        end -= length;
        if (!node->parent) break;
        if (!end || s[--end] != '.') return false;
    }
    return end == 0;
}

MdVar md_find(const MdModel *m, const char *name) {
    size_t n = strlen(name);
    if (n > 5 && (!strncmp(name, "der(", 4) || !strncmp(name, "pre(", 4)) && name[n - 1] == ')') {
        char *inner = base_realloc(NULL, n);
        memcpy(inner, name + 4, n - 5);
        inner[n - 5] = 0;
        MdVar x = md_find(m, inner);
        base_realloc(inner, 0);
        return !x ? 0 : name[0] == 'd' ? m->vars[x].derivative : m->vars[x].pre;
    }
    for (uint32_t i = 1; n && i < m->nvars; i++) {
        const MdVariable *x = &m->vars[i];
        if (x->kind != MD_KIND_DERIVATIVE && x->kind != MD_KIND_PRE && x->name && is_name(m, x->name, name, n))
            return i;
    }
    return 0;
}
