import EntityModel
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
    let terms = names.compactMap(\.stringValue).map { IndexTerm($0) }
    for literal in names {
      guard let text = literal.stringValue else { continue }
      let term = IndexTerm(text)
      let name = term.property
      if kind == .unique, term.role == .descending {
        found.append(.uniqueTerm(literal, term))
        continue
      }
      guard seen.insert(term.isCondition ? "\(name) is nil" : name).inserted else {
        found.append(.repeatedIndexedProperty(literal, name))
        continue
      }
      let owner = term.isLeaf ? term.owner : name
      if let property = description.properties.first(where: { $0.identifier == owner }) {
        hasOwn = true
        if case .derived = property.content, !term.isLeaf {
          if kind == .unique {
            found.append(.uniqueDerived(literal, property))
          } else if term.isCondition || term.ignoresCase {
            found.append(.derivedTerm(literal, property))
          }
        } else if !property.hasColumn {
          found.append(.indexedProperty(literal, property))
        } else if term.isLeaf {
          // What leaves an attribute has, its type says, which is declared elsewhere.
          if property.isToOne { found.append(.indexedPath(literal, term, of: entity.header)) }
          if term.ignoresCase { found.append(.foldedLeaf(literal, term)) }
        } else if term.ignoresCase, !property.type.isText {
          found.append(.foldedTerm(literal, term))
        } else if term.isCondition, !property.type.isOptional {
          found.append(.requiredIndexCondition(literal, property))
        }
      } else if term.isKind {
        // A property that is inherited may be called so.
        guard entity.header.superentity == nil else { continue }
        hasOwn = true
        if kind == .unique {
          found.append(.uniqueKind(literal, term))
        } else if term.isCondition || term.ignoresCase {
          found.append(.kindTerm(literal, term))
        }
      } else if entity.header.superentity == nil {
        found.append(
          .unknownIndexedProperty(literal, term, of: entity.header, description.columns))
      }
    }
    guard found.isEmpty else { return found }
    let isList =
      terms.count == 1 && !terms[0].isCondition
      && (terms[0].isLeaf || (terms[0].isKind && !declares(IndexTerm.kind)))
    if (names.count < 2 && !isList) || terms.allSatisfy(\.isCondition) {
      return [.shortIndex(list, terms.first, kind)]
    }
    // Of a class that extends another one, the rest of the names may be inherited.
    return hasOwn ? [] : [.inheritedIndex(list, of: entity.header)]
  }

  /// `true` if the class declares a property called `name`.
  private func declares(_ name: String) -> Bool {
    description.properties.contains { $0.identifier == name }
  }
}

extension TypeSpelling {
  /// `true` if the type is written as that of a text, which may be absent.
  fileprivate var isText: Bool { !isHolder && ["String", "Swift.String"].contains(element) }
}
