/* errors.c - the table of all diagnostics: code, what it means, what to do, and the case that shows it.
 *
 * The rows stand in src/<module>/<module>.errors, beside the code that reports them; the build gathers them.
 * script/errors makes the pages of docs/errors from the rows and their cases; tests/house/errors.py checks that every
 * code of the source has a row, and that every row has its use, its case and its page.  A new code needs a row, a case
 * (tests/errors/CODE.mo, or any other small one) and a run of script/errors.
 */
#include "session/session_impl.h"
#include "session_texts.h"

#include <ctype.h>
#include <string.h>

static const SesError errors[] = {
#include "error_table.h"
};

const SesError *ses_errors(size_t *n) {
    *n = sizeof errors / sizeof errors[0];
    return errors;
}

bool ses_is_error_code(const char *word) {
    size_t letters = 0;
    while (isalpha((unsigned char)word[letters])) letters++;
    return letters >= 2 && letters <= 4 && strlen(word) == letters + 4 && strspn(word + letters, "0123456789") == 4;
}

const SesError *ses_find_error(const char *code) {
    size_t n;
    const SesError *all = ses_errors(&n);
    for (size_t i = 0; i < n; i++)
        if (strcasecmp(all[i].code, code) == 0) return &all[i];
    return NULL;
}

/* The example of a code as its page in docs/errors shows it. */
static void print_example(const SesError *e, Text *out) {
    Text title = {0};
    base_text_printf(&title, "\n### %s\n", e->code);
    const char *at = strstr((const char *)errors_text, base_text_str(&title));
    const char *end = at ? strstr(at + 4, "\n### ") : NULL;
    const char *section = at ? strstr(at + 4, "\n## ") : NULL;
    if (section && (!end || section < end)) end = section;
    const char *fence = at ? strstr(at, "```") : NULL;
    if (fence && (!end || fence < end)) {
        base_text_add(out, "\nexample:\n\n");
        while (fence && *fence && (!end || fence < end)) {
            size_t n = strcspn(fence, "\n");
            if (strncmp(fence, "```", 3) != 0) {
                base_text_add(out, n ? "    " : "");
                base_text_addn(out, fence, n);
                base_text_char(out, '\n');
            }
            fence += n + (fence[n] == '\n');
        }
    }
    base_text_free(&title);
}

bool ses_print_error(const char *code, Text *out) {
    const SesError *e = ses_find_error(code);
    if (!e) return false;
    base_text_printf(out, "%s: %s\n\nwhat to do: %s\n", e->code, e->meaning, e->remedy);
    print_example(e, out);
    return true;
}

void ses_print_errors(Text *out) {
    size_t n;
    const SesError *all = ses_errors(&n);
    for (size_t i = 0; i < n; i++) base_text_printf(out, "%s  %s\n", all[i].code, all[i].meaning);
    base_text_add(out, "\n`causeway help CODE` says what to do and shows an example.\n");
}
