#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift can't import: SQLite copies what is bound.
static inline int sqlite_bind_text_copy(sqlite3_stmt *statement, int index, const char *text, int size) {
    return sqlite3_bind_text(statement, index, text, size, SQLITE_TRANSIENT);
}

static inline int sqlite_bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes, int size) {
    return sqlite3_bind_blob(statement, index, bytes, size, SQLITE_TRANSIENT);
}
