/// What is to be written, and for which annotation.
package enum ExpansionRole: Hashable, Sendable {
  /// The members of a class marked `@Entity`.
  case members
  /// The annotation of one member of a class marked `@Entity`.
  case memberAnnotations
  /// The accessors of an annotated property; none for one that is stored on the object only.
  case property(AnnotationKind)
  /// What stands beside a property: the handle of a to-many, what a transformed attribute is stored
  /// as.
  case handle
  /// The members of an actor or a class marked `@EntityActor`.
  case actorMembers
  /// What makes a class marked `@Entity(.codable)` conform to Codable.
  case codableObject
  /// What makes a struct marked `@Composition` conform.
  case composition
  /// Nothing, for a property marked `@Leaf`.
  case leaf
  /// What belongs to a value that is backed by JSON.
  case storage(StorageExpansionRole)

  /// Creates the role `role`, as the compiler calls it, of the macro that `typeName` implements;
  /// nil if there is no such one.
  package init?(macroTypeName typeName: String, role: String) {
    if typeName == "EntityActorMacro", role == "member" {
      self = .actorMembers
      return
    }
    if let storageRole = StorageExpansionRole(macroTypeName: typeName, role: role) {
      self = .storage(storageRole)
      return
    }
    switch (typeName, role) {
    case ("CompositionMacro", "extension"):
      self = .composition
      return
    case ("LeafMacro", "peer"):
      self = .leaf
      return
    default: break
    }
    guard let kind = AnnotationKind.allCases.first(where: { $0.macroTypeName == typeName }) else {
      return nil
    }
    switch (kind, role) {
    case (.entity, "member"): self = .members
    case (.entity, "memberAttribute"): self = .memberAnnotations
    case (.entity, "extension"): self = .codableObject
    case (.entity, _): return nil
    case (.relationship, "peer"), (.attribute, "peer"): self = .handle
    case (_, "accessor"), (_, "peer"): self = .property(kind)
    default: return nil
    }
  }
}
