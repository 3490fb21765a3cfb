// SPDX-License-Identifier: MIT
// Base: results, assert hook, limits. Every other header includes this one.
#ifndef LEGWORK_BASE_H
#define LEGWORK_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define LW_EXTERN_C extern "C"
#else
#define LW_EXTERN_C extern
#endif
#if defined(_WIN32) && defined(LEGWORK_SHARED)
#ifdef LEGWORK_EXPORTS
#define LW_API LW_EXTERN_C __declspec(dllexport)
#else
#define LW_API LW_EXTERN_C __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define LW_API LW_EXTERN_C __attribute__((visibility("default")))
#else
#define LW_API LW_EXTERN_C
#endif
#if defined(__GNUC__)
#define LW_PRINTF(formatIndex, firstArg) __attribute__((format(printf, formatIndex, firstArg)))
#else
#define LW_PRINTF(formatIndex, firstArg)
#endif

#define LW_VERSION_MAJOR 0
#define LW_VERSION_MINOR 1
#define LW_VERSION_PATCH 0

// One list for status values, their names and what the user can do about them.
#define LW_STATUS_LIST(X)                                                                          \
	X(ok, "ok", "")                                                                                \
	X(errorArgument, "bad argument", "see the function's contract in its header")                  \
	X(errorMemory, "out of memory", "free memory or use a smaller input")                          \
	X(errorIo, "cannot read or write the file", "check the path, the rights and the free space")   \
	X(errorFormat, "malformed file", "export the file again, or check it with a validator")        \
	X(errorUnsupported, "not supported", "convert the file to glTF 2.0 and try again")             \
	X(errorLimit, "over a size limit", "reduce the input; the limits are in docs/errors.md")       \
	X(errorNotFound, "not found", "list what the file holds with 'legwork info'")                  \
	X(errorData, "the motion cannot be understood", "give a rig file or another clip")

typedef enum lwStatus {
#define LW_STATUS_ENUM(name, text, remedy) lw_##name,
	LW_STATUS_LIST(LW_STATUS_ENUM)
#undef LW_STATUS_ENUM
		lw_statusCount
} lwStatus;

#define LW_MESSAGE_SIZE 512

// What went wrong: status and a message "file: place: reason". message is "" when ok. By value; owns nothing.
typedef struct lwResult {
	lwStatus status;
	char message[LW_MESSAGE_SIZE];
} lwResult;

// A good result.
LW_API lwResult lwResult_Ok(void);
// A failure; the message is formatted and cut at LW_MESSAGE_SIZE - 1 bytes.
LW_API lwResult lwResult_Fail(lwStatus status, const char* format, ...) LW_PRINTF(2, 3);
// Short text of a status and what to do about it; never NULL, also for values out of range.
LW_API const char* lwStatus_Text(lwStatus status);
LW_API const char* lwStatus_Remedy(lwStatus status);

// Called on programmer errors (a def not made by its default function, NULL where it is not allowed).
// Return true to break into the debugger, false to go on; the library then returns harmlessly.
// Default: prints to stderr and goes on. Set once before any other call; not thread-safe by design.
typedef bool lwAssertFcn(const char* condition, const char* file, int line);
LW_API void lwSetAssertFcn(lwAssertFcn* fcn);
LW_API bool lwInternalAssert(const char* condition, const char* file, int line);

#define LW_ASSERT(condition)                                                                       \
	((condition) ? true : (lwInternalAssert(#condition, __FILE__, __LINE__), false))

#define LW_COOKIE 0x4C570001

#endif
