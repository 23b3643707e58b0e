import EntityModel

/// A model as one program describes it to another, with what only its author's source says.
struct ModelAccount: Encodable {
  let model: ObjectModel

  /// The types of attributes as written, by entity, then name.
  let typeNames: [String: [String: String]]
}
