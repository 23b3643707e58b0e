import EntityModel

/// Values are compared and hashed in the form in which they are stored.
extension EntityValues {
  public static func == (left: Self, right: Self) -> Bool {
    left.objectID == right.objectID && left.storedItems == right.storedItems
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(objectID)
    hasher.combine(storedItems)
  }

  /// The attributes and to-ones in their order, inherited ones first.
  var storedItems: [StoredItem] {
    var copy = self
    let collector = StoredItemCollector(__head)
    copy.__visit(collector)
    return collector.items
  }
}

/// Collects what is compared.
private final class StoredItemCollector: __ValuesVisitor {
  let head: __ValuesHead
  var items: [StoredItem] = []

  init(_ head: __ValuesHead) { self.head = head }

  override func see<Value: Codable>(
    _ name: String, _ value: inout Value, _ kind: Kind, _ item: (Value) -> StoredItem
  ) {
    let item = item(value)
    items.append(head.unrecognized(name, standIn: item).map { .stored($0) } ?? item)
  }

  override func see(_ name: String, _ id: inout ObjectID?, isRequired: Bool) {
    items.append(.object(id))
  }
}
