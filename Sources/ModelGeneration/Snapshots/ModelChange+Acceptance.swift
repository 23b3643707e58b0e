package import EntityModel

extension ModelChange {
  /// Under what condition on rows a migration carries the change out by itself, where it does so
  /// for most stores; `nil` where it does so always, or needs a permission or a stage.
  package var condition: String? {
    switch kind {
    case .attributeUnique: "unless rows share a value"
    case .uniqueKeyAdded: "unless rows share the values"
    case .attributeUniqueIgnoringCase: "unless values of rows differ in case alone"
    default: nil
    }
  }

  /// `true` if somebody has to say that the change is meant: values would be lost, or a stage has
  /// to be written.
  package var needsAcceptance: Bool { effect != .automatic && condition == nil }
}
