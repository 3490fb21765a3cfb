// SPDX-License-Identifier: MIT
// A scene's materials, fresh, with their pictures in the binary chunk.
#include "import/glb.h"
#include "import/scene.h"

static void AddImages(lwGlb* glb, const lwScene* scene) {
	for (int i = 0; i < scene->imageCount; ++i) {
		const lwSceneImage* image = scene->images + i;
		json_t* object = json_object();
		if (image->name != NULL && image->name[0] != '\0') {
			lwGlb_Set(glb, object, "name", json_string(image->name));
		}
		lwGlb_Set(glb, object, "bufferView", json_integer(lwGlb_AddView(glb, image->data, image->size, 0)));
		lwGlb_Set(glb, object, "mimeType", json_string(image->mimeType));
		(void)lwGlb_Push(glb, "images", object);
		json_t* texture = json_object(); // of the same number
		lwGlb_Set(glb, texture, "source", json_integer(i));
		(void)lwGlb_Push(glb, "textures", texture);
	}
}

// False when a primitive of the material has no coordinates for a picture.
static bool HasCoordinates(const lwScene* scene, int material) {
	for (int m = 0; m < scene->meshCount; ++m) {
		for (int p = 0; p < scene->meshes[m].primitiveCount; ++p) {
			const lwScenePrimitive* primitive = scene->meshes[m].primitives + p;
			if (primitive->material == material && primitive->texcoords == NULL) {
				return false;
			}
		}
	}
	return true;
}

static void SetPicture(lwGlb* glb, const lwScene* scene, json_t* object, const char* key, int image) {
	if (image >= 0 && image < scene->imageCount) {
		json_t* info = json_object();
		lwGlb_Set(glb, info, "index", json_integer(image));
		lwGlb_Set(glb, object, key, info);
	}
}

static void SetPictures(lwGlb* glb, const lwScene* scene, const lwSceneMaterial* material, json_t* object) {
	json_t* pbr = json_object_get(object, "pbrMetallicRoughness");
	SetPicture(glb, scene, pbr, "baseColorTexture", material->colorImage);
	SetPicture(glb, scene, pbr, "metallicRoughnessTexture", material->roughnessImage);
	SetPicture(glb, scene, object, "normalTexture", material->normalImage);
	SetPicture(glb, scene, object, "emissiveTexture", material->emissiveImage);
}

static void SetEmissive(lwGlb* glb, const lwSceneMaterial* material, json_t* object) {
	if (material->emissive[0] > 0.0f || material->emissive[1] > 0.0f || material->emissive[2] > 0.0f) {
		json_t* factor = json_array();
		for (int c = 0; c < 3; ++c) {
			lwGlb_Append(glb, factor, json_real((double)lwClampF(material->emissive[c], 0.0f, 1.0f)));
		}
		lwGlb_Set(glb, object, "emissiveFactor", factor);
	}
}

void lwGlb_AddMaterials(lwGlb* glb, const lwScene* scene) {
	AddImages(glb, scene);
	for (int m = 0; m < scene->materialCount; ++m) {
		const lwSceneMaterial* material = scene->materials + m;
		int index = lwGlb_AddMaterial(glb, material->name != NULL ? material->name : "", material->color, material->metallic, material->roughness,
									  material->doubleSided);
		json_t* object = json_array_get(json_object_get(glb->root, "materials"), (size_t)index);
		if (index >= 0 && object != NULL) {
			SetEmissive(glb, material, object);
			if (scene->imageCount > 0 && HasCoordinates(scene, m)) {
				SetPictures(glb, scene, material, object);
			}
		}
	}
}
