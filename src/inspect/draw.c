// SPDX-License-Identifier: MIT
// Poses of a bake as a picture: shaded triangles, the skeleton over them, on the ground.
#include "inspect/draw_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TRIANGLES 4000
#define SHADES 12
#define SLABS 28              // of a body in depth
#define WAY_SAMPLES 96

lwDrawDef lwDefaultDrawDef(void) {
	lwDrawDef def;
	memset(&def, 0, sizeof(def));
	def.cookie = LW_COOKIE;
	def.terrainScale = 1.0f;
	def.poseCount = 8;
	def.strip = true;
	def.mesh = true;
	def.triangleLimit = 2500;
	def.width = 1100;
	return def;
}

void lwPrint_AddEscaped(lwPrint* text, const char* raw) {
	for (const char* c = raw; *c != '\0'; ++c) {
		switch (*c) {
		case '<': lwPrint_Add(text, "&lt;"); break;
		case '>': lwPrint_Add(text, "&gt;"); break;
		case '&': lwPrint_Add(text, "&amp;"); break;
		case '"': lwPrint_Add(text, "&quot;"); break;
		default: lwPrint_Add(text, "%c", (unsigned char)*c < 32 && *c != '\n' ? ' ' : *c);
		}
	}
}

// ---- Poses ---------------------------------------------------------------------------------------------------------

static void Evaluate(lwDrawing* drawing, float time) {
	lwScene_SampleClip(drawing->def->scene, drawing->clip, time, drawing->local);
	lwScene_ToWorld(drawing->def->scene, drawing->local, drawing->world);
}

static void MarkWeighted(lwDrawing* drawing, const lwScenePrimitive* primitive, const lwSceneSkin* skin) {
	for (int i = 0; i < primitive->vertexCount * primitive->influences; ++i) {
		if (primitive->weights[i] > 0.0f && primitive->joints[i] < skin->jointCount) {
			drawing->bone[skin->joints[primitive->joints[i]]] = true;
		}
	}
}

// Joints that carry vertices, those between them and the legs'; without skins all nodes the clip moves.
static void FindBones(lwDrawing* drawing) {
	const lwScene* scene = drawing->def->scene;
	for (int n = 0; n < scene->nodeCount; ++n) {
		const lwSceneNode* node = scene->nodes + n;
		for (int p = 0; node->skin >= 0 && node->mesh >= 0 && p < scene->meshes[node->mesh].primitiveCount; ++p) {
			MarkWeighted(drawing, scene->meshes[node->mesh].primitives + p, scene->skins + node->skin);
		}
	}
	const lwRig* rig = drawing->def->skeleton != NULL ? drawing->def->rig : NULL;
	for (int l = 0; rig != NULL && l < rig->legCount; ++l) {
		for (int i = 0; i < rig->legs[l].jointCount; ++i) {
			int node = drawing->def->skeleton->nodeOfJoint[rig->legs[l].joints[i]];
			if (node < scene->nodeCount) {
				drawing->bone[node] = true;
			}
		}
	}
	for (int c = 0; scene->skinCount == 0 && c < scene->clips[drawing->clip].channelCount; ++c) {
		drawing->bone[scene->clips[drawing->clip].channels[c].node] = true;
	}
}

static lwVec3 Centre(const lwDrawing* drawing) {
	lwVec3 sum = lwV3(0.0f, 0.0f, 0.0f);
	float count = 0.0f;
	for (int n = 0; n < drawing->def->scene->nodeCount; ++n) {
		if (drawing->bone[n]) {
			sum = lwAdd(sum, drawing->world[n].t);
			count += 1.0f;
		}
	}
	return count > 0.0f ? lwMul(sum, 1.0f / count) : sum;
}

// Where the body is on its way: from the schedule, which knows nothing of leaning; else its centre.
static lwVec3 Place(lwDrawing* drawing, float time) {
	const lwSchedule* schedule = &drawing->schedule;
	if (schedule->present && schedule->frames != NULL && schedule->frameCount > 0) {
		return schedule->frames[(int)lwClampF(time * schedule->fps + 0.5f, 0.0f, (float)(schedule->frameCount - 1))].pos;
	}
	Evaluate(drawing, time);
	return Centre(drawing);
}

static lwVec3 Level(lwVec3 v, lwVec3 fallback) { return lwNormalizeOr(lwV3(v.x, 0.0f, v.z), fallback); }

// Heading at a time: the way the body goes over half a second, else the frame's own forward.
static lwVec3 Heading(lwDrawing* drawing, float time, lwVec3 fallback) {
	lwVec3 pos[2];
	for (int i = 0; i < 2; ++i) {
		Evaluate(drawing, lwClampF(time + (i == 0 ? -0.25f : 0.25f), drawing->start, drawing->end));
		pos[i] = Centre(drawing);
	}
	lwVec3 way = lwSub(pos[1], pos[0]);
	way.y = 0.0f;
	float size = drawing->right - drawing->left; // rough size of the creature, set before
	return lwLength(way) > 0.02f * size ? Level(way, fallback) : fallback;
}

static lwDrawAxes MakeView(const lwDrawing* drawing, lwVec3 heading, lwVec3 origin) {
	lwVec3 up = lwV3(0.0f, 1.0f, 0.0f), left = lwCross(up, heading);
	lwDrawAxes side = { heading, up, left, origin };
	lwDrawAxes front = { left, up, lwNeg(heading), origin };
	lwDrawAxes top = { heading, left, lwNeg(up), origin };
	return drawing->def->view == lw_viewSide ? side : drawing->def->view == lw_viewFront ? front : top;
}

// One picture: even distances along the way, so that bodies that start and stop do not stand in each other; a little
// uneven, else a whole number of steps apart they would all look the same.
static void SpreadTimes(lwDrawing* drawing, float from, float to, float size) {
	float way[WAY_SAMPLES + 1] = { 0.0f };
	lwVec3 last = lwV3(0.0f, 0.0f, 0.0f);
	for (int i = 0; i <= WAY_SAMPLES; ++i) {
		lwVec3 place = Place(drawing, lwLerpF(from, to, (float)i / WAY_SAMPLES)), d = lwSub(place, last);
		way[i] = i > 0 ? way[i - 1] + lwSqrt(d.x * d.x + d.z * d.z) : 0.0f;
		last = place;
	}
	if (!(way[WAY_SAMPLES] > size && way[WAY_SAMPLES] < 1e20f)) {
		return;
	}
	for (int p = 1, i = 0; p + 1 < drawing->def->poseCount; ++p) {
		float aside = 0.22f * (lwWrap01(0.618f * (float)p) - 0.5f);
		float at = way[WAY_SAMPLES] * ((float)p + aside) / (float)(drawing->def->poseCount - 1);
		while (i + 1 < WAY_SAMPLES && way[i + 1] < at) {
			++i;
		}
		float part = way[i + 1] > way[i] ? lwClampF((at - way[i]) / (way[i + 1] - way[i]), 0.0f, 1.0f) : 0.0f;
		drawing->times[p] = lwLerpF(from, to, ((float)i + part) / WAY_SAMPLES);
	}
}

static void PlaceViews(lwDrawing* drawing) {
	const lwDrawDef* def = drawing->def;
	Evaluate(drawing, drawing->start);
	lwVec3 centre = Centre(drawing), fallback = lwV3(0.0f, 0.0f, 1.0f);
	if (drawing->schedule.present && drawing->schedule.frames != NULL) {
		fallback = Level(lwRotate(drawing->schedule.frames[0].rot, fallback), fallback);
	}
	float size = 0.0f;
	for (int n = 0; n < def->scene->nodeCount; ++n) {
		size = drawing->bone[n] ? lwMaxF(size, lwDistance(centre, drawing->world[n].t)) : size;
	}
	drawing->left = -size;
	drawing->right = size;
	float from = def->to > def->from ? lwClampF(def->from, drawing->start, drawing->end) : drawing->start;
	float to = def->to > def->from ? lwClampF(def->to, drawing->start, drawing->end) : drawing->end;
	lwVec3 whole = lwSub(Place(drawing, to), Place(drawing, from));
	for (int i = 0; i < def->poseCount; ++i) {
		drawing->times[i] = def->poseCount > 1 ? lwLerpF(from, to, (float)i / (float)(def->poseCount - 1)) : from;
	}
	if (!def->strip) {
		SpreadTimes(drawing, from, to, size);
	}
	for (int i = 0; i < def->poseCount; ++i) {
		lwVec3 heading = def->strip ? Heading(drawing, drawing->times[i], fallback) : Level(whole, fallback);
		fallback = heading;
		Evaluate(drawing, drawing->times[i]);
		centre = Centre(drawing);
		drawing->places[i] = Place(drawing, drawing->times[i]);
		lwGroundPoint ground = lwGround_Under(drawing->ground, centre, lwV3(0.0f, 1.0f, 0.0f), 0.0f);
		lwVec3 origin = ground.hit && def->view != lw_viewTop ? lwV3(centre.x, ground.pos.y, centre.z) : centre;
		drawing->views[i] = MakeView(drawing, heading, def->strip || i == 0 ? origin : drawing->views[0].origin);
	}
}

static void FindBounds(lwDrawing* drawing) {
	drawing->left = drawing->bottom = 1e30f;
	drawing->right = drawing->top = -1e30f;
	for (int i = 0; i < drawing->def->poseCount; ++i) {
		Evaluate(drawing, drawing->times[i]);
		lwDrawMesh_Place(&drawing->mesh, drawing->world, drawing->vertices);
		if (i == 0) {
			lwDrawMesh_FindFront(&drawing->mesh, drawing->vertices);
		}
		int vertices = drawing->def->mesh ? drawing->mesh.vertexCount : 0;
		for (int k = 0; k < vertices + drawing->def->scene->nodeCount; ++k) {
			if (k >= vertices && !drawing->bone[k - vertices]) {
				continue;
			}
			lwVec3 p = lwDrawing_ToView(drawing->views + i, k < vertices ? drawing->vertices[k] : drawing->world[k - vertices].t);
			drawing->left = lwMinF(drawing->left, p.x);
			drawing->right = lwMaxF(drawing->right, p.x);
			drawing->bottom = lwMinF(drawing->bottom, p.y);
			drawing->top = lwMaxF(drawing->top, p.y);
		}
	}
	float width = drawing->right - drawing->left, height = drawing->top - drawing->bottom;
	float margin = 0.06f * lwMaxF(width, height);
	margin = margin > 0.0f && margin < 1e20f ? margin : 1.0f;
	float above = lwMinF(margin, 0.12f * height + 0.01f * margin);
	drawing->left -= margin;
	drawing->right += margin;
	drawing->bottom -= above;
	drawing->top += above;
}

// ---- Picture -------------------------------------------------------------------------------------------------------

typedef struct Face {
	float depth;
	int slab, triangle;
	char color[8];
} Face;

// Farthest slab first; within a slab those of a colour together, which makes the text short.
static int Farther(const void* a, const void* b) {
	const Face* x = a;
	const Face* y = b;
	if (x->slab != y->slab) {
		return x->slab > y->slab ? -1 : 1;
	}
	int colors = strcmp(x->color, y->color);
	return colors != 0 ? colors : x->triangle < y->triangle ? -1 : 1;
}

static void FaceColor(const lwDrawing* drawing, int material, float shade, char out[8]) {
	static const char digits[] = "0123456789abcdef";
	float base[3] = { 0.86f, 0.83f, 0.78f };
	if (material >= 0 && material < drawing->def->scene->materialCount) {
		for (int c = 0; c < 3; ++c) {
			float own = lwSqrt(lwClampF(drawing->def->scene->materials[material].color[c], 0.0f, 1.0f));
			base[c] = lwLerpF(base[c], own, 0.6f);
		}
	}
	out[0] = '#';
	for (int c = 0; c < 3; ++c) {
		int value = (int)lwClampF(base[c] * shade * 255.0f + 0.5f, 0.0f, 255.0f);
		out[1 + 2 * c] = digits[value / 16];
		out[2 + 2 * c] = digits[value % 16];
	}
	out[7] = '\0';
}

// A number given in tenths, in as few letters as path data allows: 3.5, .5, -2; a blank before it where one is needed.
static char* PutTenths(char* at, int tenths, bool first) {
	int size = tenths < 0 ? -tenths : tenths;
	char digits[12];
	int count = 0;
	for (int whole = size / 10; whole > 0 || (size == 0 && count == 0); whole /= 10) {
		digits[count++] = (char)('0' + whole % 10);
	}
	if (tenths < 0) {
		*at++ = '-';
	} else if (!first) {
		*at++ = ' ';
	}
	while (count > 0) {
		*at++ = digits[--count];
	}
	if (size % 10 != 0) {
		*at++ = '.';
		*at++ = (char)('0' + size % 10);
	}
	return at;
}

// One triangle of a path, in tenths of a pixel relative to its first corner: short text.
static void AddTriangle(lwDrawing* drawing, int pose, const int* corner) {
	int x[3], y[3];
	for (int k = 0; k < 3; ++k) {
		lwVec3 p = lwDrawing_ToView(drawing->views + pose, drawing->vertices[corner[k]]);
		x[k] = (int)lwClampF(floorf(lwDrawing_X(drawing, pose, p.x) * 10.0f + 0.5f), -1e6f, 1e6f);
		y[k] = (int)lwClampF(floorf(lwDrawing_Y(drawing, pose, p.y) * 10.0f + 0.5f), -1e6f, 1e6f);
	}
	char text[96];
	char* at = text;
	*at++ = 'M';
	at = PutTenths(at, x[0], true);
	at = PutTenths(at, y[0], false);
	*at++ = 'l';
	for (int k = 0; k < 2; ++k) {
		at = PutTenths(at, x[k + 1] - x[k], k == 0);
		at = PutTenths(at, y[k + 1] - y[k], false);
	}
	*at++ = 'z';
	*at = '\0';
	lwPrint_Add(&drawing->svg, "%s", text);
}

static int CollectFaces(const lwDrawing* drawing, int pose, Face* outFaces) {
	const lwDrawMesh* mesh = &drawing->mesh;
	lwVec3 light = lwNormalizeOr(lwV3(-0.3f, 0.7f, -0.65f), lwV3(0.0f, 1.0f, 0.0f));
	int count = 0;
	float nearest = 1e30f, farthest = -1e30f;
	for (int t = 0; t < mesh->triangleCount; ++t) {
		lwVec3 p[3];
		for (int k = 0; k < 3; ++k) {
			p[k] = lwDrawing_ToView(drawing->views + pose, drawing->vertices[mesh->triangles[t * 3 + k]]);
		}
		lwVec3 n = lwNormalizeOr(lwCross(lwSub(p[1], p[0]), lwSub(p[2], p[0])), lwV3(0.0f, 0.0f, -1.0f));
		// z points away from the viewer; the axes are left-handed, so what faces the viewer has n.z > 0.
		bool hidden = n.z * (float)mesh->front < 0.0f;
		if (lwAbsF(n.z) > 0.02f && !hidden) {
			Face* face = &outFaces[count++];
			lwVec3 turned = n.z > 0.0f ? lwNeg(n) : n;
			float shade = 0.5f + 0.5f * lwMaxF(lwDot(turned, light), 0.0f);
			FaceColor(drawing, mesh->materials[t], floorf(shade * SHADES + 0.5f) / SHADES, face->color);
			face->depth = (p[0].z + p[1].z + p[2].z) / 3.0f;
			face->triangle = t;
			nearest = lwMinF(nearest, face->depth);
			farthest = lwMaxF(farthest, face->depth);
		}
	}
	for (int i = 0; i < count; ++i) {
		outFaces[i].slab = (int)((outFaces[i].depth - nearest) / lwMaxF(farthest - nearest, 1e-20f) * SLABS);
	}
	return count;
}

static void DrawMesh(lwDrawing* drawing, int pose, Face* faces) {
	int count = CollectFaces(drawing, pose, faces);
	qsort(faces, (size_t)count, sizeof(Face), Farther);
	const char* last = "";
	for (int i = 0; i < count; ++i) {
		if (strcmp(faces[i].color, last) != 0) {
			lwPrint_Add(&drawing->svg, "%s<path color=\"%s\" d=\"", last[0] != '\0' ? "\"/>" : "", faces[i].color);
			last = faces[i].color;
		}
		AddTriangle(drawing, pose, drawing->mesh.triangles + (size_t)faces[i].triangle * 3);
	}
	lwPrint_Add(&drawing->svg, "%s", count > 0 ? "\"/>\n" : "");
}

// 0 body, 1 left, 2 right, 3 middle leg.
static int SideOf(const lwDrawDef* def, int node) {
	if (def->rig == NULL || def->skeleton == NULL) {
		return 0;
	}
	for (int l = 0; l < def->rig->legCount; ++l) {
		const lwLeg* leg = def->rig->legs + l;
		for (int i = 1; i < leg->jointCount; ++i) {
			if (def->skeleton->nodeOfJoint[leg->joints[i]] == node) {
				return leg->side > 0 ? 1 : leg->side < 0 ? 2 : 3;
			}
		}
	}
	return 0;
}

static void DrawBones(lwDrawing* drawing, int pose) {
	static const char* const colors[4] = { "#334", "#0a66c2", "#d2491a", "#3a8f3a" };
	const lwScene* scene = drawing->def->scene;
	for (int n = 0; n < scene->nodeCount; ++n) {
		int parent = scene->nodes[n].parent;
		if (!drawing->bone[n] || parent < 0 || !drawing->bone[parent]) {
			continue;
		}
		lwVec3 a = lwDrawing_ToView(drawing->views + pose, drawing->world[parent].t), b = lwDrawing_ToView(drawing->views + pose, drawing->world[n].t);
		int side = SideOf(drawing->def, n);
		lwPrint_Add(&drawing->svg, "<path class=\"b\" stroke=\"%s\" stroke-width=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>", colors[side],
				   side != 0 ? "2" : "1", (double)lwDrawing_X(drawing, pose, a.x), (double)lwDrawing_Y(drawing, pose, a.y), (double)lwDrawing_X(drawing, pose, b.x),
				   (double)lwDrawing_Y(drawing, pose, b.y));
		if (side != 0) {
			lwPrint_Add(&drawing->svg, "<circle fill=\"%s\" r=\"2\" cx=\"%.1f\" cy=\"%.1f\"/>", colors[side],
					   (double)lwDrawing_X(drawing, pose, b.x), (double)lwDrawing_Y(drawing, pose, b.y));
		}
	}
	lwPrint_Add(&drawing->svg, "\n");
}

static void Open(lwDrawing* drawing) {
	const lwDrawDef* def = drawing->def;
	int most = def->width / 240 > 0 ? def->width / 240 : 1;
	int rows = def->strip ? (def->poseCount + most - 1) / most : 1;
	drawing->perRow = def->strip ? (def->poseCount + rows - 1) / rows : 1;
	drawing->cell = (float)def->width / (float)drawing->perRow;
	float tallest = def->strip ? 300.0f : 700.0f;
	drawing->scale = lwMinF((drawing->cell - (def->strip ? 14.0f : 0.0f)) / (drawing->right - drawing->left), tallest / (drawing->top - drawing->bottom));
	float room = (drawing->cell - 14.0f) / drawing->scale - (drawing->right - drawing->left);
	if (def->strip && room > 0.0f) { // the ground fills the cell
		drawing->left -= 0.5f * room;
		drawing->right += 0.5f * room;
	}
	drawing->row = (drawing->top - drawing->bottom) * drawing->scale + 20.0f;
	drawing->height = 24.0f + drawing->row * (float)rows;
	lwPrint_Add(&drawing->svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" width=\"%d\" height=\"%.0f\" font-family=\"sans-serif\" font-size=\"11\">",
			   def->width, (double)drawing->height, def->width, (double)drawing->height);
	lwPrint_Add(&drawing->svg, "<style>.b{fill:none;stroke-linecap:round;stroke-opacity:.85}.g{fill:none;stroke:#5c4a33;stroke-width:1.5}"
							  ".e{fill:#ece6d9}.s{fill:none;stroke-width:.8;stroke-opacity:.6}.f{fill:#2a9d4a;fill-opacity:.75}.m path{fill:currentColor;stroke:currentColor;stroke-width:.5;stroke-linejoin:round}</style>"
							  "<rect width=\"100%%\" height=\"100%%\" fill=\"#fbfaf7\"/>");
	if (def->title != NULL) {
		lwPrint_Add(&drawing->svg, "<text x=\"6\" y=\"14\" fill=\"#333\">");
		lwPrint_AddEscaped(&drawing->svg, def->title);
		lwPrint_Add(&drawing->svg, "</text>");
	}
	lwPrint_Add(&drawing->svg, "\n");
}

static bool DrawAll(lwDrawing* drawing) {
	Face* faces = lwBlockList_Alloc(&drawing->memory, (size_t)drawing->mesh.triangleCount, sizeof(Face));
	if (faces == NULL) {
		return false;
	}
	Open(drawing);
	for (int i = 0; i < drawing->def->poseCount; ++i) {
		Evaluate(drawing, drawing->times[i]);
		if (drawing->def->strip || i == 0) {
			lwDrawing_AddGround(drawing, i);
			lwDrawing_AddFootprints(drawing, i);
		}
		if (drawing->def->mesh) {
			lwDrawMesh_Place(&drawing->mesh, drawing->world, drawing->vertices);
			lwPrint_Add(&drawing->svg, "<g class=\"m\" opacity=\".9\">");
			DrawMesh(drawing, i, faces);
			lwPrint_Add(&drawing->svg, "</g>");
		}
		DrawBones(drawing, i);
		if (drawing->def->strip) {
			lwPrint_Add(&drawing->svg, "<text x=\"%.1f\" y=\"%.0f\" fill=\"#666\" text-anchor=\"middle\">%.2f s</text>\n",
					   (double)(((float)(i % drawing->perRow) + 0.5f) * drawing->cell),
					   (double)(lwDrawing_Y(drawing, i, drawing->bottom) + 12.0f), (double)drawing->times[i]);
		}
	}
	lwPrint_Add(&drawing->svg, "</svg>\n");
	return !drawing->svg.failed;
}

// ---- Entry ---------------------------------------------------------------------------------------------------------

static lwResult CheckDef(const lwDrawDef* def, char** outSvg) {
	if (!LW_ASSERT(outSvg != NULL)) {
		return lwResult_Fail(lw_errorArgument, "draw: outSvg is NULL");
	}
	*outSvg = NULL;
	if (!LW_ASSERT(def != NULL && def->cookie == LW_COOKIE)) {
		return lwResult_Fail(lw_errorArgument, "draw: the def was not made by lwDefaultDrawDef");
	}
	if (def->scene == NULL || def->poseCount < 1 || def->poseCount > LW_DRAW_POSES || def->width < 200 || def->width > 4000 ||
		(unsigned)def->view > (unsigned)lw_viewTop || !(def->terrainScale > 0.0f)) {
		return lwResult_Fail(lw_errorArgument, "draw: a scene, 1..%d poses, a width of 200..4000 and a known view are needed", LW_DRAW_POSES);
	}
	return lwResult_Ok();
}

static lwResult Prepare(lwDrawing* drawing) {
	const lwDrawDef* def = drawing->def;
	int matches = 0;
	lwResult result = lwSchedule_Read(def->scene, def->animation, &drawing->memory, &drawing->schedule, &drawing->clip);
	if (result.status != lw_ok) {
		return result;
	}
	if (drawing->clip < 0) {
		drawing->clip = def->animation != NULL ? lwScene_FindClip(def->scene, def->animation, &matches) : def->scene->clipCount - 1;
	}
	if (drawing->clip < 0) {
		return lwResult_Fail(lw_errorNotFound, "%s: animation '%s': %s", def->scene->file, def->animation != NULL ? def->animation : "",
							 matches > 1 ? "several match" : "not in the file");
	}
	drawing->start = def->scene->clips[drawing->clip].start;
	drawing->end = def->scene->clips[drawing->clip].end;
	result = lwCreateGround(def->terrain, def->terrainScale, def->groundY, &drawing->ground);
	if (result.status != lw_ok) {
		return result;
	}
	size_t nodes = (size_t)def->scene->nodeCount;
	int limit = def->triangleLimit < 16 ? 16 : def->triangleLimit > MAX_TRIANGLES ? MAX_TRIANGLES : def->triangleLimit;
	drawing->local = lwBlockList_Alloc(&drawing->memory, nodes, sizeof(lwTransform));
	drawing->world = lwBlockList_Alloc(&drawing->memory, nodes, sizeof(lwMat34));
	drawing->bone = lwBlockList_Alloc(&drawing->memory, nodes, sizeof(bool));
	bool good = drawing->local != NULL && drawing->world != NULL && drawing->bone != NULL &&
				lwDrawMesh_Make(def->scene, drawing->clip, limit, &drawing->memory, &drawing->mesh);
	drawing->vertices = good ? lwBlockList_Alloc(&drawing->memory, (size_t)drawing->mesh.vertexCount, sizeof(lwVec3)) : NULL;
	return drawing->vertices != NULL ? lwResult_Ok() : lwResult_Fail(lw_errorMemory, "%s: draw: out of memory", def->scene->file);
}

lwResult lwDrawPoses(const lwDrawDef* def, char** outSvg) {
	lwResult result = CheckDef(def, outSvg);
	if (result.status != lw_ok) {
		return result;
	}
	lwDrawing* drawing = calloc(1, sizeof(lwDrawing));
	if (drawing == NULL) {
		return lwResult_Fail(lw_errorMemory, "%s: draw: out of memory", def->scene->file);
	}
	drawing->def = def;
	result = Prepare(drawing);
	if (result.status == lw_ok) {
		FindBones(drawing);
		PlaceViews(drawing);
		FindBounds(drawing);
		if (DrawAll(drawing)) {
			*outSvg = drawing->svg.text;
		} else {
			free(drawing->svg.text);
			result = lwResult_Fail(lw_errorMemory, "%s: draw: out of memory", def->scene->file);
		}
	}
	lwDestroyGround(drawing->ground);
	lwBlockList_Free(&drawing->memory);
	free(drawing);
	return result;
}
