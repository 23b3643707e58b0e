/// A word with a meaning in the grammar, reserved or contextual.
package enum Keyword: UInt8, Sendable, CaseIterable {
  case none

  // Words that introduce types and functions; `actor` is contextual.
  case actor, `class`, `enum`, `extension`, `func`, `protocol`, `struct`

  // Other reserved words that introduce declarations.
  case `associatedtype`, `deinit`, `import`, initWord, `let`, `operator`, `precedencegroup`
  case `subscript`, `typealias`, `var`

  // Reserved words that modify declarations.
  case `fileprivate`, `inout`, `internal`, `private`, `public`, `static`

  // Reserved words of statements.
  case `break`, `case`, `catch`, `continue`, `default`, `defer`, `do`, `else`, `fallthrough`
  case `for`, `guard`, `if`, `in`, `repeat`, `return`, `switch`, `where`, `while`

  // Reserved words of expressions and types.
  case anyType, `as`, `false`, `is`, `nil`, `rethrows`, selfValue, selfType, `super`, `throw`,
    `throws`
  case `true`, `try`, wildcard

  // Contextual words that introduce declarations.
  case macro

  // Contextual words that modify declarations.
  case `open`, `package`, final, dynamic, lazy, optional, required, convenience, override, weak
  case unowned, mutating, nonmutating, indirect, prefix, postfix, infix, consuming, borrowing
  case isolated, nonisolated, distributed, async, reasync, sending, _const, _local, oldConsuming
  case setterAccess, yielding

  // Contextual words of accessors.
  case get, set, willSet, didSet, _read, _modify, read, modify, borrow, mutate
  case unsafeAddress, unsafeMutableAddress, addressWithOwner, addressWithNativeOwner
  case mutableAddressWithOwner, mutableAddressWithNativeOwner

  // Contextual words of expressions, types and statements.
  case await, any, some, each, consume, copy, unsafe, yield, then, discard, left, right
  case of, module, file, until, metatype, protocolMetatype
  case oldShared, oldOwned, _borrow, _move, _resultDependsOn, _resultDependsOnSelf, scoped,
    dependsOn

  /// The word as written.
  package var text: String {
    switch self {
    case .none: ""
    case .wildcard: "_"
    case .initWord: "init"
    case .anyType: "Any"
    case .selfValue: "self"
    case .selfType: "Self"
    case .metatype: "Type"
    case .protocolMetatype: "Protocol"
    case .oldConsuming: "__consuming"
    case .oldShared: "__shared"
    case .oldOwned: "__owned"
    case .setterAccess: "__setter_access"
    default: "\(self)"
    }
  }

  /// `true` if the word cannot be a plain identifier.
  package var isReserved: Bool {
    rawValue >= Keyword.class.rawValue && rawValue <= Keyword.wildcard.rawValue
  }

  /// `true` if the word introduces types or functions.
  var isLandmark: Bool {
    rawValue >= Keyword.actor.rawValue && rawValue <= Keyword.struct.rawValue
  }
}
