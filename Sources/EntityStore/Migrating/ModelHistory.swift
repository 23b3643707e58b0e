package import EntityModel

/// The models that a program had, and the stages that lead from one to another.
package struct ModelHistory: Sendable {
  /// A model that is stored with the program's sources.
  package struct Version: Sendable {
    /// The number of its snapshot.
    package let number: Int

    /// The model.
    package let model: ObjectModel

    /// `true` if the types of all attributes are known, so that a store can be compared with it.
    package let isComplete: Bool

    /// What may be lost on the way from the version before.
    package let accepted: Set<MigrationPolicy.Permission>

    /// Creates a version.
    package init(
      number: Int, model: ObjectModel, isComplete: Bool = true,
      accepted: Set<MigrationPolicy.Permission> = []
    ) {
      self.number = number
      self.model = model
      self.isComplete = isComplete
      self.accepted = accepted
    }
  }

  /// A step that the program's own code carries out.
  package struct Stage: Sendable {
    /// The number of the version that it starts from.
    package let from: Int

    /// The number of the version that it leads to.
    package let to: Int

    /// After how many objects a part of the work is committed; `nil` for all of it at once.
    package let batchSize: Int?

    /// Carries it out.
    package let run: @Sendable (any StageSession) throws -> Void

    /// Creates a stage.
    package init(
      from: Int, to: Int, batchSize: Int? = nil,
      run: @escaping @Sendable (any StageSession) throws -> Void
    ) {
      self.from = from
      self.to = to
      self.batchSize = batchSize
      self.run = run
    }
  }

  /// The versions, the oldest first.
  package let versions: [Version]

  /// The stages.
  package let stages: [Stage]

  /// The stages that the program makes, by the numbers of their versions, and may have forgotten to
  /// pass on.
  package let expectedStages: [(from: Int, to: Int)]

  /// Creates a history.
  package init(
    versions: [Version] = [], stages: [Stage] = [], expectedStages: [(from: Int, to: Int)] = []
  ) {
    self.versions = versions.sorted { $0.number < $1.number }
    self.stages = stages
    self.expectedStages = expectedStages
  }

  /// Returns what is missing on `path`: the first stage that the program makes, that lies on it and
  /// that has not been passed on; `nil` if none is.
  package func missingStage(on path: MigrationPath) -> (from: Int, to: Int)? {
    guard let start = path.legs.first.flatMap({ version(of: $0.from)?.number }) else { return nil }
    let end = path.legs.last.flatMap { version(of: $0.to)?.number } ?? .max
    return expectedStages.sorted { ($0.from, $0.to) < ($1.from, $1.to) }.first { expected in
      expected.from >= start && expected.to <= end
        && !stages.contains { $0.from <= expected.from && expected.to <= $0.to }
    }
  }

  /// Returns the version called by `number`, or `nil`.
  package func version(_ number: Int) -> Version? { versions.first { $0.number == number } }

  /// Returns the newest version whose model is `model`, or `nil`.
  package func version(of model: ObjectModel) -> Version? {
    let hash = model.versionHash
    return versions.last { $0.isComplete && $0.model.versionHash == hash }
  }

  /// Returns the models of the versions before `model`: of all of them if it is none itself.
  package func versions(olderThan model: ObjectModel) -> [ObjectModel] {
    let number = version(of: model)?.number ?? .max
    return versions.filter { $0.number < number && $0.isComplete }.map(\.model)
  }

  /// What is wrong with the stages; empty if nothing is.
  package var problems: [String] {
    var found: [String] = []
    for (index, stage) in stages.enumerated() {
      let name = "the migration from \(stage.from) to \(stage.to)"
      if stage.batchSize.map({ $0 < 1 }) ?? false {
        found.append("\(name) has a batch size of less than one object")
      }
      if stage.from >= stage.to { found.append("\(name) does not lead to a later snapshot") }
      for number in [stage.from, stage.to] {
        guard let version = version(number) else {
          found.append(
            "\(name) needs snapshot \(number), which is not among those that the model knows"
              + (versions.isEmpty ? "; use the model that EntityModelPlugin generates" : ""))
          continue
        }
        if !version.isComplete {
          found.append(
            "\(name) needs snapshot \(number), which is incomplete: it does not say how all "
              + "attributes are stored")
        }
      }
      if stages[..<index].contains(where: { $0.from == stage.from && $0.to == stage.to }) {
        found.append("\(name) is there twice")
      }
    }
    return found
  }
}
