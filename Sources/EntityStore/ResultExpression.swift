package import EntityModel

/// What a column of a result holds, as data: a property, or what is computed over a property of
/// many objects.
package struct ResultExpression: Hashable, Sendable {
  /// What is made of a property's values.
  package enum Function: String, Hashable, Sendable {
    /// The value itself.
    case value

    /// How many values there are; how many objects for the empty path.
    case count

    /// How many different values there are.
    case distinctCount

    /// The values added up; zero for none.
    case sum

    /// The sum divided by the count; nothing for none.
    case average

    /// The first of the values in their order; nothing for none.
    case minimum

    /// The last of the values in their order; nothing for none.
    case maximum
  }

  /// What is made of the values.
  package let function: Function

  /// The way to the attribute or the to-one relationship.
  package let path: PropertyPath

  /// Creates the column that `function` makes of the property at `path`.
  package init(_ function: Function, _ path: PropertyPath = PropertyPath()) {
    self.function = function
    self.path = path
  }

  /// `true` if the column is computed over many objects.
  package var isAggregate: Bool { function != .value }

  /// The column as text, which no other one has: `author.name`, `sum(pages)`.
  package var text: String {
    function == .value ? path.text : "\(function.rawValue)(\(path.text))"
  }

  /// Returns the type of the column when the property's is `type`.
  package func type(of type: StorageType) -> StorageType {
    switch function {
    case .value, .minimum, .maximum: type
    case .count, .distinctCount: .int64
    case .sum: type.storageClass == .integer ? .int64 : type == .decimal ? .decimal : .double
    case .average: type == .decimal ? .decimal : .double
    }
  }
}
