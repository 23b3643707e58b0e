import EntityModel

/// What of an entity a client may filter and sort by, and how much of it.
///
///     FilterPolicy(Book.self) { ($0.title, $0.pages, $0.author.name) }
public struct FilterPolicy: Sendable {
  /// The names of the properties that are allowed; `nil` for all that are not secret.
  let allowed: Set<String>?

  /// How deep `and`, `or`, `not`, `any`, `all` and `none` may be nested in each other; at most 32.
  public var depth = 8

  /// How many comparisons and connectives there may be.
  public var terms = 64

  /// How many values a list may have.
  public var listLength = 100

  /// How many bytes of UTF-8 a text may have.
  public var textLength = 1_000

  /// How many properties an order may name.
  public var sortTerms = 8

  /// Allows the properties `names` alone, secret ones among them: `title`, `author.name`, and
  /// `subjects.name` for a condition on the members of a to-many.
  ///
  /// A to-one that is named itself can be compared with ids, and the members of a to-many counted.
  public init(allowing names: some Sequence<String>) { allowed = Set(names) }

  /// Allows the properties that `fields` returns alone, secret ones among them:
  /// `FilterPolicy(Book.self) { ($0.title, $0.author.name) }`.
  public init<Object: ManagedObject, each Value>(
    _ type: Object.Type, allowing fields: (Fields<Object>) -> (repeat Field<Object, each Value>)
  ) {
    let allowing = fields(Fields())
    var names: Set<String> = []
    for field in repeat each allowing { names.insert(field.path.text) }
    allowed = names
  }

  private init() { allowed = nil }

  /// Allows all properties that are not secret, of what relationships lead to as well.
  ///
  /// It is for clients that may see everything. A property that is added to the model is allowed
  /// too.
  public static var everythingButSecrets: FilterPolicy { FilterPolicy() }
}
