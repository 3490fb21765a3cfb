// SPDX-License-Identifier: MIT
// Checks and repairs that every reader applies to what it read.
#include "import/scene.h"

#include <stdlib.h>
#include <string.h>

bool lwImport_AllFinite(const float* values, size_t count) {
	for (size_t i = 0; i < count; ++i) {
		if (!lwFiniteF(values[i])) {
			return false;
		}
	}
	return true;
}

// Length of the UTF-8 sequence at text, 0 when it is none (overlong forms and surrogates count as none).
static size_t SequenceLength(const unsigned char* text, size_t left) {
	unsigned char c = text[0];
	if (c < 0x80) {
		return c >= 0x20 && c != 0x7F ? 1 : 0;
	}
	size_t length = c >= 0xC2 && c <= 0xDF ? 2 : (c & 0xF0) == 0xE0 ? 3 : c >= 0xF0 && c <= 0xF4 ? 4 : 0;
	if (length == 0 || length > left) {
		return 0;
	}
	for (size_t i = 1; i < length; ++i) {
		if ((text[i] & 0xC0) != 0x80) {
			return 0;
		}
	}
	bool bad = (c == 0xE0 && text[1] < 0xA0) || (c == 0xED && text[1] > 0x9F) || (c == 0xF0 && text[1] < 0x90) || (c == 0xF4 && text[1] > 0x8F);
	return bad ? 0 : length;
}

char* lwImport_CopyText(const char* text, size_t length) {
	char* copy = malloc(length + 1);
	if (copy == NULL) {
		return NULL;
	}
	for (size_t i = 0; i < length;) {
		size_t sequence = SequenceLength((const unsigned char*)text + i, length - i);
		memcpy(copy + i, sequence > 0 ? text + i : "_", sequence > 0 ? sequence : 1);
		i += sequence > 0 ? sequence : 1;
	}
	copy[length] = '\0';
	return copy;
}

// Climb from a node to a root or a node known to be good; false when the climb comes back to itself.
static bool Climb(const lwSceneNode* nodes, int count, int start, int* marks) {
	int mark = start + 1;
	for (int n = start; n >= 0 && marks[n] == 0; n = nodes[n].parent) {
		marks[n] = mark;
		int parent = nodes[n].parent;
		if (parent < -1 || parent >= count || (parent >= 0 && marks[parent] == mark)) {
			return false;
		}
	}
	return true;
}

bool lwImport_CheckParents(const lwSceneNode* nodes, int count, int* outNode) {
	int* marks = lwImport_Alloc((size_t)count, sizeof(int));
	*outNode = -1;
	bool good = marks != NULL;
	for (int n = 0; good && n < count; ++n) {
		good = Climb(nodes, count, n, marks);
		*outNode = good ? -1 : n;
	}
	free(marks);
	return good;
}

// First child and next sibling of every node, children in index order; roots hang on the extra entry nodeCount.
static void LinkChildren(const lwScene* scene, int* firstChild, int* nextSibling) {
	int count = scene->nodeCount;
	for (int n = 0; n <= count; ++n) {
		firstChild[n] = -1;
	}
	for (int n = count - 1; n >= 0; --n) {
		int parent = scene->nodes[n].parent;
		int slot = parent >= 0 && parent < count ? parent : count;
		nextSibling[n] = firstChild[slot];
		firstChild[slot] = n;
	}
}

bool lwImport_Order(const lwScene* scene, int* outOrder) {
	int count = scene->nodeCount;
	int* links = lwImport_Alloc(2 * (size_t)count + 1, sizeof(int));
	if (links == NULL) {
		return false;
	}
	int* nextSibling = links;
	int* firstChild = links + count;
	LinkChildren(scene, firstChild, nextSibling);
	int written = 0;
	int n = firstChild[count];
	while (n >= 0 && written < count) {
		outOrder[written++] = n;
		if (firstChild[n] >= 0) {
			n = firstChild[n];
			continue;
		}
		while (n >= 0 && nextSibling[n] < 0) {
			int parent = scene->nodes[n].parent;
			n = parent < count ? parent : -1;
		}
		n = n >= 0 ? nextSibling[n] : -1;
	}
	free(links);
	return written == count;
}

int lwImport_RepairKeys(lwSceneChannel* ioChannel, int* outDropped) {
	size_t stride = (size_t)ioChannel->width * (ioChannel->interpolation == lw_interpCubic ? 3 : 1);
	int kept = 1;
	*outDropped = 0;
	for (int k = 1; k < ioChannel->keyCount; ++k) {
		float time = ioChannel->times[k], before = ioChannel->times[kept - 1];
		if (time < before) {
			return k;
		}
		if (!(time > before)) {
			continue;
		}
		if (kept != k) {
			ioChannel->times[kept] = time;
			memcpy(ioChannel->values + (size_t)kept * stride, ioChannel->values + (size_t)k * stride, stride * sizeof(float));
		}
		kept += 1;
	}
	*outDropped = ioChannel->keyCount - kept;
	ioChannel->keyCount = kept;
	return -1;
}

void lwImport_ClipBounds(lwSceneClip* ioClip) {
	ioClip->start = 0.0f;
	ioClip->end = 0.0f;
	for (int c = 0; c < ioClip->channelCount; ++c) {
		const lwSceneChannel* channel = ioClip->channels + c;
		float first = channel->times[0], last = channel->times[channel->keyCount - 1];
		ioClip->start = c == 0 ? first : lwMinF(ioClip->start, first);
		ioClip->end = c == 0 ? last : lwMaxF(ioClip->end, last);
	}
}

int lwImport_CleanInfluences(lwScenePrimitive* ioPrimitive, int* outNegative) {
	int highest = -1;
	*outNegative = 0;
	for (int v = 0; v < ioPrimitive->vertexCount; ++v) {
		size_t at = (size_t)v * (size_t)ioPrimitive->influences;
		float* weights = ioPrimitive->weights + at;
		uint16_t* joints = ioPrimitive->joints + at;
		double sum = 0.0;
		for (int i = 0; i < ioPrimitive->influences; ++i) {
			*outNegative += weights[i] < 0.0f ? 1 : 0;
			weights[i] = lwMaxF(weights[i], 0.0f);
			sum += (double)weights[i];
		}
		for (int i = 0; i < ioPrimitive->influences; ++i) {
			if (weights[i] > 0.0f) {
				weights[i] = (float)((double)weights[i] / sum);
				highest = joints[i] > highest ? joints[i] : highest;
			} else {
				joints[i] = 0;
			}
		}
	}
	return highest;
}
