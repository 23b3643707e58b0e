import EntityModel
import EntityStore

extension FetchRequest: CustomStringConvertible, CustomDebugStringConvertible {
  /// The request as Swift, for logs: `Book.where { $0.pages > ? }.sorted(by: \.title).limit(10)`.
  ///
  /// The values that it compares are left out, as they are in errors and events, since they may be
  /// secrets of users; `debugDescription` has them.
  public var description: String { text(.hidden) }

  /// The request as Swift with the values that it compares:
  /// `Book.where { $0.pages > 100 }.sorted(by: \.title).limit(10)`.
  public var debugDescription: String { text(.shown(of: Object.self)) }

  private func text(_ values: PredicateText.Values) -> String {
    let text = RequestText(
      entityQuery(Object.__entityName), includesPendingChanges: includesPendingChanges, values
    ).text
    return prefetched.reduce(text) { "\($0).prefetching(\\.\($1.joined(separator: ".")))" }
  }
}

extension Condition: CustomStringConvertible, CustomDebugStringConvertible {
  /// The condition as Swift, without the values that it compares: `$0.pages > ?`.
  public var description: String { text(.hidden) }

  /// The condition as Swift with the values that it compares: `$0.pages > 100`.
  public var debugDescription: String {
    text(
      (Root.self as? ManagedObject.Type).map { .shown(of: $0) } ?? .shown(ObjectModel(entities: []))
    )
  }

  private func text(_ values: PredicateText.Values) -> String {
    var writer = PredicateText(values)
    writer.write(tree.root, of: (Root.self as? ManagedObject.Type)?.__entityName)
    return writer.text
  }
}

extension ResultRequest: CustomStringConvertible, CustomDebugStringConvertible {
  /// The request as Swift, without the values that it compares:
  /// `Book.where { $0.pages > ? }.select { ($0.title, $0.author.name) }`.
  public var description: String { text(.hidden) }

  /// The request as Swift with the values that it compares.
  public var debugDescription: String { text(.shown(of: Object.self)) }

  private func text(_ values: PredicateText.Values) -> String {
    var query = parts.query
    query.base.entity = Object.__entityName
    return RequestText(
      query, includesPendingChanges: parts.includesPendingChanges, values
    ).text
  }
}

extension GroupRequest: CustomStringConvertible, CustomDebugStringConvertible {
  /// The request as Swift, without the values that it compares:
  /// `Book.group(by: \.genre).having { $0.count > ? }`.
  public var description: String { withoutColumns.description }

  /// The request as Swift with the values that it compares.
  public var debugDescription: String { withoutColumns.debugDescription }

  private var withoutColumns: ResultRequest<Object, Void> { __results([]) { _ in } }
}

extension CursorPageRequest: CustomStringConvertible, CustomDebugStringConvertible {
  /// The request as Swift, without the values that it compares and those of the cursor:
  /// `Book.sorted(by: \.title).page(after: ?, size: 20)`.
  public var description: String { base.description + page(cursor.map { _ in "?" }) }

  /// The request as Swift with the values that it compares and the cursor.
  public var debugDescription: String {
    base.debugDescription + page(cursor.map { "PageCursor(\($0.description.debugDescription))" })
  }

  private func page(_ cursor: String?) -> String {
    guard let cursor = cursor ?? (isBackward ? "nil" : nil) else { return ".page(size: \(size))" }
    return ".page(\(isBackward ? "before" : "after"): \(cursor), size: \(size))"
  }
}

extension SectionRequest: CustomStringConvertible, CustomDebugStringConvertible {
  /// The request as Swift, without the values that it compares:
  /// `Book.sorted(by: \.title).sections(by: \.genre)`.
  public var description: String { text(.hidden) }

  /// The request as Swift with the values that it compares.
  public var debugDescription: String { text(.shown(of: Object.self)) }

  private func text(_ values: PredicateText.Values) -> String {
    RequestText(sectionsOf: base.entityQuery(Object.__entityName), values).text
  }
}

extension NumberedPageRequest: CustomStringConvertible, CustomDebugStringConvertible {
  /// The request as Swift, without the values that it compares:
  /// `Book.sorted(by: \.title).page(3, size: 20)`.
  public var description: String { base.description + page }

  /// The request as Swift with the values that it compares.
  public var debugDescription: String { base.debugDescription + page }

  private var page: String { ".page(\(number), size: \(size))" }
}

extension PredicateText.Values {
  /// The values, as the types of the properties of `type` and of all that it refers to represent
  /// them.
  static func shown(of type: ManagedObject.Type) -> Self {
    let (model, classes) = ReachableModel.withClasses(of: type)
    return .shown(model, classes)
  }
}
