import EntityGraph

protocol Titled: ManagedObject {
  var title: String { get }
}

struct Repository<Item: Titled> {
  let context: ManagedObjectContext

  func find(_ title: String) throws -> [Item] {
    try context.fetch(Item.where { $0.title == title }.sorted(by: \.title))
  }
}

extension Book: Titled {}
