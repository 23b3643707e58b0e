import EntityModel
public import EntityStore

/// The struct in which generated code stores the values of one class.
public protocol __EntityValues {
  /// Writes the value of the property `index`; `false` if it is another class's.
  // It changes nothing; a value that is not lent would be copied, and references counted.
  mutating func __write(_ index: Int, _ row: __RowWriter) -> Bool
}

/// What has been changed in an object since it was read or saved, and the values from before: a
/// link for each class of its ancestors, the last one first.
///
/// An object without a row has a link that stores no values.
// It is one allocation for a root class, made where the values' type is known: a first change is
// made many times, and looking a generic type up took longer than all the rest of it.
public class __Snapshot {
  /// `true` if there are values from before the first change.
  final let hasValues: Bool

  /// The link of the superclass.
  @usableFromInline final let inherited: __Snapshot?

  /// `true` if other new objects, made alike, have this link too, so that it may not change.
  final var isShared = false

  /// The properties that have been given values.
  final var properties: PropertySet = []

  /// The stored values that the properties' types did not know before the first change.
  final var unrecognized: [Int: StoredValue] = [:]

  @usableFromInline init(hasValues: Bool, after inherited: __Snapshot?) {
    self.hasValues = hasValues
    self.inherited = inherited
  }

  /// Returns a link that stores `values`, those of one class; `inherited` if there are none.
  @inlinable public static func storing<Values: __EntityValues>(
    _ values: Values?, after inherited: __Snapshot?
  ) -> __Snapshot? {
    guard let values else { return inherited }
    return __TypedSnapshot(values, after: inherited)
  }

  /// Returns the values of the class whose values are of the type asked for, or `nil`.
  @inlinable public final func values<Values: __EntityValues>(of wanted: Values.Type) -> Values? {
    var link: __Snapshot? = self
    while let current = link {
      if let typed = current as? __TypedSnapshot<Values> { return typed.values }
      link = current.inherited
    }
    return nil
  }

  /// Writes the value that the property `index` had before the first change.
  func write(_ index: Int, _ row: __RowWriter) { row.writeNull() }

  /// The values before the first change; `nil` for an object that has no row.
  final var original: __Snapshot? { hasValues ? self : nil }
}

/// The values of one class in a snapshot.
public final class __TypedSnapshot<Values: __EntityValues>: __Snapshot {
  /// The values, which nobody changes; they are lent, since a copy would count references.
  @exclusivity(unchecked) @usableFromInline var values: Values

  @inlinable init(_ values: Values, after inherited: __Snapshot?) {
    self.values = values
    super.init(hasValues: true, after: inherited)
  }

  override func write(_ index: Int, _ row: __RowWriter) {
    if values.__write(index, row) { return }
    if let inherited { inherited.write(index, row) } else { row.writeNull() }
  }
}
