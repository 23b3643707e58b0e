import SwiftReader

/// An argument of `@Entity` that lists properties which are unique or indexed together.
struct IndexArgument {
  /// What the properties are together.
  enum Kind: String, CaseIterable {
    case unique, indexes

    /// What a single property is marked.
    var mark: String { self == .unique ? ".unique" : ".indexed" }

    /// What the properties of a list are.
    var words: String { self == .unique ? "unique together" : "indexed together" }
  }

  let kind: Kind
  let argument: Argument

  /// Reads `argument`; `nil` if it is another one.
  init?(_ argument: Argument) {
    guard let kind = argument.label.flatMap(Kind.init(rawValue:)) else { return nil }
    (self.kind, self.argument) = (kind, argument)
  }

  /// The lists, each with its literals; `nil` if they cannot be read when the program is built.
  var lists: [(list: Expression, names: [Expression])]? {
    guard case .array(let lists) = argument.value.form else { return nil }
    var read: [(list: Expression, names: [Expression])] = []
    for list in lists {
      guard case .array(let names) = list.form, names.allSatisfy({ $0.stringValue != nil }) else {
        return nil
      }
      read.append((list, names))
    }
    return read
  }
}

extension EntityHeader {
  /// Returns the lists of properties that are `kind`, as far as they can be read.
  func lists(of kind: IndexArgument.Kind) -> [[String]] {
    let argument = (annotation?.arguments ?? []).lazy.compactMap { IndexArgument($0) }
      .first { $0.kind == kind }
    return (argument?.lists ?? []).map { $0.names.compactMap(\.stringValue) }
  }
}
