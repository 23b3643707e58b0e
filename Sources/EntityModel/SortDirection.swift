/// The direction of an order: `Book.sorted(by: \.pages, .descending)`.
public enum SortDirection: String, Codable, Hashable, Sendable {
  /// Smallest values first; `nil` comes before every value.
  case ascending

  /// Largest values first; `nil` comes after every value.
  case descending

  @available(*, unavailable, renamed: "ascending")
  public static var forward: SortDirection { .ascending }

  @available(*, unavailable, renamed: "descending")
  public static var reverse: SortDirection { .descending }
}
