import EntityGraph

/// What EntityGraph does with stores of items in the measurements of migrations.
public enum Stockroom {
  /// Opens the store at `path` with the second snapshot; it closes when nothing refers to it.
  ///
  /// - Parameter isStaged: `true` if a stage in types makes each item that was there before, and
  ///   not what is automatic.
  public static func open(_ path: String, isStaged: Bool = false) throws -> AnyObject {
    try PersistentContainer(
      model: .stockroom, at: .file(path), migrations: isStaged ? [weights] : [])
  }

  // Numbers that stand in the call itself would have the build note that a store needs the
  // migration; here the automatic one is measured too.
  private static let (first, second) = (1, 2)

  /// Makes items of the second snapshot of those of the first.
  private static let weights = Migration(from: first, to: second) { stage in
    try stage.forEach(Snapshot1.Item.self) { old in
      Snapshot2.Item(from: old, weight: Double(old.weight))
    }
  }

  /// Returns the work of fetching all items of the store at `path`, and of inserting as many into
  /// the store at `other`, with a save.
  public static func copying(_ path: String, to other: String) throws -> () throws -> Void {
    let source = try PersistentContainer(model: .stockroom, at: .file(path))
    let target = try PersistentContainer(model: .stockroom, at: .file(other))
    return {
      let context = target.newContext()
      let makers = try context.fetch(Maker.all)
      for (number, item) in try source.newContext().fetch(Item.all).enumerated() {
        // Which one it is makes no difference, as long as it is one of this context.
        let maker = item.maker == nil ? nil : makers[number * 7919 % makers.count]
        _ = Item(
          title: item.title, code: item.code, weight: item.weight, price: item.price,
          arrival: item.arrival, isSold: item.isSold, summary: item.summary,
          maker: maker, in: context)
      }
      try context.save()
    }
  }
}
