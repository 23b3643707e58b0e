import SwiftReader

/// A property's type in the forms that generated code needs.
package struct TypeSpelling: Sendable {
  /// The type as a property can be declared with it; `T!` is spelled `T?`.
  package let text: String
  /// The element of a set or an array, or the type without `?`.
  package let element: String
  /// The type of the members of a to-many relationship: that of a set, or of an array.
  package let members: String
  package let isOptional: Bool
  /// `true` if the type, optional or not, is a set or an array.
  let isHolder: Bool
  /// `true` if the type, optional or not, is an array.
  package let isArray: Bool
  /// An expression for the type itself, like `String.self`.
  let metatype: String
  /// The type without `?`, where it is a name that members can be asked of; nil for other types.
  let base: String?
  /// `true` if the type, optional or not, is a number, a date or a UUID, which are read with the
  /// row. Values of other types may stay bytes until they are wanted.
  let isReadWithRow: Bool

  /// Takes the forms from `type`.
  init(_ type: TypeSyntax) {
    // Reading a form goes through the type's tokens, so that each is read once.
    let form = type.form
    let wrapped = form.wrapped
    let heldForm = wrapped?.form ?? form
    if case .implicitlyUnwrapped = form {
      text = type.spelling.dropLast() + "?"
    } else {
      text = type.spelling
    }
    isOptional = wrapped != nil
    let holder = heldForm.setElement ?? heldForm.arrayElement
    isHolder = holder != nil
    let bare = wrapped?.spelling ?? text
    element = holder?.spelling ?? bare
    members = holder == nil ? "Set<\(element)>" : bare
    isArray = heldForm.arrayElement != nil
    base = heldForm.simpleName == nil ? nil : bare
    isReadWithRow = heldForm.simpleName.map(Self.namesReadWithRow.contains) ?? false
    switch form {
    case .any, .some, .composition, .attributed, .function: metatype = "(\(text)).self"
    default: metatype = "\(text).self"
    }
  }

  private static let namesReadWithRow: Set<String> = [
    "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "Float", "Double", "Date", "UUID",
  ]
}
