/// What a problem or a change of a model is in.
public enum ModelSubject: Hashable, Sendable {
  /// An entity itself.
  case entity(String)

  /// A property of an entity: an attribute, a relationship or a fetched property.
  case property(String, of: String)

  /// The name of the entity, or of that which has the property.
  public var entity: String {
    switch self {
    case .entity(let name): name
    case .property(_, let entity): entity
    }
  }

  /// The name of the property, nil for an entity itself.
  public var property: String? {
    switch self {
    case .entity: nil
    case .property(let name, _): name
    }
  }

  /// Creates the subject that is `property` of `entity`, or `entity` itself where that is nil.
  package init(entity: String, property: String?) {
    self = property.map { .property($0, of: entity) } ?? .entity(entity)
  }
}
