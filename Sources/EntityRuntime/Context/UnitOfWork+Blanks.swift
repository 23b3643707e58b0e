import EntityModel

/// Objects that belong to no row, which answer where there is none.
extension UnitOfWork {
  /// Returns an object of `entity` that belongs to no row and has defaults and placeholders.
  func blank(_ entity: ManagedEntity) -> ManagedObject {
    tracker.mayReferToDeleted = true
    let object = entity.type.init(
      __owner: __Owner(
        batch: FetchBatch(self, tree: entity.tree), entity: entity, rowID: 0, flags: [.isDetached]))
    object.__fill()
    return object
  }

  /// Returns an object of `type` that belongs to no row, for the required to-one `index` of
  /// `owner`, which refers to nothing.
  func blank(
    _ type: ManagedObject.Type, insteadOf index: Int, of owner: ManagedObject
  ) -> ManagedObject {
    // A reference that the program has cleared is reported by the save.
    let isExpected =
      !owner.__flags.isDisjoint(with: [.isInserted, .isDetached])
      || owner.__changes?.properties.contains(index) == true
    if !isExpected {
      owner.__flags.insert(.isUnreadable)
      problems.note(owner, index, "the required relationship refers to nothing")
    }
    return blank((try? entity(of: type)) ?? container.entities.entity(ofUnknown: type))
  }
}
