/// One thing in a model that breaks a rule.
public struct ModelProblem: Codable, Hashable, Sendable {
  /// The permanent name of the rule, such as `model.relationship.inverse-missing`.
  public let id: String

  /// What is wrong and how to mend it.
  public let message: String

  /// The entity that the problem is in.
  public let entity: String

  /// The property that the problem is in, or nil for the entity itself.
  public let property: String?

  /// Creates a problem.
  package init(
    _ id: String, in entity: String, property: String? = nil, _ message: String
  ) {
    self.id = id
    self.message = message
    self.entity = entity
    self.property = property
  }
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
