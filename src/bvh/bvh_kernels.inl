// SPDX-License-Identifier: MIT
// What runs on eight lanes: ways through a hierarchy, nearest boxes first. Included once for every instruction set, after
// simd.h and bvh.h.
#include "bvh/bvh_leaf.inl"

#define INTERLEAVED 8               // walks that take turns

// ---- Order ---------------------------------------------------------------------------------------------------

// What was put aside last, if it is within the limit still.
LW_SIMD_FN lwBvhEntry TakeUp(lwBvhTodo* todo, float limit) {
	while (todo->size > 0) {
		lwBvhEntry next = todo->stack[--todo->size];
		if (!(next.near > limit)) {
			return next;
		}
	}
	lwBvhEntry none = { LW_BVH_NONE, 0.0f };
	return none;
}

static void PutAsideMany(lwBvhTodo* todo, const uint32_t* children, uint32_t mask, const float* near) {
	int base = todo->size, size = base;
	for (; mask != 0; mask &= mask - 1) {
		int lane = LowestBit(mask);
		int at = size++;
		while (at > base && todo->stack[at - 1].near < near[lane]) {
			todo->stack[at] = todo->stack[at - 1];
			at -= 1;
		}
		todo->stack[at].ref = children[lane];
		todo->stack[at].near = near[lane];
	}
	todo->size = size;
}

LW_SIMD_FN lwBvhEntry Entry(const uint32_t* children, const float* near, int lane) {
	lwBvhEntry entry = { children[lane], near[lane] };
	return entry;
}

// Of the children in the mask the nearest is the next, the others are put aside; without any, take up what was.
LW_SIMD_FN lwBvhEntry GoOn(lwBvhTodo* todo, const uint32_t* children, uint32_t mask, const float* near, float limit) {
	if (mask == 0) {
		return TakeUp(todo, limit);
	}
	int a = LowestBit(mask);
	uint32_t rest = mask & (mask - 1);
	if (rest == 0) {
		return Entry(children, near, a);
	}
	int b = LowestBit(rest);
	if ((rest & (rest - 1)) != 0) {
		PutAsideMany(todo, children, mask, near);
		return todo->stack[--todo->size];
	}
	int first = near[b] < near[a] ? b : a;
	todo->stack[todo->size++] = Entry(children, near, a + b - first);
	return Entry(children, near, first);
}

LW_SIMD_FN void PrefetchLines(const void* p, int lines) {
	for (int i = 0; i < lines; ++i) {
		LW_PREFETCH((const char*)p + 64 * i);
	}
}

LW_SIMD_FN void Prefetch(const lwBvh* bvh, uint32_t ref) {
	if ((ref & LW_BVH_LEAF_BIT) == 0) {
		PrefetchLines(&bvh->nodes[ref], 4);
	} else if (bvh->leaves != NULL && ref != LW_BVH_NONE) {
		PrefetchLines(&bvh->leaves[ref & ~LW_BVH_LEAF_BIT], 5);
	}
}

LW_SIMD_FN const lwBvhLeaf* LeafOf(const lwBvh* bvh, uint32_t ref, lwBvhLeaf* spare) {
	uint32_t leaf = ref & ~LW_BVH_LEAF_BIT;
	if (bvh->leaves != NULL) {
		return &bvh->leaves[leaf];
	}
	lwBvhGrid_Leaf(&bvh->grid, leaf, spare);
	return spare;
}

// ---- Rays and sweeps -----------------------------------------------------------------------------------------

// Mask of the boxes met before the limit, and their entry fractions.
LW_SIMD_FN uint32_t Slabs(const lwBvhRay* ray, const lwBvhNode* node, float outNear[LW_BVH_LANES]) {
	const float* sides = &node->lo[0][0];
	lwF8 near = lwF8_Set(0.0f), far = lwF8_Set(ray->limit);
	lwF8 leave = lwF8_Set(3e38f);
	for (int a = 0; a < 3; ++a) {
		lwF8 inv = lwF8_Set(ray->inv[a]);
		lwF8 in = lwF8_Mul(lwF8_Sub(lwF8_Load(sides + ray->enter[a]), lwF8_Set(ray->enterO[a])), inv);
		lwF8 out = lwF8_Mul(lwF8_Sub(lwF8_Load(sides + ray->leave[a]), lwF8_Set(ray->leaveO[a])), inv);
		near = lwF8_Max(in, near);
		leave = lwF8_Min(out, leave);
	}
	far = lwF8_Min(lwF8_Mul(leave, lwF8_Set(1.0f + 1e-6f)), far);
	lwF8_Store(outNear, near);
	return lwM8_Bits(lwF8_Le(near, far));
}

static lwBvhEntry OpenLeaf(lwBvhWalk* w, uint32_t ref) {
	lwBvhLeaf spare;
	const lwBvhLeaf* leaf = LeafOf(w->bvh, ref, &spare);
	if (w->ray.radius > 0.0) {
		SweepLeaf(w, leaf);
	} else {
		RayLeaf(w, leaf);
	}
	return TakeUp(&w->todo, w->ray.limit);
}

LW_SIMD_FN lwBvhEntry OpenNode(lwBvhWalk* w, uint32_t ref) {
	float near[LW_BVH_LANES];
	const lwBvhNode* node = &w->bvh->nodes[ref];
	uint32_t mask = Slabs(&w->ray, node, near);
	return GoOn(&w->todo, node->child, mask, near, w->ray.limit);
}

static void CastAlone(lwBvhWalk* w) {
	lwBvhEntry next = w->todo.next;
	while (next.ref != LW_BVH_NONE) {
		next = (next.ref & LW_BVH_LEAF_BIT) != 0 ? OpenLeaf(w, next.ref) : OpenNode(w, next.ref);
	}
	w->todo.next = next;
}

static void Cast(lwBvhWalk* const* walks, int count) {
	if (count == 1) {
		CastAlone(walks[0]);
		return;
	}
	lwBvhWalk* going[INTERLEAVED];
	int live = 0;
	for (int i = 0; i < count || live > 0;) {
		while (live < INTERLEAVED && i < count) {
			going[live++] = walks[i++];
		}
		for (int k = 0; k < live;) {
			lwBvhWalk* w = going[k];
			uint32_t ref = w->todo.next.ref;
			if (ref == LW_BVH_NONE) {
				going[k] = going[--live];
				continue;
			}
			w->todo.next = (ref & LW_BVH_LEAF_BIT) != 0 ? OpenLeaf(w, ref) : OpenNode(w, ref);
			Prefetch(w->bvh, w->todo.next.ref);
			k += 1;
		}
	}
}

static int NextBox(lwBvhWalk* w) {
	lwBvhTodo* todo = &w->todo;
	while (todo->next.ref != LW_BVH_NONE) {
		uint32_t ref = todo->next.ref;
		bool leaf = (ref & LW_BVH_LEAF_BIT) != 0, within = !(todo->next.near > w->ray.limit);
		todo->next = leaf || !within ? TakeUp(todo, w->ray.limit) : OpenNode(w, ref);
		if (leaf && within) {
			return (int)(ref & ~LW_BVH_LEAF_BIT);
		}
	}
	return -1;
}

// ---- Closest point -------------------------------------------------------------------------------------------

// Mask of the boxes within the limit, and their squared distances, rounded down.
LW_SIMD_FN uint32_t BoxDistances(const lwBvhNearby* q, const lwBvhNode* node, float outDistance2[LW_BVH_LANES]) {
	lwF8 zero = lwF8_Set(0.0f), slack = lwF8_Set(q->slack), sum = zero;
	for (int a = 0; a < 3; ++a) {
		lwF8 p = lwF8_Set(q->p[a]);
		lwF8 below = lwF8_Sub(lwF8_Load(node->lo[a]), p), above = lwF8_Sub(p, lwF8_Load(node->hi[a]));
		lwF8 off = lwF8_Max(lwF8_Sub(lwF8_Max(below, above), slack), zero);
		sum = lwF8_Add(sum, lwF8_Mul(off, off));
	}
	sum = lwF8_Mul(sum, lwF8_Set(1.0f - 1e-6f));
	lwF8_Store(outDistance2, sum);
	return lwM8_Bits(lwF8_Le(sum, lwF8_Set(q->limit2)));
}

// The next leaf that may be within the limit.
static uint32_t NextNearby(lwBvhNearby* q) {
	lwBvhTodo* todo = &q->todo;
	while (todo->next.ref != LW_BVH_NONE) {
		uint32_t ref = todo->next.ref;
		bool leaf = (ref & LW_BVH_LEAF_BIT) != 0, within = !(todo->next.near > q->limit2);
		if (leaf || !within) {
			todo->next = TakeUp(todo, q->limit2);
			if (leaf && within) {
				return ref;
			}
			continue;
		}
		float distance2[LW_BVH_LANES];
		const lwBvhNode* node = &q->bvh->nodes[ref];
		uint32_t mask = BoxDistances(q, node, distance2);
		todo->next = GoOn(todo, node->child, mask, distance2, q->limit2);
	}
	return LW_BVH_NONE;
}

static int NextNearbyBox(lwBvhNearby* q) {
	uint32_t ref = NextNearby(q);
	return ref != LW_BVH_NONE ? (int)(ref & ~LW_BVH_LEAF_BIT) : -1;
}

static void Closest(lwBvhNearby* q) {
	for (uint32_t ref; (ref = NextNearby(q)) != LW_BVH_NONE;) {
		lwBvhLeaf spare;
		NearbyLeaf(q, LeafOf(q->bvh, ref, &spare));
	}
}
