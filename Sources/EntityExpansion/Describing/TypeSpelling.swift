import SwiftReader

/// A property's type in the forms that generated code needs.
struct TypeSpelling: Sendable {
  /// The type as a property can be declared with it; `T!` is spelled `T?`.
  let text: String
  /// The element of a set or an array, or the type without `?`.
  let element: String
  /// The type of a set of elements, which a to-many relationship has or should have.
  let set: String
  let isOptional: Bool
  /// An expression for the type itself, like `String.self`.
  let metatype: String
  /// The type without `?`, where it is a name that members can be asked of; nil for other types.
  let base: String?

  /// Takes the forms from `type`.
  init(_ type: TypeSyntax) {
    if case .implicitlyUnwrapped = type.form {
      text = type.spelling.dropLast() + "?"
    } else {
      text = type.spelling
    }
    let wrapped = type.wrapped
    isOptional = wrapped != nil
    element = (type.relationshipHolder ?? wrapped ?? type).spelling
    set = type.setElement == nil ? "Set<\(element)>" : text
    base = (wrapped ?? type).simpleName == nil ? nil : (wrapped ?? type).spelling
    switch type.form {
    case .any, .some, .composition, .attributed, .function: metatype = "(\(text)).self"
    default: metatype = "\(text).self"
    }
  }
}
