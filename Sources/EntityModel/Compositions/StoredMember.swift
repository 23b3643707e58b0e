/// Describes a property of a `@DictionaryStorage`, which requests can name: `settings.theme`.
///
/// It is of the program and not of its stores, as rules are: what is asked for is computed of the
/// JSON, which is the same whatever the properties are.
package struct StoredMember: Hashable, Sendable {
  /// One of the properties that lead to the value.
  package struct Step: Hashable, Sendable {
    /// The names that lead to the member, with dots between them.
    package let path: String

    /// `true` if null is no value, and not the one that there is for where the member is missing.
    package let readsNull: Bool

    /// The value of the property that all steps lead to where this one's member is missing or of
    /// another type.
    package let fallback: StoredValue

    package init(path: String, readsNull: Bool, fallback: StoredValue) {
      (self.path, self.readsNull, self.fallback) = (path, readsNull, fallback)
    }
  }

  /// What the member has to be.
  package enum Form: String, Hashable, Sendable {
    /// A value of the type.
    case value

    /// An object, which is a storage within.
    case object
  }

  /// The names of the properties, with dots between them.
  package let name: String

  /// The properties that lead to the value, at least one.
  package let steps: [Step]

  /// The kind of value; `json` for a storage within and for what is JSON itself.
  package let type: StorageType

  /// What the member has to be.
  package let form: Form

  /// The values that the type has; empty for all of its kind.
  package let cases: [StoredValue]

  /// Why requests cannot name the property, in words; `nil` where they can.
  package let refusal: String?

  package init(
    name: String, steps: [Step], type: StorageType, form: Form = .value,
    cases: [StoredValue] = [], refusal: String? = nil
  ) {
    self.name = name
    self.steps = steps
    self.type = type
    self.form = form
    self.cases = cases
    self.refusal = refusal
  }

  /// `true` if the property may have no value.
  package var isOptional: Bool { steps.contains { $0.readsNull || $0.fallback.isNull } }
}

extension Attribute {
  /// The properties of the storage that the attribute is, which requests can name, as attributes
  /// whose names have dots: `settings.theme`.
  package var memberAttributes: [Attribute] {
    members.filter { $0.refusal == nil }.map { member in
      Attribute(
        name: "\(name).\(member.name)", column: "\(column).\(member.name)", type: member.type,
        isOptional: isOptional || member.isOptional, isSecret: isSecret, isExternal: isExternal)
    }
  }
}
