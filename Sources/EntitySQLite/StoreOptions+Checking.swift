import EntityStore

extension StoreOptions {
  /// Returns the permissions that files are made with, or `nil` for the system's.
  ///
  /// - Throws: that they are none, or do not let the program itself use the files.
  func checkedPermissions() throws(StoreError) -> Int? {
    guard let filePermissions else { return nil }
    guard (0...0o777).contains(filePermissions), filePermissions & 0o600 == 0o600 else {
      throw StoreError(
        .invalidRequest,
        "a store cannot be made with the permissions 0o\(String(filePermissions, radix: 8)); write "
          + "them in octal, with reading and writing for the owner: 0o600, 0o640 or 0o660")
    }
    return filePermissions
  }
}

extension StoreOptions.Durability {
  /// What SQLite calls it.
  var pragma: String {
    switch self {
    case .normal: "NORMAL"
    case .full: "FULL"
    }
  }
}
