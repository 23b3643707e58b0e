/// One thing in a model that breaks a rule.
public struct ModelProblem: Hashable, Sendable {
  /// The rules that models can break, by their permanent names.
  @nonexhaustive public enum Kind: String, Hashable, Sendable, CaseIterable {
    case duplicateEntity = "model.entity.duplicate"
    case reservedEntityName = "model.entity.name-reserved"
    case unknownSuperentity = "model.entity.superentity-unknown"
    case superentityCycle = "model.entity.superentity-cycle"
    case duplicateProperty = "model.property.duplicate"
    case reservedColumn = "model.property.column-reserved"
    case duplicateColumn = "model.property.column-duplicate"
    case unknownTarget = "model.relationship.target-unknown"
    case unknownFetchedEntity = "model.fetched.target-unknown"
    case impossibleFetch = "model.fetched.impossible"
    case missingInverse = "model.relationship.inverse-missing"
    case inverseNotRelationship = "model.relationship.inverse-not-relationship"
    case inverseNotMutual = "model.relationship.inverse-not-mutual"
    case inverseOfOtherType = "model.relationship.inverse-type"
    case nullifiedRequired = "model.relationship.nullify-required"
    case impossibleCount = "model.relationship.count"
    case unattainableCount = "model.relationship.count-unattainable"
    case requiredCycle = "model.relationship.required-cycle"
    case denyAtBothEnds = "model.relationship.deny-both"
    case deniedCascade = "model.relationship.cascade-denied"
    case uniqueJSON = "model.attribute.unique-json"
    case searchableType = "model.attribute.searchable-type"
    case searchableColumn = "model.attribute.searchable-column"
    case tokenizerConflict = "model.attribute.tokenizer-conflict"
    case externalType = "model.attribute.external-type"
    case externalTrait = "model.attribute.external-trait"
    case externalIndex = "model.attribute.external-index"
    case ignoringCaseType = "model.attribute.ignoring-case-type"
    case deletionDateType = "model.attribute.deleted-at-type"
    case deletionDateTwice = "model.attribute.deleted-at-twice"
    case deletionDateInherited = "model.attribute.deleted-at-subclass"
    case derivedFrom = "model.attribute.derived-from"
    case derivedIndex = "model.attribute.derived-index"
    case indexedProperty = "model.entity.index-property"
    case indexedTogether = "model.entity.index-list"
    case notAnEntity = "model.entity.not-annotated"
    case missingClass = "model.entity.class-missing"
  }

  /// The rule that is broken.
  public let kind: Kind

  /// What is wrong and how to fix it.
  public let message: String

  /// The entity or the property that the problem is in.
  public let subject: ModelSubject

  /// `true` if the problem is one of the implicit inverse of the property.
  package var isAboutImplicitInverse = false

  /// Creates a problem.
  package init(_ kind: Kind, in entity: String, property: String? = nil, _ message: String) {
    self.kind = kind
    self.message = message
    subject = ModelSubject(entity: entity, property: property)
  }
}

extension ModelProblem {
  /// The permanent name of the rule, such as `model.relationship.inverse-missing`.
  public var id: String { kind.rawValue }

  /// The entity that the problem is in.
  public var entity: String { subject.entity }

  /// The property that the problem is in, or nil for the entity itself.
  public var property: String? { subject.property }
}

/// Says that a model breaks rules, and names everything that does.
public struct ModelError: Error, Hashable, Sendable {
  /// All the problems, each once, by entity, then property, then rule.
  public let problems: [ModelProblem]

  /// Creates an error of `problems`, whatever their order and however often each is among them.
  package init(problems: [ModelProblem]) {
    self.problems = Set(problems).sorted {
      ($0.entity, $0.property ?? "", $0.id, $0.message)
        < ($1.entity, $1.property ?? "", $1.id, $1.message)
    }
  }
}

extension ModelError: CustomStringConvertible {
  public var description: String {
    let heading =
      problems.count == 1 ? "the model has a problem" : "the model has \(problems.count) problems"
    return ([heading + ":"] + problems.map { "  \($0.message) [\($0.id)]" }).joined(separator: "\n")
  }
}
