/* studio_assets.c - files of the studio's page, compressed, inside the program. */
#include "tools/tools_impl.h"

#include "server/server.h"

#define CARRY(name, file)                                                                                              \
    __asm__(".section .rodata\n.balign 16\n" name "_begin:\n.incbin \"" CAUSEWAY_WEB_DIR "/" file ".gz\"\n" name       \
            "_end:\n.byte 0\n.previous\n");

CARRY("studio_app_js", "app.js")
CARRY("studio_app_css", "app.css")
CARRY("studio_editor_js", "editor.js")
CARRY("studio_view3d_js", "view3d.js")
CARRY("studio_icon_svg", "icon.svg")
CARRY("studio_licenses_txt", "licenses.txt")

#define DECLARE(name)                                                                                                  \
    extern const unsigned char name##_begin[] __attribute__((visibility("hidden")));                                   \
    extern const unsigned char name##_end[] __attribute__((visibility("hidden")));

DECLARE(studio_app_js)
DECLARE(studio_app_css)
DECLARE(studio_editor_js)
DECLARE(studio_view3d_js)
DECLARE(studio_icon_svg)
DECLARE(studio_licenses_txt)

static const SrvAsset assets[] = {
    {"app.js", "text/javascript; charset=utf-8", studio_app_js_begin, studio_app_js_end},
    {"app.css", "text/css; charset=utf-8", studio_app_css_begin, studio_app_css_end},
    {"editor.js", "text/javascript; charset=utf-8", studio_editor_js_begin, studio_editor_js_end},
    {"view3d.js", "text/javascript; charset=utf-8", studio_view3d_js_begin, studio_view3d_js_end},
    {"icon.svg", "image/svg+xml", studio_icon_svg_begin, studio_icon_svg_end},
    {"licenses.txt", "text/plain; charset=utf-8", studio_licenses_txt_begin, studio_licenses_txt_end},
};

const SrvAsset *tool_studio_assets(size_t *n) {
    *n = sizeof assets / sizeof *assets;
    return assets;
}
