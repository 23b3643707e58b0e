/// What becomes of a stored value that the type of its attribute cannot hold: a case that an
/// enumeration does not have, JSON of another form, what a transform makes no value of.
///
/// Whatever is said, the attribute answers with its default or a placeholder, the process goes on,
/// and `isUnreadable` and `unrecognizedValues` of the object tell.
@nonexhaustive public enum UndecodablePolicy: String, Codable, Hashable, Sendable, CaseIterable {
  /// The next save, `refresh` or end of a `read` throws a `ReadError` that names the object and the
  /// attribute, once; `select` and `group` throw. The row stays as it is until the attribute is
  /// given another value.
  case `throw`

  /// Nothing is thrown, and `select` and `group` answer with the default too. The first save that
  /// changes something of the object writes the default into the row.
  case useDefault

  /// Nothing is thrown, and `select` and `group` answer with the default too. The row stays as it
  /// is until the attribute is given another value.
  case keep
}
