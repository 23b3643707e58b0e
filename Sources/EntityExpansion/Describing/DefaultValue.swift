import SwiftReader

/// The value of a property in an object that was given none.
package struct DefaultValue: Sendable {
  /// The expression as its author wrote it.
  package let text: String
  /// `true` if literals alone make the value.
  package let isLiteral: Bool
  /// The expression for the description, where the value is the same at every evaluation; members
  /// are qualified, so that `.none` of an enumeration is not taken for nil.
  let constant: String?

  /// What an object is given where it is to keep the time by itself: no time.
  static let noTime = DefaultValue(text: ".distantPast", isLiteral: false, constant: nil)

  private init(text: String, isLiteral: Bool, constant: String?) {
    self.text = text
    self.isLiteral = isLiteral
    self.constant = constant
  }

  /// Takes the value of a property of `type` from `initializer`; nil where it says no more than
  /// that the type is optional.
  init?(_ initializer: Expression, of type: TypeSpelling) {
    let member = initializer.implicitMemberName
    if type.isOptional, initializer.isNil || member == "none" { return nil }
    text = initializer.text
    isLiteral = initializer.isLiteral
    if !initializer.isConstant {
      constant = nil
    } else if member != nil, let base = type.base {
      constant = base + initializer.text
    } else {
      constant = initializer.text
    }
  }
}
