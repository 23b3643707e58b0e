/// One ORDER BY term: an attribute, a direction, and whether case matters.
package struct SortTerm: Codable, Hashable, Sendable {
  /// The attribute to sort by, reached through to-one relationships.
  package var path: PropertyPath

  /// The direction.
  package var order: Order

  /// `true` if strings that differ in case alone are equal.
  package var ignoresCase: Bool

  /// A direction.
  package typealias Order = SortDirection

  /// Creates a term.
  package init(path: PropertyPath, order: Order = .ascending, ignoresCase: Bool = false) {
    self.path = path
    self.order = order
    self.ignoresCase = ignoresCase
  }
}
