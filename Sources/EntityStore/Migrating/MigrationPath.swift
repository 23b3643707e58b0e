package import EntityModel

/// The way from the model that a store was made for to the program's model.
package struct MigrationPath: Sendable {
  /// One step of the way.
  package struct Leg: Sendable {
    /// The model that the store is made for before.
    package let from: ObjectModel

    /// The model that it is made for afterwards.
    package let to: ObjectModel

    /// The code that carries it out; `nil` for an automatic step.
    package let stage: ModelHistory.Stage?

    /// What may be lost, besides what the program's options allow.
    package let accepted: Set<MigrationPolicy.Permission>

    /// Returns the leg with `to` as the model that it leads to, in a description that says more.
    package func leading(to: ObjectModel) -> Leg {
      Leg(from: from, to: to, stage: stage, accepted: accepted)
    }
  }

  /// The steps, in order; at least one.
  package let legs: [Leg]

  /// `true` if the store's model is one of the history's versions.
  package let isKnown: Bool

  /// Creates the path of `legs`.
  package init(legs: [Leg], isKnown: Bool) {
    self.legs = legs
    self.isKnown = isKnown
  }

  /// Finds the way from `old` to `new`.
  ///
  /// From a version, the stage is taken that starts from it or from the nearest later version, and
  /// of several the one that leads farthest. What lies between is automatic: one step where that
  /// finds every value which the versions between find one after the other, otherwise one for each
  /// version.
  package init(from old: ObjectModel, to new: ObjectModel, _ history: ModelHistory) {
    let end = history.version(of: new)?.number
    guard let start = history.version(of: old), end ?? .max >= start.number else {
      legs = [Leg(from: old, to: new, stage: nil, accepted: [])]
      isKnown = history.version(of: old) != nil
      return
    }
    isKnown = true
    var legs: [Leg] = []
    // The stored description may be of a model that differs in what no row depends on.
    var current = (number: start.number, model: old)
    while let stage = Self.next(current.number, end, history),
      let from = history.version(stage.from),
      let to = history.version(stage.to)
    {
      if from.number != current.number {
        legs += Self.legs(from: current, to: (from.number, from.model), history)
      }
      let accepted = history.versions.filter { from.number < $0.number && $0.number <= to.number }
        .reduce(into: Set<MigrationPolicy.Permission>()) { $0.formUnion($1.accepted) }
      legs.append(Leg(from: from.model, to: to.model, stage: stage, accepted: accepted))
      current = (to.number, to.model)
    }
    if current.number != end || legs.isEmpty {
      let last = end ?? history.versions.last.map { $0.number } ?? current.number
      legs += Self.legs(from: current, to: (end ?? last + 1, new), history)
    }
    self.legs = legs
  }

  /// Returns the stage to take from the version `number` on the way to the version `end`.
  private static func next(
    _ number: Int, _ end: Int?, _ history: ModelHistory
  ) -> ModelHistory.Stage? {
    history.stages.filter { stage in
      stage.from >= number && stage.to > stage.from && stage.to <= end ?? .max
    }.min { ($0.from, -$0.to) < ($1.from, -$1.to) }
  }

  /// Returns the automatic steps from one model to another.
  private static func legs(
    from start: (number: Int, model: ObjectModel), to end: (number: Int, model: ObjectModel),
    _ history: ModelHistory
  ) -> [Leg] {
    let between = history.versions.filter {
      $0.number > start.number && $0.number <= end.number && $0.isComplete
    }
    var models = [(model: start.model, accepted: Set<MigrationPolicy.Permission>())]
    models += between.filter { $0.number < end.number }.map { ($0.model, $0.accepted) }
    models.append((end.model, between.first { $0.number == end.number }?.accepted ?? []))
    let steps = zip(models, models.dropFirst()).map { before, after in
      Leg(from: before.model, to: after.model, stage: nil, accepted: after.accepted)
    }.filter { !$0.to.changes(since: $0.from).isEmpty || $0.to == end.model }
    guard steps.count > 1, !steps.contains(where: { !$0.accepted.isEmpty }) else { return steps }
    let direct = ModelMapping(from: start.model, to: end.model)
    let isSame =
      direct.comparison.changes.allSatisfy { $0.effect == .automatic }
      && direct.hasSameValues(as: steps.map { ModelMapping(from: $0.from, to: $0.to) })
    return isSame ? [Leg(from: start.model, to: end.model, stage: nil, accepted: [])] : steps
  }
}

extension ModelMapping {
  /// `true` if every row and value comes from where `steps`, one after the other, find it, and what
  /// is missing is given the value that they give it.
  fileprivate func hasSameValues(as steps: [ModelMapping]) -> Bool {
    new.entities.allSatisfy { entity in
      guard let last = steps.last else { return false }
      var before = last.new.entity(entity.name)
      for step in steps.reversed() {
        before = before.flatMap { step.new.entity($0.name) }.flatMap { step.source(of: $0) }
      }
      guard before?.name == source(of: entity)?.name else { return false }
      return entity.properties.indices.allSatisfy { index in
        var value = last.new.entity(entity.name).map { (entity: $0, index: index) }
        // What a row that had no value has after the first of the steps that gives it one.
        var given = Given.nothing
        for step in steps.reversed() {
          guard let found = value, let own = step.new.entity(found.entity.name) else { break }
          if step.source(of: own) != nil { given.before(own.properties[found.index].attribute) }
          value = step.source(of: found.index, own)
        }
        let direct = source(of: index, entity)
        guard direct?.entity.name == value?.entity.name, direct?.index == value?.index else {
          return false
        }
        // Where every row has a value, none is given.
        if before == nil
          || direct?.entity.properties[direct?.index ?? 0].attribute?.isOptional == false
        {
          return true
        }
        var givenDirectly = Given.nothing
        givenDirectly.before(entity.properties[index].attribute)
        return given == givenDirectly
      }
    }
  }
}

/// What a row that had no value of an attribute is given by steps of a migration.
private enum Given: Equatable {
  case nothing

  /// A constant, or what the program computes, which is `nil`.
  case value(StoredValue?)

  /// Takes in a step that comes before those so far, and after which there is `attribute`.
  mutating func before(_ attribute: Attribute?) {
    guard let attribute, !attribute.isOptional else { return }
    self = .value(attribute.defaultValue)
  }
}
