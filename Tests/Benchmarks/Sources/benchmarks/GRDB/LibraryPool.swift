import GRDB

extension DatabasePool {
  /// Opens the database at `path` with the settings that everybody has.
  static func library(_ path: String) throws -> DatabasePool {
    var configuration = Configuration()
    // A reader that is opened beside the writer may have to wait for it, as those of the others.
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      for pragma in Pragma.all { try database.execute(sql: pragma) }
    }
    return try DatabasePool(path: path, configuration: configuration)
  }
}
