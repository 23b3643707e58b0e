#include <sqlite3.h>

// Has the next VACUUM make an empty database of whatever is in the file. The importer does not see
// functions of variable arguments.
static inline int entity_sqlite3_reset_database(sqlite3 *database, int isOn) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_RESET_DATABASE, isOn, (int *)0);
}
