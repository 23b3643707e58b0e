/// Which member of JSON a property is, written in its annotation.
///
///     @Attribute(json: "address.street") var street: String
///     @Attribute(json: .notExported) var passwordHash: String
///
/// A text names a member; with dots, one of an object inside. A member whose own name has a dot
/// cannot be named. The compiler reads the name when the class is built: write it as a literal.
public struct JSONName: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The names that lead to the member; `nil` if the property is not written.
  let path: [String]?

  /// Creates the name of a member.
  public init(stringLiteral name: String) {
    path = name.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
  }

  private init(path: [String]?) { self.path = path }

  /// The property is no member: it is neither written nor read.
  public static let notExported = JSONName(path: nil)
}
