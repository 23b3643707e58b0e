import EntityGraph
import Foundation

/// The classes that the first snapshot of Stockroom is of.
enum FirstStock {
  @Entity final class Item: ManagedObject {
    var title: String
    var code: String
    var weight: Int32
    var price: Double
    @Attribute(.indexed) var arrival: Date
    var isSold: Bool
    var summary: String?
    @Relationship(inverse: "items", deleteRule: .nullify) var maker: Maker?
  }

  @Entity final class Maker: ManagedObject {
    var name: String
    @Relationship(inverse: "maker", deleteRule: .nullify) var items: Set<Item>
  }

  /// The number of makers.
  static let makers = 1000

  /// Creates a store of `count` items at `path`.
  static func create(_ path: String, count: Int) throws {
    let container = try PersistentContainer(
      model: ObjectModel(Item.self, Maker.self), at: .file(path))
    let context = container.newContext()
    for number in 0..<makers { _ = Maker(name: "Maker \(number)", in: context) }
    try context.save()
    for first in stride(from: 0, to: count, by: 10_000) {
      try addItems(first..<min(first + 10_000, count), of: count, container.newContext())
    }
    container.close()
  }

  private static func addItems(
    _ numbers: Range<Int>, of count: Int, _ context: ManagedObjectContext
  ) throws {
    let makers = try context.fetch(Maker.all)
    for number in numbers {
      _ = Item(
        title: "A thing of some use, number \(number)", code: "978-3-16-\(100_000 + number)-0",
        weight: Int32(100 + number * 7919 % 900), price: Double(number * 31 % 10_000) / 100,
        arrival: Date(timeIntervalSinceReferenceDate: Double(number * 7919 % count * 10)),
        isSold: number % 4 == 0,
        summary: number % 3 == 0 ? nil : "A summary of some length for the thing \(number)",
        maker: makers[number * 7919 % makers.count], in: context)
    }
    try context.save()
  }
}

/// The same with one attribute more, which is optional.
enum NotedStock {
  @Entity final class Item: ManagedObject {
    var title: String
    var code: String
    var weight: Int32
    var price: Double
    @Attribute(.indexed) var arrival: Date
    var isSold: Bool
    var summary: String?
    var note: String?
    @Relationship(inverse: "items", deleteRule: .nullify) var maker: Maker?
  }

  @Entity final class Maker: ManagedObject {
    var name: String
    @Relationship(inverse: "maker", deleteRule: .nullify) var items: Set<Item>
  }

  /// Opens the store at `path`.
  static func open(_ path: String) throws -> PersistentContainer {
    try PersistentContainer(model: ObjectModel(Item.self, Maker.self), at: .file(path))
  }
}
