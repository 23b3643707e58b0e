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

  /// Allows the properties that `fields` names alone, secret ones among them:
  /// `FilterPolicy(Book.self) { ($0.title, $0.author.name) }`.
  public init<Object: ManagedObject>(
    _ type: Object.Type,
    @FilterPolicyBuilder<Object> allowing fields: (Fields<Object>) -> [String]
  ) { allowed = Set(fields(Fields())) }

  private init() { allowed = nil }

  /// Allows all properties that are not secret, of what relationships lead to as well.
  ///
  /// It is for clients that may see everything. A property that is added to the model is allowed
  /// too.
  public static var everythingButSecrets: FilterPolicy { FilterPolicy() }
}

/// Makes a list of the properties that the closure of a `FilterPolicy` names, in parentheses or one
/// after the other.
@resultBuilder
public enum FilterPolicyBuilder<Object: ManagedObject> {
  /// Adds the names of the properties that `fields` are.
  public static func buildExpression<each Value>(
    _ fields: (repeat Field<Object, each Value>)
  ) -> [String] {
    var names: [String] = []
    for field in repeat each fields { names.append(field.path.text) }
    return names
  }

  /// Adds the id of the object, or of one that a to-one refers to.
  public static func buildExpression(_ id: ObjectIDField<Object>) -> [String] {
    [(id.path.names + ["objectID"]).joined(separator: ".")]
  }

  /// Joins the names of several expressions.
  public static func buildBlock(_ first: [String], _ others: [String]...) -> [String] {
    others.reduce(first, +)
  }

  public static func buildOptional(_ names: [String]?) -> [String] { names ?? [] }
  public static func buildEither(first names: [String]) -> [String] { names }
  public static func buildEither(second names: [String]) -> [String] { names }

  /// Refuses to allow nothing.
  @available(*, unavailable, message: "name the properties: '{ ($0.title, $0.author.name) }'")
  public static func buildBlock() -> [String] { [] }
}
