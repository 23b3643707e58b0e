import EntityModel

/// The shortest ways to say what a test needs.
extension Property {
  /// An attribute that holds a string.
  static func string(_ name: String, column: String? = nil) -> Property {
    .attribute(Attribute(name: name, column: column, type: .string))
  }

  /// A to-one that may hold nil.
  static func one(
    _ name: String, _ target: String, inverse: String, _ deleteRule: DeleteRule = .nullify,
    column: String? = nil
  ) -> Property {
    .relationship(
      .toOne(
        name, target, isOptional: true, inverse: inverse, deleteRule: deleteRule, column: column))
  }

  /// A to-one that always holds an object.
  static func required(
    _ name: String, _ target: String, inverse: String, _ deleteRule: DeleteRule = .nullify
  ) -> Property {
    .relationship(
      .toOne(name, target, isOptional: false, inverse: inverse, deleteRule: deleteRule))
  }

  /// A to-many that holds from `minimum` to `maximum` objects.
  static func many(
    _ name: String, _ target: String, inverse: String, _ deleteRule: DeleteRule = .nullify,
    minimum: Int = 0, maximum: Int? = nil
  ) -> Property {
    .relationship(
      .toMany(
        name, target, inverse: inverse, deleteRule: deleteRule, minimumCount: minimum,
        maximumCount: maximum))
  }

  /// A fetched property that holds all the objects of `target`.
  static func fetch(_ name: String, _ target: String) -> Property {
    .fetched(Fetched(name: name, target: target))
  }
}
