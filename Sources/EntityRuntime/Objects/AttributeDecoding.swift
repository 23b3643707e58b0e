import EntityJSON
import EntityModel
import EntityStore

/// Says which values, of those of its storage type, an attribute can be read from; for attributes
/// whose storage type does not say it all.
///
/// What the attribute keeps though it does not know it is accepted: a case that an enumeration does
/// not have, unless the attribute's policy is to throw, and everything by the policy `keep`.
struct AttributeDecoding {
  private enum Form {
    case json(any Decodable.Type)
    case primitive(any Storable.Type)
  }

  private let form: Form

  /// Creates what says it of the attribute `index` of `entity`; `nil` where each value can be read.
  init?(_ index: Int, of entity: ManagedEntity) {
    guard let attribute = entity.layout.properties[index].attribute, attribute.undecodable != .keep
    else { return nil }
    if attribute.type == .json {
      guard let access = entity.accesses[index],
        let type = flattened(access.valueType).present as? any Decodable.Type
      else { return nil }
      form = .json(type)
      return
    }
    guard let type = entity.valueType(of: attribute.name),
      !standardTypes.contains(ObjectIdentifier(type))
    else { return nil }
    if type is any RawRepresentable.Type, attribute.undecodable != .throw { return nil }
    form = .primitive(type)
  }

  /// `true` if a value of the attribute is stored as `value`, which is not null.
  func accepts(_ value: StoredValue) -> Bool {
    switch form {
    case .primitive(let type): return type.init(storedValue: value) != nil
    case .json(let type):
      guard case .text(let text) = value else { return false }
      return JSONColumn.value(of: text, as: type) != nil
    }
  }

  /// Returns why `json` is no value of the attribute, if that is something inside of it; `nil`
  /// otherwise.
  func mismatch(inside json: JSON) -> JSONMismatch? {
    guard case .json(let type) = form, let found = JSONColumn.mismatch(in: json, as: type),
      !found.path.steps.isEmpty
    else { return nil }
    return found
  }

  /// What the values are, for messages.
  var title: String {
    switch form {
    case .json(let type): "a value of '\(type)'"
    case .primitive(let type as any TransformedAttribute.Type):
      "what '\(type.transformName)' makes a value of"
    case .primitive(let type): "a value of '\(type)'"
    }
  }
}
