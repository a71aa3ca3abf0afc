/* http.c - the studio's server: one address on this machine, files of the page, and a process for each page.
 *
 * It speaks as much of HTTP/1.1 (RFC 9110, 9112) as browsers need: GET and HEAD, one request a connection.  It trusts
 * nobody: it listens on the loopback interface only; the head of a request is short and comes soon; Host must name
 * this server, so that no foreign name can be led here (DNS rebinding); the page and its WebSocket are given to those
 * who know the token of the address, which a cookie that no other site can send carries on; a WebSocket is opened for
 * pages of this origin only.  The process that listens reads no model: pages, and the server behind each, are
 * children.
 *
 * Debian's libcivetweb was looked at for this and is not used: its frames of WebSockets have no limit of size, and it
 * serves with threads, beside which a process cannot be copied as the server of models is.
 */
#include "server/server_impl.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONGEST_HEAD = 16384, MOST_CLIENTS = 64, MOST_PAGES = 40, SECONDS_TO_ASK = 10, MOST_FILE = 64 << 20 };

typedef struct {
    int fd;
    Text in;
    double since;
} Client;

typedef struct {
    const SrvStudio *studio;
    VEC(Client) clients;
    VEC(pid_t) pages;
} Http;

/* ---- requests ---------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *method, *path, *query;
    const char *host, *origin, *cookie, *upgrade, *connection, *key, *version, *known, *site;
} Request;

static void keep_field(Request *q, const char *name, const char *value) {
    const struct {
        const char *name, **to;
    } fields[] = {{"host", &q->host},
                  {"origin", &q->origin},
                  {"cookie", &q->cookie},
                  {"upgrade", &q->upgrade},
                  {"connection", &q->connection},
                  {"sec-websocket-key", &q->key},
                  {"sec-websocket-version", &q->version},
                  {"if-none-match", &q->known},
                  {"sec-fetch-site", &q->site}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcasecmp(fields[i].name, name) == 0) *fields[i].to = value;
}

static bool is_token(const char *s) {
    static const char marks[] = "!#$%&'*+-.^_`|~";
    if (!*s) return false;
    for (; *s; s++)
        if (!((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') || strchr(marks, *s)))
            return false;
    return true;
}

/* Cuts the head into its parts, in place; false: it is no request. */
static bool read_request(char *head, Request *q) {
    static const char empty[] = "";
    char *line = head;
    *q = (Request){.method = empty, .path = empty, .query = empty};
    char *end = strstr(line, "\r\n");
    if (!end) return false;
    *end = 0;
    char *path = strchr(line, ' '), *version = path ? strchr(path + 1, ' ') : NULL;
    if (!version || strchr(version + 1, ' ') || strncmp(version + 1, "HTTP/1.", 7) != 0 || path[1] != '/') return false;
    *path++ = *version = 0;
    q->method = line;
    q->path = path;
    char *query = strchr(path, '?');
    if (query) *query = 0, q->query = query + 1;
    for (line = end + 2; *line && strncmp(line, "\r\n", 2) != 0; line = end + 2) {
        end = strstr(line, "\r\n");
        char *colon = end ? memchr(line, ':', (size_t)(end - line)) : NULL;
        if (!colon) return false;
        *end = *colon = 0;
        if (!is_token(line)) return false;
        for (colon++; *colon == ' ' || *colon == '\t'; colon++) continue;
        for (char *p = end; p > colon && (p[-1] == ' ' || p[-1] == '\t'); p--) p[-1] = 0;
        keep_field(q, line, colon);
    }
    return true;
}

/* In a time that does not tell how much of it is right. */
static bool is_secret(const SrvStudio *studio, const char *given, size_t n) {
    unsigned char wrong = n != 32;
    for (size_t i = 0; i < 32 && i < n; i++) wrong |= (unsigned char)(given[i] ^ studio->token[i]);
    return !wrong;
}

static bool has_token(const SrvStudio *studio, const Request *q) {
    const char *p = strncmp(q->query, "token=", 6) == 0 ? q->query : strstr(q->query, "&token=");
    if (!p) return false;
    p += *p == '&' ? 7 : 6;
    return is_secret(studio, p, strcspn(p, "&"));
}

static bool has_cookie(const SrvStudio *studio, const Request *q) {
    char name[40];
    size_t n = (size_t)snprintf(name, sizeof name, "causeway-%u=", studio->port);
    for (const char *p = q->cookie; p && *p;) {
        size_t len = strcspn(p, ";");
        if (len > n && strncmp(p, name, n) == 0 && is_secret(studio, p + n, len - n)) return true;
        p += len;
        while (*p == ';' || *p == ' ') p++;
    }
    return false;
}

/* "127.0.0.1:PORT" or "localhost:PORT" */
static bool is_own_host(const SrvStudio *studio, const char *host) {
    char own[2][40];
    snprintf(own[0], sizeof own[0], "127.0.0.1:%u", studio->port);
    snprintf(own[1], sizeof own[1], "localhost:%u", studio->port);
    return host && (strcmp(host, own[0]) == 0 || strcmp(host, own[1]) == 0);
}

static bool is_own_origin(const Request *q) {
    return q->origin && strncmp(q->origin, "http://", 7) == 0 && strcmp(q->origin + 7, q->host) == 0;
}

/* ---- answers ----------------------------------------------------------------------------------------------------- */

static void put_head(Text *t, const SrvStudio *studio, const char *status, const char *type, size_t n) {
    base_text_printf(t,
                     "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nConnection: close\r\n"
                     "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
                     "Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Resource-Policy: same-origin\r\n"
                     "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self' "
                     "'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self' "
                     "ws://127.0.0.1:%u ws://localhost:%u; frame-src 'self' blob:; frame-ancestors 'none'; base-uri "
                     "'none'; form-action 'none'\r\n",
                     status, type, n, studio->port, studio->port);
}

static void answer(const SrvStudio *studio, int fd, const char *status, const char *text) {
    Text t = {0};
    put_head(&t, studio, status, "text/plain; charset=utf-8", strlen(text));
    base_text_printf(&t, "Cache-Control: no-store\r\n\r\n%s", text);
    srv_write_all(fd, t.at, t.n);
    base_text_free(&t);
}

/* A file of the page while it is being developed; false: there is none. */
static bool read_file(const SrvStudio *studio, const char *name, Text *out) {
    Text path = {0};
    base_text_printf(&path, "%s/%s", studio->web, name);
    bool ok = !strchr(name, '/') && name[0] != '.' && base_read_file(base_text_str(&path), MOST_FILE, out);
    base_text_free(&path);
    return ok;
}

static void answer_asset(const SrvStudio *studio, int fd, const Request *q, const SrvAsset *a) {
    Text t = {0}, whole = {0};
    char tag[32];
    bool raw = studio->web && read_file(studio, a->path, &whole);
    const char *data = raw ? base_text_str(&whole) : (const char *)a->data;
    size_t n = raw ? whole.n : (size_t)(a->end - a->data);
    snprintf(tag, sizeof tag, "\"%016llx\"", (unsigned long long)base_hash(data, n, 1));
    bool known = q->known && strcmp(q->known, tag) == 0, head = strcmp(q->method, "HEAD") == 0;
    put_head(&t, studio, known ? "304 Not Modified" : "200 OK", a->type, known ? 0 : n);
    base_text_printf(&t, "ETag: %s\r\nCache-Control: no-cache\r\n%s\r\n", tag, raw ? "" : "Content-Encoding: gzip\r\n");
    if (srv_write_all(fd, t.at, t.n) && !known && !head) srv_write_all(fd, data, n);
    base_text_free(&t);
    base_text_free(&whole);
}

/* ---- children ---------------------------------------------------------------------------------------------------- */

/* 0 in the child, which has this connection and nothing else of ours. */
static pid_t begin_child(Http *h, int fd) {
    pid_t parent = getpid(), child = base_fork();
    if (child > 0) vec_push(&h->pages, child);
    if (child != 0) return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    sigset_t none;
    sigemptyset(&none);
    signal(SIGINT, SIG_IGN); /* of the terminal: the one that listens ends us */
    signal(SIGTERM, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    close(h->studio->listening);
    for (size_t i = 0; i < h->clients.n; i++)
        if (h->clients.at[i].fd != fd) close(h->clients.at[i].fd);
    return 0;
}

/* Waits until the other side has read what it was told: closing at once may take it away. */
static void part(int fd) {
    char rest[4096];
    shutdown(fd, SHUT_WR);
    struct pollfd p = {.fd = fd, .events = POLLIN};
    while (poll(&p, 1, 2000) > 0 && read(fd, rest, sizeof rest) > 0) continue;
}

static void send_page(const SrvStudio *studio, int fd, const Request *q) {
    Text page = {0}, t = {0};
    srv_put_page(studio, &page);
    put_head(&t, studio, "200 OK", "text/html; charset=utf-8", page.n);
    base_text_printf(&t,
                     "Cache-Control: no-store\r\nSet-Cookie: causeway-%u=%s; HttpOnly; SameSite=Strict; Path=/\r\n\r\n",
                     studio->port, studio->token);
    if (srv_write_all(fd, t.at, t.n) && strcmp(q->method, "HEAD") != 0) srv_write_all(fd, page.at, page.n);
    part(fd);
}

static void serve_socket(const SrvStudio *studio, int fd, const Request *q) {
    Text t = {0};
    SrvOptions o = studio->server;
    base_text_add(&t, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                      "Sec-WebSocket-Accept: ");
    srv_websocket_accept(q->key, &t);
    base_text_add(&t, "\r\n\r\n");
    o.in = o.out = fd;
    o.websocket = true;
    if (srv_write_all(fd, t.at, t.n)) srv_serve(&o);
    part(fd);
}

static void take_socket(Http *h, int fd, const Request *q) {
    const SrvStudio *studio = h->studio;
    bool asked = q->upgrade && strcasecmp(q->upgrade, "websocket") == 0 && q->key && strlen(q->key) == 24 &&
                 q->version && strcmp(q->version, "13") == 0;
    if (!asked) answer(studio, fd, "400 Bad Request", "This address is for WebSockets.\n");
    else if (!is_own_origin(q)) answer(studio, fd, "403 Forbidden", "Only the studio's own page may connect.\n");
    else if (!has_cookie(studio, q)) answer(studio, fd, "403 Forbidden", "The token is missing or wrong.\n");
    else if (h->pages.n >= MOST_PAGES) answer(studio, fd, "503 Service Unavailable", "Too many pages are open.\n");
    else if (begin_child(h, fd) == 0) serve_socket(studio, fd, q), _exit(0);
}

static void take_page(Http *h, int fd, const Request *q) {
    const SrvStudio *studio = h->studio;
    bool foreign = q->site && strcmp(q->site, "cross-site") == 0;
    if (!has_token(studio, q) && (foreign || !has_cookie(studio, q)))
        answer(studio, fd, "403 Forbidden", "Open the address that `causeway studio` has printed, with its token.\n");
    else if (h->pages.n >= MOST_PAGES) answer(studio, fd, "503 Service Unavailable", "Too many pages are open.\n");
    else if (begin_child(h, fd) == 0) send_page(studio, fd, q), _exit(0);
}

static const SrvAsset *find_asset(const SrvStudio *studio, const char *path) {
    for (size_t i = 0; i < studio->nassets; i++)
        if (path[0] == '/' && strcmp(studio->assets[i].path, path + 1) == 0) return &studio->assets[i];
    return NULL;
}

static void take_request(Http *h, Client *c) {
    const SrvStudio *studio = h->studio;
    Request q;
    if (!read_request(c->in.at, &q)) {
        answer(studio, c->fd, "400 Bad Request", "This is no request.\n");
    } else if (!is_own_host(studio, q.host)) {
        answer(studio, c->fd, "421 Misdirected Request", "This server has another name.\n");
    } else if (strcmp(q.method, "GET") != 0 && strcmp(q.method, "HEAD") != 0) {
        answer(studio, c->fd, "405 Method Not Allowed", "Only GET and HEAD.\n");
    } else if (strcmp(q.path, "/socket") == 0) {
        take_socket(h, c->fd, &q);
    } else if (strcmp(q.path, "/") == 0) {
        take_page(h, c->fd, &q);
    } else {
        const SrvAsset *a = find_asset(studio, q.path);
        if (a && strcmp(a->path, "index.html") != 0) answer_asset(studio, c->fd, &q, a);
        else answer(studio, c->fd, "404 Not Found", "There is no such file.\n");
    }
}

/* ---- connections ------------------------------------------------------------------------------------------------- */

static void drop_client(Http *h, size_t i) {
    close(h->clients.at[i].fd);
    base_text_free(&h->clients.at[i].in);
    h->clients.at[i] = vec_last(&h->clients);
    h->clients.n--;
}

static void accept_client(Http *h) {
    int fd = accept4(h->studio->listening, NULL, NULL, SOCK_CLOEXEC), yes = 1;
    struct timeval patience = {.tv_sec = SECONDS_TO_ASK};
    if (fd < 0) return;
    if (h->clients.n >= MOST_CLIENTS) {
        close(fd);
        return;
    }
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    vec_push(&h->clients, ((Client){.fd = fd, .since = base_seconds()}));
}

/* true: the connection is done with. */
static bool read_client(Http *h, Client *c) {
    char piece[4096];
    ssize_t n = recv(c->fd, piece, sizeof piece, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    if (n <= 0) return true;
    base_text_addn(&c->in, piece, (size_t)n);
    if (memchr(c->in.at, 0, c->in.n)) {
        answer(h->studio, c->fd, "400 Bad Request", "This is no request.\n");
        return true;
    }
    if (strstr(c->in.at, "\r\n\r\n")) {
        take_request(h, c);
        return true;
    }
    if (c->in.n <= LONGEST_HEAD) return false;
    answer(h->studio, c->fd, "431 Request Header Fields Too Large", "The head of the request is too long.\n");
    return true;
}

static void reap(Http *h) {
    for (size_t i = h->pages.n; i-- > 0;)
        if (waitpid(h->pages.at[i], NULL, WNOHANG) != 0) {
            h->pages.at[i] = vec_last(&h->pages);
            h->pages.n--;
        }
}

static void serve_once(Http *h) {
    struct pollfd fds[MOST_CLIENTS + 1] = {{.fd = h->studio->listening, .events = POLLIN}};
    size_t n = h->clients.n;
    for (size_t i = 0; i < n; i++) fds[i + 1] = (struct pollfd){.fd = h->clients.at[i].fd, .events = POLLIN};
    int ready = poll(fds, n + 1, 500);
    double now = base_seconds();
    for (size_t i = n; i-- > 0;) { /* from behind: those that end leave the list */
        bool done = ready > 0 && fds[i + 1].revents && read_client(h, &h->clients.at[i]);
        if (done || now - h->clients.at[i].since > SECONDS_TO_ASK) drop_client(h, i);
    }
    if (ready > 0 && fds[0].revents) accept_client(h);
    reap(h);
}

bool srv_studio_open(SrvStudio *studio, unsigned port) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    socklen_t size = sizeof at;
    unsigned char secret[16];
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0) return false;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(fd, (struct sockaddr *)&at, sizeof at) != 0 || listen(fd, 64) != 0 ||
        getsockname(fd, (struct sockaddr *)&at, &size) != 0 ||
        getrandom(secret, sizeof secret, 0) != (ssize_t)sizeof secret) {
        int why = errno;
        close(fd);
        errno = why;
        return false;
    }
    for (size_t i = 0; i < sizeof secret; i++) snprintf(studio->token + 2 * i, 3, "%02x", secret[i]);
    studio->listening = fd;
    studio->port = ntohs(at.sin_port);
    return true;
}

static bool is_interrupted(void) {
    sigset_t waiting;
    return sigpending(&waiting) == 0 && (sigismember(&waiting, SIGINT) || sigismember(&waiting, SIGTERM));
}

void srv_studio_serve(SrvStudio *studio) {
    Http h = {.studio = studio};
    signal(SIGPIPE, SIG_IGN);
    while (!is_interrupted()) serve_once(&h);
    while (h.clients.n) drop_client(&h, h.clients.n - 1);
    for (size_t i = 0; i < h.pages.n; i++) kill(h.pages.at[i], SIGTERM);
    for (size_t i = 0; i < h.pages.n; i++) waitpid(h.pages.at[i], NULL, 0);
    vec_free(&h.clients);
    vec_free(&h.pages);
    close(studio->listening);
}
