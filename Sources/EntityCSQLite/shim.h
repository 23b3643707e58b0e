#include <sqlite3.h>

#if defined(__APPLE__)
#include <dlfcn.h>
#endif

// Has the next VACUUM make an empty database of whatever is in the file. The importer does not see
// functions of variable arguments.
static inline int entity_sqlite3_reset_database(sqlite3 *database, int isOn) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_RESET_DATABASE, isOn, (int *)0);
}

// The pre-update hook, which a libsqlite3 has if it was built with SQLITE_ENABLE_PREUPDATE_HOOK.
// The header declares it where the program is built so, which says nothing of the library that it
// runs with.

typedef void (*entity_sqlite3_preupdate)(
    void *context, sqlite3 *database, int operation, char const *schema, char const *table,
    sqlite3_int64 old_id, sqlite3_int64 new_id);

#if defined(__APPLE__)
#define ENTITY_SQLITE3_FUNCTION(result, name, parameters) \
  static inline result(*entity_address_of_##name(void)) parameters { \
    return (result(*) parameters)dlsym(RTLD_DEFAULT, #name); \
  }
#else
// An address that no library has is null.
#define ENTITY_SQLITE3_FUNCTION(result, name, parameters) \
  extern result name parameters __attribute__((weak)); \
  static inline result(*entity_address_of_##name(void)) parameters { return name; }
#endif

ENTITY_SQLITE3_FUNCTION(
    void *, sqlite3_preupdate_hook, (sqlite3 *, entity_sqlite3_preupdate, void *))
ENTITY_SQLITE3_FUNCTION(int, sqlite3_preupdate_old, (sqlite3 *, int, sqlite3_value **))
ENTITY_SQLITE3_FUNCTION(int, sqlite3_preupdate_new, (sqlite3 *, int, sqlite3_value **))
ENTITY_SQLITE3_FUNCTION(int, sqlite3_preupdate_depth, (sqlite3 *))

// Not zero if there is the hook.
static inline int entity_sqlite3_has_preupdate_hook(void) {
  return entity_address_of_sqlite3_preupdate_hook() != 0 &&
         entity_address_of_sqlite3_preupdate_old() != 0 &&
         entity_address_of_sqlite3_preupdate_new() != 0 &&
         entity_address_of_sqlite3_preupdate_depth() != 0;
}

// Has the hook called before each change of a row; does nothing where there is none.
static inline void entity_sqlite3_set_preupdate_hook(
    sqlite3 *database, entity_sqlite3_preupdate hook, void *context) {
  if (entity_sqlite3_has_preupdate_hook()) {
    entity_address_of_sqlite3_preupdate_hook()(database, hook, context);
  }
}

// Within the hook: the value that a column has before the change.
static inline int entity_sqlite3_preupdate_old(
    sqlite3 *database, int column, sqlite3_value **value) {
  return entity_address_of_sqlite3_preupdate_old()(database, column, value);
}

// Within the hook: the value that a column has after the change.
static inline int entity_sqlite3_preupdate_new(
    sqlite3 *database, int column, sqlite3_value **value) {
  return entity_address_of_sqlite3_preupdate_new()(database, column, value);
}

// Within the hook: zero for what the statement itself changes.
static inline int entity_sqlite3_preupdate_depth(sqlite3 *database) {
  return entity_address_of_sqlite3_preupdate_depth()(database);
}
