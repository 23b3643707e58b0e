import EntityModel
import EntityStore

/// What a context could not read, until a call reports it.
final class ReadProblems {
  /// Names what could not be read; each is reported once.
  private struct Subject: Hashable {
    let objectID: ObjectID
    let property: String?
  }

  /// The problems, in the order in which they were found.
  private(set) var pending: [ReadError.Problem] = []

  private var subjects: Set<Subject> = []

  /// How often a value that is apart from its row could not be read.
  private(set) var failedReads = 0

  /// `true` while rows that others have removed are no problem.
  private var ignoresMissingRows = false

  /// `true` if there is nothing to report.
  var isEmpty: Bool { pending.isEmpty }

  /// Adds a problem with the property `index` of `object`, or with its row.
  func note(
    _ object: ManagedObject, _ index: Int? = nil, _ message: String,
    underlying: (any Error)? = nil
  ) {
    note(
      object.__objectID, entity: object.__entity.name, property: index.map(object.__propertyName),
      message, underlying: underlying)
  }

  /// Counts a value that is apart from its row and cannot be read.
  func countFailedRead() { failedReads += 1 }

  /// Adds a problem with the row `id`.
  func note(
    _ id: ObjectID, entity: String, property: String? = nil, _ message: String,
    underlying: (any Error)? = nil
  ) {
    guard subjects.insert(Subject(objectID: id, property: property)).inserted else { return }
    pending.append(
      ReadError.Problem(
        objectID: id, entity: entity, property: property, message: message, underlying: underlying))
  }

  /// Adds that the row of `object`, or the one that its property `index` refers to, does not exist.
  func noteMissing(_ object: ManagedObject, _ index: Int? = nil) {
    if ignoresMissingRows { return }
    note(
      object, index,
      index == nil
        ? "its row does not exist any more"
        : "the row that it refers to does not exist any more")
  }

  /// Returns what `body` does, in which rows that others have removed are no problem.
  func ignoringMissingRows<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = ignoresMissingRows
    ignoresMissingRows = true
    defer { ignoresMissingRows = outer }
    return try body()
  }

  /// Notes that the property `index` of `object` cannot hold `value`, which its row holds; it is
  /// noted once, if the property's policy is not to be silent of it, and stays in the row until the
  /// property is given another value.
  func noteUnreadable(
    _ object: ManagedObject, _ index: Int, _ value: StoredValue,
    by transform: (any TransformedAttribute.Type)? = nil
  ) {
    let policy = object.__entity.layout.properties[index].attribute?.undecodable ?? .throw
    if policy == .throw { object.__flags.insert(.isUnreadable) }
    guard object.__unrecognized[index] == nil else { return }
    object.__unrecognized[index] = value
    guard policy == .throw else { return }
    let error = transform.flatMap { $0.readingError(value) }
    if let transform, let error {
      return note(
        object, index,
        "its column holds what '\(transform.transformName)' makes no value of: \(error)",
        underlying: error)
    }
    note(
      object, index,
      value.isNull
        ? "its column holds nothing, and it is required"
        : "its column holds what its type cannot")
  }

  /// Throws everything that is pending, once.
  func report() throws {
    guard !pending.isEmpty else { return }
    throw ReadError(problems: take())
  }

  /// Returns everything that is pending; nothing is from then on.
  func take() -> [ReadError.Problem] {
    defer { forget() }
    return pending
  }

  /// Returns what `body` does; what could not be read meanwhile is forgotten.
  func ignoring<Result>(_ body: () throws -> Result) rethrows -> Result {
    let (pending, subjects) = (self.pending, self.subjects)
    defer { (self.pending, self.subjects) = (pending, subjects) }
    return try body()
  }

  /// Returns what `body` does, and throws what could not be read meanwhile; what was pending before
  /// stays so.
  func reportingOwn<Result>(_ body: () throws -> Result) throws -> Result {
    let (outer, known) = (pending, subjects)
    forget()
    let result = Swift.Result { try body() }
    let own = take()
    (pending, subjects) = (outer, known)
    let value = try result.get()
    if own.isEmpty { return value }
    throw ReadError(problems: own)
  }

  /// Forgets everything that is pending.
  func forget() {
    pending = []
    subjects = []
  }
}

extension ManagedObject {
  /// Returns the name of the property `index`, or of the implicit inverse that has that index.
  final func __propertyName(_ index: Int) -> String { __entity.layout.name(of: index) }
}
