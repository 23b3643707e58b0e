import SwiftReader

extension SyntaxView {
  /// The source on one line: a single space wherever space or comments stand between two tokens,
  /// and nothing where a line is broken beside a bracket.
  package var spelling: String {
    var result = ""
    for index in tokens {
      let trivia = tree.triviaRange(index)
      if index != tokens.lowerBound, !trivia.isEmpty {
        let isBroken = tree.tokens[index].flags.contains(.startsLine)
        let isInside =
          tree.tokens[index - 1].kind.opensBracket || tree.tokens[index].kind.closesBracket
        if !(isBroken && isInside) { result += " " }
      }
      result += tree.tokenText(index)
    }
    return result
  }
}

extension Token.Kind {
  fileprivate var opensBracket: Bool {
    self == .leftParen || self == .leftSquare || self == .leftAngle
  }

  fileprivate var closesBracket: Bool {
    self == .rightParen || self == .rightSquare || self == .rightAngle
  }
}

extension TypeSyntax {
  /// The type of the objects that a to-many relationship of this type holds; nil for a to-one.
  ///
  /// `Set<T>?` is an error of its author and is read as the `Set<T>` that was meant.
  var relationshipHolder: TypeSyntax? {
    let form = form
    let heldForm = form.wrapped?.form ?? form
    return heldForm.setElement ?? heldForm.arrayElement
  }

  /// The element of `Set<Element>`, nil for other types.
  var setElement: TypeSyntax? { form.setElement }

  /// The element of `[Element]` or `Array<Element>`, nil for other types.
  var arrayElement: TypeSyntax? { form.arrayElement }

  /// The last component of a type's name without generic arguments, nil where it has no name.
  var simpleName: String? { form.simpleName }
}

extension TypeSyntax.Form {
  /// The element of `Set<Element>`, nil for other types.
  var setElement: TypeSyntax? {
    guard case .identifier(let identifier) = self, identifier.name == "Set",
      identifier.base == nil || identifier.base?.text == "Swift",
      identifier.genericArguments.count == 1
    else { return nil }
    return identifier.genericArguments[0]
  }

  /// The element of `[Element]` or `Array<Element>`, nil for other types.
  var arrayElement: TypeSyntax? {
    switch self {
    case .array(let element): return element
    case .identifier(let identifier)
    where identifier.name == "Array" && identifier.genericArguments.count == 1:
      return identifier.genericArguments[0]
    default: return nil
    }
  }

  /// The last component of a type's name without generic arguments, nil where it has no name.
  var simpleName: String? {
    if case .identifier(let identifier) = self { identifier.name } else { nil }
  }
}

extension Expression {
  /// The value of an integer literal with or without sign, nil for other expressions.
  var signedInteger: Int? {
    if case .integer(let value) = form { return value }
    guard isSignedNumber else { return nil }
    return Int(spelling.replacing("_", with: "").replacing(" ", with: ""))
  }

  /// `true` if the expression is a number with a sign before it.
  var isSignedNumber: Bool {
    guard tokens.count == 2, tree.tokens[tokens.lowerBound].kind == .prefixOperator else {
      return false
    }
    let kind = tree.tokens[tokens.lowerBound + 1].kind
    return ["-", "+"].contains(tree.tokenText(tokens.lowerBound))
      && (kind == .integer || kind == .float)
  }

  /// `true` if the expression is `nil`.
  var isNil: Bool {
    if case .nil = form { true } else { false }
  }

  /// `true` if the expression is short enough to be taken apart to its last literal.
  ///
  /// Nesting that nobody writes must not overflow the stack, and what is longer is only less known.
  var isShort: Bool { tokens.count <= 1000 }

  /// `true` if the expression is made of literals alone.
  var isLiteral: Bool {
    guard isShort else { return false }
    return switch form {
    case .string(let value): value != nil
    case .integer, .float, .boolean, .nil: true
    case .array(let elements): elements.allSatisfy(\.isLiteral)
    case .dictionary(let elements):
      elements.allSatisfy { $0.key.isLiteral && $0.value.isLiteral }
    default: isSignedNumber
    }
  }

  /// `true` if evaluating the expression again and elsewhere gives the same value: literals,
  /// references to members, arrays and dictionaries of them.
  var isConstant: Bool {
    guard isShort else { return false }
    return switch form {
    case .member(base: nil, let name): name != "init"
    case .member(base: let base?, let name): base.isName && name != "init"
    case .array(let elements): elements.allSatisfy(\.isConstant)
    case .dictionary(let elements):
      elements.allSatisfy { $0.key.isConstant && $0.value.isConstant }
    default: isLiteral
    }
  }

  /// `true` if the expression is a name with or without qualification.
  private var isName: Bool {
    guard isShort else { return false }
    return switch form {
    case .identifier: true
    case .member(base: let base?, _): base.isName
    default: false
    }
  }
}

extension DeclarationView {
  /// `true` if the declaration is marked as deprecated.
  package var isDeprecated: Bool {
    attributes(named: "available").contains { annotation in
      annotation.arguments.contains { $0.label == "deprecated" || $0.value.text == "deprecated" }
    }
  }

  /// Returns the bytes of the first modifier that is called one of `names`.
  func range(ofModifier names: String...) -> Range<Int>? {
    modifiers.first { names.contains($0.name) }?.range
  }
}
