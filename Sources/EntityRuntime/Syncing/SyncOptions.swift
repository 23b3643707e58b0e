/// How payloads are read and what they may change.
///
///     var options = SyncOptions(format: JSONFormat(keys: .snakeCase))
///     options.invalidRows = .skip
public struct SyncOptions: Hashable, Sendable {
  /// How the payload is written.
  public var format: JSONFormat

  /// Which members the payload may have.
  public var members = SyncMembers.all

  /// What a payload may do to the objects that its rows are related to.
  public var related: SyncOperations = .all

  /// What becomes of a row that is no object, has no identity or one that is not unique and that
  /// several objects have or one of another class, a value of another type or one that a rule does
  /// not accept, a member twice, or, where the call saves, an object that cannot be saved.
  public var invalidRows = SyncRule.refuse

  /// What becomes of members that are no properties of the class of their row; where they are
  /// passed over, the report has the first one of each name and class.
  public var unknownMembers = SyncRule.skip

  /// What becomes of an identity of a related object that neither the payload nor the store has.
  public var unknownReferences = SyncRule.skip

  /// What becomes of a row whose identity a later row of the payload has too.
  public var repeatedRows = SyncRule.skip

  /// Which changes of the store have not been pushed to whom the payload comes from, and are to
  /// stay; `nil` if the payload overwrites whatever there is.
  public var pending: PendingPart?

  /// Creates options: what is wrong with a row is refused; members that are no properties and
  /// references to unknown objects are passed over, and of rows with one identity the last wins.
  public init(format: JSONFormat = JSONFormat()) { self.format = format }

  /// Options that refuse whatever is not as the model has it.
  public static func strict(format: JSONFormat = JSONFormat()) -> SyncOptions {
    var options = SyncOptions(format: format)
    (options.unknownMembers, options.unknownReferences) = (.refuse, .refuse)
    options.repeatedRows = .refuse
    return options
  }
}

/// What becomes of a part of a payload that is not as it should be.
public enum SyncRule: String, Hashable, Sendable, CaseIterable {
  /// The whole payload is refused: the call throws, and nothing has changed.
  case refuse

  /// The part is passed over; where it is a row or a reference, the report says why.
  case skip
}

/// What a payload may do to the objects that its rows are related to.
public struct SyncOperations: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Objects that are not there yet are made.
  public static let insert = SyncOperations(rawValue: 1)

  /// Objects that are there are given the values of the payload.
  public static let update = SyncOperations(rawValue: 2)

  /// Members that the payload does not have are removed, and null clears a reference. A member that
  /// must have an owner is deleted.
  public static let delete = SyncOperations(rawValue: 4)

  /// All of it.
  public static let all: SyncOperations = [.insert, .update, .delete]
}

/// Which objects are deleted because a payload does not have them.
public enum SyncDeletion<Object: ManagedObject>: Sendable {
  /// None.
  case none

  /// All of the class.
  case missing

  /// Those that the request finds.
  case missingFrom(FetchRequest<Object>)
}
