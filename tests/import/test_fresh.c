// SPDX-License-Identifier: MIT
// Fresh GLBs of other formats: pictures, morph targets and materials come along. The files are made here.
#include "import/support.h"

#include <jansson.h>
#include <sys/stat.h>

// One red pixel.
static const uint8_t redPng[] = {
	137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 144, 119, 83, 222, 0, 0, 0,
	12, 73, 68, 65, 84, 120, 156, 99, 248, 207, 192, 0, 0, 3, 1, 1, 0, 201, 254, 146, 239, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96,
	130
};

static char folder[512];

static int MakeFolder(void** state) {
	(void)state;
	char path[600];
	(void)TempPath("fresh", folder, sizeof(folder));
	(void)snprintf(path, sizeof(path), "%s/art", folder);
	return mkdir(folder, 0700) != 0 || mkdir(path, 0700) != 0;
}

static int RemoveFolder(void** state) {
	(void)state;
	char command[600];
	(void)snprintf(command, sizeof(command), "rm -r '%s'", folder);
	return system(command);
}

static void Save(const char* name, const void* data, size_t size) {
	char path[700];
	(void)snprintf(path, sizeof(path), "%s/art/%s", folder, name);
	SaveBytes(path, data, size);
}

static lwScene* Read(const char* name) {
	char path[700];
	lwScene* scene = NULL;
	(void)snprintf(path, sizeof(path), "%s/art/%s", folder, name);
	RequireOk(lwReadScene(path, &scene));
	return scene;
}

// The scene as a GLB, read back.
static lwScene* Rewrite(const lwScene* scene) {
	char path[700];
	lwScene* out = NULL;
	lwGlbEdit edit = lwDefaultGlbEdit();
	(void)snprintf(path, sizeof(path), "%s/out.glb", folder);
	RequireOk(lwWriteGlb(path, scene, &edit, NULL));
	RequireOk(lwReadScene(path, &out));
	assert_string_equal(out->notes, "");
	return out;
}

static int TextureOf(const json_t* object, const char* key) {
	const json_t* info = json_object_get(object, key);
	return info != NULL ? (int)json_integer_value(json_object_get(info, "index")) : -1;
}

// Image of a texture in a GLB that was read: these bytes, this type.
static void CheckImage(const lwScene* out, const json_t* root, int texture, const uint8_t* data, size_t size) {
	const json_t* source = json_object_get(json_array_get(json_object_get(root, "textures"), (size_t)texture), "source");
	const json_t* image = json_array_get(json_object_get(root, "images"), (size_t)json_integer_value(source));
	assert_string_equal(json_string_value(json_object_get(image, "mimeType")), "image/png");
	const json_t* view = json_array_get(json_object_get(root, "bufferViews"), (size_t)json_integer_value(json_object_get(image, "bufferView")));
	assert_int_equal(json_integer_value(json_object_get(view, "byteLength")), size);
	assert_memory_equal(out->bin + json_integer_value(json_object_get(view, "byteOffset")), data, size);
}

static const char objText[] = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl m\nf 1/1 2/2 3/3\n";

static const lwSceneMaterial* FindMaterial(const lwScene* scene, const char* name) {
	for (int m = 0; m < scene->materialCount; ++m) {
		if (strcmp(scene->materials[m].name, name) == 0) return scene->materials + m;
	}
	fail_msg("no material '%s'", name);
	return NULL;
}

// Pictures that cannot be kept are told, and nothing outside the file's folder is looked at.
static void PicturesLeftOut(void** state) {
	(void)state;
	static const struct {
		const char* path;
		const char* note;
	} cases[] = {
		{ "gone.png", "'gone.png': not in the file, nor beside it" },
		{ "../secret.png", "'../secret.png': not in the file, nor beside it" },
		{ "sub/../../secret.png", "not in the file, nor beside it" },
		{ "paint.tga", "'paint.tga': neither PNG nor JPEG" },
		{ "empty.png", "'empty.png': neither PNG nor JPEG" },
		{ "..", "not in the file, nor beside it" },
	};
	char secret[700], text[1024];
	(void)snprintf(secret, sizeof(secret), "%s/secret.png", folder);
	SaveBytes(secret, redPng, sizeof(redPng));
	Save("paint.tga", "not a picture of a kind we know", 31);
	Save("empty.png", "", 0);
	Save("a.obj", objText, strlen(objText));
	for (size_t i = 0; i <= sizeof(cases) / sizeof(cases[0]); ++i) {
		bool absolute = i == sizeof(cases) / sizeof(cases[0]);
		(void)snprintf(text, sizeof(text), "newmtl m\nmap_Kd %s\n", absolute ? secret : cases[i].path);
		Save("a.mtl", text, strlen(text));
		lwScene* scene = Read("a.obj");
		if (strstr(scene->notes, absolute ? "not in the file, nor beside it" : cases[i].note) == NULL) {
			fail_msg("%s: notes: %s", text, scene->notes);
		}
		assert_int_equal(scene->imageCount, 0);
		assert_int_equal(FindMaterial(scene, "m")->colorImage, -1);
		lwDestroyScene(scene);
	}
	char vanished[700];
	(void)snprintf(vanished, sizeof(vanished), "%s/art/a.mtl", folder);
	(void)remove(vanished);
}

static void PicturesBeside(void** state) {
	(void)state;
	static const char material[] = "newmtl m\nKd 0.5 0.25 1\nKe 0.1 0.2 0.3\nmap_Kd C:\\art\\red.png\nnorm bump.png\nmap_Ke red2.png\n";
	char path[700];
	uint8_t bump[sizeof(redPng)];
	memcpy(bump, redPng, sizeof(bump));
	bump[sizeof(bump) - 1] ^= 1; // other bytes, to tell them apart
	(void)snprintf(path, sizeof(path), "%s/art/textures", folder);
	assert_int_equal(mkdir(path, 0700), 0);
	Save("red.png", redPng, sizeof(redPng));
	Save("red2.png", redPng, sizeof(redPng));
	Save("textures/bump.png", bump, sizeof(bump));
	Save("a.obj", objText, strlen(objText));
	Save("a.mtl", material, strlen(material));
	lwScene* scene = Read("a.obj");
	assert_string_equal(scene->notes, "");
	assert_int_equal(scene->imageCount, 3);
	const lwSceneMaterial* m = FindMaterial(scene, "m");
	assert_true(m->colorImage >= 0 && m->normalImage >= 0 && m->emissiveImage >= 0 && m->roughnessImage == -1);
	AssertNear(m->color[1], 0.25f, 1e-6f); // in OBJ the colour is multiplied
	AssertNear(m->emissive[2], 0.3f, 1e-6f);
	lwScene* out = Rewrite(scene);
	json_t* root = json_loadb(out->json, out->jsonSize, 0, NULL);
	const json_t* written = json_array_get(json_object_get(root, "materials"), (size_t)(m - scene->materials));
	CheckImage(out, root, TextureOf(json_object_get(written, "pbrMetallicRoughness"), "baseColorTexture"), redPng, sizeof(redPng));
	CheckImage(out, root, TextureOf(written, "normalTexture"), bump, sizeof(bump));
	CheckImage(out, root, TextureOf(written, "emissiveTexture"), redPng, sizeof(redPng));
	AssertNear(FindMaterial(out, "m")->emissive[1], 0.2f, 1e-6f);
	AssertNear(out->meshes[0].primitives[0].texcoords[5], 0.0f, 1e-6f); // V from the top
	AssertNear(out->meshes[0].primitives[0].texcoords[1], 1.0f, 1e-6f);
	json_decref(root);
	lwDestroyScene(out);
	lwDestroyScene(scene);
}

// A glTF document is gone from a copy, its pictures are not; one by other coordinates would look otherwise and is told.
static void PicturesOfGltf(void** state) {
	(void)state;
	static const char material[] = "newmtl m\nmap_Kd red.png\nmap_Ke red2.png\n";
	Save("red.png", redPng, sizeof(redPng));
	Save("red2.png", redPng, sizeof(redPng));
	Save("a.obj", objText, strlen(objText));
	Save("a.mtl", material, strlen(material));
	lwScene *scene = Read("a.obj"), *copy = NULL;
	lwScene* gltf = Rewrite(scene);
	bool drop[8] = { false };
	assert_int_equal(gltf->imageCount, 0);
	RequireOk(lwScene_Strip(gltf, drop, &copy, NULL));
	assert_null(copy->json);
	assert_string_equal(copy->notes, "");
	assert_int_equal(copy->imageCount, 2);
	const lwSceneMaterial* m = FindMaterial(copy, "m");
	assert_true(m->colorImage >= 0 && m->emissiveImage >= 0 && m->normalImage == -1 && m->roughnessImage == -1);
	assert_string_equal(copy->images[m->emissiveImage].name, "red2.png");
	assert_int_equal(copy->images[m->colorImage].size, sizeof(redPng));
	assert_memory_equal(copy->images[m->colorImage].data, redPng, sizeof(redPng));
	lwDestroyScene(Rewrite(copy));
	lwDestroyScene(copy);
	char* place = strstr(gltf->json, "\"emissiveTexture\":{\"index\":1}");
	assert_non_null(place);
	memcpy(place, "\"emissiveTexture\":{\"index\":9}", strlen("\"emissiveTexture\":{\"index\":9}")); // there is no such texture
	RequireOk(lwScene_Strip(gltf, drop, &copy, NULL));
	assert_non_null(strstr(copy->notes, "1 textures could not be kept"));
	assert_int_equal(copy->imageCount, 1);
	lwDestroyScene(copy);
	lwDestroyScene(gltf);
	lwDestroyScene(scene);
}

// A mesh without coordinates cannot show a picture: the material is written without.
static void NoCoordinates(void** state) {
	(void)state;
	static const char bare[] = "mtllib b.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n", material[] = "newmtl m\nmap_Kd red.png\n";
	Save("red.png", redPng, sizeof(redPng));
	Save("b.obj", bare, strlen(bare));
	Save("b.mtl", material, strlen(material));
	lwScene* scene = Read("b.obj");
	assert_int_equal(scene->imageCount, 1);
	lwScene* out = Rewrite(scene);
	json_t* root = json_loadb(out->json, out->jsonSize, 0, NULL);
	size_t i;
	json_t* written;
	json_array_foreach(json_object_get(root, "materials"), i, written) {
		assert_int_equal(TextureOf(json_object_get(written, "pbrMetallicRoughness"), "baseColorTexture"), -1);
	}
	json_decref(root);
	lwDestroyScene(out);
	lwDestroyScene(scene);
}

// A triangle with a picture inside the file, and a shape whose weight goes from 0 to 1 in a second.
static const char fbxText[] =
	"; FBX 7.4.0 project file\nFBXHeaderExtension:  {\nFBXHeaderVersion: 1003\nFBXVersion: 7400\n}\nGlobalSettings:  {\nVersion: 1000\nProperties70:  {\n"
	"P: \"UpAxis\", \"int\", \"Integer\", \"\",1\nP: \"UpAxisSign\", \"int\", \"Integer\", \"\",1\nP: \"FrontAxis\", \"int\", \"Integer\", \"\",2\n"
	"P: \"FrontAxisSign\", \"int\", \"Integer\", \"\",1\nP: \"CoordAxis\", \"int\", \"Integer\", \"\",0\nP: \"CoordAxisSign\", \"int\", \"Integer\", \"\",1\n"
	"P: \"UnitScaleFactor\", \"double\", \"Number\", \"\",100\nP: \"TimeMode\", \"enum\", \"\", \"\",11\n}\n}\nObjects:  {\nGeometry: 100, \"Geometry::\", \"Mesh\" {\nVertices: *9 {\n"
	"a: 0,0,0,1,0,0,0,1,0\n}\nPolygonVertexIndex: *3 {\na: 0,1,-3\n}\nLayerElementUV: 0 {\nVersion: 101\nName: \"UV\"\nMappingInformationType: \"ByPolygonVertex\"\n"
	"ReferenceInformationType: \"IndexToDirect\"\nUV: *6 {\na: 0,0,1,0,0,1\n}\nUVIndex: *3 {\na: 0,1,2\n}\n}\nLayerElementMaterial: 0 {\nVersion: 101\nName: \"\"\n"
	"MappingInformationType: \"AllSame\"\nReferenceInformationType: \"IndexToDirect\"\nMaterials: *1 {\na: 0\n}\n}\nLayer: 0 {\nVersion: 100\nLayerElement:  {\n"
	"Type: \"LayerElementUV\"\nTypedIndex: 0\n}\nLayerElement:  {\nType: \"LayerElementMaterial\"\nTypedIndex: 0\n}\n}\n}\nGeometry: 101, \"Geometry::smile\", \"Shape\" {\n"
	"Version: 100\nIndexes: *2 {\na: 1,2\n}\nVertices: *6 {\na: 0,0,0.5,0,0,0.25\n}\nNormals: *6 {\na: 0,0,0,0,0,0\n}\n}\nDeformer: 102, \"Deformer::\", \"BlendShape\" {\n"
	"Version: 100\n}\nDeformer: 103, \"SubDeformer::smile\", \"BlendShapeChannel\" {\nVersion: 100\nDeformPercent: 25\nFullWeights: *1 {\na: 100\n}\n}\n"
	"Model: 200, \"Model::face\", \"Mesh\" {\nVersion: 232\nProperties70:  {\nP: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",0,0,0\n}\n}\n"
	"Material: 300, \"Material::skin\", \"\" {\nVersion: 102\nShadingModel: \"phong\"\nProperties70:  {\nP: \"DiffuseColor\", \"Color\", \"\", \"A\",0.5,0.5,0.5\n"
	"P: \"EmissiveColor\", \"Color\", \"\", \"A\",0,0,0\n}\n}\nTexture: 400, \"Texture::red\", \"\" {\nType: \"TextureVideoClip\"\nVersion: 202\nTextureName: \"Texture::red\"\n"
	"Media: \"Video::red\"\nFileName: \"C:\\art\\inside.png\"\nRelativeFilename: \"inside.png\"\n}\nVideo: 401, \"Video::red\", \"Clip\" {\nType: \"Clip\"\n"
	"FileName: \"C:\\art\\inside.png\"\nRelativeFilename: \"inside.png\"\n"
	"Content: , \"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC\"\n}\n"
	"AnimationStack: 500, \"AnimStack::Take\", \"\" {\nProperties70:  {\nP: \"LocalStop\", \"KTime\", \"Time\", \"\",46186158000\n}\n}\n"
	"AnimationLayer: 501, \"AnimLayer::Base\", \"\" {\n}\nAnimationCurveNode: 502, \"AnimCurveNode::DeformPercent\", \"\" {\nProperties70:  {\n"
	"P: \"d|DeformPercent\", \"Number\", \"\", \"A\",0\n}\n}\nAnimationCurve: 503, \"AnimCurve::\", \"\" {\nDefault: 0\nKeyVer: 4008\nKeyTime: *2 {\na: 0,46186158000\n}\n"
	"KeyValueFloat: *2 {\na: 0,100\n}\nKeyAttrFlags: *1 {\na: 24836\n}\nKeyAttrDataFloat: *4 {\na: 0,0,0,0\n}\nKeyAttrRefCount: *1 {\na: 2\n}\n}\n}\nConnections:  {\n"
	"C: \"OO\",200,0\nC: \"OO\",100,200\nC: \"OO\",300,200\nC: \"OO\",102,100\nC: \"OO\",103,102\nC: \"OO\",101,103\nC: \"OP\",400,300, \"DiffuseColor\"\nC: \"OO\",401,400\n"
	"C: \"OO\",501,500\nC: \"OO\",502,501\nC: \"OP\",502,103, \"DeformPercent\"\nC: \"OP\",503,502, \"d|DeformPercent\"\n}\n";

static void CheckShape(const lwScene* scene) {
	const lwScenePrimitive* primitive = scene->meshes[0].primitives;
	assert_int_equal(primitive->targetCount, 1);
	assert_string_equal(primitive->targets[0].name, "smile");
	const float heights[3] = { 0.0f, 0.5f, 0.25f };
	for (int v = 0; v < 3; ++v) {
		AssertVec(primitive->targets[0].positions[v], 0.0f, 0.0f, heights[v], 1e-6f);
	}
	AssertNear(scene->meshes[0].targetWeights[0], 0.0f, 0.0f);
}

static int WeightsChannel(const lwScene* scene) {
	for (int c = 0; c < scene->clips[0].channelCount; ++c) {
		if (scene->clips[0].channels[c].path == lw_pathWeights) return c;
	}
	fail_msg("no weights in the clip");
	return -1;
}

static void CheckWeights(const lwScene* scene) {
	const lwSceneChannel* channel = scene->clips[0].channels + WeightsChannel(scene);
	assert_string_equal(scene->nodes[channel->node].name, "face");
	assert_int_equal(scene->nodes[channel->node].weightCount, 1);
	assert_int_equal(channel->width, 1);
	float weight;
	for (int k = 0; k <= 4; ++k) {
		lwSceneChannel_Sample(channel, 0.25f * (float)k, &weight);
		AssertNear(weight, 0.25f * (float)k, 1e-5f);
	}
}

static void CheckFbxDocument(const lwScene* out) {
	json_t* root = json_loadb(out->json, out->jsonSize, 0, NULL);
	const json_t* material = json_array_get(json_object_get(root, "materials"), 0);
	CheckImage(out, root, TextureOf(json_object_get(material, "pbrMetallicRoughness"), "baseColorTexture"), redPng, sizeof(redPng));
	const json_t* mesh = json_array_get(json_object_get(root, "meshes"), 0);
	const json_t* names = json_object_get(json_object_get(mesh, "extras"), "targetNames");
	assert_string_equal(json_string_value(json_array_get(names, 0)), "smile");
	const json_t* target = json_array_get(json_object_get(json_array_get(json_object_get(mesh, "primitives"), 0), "targets"), 0);
	const json_t* accessor = json_array_get(json_object_get(root, "accessors"), (size_t)json_integer_value(json_object_get(target, "POSITION")));
	assert_int_equal(json_integer_value(json_object_get(accessor, "count")), 3);
	const json_t* most = json_object_get(accessor, "max");
	AssertNear((float)json_number_value(json_array_get(most, 2)), 0.5f, 1e-6f);
	json_decref(root);
}

static void ShapesAndPicturesOfFbx(void** state) {
	(void)state;
	Save("m.fbx", fbxText, strlen(fbxText));
	lwScene* scene = Read("m.fbx");
	assert_int_equal(scene->imageCount, 1);
	AssertNear(scene->materials[0].color[0], 1.0f, 0.0f); // the picture stands for the colour
	CheckShape(scene);
	CheckWeights(scene);
	// Neither is lost when nodes are left out.
	bool drop[8] = { false };
	lwScene* copy = NULL;
	RequireOk(lwScene_Strip(scene, drop, &copy, NULL));
	CheckShape(copy);
	lwScene* outs[2] = { Rewrite(scene), Rewrite(copy) };
	for (int i = 0; i < 2; ++i) {
		CheckWeights(outs[i]);
		CheckFbxDocument(outs[i]);
		lwDestroyScene(outs[i]);
	}
	lwDestroyScene(copy);
	lwDestroyScene(scene);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(PicturesLeftOut),
		cmocka_unit_test(PicturesBeside),
		cmocka_unit_test(PicturesOfGltf),
		cmocka_unit_test(NoCoordinates),
		cmocka_unit_test(ShapesAndPicturesOfFbx),
	};
	return cmocka_run_group_tests(tests, MakeFolder, RemoveFolder);
}
