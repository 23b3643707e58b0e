/// Says why a file is not read as a snapshot of a schema.
package struct SnapshotError: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Kind: Hashable, Sendable {
    /// The file is not what a tool has written.
    case damaged

    /// A later tool has written the file, in this format.
    case newer(format: Int)
  }

  /// What is wrong.
  package let kind: Kind

  /// What is wrong, where, and what to do.
  package let message: String

  /// Creates the error that `fault` is wrong with what is at `place`, or with the whole file.
  static func damaged(_ fault: String, at place: String = "") -> SnapshotError {
    SnapshotError(
      kind: .damaged,
      message: "the snapshot is damaged: " + (place.isEmpty ? "" : "at \(place), ") + fault
        + "; restore it, or remove it and take another")
  }

  /// Creates the error that the file says it holds a model of the version `version`, and holds one
  /// of the version `actual`.
  static func mixed(version: String, actual: String) -> SnapshotError {
    SnapshotError(
      kind: .damaged,
      message: "the snapshot is damaged: its version is \(version), and that of its entities is "
        + "\(actual); if two branches have been merged in it, make it the file of one of them and "
        + "store the merged model as another snapshot; otherwise restore it, or remove it and take "
        + "another")
  }

  /// Creates the error that the file has `format`, which is to come.
  static func newer(format: Int) -> SnapshotError {
    SnapshotError(
      kind: .newer(format: format),
      message: "the snapshot has format \(format), and this tool reads formats up to "
        + "\(SchemaSnapshot.format); use a later version of EntityGraph")
  }
}

extension SnapshotError: CustomStringConvertible {
  package var description: String { message }
}
