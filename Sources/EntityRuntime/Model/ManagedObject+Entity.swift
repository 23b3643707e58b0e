public import EntityModel

/// What a class is as an entity, and its properties by key paths and by names.
extension ManagedObjectProtocol where Self: ManagedObject {
  /// The description of the class's entity: its name, the entity that it extends, the properties
  /// that it adds to those it inherits.
  ///
  /// That of a class without `@Entity` is the one of the entity that it extends.
  public static var entity: Entity {
    // A class that is known at run time alone is 'self'; 'Self' is what it is declared as.
    let description = ClassDescription.of(self)
    let inherited = description.annotatedClass.flatMap { ClassDescription.of($0).entity }
    return description.entity ?? inherited ?? Entity(__entityName)
  }

  /// The description of the entity that the object is of, which may extend the one that it is
  /// declared as.
  public var entity: Entity { __entity.type.entity }

  /// Returns the name by which `value(forKey:)`, dictionaries and dynamic requests know what
  /// `keyPath` leads to: `title` for `\.title`, `author.name` for `\.author.name`, `home.city` for
  /// a leaf; `nil` if that is no property of the entity, nor of one that its to-ones lead to.
  public static func propertyName(of keyPath: PartialKeyPath<Self>) -> String? {
    KnownKeyPaths.path(of: keyPath, in: Self.self)?.text
  }

  /// Returns the key path of the property called `name`, inherited or not; `nil` if there is none.
  ///
  ///     if let pages = Book.keyPath(named: "pages") as? KeyPath<Book, Int> { … }
  ///
  /// A property behind a to-one, or a leaf, has none of its own.
  public static func keyPath(named name: String) -> PartialKeyPath<Self>? {
    ClassDescription.keyPath(named: name, in: Self.self) as? PartialKeyPath<Self>
  }
}
