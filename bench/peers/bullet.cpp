// SPDX-License-Identifier: MIT
// Bullet 2: rays and sphere sweeps against one btBvhTriangleMeshShape, without a world around it.
#include "peers/peer.h"

#include <btBulletCollisionCommon.h>

struct Bullet {
	btTriangleIndexVertexArray* arrays;
	btBvhTriangleMeshShape* shape;
	btCollisionObject object;
	btTransform transform;
};

static btVector3 Vec(const float* v) {
	return btVector3(v[0], v[1], v[2]);
}

static void* Create(const PeerMesh* mesh) {
	Bullet* b = new Bullet;
	b->arrays = new btTriangleIndexVertexArray(
		mesh->triangleCount, reinterpret_cast<int*>(const_cast<unsigned*>(mesh->indices)), 3 * int(sizeof(unsigned)),
		mesh->vertexCount, const_cast<float*>(mesh->vertices), 3 * int(sizeof(float)));
	b->shape = new btBvhTriangleMeshShape(b->arrays, true);
	b->object.setCollisionShape(b->shape);
	b->transform.setIdentity();
	b->object.setWorldTransform(b->transform);
	return b;
}

static void Destroy(void* self) {
	Bullet* b = static_cast<Bullet*>(self);
	delete b->shape;
	delete b->arrays;
	delete b;
}

static long long Bytes(void* self) {
	return static_cast<Bullet*>(self)->shape->getOptimizedBvh()->calculateSerializeBufferSize();
}

struct RayResult : btCollisionWorld::ClosestRayResultCallback {
	int triangle;
	RayResult(const btVector3& from, const btVector3& to) : ClosestRayResultCallback(from, to), triangle(-1) {}
	btScalar addSingleResult(btCollisionWorld::LocalRayResult& r, bool inWorld) override {
		triangle = r.m_localShapeInfo ? r.m_localShapeInfo->m_triangleIndex : -1;
		return ClosestRayResultCallback::addSingleResult(r, inWorld);
	}
};

struct SweepResult : btCollisionWorld::ClosestConvexResultCallback {
	int triangle;
	SweepResult(const btVector3& from, const btVector3& to) : ClosestConvexResultCallback(from, to), triangle(-1) {}
	btScalar addSingleResult(btCollisionWorld::LocalConvexResult& r, bool inWorld) override {
		triangle = r.m_localShapeInfo ? r.m_localShapeInfo->m_triangleIndex : -1;
		return ClosestConvexResultCallback::addSingleResult(r, inWorld);
	}
};

static void Put(PeerHit* h, bool hit, float fraction, int triangle, const btVector3& pos, const btVector3& normal) {
	h->hit = hit;
	h->fraction = hit ? fraction : 1.0f;
	h->triangle = triangle;
	for (int a = 0; a < 3; ++a) {
		h->pos[a] = pos[a];
		h->normal[a] = normal[a];
	}
}

static void Rays(void* self, const PeerCast* casts, int count, PeerHit* hits) {
	Bullet* b = static_cast<Bullet*>(self);
	for (int i = 0; i < count; ++i) {
		btVector3 from = Vec(casts[i].origin), to = from + Vec(casts[i].motion);
		RayResult result(from, to);
		btCollisionWorld::rayTestSingle(btTransform(btQuaternion::getIdentity(), from), btTransform(btQuaternion::getIdentity(), to),
										&b->object, b->shape, b->transform, result);
		Put(&hits[i], result.hasHit(), result.m_closestHitFraction, result.triangle, result.m_hitPointWorld, result.m_hitNormalWorld);
	}
}

static void Sweeps(void* self, const PeerCast* casts, int count, PeerHit* hits) {
	Bullet* b = static_cast<Bullet*>(self);
	for (int i = 0; i < count; ++i) {
		btVector3 from = Vec(casts[i].origin), to = from + Vec(casts[i].motion);
		btSphereShape sphere(casts[i].radius);
		SweepResult result(from, to);
		btCollisionWorld::objectQuerySingle(&sphere, btTransform(btQuaternion::getIdentity(), from),
											btTransform(btQuaternion::getIdentity(), to), &b->object, b->shape, b->transform, result, 0.0f);
		Put(&hits[i], result.hasHit(), result.m_closestHitFraction, result.triangle, result.m_hitPointWorld, result.m_hitNormalWorld);
	}
}

extern "C" const Peer peer_bullet = { "bullet", "rayTestSingle; objectQuerySingle", Create, Destroy, Bytes, Rays, Sweeps, nullptr };
