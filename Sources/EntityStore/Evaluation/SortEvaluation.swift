package import EntityModel

extension SortTerm {
  /// Compares `left` and `right` by this term: negative, zero or positive.
  package func order<Subject: PredicateSubject>(_ left: Subject, _ right: Subject) -> Int {
    order(value(of: left), value(of: right))
  }

  /// Compares two values of the operand, of the types named, by this term: negative, zero or
  /// positive.
  package func order(
    _ first: (type: StorageType?, value: StoredValue),
    _ second: (type: StorageType?, value: StoredValue)
  ) -> Int {
    let (first, second) = (compared(first), compared(second))
    if let absent, first.value.isNull != second.value.isNull {
      return first.value.isNull == (absent == .first) ? -1 : 1
    }
    let result =
      language?.order(first.value, second.value)
      ?? StoredValue.sortOrder(
        first.value, second.value, as: first.type ?? second.type ?? .string)
    return order == .ascending ? result : -result
  }

  /// Returns the value of `subject` to sort by, and its type.
  private func value(
    of subject: some PredicateSubject
  ) -> (type: StorageType?, value: StoredValue) {
    let value = operand.value(for: subject)
    return (operand.type { subject.attributeType(at: $0) }, value)
  }

  /// Returns the value that is compared in the place of `found`: without case if that is ignored.
  private func compared(
    _ found: (type: StorageType?, value: StoredValue)
  ) -> (type: StorageType?, value: StoredValue) {
    (found.type, ignoresCase && found.type != .decimal ? found.value.foldedText : found.value)
  }
}

extension TextOrder {
  /// Returns how two texts are ordered: negative, zero or positive; `nil` where one of the values
  /// is no text, or the process does not know the order.
  package func order(_ left: StoredValue, _ right: StoredValue) -> Int? {
    guard case .text(let left) = left, case .text(let right) = right else { return nil }
    return comparison?(left, right)
  }
}

extension PredicateSubject {
  /// Returns the type of the attribute that `path` leads to, or `nil` if there is none.
  fileprivate func attributeType(at path: PropertyPath) -> StorageType? {
    var subject = self
    for name in path.names.dropLast() {
      guard let next = subject.relatedObject(name) else { return nil }
      subject = next
    }
    return path.names.last.flatMap { subject.attributeValue($0)?.type }
  }
}
