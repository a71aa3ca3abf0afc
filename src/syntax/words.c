/* words.c - the words of a text, comments included, for editors. */
#include "syntax/syntax_impl.h"

static uint8_t kind_of(unsigned kind) {
    switch (kind) {
    case SYN_T_IDENT: return SYN_WORD_NAME;
    case SYN_T_STRING: return SYN_WORD_STRING;
    case SYN_T_INTEGER:
    case SYN_T_REAL: return SYN_WORD_NUMBER;
    default: return syn_is_keyword(kind) ? SYN_WORD_KEYWORD : SYN_WORD_SIGN;
    }
}

void syn_words(Context *ctx, SourceId source, SynWords *out) {
    SynTokens t;
    size_t mark = base_diag_mark(ctx);
    syn_lex(ctx, source, true, &t);
    base_diag_rollback(ctx, mark); /* the parser says it */
    size_t c = 0;
    vec_reserve(out, out->n + t.tokens.n + t.comments.n);
    for (size_t i = 0; i < t.tokens.n; i++) {
        const SynToken *k = &t.tokens.at[i];
        for (; c < t.comments.n && t.comments.at[c].token == i; c++) {
            const SynComment *x = &t.comments.at[c];
            vec_push(out, ((SynWord){x->start, x->end, SYN_WORD_COMMENT, x->first, 0}));
        }
        if (k->kind != SYN_T_EOF) vec_push(out, ((SynWord){k->start, k->end, kind_of(k->kind), k->first, k->name}));
    }
    syn_tokens_free(&t);
}

const char *syn_keyword(uint32_t k) {
    return k + SYN_T_FIRST_KEYWORD < SYN_T_COUNT ? syn_token_text(SYN_T_FIRST_KEYWORD + k) : NULL;
}
