import SwiftReader

/// What the annotation of an entity asks for beside its properties.
package enum EntityOption: String, CaseIterable, Sendable {
  /// A struct of the attributes, `Values`.
  case values

  /// Objects that coders write and make, and a struct of the attributes with it.
  case codable

  /// Properties that can be observed.
  case observable

  /// No objects of the class itself.
  case abstract

  /// No initialiser that takes the properties.
  case noInitializer

  /// The option that `argument` names, written `.values` or `EntityOption.values`.
  init?(argument: Expression) {
    guard
      let name = argument.memberName(of: "EntityOption")
        ?? argument.memberName(of: "CodableEntityOption")
    else { return nil }
    self.init(rawValue: name)
  }
}
