/// One thing that a model changed since an older one, as far as rows depend on it.
///
/// Default values, delete rules and fetched properties are no matter of rows, so that changes of
/// them are none.
package struct ModelChange: Hashable, Sendable {
  /// The permanent name of the kind of change, such as `change.attribute-added`.
  package let id: String

  /// The entity that has changed, by its name in the newer model, or in the older one where it is
  /// gone.
  package let entity: String

  /// The property that has changed, or nil for the entity itself; named as `entity` is.
  package let property: String?

  /// What has changed.
  package let message: String

  /// What a stage of a migration has to do, since no automatic migration can carry the change out,
  /// and what else would help; nil when an automatic one can.
  package let missingStage: String?

  /// Creates a change.
  init(
    _ id: String, in entity: String, property: String? = nil, _ message: String,
    missingStage: String? = nil
  ) {
    self.id = id
    self.entity = entity
    self.property = property
    self.message = message
    self.missingStage = missingStage
  }
}

extension ModelChange: Comparable {
  /// Orders by entity, its own changes first, then by property, kind and message.
  package static func < (left: ModelChange, right: ModelChange) -> Bool {
    (left.entity, left.property ?? "", left.id, left.message)
      < (right.entity, right.property ?? "", right.id, right.message)
  }
}

extension ObjectModel {
  /// Returns what the model changed since `old`, in order.
  ///
  /// An original name leads to the entity, attribute or relationship of `old` that has been given
  /// another name. One that `old` gives as well, or that leads nowhere while the present name leads
  /// somewhere, says nothing any more: the name was changed before `old`.
  ///
  /// There is a change wherever the version hashes differ.
  package func changes(since old: ObjectModel) -> [ModelChange] {
    ModelComparison(from: old, to: self).changes
  }
}
