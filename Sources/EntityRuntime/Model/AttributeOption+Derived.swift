public import EntityModel

extension AttributeOption {
  /// The attribute is computed of other attributes of the object, or of the members of a to-many:
  /// `@Attribute(.derived { (author: Fields<Author>) in author.books.count })`.
  ///
  /// Nobody gives it a value. The store keeps counts, extremes and exact sums, whoever changes
  /// rows; `.indexed` beside it gives the values an index.
  ///
  /// - Parameter value: A closure of the object's properties with its type written, which is made
  ///   once; it names attributes of the object, functions of them and constants, or the `count`,
  ///   `sum`, `min`, `max` or `average` of a to-many, which `filter` may restrict by attributes of
  ///   the members.
  public static func derived<Object: ManagedObject, Value>(
    _ value: @Sendable (Fields<Object>) -> Field<Object, Value>
  ) -> AttributeOption { .ruled }
}
