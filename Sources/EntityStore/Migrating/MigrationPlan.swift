public import EntityModel

/// What it takes to make a store fit a newer model: its steps, and what each does to the rows that
/// are there.
public struct MigrationPlan: Hashable, Sendable {
  /// One thing that is done, or that stands in the way.
  public struct Step: Hashable, Sendable {
    /// What it takes to carry a step out.
    @nonexhaustive public enum Kind: String, Codable, Hashable, Sendable {
      /// It is done by itself.
      case automatic

      /// Values are lost, so that it is done only where that is allowed.
      case losesData

      /// Values are lost or converted, which the options or an accepted snapshot allow.
      case allowed

      /// Somebody has to say what becomes of values.
      case needsStage

      /// A stage of the program sees to it.
      case stage

      /// The model itself has to be corrected.
      case impossible
    }

    /// The entity or property that has changed, by its name in the newer model, or in the older one
    /// where it is gone.
    public let subject: ModelSubject

    /// What has changed, in words.
    public let summary: String

    /// What it takes to carry the step out with the rows that are there.
    public let kind: Kind

    /// What to do; `nil` where nothing has to be done.
    public let advice: String?

    /// How many objects or values the step concerns: those that stand in its way if it is not
    /// automatic; `nil` where other steps have to be carried out before they can be counted.
    public let rows: Int?

    /// About how many bytes the table has that is copied for it, with its indexes; 0 where no row
    /// is touched, `nil` where that is not known.
    public let bytes: Int?

    /// Creates a step.
    package init(
      subject: ModelSubject, summary: String, kind: Kind, advice: String?, rows: Int?,
      bytes: Int? = nil
    ) {
      self.subject = subject
      self.summary = summary
      self.kind = kind
      self.advice = advice
      self.rows = rows
      self.bytes = bytes
    }
  }

  /// The version of the model that the store was made for.
  public let oldVersion: String

  /// The version of the model that it is to be made for.
  public let newVersion: String

  /// The number of the snapshot that the store was made for; `nil` if it is none that the model
  /// knows.
  public let oldSnapshot: Int?

  /// The number of the snapshot that the store is to be made for; `nil` if the model is none yet.
  public let newSnapshot: Int?

  /// The steps: those of each version of the model on the way in the order of their subjects.
  public let steps: [Step]

  /// How many rows are copied to tables that are made again; those of other tables stay as they
  /// are.
  public let copiedRows: Int

  /// About how many bytes the tables have that are copied, with their indexes; the file needs twice
  /// as much room while it is migrated.
  public let copiedBytes: Int

  /// Creates a plan.
  package init(
    oldVersion: String, newVersion: String, oldSnapshot: Int? = nil, newSnapshot: Int? = nil,
    steps: [Step], copiedRows: Int, copiedBytes: Int
  ) {
    self.oldVersion = oldVersion
    self.newVersion = newVersion
    self.oldSnapshot = oldSnapshot
    self.newSnapshot = newSnapshot
    self.steps = steps
    self.copiedRows = copiedRows
    self.copiedBytes = copiedBytes
  }

  /// `true` if opening the store carries all steps out: each is automatic, allowed or a stage's.
  public var isAutomatic: Bool {
    steps.allSatisfy { [.automatic, .allowed, .stage].contains($0.kind) }
  }
}

extension MigrationPlan: CustomStringConvertible {
  /// The versions, then a line for each step.
  public var description: String {
    func name(_ version: String, _ snapshot: Int?) -> String {
      snapshot.map { "snapshot \($0), \(version)," } ?? version
    }
    let ends = "from \(name(oldVersion, oldSnapshot)) to \(name(newVersion, newSnapshot))"
    let heading = ends.hasSuffix(",") ? String(ends.dropLast()) : ends
    return ([heading] + steps.map { "  \($0)" }).joined(separator: "\n")
  }
}

extension MigrationPlan.Step: CustomStringConvertible {
  public var description: String {
    let count = rows.map { $0 == 1 ? ", 1 row" : ", \($0) rows" } ?? ""
    return "\(summary) (\(kind.words)\(count))" + (advice.map { ": \($0)" } ?? "")
  }
}

extension MigrationPlan.Step.Kind {
  /// The kind in plain words.
  fileprivate var words: String {
    switch self {
    case .automatic: "automatic"
    case .losesData: "loses data"
    case .allowed: "loses or converts data, as allowed"
    case .needsStage: "needs a stage"
    case .stage: "done by a stage"
    case .impossible: "impossible"
    }
  }
}
