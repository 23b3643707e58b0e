import SwiftReader

/// The value of a property in an object that was given none.
struct DefaultValue: Sendable {
  /// The expression as its author wrote it.
  let text: String
  /// `true` iff literals alone make the value.
  let isLiteral: Bool
  /// The expression for the description, where the value is the same at every evaluation; members
  /// are qualified, so that `.none` of an enumeration is not taken for nil.
  let constant: String?

  /// Takes the value of a property of `type` from `initializer`.
  init(_ initializer: Expression, of type: TypeSpelling) {
    text = initializer.text
    isLiteral = initializer.isLiteral
    if !initializer.isConstant {
      constant = nil
    } else if case .nil = initializer.form {
      constant = nil
    } else if let name = initializer.implicitMemberName, type.isNamed {
      if type.isOptional, name == "none" {
        constant = nil
      } else {
        constant = type.element + initializer.text
      }
    } else {
      constant = initializer.text
    }
  }
}
