import SwiftReader

/// What is wrong with the lists of properties that are unique or indexed together.
extension EntityCheck {
  /// Everything that is wrong with the lists, each at its literal.
  var indexDiagnostics: [TextDiagnostic] {
    var seen: Set<[String]> = []
    return (entity.header.annotation?.arguments ?? []).compactMap { IndexArgument($0) }
      .flatMap { argument in
        (argument.lists ?? []).flatMap { list, names -> [TextDiagnostic] in
          guard seen.insert(names.compactMap(\.stringValue)).inserted else {
            return [.repeatedIndex(list)]
          }
          return diagnostics(of: list, names, argument.kind)
        }
      }
  }

  private func diagnostics(
    of list: Expression, _ names: [Expression], _ kind: IndexArgument.Kind
  ) -> [TextDiagnostic] {
    var found: [TextDiagnostic] = []
    var seen: Set<String> = []
    var hasOwn = false
    for literal in names {
      guard let name = literal.stringValue else { continue }
      guard seen.insert(name).inserted else {
        found.append(.repeatedIndexedProperty(literal, name))
        continue
      }
      if let property = description.properties.first(where: { $0.identifier == name }) {
        hasOwn = true
        if !property.hasColumn { found.append(.indexedProperty(literal, property)) }
      } else if entity.header.superentity == nil {
        found.append(
          .unknownIndexedProperty(literal, name, of: entity.header, description.columns))
      }
    }
    guard found.isEmpty else { return found }
    if names.count < 2 {
      return [.shortIndex(list, names.first?.stringValue, kind)]
    }
    // Of a class that extends another one, the rest of the names may be inherited.
    return hasOwn ? [] : [.inheritedIndex(list, of: entity.header)]
  }
}
