/// A part of an index as its list writes it: `"author"`, `"-published"`, `"deletedAt == nil"` or
/// `"deletedAt != nil"`.
package struct IndexTerm: Hashable, Sendable {
  /// What the property does in the index.
  package enum Role: Hashable, Sendable {
    /// Objects are found and sorted by it.
    case ascending, descending

    /// The index is of the objects alone that have no value of it, or that have one.
    case absent, present
  }

  /// The name of the property.
  package let property: String

  /// What the property does in the index.
  package let role: Role

  /// Reads `text`; what is nothing else is the name of a property.
  package init(_ text: String) {
    let roles: [(suffix: String, role: Role)] = [(" == nil", .absent), (" != nil", .present)]
    for (suffix, role) in roles where text.hasSuffix(suffix) {
      self.init(String(text.dropLast(suffix.count)), role)
      return
    }
    if text.hasPrefix("-") {
      self.init(String(text.dropFirst()), .descending)
    } else {
      self.init(text, .ascending)
    }
  }

  /// Creates the term of `property` in a role.
  package init(_ property: String, _ role: Role) { (self.property, self.role) = (property, role) }

  /// `true` if the term says which objects the index is of.
  package var isCondition: Bool { role == .absent || role == .present }

  /// The term as a list writes it.
  package var text: String {
    switch role {
    case .ascending: property
    case .descending: "-\(property)"
    case .absent: "\(property) == nil"
    case .present: "\(property) != nil"
    }
  }

  /// Returns the term of the property `name` in the same role.
  package func renamed(_ name: String) -> IndexTerm { IndexTerm(name, role) }

  /// Returns what `terms` are in words, `name` being those for a property: `'author' and
  /// 'published' descending where 'deletedAt' is nil`.
  package static func words(of terms: [IndexTerm], _ name: (String) -> String) -> String {
    let columns = terms.filter { !$0.isCondition }.map { term in
      name(term.property) + (term.role == .descending ? " descending" : "")
    }
    let conditions = terms.filter(\.isCondition).map { term in
      name(term.property) + (term.role == .absent ? " is nil" : " is not nil")
    }
    return columns.joined(separator: " and ")
      + (conditions.isEmpty ? "" : " where \(conditions.joined(separator: " and "))")
  }
}
