// SPDX-License-Identifier: MIT
// Text in buffers of a fixed size.
#ifndef LEGWORK_BASE_TEXT_H
#define LEGWORK_BASE_TEXT_H

#include <stddef.h>
#include <string.h>

// Copy text into size bytes (at least 1), NUL-terminated. What does not fit is cut between two UTF-8 sequences, so that
// valid text stays valid.
static inline void lwText_Copy(char* out, size_t size, const char* text) {
	size_t length = strlen(text);
	if (length >= size) {
		length = size - 1;
		while (length > 0 && ((unsigned char)text[length] & 0xC0u) == 0x80u) {
			length -= 1;
		}
	}
	memmove(out, text, length);
	out[length] = '\0';
}

#endif
