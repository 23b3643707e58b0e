package import SwiftReader

/// A class as its author wrote it.
package struct EntityDeclaration: Sendable {
  package let header: EntityHeader
  /// Every `var` and `let` of the class, in order.
  package let properties: [PropertyDeclaration]
  /// Every initialiser that the author wrote.
  let initializers: [FunctionDeclaration]

  /// Reads `members` of the type that `header` opens.
  package init(_ header: EntityHeader, members: [Declaration]) {
    self.header = header
    properties = members.compactMap { $0.asVariable.map(PropertyDeclaration.init) }
    initializers = members.compactMap(\.asFunction).filter { $0.kind == .initializer }
  }

  /// Returns the initialiser that the author wrote with these argument labels, nil if there is
  /// none.
  func initializer(labels: [String]) -> FunctionDeclaration? {
    initializers.first { $0.labels == labels }
  }
}

extension FunctionDeclaration {
  /// The argument labels, `_` where callers write none.
  var labels: [String] { parameters.map { $0.firstName ?? "_" } }
}
