extension EntityPrinting {
  /// The members that make the accessors compile in a class that is no managed object, whose
  /// superclass has been reported.
  var standIns: String {
    guard !entity.described.isEmpty else { return "" }
    var writer = CodeWriter()
    printIndexes(after: nil, &writer)
    writer.declaration { writer in
      writer.block("private struct __Values") { printFields(&$0) }
    }
    writer.declaration { $0.line("private var __values: __Values! { get { nil } set {} }") }
    for function in Self.inheritedFunctions {
      writer.declaration { $0.line("private func \(function) { Swift.fatalError() }") }
    }
    return writer.text
  }

  /// What accessors call of `ManagedObject`.
  private static let inheritedFunctions = [
    "__fire()",
    "__willWrite(_: Swift.Int)",
    "__read<T>(_: EntityGraph.__Deferred<T>, _: Swift.Int, _: T.Type) -> T",
    "__object<T>(_: EntityGraph.__ToOne, _: Swift.Int, as: T.Type) -> T?",
    "__requiredObject<T>(_: EntityGraph.__ToOne, _: Swift.Int, as: T.Type) -> T",
    "__setObject<T>(_: Swift.Int, _: T)",
    "__objects<T>(_: Swift.Int) -> T",
    "__setObjects<T>(_: Swift.Int, _: T)",
    "__handle<T>(_: Swift.Int) -> EntityGraph.ToMany<T>",
    "__orderedObjects<T>(_: Swift.Int) -> [T]",
    "__setOrderedObjects<T>(_: Swift.Int, _: T)",
    "__orderedHandle<T>(_: Swift.Int) -> EntityGraph.OrderedToMany<T>",
    "__fetchedObjects<T>(_: Swift.Int) -> [T]",
    "__fetchedCount(_: Swift.Int) -> Swift.Int",
    "__fetchedIdentifiers(_: Swift.Int) -> [EntityGraph.ObjectID]",
    "__fetchedDictionaries(_: Swift.Int) -> [[Swift.String: Any]]",
  ]
}
