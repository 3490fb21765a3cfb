// SPDX-License-Identifier: MIT
#include "inspect/measure_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct lwBlock {
	lwBlock* next;
	double align;
};

void* lwBlockList_Alloc(lwBlockList* list, size_t count, size_t size) {
	if (count == 0) {
		count = 1;
	}
	if (size == 0 || count > (SIZE_MAX / 2 - sizeof(lwBlock)) / size) {
		return NULL;
	}
	lwBlock* block = calloc(1, sizeof(lwBlock) + count * size);
	if (block == NULL) {
		return NULL;
	}
	block->next = list->first;
	list->first = block;
	return block + 1;
}

void lwBlockList_Free(lwBlockList* list) {
	lwBlock* block = list->first;
	while (block != NULL) {
		lwBlock* next = block->next;
		free(block);
		block = next;
	}
	list->first = NULL;
}

static bool Reserve(lwPrint* text, size_t extra) {
	size_t need = text->length + extra + 1;
	if (need <= text->capacity) {
		return true;
	}
	size_t capacity = text->capacity * 2 > need ? text->capacity * 2 : need + 256;
	char* grown = realloc(text->text, capacity);
	if (grown == NULL) {
		text->failed = true;
		return false;
	}
	text->text = grown;
	text->capacity = capacity;
	return true;
}

void lwPrint_Add(lwPrint* text, const char* format, ...) {
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length >= 0 && Reserve(text, (size_t)length)) {
		(void)vsnprintf(text->text + text->length, text->capacity - text->length, format, again);
		text->length += (size_t)length;
	}
	va_end(again);
}
