/* frame.c - messages on a stream: headers of which Content-Length counts, an empty line, that many bytes of JSON.
 *
 * What is no message is skipped up to where the next one may begin, and said: an editor that sends nonsense gets an
 * answer and can go on.
 */
#include "server/server_impl.h"

#include <errno.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

enum { LONGEST_HEAD = 8192, LONGEST_MESSAGE = 512 << 20 };

/* The end of the head that begins at `from`: behind its empty line; 0 when it is not whole. */
static size_t head_end(const Text *in, size_t from) {
    for (size_t i = from; i < in->n; i++) {
        if (in->at[i] != '\n') continue;
        size_t next = i + 1;
        if (next < in->n && in->at[next] == '\r') next++;
        if (next < in->n && in->at[next] == '\n') return next + 1;
    }
    return 0;
}

/* The length that a head states; -1: none, -2: not a length. */
static long long stated_length(const char *head, size_t n) {
    static const char word[] = "content-length:";
    long long length = -1;
    for (size_t i = 0; i < n;) {
        const char *line = head + i, *end = memchr(line, '\n', n - i);
        size_t len = end ? (size_t)(end - line) : n - i;
        if (len > sizeof word - 1 && strncasecmp(line, word, sizeof word - 1) == 0) {
            char digits[32], *stop;
            size_t k = len - (sizeof word - 1);
            if (k >= sizeof digits) return -2;
            memcpy(digits, line + sizeof word - 1, k);
            digits[k] = 0;
            length = strtoll(digits, &stop, 10);
            while (*stop == ' ' || *stop == '\r') stop++;
            if (*stop || length < 0 || length > LONGEST_MESSAGE) return -2;
        }
        i += len + 1;
    }
    return length;
}

/* Where a new message may begin behind `from`. */
static size_t next_start(const Text *in, size_t from) {
    static const char word[] = "Content-Length:";
    char *p = from < in->n ? memmem(in->at + from, in->n - from, word, sizeof word - 1) : NULL;
    return p ? (size_t)(p - in->at) : in->n;
}

int srv_next_frame(Text *in, size_t *used, char **json, size_t *n, const char **why) {
    size_t from = *used, behind = head_end(in, from);
    if (!behind) {
        if (in->n - from < LONGEST_HEAD) return 0;
        *used = next_start(in, from + 1);
        *why = "the head of a message is too long";
        return -1;
    }
    long long length = stated_length(in->at + from, behind - from);
    if (length < 0) {
        *used = next_start(in, behind);
        *why = length == -1 ? "a message without Content-Length" : "Content-Length is not a possible length";
        return -1;
    }
    if (in->n - behind < (size_t)length) return 0;
    *json = base_realloc(NULL, (size_t)length + 1);
    memcpy(*json, in->at + behind, (size_t)length);
    (*json)[length] = 0;
    *n = (size_t)length;
    *used = behind + (size_t)length;
    return 1;
}

bool srv_write_all(int out, const char *s, size_t n) {
    while (n) {
        ssize_t put = write(out, s, n);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        s += put;
        n -= (size_t)put;
    }
    return true;
}

bool srv_write_frame(int out, const char *json, size_t n) {
    Text whole = {0};
    base_text_printf(&whole, "Content-Length: %zu\r\n\r\n", n);
    base_text_addn(&whole, json, n);
    bool ok = srv_write_all(out, whole.at, whole.n);
    base_text_free(&whole);
    return ok;
}
