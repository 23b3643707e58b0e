import EntityGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Entity final class Shelf: ManagedObject {
  var name: String
  var width: Int = 10
  @Relationship(inverse: "shelf", deleteRule: .nullify) var items: Set<ShelfItem>
  @Relationship(inverse: "shelves", deleteRule: .nullify) var labels: Set<ShelfLabel>
  @Relationship(inverse: "children", deleteRule: .nullify) var parent: Shelf?
  @Relationship(inverse: "parent", deleteRule: .nullify) var children: Set<Shelf>

  @Attribute(.derived { (shelf: Fields<Shelf>) in shelf.items.count }, .indexed) var itemCount: Int
  @Attribute(.derived { (shelf: Fields<Shelf>) in shelf.items.filter { $0.weight > 5 }.count })
  var heavyCount: Int
  @Attribute(.derived { (shelf: Fields<Shelf>) in shelf.labels.count }) var labelCount: Int
  @Attribute(.derived { (shelf: Fields<Shelf>) in shelf.labels.filter { $0.isBright }.count })
  var brightCount: Int
  @Attribute(.derived { (shelf: Fields<Shelf>) in shelf.children.count }) var childCount: Int
  @Attribute(.derived { (shelf: Fields<Shelf>) in shelf.name.lowercased() }, .indexed)
  var folded: String
  @Attribute(.derived { (shelf: Fields<Shelf>) in shelf.width * 2 }) var double: Int
  @Attribute(.derived { (shelf: Fields<Shelf>) in shelf.name.length }) var length: Int?
}

@Entity final class ShelfItem: ManagedObject {
  var name: String
  var weight: Int
  @Attribute(.deletedAt) var removed: Date?
  @Relationship(inverse: "items", deleteRule: .nullify) var shelf: Shelf?
}

@Entity final class ShelfLabel: ManagedObject {
  var text: String
  var isBright: Bool = false
  @Relationship(inverse: "labels", deleteRule: .nullify) var shelves: Set<Shelf>
}

/// The same rows as those of `Shelf`, without what is derived, or with others derived.
enum PlainShelves {
  @Entity final class Crate: ManagedObject {
    var name: String
    @Relationship(inverse: "crate", deleteRule: .nullify) var parts: Set<Part>
  }

  @Entity final class Part: ManagedObject {
    var size: Int
    @Relationship(inverse: "parts", deleteRule: .nullify) var crate: Crate?
  }
}

enum CountedShelves {
  @Entity final class Crate: ManagedObject {
    var name: String
    @Relationship(inverse: "crate", deleteRule: .nullify) var parts: Set<Part>
    @Attribute(.derived { (crate: Fields<Crate>) in crate.parts.count }, .indexed) var total: Int
  }

  @Entity final class Part: ManagedObject {
    var size: Int
    @Relationship(inverse: "parts", deleteRule: .nullify) var crate: Crate?
  }
}

enum ListedShelves {
  @Entity(indexes: [["name", "total"]]) final class Crate: ManagedObject {
    var name: String
    @Relationship(inverse: "crate", deleteRule: .nullify) var parts: Set<Part>
    @Attribute(.derived { (crate: Fields<Crate>) in crate.parts.count }, .indexed) var total: Int
  }

  @Entity final class Part: ManagedObject {
    var size: Int
    @Relationship(inverse: "parts", deleteRule: .nullify) var crate: Crate?
  }
}

enum IndexedShelves {
  @Entity(indexes: [["name", "-total"], ["folded", "total"], ["width", "total", "note != nil"]])
  class Crate: ManagedObject {
    var name: String
    var width: Int = 0
    var note: String?
    @Relationship(inverse: "crate", deleteRule: .nullify) var parts: Set<Part>
    @Attribute(.derived { (crate: Fields<Crate>) in crate.parts.count }) var total: Int
    @Attribute(.derived { (crate: Fields<Crate>) in crate.name.lowercased() }) var folded: String
  }

  @Entity(indexes: [["entity", "depth", "total"]])
  final class Chest: Crate {
    var depth: Int = 0
  }

  @Entity final class Part: ManagedObject {
    var size: Int
    @Relationship(inverse: "parts", deleteRule: .nullify) var crate: Crate?
  }
}

enum RecountedShelves {
  @Entity final class Crate: ManagedObject {
    var name: String
    var note: String?
    @Relationship(inverse: "crate", deleteRule: .nullify) var parts: Set<Part>
    @Attribute(.derived { (crate: Fields<Crate>) in crate.parts.filter { $0.size > 1 }.count })
    var total: Int
  }

  @Entity final class Part: ManagedObject {
    var size: Int
    @Relationship(inverse: "parts", deleteRule: .nullify) var crate: Crate?
  }
}

/// Derived attributes that cannot be.
enum WrongShelves {
  @Entity final class Crate: ManagedObject {
    var name: String
    @Relationship(inverse: "crate", deleteRule: .cascade) var parts: Set<Part>
    @Attribute(.derived { (crate: Fields<Crate>) in crate.parts.count * 2 }) var twice: Int
    @Attribute(.derived { (crate: Fields<Crate>) in crate.name.lowercased() }) var folded: String
    @Attribute(.derived { (crate: Fields<Crate>) in crate.folded.trimmed() }) var short: String
    @Attribute(.derived { (crate: Fields<Crate>) in crate.name + "!" }, .indexed) var loud: String
  }

  @Entity final class Part: ManagedObject {
    @Relationship(inverse: "parts", deleteRule: .nullify) var crate: Crate
    @Attribute(.derived { (part: Fields<Part>) in part.crate.name }) var crateName: String?
  }
}
