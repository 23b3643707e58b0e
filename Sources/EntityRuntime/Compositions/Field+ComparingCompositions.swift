import EntityModel
import EntityStore

// Comparisons of a composition with a constant, leaf by leaf.

/// Each leaf of the composition equals that of the constant; those of compositions within too.
///
/// The fetch refuses it where a leaf is stored as JSON, which is compared with nothing but `nil`.
public func == <Root, Value: Composition>(
  left: Field<Root, Value>, right: Value
) -> Condition<Root> { Condition(equality(left.path, right)) }

/// The composition is there, and each leaf of it equals that of the constant; or neither is there.
@_disfavoredOverload
public func == <Root, Value: Composition>(
  left: Field<Root, Value?>, right: Value?
) -> Condition<Root> {
  right.map { Condition(equality(left.path, $0)) } ?? left.isAbsent()
}

/// A leaf of the composition does not equal that of the constant, or the composition is not there.
public func != <Root, Value: Composition>(
  left: Field<Root, Value>, right: Value
) -> Condition<Root> { Condition(.not(equality(left.path, right))) }

/// A leaf of the composition does not equal that of the constant, or one of the two is not there.
@_disfavoredOverload
public func != <Root, Value: Composition>(
  left: Field<Root, Value?>, right: Value?
) -> Condition<Root> { !(left == right) }

/// Each leaf of the constant equals that of the composition.
public func == <Root, Value: Composition>(
  left: Value, right: Field<Root, Value>
) -> Condition<Root> { right == left }

/// A leaf of the constant does not equal that of the composition, or that is not there.
public func != <Root, Value: Composition>(
  left: Value, right: Field<Root, Value>
) -> Condition<Root> { right != left }

/// Refuses to compare two compositions of objects.
@available(
  *, unavailable,
  message: "two compositions are compared by their leaves: '$0.home.city == $0.work.city'"
)
public func == <Root, Value: Composition>(
  left: Field<Root, Value>, right: Field<Root, Value>
) -> Condition<Root> { .false }

/// Refuses to compare two compositions of objects.
@available(
  *, unavailable,
  message: "two compositions are compared by their leaves: '$0.home.city == $0.work.city'"
)
public func == <Root, Value: Composition>(
  left: Field<Root, Value?>, right: Field<Root, Value>
) -> Condition<Root> { .false }

/// Refuses to compare two compositions of objects.
@available(
  *, unavailable,
  message: "two compositions are compared by their leaves: '$0.home.city == $0.work.city'"
)
public func == <Root, Value: Composition>(
  left: Field<Root, Value>, right: Field<Root, Value?>
) -> Condition<Root> { .false }

/// Refuses to compare two compositions of objects.
@available(
  *, unavailable,
  message: "two compositions are compared by their leaves: '$0.home.city != $0.work.city'"
)
public func != <Root, Value: Composition>(
  left: Field<Root, Value>, right: Field<Root, Value>
) -> Condition<Root> { .false }

/// Returns the condition that the composition at `path` is `value`.
private func equality<Value: Composition>(_ path: PropertyPath, _ value: Value) -> PredicateTree {
  var parts: [PredicateTree] = []
  let isPresent = addEquality(path, value, Value.__leafTable, to: &parts)
  // Where a leaf has to have a value, there is a composition.
  if !isPresent {
    parts.insert(.comparison(.attribute(path), .notEqual, .value(.null)), at: 0)
  }
  return parts.count == 1 ? parts[0] : .all(parts)
}

/// Adds the conditions that the leaves of the composition at `path`, which `table` lists, are those
/// of `value`; returns whether one of them has to have a value.
private func addEquality(
  _ path: PropertyPath, _ value: Any, _ table: __LeafTable, to parts: inout [PredicateTree]
) -> Bool {
  var isPresent = false
  for entry in table.entries {
    let leaf = PropertyPath(
      path.names.dropLast() + ["\(path.names.last ?? "").\(entry.leaf.name)"], from: path.start)
    let own = value[keyPath: entry.keyPath].flatMap { flattened($0) }
    if let inner = entry.inner {
      guard let own else {
        parts.append(.comparison(.attribute(leaf), .equal, .value(.null)))
        continue
      }
      var within: [PredicateTree] = []
      let hasValue = addEquality(leaf, own, inner.__leafTable, to: &within)
      if !hasValue, entry.leaf.isOptional {
        within.insert(.comparison(.attribute(leaf), .notEqual, .value(.null)), at: 0)
      }
      parts += within
      isPresent = isPresent || hasValue || entry.leaf.isOptional
    } else if entry.leaf.type.isOrdered || own == nil {
      let stored = (own as? any Storable)?.storedValue ?? .null
      parts.append(.comparison(.attribute(leaf), .equal, .value(stored)))
      isPresent = isPresent || !stored.isNull
    } else {
      parts.append(
        .refused(
          "a comparison of '\(path.text)' as a whole, of which '\(leaf.text)' is stored as JSON "
            + "(compare the other leaves)"))
    }
  }
  return isPresent
}
