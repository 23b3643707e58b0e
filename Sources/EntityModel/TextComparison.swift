/// How an index compares the texts of an attribute.
@nonexhaustive public enum TextComparison: String, Codable, Hashable, Sendable, CaseIterable {
  /// Texts are the same that differ in case alone, as `lowercased()` makes them.
  case ignoringCase
}
