/// What a save does about what others have saved since it was read.
///
/// With any policy but `error`, a save that finds conflicts locks the store, reads again what is in
/// conflict, merges it as the policy says, validates all of it again, and writes. Links of
/// relationships that are to-many at both ends never conflict: what each side has added and removed
/// is added and removed.
///
///     context.mergePolicy = .byProperty(preferring: .theirs)
///     try context.save(merging: .ours)
public struct MergePolicy: Sendable, CustomStringConvertible {
  /// The two sides of a conflict.
  public enum Side: Hashable, Sendable {
    /// What has been changed in the context.
    case ours

    /// What others have saved.
    case theirs
  }

  /// Decides about a conflict; what it leaves open is reported as an error.
  let decide: (@Sendable (inout MergeConflict) throws -> Void)?

  /// `true` if a conflict is an error.
  var isError: Bool { decide == nil }

  /// The policy as Swift: `.byProperty(preferring: .theirs)`.
  public let description: String

  private init(
    _ description: String, decidingBy decide: (@Sendable (inout MergeConflict) throws -> Void)?
  ) {
    self.description = description
    self.decide = decide
  }

  /// Creates the policy that `decide` is.
  ///
  /// It is called once for each conflict, on the thread of the save, while that holds the lock of
  /// the store; what it does not decide, of a property that both sides have changed or of a row
  /// that one side has deleted, is thrown as a `ConflictError`. What it throws, the save throws,
  /// and nothing has been changed then, in the store or the context.
  public init(_ decide: @escaping @Sendable (inout MergeConflict) throws -> Void) {
    self.init(".custom", decidingBy: decide)
  }

  /// A conflict is an error: nothing is saved.
  public static let error = MergePolicy(".error", decidingBy: nil)

  /// The context wins, object by object: a row becomes what the object is here, also where others
  /// alone have changed a property. A row that others have deleted is stored again; one that is
  /// deleted here is deleted.
  public static let ours = MergePolicy(".ours") { $0.take(.ours) }

  /// Others win, object by object: what has been changed here of an object in conflict is dropped.
  /// An object that others have deleted is deleted here, with what its delete rules say; a deletion
  /// of what others have changed is taken back, with what the deletion did to other objects.
  public static let theirs = MergePolicy(".theirs") { $0.take(.theirs) }

  /// What one side alone has changed is taken from that side, property by property; where both
  /// have, and where one has deleted what the other one has changed, `side` wins.
  public static func byProperty(preferring side: Side) -> MergePolicy {
    MergePolicy(".byProperty(preferring: .\(side))") { $0.takeContested(side) }
  }

  /// Is refused: which side wins where both have changed a property has to be said.
  @available(
    *, unavailable,
    message: "say which side wins where both have changed: '.byProperty(preferring: .ours)'"
  )
  public static var byProperty: MergePolicy { .error }

  /// Returns the policy that `decide` is, as `init(_:)` does.
  public static func custom(
    _ decide: @escaping @Sendable (inout MergeConflict) throws -> Void
  ) -> MergePolicy {
    MergePolicy(decide)
  }
}
