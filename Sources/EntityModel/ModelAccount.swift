/// A model as one program describes it to another, with what only its author's source says.
package struct ModelAccount: Codable, Hashable, Sendable {
  package let model: ObjectModel

  /// The types of attributes as written, by entity, then name.
  package let typeNames: [String: [String: String]]

  package init(model: ObjectModel, typeNames: [String: [String: String]]) {
    self.model = model
    self.typeNames = typeNames
  }
}
