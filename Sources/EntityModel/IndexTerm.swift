/// A part of an index as its list writes it: `"author"`, `"home.city"`, `"-published"`,
/// `"title.lowercased()"`, `"deletedAt == nil"`, `"deletedAt != nil"` or, of the class, `"entity"`.
package struct IndexTerm: Hashable, Sendable {
  /// What the property does in the index.
  package enum Role: Hashable, Sendable {
    /// Objects are found and sorted by it.
    case ascending, descending

    /// The index is of the objects alone that have no value of it, or that have one.
    case absent, present
  }

  /// The name of the property, or of the leaf of a composition.
  package let property: String

  /// What the property does in the index.
  package let role: Role

  /// `true` if its texts are in the index without case.
  package let ignoresCase: Bool

  /// What follows the name of a property whose texts are in the index without case.
  private static let lowercased = ".lowercased()"

  /// Reads `text`; what is nothing else is the name of a property.
  package init(_ text: String) {
    let roles: [(suffix: String, role: Role)] = [(" == nil", .absent), (" != nil", .present)]
    for (suffix, role) in roles where text.hasSuffix(suffix) {
      self.init(String(text.dropLast(suffix.count)), role)
      return
    }
    let name = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let ignoresCase = name.hasSuffix(Self.lowercased)
    self.init(
      String(ignoresCase ? name.dropLast(Self.lowercased.count) : name),
      name.count < text.count ? .descending : .ascending, ignoresCase: ignoresCase)
  }

  /// Creates the term of `property` in a role, without case if `ignoresCase`.
  package init(_ property: String, _ role: Role, ignoresCase: Bool = false) {
    (self.property, self.role, self.ignoresCase) = (property, role, ignoresCase)
  }

  /// The name of the property itself: that of the composition, where it is one of a leaf.
  package var owner: String { String(property.prefix { $0 != "." }) }

  /// `true` if the property has the form of a leaf's name, `home.city`.
  package var isLeaf: Bool {
    let names = property.split(separator: ".", omittingEmptySubsequences: false)
    return names.count > 1
      && names.allSatisfy { name in
        name.first?.isNumber == false
          && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      }
  }

  /// What a list calls the class of an object, where no property has the name.
  package static let kind = "entity"

  /// `true` if the term is about the class of an object, unless that is the name of a property.
  package var isKind: Bool { property == Self.kind }

  /// `true` if the term says which objects the index is of.
  package var isCondition: Bool { role == .absent || role == .present }

  /// The term as a list writes it.
  package var text: String {
    let name = property + (ignoresCase ? Self.lowercased : "")
    return switch role {
    case .ascending: name
    case .descending: "-\(name)"
    case .absent: "\(property) == nil"
    case .present: "\(property) != nil"
    }
  }

  /// What follows the name of a property, in words, whose texts are in an index without case.
  package static let ignoringCase = " ignoring case"

  /// Returns the term of the property `name` in the same role.
  package func renamed(_ name: String) -> IndexTerm {
    IndexTerm(name, role, ignoresCase: ignoresCase)
  }

  /// Returns what `terms` are in words, `name` being those for a property: `'author' and
  /// 'published' descending where 'deletedAt' is nil`.
  package static func words(of terms: [IndexTerm], _ name: (String) -> String) -> String {
    let columns = terms.filter { !$0.isCondition }.map { term in
      name(term.property) + (term.ignoresCase ? ignoringCase : "")
        + (term.role == .descending ? " descending" : "")
    }
    let conditions = terms.filter(\.isCondition).map { term in
      name(term.property) + (term.role == .absent ? " is nil" : " is not nil")
    }
    return columns.joined(separator: " and ")
      + (conditions.isEmpty ? "" : " where \(conditions.joined(separator: " and "))")
  }
}
