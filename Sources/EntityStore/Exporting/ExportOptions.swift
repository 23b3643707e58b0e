/// What an export writes, and how.
public struct ExportOptions: Hashable, Sendable {
  /// How objects are named.
  public var references: ReferenceStyle

  /// `true` if attributes are left out that are `.secret` or, as the classes say,
  /// `json: .notExported`. An import gives them their defaults, and refuses objects where there are
  /// none. Objects are not named by them either.
  public var omitsSecrets: Bool

  /// `true` if the metadata of the container is written with all of its objects.
  public var includesMetadata: Bool

  /// Creates options: everything, by ids.
  public init(
    references: ReferenceStyle = .ids, omitsSecrets: Bool = false, includesMetadata: Bool = true
  ) {
    self.references = references
    self.omitsSecrets = omitsSecrets
    self.includesMetadata = includesMetadata
  }
}
