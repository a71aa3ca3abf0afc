/* websocket.c - the same messages in WebSocket frames (RFC 6455): the answer to the handshake, frames in and out.
 *
 * A page may send text in any number of fragments, pings between them, and its farewell.  A frame states its length
 * in front: one that is longer than the limit is refused before it is read.  Whoever breaks the protocol is told why
 * (7.4.1) and left.
 */
#include "server/server_impl.h"

#include <unistd.h>

/* ---- SHA-1 (FIPS 180-4), for the handshake only ------------------------------------------------------------------ */

static uint32_t rotated(uint32_t x, int n) { return x << n | x >> (32 - n); }

static void sha1_block(uint32_t h[5], const unsigned char *p) {
    uint32_t w[80], v[5];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 80; i++) w[i] = rotated(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    memcpy(v, h, sizeof v);
    for (int i = 0; i < 80; i++) {
        static const uint32_t k[] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
        uint32_t f = i < 20   ? (v[1] & v[2]) | (~v[1] & v[3])
                     : i < 40 ? v[1] ^ v[2] ^ v[3]
                     : i < 60 ? (v[1] & v[2]) | (v[1] & v[3]) | (v[2] & v[3])
                              : v[1] ^ v[2] ^ v[3];
        uint32_t next = rotated(v[0], 5) + f + v[4] + k[i / 20] + w[i];
        v[4] = v[3];
        v[3] = v[2];
        v[2] = rotated(v[1], 30);
        v[1] = v[0];
        v[0] = next;
    }
    for (int i = 0; i < 5; i++) h[i] += v[i];
}

static void sha1(const char *text, size_t n, unsigned char out[20]) {
    enum { MOST = 192 }; /* the handshake's texts are 60 bytes long */
    unsigned char whole[MOST] = {0};
    uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    BASE_ASSERT(n + 9 <= MOST);
    memcpy(whole, text, n);
    whole[n] = 0x80;
    size_t blocks = (n + 9 + 63) / 64;
    for (int i = 0; i < 8; i++) whole[blocks * 64 - 1 - (size_t)i] = (unsigned char)((uint64_t)n * 8 >> 8 * i);
    for (size_t i = 0; i < blocks; i++) sha1_block(h, whole + 64 * i);
    for (int i = 0; i < 20; i++) out[i] = (unsigned char)(h[i / 4] >> (24 - 8 * (i % 4)));
}

void srv_websocket_accept(const char *key, Text *out) {
    unsigned char digest[20];
    Text t = {0};
    base_text_add(&t, key);
    base_text_add(&t, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    sha1(t.at, t.n, digest);
    srv_put_base64(digest, sizeof digest, out);
    base_text_free(&t);
}

void srv_put_base64(const void *bytes, size_t n, Text *out) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *p = bytes;
    vec_reserve(out, out->n + n / 3 * 4 + 8);
    for (size_t i = 0; i < n; i += 3) {
        unsigned v = (unsigned)p[i] << 16 | (i + 1 < n ? (unsigned)p[i + 1] << 8 : 0) | (i + 2 < n ? p[i + 2] : 0);
        char four[4] = {digits[v >> 18], digits[v >> 12 & 63], i + 1 < n ? digits[v >> 6 & 63] : '=',
                        i + 2 < n ? digits[v & 63] : '='};
        base_text_addn(out, four, 4);
    }
}

/* ---- frames ------------------------------------------------------------------------------------------------------ */

enum { CONTINUED = 0, TEXT = 1, CLOSE = 8, PING = 9, PONG = 10, LAST = 0x80, MASKED = 0x80 };

static bool write_frame(int out, int kind, const char *data, size_t n) {
    char head[10] = {(char)(LAST | kind)};
    size_t size = n < 126 ? 2 : n < 65536 ? 4 : 10;
    head[1] = (char)(n < 126 ? n : n < 65536 ? 126 : 127);
    for (size_t i = 2; i < size; i++) head[i] = (char)((uint64_t)n >> 8 * (size - 1 - i));
    return srv_write_all(out, head, size) && srv_write_all(out, data, n);
}

bool srv_write_socket_frame(int out, const char *json, size_t n) { return write_frame(out, TEXT, json, n); }

void srv_close_socket(int out, int code, const char *why) {
    char text[125] = {(char)(code >> 8), (char)code};
    size_t n = strlen(why) < sizeof text - 2 ? strlen(why) : sizeof text - 2;
    memcpy(text + 2, why, n);
    write_frame(out, CLOSE, text, n + 2);
}

static int leave(SrvSocket *k, int code, const char *why) {
    k->code = code;
    k->why = why;
    return -1;
}

typedef struct {
    int kind;
    bool last;
    size_t head, n; /* bytes of the head, of what follows */
    unsigned char mask[4];
} Frame;

/* 1: there is a whole head, 0: not yet, -1: it breaks the protocol. */
static int read_head(SrvSocket *k, const unsigned char *p, size_t have, Frame *f) {
    if (have < 2) return 0;
    f->kind = p[0] & 15;
    f->last = p[0] & LAST;
    uint64_t n = p[1] & 127;
    size_t wide = n == 126 ? 2 : n == 127 ? 8 : 0;
    if (p[0] & 0x70) return leave(k, 1002, "no extension was agreed on");
    if (!(p[1] & MASKED)) return leave(k, 1002, "a page masks what it sends");
    f->head = 2 + wide + 4;
    if (have < f->head) return 0;
    if (wide) n = 0;
    for (size_t i = 0; i < wide; i++) n = n << 8 | p[2 + i];
    if (f->kind >= CLOSE && (n > 125 || !f->last)) return leave(k, 1002, "a control frame is short and whole");
    if (n > k->most || k->message.n + n > k->most) return leave(k, 1009, "the message is too long");
    f->n = (size_t)n;
    memcpy(f->mask, p + f->head - 4, 4);
    return 1;
}

static int take_frame(SrvSocket *k, const Frame *f, char *data, int out) {
    for (size_t i = 0; i < f->n; i++) data[i] = (char)((unsigned char)data[i] ^ f->mask[i & 3]);
    switch (f->kind) {
    case TEXT:
        if (k->begun) return leave(k, 1002, "a message begins inside another");
        k->begun = true;
        break;
    case CONTINUED:
        if (!k->begun) return leave(k, 1002, "there is no message to continue");
        break;
    case CLOSE: return leave(k, 1000, "");
    case PING: return write_frame(out, PONG, data, f->n) ? 0 : leave(k, 1000, "");
    case PONG: return 0;
    default: return leave(k, 1003, "messages are text");
    }
    base_text_addn(&k->message, data, f->n);
    return f->last;
}

int srv_next_socket_frame(SrvSocket *k, Text *in, size_t *used, int out, char **json, size_t *n) {
    for (;;) {
        Frame f;
        int got = read_head(k, (const unsigned char *)in->at + *used, in->n - *used, &f);
        if (got <= 0) return got;
        if (in->n - *used - f.head < f.n) return 0;
        char *data = in->at + *used + f.head;
        *used += f.head + f.n;
        got = take_frame(k, &f, data, out);
        if (got < 0) return got;
        if (!got) continue;
        *json = (char *)(uintptr_t)base_text_str(&k->message);
        *n = k->message.n;
        k->message = (Text){0}; /* the caller's now */
        k->begun = false;
        return 1;
    }
}
