/* net.c - addresses, read by libcurl, which is opened when the first address is asked for. */
#include "package/package_impl.h"

#include <curl/curl.h>
#include <dlfcn.h>

static const size_t most_bytes = (size_t)2 << 30;

typedef struct {
    void *handle;
    CURL *(*init)(void);
    CURLcode (*setopt)(CURL *, CURLoption, ...);
    CURLcode (*perform)(CURL *);
    CURLcode (*getinfo)(CURL *, CURLINFO, ...);
    void (*cleanup)(CURL *);
    const char *(*error)(CURLcode);
} Curl;

bool pkg_is_address(const char *s) {
    return strncmp(s, "http://", 7) == 0 || strncmp(s, "https://", 8) == 0 || strncmp(s, "file://", 7) == 0;
}

static bool load(Curl *c) {
    static const char *const files[] = {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl-nss.so.4"};
    c->handle = NULL;
    for (size_t i = 0; !c->handle && i < 3; i++) c->handle = base_load(files[i], RTLD_NOW);
    if (!c->handle) return false;
    const char *const names[] = {"curl_easy_init",    "curl_easy_setopt",  "curl_easy_perform",
                                 "curl_easy_getinfo", "curl_easy_cleanup", "curl_easy_strerror"};
    void **to[] = {(void **)&c->init,    (void **)&c->setopt,  (void **)&c->perform,
                   (void **)&c->getinfo, (void **)&c->cleanup, (void **)&c->error};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        *to[i] = base_symbol(c->handle, names[i]);
        if (!*to[i]) return false;
    }
    return true;
}

static size_t receive(char *bytes, size_t size, size_t n, void *arg) {
    Text *out = arg;
    if (out->n + size * n > most_bytes) return 0;
    base_text_addn(out, bytes, size * n);
    return size * n;
}

bool pkg_download(Context *ctx, const char *address, Text *out) {
    Curl c;
    CURL *easy = load(&c) ? c.init() : NULL;
    if (!easy) {
        Diag *d = base_error(ctx, "PKG0006", (Span){0}, "addresses cannot be read: libcurl is not installed");
        base_hint(ctx, d, "install the package libcurl4, or get %s by hand and give the file", address);
        return false;
    }
    c.setopt(easy, CURLOPT_URL, address);
    c.setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https,file");
    c.setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    c.setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
    c.setopt(easy, CURLOPT_MAXREDIRS, 10L);
    c.setopt(easy, CURLOPT_FAILONERROR, 1L);
    c.setopt(easy, CURLOPT_NOSIGNAL, 1L);
    c.setopt(easy, CURLOPT_CONNECTTIMEOUT, 15L);
    c.setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 100L);
    c.setopt(easy, CURLOPT_LOW_SPEED_TIME, 30L);
    c.setopt(easy, CURLOPT_USERAGENT, "causeway");
    c.setopt(easy, CURLOPT_WRITEFUNCTION, receive);
    c.setopt(easy, CURLOPT_WRITEDATA, out);
    CURLcode code = c.perform(easy);
    long status = 0;
    c.getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    if (code != CURLE_OK) {
        Diag *d = status >= 400
                      ? base_error(ctx, "PKG0006", (Span){0}, "%s was refused with status %ld", address, status)
                      : base_error(ctx, "PKG0006", (Span){0}, "%s cannot be reached: %s", address, c.error(code));
        base_hint(ctx, d,
                  "look at the address and the connection; --from also takes a folder, a zip file or a git repository");
    }
    c.cleanup(easy);
    base_unload(c.handle);
    return code == CURLE_OK;
}
