/* studio_impl.h - what the files behind the studio share. */
#ifndef CAUSEWAY_STUDIO_IMPL_H
#define CAUSEWAY_STUDIO_IMPL_H

#include "graphics/graphics.h"
#include "server/server_impl.h"

#include <math.h>

/* ---- class_tree.c ------------------------------------------------------------------------------------------------ */

void srv_put_member(Text *out, const char *name, const char *text); /* of an object */
LibClass *srv_class_named(Server *s, const char *name);             /* parsed; NULL after srv_refuse */
const char *srv_path_of_class(LibClass *cls);
const char *srv_full_name(Server *s, const LibClass *cls);
const char *srv_open_file(Server *s, const char *cls, const char *name);
Inst *srv_pictures(Server *s);

/* ---- diagram.c --------------------------------------------------------------------------------------------------- */

/* The instance of a class, or of a component inside it ("a.b", or NULL); NULL after srv_refuse. */
InstClass *srv_instance(Server *s, const char *name, const char *path);

/* ---- curves.c ---------------------------------------------------------------------------------------------------- */

/* The result of a run of this page, opened; NULL after srv_refuse. */
ResResult *srv_result_of(Server *s, const BaseJson *params);
void srv_close_results(Server *s);
/* The list of shapes that the worker of a run wrote: [{"name", "type"}]. */
void srv_read_shapes(Server *s, const BaseJson *params, Text *out);

/* ---- mesh.c, mesh_file.c ----------------------------------------------------------------------------------------- */

typedef VEC(float) SrvMesh; /* corners of triangles: x, y, z, normal */

void srv_mesh(SrvMesh *m, const char *type, double length, double width, double height, double extra);
void srv_mesh_triangle(SrvMesh *m, const float corners[9]);
bool srv_mesh_file(SrvMesh *m, const char *path); /* .dxf, .stl, .obj; false: it cannot be read */

/* ---- scene.c ----------------------------------------------------------------------------------------------------- */

enum { SRV_PARTS = 13 }; /* of a frame: place 3, quaternion 4, size 3, colour 3 */

typedef struct {
    const char *name, *type;
    bool missing, scaled; /* its file was not found; it follows its size */
    float base[3];        /* size of the mesh */
    double specular;
    SrvMesh mesh;
    float *frames; /* n times SRV_PARTS, at equal distances in time */
    size_t n;
} SrvBody;

typedef VEC(SrvBody) SrvBodies;

void srv_read_bodies(Server *s, ResResult *result, const BaseJson *shapes, size_t frames, SrvBodies *out);
void srv_free_bodies(SrvBodies *bodies);
bool srv_moves(const SrvBody *b, int from, int count); /* do these parts of its frames change? */
void srv_put_scene(ResResult *result, const SrvBodies *bodies, size_t frames, Text *out);

/* ---- glb.c, snapshot.c ------------------------------------------------------------------------------------------- */

void srv_put_glb(const SrvBodies *bodies, double start, double end, Text *out); /* glTF 2.0, binary */
/* The frame that is nearest to a part of the way; false: errno says why. */
bool srv_snapshot(const SrvBodies *bodies, double part, int width, int height, const char *path);
/* What can be seen of a run that is initialised: [{"name", "type"}]; false: nothing. */
bool srv_put_shapes(causeway_model *m, causeway_run *r, Text *out);
bool srv_has_shapes(const causeway_model *m);

#endif
