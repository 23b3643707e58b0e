import EntityModel
import SwiftReader

/// What an attribute is derived of, as its annotation writes it:
/// `.derived { (author: Fields<Author>) in author.books.count }`.
package struct WrittenDerivation: Sendable {
  /// The bytes of the whole.
  let range: Range<Int>

  /// The closure, where it is one of one parameter.
  let closure: Expression?

  /// The class whose properties the parameter is written to have, nil where its type is not
  /// `Fields<Class>`.
  let entity: String?

  /// Reads `argument`, nil for other expressions.
  init?(_ argument: Expression) {
    let isNamed: Bool
    var given: [Expression] = []
    switch argument.form {
    case .call(let callee, let arguments, let closures):
      isNamed = callee.memberName(of: "AttributeOption") == "derived"
      given = arguments.map(\.value) + closures.map(\.closure)
    default: isNamed = argument.memberName(of: "AttributeOption") == "derived"
    }
    guard isNamed else { return nil }
    range = argument.range
    guard given.count == 1, case .closure(let closure) = given[0].form,
      closure.parameters.count == 1
    else {
      self.closure = nil
      entity = nil
      return
    }
    self.closure = given[0]
    guard case .identifier(let type)? = closure.parameterTypes[0]?.form,
      type.name == "Fields" || type.name.hasSuffix(".Fields"), type.genericArguments.count == 1
    else {
      entity = nil
      return
    }
    entity = type.genericArguments[0].spelling
  }
}

/// What the annotation of a derived attribute says.
package struct DerivedArguments: Sendable {
  /// The closure as written.
  let closure: String

  /// `true` if the values have an index.
  package let isIndexed: Bool

  /// Which member of JSON the attribute is, as written, or nil for that of its name.
  package let json: String?

  /// Takes what `annotation` says rightly, nil where the attribute is not derived, or it cannot be
  /// known of what.
  init?(_ annotation: PropertyAnnotation?) {
    guard let arguments = annotation?.unlabeled,
      let derivation = arguments.lazy.compactMap({ WrittenDerivation($0.value) }).first,
      let closure = derivation.closure, derivation.entity != nil
    else { return nil }
    self.closure = closure.text
    isIndexed = arguments.contains { AttributeOption(argument: $0.value) == .indexed }
    json = annotation?.jsonName
  }
}

extension PropertyAnnotation {
  /// What the attribute is derived of, rightly written or not; nil where it is not derived.
  var derivation: WrittenDerivation? {
    kind == .attribute ? unlabeled.lazy.compactMap { WrittenDerivation($0.value) }.first : nil
  }
}
