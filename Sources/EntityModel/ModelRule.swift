/// A rule that every model obeys.
package protocol ModelRule: SendableMetatype {
  /// Returns everything in `model` that breaks the rule.
  static func problems(in model: ObjectModel) -> [ModelProblem]
}

extension ObjectModel {
  /// The rules, each in a file of its own.
  package static let rules: [any ModelRule.Type] = [
    UniqueEntityNames.self,
    KnownSuperentities.self,
    UniquePropertyNames.self,
    UniqueColumns.self,
    ReservedNames.self,
    KnownTargets.self,
    InverseAgreement.self,
    DeleteRuleFitsInverse.self,
    RelationshipCounts.self,
    AttainableCounts.self,
    RequiredCycles.self,
    DenyAtBothEnds.self,
    CascadesThatFinish.self,
    UniqueTypes.self,
    CompoundIndexes.self,
    SearchableAttributes.self,
    FoldedAttributes.self,
    ExternalAttributes.self,
    DeletionDates.self,
    DerivedAttributes.self,
  ]

  /// Everything in the model that breaks a rule, each once, by entity, then property, then rule.
  public var problems: [ModelProblem] {
    ModelError(problems: Self.rules.flatMap { $0.problems(in: self) }).problems
  }

  /// Accepts the model or names everything that is wrong with it.
  ///
  /// - Throws: a `ModelError` with every problem.
  public func validate() throws(ModelError) {
    let problems = problems
    if !problems.isEmpty { throw ModelError(problems: problems) }
  }
}
